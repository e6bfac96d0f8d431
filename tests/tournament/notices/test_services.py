"""Notices over the wire: each address once, tried again, given up, and never more than everybody may read."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from tests.factories import EntryRequestFactory, official
from tests.tournament.webhooks.receiver import Receiver, saying
from tournament.access.services import invite, revoke_invitation
from tournament.audit.services import Author
from tournament.models import Job, Notice, Round, Tournament
from tournament.notices import services
from tournament.notices.addresses import recipients
from tournament.notices.services import EMAIL, PAUSES, TELEGRAM
from tournament.notices.tasks import deliver
from tournament.notices.words import Words, draw_words
from tournament.phrases import Refused
from tournament.releases.services import release

from .conftest import TOKEN
from .post_office import PostOffice

BY = Author()
SITE = "https://domino.example/"


def with_email(cup: Tournament, *addresses: str) -> None:
    for address in addresses:
        user = official(cup, "referee")
        user.email = address
        user.save()


def announce(cup: Tournament, round_: Round, *channels: str) -> list[Notice]:
    with override("en"):
        return services.announce(tournament=cup, round_=round_, channels=list(channels), site=SITE, by=BY)


def sent(notice: Notice) -> Notice:
    """What became of a notice after one attempt."""
    deliver(notice.pk)
    notice.refresh_from_db()
    return notice


def due_now() -> None:
    Notice.objects.update(due=timezone.now())


def test_it_goes_to_officials_and_to_the_contacts_of_pairs_that_play(cup: Tournament, round_: Round) -> None:
    """Each once; not to whoever only asked for a place, nor to a pair that has left."""
    with_email(cup, "judge@example.org")
    playing, leaving = cup.entries.all()[:2]
    leaving.withdrawn_from = 2
    leaving.save()
    for entry, address in ((playing, "pair@example.org"), (leaving, "gone@example.org"), (None, "asked@example.org")):
        EntryRequestFactory(tournament=cup, entry=entry, email=address)
    EntryRequestFactory(tournament=cup, entry=cup.entries.all()[2], email="Judge@example.org")

    assert recipients(cup) == ["judge@example.org", "pair@example.org"]


# -- what it says -----------------------------------------------------------------------------------------------------


def test_a_draw_is_told_table_by_table_with_its_link(cup: Tournament, round_: Round) -> None:
    words = draw_words(cup, round_, SITE)

    assert words is not None
    assert words.text.splitlines() == [
        "Кубок. Round 1: the draw",
        "",
        "Table 1: Пара 1 А / Пара 1 Б — Пара 2 А / Пара 2 Б",
        "Free: Пара 3 А / Пара 3 Б",
        "",
        "https://domino.example/t/cup/rounds/1/",
    ]


def test_names_are_those_that_the_public_reads(cup: Tournament, round_: Round) -> None:
    Tournament.objects.update(names_shown="initials")
    cup.refresh_from_db()

    words = draw_words(cup, round_, SITE)

    assert words is not None
    assert words.lines == ("Table 1: П. А. / П. Б. — П. А. / П. Б.", "Free: П. А. / П. Б.")


@given(st.lists(st.text(max_size=40), max_size=300), st.integers(200, 4096))
def test_a_chat_gets_whole_lines_within_its_measure(lines: list[str], most: int) -> None:
    lines = [" ".join(line.split()) for line in lines]
    words = Words("Round 1", tuple(lines), "https://domino.example/t/cup/rounds/1/")

    text = words.within(most)

    assert len(text.encode("utf-16-le")) // 2 <= most
    assert (text.split("\n")[0], text.split("\n")[-1]) == (words.subject, words.link)
    kept = text.split("\n")[2:-2]
    assert kept == lines or (kept[-1], kept[:-1]) == ("…", lines[: len(kept) - 1])


# -- to whom ----------------------------------------------------------------------------------------------------------


def test_each_address_gets_one_letter_however_it_is_spelt(cup: Tournament) -> None:
    with_email(cup, "a@example.org", "A@Example.org", "b@example.org", "")

    assert [address.casefold() for address in recipients(cup)] == ["a@example.org", "b@example.org"]


def test_an_announcement_is_one_act_with_a_job_for_each_address(cup: Tournament, round_: Round, office: Any) -> None:
    with_email(cup, "a@example.org", "b@example.org")

    announce(cup, round_, EMAIL)

    record = cup.journal.get()
    assert (record.action, record.subject, record.data) == ("notices.announced", "round 1", {"email": 2})
    assert [job.task for job in Job.objects.all()] == [services.DELIVER] * 2


@pytest.mark.parametrize(("channel", "refused"), [(EMAIL, "notice.no_email"), (TELEGRAM, "notice.no_telegram")])
def test_a_way_that_isnt_set_up_is_refused(cup: Tournament, round_: Round, channel: str, refused: str) -> None:
    with pytest.raises(Refused) as refusal:
        announce(cup, round_, channel)

    assert (refusal.value.code, Notice.objects.count()) == (refused, 0)


def test_where_nobody_has_an_address_nobody_is_written_to(cup: Tournament, round_: Round, office: Any) -> None:
    with pytest.raises(Refused) as refusal:
        announce(cup, round_, EMAIL)

    assert refusal.value.code == "notice.nobody"


# -- by e-mail --------------------------------------------------------------------------------------------------------


def test_a_letter_arrives(cup: Tournament, round_: Round, office: PostOffice) -> None:
    with_email(cup, "a@example.org")
    (notice,) = announce(cup, round_, EMAIL)

    assert sent(notice).state == "sent"

    (letter,) = office.letters
    assert (letter["to"], letter["subject"]) == ("a@example.org", "Кубок. Round 1: the draw")
    assert "Table 1: Пара 1 А / Пара 1 Б — Пара 2 А / Пара 2 Б" in letter.get_content().splitlines()


def test_a_letter_that_isnt_taken_is_tried_again_later(cup: Tournament, round_: Round, office: PostOffice) -> None:
    with_email(cup, "a@example.org")
    (notice,) = announce(cup, round_, EMAIL)
    office.takes = False

    tried = sent(notice)

    assert (tried.state, tried.attempts) == ("waiting", 1)
    assert timezone.now() < tried.due <= timezone.now() + PAUSES[0]
    assert Job.objects.latest("pk").due == tried.due
    assert sent(notice).attempts == 1  # it isn't due yet

    office.takes = True
    due_now()
    assert (sent(notice).state, notice.attempts, len(office.letters)) == ("sent", 2, 1)


def test_after_the_last_attempt_it_is_given_up(cup: Tournament, round_: Round, office: PostOffice) -> None:
    with_email(cup, "a@example.org")
    (notice,) = announce(cup, round_, EMAIL)
    office.takes = False
    for _ in range(len(PAUSES) + 1):
        due_now()
        deliver(notice.pk)

    notice.refresh_from_db()
    assert (notice.state, notice.attempts) == ("given_up", len(PAUSES) + 1)
    assert "451" in notice.fault


def test_what_is_sent_is_never_sent_again(cup: Tournament, round_: Round, office: PostOffice) -> None:
    with_email(cup, "a@example.org")
    (notice,) = announce(cup, round_, EMAIL)
    for _ in range(2):
        due_now()
        deliver(notice.pk)

    assert len(office.letters) == 1


# -- by Telegram ------------------------------------------------------------------------------------------------------


def test_the_chat_gets_it_from_the_bot(cup: Tournament, round_: Round, telegram: Receiver) -> None:
    (notice,) = announce(cup, round_, TELEGRAM)

    assert sent(notice).state == "sent"

    (message,) = telegram.received
    said = json.loads(message.body)
    assert message.path == f"/hook/bot{TOKEN}/sendMessage"
    assert (said["chat_id"], said["text"].splitlines()[0]) == ("@cup", "Кубок. Round 1: the draw")


@pytest.mark.parametrize(
    ("status", "state"), [(429, "waiting"), (502, "waiting"), (400, "given_up"), (403, "given_up")]
)
def test_what_telegram_answers_decides_whether_it_is_tried_again(
    cup: Tournament, round_: Round, telegram: Receiver, status: int, state: str
) -> None:
    telegram.answers = [saying(status, f"no chat for {TOKEN}")]
    (notice,) = announce(cup, round_, TELEGRAM)

    tried = sent(notice)

    assert (tried.state, tried.fault) == (state, f"{status} no chat for …")


# -- never for what isn't released ------------------------------------------------------------------------------------


def hide(cup: Tournament) -> None:
    release(tournament=cup, kind="draw", level="officials", by=BY)


@pytest.mark.parametrize("hidden", ["draw", "proposed", "tournament"])
def test_what_isnt_public_isnt_announced(cup: Tournament, round_: Round, telegram: Receiver, hidden: str) -> None:
    if hidden == "draw":
        hide(cup)
    elif hidden == "proposed":
        Round.objects.update(state="proposed")
    else:
        Tournament.objects.update(is_public=False)

    with pytest.raises(Refused) as refusal:
        announce(cup, round_, TELEGRAM)

    assert (refusal.value.code, Notice.objects.count()) == ("notice.not_released", 0)


def test_what_was_hidden_meanwhile_isnt_sent(cup: Tournament, round_: Round, telegram: Receiver) -> None:
    (notice,) = announce(cup, round_, TELEGRAM)
    hide(cup)

    assert (sent(notice).state, telegram.received) == ("dropped", [])


def test_a_round_that_was_taken_back_is_told_to_nobody(cup: Tournament, round_: Round, telegram: Receiver) -> None:
    (notice,) = announce(cup, round_, TELEGRAM)
    Round.objects.filter(pk=round_.pk).update(number=9)

    assert (sent(notice).state, telegram.received) == ("dropped", [])


# -- invitations ------------------------------------------------------------------------------------------------------


def test_an_invitation_arrives_with_its_link(cup: Tournament, office: PostOffice) -> None:
    with override("en"):
        invite(tournament=cup, role="secretary", email="p@example.org", site=SITE, by=BY)

    assert sent(Notice.objects.get()).state == "sent"

    (letter,) = office.letters
    lines = letter.get_content().splitlines()
    assert (letter["to"], letter["subject"]) == ("p@example.org", "Invitation to «Кубок»")
    assert lines[2] == "You are invited as: Secretary."
    assert lines[-1].startswith("https://domino.example/invitation/")


def test_one_that_is_withdrawn_meanwhile_isnt_sent(cup: Tournament, office: PostOffice) -> None:
    invitation = invite(tournament=cup, role="secretary", email="p@example.org", site=SITE, by=BY)
    revoke_invitation(invitation=invitation, by=BY)

    assert (sent(Notice.objects.get()).state, office.letters) == ("dropped", [])


def test_a_sender_that_dies_leaves_it_to_the_next(cup: Tournament, round_: Round, telegram: Receiver) -> None:
    (notice,) = announce(cup, round_, TELEGRAM)
    Job.objects.all().delete()
    Notice.objects.update(attempts=1, due=timezone.now() + services.LEASE)

    # The dead one's job may come back a moment before: it sees to it that one comes when it is due.
    assert [sent(notice).state for _time in range(2)] == ["waiting"] * 2
    assert list(Job.objects.values_list("task", "arguments", "due")) == [(deliver.name, [notice.pk], notice.due)]
    Notice.objects.update(due=timezone.now() - timedelta(seconds=1))
    assert sent(notice).state == "sent"

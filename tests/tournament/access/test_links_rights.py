"""What a table link gives: the acts of its own table in its own round, and nothing else (R11.2)."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import PartidaFactory, ProtocolFactory, RoundFactory, UserFactory, official
from tests.pages import browser_of, messages_of
from tests.tournament.signing.answers import INK
from tournament.access import services
from tournament.audit.services import Author
from tournament.documents.papers.protocol import protocol_paper
from tournament.draw.services import take_back
from tournament.models import AccessLink, Protocol, Round, Ruling
from tournament.protocols.queries import sheet
from tournament.protocols.services import confirm, enter, sign
from tournament.standings.services import close_round

from .ways import POSTED, address, link_of, opened, round_with_tables, way_in

ACTS = ["preview", "take_back", "time", "take_back_time", "finish", "sign", "reopen"]
NOT_BY_LINK = [
    "protocols:confirm",
    "rulings:absent",
    "rulings:void",
    "rulings:play_after_all",
    "clock:add_time",
]


@pytest.fixture
def round_(db: None) -> Round:
    return round_with_tables()


@pytest.fixture
def link(round_: Round) -> AccessLink:
    return link_of(round_)


@pytest.fixture
def holder(link: AccessLink) -> Client:
    """Whoever has scanned the card of table 1."""
    return opened(link)


def protocol(round_: Round, table: int = 1) -> Protocol:
    return Protocol.objects.get(partida__round=round_, partida__table=table)


def test_it_opens_the_protocol_and_a_deal_is_written_without_an_account(round_: Round, holder: Client) -> None:
    assert holder.get(address(round_)).status_code == 200

    holder.post(address(round_), POSTED)

    written = protocol(round_).deals.get()
    assert (written.number, written.recorded_by) == (1, None)


def test_the_journal_says_by_which_link(round_: Round, link: AccessLink, holder: Client) -> None:
    holder.post(address(round_), POSTED)

    record = round_.tournament.journal.last()
    assert record is not None
    assert (record.action, record.actor, record.actor_name) == ("deal.recorded", None, "table link, round 1, table 1")
    assert record.data["link"] == link.pk
    link.refresh_from_db()
    assert link.last_used_at == record.at


@pytest.mark.parametrize("act", ACTS)
def test_the_acts_of_its_own_table_are_its(round_: Round, holder: Client, act: str) -> None:
    assert holder.post(address(round_, f"protocols:{act}"), {"version": 0}).status_code in (200, 302)
    assert holder.post(address(round_, f"protocols:{act}", 2), {"version": 0}).status_code == 404


def test_the_players_sign_on_its_phone(round_: Round, link: AccessLink, holder: Client) -> None:
    """R11.3: they answer on the page of their own table only."""
    _write_out(round_, link)
    drawn = {"shown": sheet(protocol(round_).partida).content_sha256, "strokes": INK}

    assert holder.post(address(round_, "signing:draw", 2, 1), drawn).status_code == 404
    assert holder.post(address(round_, "signing:draw", 1, 1), drawn).status_code == 302

    assert [given.how for given in protocol(round_).signatures.all()] == ["drawn"]


@pytest.mark.parametrize("route", ["photos:add", "photos:remove"])
def test_the_photo_of_its_sheet_is_its_too(round_: Round, holder: Client, route: str) -> None:
    assert holder.post(address(round_, route)).status_code == 302
    assert holder.post(address(round_, route, 2)).status_code == 404


@pytest.mark.parametrize("method", ["get", "post"])
def test_another_table_is_not_there(round_: Round, holder: Client, method: str) -> None:
    assert getattr(holder, method)(address(round_, table=2), POSTED).status_code == 404
    assert protocol(round_, 2).deals.count() == 0


def test_another_round_is_not_there(round_: Round, holder: Client) -> None:
    later = RoundFactory(stage=round_.stage)
    ProtocolFactory(partida=PartidaFactory(round=later))

    assert holder.post(address(later), POSTED).status_code == 404


def test_the_same_table_of_another_tournament_is_not_there(holder: Client) -> None:
    other = round_with_tables()

    assert holder.post(address(other), POSTED).status_code == 404


def test_what_a_request_says_of_itself_changes_nothing(round_: Round, holder: Client) -> None:
    chief = official(round_.tournament, "chief_referee")
    forged = {"table": 2, "user": chief.pk, "recorded_by": chief.pk, "role": "chief_referee", "link": 99, "round": 9}

    holder.post(address(round_), POSTED | forged)

    assert (protocol(round_).deals.get().recorded_by, protocol(round_, 2).deals.count()) == (None, 0)


@pytest.mark.parametrize("route", NOT_BY_LINK)
def test_no_other_act_is_its(round_: Round, holder: Client, route: str) -> None:
    response = holder.post(address(round_, route), {"version": 0, "reason": "x", "winner": "a", "minutes": 1})

    # Most of them ask for an account at the door.
    assert (response.status_code, response["Location"]) == (302, f"/login/?next={address(round_, route)}")


@pytest.mark.parametrize(
    "route", ["desk:now", "protocols:list", "officials:overview", "officials:mine", "access:staff"]
)
def test_the_desk_asks_for_an_account(round_: Round, holder: Client, route: str) -> None:
    page = reverse(route, args=[round_.tournament.slug])

    assert holder.get(page)["Location"] == f"/login/?next={page}"


def test_nobody_confirms_by_a_link(round_: Round, link: AccessLink) -> None:
    """Neither in its browser, nor in the service itself."""
    signed = protocol(round_)
    Protocol.objects.filter(pk=signed.pk).update(state="accepted")
    stranger = UserFactory()
    browser = opened(link)
    browser.force_login(stranger)
    session = browser.session
    session["table_links"] = [link.pk]
    session.save()

    response = browser.post(address(round_, "protocols:confirm"), {"version": 0})

    assert response.status_code == 403
    with pytest.raises(Exception, match="Nobody confirms by a table link"):
        confirm(partida=signed.partida, by=Author(link=link))
    assert protocol(round_).state == "accepted"


def _write_out(round_: Round, link: AccessLink) -> None:
    """The four deals of table 1, written by its link, and the sheet handed to the players."""
    holder = opened(link)
    for version, deal in enumerate([POSTED, POSTED | {"lead": 2}, POSTED | {"lead": 3}, POSTED | {"lead": 4}]):
        holder.post(address(round_), deal | {"version": version})
    enter(partida=protocol(round_).partida, version=4, by=Author(link=link))


def test_an_official_confirms_what_was_written_by_a_link(round_: Round, link: AccessLink) -> None:
    """The whole way: the sheet names the link as its writer, and the paper says so in words."""
    _write_out(round_, link)
    partida = protocol(round_).partida
    sign(partida=partida, seats=[1, 2, 3, 4], by=Author(link=link))

    page = opened(link).get(address(round_))
    assert (page.context["wrote_it"], page.context["may_confirm"]) == (True, False)

    confirm(partida=partida, by=Author(user=official(round_.tournament, "secretary")))
    content = sheet(partida).as_dict()
    assert (content["state"], content["entered_by"]) == ("confirmed", "table link, round 1, table 1")
    assert protocol_paper(content).entered_by == "table link, round 1, table 1"


def test_a_referee_may_rule_by_it_and_the_ledger_names_the_link(round_: Round, holder: Client) -> None:
    Round.objects.update(started_at=timezone.now())
    first = holder.post(address(round_, "rulings:new"), {"code": "noise", "seat": 2, "deal": 1, "version": 0})
    asked = {"code": "noise", "seat": 2, "deal": 1, "version": 0, "accept": 1, "seen": first.context["seen"]}

    holder.post(address(round_, "rulings:new"), asked)

    ruling = Ruling.objects.get()
    assert (ruling.made_by, ruling.referee) == (None, "table link, round 1, table 1")
    assert [line.made_by for line in sheet(ruling.partida).rulings] == ["table link, round 1, table 1"]


def test_the_page_offers_only_what_the_link_gives(round_: Round, holder: Client) -> None:
    Round.objects.update(started_at=timezone.now())

    page = holder.get(address(round_))

    held = ("may_confirm", "may_correct", "may_issue", "may_rule", "may_add_time", "may_declare", "is_chief")
    assert [name for name in held if page.context[name]] == ["may_rule"]
    assert reverse("clock:add_time", args=[round_.tournament.slug, 1, 1]) not in page.content.decode()
    assert reverse("protocols:list", args=[round_.tournament.slug]) + "?" not in page.content.decode()


def test_its_clock_is_the_servers_and_no_other_tables(round_: Round, holder: Client) -> None:
    clock = reverse("clock:state", args=[round_.tournament.slug, 1])

    answers = [holder.get(clock, {"table": table}).status_code for table in (1, 2)]

    assert [*answers, holder.get(clock).status_code] == [200, 404, 404]


def _revoke(round_: Round) -> None:
    services.revoke_links(round_=round_, by=Author(), table=1)


def _expire(round_: Round) -> None:
    round_.access_links.update(expires_at=timezone.now())


def _close(round_: Round) -> None:
    round_.partidas.update(kind="both_absent")
    Protocol.objects.update(state="confirmed")
    close_round(round_=round_, by=Author())


def _reopen_after_closing(round_: Round) -> None:
    """A table of a closed round that waits again opens the round, but not its links."""
    _close(round_)
    Round.objects.filter(pk=round_.pk).update(state="published", closed_at=None)


def _take_back(round_: Round) -> None:
    take_back(round_=round_, by=Author())


def _take_back_and_publish(round_: Round) -> None:
    _take_back(round_)
    Round.objects.filter(pk=round_.pk).update(state="published")


@pytest.mark.parametrize(
    ("ending", "said"),
    [
        (_revoke, "This table link was withdrawn. The desk has a new one for table 1."),
        (_expire, "This table link has expired. The desk has a new one for table 1."),
        (_close, "Round 1 is closed, so its table links open nothing any more."),
        (_reopen_after_closing, "This table link was withdrawn. The desk has a new one for table 1."),
        (_take_back, "Round 1 was taken back, so its table links open nothing any more."),
        (_take_back_and_publish, "This table link was withdrawn. The desk has a new one for table 1."),
    ],
)
def test_an_ended_link_opens_nothing_and_says_why(round_: Round, holder: Client, ending: Any, said: str) -> None:
    ending(round_)

    page = holder.get(address(round_))

    assert (page.status_code, page.context["exception"]) == (403, said)
    assert holder.post(address(round_), POSTED).status_code == 403


@pytest.mark.parametrize("headers", [{"Accept": "application/json"}, {"HX-Request": "true"}])
def test_a_script_without_any_right_gets_401_and_no_page_to_log_in(round_: Round, headers: dict[str, str]) -> None:
    answers = [
        Client().post(address(round_), POSTED, headers=headers),
        Client().post(address(round_, "protocols:preview"), POSTED, headers=headers),
        Client().get(address(round_, "rulings:new"), headers=headers),
    ]

    assert [answer.status_code for answer in answers] == [401, 401, 401]
    assert answers[0].json() == {"detail": "Log in, or open your table link again."}


def test_a_script_whose_link_has_ended_gets_403(round_: Round, holder: Client) -> None:
    _revoke(round_)

    assert holder.post(address(round_), POSTED, headers={"Accept": "application/json"}).status_code == 403


def test_an_official_who_scans_the_card_acts_as_himself(round_: Round, link: AccessLink) -> None:
    referee = official(round_.tournament, "referee")
    browser = Client()
    browser.force_login(referee)

    page = browser.get(way_in(link), follow=True)
    browser.post(address(round_), POSTED)

    assert messages_of(page) == []
    assert protocol(round_).deals.get().recorded_by == referee


def test_an_account_without_a_role_acts_by_its_link_and_cannot_confirm_later(round_: Round, link: AccessLink) -> None:
    stranger = UserFactory()
    browser = Client()
    browser.force_login(stranger)
    browser.get(way_in(link))

    browser.post(address(round_), POSTED)

    record = round_.tournament.journal.last()
    assert record is not None
    assert (record.actor, record.actor_name) == (stranger, "table link, round 1, table 1")
    assert protocol(round_).deals.get().recorded_by == stranger


def test_an_official_of_another_tournament_needs_the_link_like_anybody(round_: Round) -> None:
    assert browser_of(round_with_tables().tournament).get(address(round_)).status_code == 404

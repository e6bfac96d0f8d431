"""Who is in the hall, tapped one by one; who isn't is left out of a round by an act, never silently."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import ClubFactory, EntryFactory, RoundFactory, StageFactory
from tests.pages import messages_of
from tests.tournament.draw.play import BY
from tournament.draw import services as draw
from tournament.draw.queries import playing
from tournament.entries import attendance
from tournament.models import AuditRecord, Entry, Tournament

URL = reverse("entries:check_in", args=["cup"])


@pytest.fixture(autouse=True)
def four(cup: Tournament) -> list[Entry]:
    names = [("Иванов И.", "Королёв П."), ("Ким К.", "Ли Л."), ("José Núñez", "Ana Peña"), ("Цой Ц.", "Пак П.")]
    clubs = [ClubFactory(name="Спартак"), None, None, None]
    return [
        EntryFactory(tournament=cup, number=number, players=players, club=club)
        for number, (players, club) in enumerate(zip(names, clubs, strict=True), 1)
    ]


def here(cup: Tournament) -> list[int]:
    return list(cup.entries.filter(checked_in_at__isnull=False).values_list("number", flat=True))


def tap(browser: Client, entry: int, route: str = "entries:arrive", **kept: str) -> Any:
    return browser.post(reverse(route, args=["cup", entry]), kept)


def listed(browser: Client, **asked: str) -> list[int]:
    return [entry.number for entry in browser.get(URL, asked).context["entries"]]


def leave_out(browser: Client, numbers: str, number: str = "1") -> list[str]:
    url = reverse("entries:leave_out", args=["cup"])
    return messages_of(browser.post(url, {"round": number, "numbers": numbers}, follow=True))


def drawn_for(cup: Tournament, number: int) -> list[int]:
    return sorted(playing(cup, number).values_list("number", flat=True))


# -- tapping -------------------------------------------------------------------------------------------------


def test_one_tap_checks_in_and_another_takes_it_back(secretary: Client, cup: Tournament) -> None:
    tap(secretary, 2)
    assert here(cup) == [2]
    tap(secretary, 2, "entries:not_here")
    assert here(cup) == []


def test_a_second_tap_of_another_phone_changes_nothing(secretary: Client, cup: Tournament) -> None:
    tap(secretary, 2)
    since = cup.entries.get(number=2).checked_in_at
    tap(secretary, 2)
    assert cup.entries.get(number=2).checked_in_at == since
    assert AuditRecord.objects.filter(action="entry.checked_in").count() == 1


def test_who_has_withdrawn_is_not_checked_in(secretary: Client, cup: Tournament) -> None:
    """R8.5."""
    cup.entries.filter(number=2).update(withdrawn_from=1)
    assert messages_of(secretary.get(tap(secretary, 2)["Location"])) == ["Entry 2 has already withdrawn from round 1."]
    assert here(cup) == []


def test_the_counters_count_those_who_play(secretary: Client, cup: Tournament) -> None:
    cup.entries.filter(number=4).update(withdrawn_from=1)
    tap(secretary, 1)
    presence = secretary.get(URL).context["presence"]
    assert (presence.here, presence.total, presence.missing) == ((1,), 3, (2, 3))


@pytest.mark.parametrize(
    ("wanted", "numbers"), [("королев", [1]), ("КОРОЛЁВ", [1]), ("nunez", [3]), ("спартак", [1]), ("4", [4]), ("?", [])]
)
def test_the_list_is_searched_by_name_club_and_number(secretary: Client, wanted: str, numbers: list[int]) -> None:
    assert listed(secretary, q=wanted) == numbers


def test_only_those_who_are_missing(secretary: Client) -> None:
    tap(secretary, 1)
    assert listed(secretary, only="missing") == [2, 3, 4]
    assert listed(secretary, only="missing", q="1") == []


def test_after_a_tap_the_list_is_as_it_was(secretary: Client) -> None:
    answer = tap(secretary, 1, q="спартак & ко", only="missing", number="1")
    assert answer["Location"] == (
        URL + "?q=%D1%81%D0%BF%D0%B0%D1%80%D1%82%D0%B0%D0%BA+%26+%D0%BA%D0%BE&only=missing&number=1"
    )


@pytest.mark.parametrize(("number", "tagged"), [("3", 3), ("99", None), ("x", None), ("", None)])
def test_a_name_tag_shows_its_entry_first(secretary: Client, number: str, tagged: int | None) -> None:
    found = secretary.get(URL, {"number": number}).context["tagged"]
    assert (found.number if found else None) == tagged


@pytest.mark.parametrize("count", [0, 3])
def test_queries_do_not_grow_with_the_list(
    secretary: Client, cup: Tournament, count: int, django_assert_num_queries: Any
) -> None:
    for _each in range(count):
        EntryFactory(tournament=cup)
    # session, account, tournament, roles; entries, members with players; rounds; who is here, who is left out
    with django_assert_num_queries(9):
        secretary.get(URL)


# -- who isn't there -----------------------------------------------------------------------------------------


def test_everybody_is_drawn_until_the_desk_leaves_someone_out(secretary: Client, cup: Tournament) -> None:
    tap(secretary, 1)
    assert drawn_for(cup, 1) == [1, 2, 3, 4]


def test_the_missing_are_left_out_of_one_round(secretary: Client, cup: Tournament) -> None:
    for number in (1, 2):
        tap(secretary, number)
    assert leave_out(secretary, "3 4") == ["2 entries are left out of round 1."]
    assert (drawn_for(cup, 1), drawn_for(cup, 2)) == ([1, 2], [1, 2, 3, 4])
    record = AuditRecord.objects.latest("number")
    assert (record.action, record.subject, record.data) == (
        "entries.left_out",
        "round 1",
        {"entries": [3, 4], "rule": "R8.1"},
    )


def test_the_round_is_drawn_published_and_scored_without_them(secretary: Client, cup: Tournament) -> None:
    """R12.5: the round that it missed counts nothing, and it plays the next."""
    stage = StageFactory(tournament=cup, system="swiss")
    leave_out(secretary, "3 4")
    round_ = draw.propose_swiss(stage=stage, seed="1", by=BY)
    draw.publish(round_=round_, by=BY)
    assert sorted(set(round_.partidas.values_list("seats__entry__number", flat=True))) == [1, 2]
    assert drawn_for(cup, 2) == [1, 2, 3, 4]


def test_the_page_of_the_draw_says_who_is_missing_and_drawn_all_the_same(browser_of: Any, cup: Tournament) -> None:
    StageFactory(tournament=cup, system="swiss")
    organiser = browser_of("organiser")
    tap(organiser, 1)
    leave_out(organiser, "4")
    presence = organiser.get(reverse("draw:overview", args=["cup"])).context["presence"]
    assert (presence.here, presence.left_out, presence.to_leave_out) == ((1,), (4,), (2, 3))


def test_nobody_is_left_out_who_has_come_meanwhile(secretary: Client, cup: Tournament) -> None:
    """The page named him as missing, but another phone has checked him in."""
    tap(secretary, 3)
    assert leave_out(secretary, "3 4") == ["Somebody has come meanwhile: No. 3. Look at the list again."]
    assert drawn_for(cup, 1) == [1, 2, 3, 4]


def test_who_comes_before_the_draw_plays_after_all(secretary: Client, cup: Tournament) -> None:
    leave_out(secretary, "3 4")
    tap(secretary, 3)
    assert drawn_for(cup, 1) == [1, 2, 3]


def test_all_of_them_are_let_in_again(secretary: Client, cup: Tournament) -> None:
    leave_out(secretary, "3 4")
    secretary.post(reverse("entries:let_in", args=["cup"]))
    assert drawn_for(cup, 1) == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (
            "proposed",
            "Round 1 is drawn already, only not published. Take it back first, then draw it without those who are "
            "missing.",
        ),
        (
            "published",
            "Round 1 is published: who is missing at his table loses it by walkover (R8.1). Note the absence there.",
        ),
    ],
)
def test_a_drawn_round_is_not_changed_behind_its_back(
    secretary: Client, cup: Tournament, state: str, said: str
) -> None:
    RoundFactory(stage=StageFactory(tournament=cup), state=state)
    assert leave_out(secretary, "3 4") == [said]


@pytest.mark.parametrize("numbers", ["", "99", "x", "1;2", "9" * 30])
def test_nobody_or_nonsense_is_said(secretary: Client, numbers: str) -> None:
    assert leave_out(secretary, numbers) == ["Nobody of these is missing, so nobody is left out."]


def test_a_referee_checks_in_and_leaves_nobody_out(browser_of: Any, cup: Tournament) -> None:
    referee = browser_of("referee")
    tap(referee, 1)
    assert here(cup) == [1]
    assert referee.post(reverse("entries:leave_out", args=["cup"]), {"round": "1", "numbers": "2"}).status_code == 403


def test_whoever_comes_during_a_published_round_keeps_what_was_decided_for_it(cup: Tournament) -> None:
    attendance.leave_out(tournament=cup, numbers=[4], round_number=1, by=BY)
    RoundFactory(stage=StageFactory(tournament=cup), state="published")
    attendance.check_in(entry=cup.entries.get(number=4), by=BY)
    assert (drawn_for(cup, 1), drawn_for(cup, 2)) == ([1, 2, 3], [1, 2, 3, 4])

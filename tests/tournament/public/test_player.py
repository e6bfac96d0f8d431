"""A player across tournaments, as far as the reader may see them; and where a name tag leads."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import EntryFactory, TournamentFactory
from tests.pages import browser_of, rows_of
from tests.tournament.public.release import decide
from tournament.audit.services import Author, act
from tournament.models import EntryMember, Player, Protocol, Round, Tournament


@pytest.fixture
def ivanov(round_: Round) -> Player:
    """Who has won the only confirmed partida of the cup."""
    return Player.objects.get(name="Иванов И.")


@pytest.fixture
def later(ivanov: Player) -> Tournament:
    """A later tournament in which he substitutes from round 3 on."""
    later = TournamentFactory(slug="later", name="Кубок весны", is_public=True)
    entry = EntryFactory(tournament=later, players=("Ушёл У.", "Пак П."))
    entry.members.filter(slot=1).update(to_round=2)
    EntryMember.objects.create(tournament=later, entry=entry, player=ivanov, slot=1, from_round=3)
    return later


def listed(browser: Client, player: Player) -> list[list[str]]:
    return rows_of(browser.get(reverse("public:player", args=[player.pk])))


def test_his_tournaments_with_places(client: Client, ivanov: Player, later: Tournament) -> None:
    assert listed(client, ivanov) == [
        ["Кубок весны", "Иванов И. / Пак П. from round 3 on", "", "", ""],
        ["Кубок", "Иванов И. / Петров П.", "1", "1", "+27"],
    ]


def test_what_an_official_has_looked_up_is_shown_to_no_other(client: Client, cup: Tournament, ivanov: Player) -> None:
    decide("standings", "officials")

    assert listed(browser_of(cup, "referee"), ivanov) == [["Кубок", "Иванов И. / Петров П.", "1", "1", "+27"]]
    assert listed(client, ivanov) == [["Кубок", "Иванов И. / Петров П.", "", "", ""]]


def test_standings_are_reckoned_once_a_version(client: Client, ivanov: Player, cup: Tournament) -> None:
    """However often he is looked up; the next act makes them anew."""
    with CaptureQueriesContext(connection) as first:
        before = listed(client, ivanov)
    with CaptureQueriesContext(connection) as again:
        assert listed(client, ivanov) == before
    asked = [sum("tournament_deal" in query["sql"] for query in queries) for queries in (first, again)]
    assert asked == [1, 0]

    Protocol.objects.filter(partida__round__tournament=cup).update(state="open")
    assert listed(client, ivanov) == before
    with act(cup, "tournament.changed", Author()):
        pass
    assert listed(client, ivanov) != before


@pytest.mark.parametrize(
    "hidden",
    [{"is_public": False}, {"names_shown": "initials"}],
    ids=["not public", "initials"],
)
def test_a_tournament_that_hides_him_is_not_among_them(
    client: Client, ivanov: Player, later: Tournament, hidden: dict[str, Any]
) -> None:
    Tournament.objects.filter(pk=later.pk).update(**hidden)
    assert [row[0] for row in listed(client, ivanov)] == ["Кубок"]
    assert [row[0] for row in listed(browser_of(later, "referee"), ivanov)] == ["Кубок весны", "Кубок"]


def test_held_back_entries_and_results_are_held_back_here(client: Client, cup: Tournament, ivanov: Player) -> None:
    decide("standings", "officials")
    assert listed(client, ivanov) == [["Кубок", "Иванов И. / Петров П.", "", "", ""]]
    decide("entries", "officials")
    assert client.get(reverse("public:player", args=[ivanov.pk])).status_code == 404


@pytest.mark.parametrize("key", [999_999, 2**80])
def test_who_is_not_there(client: Client, db: None, key: int) -> None:
    assert client.get(reverse("public:player", args=[key])).status_code == 404


def test_the_page_of_an_entry_leads_to_its_players_unless_it_shows_initials(
    client: Client, cup: Tournament, ivanov: Player
) -> None:
    page = reverse("public:entry", args=["cup", 1])
    assert [name for _key, name in client.get(page).context["entry"].players] == ["Иванов И.", "Петров П."]
    Tournament.objects.filter(pk=cup.pk).update(names_shown="initials")
    assert client.get(page).context["entry"].players == ()


# -- name tags -----------------------------------------------------------------------------------------------


def leads(browser: Client, number: int = 1) -> Any:
    answer = browser.get(reverse("public:tag", args=["cup", number]))
    return answer.get("Location") or answer.status_code


def test_a_tag_leads_officials_to_the_check_in_and_others_to_the_entry(
    client: Client, cup: Tournament, round_: Round
) -> None:
    assert leads(browser_of(cup, "referee")) == "/desk/cup/entries/check-in/?number=1"
    assert leads(client) == "/t/cup/entries/1/"
    assert leads(browser_of(TournamentFactory())) == "/t/cup/entries/1/"


def test_a_tag_of_nobody_leads_to_the_tournament(client: Client, cup: Tournament, round_: Round) -> None:
    assert (leads(client, 99), leads(client, 2**80)) == ("/t/cup/", "/t/cup/")
    decide("entries", "officials")
    assert leads(client) == "/t/cup/"


def test_a_tag_tells_nothing_of_a_tournament_that_is_not_public(client: Client, cup: Tournament) -> None:
    Tournament.objects.filter(pk=cup.pk).update(is_public=False)
    assert leads(client) == 404

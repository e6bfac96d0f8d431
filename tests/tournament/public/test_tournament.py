"""One tournament for everybody: what is on now, then the standings of what counts."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import RoundFactory, TournamentFactory
from tests.pages import browser_of, rows_of
from tournament.models import Entry, Protocol, Round, Tournament
from tournament.public.queries import Progress

from .release import initials

URL = "/t/cup/"


def test_what_is_on_comes_before_the_standings(client: Client, cup: Tournament, round_: Round) -> None:
    response = client.get(URL)

    assert reverse("public:tournament", args=["cup"]) == URL
    assert (response.context["round"], response.context["progress"]) == (round_, Progress(done=1, tables=2))
    page = response.content.decode()
    places = [page.index(said) for said in ("Дворец спорта", "Round 1 is on: 1 of 2 results are in.", "<table")]
    assert places == sorted(places)


def test_only_what_is_confirmed_counts(client: Client, round_: Round) -> None:
    def shown() -> list[tuple[int, int, int, int]]:
        rows = client.get(URL).context["standings"].rows
        return [(row.place, row.entry, row.standing.wins, row.standing.difference) for row in rows]

    assert shown() == [(1, 1, 1, 27), (2, 3, 0, 0), (2, 4, 0, 0), (4, 2, 0, -27)]
    Protocol.objects.update(state="confirmed")
    assert shown() == [(1, 1, 1, 27), (1, 3, 1, 27), (3, 2, 0, -27), (3, 4, 0, -27)]


def test_a_pair_is_one_row(client: Client, round_: Round) -> None:
    assert len(rows_of(client.get(URL))) == 4


def test_a_round_that_is_closed_is_over(client: Client, round_: Round) -> None:
    round_.state = "closed"
    round_.save()

    assert "Round 1 is over." in client.get(URL).content.decode()


@pytest.mark.parametrize("planned", [True, False])
def test_before_play_the_page_says_so(client: Client, cup: Tournament, round_: Round, planned: bool) -> None:
    if planned:
        cup.rounds.update(state="proposed")
    else:
        cup.rounds.all().delete()
        cup.stages.all().delete()

    response = client.get(URL)

    assert (response.status_code, rows_of(response)) == (200, [])
    assert "Play hasn't begun." in response.content.decode()


def test_a_tournament_that_is_not_public_is_there_for_its_officials_only(cup: Tournament) -> None:
    hidden = TournamentFactory(is_public=False)
    url = reverse("public:tournament", args=[hidden.slug])

    answers = [who.get(url).status_code for who in (Client(), browser_of(cup), browser_of(hidden, "referee"))]

    assert answers == [404, 404, 200]


def test_one_that_was_never_there_is_not_found(client: Client, cup: Tournament) -> None:
    assert client.get("/t/no-such-cup/").status_code == 404


def test_nothing_is_posted_to_it(client: Client, cup: Tournament) -> None:
    assert client.post(URL).status_code == 405


def test_the_next_round_is_named_once_it_is_drawn(client: Client, round_: Round) -> None:
    assert "The next draw is published after this round." in client.get(URL).content.decode()
    RoundFactory(stage=round_.stage)
    assert "round 2: who meets whom" in client.get(URL).content.decode()


def test_it_says_since_when_and_until_when(client: Client, round_: Round) -> None:
    """By the clock of the hall, three hours before Greenwich (R6.1)."""
    Round.objects.update(started_at=timezone.now().replace(hour=9, minute=5))

    page = client.get(URL)

    assert "12:05 p.m." in page.content.decode()
    assert page.context["clock"] is not None


def test_the_first_twenty_lead_to_all(client: Client, round_: Round) -> None:
    Entry.objects.bulk_create(Entry(tournament=round_.tournament, number=number) for number in range(10, 40))

    page = client.get(URL)

    assert len(rows_of(page)) == 20
    assert "All standings: 34 places" in page.content.decode()


def test_names_as_initials_and_officials_are_told(client: Client, round_: Round) -> None:
    initials()

    told = "You read names in full; the public reads initials."
    pages = [who.get(URL).content.decode() for who in (client, browser_of(round_.tournament))]

    assert [("Иванов" in page, told in page) for page in pages] == [(False, False), (True, True)]


@pytest.mark.parametrize("asked", ["?page=0", "?per_page=-1", "?sort=password", "?x=" + "я" * 10_000, "?%00=%ff"])
def test_nothing_in_the_address_breaks_it(client: Client, round_: Round, asked: str) -> None:
    assert client.get(URL + asked).status_code == 200


def test_a_slug_in_cyrillic_is_not_found(client: Client, cup: Tournament) -> None:
    assert client.get("/t/кубок/").status_code == 404

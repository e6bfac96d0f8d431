"""One tournament for everybody: what is on now, then the standings of what counts."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import TournamentFactory
from tests.pages import browser_of, rows_of
from tournament.models import Protocol, Round, Tournament
from tournament.public.queries import Progress

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

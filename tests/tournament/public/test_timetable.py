"""The timetable for everybody."""

from datetime import UTC, datetime, timedelta

from django.test import Client
from django.urls import reverse

from tests.factories import TournamentFactory
from tests.pages import rows_of
from tournament.models import Round, Tournament
from tournament.planning.scheduling import write_lines
from tournament.planning.timetable import Planned

ROUTE = "public:timetable"
NINE = datetime(2026, 12, 5, 6, 0, tzinfo=UTC)


def test_it_leads_to_the_rounds_that_the_reader_sees(client: Client, cup: Tournament, round_: Round) -> None:
    write_lines(cup, [Planned(NINE, 50, 1), Planned(NINE + timedelta(hours=1), 50, 2)])

    page = client.get(reverse(ROUTE, args=["cup"]))

    assert rows_of(page) == [["09:00 –09:50", "Round 1", "not yet"], ["10:00 –10:50", "Round 2", "not yet"]]
    assert ("/t/cup/rounds/1/" in page.content.decode(), "/t/cup/rounds/2/" in page.content.decode()) == (True, False)


def test_nothing_is_planned_yet(client: Client, cup: Tournament) -> None:
    assert "No times are planned yet." in client.get(reverse(ROUTE, args=["cup"])).content.decode()


def test_one_that_is_not_public_is_not_there(client: Client, db: None) -> None:
    hidden = TournamentFactory(is_public=False)

    assert client.get(reverse(ROUTE, args=[hidden.slug])).status_code == 404


def test_it_is_only_read(client: Client, cup: Tournament) -> None:
    assert client.post(reverse(ROUTE, args=["cup"])).status_code == 405

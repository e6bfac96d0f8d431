"""The protocol of a table, deal by deal, once it is confirmed and released."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import PartidaFactory
from tests.pages import browser_of, rows_of
from tournament.models import Deal, Protocol, Round, Ruling, Tournament

from .release import decide, initials

URL = "/t/cup/rounds/1/tables/1/"


@pytest.fixture
def released(round_: Round) -> Round:
    decide("protocols", "public")
    return round_


def test_every_deal_with_its_totals(client: Client, released: Round) -> None:
    assert reverse("public:protocol", args=["cup", 1, 1]) == URL

    page = client.get(URL)

    assert [row[3] for row in rows_of(page)] == ["31 : 0", "31 : 22", "77 : 22", "77 : 50"]
    assert [line.player for line in page.context["sheet"].seats] == ["Иванов И.", "Ким К.", "Петров П.", "Ли Л."]


def test_the_round_leads_there_and_nothing_leads_to_the_desk(client: Client, released: Round) -> None:
    assert f'href="{URL}"' in client.get("/t/cup/rounds/1/").content.decode()
    assert "/desk/" not in client.get(URL).content.decode()


def test_by_default_only_officials_see_it(client: Client, round_: Round) -> None:
    assert [who.get(URL).status_code for who in (client, browser_of(round_.tournament, "referee"))] == [404, 200]
    assert f'href="{URL}"' not in client.get("/t/cup/rounds/1/").content.decode()


@pytest.mark.parametrize("state", ["open", "entered", "accepted"])
def test_before_it_is_confirmed_it_is_not_there(client: Client, released: Round, state: str) -> None:
    Protocol.objects.update(state=state)

    assert client.get(URL).status_code == 404


def test_it_gives_results_away_so_it_waits_for_them(client: Client, released: Round) -> None:
    decide("results", "officials", 1)

    assert client.get(URL).status_code == 404


def test_rulings_are_on_it_once_they_are_released(client: Client, released: Round) -> None:
    data = {"code": "move_time", "seat": 2, "deal": 1}
    partida = released.partidas.get(table=1)
    Ruling.objects.create(partida=partida, number=1, data=data, made_at=released.published_at)

    assert client.get(URL).context["rulings"] == []
    decide("rulings", "public")
    (ruling,) = client.get(URL).context["rulings"]
    assert (ruling.who.player, ruling.consequence) == ("Ким К.", "warning")


def test_totals_where_no_deals_are_written(client: Client, released: Round) -> None:
    regulations = released.regulations
    assert regulations is not None
    regulations.data = {"preset": "fdr", "target": 100, "minutes": None, "detail": "totals"}
    regulations.save()
    Deal.objects.all().delete()
    Protocol.objects.update(parts=[[100, 90]])

    assert "100 : 90" in client.get(URL).content.decode()


def test_names_as_initials(client: Client, released: Round) -> None:
    initials()

    page = client.get(URL)

    assert [line.player for line in page.context["sheet"].seats] == ["И. И.", "К. К.", "П. П.", "Л. Л."]
    assert "Иванов" not in page.content.decode()


@pytest.mark.parametrize(
    "url", ["/t/cup/rounds/1/tables/9/", "/t/cup/rounds/2/tables/1/", f"/t/cup/rounds/1/tables/{9**40}/"]
)
def test_a_table_that_is_not_there_is_not_found(client: Client, released: Round, url: str) -> None:
    assert client.get(url).status_code == 404


def test_a_table_without_a_protocol_has_none(client: Client, released: Round) -> None:
    PartidaFactory(round=released, table=3, kind="void")

    assert client.get("/t/cup/rounds/1/tables/3/").status_code == 404


def test_of_a_tournament_that_is_not_public_only_its_officials_see_it(client: Client, released: Round) -> None:
    Tournament.objects.update(is_public=False)

    assert [who.get(URL).status_code for who in (client, browser_of(released.tournament))] == [404, 200]


def test_nothing_is_posted_to_it(client: Client, released: Round) -> None:
    assert client.post(URL).status_code == 405

"""Why this place, for everybody (R12.6)."""

import pytest
from django.test import Client
from django.urls import reverse

from tournament.models import Round


def address(entry: int = 1, after: int = 1) -> str:
    return reverse("public:why", args=["cup", after, entry])


def test_every_row_of_the_standings_leads_to_its_reasons(round_: Round, client: Client) -> None:
    page = client.get(reverse("public:tournament", args=["cup"])).content.decode()

    assert [f'href="{address(entry)}"' in page for entry in (1, 2, 3, 4)] == [True] * 4


def test_it_says_what_decided_and_leads_to_public_pages_only(round_: Round, client: Client) -> None:
    page = client.get(address(2))

    assert page.context["why"].above.name == "Difference"
    assert f'href="{reverse("public:round", args=["cup", 1])}"' in page.content.decode()
    assert "/desk/cup/" not in page.content.decode()


def test_the_standings_say_how_places_are_decided(round_: Round, client: Client) -> None:
    page = client.get(reverse("public:standings", args=["cup"]))

    assert [rule for _name, _meaning, rule in page.context["how"].criteria] == ["R12.1", "R12.1", "R12.1"]


@pytest.mark.parametrize(("after", "entry"), [(2, 1), (1, 9), (10**30, 1)])
def test_what_is_not_there_is_not_found(round_: Round, client: Client, after: int, entry: int) -> None:
    assert client.get(address(entry, after)).status_code == 404


def test_a_hidden_tournament_explains_nothing(round_: Round, client: Client) -> None:
    round_.tournament.is_public = False
    round_.tournament.save()

    assert client.get(address()).status_code == 404


def test_the_page_is_only_read(round_: Round, client: Client) -> None:
    assert client.post(address()).status_code == 405

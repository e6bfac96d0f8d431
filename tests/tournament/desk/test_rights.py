"""Who may do what, as a page and as data: both say what the server does."""

from typing import Any

import pytest
from django.urls import reverse

from tests.factories import TournamentFactory
from tests.pages import browser_of, rows_of
from tournament.access.queries import BY_LINK, PERMISSIONS
from tournament.desk.rights import ROLES, routes
from tournament.models import Tournament


@pytest.fixture
def cup(db: None) -> Tournament:
    return TournamentFactory()


def asked(cup: Tournament, route: str, role: str = "referee") -> Any:
    return browser_of(cup, role).get(reverse(route, args=[cup.slug]))


def test_the_page_has_a_row_for_each_right_and_a_column_for_each_role(cup: Tournament) -> None:
    rows = rows_of(asked(cup, "desk:rights"))

    columns = [*ROLES, "link"]
    has = {right: {*roles, *({"link"} if right in BY_LINK else ())} for right, roles in PERMISSIONS.items()}
    assert [[cell == "may" for cell in row[1:]] for row in rows] == [
        [column in has[right] for column in columns] for right in PERMISSIONS
    ]


def test_the_page_says_who_the_reader_is(cup: Tournament) -> None:
    assert asked(cup, "desk:rights").context["mine"] == ["Referee"]


def test_the_data_say_the_same_with_the_addresses_that_ask_for_it(cup: Tournament) -> None:
    rights = asked(cup, "desk:rights_data").json()["rights"]

    assert {row["permission"]: set(row["roles"]) for row in rights} == PERMISSIONS
    assert {row["permission"] for row in rights if row["by_table_link"]} == BY_LINK
    assert sorted((each["route"], each["method"], row["permission"]) for row in rights for each in row["routes"]) == (
        sorted(routes())
    )


@pytest.mark.parametrize("route", ["desk:rights", "desk:rights_data"])
def test_a_stranger_finds_nothing_and_nothing_is_posted(cup: Tournament, route: str) -> None:
    assert asked(cup, route, None).status_code == 404  # type: ignore[arg-type]
    assert browser_of(cup).post(reverse(route, args=[cup.slug])).status_code == 405

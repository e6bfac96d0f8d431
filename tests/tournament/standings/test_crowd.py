"""The pages of the standings ask the database as often for one table as for a hundred and fifty."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.pages import browser_of
from tournament.management.benches.standings import stage_played
from tournament.management.simulation.course import RULES
from tournament.models import Stage

PAGES = {
    "standings:table": (),
    "standings:order": (),
    "standings:why": (1, 1),
    "public:tournament": (),
    "public:why": (1, 1),
}


def queries_of_pages(stage: Stage) -> dict[str, int]:
    """How often each page asks the database."""
    organiser, found = browser_of(stage.tournament), {}
    for route, arguments in PAGES.items():
        address = reverse(route, args=[stage.tournament.slug, *arguments])
        with CaptureQueriesContext(connection) as taken:
            assert organiser.get(address).status_code == 200
        found[route] = len(taken)
    return found


@pytest.mark.django_db
def test_one_table_and_a_hundred_and_fifty_take_as_many_queries() -> None:
    """With columns of their own for criteria, and with lots."""
    rules = RULES.replace(criteria=("wins", "head_to_head", "difference", "lots"))

    one, many = (queries_of_pages(stage_played(entries, 1, "crowd", rules)) for entries in (2, 300))

    assert one == many

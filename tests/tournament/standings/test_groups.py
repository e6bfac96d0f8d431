"""A stage in groups: each has its own table, and every place says of which group it is (R13.3)."""

import io
from typing import Any

import pytest
from django.core.management import call_command
from django.urls import reverse

from tests.factories import EntryFactory
from tests.pages import browser_of, rows_of
from tournament.documents.papers import standings_paper
from tournament.models import Round
from tournament.standings.queries import table


@pytest.fixture
def grouped(round_: Round) -> Round:
    """1 beat 2 with 40, 4 beat 3 with 20; a fifth pair plays no group."""
    EntryFactory(tournament=round_.tournament)
    round_.stage.lineup = [[2, 1], [3, 4]]
    round_.stage.save()
    return round_


def test_places_are_those_in_the_group_and_others_have_none(grouped: Round) -> None:
    rows = table(grouped.stage).rows

    assert [(row.group, row.place, row.entry) for row in rows] == [(1, 1, 1), (1, 2, 2), (2, 1, 4), (2, 2, 3)]
    assert [row.as_dict()["group"] for row in rows] == [1, 1, 2, 2]


def test_one_group_is_no_group(round_: Round) -> None:
    round_.stage.lineup = [[1, 2, 3, 4]]

    rows = table(round_.stage).rows

    assert [(row.group, row.place, "group" in row.as_dict()) for row in rows][:2] == [
        (None, 1, False),
        (None, 2, False),
    ]


def test_page_paper_and_command_say_the_group_with_the_place(grouped: Round) -> None:
    content: Any = table(grouped.stage).as_dict()
    out = io.StringIO()

    page = browser_of(grouped.tournament).get(reverse("standings:table", args=["cup"]))
    call_command("standings", "cup", "--format", "csv", stdout=out)

    said = ["A1", "A2", "B1", "B2"]
    assert [row[0] for row in rows_of(page)] == said
    assert [row.place for row in standings_paper(content).rows] == said
    assert [line.partition(",")[0] for line in out.getvalue().splitlines()[1:]] == said

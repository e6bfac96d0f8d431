"""The rounds."""

from tests.factories import RoundFactory
from tests.tournament.api.asking import address, read
from tournament.models import Release, Tournament

ROUTE = "api:rounds"


def test_where_each_round_stands(cup: Tournament) -> None:
    assert read(address(ROUTE, "cup"))["items"] == [
        {
            "number": 1,
            "stage": 1,
            "state": "closed",
            "published_at": "2026-05-09T09:00:00Z",
            "started_at": "2026-05-09T09:30:00Z",
            "closed_at": "2026-05-09T10:00:00Z",
            "results": True,
        },
        {
            "number": 2,
            "stage": 1,
            "state": "published",
            "published_at": "2026-05-09T11:00:00Z",
            "started_at": None,
            "closed_at": None,
            "results": True,
        },
    ]


def test_a_round_that_is_only_proposed_is_not_there(cup: Tournament) -> None:
    RoundFactory(stage=cup.stages.get(), state="proposed")

    assert [each["number"] for each in read(address(ROUTE, "cup"))["items"]] == [1, 2]


def test_nor_one_that_is_held_back(cup: Tournament) -> None:
    Release.objects.create(tournament=cup, kind="draw", round_number=2, level="hidden")
    Release.objects.create(tournament=cup, kind="results", round_number=1, level="officials")

    assert [(each["number"], each["results"]) for each in read(address(ROUTE, "cup"))["items"]] == [(1, False)]

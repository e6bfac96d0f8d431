"""The rounds."""

from django.utils import timezone

from tests.factories import RoundFactory
from tests.tournament.api.asking import address, ask, read
from tests.tournament.draw.play import BY
from tournament.draw import services as draw
from tournament.models import Release, Tournament
from tournament.planning.scheduling import write_lines
from tournament.planning.timetable import Planned

from .conftest import BEGAN

ROUTE = "api:rounds"


def test_where_each_round_stands(cup: Tournament) -> None:
    write_lines(cup, [Planned(BEGAN.replace(minute=15), 50, 1)])

    assert read(address(ROUTE, "cup"))["items"] == [
        {
            "number": 1,
            "stage": 1,
            "state": "closed",
            "planned_at": "2026-05-09T09:15:00Z",
            "published_at": "2026-05-09T09:00:00Z",
            "started_at": "2026-05-09T09:30:00Z",
            "closed_at": "2026-05-09T10:00:00Z",
            "results": True,
        },
        {
            "number": 2,
            "stage": 1,
            "state": "published",
            "planned_at": None,
            "published_at": "2026-05-09T11:00:00Z",
            "started_at": None,
            "closed_at": None,
            "results": True,
        },
    ]


def test_a_round_that_is_only_proposed_is_not_there(cup: Tournament) -> None:
    RoundFactory(stage=cup.stages.get(), state="proposed")

    assert [each["number"] for each in read(address(ROUTE, "cup"))["items"]] == [1, 2]


def test_a_round_that_was_taken_back_is_in_no_list_nor_the_calendar_and_no_etag_holds(cup: Tournament) -> None:
    """R13.6. Programs that ask again are told that something has changed."""
    third = RoundFactory(stage=cup.stages.get(), published_at=timezone.now())
    asked = {
        name: address(name, "cup", *numbers)
        for name, numbers in (("api:rounds", ()), ("api:tables", (3,)), ("api:calendar", ()), ("api:feed", ()))
    }
    etags = {name: ask(url)["ETag"] for name, url in asked.items()}

    draw.take_back(round_=third, by=BY)

    again = {name: ask(url, **{"if-none-match": etags[name]}) for name, url in asked.items()}
    assert {name: answer.status_code for name, answer in again.items()} == {
        "api:rounds": 200,
        "api:tables": 404,
        "api:calendar": 200,
        "api:feed": 200,
    }
    assert [each["number"] for each in again["api:rounds"].json()["items"]] == [1, 2]
    assert again["api:calendar"].content.count(b"BEGIN:VEVENT") == 2
    assert b"rounds/3/" not in again["api:feed"].content


def test_nor_one_that_is_held_back(cup: Tournament) -> None:
    Release.objects.create(tournament=cup, kind="draw", round_number=2, level="hidden")
    Release.objects.create(tournament=cup, kind="results", round_number=1, level="officials")

    assert [(each["number"], each["results"]) for each in read(address(ROUTE, "cup"))["items"]] == [(1, False)]

"""The rounds as a calendar (RFC 5545)."""

from tests.tournament.api.asking import address, ask
from tournament.models import Release, Tournament
from tournament.planning.scheduling import write_lines
from tournament.planning.timetable import Planned

from .conftest import BEGAN

ROUTE = "api:calendar"
URL = "/t/cup/rounds.ics"


def lines() -> list[str]:
    """The lines of the calendar, folded ones put together."""
    return ask(URL).content.decode().replace("\r\n ", "").split("\r\n")


def test_each_round_from_its_start_to_its_end(cup: Tournament) -> None:
    answer = ask(URL)

    assert (address(ROUTE, "cup"), answer["Content-Type"]) == (URL, "text/calendar; charset=utf-8")
    assert lines() == [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Domino//Tournament//EN",
        "X-WR-CALNAME:Кубок",
        "BEGIN:VEVENT",
        f"UID:cup-{cup.pk}-round-1@testserver",
        "DTSTAMP:20260509T100000Z",
        "DTSTART:20260509T093000Z",
        "DTEND:20260509T100000Z",
        "SUMMARY:Кубок\\, Round 1",
        "DESCRIPTION:All results are confirmed.",
        "LOCATION:Дворец спорта",
        "URL:http://testserver/t/cup/rounds/1/",
        "END:VEVENT",
        "BEGIN:VEVENT",
        f"UID:cup-{cup.pk}-round-2@testserver",
        "DTSTAMP:20260509T110000Z",
        "DTSTART:20260509T110000Z",
        "SUMMARY:Кубок\\, Round 2",
        "DESCRIPTION:The draw is published.",
        "LOCATION:Дворец спорта",
        "URL:http://testserver/t/cup/rounds/2/",
        "END:VEVENT",
        "END:VCALENDAR",
        "",
    ]


def test_a_round_that_is_played_ends_when_its_time_is_over(cup: Tournament) -> None:
    """By its regulations: 40 minutes (R3.4)."""
    first = cup.rounds.get(number=1)
    minutes = first.rules.replace(minutes=40).to_dict()
    type(first.regulations).objects.filter(pk=first.regulations_id).update(data=minutes)
    cup.rounds.filter(number=1).update(closed_at=None, state="published")

    assert [line for line in lines() if line.startswith("DTEND")] == ["DTEND:20260509T101000Z"]


def test_until_it_is_played_a_round_stands_where_it_is_planned(cup: Tournament) -> None:
    """Drawn or not, it keeps its UID, so that the calendar moves the same event."""
    write_lines(
        cup,
        [
            Planned(BEGAN.replace(hour=11, minute=30), 50, 2),
            Planned(BEGAN.replace(hour=13), 60, title="Обед"),
            Planned(BEGAN.replace(hour=14), None, 3, "финал"),
        ],
    )
    dinner = cup.timetable.get(title="Обед").pk

    said = [line for line in lines() if line.startswith(("UID", "DTSTART", "DTEND", "SUMMARY", "URL"))]

    assert said[5:] == [
        f"UID:cup-{cup.pk}-round-2@testserver",
        "DTSTART:20260509T113000Z",
        "DTEND:20260509T122000Z",
        "SUMMARY:Кубок\\, Round 2",
        "URL:http://testserver/t/cup/rounds/2/",
        f"UID:cup-{cup.pk}-line-{dinner}@testserver",
        "DTSTART:20260509T130000Z",
        "DTEND:20260509T140000Z",
        "SUMMARY:Кубок\\, Обед",
        "URL:http://testserver/t/cup/timetable/",
        f"UID:cup-{cup.pk}-round-3@testserver",
        "DTSTART:20260509T140000Z",
        "SUMMARY:Кубок\\, Round 3\\, финал",
        "URL:http://testserver/t/cup/timetable/",
    ]


def test_lines_are_folded_between_letters_and_texts_end_nothing(cup: Tournament) -> None:
    Tournament.objects.update(name="Турнир; большой, " * 9 + "\r\nEND:VCALENDAR", venue="a\\b")

    content = ask(URL).content
    assert max(len(line) for line in content.split(b"\r\n")) <= 75
    assert lines()[3] == "X-WR-CALNAME:" + "Турнир\\; большой\\, " * 9 + "  END:VCALENDAR"
    assert "LOCATION:a\\\\b" in lines()


def test_a_round_that_is_held_back_is_in_no_calendar(cup: Tournament) -> None:
    Release.objects.create(tournament=cup, kind="draw", round_number=2, level="officials")

    assert sum(line == "BEGIN:VEVENT" for line in lines()) == 1


def test_one_that_is_not_public_has_none(cup: Tournament) -> None:
    Tournament.objects.update(is_public=False)

    assert ask(URL).status_code == 404

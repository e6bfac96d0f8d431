"""The timetable: planned in the hall's time, shown everywhere, with how late a round began."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse

from tests.factories import RoundFactory, StageFactory, TournamentFactory
from tests.pages import browser_of, errors_of, messages_of, rows_of
from tournament.audit.services import Author
from tournament.models import TimetableLine, Tournament
from tournament.phrases import Refused
from tournament.planning import scheduling
from tournament.planning.timetable import Planned, coming, days_of, fingerprint, last_begun, lines_of, overdue

BY = Author()
# Ten o'clock in Moscow.
TEN = datetime(2026, 12, 5, 7, 0, tzinfo=UTC)


@pytest.fixture
def cup(db: None) -> Tournament:
    cup: Tournament = TournamentFactory(slug="cup", name="Кубок", is_public=True, timezone="Europe/Moscow")
    scheduling.write_lines(
        cup,
        [
            Planned(TEN - timedelta(hours=1), 60, title="Регистрация"),
            Planned(TEN, 50, 1),
            Planned(TEN + timedelta(minutes=50), 30, title="Обед"),
            Planned(TEN + timedelta(minutes=80), 50, 2),
            Planned(TEN + timedelta(days=1), 50, 3, "финал"),
        ],
    )
    return cup


def address(cup: Tournament, route: str = "planning:timetable", **kwargs: Any) -> str:
    return reverse(route, kwargs={"slug": cup.slug, **kwargs})


def form(cup: Tournament, **values: Any) -> dict[str, Any]:
    line = {"date": "2026-12-06", "time": "11:00", "minutes": "", "round_number": "4", "title": ""}
    return line | {"seen": fingerprint(cup)} | values


def line(cup: Tournament, title: str) -> TimetableLine:
    return next(each for each in cup.timetable.all() if str(each) == title)


def planned(cup: Tournament) -> list[tuple[str, str]]:
    """The timetable as it is read: times of the hall and what is planned."""
    return [(f"{each.starts:%d. %H:%M}", str(each.row)) for each in lines_of(cup, cup.rounds.all())]


PLAN = [
    ("05. 09:00", "Регистрация"),
    ("05. 10:00", "Round 1"),
    ("05. 10:50", "Обед"),
    ("05. 11:20", "Round 2"),
    ("06. 10:00", "Round 3, финал"),
]


# -- what is read --------------------------------------------------------------------------------------------------


def test_times_are_those_of_the_hall_and_lines_stand_by_its_days(cup: Tournament) -> None:
    assert planned(cup) == PLAN
    assert [(str(day.date), len(day.lines)) for day in days_of(lines_of(cup, []))] == [
        ("2026-12-05", 4),
        ("2026-12-06", 1),
    ]


def test_a_day_of_the_hall_is_not_a_day_of_utc(db: None) -> None:
    """Half past nine in the evening in Caracas is another day in Greenwich."""
    cup = TournamentFactory(timezone="America/Caracas")
    scheduling.write_lines(cup, [Planned(datetime(2026, 12, 6, 1, 30, tzinfo=UTC), 30, 1)])

    assert [str(day.date) for day in days_of(lines_of(cup, []))] == ["2026-12-05"]


@pytest.mark.parametrize(
    ("begun", "next_lines"),
    [
        (0, ["Регистрация", "Round 1"]),
        (1, ["Обед", "Round 2"]),
        (2, ["Round 3, финал"]),
        (3, []),
    ],
)
def test_what_comes_next_follows_from_the_rounds_not_from_the_time_of_day(
    cup: Tournament, begun: int, next_lines: list[str]
) -> None:
    assert [str(each.row) for each in coming(lines_of(cup, []), begun)] == next_lines


def test_a_round_that_began_late_says_by_how_much(cup: Tournament) -> None:
    stage = StageFactory(tournament=cup)
    RoundFactory(stage=stage, started_at=TEN + timedelta(minutes=12, seconds=40))
    RoundFactory(stage=stage, started_at=TEN + timedelta(minutes=79))

    lines = lines_of(cup, cup.rounds.all())

    assert [each.late for each in lines] == [0, 12, 0, 0, 0]
    assert last_begun(cup.rounds.all()) == 2


@pytest.mark.parametrize(
    ("now", "minutes"),
    [
        (TEN - timedelta(minutes=1), 0),
        (TEN + timedelta(minutes=12, seconds=30), 12),
        # The next day nobody waits for it any more.
        (TEN + timedelta(days=1), 0),
    ],
)
def test_the_desk_sees_that_a_round_should_have_begun(cup: Tournament, now: datetime, minutes: int) -> None:
    lines = lines_of(cup, [])

    assert overdue(coming(lines, 0), now) == minutes
    assert overdue(coming(lines, 3), now) == 0


def test_a_line_that_runs_into_the_next_one_is_marked(cup: Tournament) -> None:
    cup.timetable.filter(round_number=1).update(minutes=51)
    Tournament.objects.update(version=F("version") + 1)

    assert [each.overlaps for each in lines_of(cup, [])] == [False, True, False, False, False]


# -- what is done --------------------------------------------------------------------------------------------------


def test_a_further_line_is_planned_by_the_clock_of_the_hall(cup: Tournament) -> None:
    page = browser_of(cup).post(address(cup), form(cup), follow=True)

    assert planned(cup) == [*PLAN, ("06. 11:00", "Round 4")]
    assert messages_of(page) == ["The line is in the timetable."]
    assert (cup.journal.get().action, cup.journal.get().data) == (
        "timetable.planned",
        {"starts": "2026-12-06T11:00+03:00", "minutes": None, "round": 4, "title": ""},
    )


def test_the_form_begins_with_the_round_and_the_day_that_come_next(cup: Tournament) -> None:
    initial = browser_of(cup).get(address(cup)).context["form"].initial

    assert (str(initial["date"]), initial["round_number"], initial["seen"]) == ("2026-12-06", 4, fingerprint(cup))


@pytest.mark.parametrize(
    ("typed", "errors"),
    [
        ({"round_number": ""}, {"title": ["Say which round it is, or what else is planned."]}),
        ({"round_number": "3"}, {"round_number": ["Round 3 is planned already. Change its line instead."]}),
        (
            {"time": "10:00"},
            {"round_number": ["Round 4 would begin before round 3, or with it. Rounds follow one another."]},
        ),
        ({"date": "tomorrow"}, {"date": ["Enter a valid date."]}),
        ({"date": "0001-01-02"}, {"date": ["Choose a day between the years 1980 and 2199."]}),
        ({"date": "9999-12-31"}, {"date": ["Choose a day between the years 1980 and 2199."]}),
        ({"minutes": "0"}, {"minutes": ["Ensure this value is greater than or equal to 1."]}),
        ({"round_number": "9" * 30}, {"round_number": ["Ensure this value is less than or equal to 9999."]}),
    ],
)
def test_what_cannot_be_planned_is_said_at_its_field(
    cup: Tournament, typed: dict[str, str], errors: dict[str, list[str]]
) -> None:
    page = browser_of(cup).post(address(cup), form(cup, **typed))

    assert (page.status_code, errors_of(page), planned(cup)) == (422, errors, PLAN)


def test_two_who_change_it_do_not_overwrite_each_other(cup: Tournament) -> None:
    mine = form(cup)
    scheduling.remove_line(line=line(cup, "Обед"), by=BY)

    page = browser_of(cup).post(address(cup), mine)

    said = "The timetable was changed by somebody else meanwhile. Look at what is planned now, and change it there."
    assert (page.status_code, errors_of(page)) == (422, {"__all__": [said]})


def rounds(cup: Tournament, **values: Any) -> dict[str, Any]:
    asked = {"date": "2026-12-06", "time": "11:00", "minutes": "50", "first": "4", "count": "3"}
    return asked | {"seen": fingerprint(cup)} | values


def test_several_rounds_are_planned_one_after_another(cup: Tournament) -> None:
    page = browser_of(cup).post(address(cup, "planning:plan_rounds"), rounds(cup), follow=True)

    later = [("06. 11:00", "Round 4"), ("06. 11:50", "Round 5"), ("06. 12:40", "Round 6")]
    assert planned(cup) == [*PLAN, *later]
    assert messages_of(page) == ["The rounds are in the timetable."]
    assert [each["round"] for each in cup.journal.get().data["lines"]] == [4, 5, 6]


@pytest.mark.parametrize(
    ("typed", "error"),
    [
        ({"first": "3"}, "Round 3 is planned already. Change its line instead."),
        ({"time": "09:00"}, "Round 4 would begin before round 3, or with it. Rounds follow one another."),
        ({"count": "100"}, "Ensure this value is less than or equal to 99."),
        ({"minutes": ""}, "This field is required."),
    ],
)
def test_of_several_rounds_all_are_planned_or_none(cup: Tournament, typed: dict[str, str], error: str) -> None:
    page = browser_of(cup).post(address(cup, "planning:plan_rounds"), rounds(cup, **typed))

    said = [each for its in page.context["rounds_form"].errors.values() for each in its]
    assert (page.status_code, said, planned(cup)) == (422, [error], PLAN)


def test_a_line_is_changed(cup: Tournament) -> None:
    row = line(cup, "Обед")
    where = address(cup, "planning:timetable_line", line=row.pk)
    initial = browser_of(cup).get(where).context["form"].initial
    assert (str(initial["date"]), str(initial["time"]), initial["minutes"]) == ("2026-12-05", "10:50:00", 30)

    typed = form(cup, date="2026-12-05", time="10:45", minutes="35", round_number="", title="Обед и кофе")
    page = browser_of(cup).post(where, typed, follow=True)

    assert messages_of(page) == ["Saved."]
    assert planned(cup)[2] == ("05. 10:45", "Обед и кофе")


def test_a_line_saved_as_it_was_leaves_no_record(cup: Tournament) -> None:
    row = line(cup, "Обед")
    same = form(cup, date="2026-12-05", time="10:50", minutes="30", round_number="", title="Обед")

    browser_of(cup).post(address(cup, "planning:timetable_line", line=row.pk), same)

    assert cup.journal.count() == 0


def test_the_rest_of_a_day_is_moved_and_the_next_day_stays(cup: Tournament) -> None:
    where = address(cup, "planning:move_rest", line=line(cup, "Обед").pk)

    page = browser_of(cup, "chief_referee").post(where, {"minutes": "15", "seen": fingerprint(cup)}, follow=True)

    assert planned(cup) == [*PLAN[:2], ("05. 11:05", "Обед"), ("05. 11:35", "Round 2"), PLAN[4]]
    assert messages_of(page) == ["2 lines are moved."]


@pytest.mark.parametrize(
    ("minutes", "error"),
    [
        ("0", "Say by how many minutes: from 1 to 1440, with a minus to begin earlier."),
        ("-90", "Round 2 would begin before round 1, or with it. Rounds follow one another."),
        ("", "This field is required."),
    ],
)
def test_what_cannot_be_moved_is_said_and_nothing_moves(cup: Tournament, minutes: str, error: str) -> None:
    where = address(cup, "planning:move_rest", line=line(cup, "Round 2").pk)

    page = browser_of(cup).post(where, {"minutes": minutes, "seen": fingerprint(cup)})

    errors = page.context["move_form"].errors
    assert (page.status_code, [each for its in errors.values() for each in its]) == (422, [error])
    assert planned(cup) == PLAN


def test_a_line_is_struck_off(cup: Tournament) -> None:
    where = address(cup, "planning:remove_line", line=line(cup, "Обед").pk)

    page = browser_of(cup).post(where, {"seen": fingerprint(cup)}, follow=True)

    assert messages_of(page) == ["“Обед” is struck off the timetable."]
    assert planned(cup) == [*PLAN[:2], *PLAN[3:]]
    assert browser_of(cup).post(where, {}).status_code == 404


def test_a_timetable_has_an_end(cup: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduling, "MOST_LINES", 5)

    with pytest.raises(Refused) as refusal:
        scheduling.plan_line(tournament=cup, planned=Planned(TEN, title="Кофе"), by=BY)
    assert str(refusal.value) == "A timetable has at most 5 lines. Strike off what isn't needed."


def test_every_official_reads_it_and_two_roles_change_it(cup: Tournament) -> None:
    page = browser_of(cup, "referee").get(address(cup))

    assert (page.status_code, page.context["may_change"]) == (200, False)
    assert browser_of(cup, "secretary").post(address(cup), form(cup)).status_code == 403
    assert browser_of(TournamentFactory()).get(address(cup)).status_code == 404


# -- where it is shown ---------------------------------------------------------------------------------------------


def test_the_desk_shows_what_is_planned_and_what_has_begun(cup: Tournament) -> None:
    RoundFactory(stage=StageFactory(tournament=cup), started_at=TEN + timedelta(minutes=12))

    assert rows_of(browser_of(cup).get(address(cup))) == [
        ["09:00 –10:00", "Регистрация", "—"],
        ["10:00 –10:50", "Round 1", "10:12 12 minutes late"],
        ["10:50 –11:20", "Обед", "—"],
        ["11:20 –12:10", "Round 2", "not yet"],
        ["10:00 –10:50", "Round 3, финал", "not yet"],
    ]


def test_before_the_first_round_the_public_page_has_the_timetable(cup: Tournament) -> None:
    assert [row[1] for row in rows_of(Client().get("/t/cup/"))] == [what for _when, what in PLAN]
    assert [row[1] for row in rows_of(Client().get("/t/cup/timetable/"))] == [what for _when, what in PLAN]


def test_then_it_says_what_is_late_and_what_comes_next(cup: Tournament) -> None:
    RoundFactory(stage=StageFactory(tournament=cup), started_at=TEN + timedelta(minutes=12))

    page = Client().get("/t/cup/").content.decode()

    assert [page.count(said) for said in ("12 minutes late", "By the timetable", "· Обед", "· Round 2")] == [1] * 4
    assert "Round 3" not in page


def test_the_halls_screen_says_what_comes_next(cup: Tournament) -> None:
    RoundFactory(stage=StageFactory(tournament=cup), started_at=TEN)

    screen = Client().get("/t/cup/hall/").context["screen"]
    assert [str(each.row) for each in screen.coming] == ["Обед", "Round 2"]
    cup.rounds.all().delete()
    Tournament.objects.update(version=F("version") + 1)
    screen = Client().get("/t/cup/hall/").context["screen"]
    assert [str(each.row) for each in screen.coming] == ["Регистрация", "Round 1"]


def test_the_desk_says_on_its_first_page_what_comes_next(cup: Tournament) -> None:
    page = browser_of(cup, "referee").get(reverse("desk:now", args=["cup"]))

    assert [str(each.row) for each in page.context["coming"]] == ["Регистрация", "Round 1"]

"""A tournament planned after an earlier one."""

from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.urls import reverse

import scoring
from tests.factories import EntryFactory, RoundFactory, StageFactory, TournamentFactory, official
from tests.pages import browser_of, errors_of, messages_of
from tournament.access.services import set_club
from tournament.audit.services import Author
from tournament.copies.services import copy
from tournament.entries.queries import entries_of
from tournament.models import Player, Tournament
from tournament.planning.scheduling import write_lines
from tournament.planning.services import change_stage_regulations
from tournament.planning.timetable import Planned, lines_of

ROUTE = "copies:new"
BY = Author()


@pytest.fixture
def cup(db: None) -> Tournament:
    """Two days in Madrid, a final by rules of its own; one pair must not meet another."""
    cup = TournamentFactory(
        slug="cup", name="Кубок", venue="Клуб", timezone="Europe/Madrid", is_public=True, names_shown="initials"
    )
    for _pair in range(3):
        EntryFactory(tournament=cup)
    forbidden = [{"entries": [1, 2], "reason": "братья"}]
    first = StageFactory(tournament=cup, name="Отбор", system="swiss", policy={"rounds": 5, "forbidden": forbidden})
    final = StageFactory(tournament=cup, name="Финал", system="knockout", policy={"best": 2})
    change_stage_regulations(stage=final, regulations=scoring.preset("fdr").replace(minutes=50), by=BY)
    RoundFactory(stage=first)
    # Ten o'clock in Madrid: in summer at eight by UTC, in winter at nine.
    write_lines(
        cup,
        [
            Planned(datetime(2026, 7, 4, 8, 0, tzinfo=UTC), 50, 1),
            Planned(datetime(2026, 7, 4, 22, 30, tzinfo=UTC), None, None, "Ужин"),
            Planned(datetime(2026, 7, 5, 8, 0, tzinfo=UTC), 50, 2, "финал"),
        ],
    )
    return cup


def made() -> Tournament:
    return Tournament.objects.exclude(slug="cup").get()


def post(cup: Tournament, **values: Any) -> Any:
    form = {"name": "Кубок 2027", "first_day": "2027-01-16"} | values
    return browser_of(cup).post(reverse(ROUTE, args=["cup"]), form, follow=True)


def test_regulations_stages_and_timetable_go_along(cup: Tournament) -> None:
    page = post(cup)

    copied = made()
    own = {name: getattr(copied, name) for name in ("name", "venue", "timezone", "event", "is_public", "names_shown")}
    assert own == {
        "name": "Кубок 2027",
        "venue": "Клуб",
        "timezone": "Europe/Madrid",
        "event": "pairs",
        "is_public": False,
        "names_shown": "initials",
    }
    assert copied.regulations.data == cup.regulations.data
    assert [(stage.name, stage.system, stage.policy) for stage in copied.stages.all()] == [
        ("Отбор", "swiss", {"rounds": 5}),
        ("Финал", "knockout", {"best": 2}),
    ]
    final = copied.stages.get(number=2).own_regulations
    assert final is not None
    assert final.data == {"preset": "fdr", "minutes": 50}
    assert page.redirect_chain == [("/desk/kubok-2027/settings/", 302)]
    assert messages_of(page) == ["This is the copy. Look it over before anybody registers."]


def test_the_times_of_day_stay_whatever_the_season(cup: Tournament) -> None:
    post(cup)

    assert [(f"{line.starts:%d.%m. %H:%M}", str(line.row)) for line in lines_of(made(), [])] == [
        ("16.01. 10:00", "Round 1"),
        ("17.01. 00:30", "Ужин"),
        ("17.01. 10:00", "Round 2, финал"),
    ]


def test_nothing_that_was_played_nor_anybody_goes_along_unasked(cup: Tournament) -> None:
    official(cup, "referee")
    post(cup)

    copied = made()
    assert (copied.rounds.count(), copied.entries.count(), copied.releases.count()) == (0, 0, 0)
    assert [post.role for post in copied.staff.all()] == ["organiser"]
    assert [record.action for record in copied.journal.all()] == ["tournament.created"]
    assert copied.journal.get().data["copy_of"] == "cup"


def test_officials_go_along_with_their_roles_and_clubs(cup: Tournament) -> None:
    official(cup, "referee")
    set_club(post=cup.staff.get(role="referee"), club="Сокол", by=BY)

    post(cup, with_officials="on")

    assert [(post.role, post.club and post.club.name) for post in made().staff.order_by("pk")] == [
        ("organiser", None),
        ("referee", "Сокол"),
    ]


def test_entries_go_along_with_their_numbers_and_whom_they_must_not_meet(cup: Tournament) -> None:
    cup.entries.filter(number=2).delete()
    players = Player.objects.count()

    post(cup, with_entries="on")

    copied = made()
    assert [(entry.number, str(entry)) for entry in entries_of(copied)] == [
        (entry.number, str(entry)) for entry in entries_of(cup)
    ]
    assert copied.stages.get(number=1).policy == cup.stages.get(number=1).policy
    assert Player.objects.count() == players


def test_without_a_timetable_no_day_is_asked_for(cup: Tournament) -> None:
    cup.timetable.all().delete()

    assert "first_day" not in browser_of(cup).get(reverse(ROUTE, args=["cup"])).context["form"].fields
    post(cup)
    assert made().timetable.count() == 0


def test_a_rehearsal_becomes_a_real_tournament_by_a_copy_and_the_other_way_round(cup: Tournament) -> None:
    trial = copy(source=cup, name="Проба", first_day=date(2027, 1, 9), is_rehearsal=True, by=BY)
    real = copy(source=trial, name="Настоящий", first_day=date(2027, 1, 16), by=BY)

    assert (trial.is_rehearsal, real.is_rehearsal) == (True, False)


@pytest.mark.parametrize(
    ("typed", "errors"),
    [
        ({"name": ""}, {"name": ["This field is required."]}),
        ({"first_day": "soon"}, {"first_day": ["Enter a valid date."]}),
    ],
)
def test_what_was_typed_wrong_is_said_and_nothing_is_made(
    cup: Tournament, typed: dict[str, str], errors: dict[str, list[str]]
) -> None:
    page = post(cup, **typed)

    assert (page.status_code, errors_of(page), Tournament.objects.count()) == (422, errors, 1)


def test_only_the_organiser_copies(cup: Tournament) -> None:
    address = reverse(ROUTE, args=["cup"])

    assert browser_of(cup, "chief_referee").get(address).status_code == 403
    assert browser_of(TournamentFactory()).get(address).status_code == 404
    assert browser_of(cup).put(address).status_code == 405

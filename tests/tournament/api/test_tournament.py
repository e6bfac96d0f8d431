"""A tournament with its stages."""

from tests.factories import StageFactory
from tests.tournament.api.asking import SITE, address, read, why_not
from tournament.models import Release, Tournament
from tournament.planning.scheduling import write_lines
from tournament.planning.timetable import Planned

from .conftest import BEGAN

ROUTE = "api:tournament"


def test_it_has_its_stages_and_their_public_rounds(cup: Tournament) -> None:
    StageFactory(tournament=cup, name="Финал", system="knockout")

    found = read(address(ROUTE, "cup"))
    assert (found["name"], found["page"]) == ("Кубок", f"{SITE}/t/cup/")
    assert found["stages"] == [
        {"number": 1, "name": "Отбор", "system": "free", "rounds": [1, 2], "standings_after": 2},
        {"number": 2, "name": "Финал", "system": "knockout", "rounds": [], "standings_after": None},
    ]


def test_it_has_its_timetable(cup: Tournament) -> None:
    write_lines(cup, [Planned(BEGAN, 30, title="Открытие"), Planned(BEGAN.replace(minute=30), 50, 1)])

    assert read(address(ROUTE, "cup"))["timetable"] == [
        {"starts_at": "2026-05-09T09:00:00Z", "minutes": 30, "round": None, "title": "Открытие"},
        {"starts_at": "2026-05-09T09:30:00Z", "minutes": 50, "round": 1, "title": ""},
    ]


def test_what_is_held_back_is_not_in_it(cup: Tournament) -> None:
    Release.objects.create(tournament=cup, kind="draw", round_number=2, level="officials")

    assert read(address(ROUTE, "cup"))["stages"] == [
        {"number": 1, "name": "Отбор", "system": "free", "rounds": [1], "standings_after": 1}
    ]


def test_one_that_is_not_public_is_not_there(cup: Tournament) -> None:
    Tournament.objects.update(is_public=False)

    assert why_not(address(ROUTE, "cup")) == (404, "There is no public tournament at this address.")
    assert why_not(address(ROUTE, "another")) == (404, "There is no public tournament at this address.")

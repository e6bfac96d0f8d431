"""What isn't released is at no address: JSON, calendar and feed are read as a whole in every state of release."""

import re

import pytest

from tests.tournament.api.asking import address, ask
from tests.tournament.api.conftest import PAIRS
from tournament.models import Release, Tournament
from tournament.releases.queries import DEFAULTS

EVERYTHING = [
    address("api:tournament", "cup"),
    address("api:entries", "cup"),
    address("api:rounds", "cup"),
    *(address("api:tables", "cup", number) for number in (1, 2)),
    *(
        address(f"api:{table}", "cup", 1) + after
        for table in ("standings", "cross_table")
        for after in ("", "?after=1")
    ),
    address("api:bracket", "cup", 1),
    address("api:documents", "cup"),
    address("api:errata", "cup"),
    address("api:calendar", "cup"),
    address("api:feed", "cup"),
]
NAMES = [name.partition(" ")[0] for pair in PAIRS for name in pair]


def corpus() -> str:
    """All that can be read, without the names of the program's own fields."""
    return "\n".join(ask(url).content.decode() for url in EVERYTHING)


def results_in(said: str) -> list[str]:
    """The points of the only result and their sum; part of a time, a code or a fingerprint they are chance."""
    found = {number: re.search(rf"(?<![\w.-]){number}(?!\w)", said) for number in ("77", "154")}
    return [number for number, there in found.items() if there]


def test_released_everything_is_there(cup: Tournament) -> None:
    said = corpus()

    assert [name for name in NAMES if name not in said] == []
    assert all(result in said for result in ("[77, 50]", "77 : 50"))
    assert results_in(said) == ["77", "154"]


@pytest.mark.parametrize("level", ["hidden", "officials"])
def test_held_back_no_name_and_no_result_is_there(cup: Tournament, level: str) -> None:
    for kind in DEFAULTS:
        Release.objects.create(tournament=cup, kind=kind, level=level)
    said = corpus()

    assert [name for name in NAMES if name in said] == []
    assert results_in(said) == []


def test_results_alone_held_back_leave_the_draw(cup: Tournament) -> None:
    Release.objects.create(tournament=cup, kind="results", level="officials")
    said = corpus()

    assert [name for name in NAMES if name not in said] == []
    assert results_in(said) == []


def test_beside_initials_nobody_is_named(cup: Tournament) -> None:
    Tournament.objects.update(names_shown="initials")
    said = corpus()

    assert [name for name in NAMES if len(name) > 1 and name in said] == []


def test_of_a_tournament_that_is_not_public_there_is_nothing(cup: Tournament) -> None:
    Tournament.objects.update(is_public=False)

    assert {ask(url).status_code for url in EVERYTHING} == {404}

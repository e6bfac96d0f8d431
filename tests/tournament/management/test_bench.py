"""`manage.py bench`: how long the heavy work takes."""

import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tournament.management.benches.draw import exponent


def bench(*arguments: str) -> list[str]:
    out = StringIO()
    call_command("bench", *arguments, stdout=out)
    return out.getvalue().splitlines()


def test_bench_draw_prints_each_round_and_how_the_time_grows() -> None:
    lines = bench("draw", "--entries", "20", "41", "--rounds", "2", "--countries", "3")

    assert [re.sub(r"\d+\.\d+", "#", line).partition("  |  ")[0] for line in lines] == [
        "   20 entries, round 1:  candidates #  solve #  explain #  check #",
        "   20 entries, round 2:  candidates #  solve #  explain #  check #",
        "20 entries, 2 rounds: # s",
        "   41 entries, round 1:  candidates #  solve #  explain #  check #",
        "   41 entries, round 2:  candidates #  solve #  explain #  check #",
        "41 entries, 2 rounds: # s",
        "The time grows with the number of entries to the power of #.",
    ]


def test_one_size_tells_nothing_of_growth() -> None:
    assert len(bench("draw", "--entries", "8", "--rounds", "1")) == 2


def test_what_a_draw_gives_up_is_the_same_in_each_run() -> None:
    costs = [[line.partition("|")[2] for line in bench("draw", "--entries", "30", "--rounds", "6")] for _ in "12"]

    assert costs[0] == costs[1]


def test_the_exponent_is_the_slope_of_the_logarithms() -> None:
    assert exponent({10: 0.5, 100: 50.0, 1000: 5000.0}) == pytest.approx(2)


@pytest.mark.parametrize("arguments", [[], ["nothing"], ["draw", "--entries", "1"], ["draw", "--rounds", "none"]])
def test_what_cannot_be_measured_is_refused(arguments: list[str]) -> None:
    with pytest.raises(CommandError):
        bench(*arguments)

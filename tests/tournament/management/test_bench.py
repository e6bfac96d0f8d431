"""`manage.py bench`: how long the heavy work takes."""

import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from tournament.draw.systems import Pairing
from tournament.draw.systems.certificate import certify
from tournament.draw.systems.field import Contender, Field, Policy
from tournament.management.benches import load
from tournament.management.benches.countries import line
from tournament.management.benches.draw import exponent
from tournament.management.benches.standings import of_database
from tournament.management.simulation.course import RULES
from tournament.models import Tournament

# Long, and the same on any database.
pytestmark = pytest.mark.once

CHAMPIONSHIP = Path(__file__).parent.parent / "draw" / "systems" / "pairs_by_country.csv"
ALONE = "--through"
"""Without a number after it nothing is played through the services."""


def bench(*arguments: str) -> list[str]:
    out = StringIO()
    call_command("bench", *arguments, stdout=out)
    return out.getvalue().splitlines()


def test_bench_draw_prints_each_round_and_how_the_time_grows() -> None:
    lines = bench("draw", "--entries", "20", "41", "--rounds", "2", "--countries", "3", ALONE)

    assert [re.sub(r"-?\d+\.\d+", "#", line).partition("  |  ")[0] for line in lines] == [
        "   20 entries, round 1:  candidates #  solve #  certify #  explain #  check #",
        "   20 entries, round 2:  candidates #  solve #  certify #  explain #  check #",
        "20 entries, 2 rounds: # s",
        "   41 entries, round 1:  candidates #  solve #  certify #  explain #  check #",
        "   41 entries, round 2:  candidates #  solve #  certify #  explain #  check #",
        "41 entries, 2 rounds: # s",
        "The time grows with the number of entries to the power of #.",
    ]


def test_one_size_tells_nothing_of_growth() -> None:
    assert len(bench("draw", "--entries", "8", "--rounds", "1", ALONE)) == 2


def test_what_a_draw_gives_up_is_the_same_in_each_run() -> None:
    costs = [
        [line.partition("|")[2] for line in bench("draw", "--entries", "30", "--rounds", "6", ALONE)] for _ in "12"
    ]

    assert costs[0] == costs[1]


def test_the_exponent_is_the_slope_of_the_logarithms() -> None:
    assert exponent({10: 0.5, 100: 50.0, 1000: 5000.0}) == pytest.approx(2)


@pytest.mark.parametrize("arguments", [[], ["nothing"], ["draw", "--entries", "1"], ["draw", "--rounds", "none"]])
def test_what_cannot_be_measured_is_refused(arguments: list[str]) -> None:
    with pytest.raises(CommandError):
        bench(*arguments)


@pytest.mark.django_db
def test_through_the_program_each_part_is_measured_and_nothing_stays() -> None:
    lines = bench("draw", "--entries", "8", "--rounds", "2", "--countries", "3", "--through", "12")

    parts = "load #  candidates #  solve #  certify #  explain #  check #  save #  publish #  all #"
    assert [re.sub(r"\d+\.\d+", "#", line).partition("  |  ")[0] for line in lines[3:]] == [
        f"   12 pairs through the program, round 1:  {parts}",
        f"   12 pairs through the program, round 2:  {parts}",
    ]
    assert Tournament.objects.count() == 0


@pytest.mark.slow
@pytest.mark.django_db
def test_bench_pdf_prints_the_parts_and_the_sizes_and_leaves_nothing(settings: Settings, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path
    lines = bench("pdf", "--documents", "2", "--deals", "4", "--rows", "3")

    most = "at most # MB"
    assert [re.sub(r"\d+(\.\d+)?", "#", line) for line in lines] == [
        f"the first paper of a process: # s  |  {most}",
        "# papers by # workers through the program: # a second, # ms of the processor each",
        "the same pages by # bare WeasyPrint processes: # a second, # ms of the processor each",
        "the program has #% of the bare rate; printing is #% of its work",
        f"standings of # rows, the first paper: # s  |  {most}",
        "# papers in one process: # a second  issue #%  render #%  seal #%  store #%",
        f"each has # KB  |  {most}",
        "a seal with RSA-#: # ms of the processor, #% of printing the same page (# ms)",
        "a seal with P-#: # ms of the processor, #% of printing the same page (# ms)",
        "protocol of # deals: # ms of the processor, # times a protocol of # deals  |  at most # MB",
        "standings of # rows: # ms of the processor, # times a protocol of # deals  |  at most # MB",
    ]
    assert (Tournament.objects.count(), list(tmp_path.iterdir())) == (0, [])


def test_a_championship_prints_what_each_round_gives_up_and_its_proof() -> None:
    lines = bench("draw", "--countries-file", str(CHAMPIONSHIP), "--rounds", "3", "--seed", "2010")

    assert [line.partition("  |  ")[0] for line in lines] == [
        "136 pairs from 16 countries, kept apart where possible:",
        "round 1:  nothing given up; no draw has less: 136 prices and 0 circles add up to it",
        "round 2:  nothing given up; no draw has less: 136 prices and 0 circles add up to it",
        "round 3:  apart 4; no draw has less: 136 prices and 0 circles add up to it",
    ]


def test_a_draw_that_is_not_proven_is_an_error() -> None:
    four = Field([Contender(number, 1, apart=frozenset({str(number > 2)})) for number in (1, 2, 3, 4)])
    certificate = certify(four, Policy(apart="where_possible"), [Pairing(1, 2), Pairing(3, 4)])

    with pytest.raises(CommandError, match="is not excluded"):
        line(certificate)


@pytest.mark.parametrize("text", [None, "land,pairs\nCuba,3\n", "country,pairs\nCuba,many\n", "country,pairs\nCuba\n"])
def test_a_file_that_is_no_table_of_countries_is_refused(tmp_path: Path, text: str | None) -> None:
    path = tmp_path / "countries.csv"
    if text is not None:
        path.write_text(text, encoding="utf-8")

    with pytest.raises(CommandError, match="is no table with the columns country, pairs"):
        bench("draw", "--countries-file", str(path))


def test_bench_standings_prints_the_ranking_and_its_growth() -> None:
    lines = bench("standings", "--entries", "8", "17", "--rounds", "2", "--criteria", "wins", "lots", ALONE)

    assert [re.sub(r"-?\d+\.\d+", "#", line) for line in lines] == [
        "    8 entries, 2 rounds, 2 criteria: rank # ms",
        "   17 entries, 2 rounds, 2 criteria: rank # ms",
        "The time grows with the number of entries to the power of #.",
    ]


@pytest.mark.django_db
def test_bench_standings_measures_what_is_read_apart_from_what_is_reckoned() -> None:
    """Here in the database of the tests; the command makes one of its own, as for draws."""
    said = of_database(6, 2, "bench", RULES)

    assert re.sub(r"\d+ ms", "#", said) == "load #, rank #, all of the table # for 6 partidas"


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.django_db
def test_bench_load_says_how_long_readers_waited(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small hall, really asked by a process of its own; how fast a machine answers is no matter of a test."""
    monkeypatch.setattr(load, "SLOWEST", {"304": 1e6, "200": 1e6})
    monkeypatch.setattr(load, "_wrk", lambda arguments: 1000.0)
    monkeypatch.setattr(load.shutil, "which", lambda name: name)
    # After the last confirmation seven seconds are left: each reader asks several times and finds nothing new.
    asked = {"readers": 6, "every": 1, "confirm": 2, "seconds": 14}
    small = {"pairs": 8, "rounds": 1, "workers": 1, "threads": 2, **asked}

    lines = bench("load", *(f"--{name}={value}" for name, value in small.items()))

    kinds = [line.split("  ")[1] for line in lines if line.startswith("  ")]
    assert kinds == ["nothing new (304)", "changed page", "errors", "bare Django view", "cached page", "304"]
    assert lines[:2] == [
        "8 pairs after 1 rounds, 4 signed protocols wait.",
        "6 readers, every 1 s for 14 s; 2 protocols confirmed meanwhile:",
    ]

"""A real league, to the unit (R3.6, R12.1)."""

import csv
from itertools import groupby
from pathlib import Path

import pytest

from scoring import Result, play_totals, preset, rank, seat_results

GOLDEN = Path(__file__).parent / "golden"
MEETINGS = preset("fdr").replace(target=100, best_of=3, minutes=None, detail="totals")
GAMES = MEETINGS.replace(best_of=1)


def rows_of(name):
    with (GOLDEN / name).open(encoding="utf-8", newline="") as file:
        return [{key: int(value) for key, value in row.items()} for row in csv.DictReader(file)]


def meetings():
    """(number, pair a, pair b, its games' points, the winner) in order."""
    for number, group in groupby(rows_of("league_games.csv"), key=lambda row: row["meeting"]):
        games = list(group)
        points = [(game["points_a"], game["points_b"]) for game in games]
        yield number, games[0]["pair_a"], games[0]["pair_b"], points, games[0]["meeting_winner"]


def results(regulations, partidas):
    """The results of both sides of (round, a, b, parts)."""
    for number, a, b, parts in partidas:
        seats = seat_results(regulations, "played", play_totals(regulations, parts))
        yield Result.of(seats[1], entry=a, round=number, opponents=(b,))
        yield Result.of(seats[2], entry=b, round=number, opponents=(a,))


def table(regulations, partidas):
    """The standings as the golden files write them: {pair: figures}."""
    rows = rank(range(1, 16), results(regulations, partidas), regulations.criteria)
    return {
        row.entry: (row.played, row.wins, row.losses, row.points_for, row.points_against, row.difference)
        for row in rows
    }


def published(name):
    return {pair: tuple(figures) for pair, *figures in (row.values() for row in rows_of(name))}


def test_the_league_by_meetings_is_as_published():
    partidas = [(number, a, b, points) for number, a, b, points, _ in meetings()]
    assert len(partidas) == 64
    assert table(MEETINGS, partidas) == published("league_standings.csv")


def test_the_league_by_games():
    games = [(a, b, [points]) for _, a, b, parts, _ in meetings() for points in parts]
    assert len(games) == 164
    partidas = [(number, *game) for number, game in enumerate(games, 1)]
    assert table(GAMES, partidas) == published("league_standings_by_games.csv")


@pytest.mark.parametrize(("number", "a", "b", "points", "winner"), list(meetings()))
def test_every_meeting_has_the_winner_that_was_published(number, a, b, points, winner):
    """R3.6: two of them had fewer points."""
    assert {"a": a, "b": b}[play_totals(MEETINGS, points).winner] == winner


def test_two_meetings_were_won_with_fewer_points():
    """R3.6."""
    folded = [play_totals(MEETINGS, points) for *_, points, _ in meetings()]
    assert sum(meeting.winner != meeting.totals.ahead for meeting in folded) == 2

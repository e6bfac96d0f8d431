"""A real league through the tournament file: 15 pairs, 64 meetings, best of three games to 100 (R3.6)."""

import csv
import io
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tournament.audit.services import Author
from tournament.exchange.queries import dump
from tournament.exchange.services import load

pytestmark = pytest.mark.django_db

HERE = Path(__file__).parent
LEAGUE = json.loads((HERE / "league_2025.json").read_text(encoding="utf-8"))


def meetings() -> list[dict[str, Any]]:
    return [partida for round_ in LEAGUE["stages"][0]["rounds"] for partida in round_["partidas"]]


def by_games() -> dict[str, Any]:
    """The same league with each of the games as a partida of its own, in a round of its own."""
    games = [(m["a"], m["b"], points) for m in meetings() for points in m["parts"]]
    rounds = [
        {"number": number, "partidas": [{"table": 1, "a": a, "b": b, "points": points}]}
        for number, (a, b, points) in enumerate(games, 1)
    ]
    regulations = {key: value for key, value in LEAGUE["regulations"].items() if key != "best_of"}
    stage = {"name": "По играм", "system": "free", "rounds": rounds}
    return LEAGUE | {"slug": "by-games", "regulations": regulations, "stages": [stage]}


def standings(slug: str) -> list[dict[str, Any]]:
    out = io.StringIO()
    call_command("standings", slug, format="json", stdout=out)
    return json.loads(out.getvalue())


def figures(rows: list[dict[str, Any]]) -> dict[int, tuple[int, ...]]:
    """Entry → played, wins, losses, points for, points against, difference."""
    keys = ("played", "wins", "losses", "points_for", "points_against", "difference")
    return {row["entry"]: tuple(row[key] for key in keys) for row in rows}


def test_the_table_by_meetings_is_the_published_one() -> None:
    load(LEAGUE, Author())
    with (HERE / "league_2025_standings.csv").open(encoding="utf-8", newline="") as lines:
        published = {
            int(row["pair"]): tuple(
                int(row[key]) for key in ("meetings", "won", "lost", "points_for", "points_against", "difference")
            )
            for row in csv.DictReader(lines)
        }
    rows = standings("league-2025")
    assert len(published) == 15
    assert figures(rows) == published
    # R12.1: wins, then difference, then points for.
    order = sorted(published, key=lambda pair: (-published[pair][1], -published[pair][5], -published[pair][3]))
    assert [row["entry"] for row in rows] == order


def test_two_meetings_were_won_with_fewer_points() -> None:
    """R3.6: who wins more parts wins, whatever the summed points."""
    against_points = 0
    for meeting in meetings():
        won = Counter("a" if a > b else "b" for a, b in meeting["parts"])
        points = {"a": sum(a for a, _b in meeting["parts"]), "b": sum(b for _a, b in meeting["parts"])}
        winner = max(won, key=lambda side: won[side])
        against_points += points[winner] < max(points.values())
    assert against_points == 2


def test_the_table_by_games() -> None:
    """164 partidas, the table counted here game by game."""
    document = by_games()
    load(document, Author())
    counted = {entry["number"]: [0, 0, 0, 0, 0, 0] for entry in document["entries"]}
    games = 0
    for meeting in meetings():
        for a, b in meeting["parts"]:
            games += 1
            for mine, theirs, entry in ((a, b, meeting["a"]), (b, a, meeting["b"])):
                row = counted[entry]
                for place, amount in enumerate((1, mine > theirs, mine < theirs, mine, theirs, mine - theirs)):
                    row[place] += amount
    assert games == 164
    assert figures(standings("by-games")) == {entry: tuple(row) for entry, row in counted.items()}


@pytest.mark.parametrize("document", [LEAGUE, by_games()], ids=["meetings", "games"])
def test_the_league_comes_back_as_it_was(document: dict[str, Any]) -> None:
    assert dump(load(document, Author())) == document

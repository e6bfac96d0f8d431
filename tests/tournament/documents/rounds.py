"""What papers of a round say, as plain data, with names that are hard to print."""

from typing import Any

from tests.tournament.documents.contents import CLUB, COMMON, PLAYERS

LONG = ("Константинопольский-Задунайский Александр " * 5)[:200]
NASTY = ("<b>Bold</b> & Co", "שלום עליכם", LONG, "\u202eоборот")

ROUND = COMMON | {"event": "pairs", "round": 3}


def seat(number: int, player: str, entry: int, club: str = CLUB) -> dict[str, Any]:
    return {"seat": number, "player": player, "entry": entry, "club": club}


def drawn(number: int | None, *seats: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """A table of a draw; None: its seats are free."""
    return {"table": number, "group": "", "by_hand": False, "seats": list(seats)} | changes


def draw(players: tuple[str, ...] = PLAYERS, *, club: str = CLUB, **changes: Any) -> dict[str, Any]:
    """Pair 7 and pair 12 at table 5, pair 9 free."""
    seats = [seat(number, player, 7 if number % 2 else 12, club) for number, player in enumerate(players, 1)]
    free = drawn(None, seat(1, "Абрамов Ян", 9, ""), seat(3, "Яковлев Ян", 9, ""))
    content = {
        "published": "2026-03-14T08:05:00+00:00",
        "draw": {"method": "lots", "seed": "кубок-7"},
        "tables": [drawn(5, *seats), free],
    }
    return ROUND | content | changes


def meeting(round_: int, opponent: int | None, how: str = "won", score: list[int] | None = None) -> dict[str, Any]:
    return {"round": round_, "opponent": opponent, "how": how, "score": score}


def line(entry: int, *meetings: dict[str, Any], players: tuple[str, ...] = PLAYERS[:2]) -> dict[str, Any]:
    """A line of a cross-table; its place is its number."""
    return {
        "place": entry,
        "entry": entry,
        "players": list(players),
        "wins": 2,
        "difference": -10,
        "meetings": list(meetings),
    }


def cross_table(entries: int = 4, players: tuple[str, ...] = PLAYERS, **changes: Any) -> dict[str, Any]:
    """So many entries, each with a meeting of its neighbour in every one of three rounds."""
    lines = [
        line(
            entry,
            *(meeting(number, entry + 1 if entry % 2 else entry - 1, "won", [200, 195]) for number in (1, 2, 3)),
            players=(players[entry % 4], players[(entry + 1) % 4]),
        )
        for entry in range(1, entries + 1)
    ]
    return ROUND | {"groups": [{"letter": "", "lines": lines}], "missing": [[3, 2]]} | changes


def side(name: str, entry: int | None = None, *, won: bool = False, points: int | None = None) -> dict[str, Any]:
    return {"name": name, "entry": entry, "won": won, "points": points}


def bracket(first: int = 4, players: tuple[str, ...] = PLAYERS, **changes: Any) -> dict[str, Any]:
    """A bracket of so many first meetings, each round half of the one before."""
    rounds, number = [], 0
    while first:
        meetings = []
        for _each in range(first):
            number += 1
            sides = [
                side(f"{number} · {players[number % 4]}", number, won=True, points=200),
                side(f"{number + 90} · {players[(number + 1) % 4]}", number + 90, points=140),
            ]
            meetings.append({"number": number, "round": 1, "table": number, "note": "", "sides": sides})
        rounds.append({"title": f"1/{first} финала", "meetings": meetings})
        first //= 2
    content = {"sections": [{"title": "Основная сетка", "rounds": rounds}], "places": [[1, players[0]]], "torn": []}
    return ROUND | content | changes

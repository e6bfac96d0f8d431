"""What documents say, as plain data: protocols and standings of any size, with names that are hard to print."""

from typing import Any

PLAYERS = ("Королёв Пётр", "Żółkiewski Łukasz", "Núñez Íñigo", "Қожахметов Әділ")
CLUB = "Клуб «Дупль»"
COMMON = {
    "tournament": "Кубок Москвы по спортивному домино",
    "slug": "moscow-cup",
    "venue": "ЦДКЖ, Москва",
    "timezone": "Europe/Moscow",
    "stage": "Основной этап",
}


def deal(number: int, *, extra: bool = False, part: int = 1) -> dict[str, Any]:
    """A deal that side A wins by 10, closed by seat 1."""
    return {
        "number": number,
        "part": part,
        "lead": (number - 1) % 4 + 1,
        "ending": "domino",
        "closer": 1,
        "pips": [0, 4, 5, 1],
        "tiles": None,
        "ends": [6, 4],
        "laid": 21,
        "points": [10, 0],
        "totals": [10 * number, 0],
        "extra": extra,
    }


def ruling(**changes: Any) -> dict[str, Any]:
    """A ruling in force, as `RulingLine.as_dict` gives it: seat 2 took too long again in deal 3."""
    content = {
        "code": "move_time",
        "seat": 2,
        "deal": 3,
        "article": "R6.4",
        "penalty": {"fine": "usual"},
        "fine_points": 40,
        "why": ["repeat"],
        "referee": "Судья Сидоров",
        "at": "2026-03-14T11:20:00+00:00",
        "withdrawn": None,
    }
    return content | changes


def protocol(deals: int = 12, players: tuple[str, ...] = PLAYERS, **changes: Any) -> dict[str, Any]:
    """The content of a confirmed protocol, as `Sheet.as_dict` gives it."""
    seats = [
        {"seat": seat, "player": player, "entry": 7 if seat % 2 else 12, "club": CLUB}
        for seat, player in enumerate(players, 1)
    ]
    sides = {
        "a": {"entries": [7], "players": [players[0], players[2]], "club": CLUB},
        "b": {"entries": [12], "players": [players[1], players[3]], "club": CLUB},
    }
    content = COMMON | {
        "round": 3,
        "table": 7,
        "kind": "played",
        "seats": seats,
        "sides": sides,
        "started": "2026-03-14T11:05:00+00:00",
        "ended": "2026-03-14T11:41:00+00:00",
        "time_call": None,
        "regulations": {"preset": "fdr_deals"},
        "deals": [deal(number) for number in range(1, deals + 1)],
        "rulings": [],
        "added": [],
        "totals": [10 * deals, 0],
        "parts": None,
        "parts_won": [1, 0],
        "winner": "a",
        "by": "deals",
        "state": "confirmed",
        "revision": 1,
        "entered_by": "Судья Сидоров",
        "confirmed_by": "Секретарь Орлова",
        "signatures": [{"seat": 1, "player": players[0], "at": "2026-03-14T11:43:00+00:00"}],
    }
    return content | changes


def standings(rows: int = 15, **changes: Any) -> dict[str, Any]:
    """The content of standings, as `Table.as_dict` gives it; places 2 and 3 are shared."""
    content = COMMON | {
        "after_round": 5,
        "criteria": ["wins", "difference", "points_for"],
        "regulations": {"preset": "fdr_deals"},
        "rows": [_row(place) for place in range(1, rows + 1)],
        "missing": [],
    }
    return content | changes


def _row(number: int) -> dict[str, Any]:
    place = 2 if number == 3 else number
    return {
        "place": place,
        "entry": 100 - number,
        "players": [PLAYERS[number % 4], PLAYERS[(number + 1) % 4]],
        "club": CLUB,
        "country": "Россия",
        "played": 5,
        "wins": 5 - place // 4,
        "losses": place // 4,
        "walkovers": 1 if number == 4 else 0,
        "byes": 2 if number == 5 else 0,
        "points_for": 500 - place,
        "points_against": 300 + place * 40,
        "difference": 200 - place * 41,
        "values": {"wins": 5 - place // 4, "difference": 200 - place * 41, "points_for": 500 - place},
        "decided_by": None,
    }

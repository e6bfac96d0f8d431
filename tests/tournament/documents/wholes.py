"""What papers of rulings and of a whole tournament say, as plain data, with names that are hard to print."""

from typing import Any

from tests.tournament.documents.contents import CLUB, COMMON, PLAYERS, standings

TOURNAMENT = {key: value for key, value in COMMON.items() if key != "stage"} | {"event": "pairs"}
PLAYED = {"began": "2026-03-14", "ended": "2026-03-15"}
REFEREES = [
    {"role": "chief_referee", "name": "Судья Сидоров"},
    {"role": "secretary", "name": "Секретарь Орлова"},
    {"role": "referee", "name": "Núñez Íñigo"},
    {"role": "referee", "name": "Żółkiewski Łukasz"},
]


def ruling(**changes: Any) -> dict[str, Any]:
    """A ruling of the ledger: player 2 of the first pair took too long again in deal 3 of round 1, table 7."""
    content = {
        "code": "move_time",
        "sanctions": "fdr",
        "round": 1,
        "table": 7,
        "seat": 2,
        "deal": 3,
        "player": PLAYERS[1],
        "entry": 12,
        "penalty": {"fine": "usual"},
        "fine_points": 40,
        "why": ["repeat"],
        "referee": "Судья Сидоров",
        "at": "2026-03-14T11:20:00+00:00",
        "withdrawn": None,
    }
    return content | changes


def rulings(count: int = 3, players: tuple[str, ...] = PLAYERS, **changes: Any) -> dict[str, Any]:
    """So many rulings after round 3, each on another player."""
    found = [ruling(player=players[number % 4], entry=number + 1) for number in range(count)]
    return TOURNAMENT | {"stage": COMMON["stage"], "round": 3, "rulings": found} | changes


def diplomas(players: tuple[str, ...] = PLAYERS, *, club: str = CLUB, each: str = "entry") -> dict[str, Any]:
    """Places 1 to 3; each: `entry` or `player`, who then has the last one beside him."""
    pairs = [(players[at], players[(at + 1) % 4]) for at in range(3)]
    found = [
        {
            "place": place,
            "entry": 10 + place,
            "club": club,
            "country": "",
            "players": list(pair) if each == "entry" else [pair[0]],
            "partners": [] if each == "entry" else [pair[1]],
        }
        for place, pair in enumerate(pairs, 1)
    ]
    asked = {"first": 1, "last": 3, "each": each, "officials": REFEREES[:2], "diplomas": found}
    return TOURNAMENT | PLAYED | asked


def side(entry: int, *players: str) -> dict[str, Any]:
    return {"entries": [entry], "players": list(players), "club": CLUB}


def table(number: int | None, *sides: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """A table of a round, played and won by side A, 120 to 86 in twelve deals."""
    content = {
        "table": number,
        "kind": "played",
        "sides": list(sides),
        "score": [120, 86],
        "winner": "a",
        "deals": 12,
        "corrected": False,
    }
    return content | changes


def entry(number: int, *players: str, club: str = CLUB, **changes: Any) -> dict[str, Any]:
    members = [{"name": name, "slot": slot, "from": 1, "to": None} for slot, name in enumerate(players, 1)]
    about = {"number": number, "players": members, "club": club, "country": "Россия", "withdrawn_from": None}
    return about | changes


def stage(number: int = 1, rows: int = 4, tables: list[dict[str, Any]] | None = None, **changes: Any) -> dict[str, Any]:
    """A Swiss stage of one round, its standings as in `contents.standings`."""
    said = standings(rows)
    round_ = {"number": number, "began": "2026-03-14T08:05:00+00:00", "regulations": None, "tables": tables or []}
    content = {
        "number": number,
        "name": COMMON["stage"],
        "system": "swiss",
        "regulations": None,
        "criteria": said["criteria"],
        "rows": said["rows"],
        "rounds": [round_],
    }
    return content | changes


def report(players: tuple[str, ...] = PLAYERS, *, club: str = CLUB, rows: int = 4, **changes: Any) -> dict[str, Any]:
    """One stage of one round: one table played, one lost by absence, one pair free; a protest, a ruling, an erratum."""
    a, b = side(7, players[0], players[2]), side(12, players[1], players[3])
    tables = [
        table(1, a, b, corrected=True),
        table(2, side(8, "Абрамов Ян", "Бобров Ян"), side(9, "Васин Ян", "Гусев Ян"), kind="walkover", score=None),
        table(None, side(10, "Дёмин Ян", "Ёлкин Ян"), kind="bye", score=None, winner=None),
    ]
    protest = {"round": 1, "table": 1, "players": [players[1], players[3]], "number": 1, "side": "b"}
    protest |= {"refused_seat": None, "text": "Раздача 3 сосчитана неверно", "at": "2026-03-14T11:45:00+00:00"}
    protest |= {"state": "rejected", "reason": "Пересчитано", "decided_at": "2026-03-14T12:00:00+00:00"}
    erratum = {"round": 1, "table": 1, "at": "2026-03-14T12:10:00+00:00", "sides": [a, b], "before": "118 : 86"}
    erratum |= {"after": "120 : 86", "stays": False, "winner": "", "deals": ["Раздача 5: очки 8 : 0 → 10 : 0."]}
    erratum |= {"reason": "Описка", "departure": ""}
    content = {
        "regulations": {"preset": "fdr_deals", "deals": 8},
        "officials": REFEREES,
        "entries": [entry(7, players[0], players[2], club=club), entry(12, players[1], players[3], withdrawn_from=2)],
        "stages": [only := stage(rows=rows, tables=tables)],
        "places": [{"place": row["place"], "entry": row["entry"], "stage": 1} for row in only["rows"]],
        "rulings": [ruling(player=players[1])],
        "protests": [protest],
        "errata": [erratum],
    }
    return TOURNAMENT | PLAYED | content | changes

"""What the columns of a list hold: by their headings in Russian, English and Spanish, or by what stands in them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournament.models import search_key

# Headings by which a column is known; a pair's two names may share one cell.
HEADINGS = {
    "number": {"номер", "номер пары", "№", "№ пары", "№ п/п", "п/п", "no", "number", "numero", "nº"},
    "pair": {
        *("пара", "пары", "игроки", "участники", "состав", "состав пары", "спортсмены"),
        *("pair", "players", "names", "team members", "pareja", "jugadores", "integrantes"),
    },
    "player_1": {"игрок 1", "игрок1", "игрок №1", "1 игрок", "1-й игрок", "первый игрок", "player 1", "player1"}
    | {"jugador 1", "jugador1"},
    "player_2": {"игрок 2", "игрок2", "игрок №2", "2 игрок", "2-й игрок", "второй игрок", "player 2", "player2"}
    | {"партнёр", "напарник", "partner", "jugador 2", "jugador2", "compañero"},
    # One player: in an individual event that is all; in pairs the first such column is player 1, the next player 2.
    "person": {
        *("игрок", "участник", "фио", "ф.и.о", "имя", "фамилия имя", "фамилия, имя", "фамилия и имя", "спортсмен"),
        *("player", "name", "full name", "jugador", "jugadora", "nombre", "nombre y apellido", "nombre y apellidos"),
    },
    # A name in parts: the surname begins the next player.
    "surname": {"фамилия", "surname", "last name", "apellido", "apellidos"},
    "given": {"отчество", "имя отчество", "имя, отчество", "first name", "given name", "nombres"},
    "club": {"клуб", "команда", "школа", "организация", "club", "team", "equipo"},
    "country": {"страна", "country", "pais"},
    "seed": {"посев", "рейтинг", "seed", "cabeza de serie", "siembra"},
}
KNOWN = {search_key(heading): name for name, headings in HEADINGS.items() for heading in headings}
NAMES = {"pair", "player_1", "player_2", "person", "surname"}
PARTS = {"person", "surname", "given"}
# Above its headings a list may have a title, a date and a place.
ROWS_LOOKED_AT = 20
SUM = re.compile(r"(?:итого|всего|total)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Headings:
    """The headings of a list. columns: what each holds, "" what isn't known; lines: where they stand.

    above: the lines before them, which say nothing of entries; again: where they are repeated, as on each page;
    sums: where something is summed up.
    """

    columns: list[str]
    lines: list[int]
    above: list[int]
    again: list[int]
    sums: list[int]
    unread: list[str]


def find(rows: Mapping[int, Sequence[str]], *, alone: bool) -> Headings | None:
    """The headings among the first rows (by line): one row of them or two; None where there are none."""
    lines = list(rows)
    first = next((at for at, line in enumerate(lines[:ROWS_LOOKED_AT]) if NAMES & set(_known(rows[line]))), None)
    if first is None:
        return None
    own = [at for at in (first - 1, first, first + 1) if at == first or _is_second(lines, rows, at)]
    heads = [rows[lines[at]] for at in own]
    after = lines[own[-1] + 1 :]
    return Headings(
        columns=_settled(_combined([_known(head) for head in heads]), alone),
        lines=[lines[at] for at in own],
        above=lines[: own[0]],
        again=[line for line in after if _is_all_headings(rows[line])],
        sums=[line for line in after if SUM.match(next(filter(None, rows[line])))],
        unread=_unread(heads),
    )


def _known(cells: Sequence[str]) -> list[str]:
    return [KNOWN.get(_key(cell), "") for cell in cells]


def _key(cell: str) -> str:
    """A heading without what is added in brackets, and without marks at its end."""
    return search_key(re.sub(r"\([^)]*\)", "", cell).strip(" .:*"))


def _is_second(lines: list[int], rows: Mapping[int, Sequence[str]], at: int) -> bool:
    """Whether this row goes with the row of headings beside it: nothing but headings stands in it."""
    return 0 <= at < len(lines) and _is_all_headings(rows[lines[at]])


def _is_all_headings(cells: Sequence[str]) -> bool:
    filled = [cell for cell in cells if cell]
    return bool(filled) and all(_known(filled))


def _combined(heads: list[list[str]]) -> list[str]:
    """Two rows as one: the lower one counts, but a part of a name stays with the player named above it."""
    width = max(map(len, heads))
    upper, *below = [head + [""] * (width - len(head)) for head in heads]
    for lower in below:
        upper = [
            above if not under or (under in PARTS and above in ("player_1", "player_2")) else under
            for above, under in zip(upper, lower, strict=True)
        ]
    return upper


def _settled(columns: list[str], alone: bool) -> list[str]:
    """Parts of names and single players as the player that they are; the club of each may stand beside him."""
    if alone:
        return ["player_1" if name in PARTS or name == "pair" else name for name in columns]
    if columns.count("person") == 1 and "surname" not in columns:
        # Either «Иванов / Петров» in one column, or a first player beside «партнёр».
        return ["player_1" if name == "person" and "player_2" in columns else _or_pair(name) for name in columns]
    settled, player = [], 0
    for name in columns:
        if name in ("player_1", "player_2"):
            player = int(name[-1])
        elif name == "surname" or (name == "person" and "surname" not in columns):
            player += 1
        settled.append(f"player_{max(player, 1)}" if name in PARTS else name)
    return settled


def _or_pair(name: str) -> str:
    return "pair" if name == "person" else name


def _unread(heads: list[Sequence[str]]) -> list[str]:
    """The headings that nobody knows, where no other row of headings says what the column is."""
    width = max(map(len, heads))
    columns = [[head[at] if at < len(head) else "" for head in heads] for at in range(width)]
    return [" ".join(filter(None, cells)) for cells in columns if any(cells) and not any(_known(cells))]


def guessed(rows: Sequence[Sequence[str]], *, alone: bool, between_names: re.Pattern[str]) -> list[str]:
    """Without headings: a number if all rows begin with one, then names, club, country, seed."""
    empty = [all(len(cells) <= at or not cells[at] for cells in rows) for at in range(max(map(len, rows)))]
    filled = [[cell for at, cell in enumerate(cells) if not empty[at]] for cells in rows]
    number = ["number"] if all(cells and cells[0].isdecimal() for cells in filled) else []
    if alone:
        columns = [*number, "player_1", "club", "country", "seed"]
    else:
        at = len(number)
        in_one_cell = any(len(cells) > at and len(between_names.split(cells[at])) > 1 for cells in filled)
        names = ["pair"] if in_one_cell else ["player_1", "player_2"]
        columns = [*number, *names, "club", "country", "seed"]
    rest = iter(columns)
    return ["" if nothing else next(rest, "") for nothing in empty] + list(rest)

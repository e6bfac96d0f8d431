"""Lists of entries as spreadsheets and people write them: read into applications, line by line."""

import csv
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from tournament.models import search_key
from tournament.phrases import Refused

from .queries import ALONE_LABELS, FIELD_LABELS, LARGEST_NUMBER, Application

# Bytes of a file and letters of a pasted text: some 3,000 pairs.
LARGEST_LIST = 300_000
MOST_ROWS = 3_000

# Headings by which a column is known; a pair's two names may share one cell.
HEADINGS = {
    "number": {"номер", "номер пары", "№", "no", "number", "numero", "nº"},
    "pair": {"пара", "игроки", "участники", "pair", "players", "names", "pareja", "jugadores"},
    "player_1": {"игрок 1", "игрок1", "первый игрок", "player 1", "player1", "jugador 1", "jugador1"},
    "player_2": {"игрок 2", "игрок2", "второй игрок", "player 2", "player2", "jugador 2", "jugador2"},
    "club": {"клуб", "команда", "школа", "club", "team", "equipo"},
    "country": {"страна", "country", "pais"},
    "seed": {"посев", "рейтинг", "seed", "cabeza de serie", "siembra"},
}
KNOWN_HEADINGS = {search_key(heading): name for name, headings in HEADINGS.items() for heading in headings}
# In an individual event a column for one player needs no number.
ALONE = {"игрок", "участник", "фио", "имя", "спортсмен", "player", "name", "jugador", "jugadora", "nombre"}
ALONE_HEADINGS = KNOWN_HEADINGS | {search_key(heading): "player_1" for heading in ALONE}
NAMES = {"pair", "player_1", "player_2"}
BETWEEN_NAMES = re.compile(r"\s*(?:/|\+|\n|\s[-–—]\s)\s*")
ARCHIVES = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")  # xlsx and ods; the old xls
# A letter of one alphabet right beside one of the other: the text was read with the wrong code page.
MIXED_ALPHABETS = re.compile(r"[a-z][а-яё]|[а-яё][a-z]", re.IGNORECASE)
CONTROL_CHARACTERS = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")


def text_of(raw: bytes) -> str:
    """A list as a spreadsheet saved it: UTF-8, UTF-16 with its mark, Windows Cyrillic or Western."""
    if raw.startswith(ARCHIVES):
        raise Refused("entries.spreadsheet", field="file")
    try:
        text = raw.decode("utf-16" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError:
        text = _windows_text(raw)
    return plain_text(text)


def _windows_text(raw: bytes) -> str:
    for encoding in ("cp1251", "cp1252"):
        try:
            text = raw.decode(encoding)
        except UnicodeDecodeError:
            continue
        if not MIXED_ALPHABETS.search(text):
            return text
    raise Refused("entries.undecodable", field="file")


def plain_text(text: str) -> str:
    """The text with one kind of line end and no mark at its beginning; refuses what is no text."""
    if CONTROL_CHARACTERS.search(text):
        raise Refused("entries.binary", field="file")
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


@dataclass(frozen=True)
class Sheet:
    """A list that was read: by line the applications and what couldn't be read; what should be said of it."""

    applications: Mapping[int, Application]
    errors: Mapping[int, tuple[Refused, ...]]
    notes: tuple[Refused, ...]


def read_sheet(text: str, *, alone: bool = False) -> Sheet:
    """Read a list, with or without headings, separated by semicolons, tabs or commas.

    alone: of players who enter each by himself; else of pairs. Raises `Refused` if nobody is in it at all.
    """
    nobody = Refused("entries.no_players" if alone else "entries.no_rows")
    lines = _cells_by_line(text)
    rows = {line: cells for line, cells in lines.items() if any(cells)}
    empty = sorted(set(lines) - set(rows))
    if not rows:
        raise nobody
    first = next(iter(rows))
    columns = _headed_columns(rows[first], ALONE_HEADINGS if alone else KNOWN_HEADINGS)
    notes = [Refused("entries.empty_rows", lines=", ".join(map(str, empty)))] if empty else []
    if columns:
        notes += _unread_columns(columns, rows.pop(first))
    else:
        columns = _guessed_columns(list(rows.values()), alone)
        labels = ALONE_LABELS if alone else FIELD_LABELS
        order = ", ".join(str(labels.get(column, _("Pair"))) for column in columns)
        notes.append(Refused("entries.no_headings", order=order))
    if not rows:
        raise nobody
    if len(rows) > MOST_ROWS:
        raise Refused("entries.too_many_rows", count=len(rows), limit=MOST_ROWS)
    read = {line: _application(dict(zip(columns, cells, strict=False))) for line, cells in rows.items()}
    return Sheet(
        applications={line: application for line, (application, _errors) in read.items()},
        errors={line: errors for line, (_application, errors) in read.items() if errors},
        notes=tuple(notes),
    )


def _cells_by_line(text: str) -> dict[int, list[str]]:
    """The cells of each row, by the line on which the row begins; an empty line is a row without cells."""
    reader = csv.reader(io.StringIO(text.rstrip("\n")), delimiter=_separator(text))
    rows: dict[int, list[str]] = {}
    begins = 1
    for cells in reader:
        rows[begins] = [_tidy(cell) for cell in cells]
        begins = reader.line_num + 1
    return rows


def _separator(text: str) -> str:
    """What divides the most lines into cells; a tab or semicolon before a comma, which may stand in a name."""
    lines = [line for line in text.split("\n") if line.strip()]

    def divided(separator: str) -> int:
        return sum(len(next(csv.reader([line], delimiter=separator))) > 1 for line in lines)

    return max("\t;,", key=divided)


def _tidy(cell: str) -> str:
    """A cell with single spaces and its line ends, without the apostrophe that keeps a formula harmless."""
    tidy = "\n".join(" ".join(line.split()) for line in cell.strip().split("\n"))
    return tidy[1:] if re.match(r"'+[=+\-@]", tidy) else tidy


def _headed_columns(cells: list[str], known: Mapping[str, str]) -> list[str]:
    """What each column holds by its heading ("" if it isn't known); nothing if this is no row of headings."""
    keys = [search_key(cell.rstrip(".:")) for cell in cells]
    columns = [known.get(key, "") for key in keys]
    return columns if NAMES.intersection(columns) else []


def _unread_columns(columns: list[str], headings: list[str]) -> list[Refused]:
    unread = [heading for column, heading in zip(columns, headings, strict=True) if heading and not column]
    return [Refused("entries.unread_columns", headings=", ".join(unread))] if unread else []


def _guessed_columns(rows: list[list[str]], alone: bool) -> list[str]:
    """Without headings: a number if all rows begin with one, then names, club, country, seed."""
    number = ["number"] if all(cells[0].isdecimal() for cells in rows) else []
    if alone:
        return [*number, "player_1", "club", "country", "seed"]
    in_one_cell = any(len(cells) > len(number) and len(BETWEEN_NAMES.split(cells[len(number)])) > 1 for cells in rows)
    names = ["pair"] if in_one_cell else ["player_1", "player_2"]
    return [*number, *names, "club", "country", "seed"]


def _application(cells: Mapping[str, str]) -> tuple[Application, tuple[Refused, ...]]:
    """A row as an application, and its figures that are none."""
    errors: list[Refused] = []
    figures: dict[str, int | None] = {}
    for name in ("number", "seed"):
        try:
            figures[name] = _figure(cells.get(name, ""), name)
        except Refused as refusal:
            errors.append(refusal)
    application = Application(
        players=tuple(_names(cells)),
        club=" ".join(cells.get("club", "").split()),
        country=" ".join(cells.get("country", "").split()),
        number=figures.get("number"),
        seed=figures.get("seed"),
    )
    return application, tuple(errors)


def _names(cells: Mapping[str, str]) -> Iterator[str]:
    for name in ("pair", "player_1", "player_2"):
        yield from filter(None, BETWEEN_NAMES.split(cells.get(name, "")))


def _figure(text: str, name: str) -> int | None:
    if not text:
        return None
    if not re.fullmatch(r"[0-9]{1,5}", text) or not 1 <= int(text) <= LARGEST_NUMBER:
        raise Refused("entries.no_figure", field=name, value=text[:30], limit=LARGEST_NUMBER)
    return int(text)

"""Lists of entries as spreadsheets and people write them: read into applications, line by line."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext_lazy as _

from tournament.phrases import Refused

from . import headings
from .formulas import FORMULA, without_apostrophe
from .queries import ALONE_LABELS, FIELD_LABELS, LARGEST_NUMBER, Application

# Bytes of a file and letters of a pasted text: some 3,000 pairs.
LARGEST_LIST = 300_000
MOST_ROWS = 3_000

BETWEEN_NAMES = re.compile(r"\s*(?:/|\+|\n|\s[-–—]\s)\s*")
ARCHIVES = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")  # xlsx and ods; the old xls
# A letter of one alphabet right beside one of the other: the text was read with the wrong code page.
MIXED_ALPHABETS = re.compile(r"[a-z][а-яё]|[а-яё][a-z]", re.IGNORECASE)
CONTROL_CHARACTERS = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
# Letters of our alphabets and the marks of spreadsheets: bytes that are no UTF-16 come out as anything else.
OUR_LETTERS = re.compile("[\t\r\n -\u024f\u0300-\u036f\u0400-\u052f\u2010-\u203a\u2116\ufeff]*")
SEPARATORS = "\t;,|"
# The first line by which Excel is told what divides the cells.
SAYS_SEPARATOR = re.compile(r"sep=(.)\n", re.IGNORECASE)


def text_of(raw: bytes) -> str:
    """A list as a spreadsheet saved it: UTF-8, UTF-16 with its mark or without, Windows Cyrillic or Western."""
    if raw.startswith(ARCHIVES):
        raise Refused("entries.spreadsheet", field="file")
    try:
        text = raw.decode(_utf_16(raw) or "utf-8-sig")
    except UnicodeDecodeError:
        text = _windows_text(raw)
    return plain_text(text)


def _utf_16(raw: bytes) -> str | None:
    """Which UTF-16 it is; without a mark the zeros of separators and spaces tell it from all others."""
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "utf-16"
    high, low = raw[::2].count(0), raw[1::2].count(0)
    encoding = "utf-16-le" if low > high else "utf-16-be"
    if high == low or len(raw) % 2 or not OUR_LETTERS.fullmatch(raw.decode(encoding, "replace")):
        return None
    return encoding


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
    """Read a list, with or without headings, whatever divides its cells.

    alone: of players who enter each by himself; else of pairs. Raises `Refused` if nobody is in it at all.
    """
    nobody = Refused("entries.no_players" if alone else "entries.no_rows")
    lines = _cells_by_line(text)
    rows = {line: cells for line, cells in lines.items() if any(cells)}
    empty = sorted(set(lines) - set(rows))
    if not rows:
        raise nobody
    columns, notes = _columns(rows, alone)
    if not rows:
        raise nobody
    if len(rows) > MOST_ROWS:
        raise Refused("entries.too_many_rows", count=len(rows), limit=MOST_ROWS)
    if empty:
        notes.insert(0, _of_lines("entries.empty_rows", empty))
    read = {line: _application(columns, cells) for line, cells in rows.items()}
    applications = {line: application for line, (application, _errors, _clubs) in read.items()}
    joined = None if alone else _joined(applications)
    if two_clubs := [line for line, (_read, _errors, clubs) in read.items() if clubs > 1] + _of_two(
        applications, joined
    ):
        notes.append(_of_lines("entries.two_clubs", two_clubs))
    if joined:
        notes.append(Refused("entries.joined", count=len(joined)))
    return Sheet(
        applications=joined or applications,
        errors=_under_their_pair({line: errors for line, (_read, errors, _clubs) in read.items() if errors}, joined),
        notes=tuple(notes),
    )


def _of_lines(code: str, lines: Sequence[int]) -> Refused:
    return Refused(code, lines=", ".join(map(str, lines)))


def _columns(rows: dict[int, list[str]], alone: bool) -> tuple[list[str], list[Refused]]:
    """What the columns hold, and what is to be said of that; takes all rows away that say nothing of entries."""
    found = headings.find(rows, alone=alone)
    if found is None:
        columns = headings.guessed(list(rows.values()), alone=alone, between_names=BETWEEN_NAMES)
        labels = ALONE_LABELS if alone else FIELD_LABELS
        order = ", ".join(str(labels.get(column, _("Pair"))) for column in columns if column)
        return columns, [Refused("entries.no_headings", order=order)]
    for line in {*found.above, *found.lines, *found.again, *found.sums}:
        del rows[line]
    notes = [Refused("entries.unread_columns", headings=", ".join(found.unread))] if found.unread else []
    if found.above:
        notes.insert(0, _of_lines("entries.above_headings", found.above))
    if found.sums:
        notes.append(_of_lines("entries.sums", found.sums))
    if found.again:
        notes.append(_of_lines("entries.headings_again", found.again))
    return found.columns, notes


def _cells_by_line(text: str) -> dict[int, list[str]]:
    """The cells of each row, by the line on which the row begins; an empty line is a row without cells."""
    said = SAYS_SEPARATOR.match(text)
    if said:
        # Spreadsheets don't show this line, so theirs are counted after it.
        text = text[said.end() :]
    separator = said[1] if said else _separator(text)
    if separator == " ":
        text, separator = re.sub(r"[ \xa0]{2,}", "\t", text), "\t"
    reader = csv.reader(io.StringIO(text.rstrip("\n")), delimiter=separator)
    rows: dict[int, list[str]] = {}
    begins = 1
    for cells in reader:
        rows[begins] = [_tidy(cell) for cell in cells]
        begins = reader.line_num + 1
    return rows


def _separator(text: str) -> str:
    """What divides the most lines into cells; a tab or semicolon before a comma, which may stand in a name.

    A space where nothing does: then gaps of several spaces divide, as in a text that was copied from a letter.
    """
    lines = [line for line in text.split("\n") if line.strip()]

    def divided(separator: str) -> int:
        return sum(len(next(csv.reader([line], delimiter=separator))) > 1 for line in lines)

    best = max(SEPARATORS, key=divided)
    return best if divided(best) else " "


def _tidy(cell: str) -> str:
    """A cell with single spaces and its line ends; an apostrophe that keeps a formula harmless stays for now."""
    return "\n".join(" ".join(line.split()) for line in cell.strip().split("\n"))


def _application(columns: list[str], cells: list[str]) -> tuple[Application, tuple[Refused, ...], int]:
    """A row as an application, what of it can't be, and how many different clubs it names."""
    filled: dict[str, list[str]] = {}
    errors: list[Refused] = []
    for name, cell in zip(columns, cells, strict=False):
        if name and cell and FORMULA.fullmatch(cell):
            errors.append(Refused("entries.formula", field="player_1" if name == "pair" else name, formula=cell[:30]))
        elif name and cell:
            filled.setdefault(name, []).append(without_apostrophe(cell))
    figures: dict[str, int | None] = {}
    for name in ("number", "seed"):
        try:
            figures[name] = _figure(next(iter(filled.get(name, ())), ""), name)
        except Refused as refusal:
            errors.append(refusal)
    clubs = [" ".join(club.split()) for club in filled.get("club", ())]
    application = Application(
        players=tuple(_names(filled)),
        club=next(iter(clubs), ""),
        country=" ".join(next(iter(filled.get("country", ())), "").split()),
        number=figures.get("number"),
        seed=figures.get("seed"),
    )
    return application, tuple(errors), len(set(clubs))


def _names(filled: Mapping[str, list[str]]) -> Iterator[str]:
    """The players' names; one may be written in several cells, several in one."""
    for name in ("pair", "player_1", "player_2"):
        yield from filter(None, BETWEEN_NAMES.split(" ".join(filled.get(name, ()))))


def _figure(text: str, name: str) -> int | None:
    if not text:
        return None
    if not re.fullmatch(r"[0-9]{1,5}", text) or not 1 <= int(text) <= LARGEST_NUMBER:
        raise Refused("entries.no_figure", field=name, value=text[:30], limit=LARGEST_NUMBER)
    return int(text)


def _joined(applications: Mapping[int, Application]) -> dict[int, Application] | None:
    """Pairs that stand on two lines with one number, a player on each; None if this isn't such a list."""
    counts = Counter(application.number for application in applications.values())
    one_each = all(len(application.players) == 1 for application in applications.values())
    if not one_each or None in counts or set(counts.values()) != {2}:
        return None
    pairs: dict[int | None, int] = {}
    joined: dict[int, Application] = {}
    for line, second in applications.items():
        begun = pairs.setdefault(second.number, line)
        first = joined.get(begun, second)
        if begun != line:
            second = replace(first, players=(*first.players, *second.players), club=first.club or second.club)
        joined[begun] = second
    return joined


def _of_two(applications: Mapping[int, Application], joined: Mapping[int, Application] | None) -> list[int]:
    """The second lines of joined pairs whose player is of another club than the first."""
    pairs = {pair.number: pair for pair in (joined or {}).values()}
    lines = applications.items() if joined else ()
    return [line for line, player in lines if player.club and player.club != pairs[player.number].club]


def _under_their_pair(
    errors: dict[int, tuple[Refused, ...]], joined: Mapping[int, Application] | None
) -> dict[int, tuple[Refused, ...]]:
    """The errors by the line of their application, of which two lines may have become one."""
    if joined is None:
        return errors
    found: dict[int, tuple[Refused, ...]] = {}
    for line, refused in errors.items():
        begun = max(start for start in joined if start <= line)
        found[begun] = (*found.get(begun, ()), *refused)
    return found

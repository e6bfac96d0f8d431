"""What people type or upload about entries: a pair or player, a list of them, a withdrawal."""

import csv
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

from tournament.models import search_key
from tournament.phrases import Refused, problem

from .pins import LONGEST, PIN
from .queries import (
    ALONE_LABELS,
    COUNTRY_LENGTH,
    FIELD_LABELS,
    LARGEST_NUMBER,
    LARGEST_ROUND,
    LARGEST_TABLE,
    NAME_LENGTH,
    Application,
)

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
TEXTS = ("player_1", "player_2", "club", "country")
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


class ImportForm(forms.Form):
    """A list of pairs, or of players who enter each by himself, as a file or pasted."""

    file = forms.FileField(
        label=_("File"), required=False, help_text=_("CSV, as a spreadsheet saves it, up to 300 kB.")
    )
    text = forms.CharField(
        label=_("Or paste the list here"),
        required=False,
        max_length=LARGEST_LIST,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12}),
        help_text=_("One pair a line: both players, club, country, seed. A first line with headings is understood."),
    )

    def __init__(self, *args: Any, alone: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.alone = alone
        if alone:
            self.fields["text"].help_text = _(
                "One player a line: name, club, country, seed. A first line with headings is understood."
            )

    def clean_file(self) -> "UploadedFile[Any] | None":
        file: UploadedFile[Any] | None = self.cleaned_data["file"]
        if file and (file.size or 0) > LARGEST_LIST:
            raise forms.ValidationError(str(Refused("entries.too_large", size=file.size, limit=LARGEST_LIST)))
        return file

    def clean(self) -> dict[str, Any]:
        """Adds `sheet`, the list that was read, from the file if there is one, and its `text`."""
        cleaned = super().clean() or {}
        if not self.errors:
            try:
                file = cleaned["file"]
                cleaned["text"] = text_of(file.read()) if file else plain_text(cleaned["text"])
                cleaned["sheet"] = read_sheet(cleaned["text"], alone=self.alone)
            except Refused as refusal:
                self.add_error(*problem(refusal)[:2])
        return cleaned


class EntryForm(forms.Form):
    """A pair as it registers, or a player who enters by himself."""

    player_1 = forms.CharField(label=FIELD_LABELS["player_1"], max_length=NAME_LENGTH)
    player_2 = forms.CharField(label=FIELD_LABELS["player_2"], max_length=NAME_LENGTH)
    club = forms.CharField(label=FIELD_LABELS["club"], max_length=NAME_LENGTH, required=False)
    country = forms.CharField(label=FIELD_LABELS["country"], max_length=COUNTRY_LENGTH, required=False)
    seed = forms.IntegerField(
        label=FIELD_LABELS["seed"],
        required=False,
        min_value=1,
        max_value=LARGEST_NUMBER,
        help_text=_("1 is the strongest."),
    )
    fixed_table = forms.IntegerField(
        label=_("Fixed table"),
        required=False,
        min_value=1,
        max_value=LARGEST_TABLE,
        help_text=_("For a pair that can't change places: it plays every round at this table (R13.5)."),
    )

    def __init__(self, *args: Any, alone: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if alone:
            del self.fields["player_2"]
            self.fields["player_1"].label = ALONE_LABELS["player_1"]
            self.fields["fixed_table"].help_text = _(
                "For a player who can't change places: he plays every round at this table (R13.5)."
            )

    def application(self, number: int | None = None) -> Application:
        """What was typed, as an application for this number."""
        typed = {name: " ".join(self.cleaned_data[name].split()) for name in TEXTS if name in self.fields}
        return Application(
            players=tuple(typed[name] for name in ("player_1", "player_2") if name in typed),
            club=typed["club"],
            country=typed["country"],
            number=number or self.cleaned_data.get("number"),
            seed=self.cleaned_data["seed"],
            fixed_table=self.cleaned_data["fixed_table"],
        )


class AddForm(EntryForm):
    """A new entry; its number may be chosen."""

    number = forms.IntegerField(
        label=FIELD_LABELS["number"],
        required=False,
        min_value=1,
        max_value=LARGEST_NUMBER,
        help_text=_("Empty: the next free number."),
    )


class ReasonForm(forms.Form):
    """Why; the journal keeps it."""

    reason = forms.CharField(label=_("Reason"), max_length=500)


class PinForm(forms.Form):
    """The PIN by which a pair signs its protocols; empty to take it away."""

    pin = forms.CharField(
        label=_("New PIN"),
        required=False,
        help_text=_("Four to six digits. Left empty, the pair has no PIN any more."),
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off", "maxlength": LONGEST}),
        validators=[RegexValidator(PIN, _("A PIN has four to six digits."))],
    )


class WithdrawForm(ReasonForm):
    """From which round an entry plays no more, and why (R8.5)."""

    from_round = forms.IntegerField(label=_("First round that it doesn't play"), min_value=1, max_value=LARGEST_ROUND)

    field_order = ("from_round", "reason")


class SubstituteForm(ReasonForm):
    """Who takes a player's place, from which round, and why (R8.5)."""

    name = forms.CharField(label=_("Who comes"), max_length=NAME_LENGTH)
    from_round = forms.IntegerField(label=_("First round that he plays"), min_value=1, max_value=LARGEST_ROUND)

    field_order = ("name", "from_round", "reason")

    def clean_name(self) -> str:
        return " ".join(self.cleaned_data["name"].split())

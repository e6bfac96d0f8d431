"""Ten lists as people really send them, through the page: what is read, what is said, and that it's all or nothing.

`files/make.py` writes them.
"""

import io
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import Workbook

from tests.pages import errors_of
from tournament import fence
from tournament.entries import workbooks
from tournament.entries.queries import application_of, entries_of
from tournament.models import Tournament

FILES = Path(__file__).parent / "files"
URL = reverse("entries:import_pairs", args=["cup"])
FORMULA = (
    "«%s» is a formula without a value. Put the name or the number itself in its place, or open the file in the "
    "spreadsheet, save it and send it again."
)
KNOWN = (
    "Ким К. already plays: line 2. If this is another person of the same name, tell them apart: give the club of each, "
    "or add the patronymic."
)


@dataclass(frozen=True)
class Read:
    """What a list is read as: line, number, pair, club, country, seed; what is wrong by line and field; the notes."""

    rows: list[tuple[int, int, str, str, str, int | None]]
    wrong: dict[int, list[tuple[str, str]]]
    notes: list[str]


EXPECTED = {
    "01-cp1251-semicolons.csv": Read(
        [
            (2, 1, "Иванов И. / Петров П.", "Спартак", "Россия", 2),
            (3, 2, "Королёв, Пётр / Ким К.", 'ДК "Заря"', "Россия", 1),
        ],
        {},
        [],
    ),
    "02-utf16-tabs.txt": Read(
        [
            (2, 1, "Иванов И. / Петров П.", "Спартак", "Россия", None),
            (3, 2, "Чжан Ю. / Ли Л.", "Динамо", "Китай", None),
        ],
        {},
        [],
    ),
    "03-merged-cells.xlsx": Read(
        [
            (3, 1, "Иванов И. / Петров П.", "Спартак", "", None),
            (4, 2, "Ким К. / Ли Л.", "Спартак", "", None),
            (5, 3, "Цой Ц. / Пак П.", "Спартак", "", None),
            (6, 4, "Орлов О. / Дроздов Д.", "Динамо", "", None),
        ],
        {},
        ["What stands above the headings is passed over: 1."],
    ),
    "04-formulas.xlsx": Read(
        [
            (2, 1, "Иванов И. / Петров П.", "Спартак", "", None),
            (3, 2, "Ким К. / Ли Л.", "Спартак", "", None),
            (4, 3, "Цой Ц.", "Динамо", "", None),
            (5, 4, "Орлов О. / Дроздов Д.", "", "", None),
        ],
        {
            4: [
                ("Player 2", FORMULA % "=VLOOKUP(A4,Лист2!A:B,2)"),
                ("Player 2", "Only Цой Ц. is named. A pair needs two players (R1.3)."),
            ],
            5: [("Club", FORMULA % "#ИМЯ?")],
        },
        [],
    ),
    "05-empty-columns-and-lines.csv": Read(
        [
            (3, 1, "Иванов И. / Петров П.", "Спартак", "", None),
            (5, 2, "Ким К. / Ли Л.", "Динамо", "", None),
            (8, 3, "Цой Ц. / Пак П.", "", "", None),
        ],
        {},
        [
            "Empty lines are passed over: 2, 4, 6, 9, 10.",
            "The headings are repeated and passed over: 7.",
        ],
    ),
    "06-headings-in-the-third-line.xlsx": Read(
        [
            (4, 1, "Иванов И. / Петров П.", "Спартак", "", None),
            (5, 2, "Ким К. / Ли Л.", "Динамо", "", None),
        ],
        {},
        [
            "What stands above the headings is passed over: 1, 2.",
            "These columns are not read, their headings aren't known: Телефон.",
            "Lines of sums are passed over: 6.",
        ],
    ),
    "07-two-rows-of-headings.xlsx": Read(
        [
            (3, 1, "Иванов Иван Иванович / Петров Пётр", "", "Россия", None),
            (4, 2, "Núñez José / Peña Ana", "", "España", None),
        ],
        {},
        [],
    ),
    "08-names-in-one-cell.csv": Read(
        [
            (2, 1, "Иванов И. / Петров П.", "Спартак", "", None),
            (3, 2, "Ким К. / Ли Л.", "Динамо", "", None),
            (4, 3, "Цой Ц. / Пак П.", "Вымпел", "", None),
            (6, 4, "Орлов О. / Дроздов Д.", "", "", None),
            (7, 5, "Одинцов О.", "Спартак", "", None),
        ],
        {7: [("Player 2", "Only Одинцов О. is named. A pair needs two players (R1.3).")]},
        [],
    ),
    "09-a-player-a-line.xlsx": Read(
        [
            (2, 1, "Иванов И. / Петров П.", "Спартак", "", None),
            (4, 2, "Ким К. / Ли Л.", "Динамо", "", None),
        ],
        {},
        [
            "These lines name two clubs, of which the first counts: 5.",
            "Each pair stands on two lines with one number: they are read as 2 pairs.",
        ],
    ),
    "10-copied-from-a-letter.txt": Read(
        [
            (1, 1, "Иванов И. / Петров П.", "Спартак", "Россия", None),
            (2, 2, "Ким К. / Ли Л.", "Динамо", "Россия", None),
            (3, 3, "Цой Ц. / Ким К.", "Динамо", "Россия", None),
        ],
        {3: [("Player 2", KNOWN)]},
        ["There is no line of headings, so the columns are taken as: Number, Pair, Club, Country, Seed."],
    ),
}


def sent(browser: Client, name: str, raw: bytes, **more: str) -> object:
    return browser.post(URL, {"file": SimpleUploadedFile(name, raw), **more})


def registered(cup: Tournament) -> list[tuple[int | None, str, str, str, int | None]]:
    return [(a.number, a.pair, a.club, a.country, a.seed) for a in map(application_of, entries_of(cup))]


def test_these_are_the_lists() -> None:
    assert sorted(path.name for path in FILES.glob("[0-9]*")) == sorted(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_it_is_read_as_it_was_meant_or_said_what_to_correct(secretary: Client, cup: Tournament, name: str) -> None:
    expected = EXPECTED[name]
    response = sent(secretary, name, (FILES / name).read_bytes())
    preview = response.context["preview"]  # type: ignore[attr-defined]
    said = [(row.line, row.application) for row in preview]
    assert Read(
        [(line, a.number, a.pair, a.club, a.country, a.seed) for line, a in said],
        {row.line: row.wrong for row in preview if row.wrong},
        [str(note) for note in response.context["notes"]],  # type: ignore[attr-defined]
    ) == Read(expected.rows, expected.wrong, expected.notes)


@pytest.mark.parametrize("name", EXPECTED)
def test_all_of_it_is_registered_or_nothing(secretary: Client, cup: Tournament, name: str) -> None:
    """A list with one wrong line is a list that isn't imported."""
    expected = EXPECTED[name]
    sent(secretary, name, (FILES / name).read_bytes(), accept="1")
    assert registered(cup) == ([] if expected.wrong else [row[1:] for row in expected.rows])


def test_what_the_preview_of_a_workbook_carries_on_is_registered(secretary: Client, cup: Tournament) -> None:
    preview = sent(secretary, "list.xlsx", (FILES / "03-merged-cells.xlsx").read_bytes())
    text = preview.context["form"].initial["text"]  # type: ignore[attr-defined]
    secretary.post(URL, {"text": text, "accept": "1"})
    assert registered(cup) == [row[1:] for row in EXPECTED["03-merged-cells.xlsx"].rows]


# -- what is no list -----------------------------------------------------------------------------------------

UNREADABLE = (
    "This workbook can't be read. In the spreadsheet choose «Save as», then «Excel (.xlsx)» or «CSV», and send that "
    "file."
)
DAMAGED = (
    "This workbook is damaged or locked by a password. Open it in the spreadsheet, save it as a new file without a "
    "password, and send that one."
)


def packed(**parts: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name.replace("__", "/").replace("_dot_", "."), content)
    return out.getvalue()


def workbook(*sheets: list[list[object]]) -> bytes:
    book = Workbook()
    book.remove(book.active)
    for rows in sheets:
        page = book.create_sheet()
        for row in rows:
            page.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def workbook_with(cells: bytes, beginning: bytes = b"") -> bytes:
    """A workbook whose one sheet is this XML, as Excel would pack it."""
    plain, out = zipfile.ZipFile(io.BytesIO(workbook([["Пара"]]))), io.BytesIO()
    with plain, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in plain.namelist():
            content = plain.read(name)
            if name == "xl/worksheets/sheet1.xml":
                head, _tag, _rest = content.partition(b"<sheetData>")
                content = beginning + head + b"<sheetData>" + cells + b"</sheetData></worksheet>"
            archive.writestr(name, content)
    return out.getvalue()


# A million entities in four lines; in an attribute of a number they would be unpacked one after another.
LAUGHS = b"<!DOCTYPE a [<!ENTITY a '1111111111'>" + b"".join(
    b"<!ENTITY %c '%s'>" % (letter, b"&%c;" % (letter - 1) * 100) for letter in b"bcd"
)
TOO_LARGE = "This workbook is too large. Copy the list alone into a new one and send that."


WHOLE = (FILES / "03-merged-cells.xlsx").read_bytes()
NO_LISTS = {
    "a letter called .xlsx": (packed(word__document_dot_xml=b"<w/>"), UNREADABLE),
    "the old .xls": (b"\xd0\xcf\x11\xe0 and the rest", UNREADABLE),
    "half of a workbook": (WHOLE[: len(WHOLE) // 2], UNREADABLE),
    "a workbook of nonsense": (packed(xl__workbook_dot_xml=b"<nothing/>"), DAMAGED),
    "a bomb": (
        packed(xl__workbook_dot_xml=b" " * 31_000_000),
        TOO_LARGE,
    ),
    "entities that unfold": (
        workbook_with(b'<row r="1"><c r="A1"><v>&d;</v></c></row>', LAUGHS + b"]>"),
        DAMAGED,
    ),
    # 200 kB, which took half a minute and 1.4 GB.
    "a million cells": (workbook_with((b"<row>" + b"<c><v>1</v></c>" * 60 + b"</row>") * 30_000), TOO_LARGE),
    "an entity of the machine": (
        workbook_with(
            b'<row r="1"><c r="A1" t="inlineStr"><is><t>&x;</t></is></c></row>',
            b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
        ),
        DAMAGED,
    ),
}


def test_a_large_workbook_is_read_like_a_small_one(secretary: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind the fence, with the same answer."""
    raw = workbook([["Пара"], ["Иванов И. / Петров П."]], [["Пара"]])
    answers = []
    for small in (2_000_000, 0):
        monkeypatch.setattr(workbooks, "SMALL", small)
        answers.append(workbooks.read(raw))

    assert [(text, [str(note) for note in notes]) for text, notes in answers] == [
        ("sep=\t\nПара\nИванов И. / Петров П.\n", ["The workbook has several sheets; only «Sheet» is read."])
    ] * 2


@pytest.mark.parametrize("kind", NO_LISTS)
def test_what_is_no_list_is_refused_in_words(secretary: Client, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fence, "SECONDS", 2)
    raw, sentence = NO_LISTS[kind]
    response = sent(secretary, "list.xlsx", raw)
    assert (response.status_code, errors_of(response)) == (422, {"file": [sentence]})  # type: ignore[attr-defined]


def test_an_empty_workbook_is_refused_in_words(secretary: Client) -> None:
    response = sent(secretary, "list.xlsx", workbook([], []))
    assert errors_of(response) == {"file": ["There is nothing in this workbook. Is it the right file?"]}


def test_of_several_sheets_the_first_with_anything_is_read_and_that_is_said(secretary: Client) -> None:
    one, other = [["Пара"], ["Иванов И. / Петров П."]], [["Пара"], ["Ким К. / Ли Л."]]
    response = sent(secretary, "list.xlsx", workbook([], one, other))
    context = response.context  # type: ignore[attr-defined]
    assert [row.application.pair for row in context["preview"]] == ["Иванов И. / Петров П."]
    assert [str(note) for note in context["notes"]] == ["The workbook has several sheets; only «Sheet1» is read."]


def test_a_name_that_looks_like_a_formula_is_a_name_where_the_workbook_says_so(
    secretary: Client, cup: Tournament
) -> None:
    book = Workbook()
    book.active.append(["Пара"])
    book.active["A2"] = "=Иванов / Петров П."
    book.active["A2"].data_type = "s"
    out = io.BytesIO()
    book.save(out)
    sent(secretary, "list.xlsx", out.getvalue(), accept="1")
    assert [pair for _number, pair, *_rest in registered(cup)] == ["=Иванов / Петров П."]

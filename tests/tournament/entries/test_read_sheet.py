"""Lists of pairs as spreadsheets and people write them."""

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.entries.lists import Sheet, read_sheet, text_of
from tournament.entries.queries import Application
from tournament.phrases import Refused

IVANOV = Application(("Иванов И.", "Петров П."), club="Спартак", country="Россия", seed=3)
NUNEZ = Application(("José Núñez", "Ana Peña"), club="Peña Dominó", country="España")


def pairs(sheet: Sheet) -> list[Application]:
    return list(sheet.applications.values())


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1251", "utf-16"])
@pytest.mark.parametrize("separator", [";", ",", "\t"])
def test_encodings_and_separators_of_spreadsheets(encoding: str, separator: str) -> None:
    lines = [
        ["Игрок 1", "Игрок 2", "Клуб", "Страна", "Посев"],
        ["Иванов И.", "Петров П.", "Спартак", "Россия", "3"],
    ]
    raw = "\r\n".join(separator.join(cells) for cells in lines).encode(encoding)
    assert pairs(read_sheet(text_of(raw))) == [IVANOV]


def test_western_code_page_of_a_spanish_spreadsheet() -> None:
    raw = "Jugador 1;Jugador 2;Club;País\nJosé Núñez;Ana Peña;Peña Dominó;España\n".encode("cp1252")
    assert pairs(read_sheet(text_of(raw))) == [NUNEZ]


@pytest.mark.parametrize(
    "headings",
    [
        "Пара;Клуб;Страна;Номер;Посев",
        "пара;клуб;страна;№;посев",
        "Pair;Club;Country;Number;Seed",
        "Pareja;Club;País;Número;Siembra",
    ],
)
def test_headings_in_three_languages(headings: str) -> None:
    sheet = read_sheet(f"{headings}\nИванов И. / Петров П.;Спартак;Россия;12;3")
    assert pairs(sheet) == [Application(IVANOV.players, "Спартак", "Россия", number=12, seed=3)]
    assert sheet.notes == ()


@pytest.mark.parametrize("between", ["/", " / ", "+", " - ", " — ", " – ", "\n"])
def test_two_names_in_one_cell(between: str) -> None:
    sheet = read_sheet(f'Пара;Клуб\n"Иванов-Римский И.{between}Петров П.";Спартак')
    assert pairs(sheet) == [Application(("Иванов-Римский И.", "Петров П."), club="Спартак")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Иванов И.;Петров П.;Спартак;Россия;3", IVANOV),
        ("7;Иванов И.;Петров П.;Спартак", Application(IVANOV.players, "Спартак", number=7)),
        ("Иванов И. / Петров П.;Спартак", Application(IVANOV.players, "Спартак")),
        ("7;Иванов И. / Петров П.", Application(IVANOV.players, number=7)),
        ("Иванов И. / Петров П.", Application(IVANOV.players)),
        ("  Иванов   И. ,Петров П.", Application(IVANOV.players)),
    ],
)
def test_without_headings_the_columns_are_guessed_and_said(text: str, expected: Application) -> None:
    sheet = read_sheet(text)
    assert pairs(sheet) == [expected]
    assert [note.code for note in sheet.notes] == ["entries.no_headings"]


def test_a_comma_within_a_name_does_not_divide_semicolon_cells() -> None:
    sheet = read_sheet("Игрок 1;Игрок 2\nИванов, Иван;Петров, Пётр")
    assert pairs(sheet) == [Application(("Иванов, Иван", "Петров, Пётр"))]


def test_a_semicolon_within_quotes_does_not_divide_comma_cells() -> None:
    sheet = read_sheet('Player 1,Player 2,Club\nA,B,"One; Two"\nC,D,Three')
    assert [application.club for application in pairs(sheet)] == ["One; Two", "Three"]


def test_lines_are_those_of_the_file_and_empty_ones_are_said() -> None:
    sheet = read_sheet('Пара\n\n"Иванов И.\nПетров П."\n;;\nКим К. / Ли Л.\n\n')
    assert list(sheet.applications) == [3, 6]
    assert [str(note) for note in sheet.notes] == ["Empty lines are passed over: 2, 5."]


def test_columns_with_unknown_headings_are_said() -> None:
    sheet = read_sheet("Пара;Телефон;;Клуб\nИванов И. / Петров П.;123;;Спартак")
    assert pairs(sheet) == [Application(IVANOV.players, "Спартак")]
    assert [str(note) for note in sheet.notes] == ["These columns are not read, their headings aren't known: Телефон."]


def test_figures_that_are_none_are_errors_of_their_line() -> None:
    sheet = read_sheet("Пара;Номер;Посев\nИванов И. / Петров П.;0;первый")
    assert {line: [(error.field, str(error)) for error in errors] for line, errors in sheet.errors.items()} == {
        2: [
            ("number", "«0» is no whole number from 1 to 99999. Correct it or leave it empty."),
            ("seed", "«первый» is no whole number from 1 to 99999. Correct it or leave it empty."),
        ]
    }


@pytest.mark.parametrize("text", ["", "\n\n", " ; ;\n", "Игрок 1;Игрок 2;Клуб\n"])
def test_a_list_without_a_pair_is_refused(text: str) -> None:
    with pytest.raises(Refused) as refusal:
        read_sheet(text)
    assert refusal.value.code == "entries.no_rows"


def test_a_list_without_end_is_refused() -> None:
    with pytest.raises(Refused) as refusal:
        read_sheet("\n".join(f"A{n} / B{n}" for n in range(3_001)))
    assert str(refusal.value) == "The list has 3001 lines; up to 3000 are read at once."


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"PK\x03\x04 and the rest of an xlsx", "entries.spreadsheet"),
        (b"\xd0\xcf\x11\xe0 and the rest of an xls", "entries.spreadsheet"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "entries.binary"),
        (b"\xc8\xe2\xe0\xed\x98\x81", "entries.undecodable"),
    ],
)
def test_what_is_no_text_is_refused(raw: bytes, code: str) -> None:
    with pytest.raises(Refused) as refusal:
        text_of(raw)
    assert refusal.value.code == code


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(raw: bytes) -> None:
    try:
        sheet = read_sheet(text_of(raw))
    except Refused:
        return
    assert sheet.applications


def test_notes_are_said_in_the_readers_language() -> None:
    sheet = read_sheet("Иванов И. / Петров П.")
    with translation.override("en"):
        assert str(sheet.notes[0]) == (
            "There is no line of headings, so the columns are taken as: Pair, Club, Country, Seed."
        )

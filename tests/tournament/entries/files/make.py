"""Writes the lists beside it, as people really send them: `.venv/bin/python tests/tournament/entries/files/make.py`.

What each is read as stands in `test_sent_lists.py`.
"""

import io
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from openpyxl import Workbook

HERE = Path(__file__).parent


def merged(sheet: Any) -> None:
    """A title over the whole width, and a club written once for three pairs."""
    rows = [
        ["Заявка команды на Кубок", None, None],
        ["№", "Пара", "Клуб"],
        [1, "Иванов И. / Петров П.", "Спартак"],
        [2, "Ким К. / Ли Л.", None],
        [3, "Цой Ц. / Пак П.", None],
        [4, "Орлов О. / Дроздов Д.", "Динамо"],
    ]
    for row in rows:
        sheet.append(row)
    sheet.merge_cells("A1:C1")
    sheet.merge_cells("C3:C5")


def formulas(sheet: Any) -> None:
    """Names and numbers that a spreadsheet has reckoned, and one that it never did."""
    for row in [
        ["№", "Игрок 1", "Игрок 2", "Клуб"],
        [1, "Иванов И.", "Петров П.", "Спартак"],
        ["=A2+1", '=CONCATENATE("Ким"," К.")', "Ли Л.", "=D2"],
        ["=A3+1", "Цой Ц.", "=VLOOKUP(A4,Лист2!A:B,2)", "Динамо"],
        [4, "Орлов О.", "Дроздов Д.", "=NOBODY"],
    ]:
        sheet.append(row)


RECKONED = {"A3": "2", "B3": "Ким К.", "D3": "Спартак", "A4": "3", "D5": "#ИМЯ?"}


def third_line(sheet: Any) -> None:
    """A title and a date above, a sum below."""
    for row in [
        ["Кубок города по спортивному домино"],
        ["Дата: 30.11.2026"],
        ["№ п/п", "Состав пары", "Клуб (город)", "Телефон"],
        [1, "Иванов И. / Петров П.", "Спартак", "8 900 123-45-67"],
        [2, "Ким К. / Ли Л.", "Динамо", None],
        ["Итого:", "=COUNTA(B4:B5)", None, None],
    ]:
        sheet.append(row)


def two_rows(sheet: Any) -> None:
    """Headings of groups above headings of columns, as a form of entry has them."""
    for row in [
        ["№", "Игрок 1", None, "Игрок 2", None, "Страна"],
        [None, "Фамилия", "Имя, отчество", "Фамилия", "Имя, отчество", None],
        [1, "Иванов", "Иван Иванович", "Петров", "Пётр", "Россия"],
        [2, "Núñez", "José", "Peña", "Ana", "España"],
    ]:
        sheet.append(row)
    for cells in ("A1:A2", "B1:C1", "D1:E1", "F1:F2"):
        sheet.merge_cells(cells)


def two_lines(sheet: Any) -> None:
    """A number over two lines, a player on each."""
    for row in [
        ["№ пары", "ФИО", "Клуб"],
        [1, "Иванов И.", "Спартак"],
        [None, "Петров П.", "Спартак"],
        [2, "Ким К.", "Динамо"],
        [None, "Ли Л.", "Вымпел"],
    ]:
        sheet.append(row)
    sheet.merge_cells("A2:A3")
    sheet.merge_cells("A4:A5")


WORKBOOKS: dict[str, Callable[[Any], None]] = {
    "03-merged-cells.xlsx": merged,
    "04-formulas.xlsx": formulas,
    "06-headings-in-the-third-line.xlsx": third_line,
    "07-two-rows-of-headings.xlsx": two_rows,
    "09-a-player-a-line.xlsx": two_lines,
}
TEXTS: dict[str, tuple[str, str]] = {
    "01-cp1251-semicolons.csv": (
        "Игрок 1;Игрок 2;Клуб;Страна;Рейтинг\r\nИванов И.;Петров П.;Спартак;Россия;2\r\n"
        '"Королёв, Пётр";Ким К.;"ДК ""Заря""";Россия;1\r\n',
        "cp1251",
    ),
    "02-utf16-tabs.txt": (
        "Пара\tКлуб\tСтрана\r\nИванов И. / Петров П.\tСпартак\tРоссия\r\nЧжан Ю. / Ли Л.\tДинамо\tКитай\r\n",
        "utf-16-le",
    ),
    "05-empty-columns-and-lines.csv": (
        ";№;;Пара;;Клуб;;;\n;;;;;;;;\n;1;;Иванов И. / Петров П.;;Спартак;;;\n;;;;;;;;\n;2;;Ким К. / Ли Л.;;Динамо;;;\n"
        ";;;;;;;;\n;№;;Пара;;Клуб;;;\n;3;;Цой Ц. / Пак П.;;;;;\n;;;;;;;;\n;;;;;;;;\n",
        "utf-8",
    ),
    "08-names-in-one-cell.csv": (
        "sep=,\r\nПара,Клуб\r\nИванов И. / Петров П.,Спартак\r\nКим К. - Ли Л.,Динамо\r\n"
        '"Цой Ц.\nПак П.",Вымпел\r\nОрлов О. + Дроздов Д.,\r\nОдинцов О.,Спартак\r\n',
        "utf-8-sig",
    ),
    "10-copied-from-a-letter.txt": (
        "1   Иванов И. / Петров П.     Спартак   Россия\n2   Ким К. / Ли Л.   Динамо\xa0\xa0\xa0Россия\n"
        "3   Цой Ц. / Ким К.   Динамо   Россия\n",
        "utf-16-be",
    ),
}


def workbook(fill: Callable[[Any], None]) -> bytes:
    book = Workbook()
    fill(book.active)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def reckoned(raw: bytes, values: dict[str, str]) -> bytes:
    """The workbook as a spreadsheet saves it: beside a formula what it came to."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(raw)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = old.read(name).decode()
            for cell, value in values.items() if name == "xl/worksheets/sheet1.xml" else ():
                kind = "" if value.isdecimal() else ' t="e"' if value.startswith("#") else ' t="str"'
                was = rf'<c r="{cell}"><f>(.*?)</f><v ?/?>(?:</v>)?</c>'
                content, found = re.subn(was, rf'<c r="{cell}"{kind}><f>\1</f><v>{value}</v></c>', content)
                assert found == 1, cell
            new.writestr(name, content)
    return out.getvalue()


def main() -> None:
    for name, (text, encoding) in TEXTS.items():
        (HERE / name).write_bytes(text.encode(encoding))
    for name, fill in WORKBOOKS.items():
        raw = workbook(fill)
        (HERE / name).write_bytes(reckoned(raw, RECKONED) if fill is formulas else raw)


if __name__ == "__main__":
    main()

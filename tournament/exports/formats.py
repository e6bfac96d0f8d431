"""A sheet as bytes: CSV and XLSX for spreadsheets, JSON for programs. No name in it is ever run as a formula."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from tournament.entries.formulas import begins_formula, harmless

from .sheets import Sheet, Value

WIDEST = 60
"""Of a column in a spreadsheet, in characters."""


@dataclass(frozen=True)
class Format:
    """A kind of file: how it is called over HTTP, and who writes it."""

    content_type: str
    write: Callable[[Sheet, str], bytes]


def as_csv(sheet: Sheet, title: str) -> bytes:
    """For spreadsheets: a byte order mark, semicolons, a text that would be a formula behind an apostrophe.

    title: of the sheet, which this kind has no place for.
    """
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";")
    writer.writerow([column.head for column in sheet.columns])
    writer.writerows([_text(value) for value in row] for row in sheet.rows)
    return ("\ufeff" + out.getvalue()).encode()


def _text(value: Value) -> str | int | float:
    """A cell of CSV; numbers stay numbers, for a minus before one isn't a formula."""
    match value:
        case None:
            return ""
        case bool():
            return int(value)
        case datetime():
            return value.isoformat(" ", timespec="seconds")
        case int() | float():
            return value
        case dict():
            return harmless(json.dumps(value, ensure_ascii=False))
        case _:
            return harmless(str(value))


def as_xlsx(sheet: Sheet, title: str) -> bytes:
    """A workbook of one sheet: numbers and times as such, texts as texts whatever they begin with."""
    book = Workbook(write_only=True)
    page = book.create_sheet(_sheet_title(title))
    page.freeze_panes = "A2"
    for number, width in enumerate(_widths(sheet), 1):
        page.column_dimensions[get_column_letter(number)].width = width
    page.append([_cell(page, column.head, Font(bold=True)) for column in sheet.columns])
    for row in sheet.rows:
        page.append([_cell(page, value) for value in row])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _sheet_title(title: str) -> str:
    """A name that a spreadsheet takes: at most 31 characters, and none that addresses of cells are made of."""
    return "".join(letter for letter in title if letter not in "[]:*?/\\")[:31]


def _widths(sheet: Sheet) -> Iterable[int]:
    for number, column in enumerate(sheet.columns):
        cells = (len(str(_text(row[number]))) for row in sheet.rows)
        yield min(max([len(column.head), *cells]) + 2, WIDEST)


def _cell(page: Any, value: Value, font: Font | None = None) -> WriteOnlyCell:
    """One cell. A time has no zone there: it is that of the hall."""
    if isinstance(value, datetime):
        cell = WriteOnlyCell(page, value.replace(tzinfo=None, microsecond=0))
        cell.number_format = "yyyy-mm-dd hh:mm:ss"
    elif isinstance(value, str | dict):
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        cell = WriteOnlyCell(page, ILLEGAL_CHARACTERS_RE.sub("", text))
        # Else what begins with an equals sign would be a formula, here or as soon as somebody edits the cell.
        cell.data_type = "s"
        cell.quotePrefix = begins_formula(text)
    else:
        cell = WriteOnlyCell(page, value)
    if font:
        cell.font = font
    return cell


def as_json(sheet: Sheet, title: str) -> bytes:
    """An object with the heads of the columns and the rows, each an object; times with their offset."""
    keys = [column.key for column in sheet.columns]
    document = {
        "title": title,
        "columns": {column.key: column.head for column in sheet.columns},
        "rows": [dict(zip(keys, row, strict=True)) for row in sheet.rows],
    }
    return json.dumps(document, ensure_ascii=False, indent=1, default=_plain).encode()


def _plain(value: Any) -> str:
    return value.isoformat(timespec="seconds") if isinstance(value, datetime) else str(value)


FORMATS: Mapping[str, Format] = {
    "csv": Format("text/csv; charset=utf-8", as_csv),
    "xlsx": Format("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", as_xlsx),
    "json": Format("application/json", as_json),
}

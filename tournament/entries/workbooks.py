"""Workbooks (XLSX) as lists: the values of one sheet as a text that is read on like any other."""

import csv
import io
import json
import zipfile
from collections.abc import Iterator
from datetime import date, datetime
from typing import Any

from openpyxl import load_workbook

from tournament import fence
from tournament.phrases import Refused

from .formulas import harmless

# A packed file of 300 kB can unpack into gigabytes.
LARGEST_UNPACKED = 30_000_000
# Above it a workbook is read behind a fence: one of 200 kB took half a minute and more than a gigabyte.
SMALL = 2_000_000
# More than any list has; what lies beyond is some format that reaches to the end of the sheet.
MOST_ROWS, MOST_COLUMNS = 5_000, 60


def is_workbook(raw: bytes) -> bool:
    """Whether these bytes are a workbook in Excel's format since 2007, and not another archive."""
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            return "xl/workbook.xml" in archive.namelist()
    except zipfile.BadZipFile:
        return False


def read(raw: bytes) -> tuple[str, tuple[Refused, ...]]:
    """The first sheet with anything on it, its cells divided by tabs and its rows by lines; what should be said of it.

    A formula counts as what it came to when the file was saved; one that never came to anything stays a formula, and
    is named where it stands. A cell merged over several rows holds for all of them, over several columns for the first.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            unpacked = sum(part.file_size for part in archive.infolist())
    except (OSError, ValueError, zipfile.BadZipFile) as error:
        raise _damaged() from error
    if unpacked > LARGEST_UNPACKED:
        raise _too_large()
    return _read(raw) if unpacked <= SMALL else _read_fenced(raw)


def _read_fenced(raw: bytes) -> tuple[str, tuple[Refused, ...]]:
    try:
        said = json.loads(fence.behind(f"{__name__}:fenced", raw))
    except fence.Fenced as error:
        raise _too_large() from error
    if "refused" in said:
        raise Refused(said["refused"], field="file")
    return said["text"], tuple(Refused(code, **params) for code, params in said["notes"])


def fenced(raw: bytes) -> bytes:
    """Behind the fence: what `_read` gives, or the code of its refusal, as JSON."""
    try:
        text, notes = _read(raw)
    except Refused as refused:
        return json.dumps({"refused": refused.code}).encode()
    return json.dumps({"text": text, "notes": [(note.code, note.params) for note in notes]}).encode()


def _damaged() -> Refused:
    return Refused("entries.damaged_workbook", field="file")


def _too_large() -> Refused:
    return Refused("entries.too_large_unpacked", field="file")


def _read(raw: bytes) -> tuple[str, tuple[Refused, ...]]:
    try:
        values = load_workbook(io.BytesIO(raw), data_only=True)
        formulas = load_workbook(io.BytesIO(raw))
    except MemoryError as error:
        raise _too_large() from error
    except Exception as error:  # a damaged file raises whatever its part of the library happens to stumble over
        raise _damaged() from error
    filled = [sheet for sheet in values.worksheets if any(True for _row in _rows(sheet))]
    if not filled:
        raise Refused("entries.empty_workbook", field="file")
    shown = next((sheet for sheet in filled if sheet.sheet_state == "visible"), filled[0])
    notes = (Refused("entries.one_sheet", sheet=shown.title),) if len(filled) > 1 else ()
    return _text(shown, formulas[shown.title]), notes


def _rows(sheet: Any) -> Iterator[tuple[Any, ...]]:
    """The rows with anything in them."""
    limits = {"max_row": min(sheet.max_row, MOST_ROWS), "max_col": min(sheet.max_column, MOST_COLUMNS)}
    for row in sheet.iter_rows(**limits):
        if any(cell.value not in (None, "") for cell in row):
            yield row


def _text(sheet: Any, formulas: Any) -> str:
    from_above = dict(_from_above(sheet))
    out = io.StringIO()
    out.write("sep=\t\n")
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    last = 0
    for row in _rows(sheet):
        number = row[0].row
        out.write("\n" * (number - last - 1))
        last = number
        cells = [from_above.get((number, cell.column), cell) for cell in row]
        writer.writerow([_said(cell, formulas.cell(cell.row, cell.column).value) for cell in cells])
    return out.getvalue()


def _from_above(sheet: Any) -> Iterator[tuple[tuple[int, int], Any]]:
    """For each place in a merged cell's first column the cell that holds its value."""
    for merged in sheet.merged_cells.ranges:
        for row in range(merged.min_row + 1, min(merged.max_row, MOST_ROWS) + 1):
            yield (row, merged.min_col), sheet.cell(merged.min_row, merged.min_col)


def _said(cell: Any, written: Any) -> str:
    """What a cell says, on one line. written: the same cell with its formula, if it has one."""
    value = cell.value
    if value is None and isinstance(written, str) and written.startswith("="):
        return written
    text = _plain(value)
    is_formula = isinstance(written, str) and written.startswith("=") and written != text
    return harmless(text) if cell.data_type == "s" and not is_formula else text


def _plain(value: Any) -> str:
    match value:
        case None:
            return ""
        case float() if value.is_integer():
            return str(int(value))
        case datetime() | date():
            return value.isoformat()
        case _:
            return " / ".join(line.strip() for line in str(value).splitlines() if line.strip())

"""What a file of a table says: columns and rows of plain values, whatever kind of file it becomes."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

import django_tables2 as tables

Value = str | int | float | bool | datetime | dict[str, Any] | None
"""What stands in a cell. Times are aware, in the hall's zone; a dict is data that no table has columns for."""


@dataclass(frozen=True)
class Column:
    """A column: its name for programs, always the same, and its head in the reader's language."""

    key: str
    head: str


@dataclass(frozen=True)
class Sheet:
    """A table: each row has a value for each column."""

    columns: list[Column]
    rows: list[list[Value]]


def sheet_of(table: tables.Table) -> Sheet:
    """The rows of a page's table in its order, all of them, with whole numbers and times as such.

    A column whose words on the page aren't what its rows hold has a method `value_<name>(record)` in the table. Columns
    that only files have are hidden on the page.
    """
    columns = list(table.columns.all())
    values = [_value(table, column) for column in columns]
    return Sheet(
        [Column(column.name, str(column.header)) for column in columns],
        [[value(record) for value in values] for record in table.data],
    )


def marked(sheet: Sheet, word: Any) -> Sheet:
    """The same with a last column that says a word in its head and in each row, for it may be cut apart."""
    columns = [*sheet.columns, Column("rehearsal", str(word))]
    return Sheet(columns, [[*row, str(word)] for row in sheet.rows])


def _value(table: tables.Table, column: Any) -> Callable[[Any], Value]:
    own: Callable[[Any], Value] | None = getattr(table, f"value_{column.name}", None)
    if own is not None:
        return own
    accessor = column.accessor

    def held(record: Any) -> Value:
        value: Any = accessor.resolve(record, quiet=True)
        return _number(value) if isinstance(value, Fraction) else value

    return held


def _number(value: Fraction) -> int | float:
    """A mean as files have it, and what is whole as a whole number."""
    return int(value) if value.denominator == 1 else float(value)

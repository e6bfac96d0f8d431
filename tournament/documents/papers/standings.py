"""What the paper of standings shows (R12)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import pgettext_lazy

from tournament.phrases import place_label
from tournament.standings.tables import CRITERIA, MEANINGS

SIGNED = {"difference", "head_to_head_difference"}
LANDSCAPE_FROM = 9  # columns beside place and name


@dataclass(frozen=True)
class Column:
    """A column of figures; `rank` is its turn among the criteria, None when it decides nothing."""

    code: str
    head: str
    rank: int | None


@dataclass(frozen=True)
class StandingRow:
    """One row of the standings, its figures in the order of the columns."""

    place: str
    entry: int
    players: tuple[str, ...]
    origin: str
    cells: tuple[str, ...]


@dataclass(frozen=True)
class StandingsPaper:
    """The standings of a stage after a round (R12)."""

    columns: tuple[Column, ...]
    legend: tuple[tuple[str, str], ...]
    rows: tuple[StandingRow, ...]
    walkovers: str
    byes: str
    missing: str
    landscape: bool


def standings_paper(content: Mapping[str, Any]) -> StandingsPaper:
    """Standings from the content of `standings.queries.Table.as_dict`."""
    columns = tuple(_columns(content["criteria"]))
    return StandingsPaper(
        columns=columns,
        legend=tuple((str(CRITERIA[code]), str(MEANINGS[code])) for code in content["criteria"]),
        rows=tuple(_standing_row(row, columns) for row in content["rows"]),
        walkovers=_counted(content["rows"], "walkovers"),
        byes=_counted(content["rows"], "byes"),
        missing=", ".join(f"{number}/{table}" for number, table in content["missing"]),
        landscape=len(columns) >= LANDSCAPE_FROM,
    )


def _columns(criteria: list[str]) -> Iterable[Column]:
    """Played, won, lost; then the criteria in their order; then the points that are no criterion."""
    heads = {
        "played": pgettext_lazy("column", "Played"),
        "wins": pgettext_lazy("column", "Wins"),
        "losses": pgettext_lazy("column", "Losses"),
    }
    codes = [*heads, *(code for code in criteria if code not in heads)]
    codes += [code for code in ("points_for", "points_against", "difference") if code not in codes]
    for code in codes:
        rank = criteria.index(code) + 1 if code in criteria else None
        yield Column(code, str(heads.get(code) or CRITERIA[code]), rank)


def _standing_row(row: Mapping[str, Any], columns: Iterable[Column]) -> StandingRow:
    return StandingRow(
        place=place_label(row["place"], row.get("group")),
        entry=row["entry"],
        players=tuple(row["players"]),
        origin=", ".join(text for text in (row["club"], row["country"]) if text),
        cells=tuple(_figure(column.code, row) for column in columns),
    )


def _figure(code: str, row: Mapping[str, Any]) -> str:
    value = row[code] if code in row else row["values"].get(code)
    if value is None:
        return "—"
    text = f"{value:+d}" if code in SIGNED and value else str(value)
    return text.replace("-", "−")


def _counted(rows: Iterable[Mapping[str, Any]], key: str) -> str:
    """Which entries had a walkover or a bye, and how many if more than one: "3, 8 (2)"."""
    counts = Counter({row["entry"]: row[key] for row in rows if row[key]})
    return ", ".join(f"{entry} ({count})" if count > 1 else str(entry) for entry, count in sorted(counts.items()))

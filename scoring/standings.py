"""Results into places (R12)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from scoring.criteria import CRITERIA, Criterion, Entry, Group, Table, Term
from scoring.errors import RuleViolation
from scoring.regulations import Regulations
from scoring.results import Result

Value = int | Fraction | None
SHARED = "shared"
"""``decided_by`` of an entry that nothing separates from the one above."""


@dataclass(frozen=True)
class Standing:
    """One row of the standings.

    ``place`` is shared by equals: 1 2 2 4 (R12.4). ``values`` has each criterion of the order, whole
    numbers or fractions, ``None`` where it wasn't applied. ``decided_by`` is the criterion that separates
    the entry from the one above: ``None`` for the first, ``"shared"`` if none does. ``played`` counts what
    was really played; ``walkovers`` are those won.
    """

    place: int
    entry: Entry
    values: Mapping[str, Value]
    decided_by: str | None
    played: int
    wins: int
    losses: int
    walkovers: int
    byes: int
    points_for: int
    points_against: int
    difference: int
    average: Fraction
    _table: Table = field(repr=False, compare=False)
    _tied: Mapping[str, Group] = field(repr=False, compare=False)

    def explain(self, code: str) -> tuple[Term, ...]:
        """The summands of a criterion's value, each with its result: its round, its opponents (R12.6)."""
        if code in self.values and self.values[code] is None:
            return ()
        terms = CRITERIA[code].terms(self._table, self.entry, self._tied.get(code, ()))
        return tuple(map(Term._make, terms or ()))

    def tied_with(self, code: str) -> tuple[Entry, ...]:
        """The others that a criterion compares the entry with: those level with it on all criteria before.

        Nobody for a criterion that looks at the results against everybody.
        """
        return tuple(other for other in self._tied.get(code, ()) if other != self.entry)

    @property
    def explanation(self) -> dict[str, tuple[Term, ...]]:
        """Criterion → its summands, for each criterion of the order."""
        return {code: self.explain(code) for code in self.values}


def rank(
    entries: Sequence[Entry],
    results: Iterable[Result],
    criteria: Sequence[str],
    *,
    regulations: Regulations | None = None,
    seeds: Mapping[Entry, int] | None = None,
    lots: Mapping[Entry, int] | None = None,
) -> tuple[Standing, ...]:
    """The standings of ``entries`` by ``criteria``, the weightiest first.

    ``regulations`` give the caps (R12.2), ``seeds`` the ranks at entry, ``lots`` the lots that were drawn
    (:func:`draw_lots`). Places depend neither on the order of ``entries`` nor on that of ``results``.

    >>> a = Result("A", 1, ("B",), "played", won=True, points_for=100, points_against=60, difference=40)
    >>> b = Result("B", 1, ("A",), "played", lost=True, points_for=60, points_against=100, difference=-40)
    >>> [(row.place, row.entry, row.decided_by) for row in rank(["A", "B"], [a, b], ["wins"])]
    [(1, 'A', None), (2, 'B', 'wins')]

    Raises :class:`RuleViolation` for an unknown criterion, an entry twice or unknown.
    """
    order = [_criterion(code) for code in criteria]
    table = _table(entries, results, regulations, seeds or {}, lots or {})
    ranking = _Ranking(table)
    for criterion in order:
        ranking.apply(criterion)
    return tuple(ranking.rows())


def _criterion(code: str) -> Criterion:
    if code not in CRITERIA:
        raise RuleViolation("standings.criterion_unknown", field="criteria", code=code, known=", ".join(CRITERIA))
    return CRITERIA[code]


def _table(
    entries: Sequence[Entry],
    results: Iterable[Result],
    regulations: Regulations | None,
    seeds: Mapping[Entry, int],
    lots: Mapping[Entry, int],
) -> Table:
    caps = regulations if regulations and (regulations.cap_points or regulations.cap_difference) else None
    by_entry: dict[Entry, list[Result]] = {}
    for entry in entries:
        if entry in by_entry:
            raise RuleViolation("standings.entry_twice", field="entries", entry=entry)
        by_entry[entry] = []
    for result in results:
        for named in (result.entry, *result.opponents):
            if named not in by_entry:
                raise RuleViolation("standings.entry_unknown", field="results", entry=named)
        by_entry[result.entry].append(_capped(result, caps) if caps else result)
    for own in by_entry.values():
        own.sort(key=lambda result: result.round)
    wins = {entry: sum(result.won for result in own) for entry, own in by_entry.items()}
    return Table(by_entry, seeds, lots, wins)


def _capped(result: Result, regulations: Regulations) -> Result:
    """A played result with points up to the target only, as far as the two switches say (R12.2)."""
    target = regulations.target
    if target is None or result.kind != "played" or max(result.points_for, result.points_against) <= target:
        return result
    points = min(result.points_for, target), min(result.points_against, target)
    if regulations.cap_difference:
        result = replace(result, difference=points[0] - points[1])
    if regulations.cap_points:
        result = replace(result, points_for=points[0], points_against=points[1])
    return result


def draw_lots(entries: Iterable[Entry], seed: str) -> list[Entry]:
    """The entries in the order of their lots, the best lot first: by the SHA-256 of "seed:entry" (R12.3).

    So the order follows from the recorded seed alone, in any language, on any day.

    >>> draw_lots([1, 2, 3, 4], seed="Москва")
    [1, 4, 3, 2]
    """
    return sorted(entries, key=lambda entry: hashlib.sha256(f"{seed}:{entry}".encode()).digest())


class _Ranking:
    """Groups of equals, best first, parted by one criterion after the other."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.groups: list[list[Entry]] = [list(table.results)] if table.results else []
        self.values: dict[Entry, dict[str, Value]] = {entry: {} for entry in table.results}
        self.tied: dict[Entry, dict[str, Group]] = {entry: {} for entry in table.results}
        self.decided: dict[Entry, str] = {}

    def apply(self, criterion: Criterion) -> None:
        """Part every group by a criterion."""
        self.groups = [part for group in self.groups for part in self._parts(criterion, group)]

    def _parts(self, criterion: Criterion, group: list[Entry]) -> list[list[Entry]]:
        found = _values(criterion, group, self.table)
        parts: dict[int | Fraction, list[Entry]] = {}
        for entry in group:
            self.values[entry][criterion.code] = found[entry]
            if criterion.within:
                self.tied[entry][criterion.code] = group
            parts.setdefault(criterion.key(found[entry]), []).append(entry)
        first, *later = (parts[key] for key in sorted(parts))
        self.decided |= {entry: criterion.code for part in later for entry in part}
        return [first, *later]

    def rows(self) -> Iterator[Standing]:
        """The rows in order; equals share their place (R12.4)."""
        place = 1
        for group in self.groups:
            for index, entry in enumerate(group):
                decided_by = SHARED if index else self.decided.get(entry)
                yield _row(place, entry, decided_by, self.values[entry], self.table, self.tied[entry])
            place += len(group)


def _values(criterion: Criterion, group: list[Entry], table: Table) -> dict[Entry, Value]:
    """Each one's value; what compares the tied applies to all of them or to none (R12.3)."""
    found: dict[Entry, Value] = {}
    if criterion.within and len(group) < 2:
        return dict.fromkeys(group)
    for entry in group:
        found[entry] = criterion.value(criterion.terms(table, entry, group))
        if found[entry] is None:
            return dict.fromkeys(group)
    return found


def _row(
    place: int,
    entry: Entry,
    decided_by: str | None,
    values: dict[str, Value],
    table: Table,
    tied: Mapping[str, Group],
) -> Standing:
    results = table.results[entry]
    points = [result.points_for for result in results if result.kind == "played"]
    return Standing(
        place=place,
        entry=entry,
        values=values,
        decided_by=decided_by,
        played=len(points),
        wins=table.wins[entry],
        losses=sum([result.lost for result in results]),
        walkovers=sum([result.won and result.kind == "walkover" for result in results]),
        byes=sum([result.kind == "bye" for result in results]),
        points_for=sum([result.points_for for result in results]),
        points_against=sum([result.points_against for result in results]),
        difference=sum([result.difference for result in results]),
        average=Fraction(sum(points), len(points)) if points else Fraction(0),
        _table=table,
        _tied=tied,
    )

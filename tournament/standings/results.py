"""What has been played in a stage, as plain values: thousands of partidas are read in a fixed number of queries."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple, cast

from django.db.models import TextField
from django.db.models.functions import Cast

import scoring
from tournament.ledger.queries import Ledger, ledger
from tournament.models import Deal, Partida, Protocol, Round, Seat, Stage, Tournament
from tournament.protocols.queries import by_totals

# By partida: how it ended, whatever its protocol says now.
Supposed = Mapping[int, scoring.Partida]

FOLDED_KEPT = 4096
"""Protocols that a process needn't fold again: those of fifteen rounds of 500 pairs."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """An entry as the standings need it. members: name, first round, last round (None: to the end), by place."""

    number: int
    club: str
    country: str
    seed: int | None
    withdrawn_from: int | None
    members: tuple[tuple[str, int, int | None], ...]

    def is_gone(self, round_: int) -> bool:
        """Whether it has withdrawn and doesn't play this round any more (R8.5)."""
        return self.withdrawn_from is not None and self.withdrawn_from <= round_

    def players(self, round_: int) -> tuple[str, ...]:
        """Who plays for it in a round; whoever ever did, should it have nobody then."""
        now = [name for name, first, last in self.members if first <= round_ and (last is None or round_ <= last)]
        return tuple(now or [name for name, _first, _last in self.members])


@dataclass(frozen=True, slots=True)
class Sitting:
    """A partida of a published round: who sits where, and how it counts.

    table: None for a bye. winner: the side that was present at a walkover, else "". counts: whether it is confirmed
    (R11.2), or a bye, which has no protocol (R8.4). seats: number and entry, in their order. results: one for each
    entry for which it counts, points as they were played. decisions: what its rulings come to. rules: of its round.
    """

    pk: int
    round: int
    table: int | None
    kind: str
    winner: str
    counts: bool
    seats: tuple[tuple[int, int], ...]
    results: tuple[scoring.Result, ...]
    decisions: tuple[scoring.Decision, ...]
    rules: scoring.Regulations

    def side(self, side: str) -> frozenset[int]:
        """The entries that sit on side `a` or `b`."""
        return frozenset(entry for number, entry in self.seats if scoring.side_of(number) == side)


@dataclass(frozen=True)
class Played:
    """All that places follow from, but the order of criteria.

    entries: by number. lots: each entry's lot, 1 the best; of those who have one. sittings: by round and table.
    """

    entries: Mapping[int, Ranked]
    lots: Mapping[int, int]
    sittings: tuple[Sitting, ...]

    @property
    def results(self) -> Iterator[scoring.Result]:
        """What counts, for all entries."""
        return (result for sitting in self.sittings for result in sitting.results)

    @property
    def missing(self) -> Iterator[tuple[int, int]]:
        """Round and table of what isn't confirmed yet."""
        for sitting in self.sittings:
            if not sitting.counts and sitting.table is not None:
                yield sitting.round, sitting.table


class _Sheet(NamedTuple):
    """A partida with what its protocol says, as the database has it; all of the protocol is None for a bye."""

    pk: int
    round: int
    table: int | None
    kind: str
    winner: str
    protocol: int | None
    state: str | None
    parts: list[list[int]] | None
    time_after_deals: int | None
    time_in_progress: bool | None

    @property
    def counts(self) -> bool:
        """Whether it is confirmed (R11.2), or a bye, which has no protocol (R8.4)."""
        return self.kind == Partida.Kind.BYE.value if self.state is None else self.state in Protocol.COUNTED

    @property
    def time_call(self) -> scoring.TimeCall | None:
        if self.time_after_deals is None or self.time_in_progress is None:
            return None
        return scoring.TimeCall(after_deals=self.time_after_deals, in_progress=self.time_in_progress)


SHEET = (
    "pk",
    "round__number",
    "table",
    "kind",
    "winner",
    "protocol__pk",
    "protocol__state",
    "protocol__parts",
    "protocol__time_after_deals",
    "protocol__time_in_progress",
)


@dataclass(frozen=True)
class _Archive:
    """What is read beside the sheets: by round number, by partida, by protocol. deals: as they are stored."""

    entries: Mapping[int, Ranked]
    rules: Mapping[int, scoring.Regulations]
    seats: Mapping[int, tuple[tuple[int, int], ...]]
    deals: Mapping[int | None, list[str]]
    book: Ledger
    supposed: Supposed

    def sitting(self, sheet: _Sheet) -> Sitting:
        """A partida with what counts of it."""
        rules = self.rules[sheet.round]
        return Sitting(
            pk=sheet.pk,
            round=sheet.round,
            table=sheet.table,
            kind=sheet.kind,
            winner=sheet.winner,
            counts=sheet.counts,
            seats=self.seats[sheet.pk],
            results=tuple(self._results(sheet, rules)) if sheet.counts else (),
            decisions=tuple(line.decision for line in self.book.of(sheet)),
            rules=rules,
        )

    def _results(self, sheet: _Sheet, rules: scoring.Regulations) -> Iterator[scoring.Result]:
        """What a counted partida means for each entry at its table, one result per entry."""
        score = self._score(sheet, rules) if sheet.kind == Partida.Kind.PLAYED.value else None
        by_seat = scoring.seat_results(rules, sheet.kind, score, cast("scoring.Side | None", sheet.winner or None))
        seats = self.seats[sheet.pk]
        sides = tuple(tuple(sorted({entry for number, entry in seats if number % 2 == odd})) for odd in (1, 0))
        for entry, number in {entry: number for number, entry in reversed(seats)}.items():
            if score is None and self.entries[entry].is_gone(sheet.round):
                continue  # drawn, but not played any more: that counts nothing for it (R12.5)
            yield scoring.Result.of(
                by_seat[number],
                entry=entry,
                round=sheet.round,
                opponents=sides[number % 2],
                penalties=self._penalties(sheet, entry),
            )

    def _score(self, sheet: _Sheet, rules: scoring.Regulations) -> scoring.Partida:
        if sheet.pk in self.supposed:
            return self.supposed[sheet.pk]
        effects = self.book.effects(sheet, rules)
        if rules.detail == "totals":
            return by_totals(rules, sheet.parts, effects)
        return _folded(rules, tuple(self.deals.get(sheet.protocol, ())), tuple(effects), sheet.time_call)

    def _penalties(self, sheet: _Sheet, entry: int) -> int:
        """How many rulings that cost anything an entry had here; a partner's are his own (R10.5, R12.3)."""
        lines = self.book.of(sheet)
        if not lines:
            return 0
        mine = {number for number, its in self.seats[sheet.pk] if its == entry}
        return sum(line.decision.offence.seat in mine and not line.decision.penalty.is_none for line in lines)


def played(stage: Stage, rounds: Sequence[Round], supposed: Supposed) -> Played:
    """What has been played in these rounds of a stage, in five queries; one more where deals are written."""
    keys, entries = _entries(stage.tournament)
    rules = _rules(rounds)
    archive = _Archive(
        entries=entries,
        rules=rules,
        seats=_seats(rounds, keys),
        deals=_deals(rounds) if any(each.detail == "deals" for each in rules.values()) else {},
        book=ledger(stage.tournament),
        supposed=supposed,
    )
    partidas = Partida.objects.filter(round__in=rounds).order_by("round__number", "table", "pk")
    sheets = map(_Sheet._make, partidas.values_list(*SHEET))
    return Played(entries, lots_of(stage), tuple(map(archive.sitting, sheets)))


def lots_of(stage: Stage) -> dict[int, int]:
    """Each entry's lot in a stage, 1 the best; who came with a later drawing comes after all of the earlier (R12.3)."""
    order = [number for drawn in stage.lots.values_list("entries", flat=True) for number in drawn]
    return {number: lot for lot, number in enumerate(order, start=1)}


def _entries(tournament: Tournament) -> tuple[dict[int, int], dict[int, Ranked]]:
    """The number of each entry by its key, and the entries by number; a row for each player who ever was in one."""
    own = ("pk", "number", "club__name", "country", "seed", "withdrawn_from")
    member = ("members__player__name", "members__from_round", "members__to_round")
    rows = tournament.entries.order_by("number", "members__slot", "members__from_round").values_list(*own, *member)
    keys, entries = {}, {}
    for (pk, number, club, country, seed, gone), members in groupby(rows, key=itemgetter(slice(len(own)))):
        keys[pk] = number
        names = tuple(row[len(own) :] for row in members if row[len(own)] is not None)
        entries[number] = Ranked(number, club or "", country, seed, gone, names)
    return keys, entries


def _rules(rounds: Iterable[Round]) -> dict[int, scoring.Regulations]:
    """The regulations of each round, by its number. Rounds of one version share the value: it is parsed once."""
    versions: dict[int | None, scoring.Regulations] = {}
    found = {}
    for round_ in rounds:
        if round_.regulations_id not in versions:
            versions[round_.regulations_id] = round_.rules
        found[round_.number] = versions[round_.regulations_id]
    return found


def _seats(rounds: Sequence[Round], keys: Mapping[int, int]) -> dict[int, tuple[tuple[int, int], ...]]:
    """Number and entry of the seats of each partida, in their order."""
    found: dict[int, list[tuple[int, int]]] = {}
    seats = Seat.objects.filter(round__in=rounds).order_by("number")
    for partida, number, entry in seats.values_list("partida", "number", "entry"):
        found.setdefault(partida, []).append((number, keys[entry]))
    return {partida: tuple(taken) for partida, taken in found.items()}


def _deals(rounds: Sequence[Round]) -> dict[int | None, list[str]]:
    """What is written in each protocol, in its order, as the text that is stored."""
    found: dict[int | None, list[str]] = {}
    deals = Deal.objects.filter(protocol__partida__round__in=rounds).order_by("protocol", "number")
    for protocol, text in deals.annotate(text=Cast("data", TextField())).values_list("protocol", "text"):
        found.setdefault(protocol, []).append(text)
    return found


@lru_cache(FOLDED_KEPT)
def _folded(
    rules: scoring.Regulations,
    deals: tuple[str, ...],
    rulings: tuple[scoring.Ruling, ...],
    time_call: scoring.TimeCall | None,
) -> scoring.Partida:
    """What these deals come to. It depends on nothing else, so nothing that is kept can ever be out of date."""
    return scoring.play(rules, [scoring.Deal.from_dict(json.loads(text)) for text in deals], rulings, time_call)

"""The standings of a stage, ready to be shown: the same rows for the desk, the public, files and papers."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, cast

from django.db.models import Prefetch

import scoring
from tournament.ledger.queries import Ledger, ledger
from tournament.models import Entry, EntryMember, Partida, Regulations, Round, Seat, Stage, Tournament
from tournament.planning.queries import current_stage
from tournament.protocols.queries import scored


@dataclass(frozen=True)
class Row:
    """One row of the standings: an entry, its place and what the place rests on.

    group: the entry's group, from 1, in a stage that is played in groups; places are those in the group.
    """

    entry: int
    players: tuple[str, ...]
    club: str
    country: str
    withdrawn: bool
    standing: scoring.Standing
    group: int | None = None

    @property
    def place(self) -> int:
        return self.standing.place

    @property
    def name(self) -> str:
        return " / ".join(self.players)

    def as_dict(self) -> dict[str, Any]:
        """The row as plain data: numbers whole, an average as text of a fraction's decimal value."""
        standing = self.standing
        return ({} if self.group is None else {"group": self.group}) | {
            "place": standing.place,
            "entry": self.entry,
            "players": list(self.players),
            "club": self.club,
            "country": self.country,
            "played": standing.played,
            "wins": standing.wins,
            "losses": standing.losses,
            "walkovers": standing.walkovers,
            "byes": standing.byes,
            "points_for": standing.points_for,
            "points_against": standing.points_against,
            "difference": standing.difference,
            "values": {code: _plain(value) for code, value in standing.values.items()},
            "decided_by": standing.decided_by,
        }


def _plain(value: Any) -> Any:
    """A value of a criterion as JSON: whole numbers as they are, fractions with two decimals as text."""
    return f"{float(value):.2f}" if isinstance(value, Fraction) and value.denominator != 1 else _whole(value)


def _whole(value: Any) -> Any:
    return int(value) if isinstance(value, Fraction) else value


@dataclass(frozen=True)
class Table:
    """The standings of a stage after one of its rounds."""

    tournament: Tournament
    stage: Stage
    after: Round | None
    rules: scoring.Regulations
    rows: tuple[Row, ...]
    missing: tuple[tuple[int, int], ...]

    def as_dict(self) -> dict[str, Any]:
        """The table as plain data, for papers, files and snapshots.

        `missing` has [round, table] of protocols that aren't confirmed yet.
        """
        return {
            "tournament": self.tournament.name,
            "slug": self.tournament.slug,
            "venue": self.tournament.venue,
            "timezone": self.tournament.timezone,
            "stage": self.stage.name,
            "after_round": self.after.number if self.after else None,
            "criteria": list(self.rules.criteria),
            "regulations": self.rules.to_dict(),
            "rows": [row.as_dict() for row in self.rows],
            "missing": [list(place) for place in self.missing],
            # Said where it isn't the usual one, so that papers of pairs stay as they are.
            **({"event": self.tournament.event} if self.tournament.is_individual else {}),
        }


# By partida: how it ended, whatever its protocol says now.
Supposed = Mapping[int, scoring.Partida]


def table(stage: Stage, after: int | None = None, supposed: Supposed | None = None) -> Table:
    """The standings of a stage after round `after` (None: after its last published round). R12.

    supposed: scores in place of those that are written, for the standings as they would be (R11.4).
    Raises Round.DoesNotExist if the stage has no such round.
    """
    published = stage.rounds.exclude(state=Round.State.PROPOSED.value)
    rounds = list(published.select_related("regulations", "tournament"))
    last = _last(rounds, after)
    rules = last.rules if last else stage.regulations.value
    counted = [round_ for round_ in rounds if last and round_.number <= last.number]
    entries = _entries(stage.tournament)
    partidas = _partidas(_with_shared_rules(counted))
    results = list(_results(partidas, _seats(counted, entries), ledger(stage.tournament), supposed or {}))
    return Table(
        tournament=stage.tournament,
        stage=stage,
        after=last,
        rules=rules,
        rows=tuple(_rows(stage, entries, results, rules, last)),
        missing=tuple(_missing(partidas)),
    )


def _rows(
    stage: Stage,
    entries: dict[int, Entry],
    results: list[scoring.Result],
    rules: scoring.Regulations,
    after: Round | None,
) -> Iterable[Row]:
    """The rows of a stage, group by group if it has several; only those in its lineup, if it has one."""
    groups = stage.lineup or [list(entries)]
    for group, numbers in enumerate(groups, start=1):
        mine = {number: entries[number] for number in sorted(numbers) if number in entries}
        theirs = [result for result in results if result.entry in mine]
        for standing in _rank(mine, theirs, rules, stage.tournament.slug):
            row = _row(entries[cast(int, standing.entry)], standing, after)
            yield replace(row, group=group) if len(groups) > 1 else row


def _rank(
    entries: dict[int, Entry], results: Iterable[scoring.Result], rules: scoring.Regulations, lots_seed: str
) -> tuple[scoring.Standing, ...]:
    """The engine's order of these entries by what counts so far."""
    return scoring.rank(
        list(entries),
        results,
        rules.criteria,
        regulations=rules,
        seeds={number: entry.seed for number, entry in entries.items() if entry.seed is not None},
        lots_seed=lots_seed,
    )


def _last(rounds: list[Round], after: int | None) -> Round | None:
    if after is None:
        return rounds[-1] if rounds else None
    for round_ in rounds:
        if round_.number == after:
            return round_
    raise Round.DoesNotExist


def current_table(tournament: Tournament) -> Table | None:
    """The standings of the stage that is being played; None while nothing is planned."""
    stage = current_stage(tournament)
    return table(stage) if stage else None


def _with_shared_rules(rounds: list[Round]) -> list[Round]:
    """Rounds of one version of the regulations share the value: it is parsed once."""
    versions: dict[int | None, Regulations | None] = {}
    for round_ in rounds:
        round_.regulations = versions.setdefault(round_.regulations_id, round_.regulations)
    return rounds


def _entries(tournament: Tournament) -> dict[int, Entry]:
    members = Prefetch("members", EntryMember.objects.select_related("player"))
    entries = tournament.entries.select_related("club").prefetch_related(members)
    return {entry.number: entry for entry in entries}


def _partidas(rounds: list[Round]) -> list[Partida]:
    """All partidas of these rounds with what their results need, but the seats; they share the given rounds."""
    by_id = {round_.pk: round_ for round_ in rounds}
    # Where only totals are written, thousands of protocols aren't asked for deals that they can't have.
    by_deals = any(round_.regulations is None or round_.rules.detail == "deals" for round_ in rounds)
    partidas = list(
        Partida.objects.filter(round__in=rounds)
        .select_related("protocol")
        .prefetch_related(*(["protocol__deals"] if by_deals else []))
        .order_by("round__number", "table", "pk")
    )
    for partida in partidas:
        partida.round = by_id[partida.round_id]
    return partidas


@dataclass(frozen=True, slots=True)
class _Seat:
    """Who is ranked for what happens on a seat. A stage has thousands of them: they are read as plain values."""

    number: int
    side: scoring.Side
    entry: Entry


def _seats(rounds: list[Round], entries: dict[int, Entry]) -> dict[int, list[_Seat]]:
    """The seats of each partida of these rounds, in their order."""
    by_pk = {entry.pk: entry for entry in entries.values()}
    found: dict[int, list[_Seat]] = {}
    seats = Seat.objects.filter(round__in=rounds).order_by("number")
    for partida, number, entry in seats.values_list("partida", "number", "entry"):
        found.setdefault(partida, []).append(_Seat(number, scoring.side_of(number), by_pk[entry]))
    return found


def _counts(partida: Partida) -> bool:
    """Whether a partida counts: its protocol is confirmed (R11.2), or it is a bye, which has none (R8.4)."""
    protocol = getattr(partida, "protocol", None)
    return protocol.counts if protocol else partida.kind == Partida.Kind.BYE.value


def _missing(partidas: Iterable[Partida]) -> Iterable[tuple[int, int]]:
    for partida in partidas:
        if not _counts(partida) and partida.table is not None:
            yield partida.round.number, partida.table


def _results(
    partidas: Iterable[Partida], seats: dict[int, list[_Seat]], book: Ledger, supposed: Supposed
) -> Iterable[scoring.Result]:
    """What all counted partidas mean for the entries."""
    for partida in partidas:
        if _counts(partida):
            yield from _results_of(partida, seats[partida.pk], book, supposed.get(partida.pk))


def _results_of(
    partida: Partida, seats: list[_Seat], book: Ledger, supposed: scoring.Partida | None
) -> Iterable[scoring.Result]:
    """What a counted partida means for each entry at its table, one result per entry."""
    rules = partida.round.rules
    played = partida.kind == Partida.Kind.PLAYED.value
    score = (supposed or scored(partida, rules, book.effects(partida, rules))) if played else None
    by_seat = scoring.seat_results(rules, partida.kind, score, cast(scoring.Side | None, partida.winner or None))
    seen: set[int] = set()
    for seat in seats:
        if seat.entry.pk in seen or (not played and _is_gone(seat.entry, partida.round)):
            continue
        seen.add(seat.entry.pk)
        yield scoring.Result.of(
            by_seat[seat.number],
            entry=seat.entry.number,
            round=partida.round.number,
            opponents=tuple(sorted({other.entry.number for other in seats if other.side != seat.side})),
            penalties=_penalties(book, partida, seats, seat.entry),
        )


def _is_gone(entry: Entry, round_: Round) -> bool:
    """Whether it had withdrawn: what was drawn but not played counts nothing for it then (R12.5)."""
    return entry.withdrawn_from is not None and entry.withdrawn_from <= round_.number


def _penalties(book: Ledger, partida: Partida, seats: list[_Seat], entry: Entry) -> int:
    """How many rulings that cost anything an entry had at this table; a partner's are his own (R10.5, R12.3)."""
    mine = [seat.number for seat in seats if seat.entry.pk == entry.pk]
    return sum(line.decision.offence.seat in mine and not line.decision.penalty.is_none for line in book.of(partida))


def _row(entry: Entry, standing: scoring.Standing, after: Round | None) -> Row:
    number = after.number if after else 1
    members = [
        member
        for member in entry.members.all()
        if member.from_round <= number and (member.to_round is None or number <= member.to_round)
    ]
    return Row(
        entry=entry.number,
        players=tuple(member.player.name for member in members or entry.members.all()),
        club=entry.club.name if entry.club else "",
        country=entry.country,
        withdrawn=entry.withdrawn_from is not None and entry.withdrawn_from <= number,
        standing=standing,
    )

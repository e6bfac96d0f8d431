"""What a correction would change, before it is made; what earlier ones have changed (R11.4).

Nothing is written to find that out: the standings are computed as always, with one score supposed.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, QuerySet

import scoring
from tournament.draw import brackets, fields, individual
from tournament.draw import queries as drawing
from tournament.draw.bracket_page import correction as bracket_correction
from tournament.draw.bracket_page import entry_names
from tournament.draw.checks import Breach, breaches
from tournament.draw.systems import Pairing
from tournament.models import Partida, Protocol, ProtocolRevision, Round, Seat, Stage, Tournament
from tournament.phrases import Refused, next_step
from tournament.protocols.content import fingerprint
from tournament.protocols.queries import sides_of
from tournament.protocols.sheets import Sheet, Side
from tournament.standings.queries import Row, Supposed, Table, table


@dataclass(frozen=True)
class Correction:
    """What a confirmed sheet should have said: all its deals, or the totals of its parts, and when time ran out."""

    deals: tuple[scoring.Deal, ...] = ()
    parts: tuple[tuple[int, int], ...] = ()
    time: scoring.TimeCall | None = None


@dataclass(frozen=True)
class Move:
    """An entry whose place changes, or what its place rests on: its rows before and after."""

    before: Row
    after: Row


@dataclass(frozen=True)
class LaterRound:
    """A round that was drawn from the old result.

    again: whether the same way of drawing gives other pairings now; None where that can't be said. broken: rules that
    its pairings break, beyond those that were accepted. may_go_back: whether it has no results yet.
    """

    number: int
    again: bool | None
    broken: tuple[Breach, ...]
    may_go_back: bool


@dataclass(frozen=True)
class LaterStage:
    """A stage whose entries came through by the old places; others: whether others would come through now."""

    name: str
    rounds: tuple[int, ...]
    others: bool | None


@dataclass(frozen=True)
class Consequences:
    """Everything that a correction would change. touched: meetings of a bracket, in words."""

    before: scoring.Partida
    after: scoring.Partida
    moves: tuple[Move, ...]
    rounds: tuple[LaterRound, ...]
    stages: tuple[LaterStage, ...]
    touched: tuple[str, ...]

    @property
    def seen(self) -> str:
        """A fingerprint of what is shown: the act is refused if anything else would follow meanwhile."""
        moves = [[move.before.entry, move.before.place, move.after.place] for move in self.moves]
        rounds = [[each.number, each.again, each.may_go_back] for each in self.rounds]
        stages = [[each.name, each.rounds, each.others] for each in self.stages]
        return fingerprint([list(self.after.points), self.after.winner, moves, rounds, stages, self.touched])


def written(current: Sheet) -> Correction:
    """What the sheet says now."""
    parts = tuple((a, b) for a, b in current.protocol.parts or ())
    return Correction(current.deals, parts, current.protocol.time_call)


def outcome(current: Sheet, correction: Correction) -> scoring.Partida:
    """How the partida stands with a correction, judged anew from its first deal; refused unless it is over then."""
    if correction == written(current):
        raise Refused("correction.nothing")
    if current.rules.detail == "totals":
        score = scoring.play_totals(current.rules, correction.parts, current.effects)
    else:
        score = scoring.play(current.rules, correction.deals, current.effects, correction.time)
    if not score.over:
        raise Refused("protocol.not_finished", next=next_step(score.next))
    return score


def consequences(current: Sheet, correction: Correction) -> Consequences:
    """What would follow from a correction."""
    after = outcome(current, correction)
    round_, supposed = current.partida.round, {current.partida.pk: after}
    moves = tuple(_moves(round_.stage, supposed))
    return Consequences(
        before=current.score,
        after=after,
        moves=moves,
        rounds=tuple(_later_rounds(round_, supposed)),
        stages=tuple(_later_stages(round_.stage, supposed)),
        touched=_touched(current.partida) if after.winner != current.score.winner else (),
    )


def _moves(stage: Stage, supposed: Supposed) -> Iterable[Move]:
    """The entries whose rows change, in their new order."""
    before = {row.entry: row for row in table(stage).rows}
    for row in table(stage, supposed=supposed).rows:
        old = before[row.entry]
        if (old.place, old.standing.values) != (row.place, row.standing.values):
            yield Move(old, row)


def _later_rounds(round_: Round, supposed: Supposed) -> Iterable[LaterRound]:
    """The rounds of its stage that were drawn by the standings after it. Lots and Berger tables know no standings."""
    for later in round_.stage.rounds.filter(number__gt=round_.number):
        method = later.draw.get("method")
        if method in ("swiss", "hand", "individual"):
            yield LaterRound(
                number=later.number,
                again=_would_differ(later, supposed),
                broken=() if method == "individual" else tuple(_breaches(later)),
                may_go_back=drawing.can_go_back(later),
            )


def _would_differ(later: Round, supposed: Supposed) -> bool | None:
    """Whether the draw comes out otherwise by the corrected standings, all else being as it is now."""
    before = later.stage.rounds.filter(number__lt=later.number).last()
    again = {"swiss": _drawn_swiss, "individual": _drawn_individual}.get(later.draw.get("method", ""))
    if before is None or again is None:
        return None
    try:
        so_far, corrected = (table(later.stage, after=before.number, supposed=each) for each in ({}, supposed))
        return again(later, so_far) != again(later, corrected)
    except Refused:
        return None


def _drawn_swiss(later: Round, standings: Table) -> set[tuple[int, ...]]:
    """Who would meet, by these standings, if the round were drawn with its seed."""
    order = sorted(entry for pair in drawing.pairings_of(later) for entry in pair if entry is not None)
    seed = later.draw.get("seed", "")
    proposal = fields.swiss(later.stage, later.number, order=order, seed=seed, locked=(), standings=standings)
    return {tuple(sorted(pairing.entries)) for pairing in proposal.pairings}


def _drawn_individual(later: Round, standings: Table) -> set[tuple[int, ...]]:
    """Who would sit with whom, by these standings, if the round were drawn with its seed (R13.4)."""
    seed = later.draw.get("seed", "")
    playing = {entry for seats in drawing.seating_of(later) for entry in seats if entry is not None}
    order = [
        entry
        for entry in individual.order(later.stage, later.number, seed=seed, standings=standings)
        if entry in playing
    ]
    drawn = individual.draw(later.stage, later.number, order, seed)
    return {table.entries for table in drawn.tables}


def _breaches(later: Round) -> Iterable[Breach]:
    """The rules that a drawn round breaks, but for those whose breach was accepted or had to be (R13.1, R13.6)."""
    pairings = [Pairing(a, b) for a, b in drawing.pairings_of(later)]
    past = drawing.history(later.stage, later.number)
    found = breaches(
        pairings,
        {entry for pairing in pairings for entry in pairing.entries},
        past.met,
        past.free,
        forbidden={frozenset(pair) for pair in drawing.policy_of(later.stage).forbidden_pairs},
        free_allowed=max(len(later.stage.lineup), 1),
    )
    known = {code for code, *_about in (*later.draw.get("accepted", ()), *later.draw.get("breaches", ()))}
    return (breach for breach in found if breach.code not in known)


def _later_stages(stage: Stage, supposed: Supposed) -> Iterable[LaterStage]:
    """The next stage, if it is drawn already and takes the best of this one."""
    later = stage.tournament.stages.filter(number__gt=stage.number).first()
    if later is None or not later.rounds.exists():
        return
    policy = drawing.policy_of(later)
    if policy.best is None:
        return
    best, others = policy.best, None
    if not policy.best_next and stage.system != Stage.System.KNOCKOUT.value:
        others = _through(table(stage).rows, best) != _through(table(stage, supposed=supposed).rows, best)
    yield LaterStage(later.name, tuple(later.rounds.values_list("number", flat=True)), others)


def _through(rows: Iterable[Row], best: int) -> set[int]:
    return {row.entry for row in rows if row.place <= best}


def _touched(partida: Partida) -> tuple[str, ...]:
    """The meetings of a bracket that another winner of this partida would touch."""
    stage = partida.round.stage
    if stage.system != Stage.System.KNOCKOUT.value or not stage.lineup:
        return ()
    its = brackets.progress(stage)
    here = (partida.round.number, partida.table)
    key = next((key for key, drawn in its.drawn.items() if (drawn.round, drawn.table) == here), "")
    found = bracket_correction(its, key, entry_names(stage))
    return found.touched if found else ()


# -- what was corrected ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Erratum:
    """A published correction: the table, its sides as they are called now, and the sheet before and after."""

    round: int
    table: int
    sides: dict[str, Side]
    before: dict[str, Any]
    after: dict[str, Any]
    reason: str
    departure: str
    made_at: datetime


def corrected(tournament: Tournament) -> QuerySet[Protocol]:
    """The counted protocols of published rounds that have more than their first revision."""
    published = Protocol.objects.exclude(partida__round__state=Round.State.PROPOSED.value)
    # Asked of each of them, else the database reads the revisions of all tournaments there ever were.
    later = Exists(ProtocolRevision.objects.filter(protocol=OuterRef("pk"), number__gt=1))
    return published.filter(later, partida__round__tournament=tournament, state__in=Protocol.COUNTED)


def corrected_places(tournament: Tournament) -> list[tuple[int, int]]:
    """Round and table of each published correction, in their order."""
    places = corrected(tournament).values_list("partida__round__number", "partida__table")
    return sorted((round_, table) for round_, table in places if table is not None)


def errata(tournament: Tournament) -> list[Erratum]:
    """All published corrections, the latest first. They are read from the revisions: nothing is stored twice."""
    seats = Prefetch("partida__seats", Seat.objects.select_related("player__club", "entry__club"))
    whole = corrected(tournament).select_related("partida__round").prefetch_related("revisions", seats)
    found = [_erratum(protocol, old, new) for protocol in whole for old, new in pairwise(protocol.revisions.all())]
    return sorted(found, key=lambda erratum: erratum.made_at, reverse=True)


def _erratum(protocol: Protocol, old: ProtocolRevision, new: ProtocolRevision) -> Erratum:
    partida = protocol.partida
    return Erratum(
        round=partida.round.number,
        table=partida.table or 0,
        sides=sides_of(partida.seats.all()),
        before=old.content,
        after=new.content,
        reason=new.reason,
        departure=new.departure,
        made_at=new.made_at,
    )

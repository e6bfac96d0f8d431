"""Reads about draws: who can play a round, who has met, what is drawn."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import Q, QuerySet

import scoring
from tournament.ledger.queries import ledger
from tournament.models import Entry, EntryMember, Partida, Protocol, Round, Seat, SitOut, Stage, Tournament
from tournament.phrases import Refused
from tournament.planning.queries import current_stage

from .checks import ACCEPTABLE, Breach, Drawn, Proof, breaches
from .policy import StagePolicy
from .systems import Pairing, Undrawable


@dataclass(frozen=True)
class History:
    """What earlier rounds of a stage leave behind.

    meetings: (round, entry, entry) for each time that two sat down together, whatever became of it. free: how many
    free games each entry had, byes and walkovers won (R8.4).
    """

    meetings: list[tuple[int, int, int]] = field(default_factory=list)
    free: Counter[int] = field(default_factory=Counter)

    @property
    def met(self) -> dict[int, Counter[int]]:
        """Whom each entry has met, and how often."""
        found: dict[int, Counter[int]] = {}
        for _round, a, b in self.meetings:
            found.setdefault(a, Counter())[b] += 1
            found.setdefault(b, Counter())[a] += 1
        return found


def playing(tournament: Tournament, number: int) -> QuerySet[Entry]:
    """The entries that play round `number`: all that haven't withdrawn or been expelled before it (R8.5).

    Whom the desk has left out of the round, since he wasn't there, isn't among them.
    """
    out = [player for player, from_round in ledger(tournament).expelled().items() if from_round <= number]
    staying = tournament.entries.filter(Q(withdrawn_from__isnull=True) | Q(withdrawn_from__gt=number))
    here = staying.exclude(
        pk__in=SitOut.objects.filter(round_number=number, entry__tournament=tournament).values("entry")
    )
    return here.exclude(members__in=EntryMember.objects.filter(player__in=out, to_round__isnull=True))


def next_number(tournament: Tournament) -> int:
    """The number that the next round gets."""
    last = tournament.rounds.last()
    return last.number + 1 if last else 1


def policy_of(stage: Stage) -> StagePolicy:
    """How the stage is drawn."""
    return StagePolicy.from_dict(stage.policy)


def stage_to_draw(tournament: Tournament, wanted: str) -> Stage | None:
    """The stage whose number is wanted, else the one that is being played, or the next once that is played out."""
    named = tournament.stages.filter(number=wanted).first() if wanted.isdecimal() and len(wanted) < 5 else None
    if named or not (stage := current_stage(tournament)):
        return named
    after = tournament.stages.filter(number__gt=stage.number).first() if _played_out(stage) else None
    return after or stage


def _played_out(stage: Stage) -> bool:
    """All rounds that were planned, or that a round robin has, are closed."""
    states = list(stage.rounds.values_list("state", flat=True))
    planned = policy_of(stage).rounds or (1 if stage.system == Stage.System.ROUND_ROBIN.value else None)
    return planned is not None and len(states) >= planned and set(states) == {Round.State.CLOSED.value}


def of_system(stage: Stage, system: str) -> Stage:
    """The stage itself, refused if it is drawn in another way."""
    if stage.system != system:
        raise Refused("draw.other_system", stage=stage.name, system=stage.get_system_display())
    return stage


def refused(undrawable: Undrawable, number: int) -> Refused:
    """What a system can't draw, as a refusal for people; `number`: of the round."""
    params: dict[str, Any] = {"round": number, **undrawable.params}
    return Refused(f"draw.{undrawable.code}", **params)


def taking_part(stage: Stage, number: int) -> QuerySet[Entry]:
    """The entries that play round `number` of a stage: those in its lineup, or all, less the withdrawn."""
    entries = playing(stage.tournament, number)
    if not stage.lineup:
        return entries
    return entries.filter(number__in=[entry for group in stage.lineup for entry in group])


def history(stage: Stage, before: int) -> History:
    """What the rounds of a stage before round `before` leave behind. A walkover is no meeting."""
    # Plain values: the rounds themselves are heavy with the records of their draws.
    seats = Seat.objects.filter(round__stage=stage, round__number__lt=before, number__in=(1, 2)).order_by(
        "round__number", "partida__table", "partida", "number"
    )
    columns = ("partida", "partida__kind", "partida__winner", "round__number", "entry__number")
    found = History()
    for _pk, rows in groupby(seats.values_list(*columns), key=itemgetter(0)):
        whole = list(rows)
        _pk, kind, winner, number, first = whole[0]
        second = whole[-1][4]
        if kind == Partida.Kind.BYE.value:
            found.free[first] += 1
        elif scoring.has_met(kind):
            found.meetings.append((number, first, second))
        elif winner:
            found.free[first if winner == "a" else second] += 1
    return found


def breaches_of(stage: Stage, number: int, pairings: Sequence[Pairing]) -> list[Breach]:
    """What these pairings would break as round `number` of a stage."""
    past = history(stage, number)
    playing = set(taking_part(stage, number).values_list("number", flat=True))
    forbidden = {frozenset(pair) for pair in policy_of(stage).forbidden_pairs}
    # In a round robin each group of odd size has somebody free.
    free_allowed = max(len(stage.lineup), 1)
    return breaches(pairings, playing, past.met, past.free, forbidden=forbidden, free_allowed=free_allowed)


def drawn_rounds(stage: Stage) -> list[Drawn]:
    """The rounds of a stage as the checks see them: who met at which table, who won without play."""
    return [_drawn(round_) for round_ in stage.rounds.all()]


def _drawn(round_: Round) -> Drawn:
    placed = by_table(round_)
    pairings = [pairing for _table, pairing in placed]
    at_tables = Seat.objects.filter(round=round_).exclude(partida__kind=Partida.Kind.BYE.value)
    unplayed = [s for s in at_tables.select_related("entry", "partida") if not scoring.has_met(s.partida.kind)]
    return Drawn(
        number=round_.number,
        pairings=pairings,
        playing={entry for pairing in pairings for entry in pairing.entries},
        walked_over={seat.entry.number for seat in unplayed if seat.side == seat.partida.winner},
        tables=[table for table, _pairing in placed if table],
        unplayed={seat.entry.number for seat in unplayed},
        locked=locked_in(round_, pairings),
        proof=_proof(round_.draw.get("proof")),
    )


def locked_in(round_: Round, pairings: Sequence[Pairing]) -> set[frozenset[int]]:
    """The pairings that were kept while the rest of the round was drawn anew, and that stand."""
    return {frozenset(kept) for kept in round_.draw.get("locked", ())} & {frozenset(each.entries) for each in pairings}


def _proof(recorded: dict[str, Any] | None) -> Proof | None:
    """The proof as it is on record; where it doesn't say of which rules it speaks, of all."""
    if not recorded:
        return None
    return Proof(recorded.get("rules", ACCEPTABLE), recorded["removed"], recorded["parts"])


def has_results(round_: Round) -> bool:
    """Whether anything is written down in a round's protocols."""
    begun = Q(deals__isnull=False) | Q(parts__isnull=False) | Q(protests__isnull=False)
    begun |= ~Q(state=Protocol.State.OPEN.value)
    return Protocol.objects.filter(begun, partida__round=round_).exists()


def can_go_back(round_: Round) -> bool:
    """Whether a round can be taken back: while it has no results (R13.6)."""
    return round_.state != Round.State.CLOSED.value and not has_results(round_)


def pairings_of(round_: Round) -> list[tuple[int, int | None]]:
    """The pairings of a round as entry numbers, (a, b) or (a, None), in the order of tables."""
    return [(pairing.a, pairing.b) for _table, pairing in by_table(round_)]


def by_table(round_: Round) -> list[tuple[int, Pairing]]:
    """The pairings of a round with their tables, in their order; who is free sits at table 0 and stands last."""
    seats = Seat.objects.filter(round=round_, number__in=(1, 2)).order_by("partida__table", "partida", "number")
    columns = ("partida", "partida__table", "entry__number")
    placed = []
    for (_pk, table), rows in groupby(seats.values_list(*columns), key=itemgetter(0, 1)):
        placed.append((table or 0, Pairing(*(entry for _pk, _table, entry in rows))))
    return sorted(placed, key=lambda each: each[0] == 0)


def seating_of(round_: Round) -> Sequence[tuple[int | None, ...]]:
    """Who sits down together: the pairings, or in an individual stage the entries on seats 1 to 4, the free alone."""
    if not round_.stage.is_individual:
        return pairings_of(round_)
    seats = Seat.objects.filter(round=round_).order_by("partida__table", "partida", "number")
    tables: dict[int, list[int]] = {}
    for partida, entry in seats.values_list("partida", "entry__number"):
        tables.setdefault(partida, []).append(entry)
    return sorted((tuple(entries) for entries in tables.values()), key=lambda entries: len(entries) == 1)


def fingerprint(round_: Round) -> str:
    """Eight letters and digits that change with the pairings: what someone saw when he pressed a button."""
    return hashlib.sha256(repr(seating_of(round_)).encode()).hexdigest()[:8]


def require_pairs(stage: Stage) -> Stage:
    """A stage in which pairs are seated; where partners are drawn too, lots and hands can't do it (R13.4)."""
    if stage.is_individual:
        raise Refused("draw.individual_only", stage=stage.name)
    return stage


def require_seen(round_: Round, seen: str | None) -> None:
    """The author saw what is there now; None: a program that has just read it."""
    if seen and seen != fingerprint(round_):
        raise Refused("draw.changed_meanwhile", round=round_.number)

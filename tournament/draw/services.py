"""The acts of a draw (R13.6): propose a round, change it by hand, publish it, take it back."""

from collections.abc import Sequence
from dataclasses import replace

from django.utils import timezone

from tournament.audit.services import Author, act
from tournament.models import Entry, EntryMember, Partida, Protocol, Round, Seat, Stage
from tournament.phrases import Refused, breach_sentence

from . import queries
from .checks import breaches
from .systems import Pairing
from .systems.lots import by_lots, first_round
from .systems.round_robin import berger


def propose_by_lots(*, stage: Stage, seed: str, by: Author) -> Round:
    """The first round of a stage by lots; the seed is recorded and gives the same draw again (R13.2, R13.8)."""
    with act(stage.tournament, "draw.proposed", by) as doing:
        number = queries.next_number(doing.tournament)
        if stage.rounds.exists():
            raise Refused("draw.not_first", round=number)
        entries = _enough(list(queries.playing(doing.tournament, number)), number)
        pairings = first_round([entry.number for entry in entries], seed)
        doing.subject = f"round {number}"
        doing.data = {"method": "lots", "seed": seed}
        return _write_round(stage, number, pairings, {"method": "lots", "seed": seed})


def propose_round_robin(*, stage: Stage, legs: int, seed: str | None, by: Author) -> list[Round]:
    """All rounds of a round robin by Berger tables, the places of the table by entry number or by lots (R13.3)."""
    with act(stage.tournament, "draw.proposed", by) as doing:
        if stage.rounds.exists():
            raise Refused("draw.stage_running", stage=stage.name)
        first = queries.next_number(doing.tournament)
        entries = _enough(list(queries.playing(doing.tournament, first)), first)
        numbers = [entry.number for entry in entries]
        order = by_lots(numbers, seed) if seed else sorted(numbers)
        draw = {"method": "berger", "legs": legs, "order": order} | ({"seed": seed} if seed else {})
        doing.subject = f"stage {stage.number}"
        doing.data = draw
        return [
            _write_round(stage, number, pairings, draw)
            for number, pairings in enumerate(berger(order, legs), start=first)
        ]


def propose_by_hand(*, stage: Stage, pairings: Sequence[Pairing], reason: str, by: Author) -> Round:
    """A round that the organiser seats himself, under the same checks as any draw (R13.6)."""
    with act(stage.tournament, "draw.proposed", by) as doing:
        number = queries.next_number(doing.tournament)
        _enough(list(queries.playing(doing.tournament, number)), number)
        accepted = _check(stage, number, pairings, reason)
        doing.subject = f"round {number}"
        doing.data = {"method": "hand", "accepted": accepted, "reason": reason}
        return _write_round(stage, number, pairings, doing.data)


def change_by_hand(*, round_: Round, pairings: Sequence[Pairing], reason: str, by: Author) -> None:
    """Other pairings for a proposed round (R13.6)."""
    with act(round_.tournament, "draw.changed", by) as doing:
        current = Round.objects.select_related("stage").get(pk=round_.pk)
        if current.state != Round.State.PROPOSED.value:
            raise Refused("draw.not_proposed", round=current.number, state=current.get_state_display())
        accepted = _check(current.stage, current.number, pairings, reason)
        doing.subject = f"round {current.number}"
        doing.data = {
            "before": queries.pairings_of(current),
            "after": [[p.a, p.b] for p in pairings],
            "reason": reason,
        }
        current.draw |= {"changed": True, "accepted": accepted, "reason": reason}
        current.save()
        current.partidas.all().delete()
        seat(current, pairings)


def publish(*, round_: Round, by: Author) -> None:
    """Publish a proposed round: its regulations are frozen and its protocols are open."""
    with act(round_.tournament, "draw.published", by) as doing:
        current = Round.objects.select_related("stage").get(pk=round_.pk)
        if current.state != Round.State.PROPOSED.value:
            raise Refused("draw.published", round=current.number)
        _free_opponents_of_withdrawn(current)
        current.state = Round.State.PUBLISHED.value
        current.regulations = current.stage.regulations
        current.published_at = timezone.now()
        current.save()
        open_protocols(current)
        doing.subject = f"round {current.number}"
        doing.data = {"pairings": queries.pairings_of(current)}


def take_back(*, round_: Round, by: Author) -> None:
    """Take a round back while it has no results (R13.6). Published: it is proposed again; proposed: it is gone."""
    with act(round_.tournament, "draw.taken_back", by) as doing:
        current = Round.objects.select_related("stage").get(pk=round_.pk)
        if not queries.can_go_back(current):
            raise Refused("draw.has_results", round=current.number)
        doing.subject = f"round {current.number}"
        doing.data = {"state": current.state, "pairings": queries.pairings_of(current)}
        if current.state == Round.State.PUBLISHED.value:
            Protocol.objects.filter(partida__round=current).delete()
            current.state = Round.State.PROPOSED.value
            current.regulations = current.published_at = None
            current.save()
        else:
            _delete_proposal(current)


def _delete_proposal(round_: Round) -> None:
    """A proposed round goes; with a round robin's go all its proposed rounds, for they are one draw."""
    later = round_.stage.rounds.filter(number__gt=round_.number)
    whole = round_.draw.get("method") == "berger"
    if blocking := later.exclude(state=Round.State.PROPOSED.value).first() or (None if whole else later.first()):
        raise Refused("draw.later_round", later=blocking.number)
    if whole:
        later.delete()
    round_.delete()


def _enough(entries: list[Entry], number: int) -> list[Entry]:
    if len(entries) < 2:
        raise Refused("draw.too_few", count=len(entries), round=number)
    return entries


def _check(stage: Stage, number: int, pairings: Sequence[Pairing], reason: str) -> list[list[object]]:
    """Refuse pairings that break the rules; a rematch or second free game passes with a reason (R13.6)."""
    past = queries.history(stage, number)
    playing = set(queries.playing(stage.tournament, number).values_list("number", flat=True))
    found = breaches(pairings, playing, past.met, past.free)
    barred = [breach for breach in found if not (breach.may_be_accepted and reason.strip())]
    if barred:
        raise Refused("draw.invalid", breaches=" ".join(breach_sentence(b.code, b.entries) for b in barred))
    return [[breach.code, *breach.entries] for breach in found]


def _write_round(stage: Stage, number: int, pairings: Sequence[Pairing], draw: dict[str, object]) -> Round:
    round_ = Round.objects.create(tournament=stage.tournament, stage=stage, number=number, draw=draw)
    seat(round_, pairings)
    return round_


def seat(round_: Round, pairings: Sequence[Pairing]) -> list[Partida]:
    """Partidas and seats for a round's pairings, tables numbered in their order; who is free has no table."""
    met = [pairing for pairing in pairings if pairing.b is not None]
    free = [pairing for pairing in pairings if pairing.b is None]
    partidas = [Partida(round=round_, table=table) for table in range(1, len(met) + 1)]
    partidas += [Partida(round=round_, table=None, kind=Partida.Kind.BYE.value) for _ in free]
    Partida.objects.bulk_create(partidas)
    members = _members(round_)
    seats = [
        Seat(
            partida=partida,
            round=round_,
            number=place,
            entry_id=member.entry_id,
            slot=member.slot,
            player_id=member.player_id,
        )
        for partida, pairing in zip(partidas, [*met, *free], strict=True)
        for places, entry in (((1, 3), pairing.a), ((2, 4), pairing.b))
        if entry is not None
        for place, member in zip(places, members[entry], strict=True)
    ]
    Seat.objects.bulk_create(seats)
    return partidas


def _members(round_: Round) -> dict[int, list[EntryMember]]:
    """Who plays for each entry in a round, by entry number, in the order of slots."""
    found: dict[int, list[EntryMember]] = {}
    members = EntryMember.objects.filter(tournament=round_.tournament, from_round__lte=round_.number)
    for member in members.select_related("entry").order_by("slot", "from_round"):
        if member.to_round is None or member.to_round >= round_.number:
            found.setdefault(member.entry.number, []).append(member)
    return found


def open_protocols(round_: Round) -> None:
    """An open protocol for each partida of a round that is to be played."""
    played = round_.partidas.filter(kind=Partida.Kind.PLAYED.value, protocol__isnull=True)
    Protocol.objects.bulk_create([Protocol(partida=partida) for partida in played])


def _free_opponents_of_withdrawn(round_: Round) -> None:
    """Who would meet an entry that has withdrawn since the draw is free instead (R8.4, R8.5)."""
    playing = set(queries.playing(round_.tournament, round_.number).values_list("number", flat=True))
    pairings = [Pairing(a, b) for a, b in queries.pairings_of(round_)]
    if all(entry in playing for p in pairings for entry in (p.a, p.b) if entry is not None):
        return
    round_.partidas.all().delete()
    seat(round_, [kept for pairing in pairings if (kept := _without(pairing, playing))])


def _without(pairing: Pairing, playing: set[int]) -> Pairing | None:
    """A pairing less those who don't play; None if nobody is left."""
    left = [entry for entry in (pairing.a, pairing.b) if entry in playing]
    if len(left) == 2 or not left:
        return pairing if left else None
    return replace(pairing, a=left[0], b=None)

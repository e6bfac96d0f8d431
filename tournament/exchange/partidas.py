"""What is wrong with one partida of a tournament file: who sits, what was played, and whether it can have been."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import scoring
from tournament.models import Partida, Protest, Protocol, Round, Tournament
from tournament.phrases import Refused, sentence

from .ledger import FileLedger
from .shape import Problem

Data = Mapping[str, Any]

RESULTS = ("points", "parts", "deals")
# What a bye has none of: nobody sits across and nothing is played (R8.4).
NOT_IN_A_BYE = ("b", "seats", "table", "winner", *RESULTS, "time", "added", "rulings", "protests", "state")
NOT_IN_A_PROPOSAL = ("winner", *RESULTS, "time", "added", "rulings", "protests", "state")


def partida_problems(
    partida: Data, where: str, round_: Data, rules: scoring.Regulations | Problem, book: FileLedger, event: str
) -> Iterator[Problem]:
    """What a partida of this kind may say, and whether what it says was played can have been played."""
    refusals = [*_sides(partida, event), *_kind(partida, round_)]
    yield from (Problem(f"{where}.{key}" if key else where, str(refusal)) for key, refusal in refusals)
    yield from (Problem(f"{where}.protests{key}", str(refusal)) for key, refusal in _protests(partida))
    proposed = round_.get("state") == Round.State.PROPOSED.value
    if not refusals and not proposed and isinstance(rules, scoring.Regulations):
        yield from _played(partida, where, rules, book)


def _sides(partida: Data, event: str) -> Iterator[tuple[str, Refused]]:
    """Who sits down: two entries, a side each; in an individual event four, a seat each; in a bye one, alone."""
    bye, players = partida.get("kind") == Partida.Kind.BYE.value, event == Tournament.Event.INDIVIDUAL.value
    needed = ("a",) if bye else ("seats",) if players else ("a", "b")
    for key in needed:
        if partida.get(key) is None:
            yield key, Refused("file.no_opponent") if key == "b" else Refused("file.missing_key", key=key)
    if players and not bye:
        misplaced = [key for key in ("a", "b") if partida.get(key) is not None]
        yield from ((key, Refused("file.sides_of_players")) for key in misplaced)
    elif "seats" in partida and not bye:
        yield "seats", Refused("file.seats_of_pairs")


def _protests(partida: Data) -> Iterator[tuple[str, Refused]]:
    """A decided protest has its reason, a side one open protest, and who refused to sign sits on that side (R11.5)."""
    open_sides: set[str] = set()
    for index, protest in enumerate(partida.get("protests", ())):
        is_open = protest.get("state", Protest.State.OPEN.value) == Protest.State.OPEN.value
        if not is_open and not protest.get("reason", "").strip():
            yield f"[{index}].reason", Refused("protest.reason")
        if is_open and protest["side"] in open_sides:
            yield f"[{index}].side", Refused("protest.already")
        open_sides |= {protest["side"]} if is_open else set()
        seat = protest.get("refused_seat")
        if seat is not None and scoring.side_of(seat) != protest["side"]:
            yield f"[{index}].refused_seat", Refused("protest.seat", seat=seat)


def _kind(partida: Data, round_: Data) -> Iterator[tuple[str, Refused]]:
    kind = partida.get("kind", Partida.Kind.PLAYED.value)
    given = {key for key, value in partida.items() if value is not None}
    if kind == Partida.Kind.BYE.value:
        yield from ((key, Refused("file.bye_opponent", key=key)) for key in NOT_IN_A_BYE if key in given)
        return
    if round_.get("state") == Round.State.PROPOSED.value:
        yield from ((key, Refused("file.proposed_result")) for key in NOT_IN_A_PROPOSAL if key in given)
        if kind != Partida.Kind.PLAYED.value:
            yield "kind", Refused("file.proposed_result")
    elif kind == Partida.Kind.WALKOVER.value and "winner" not in given:
        yield "winner", Refused("file.no_winner")
    if kind != Partida.Kind.WALKOVER.value and "winner" in given:
        yield "winner", Refused("file.needless_winner")
    if "table" not in given:
        yield "table", Refused("file.no_table")
    results = [key for key in RESULTS if key in given]
    if len(results) > 1:
        yield results[1], Refused("file.one_result", first=results[0], second=results[1])


def _played(partida: Data, where: str, rules: scoring.Regulations, book: FileLedger) -> Iterator[Problem]:
    """Whether the result is of the kind that the regulations ask for, can have been played, and is over."""
    misfit = _misfit(partida, rules)
    if misfit:
        yield Problem(f"{where}.{misfit[0]}", str(misfit[1]))
        return
    deals, wrong = _deals(partida, where)
    wrong += book.faults.get(where, ())
    yield from wrong
    # What rulings come to isn't known before all of them are right.
    if wrong or (partida.get("rulings") and not book.sound):
        return
    decisions = book.decisions.get(where, ())
    try:
        score = _score(partida, rules, deals, scoring.rulings_for(rules, decisions, where))
    except scoring.RuleViolation as violation:
        yield Problem(_path(where, violation, partida, decisions), sentence(violation))
        return
    state = partida.get("state", Protocol.State.CONFIRMED.value)
    played = partida.get("kind", Partida.Kind.PLAYED.value) == Partida.Kind.PLAYED.value
    if played and not score.over and state != Protocol.State.OPEN.value:
        yield Problem(f"{where}.state", str(Refused("file.unfinished", state=state)))


def _score(
    partida: Data, rules: scoring.Regulations, deals: Sequence[scoring.Deal], effects: Sequence[scoring.Ruling]
) -> scoring.Partida:
    if rules.detail == "totals":
        return scoring.play_totals(rules, _parts_of(partida), effects)
    return scoring.play(rules, deals, effects, _time_call(partida))


def _misfit(partida: Data, rules: scoring.Regulations) -> tuple[str, Refused] | None:
    """Totals where deals are asked for, and the other way round (R3.6)."""
    totals = next((key for key in ("points", "parts") if key in partida), None)
    if totals and rules.detail == "deals":
        return totals, Refused("file.deals_only")
    if "deals" in partida and rules.detail == "totals":
        return "deals", Refused("file.totals_only")
    wanted = "points" if rules.best_of == 1 else "parts"
    if totals and totals != wanted:
        return totals, Refused("file.points_or_parts", best_of=rules.best_of, wanted=wanted)
    timed = next((key for key in ("time", "added") if partida.get(key)), None)
    if timed and rules.minutes is None:
        return timed, Refused("file.time_without_limit")
    return None


def _deals(partida: Data, where: str) -> tuple[list[scoring.Deal], list[Problem]]:
    """The deals that can have been, and what is wrong with the others (R5.4)."""
    deals, wrong = [], []
    for index, data in enumerate(partida.get("deals", ())):
        try:
            deals.append(scoring.Deal.from_dict(data))
        except scoring.RuleViolation as violation:
            wrong.append(Problem(_path(f"{where}.deals[{index}]", violation, partida), sentence(violation)))
    return deals, wrong


def _parts_of(partida: Data) -> list[tuple[int, int]]:
    """The totals by part, however they are written."""
    written = [partida["points"]] if "points" in partida else partida.get("parts", [])
    return [(a, b) for a, b in written]


def _time_call(partida: Data) -> scoring.TimeCall | None:
    """When time ran out; None if it didn't."""
    return scoring.TimeCall(**partida["time"]) if partida.get("time") else None


def _path(
    where: str, violation: scoring.RuleViolation, partida: Data, decisions: Sequence[scoring.Decision] = ()
) -> str:
    """The path of what the engine refused: it counts seats from 1 and the effects of rulings, a path counts from 0."""
    if not violation.field:
        return where
    field = re.sub(r"\.(\d+)", lambda seat: f"[{int(seat[1]) - 1}]", f".{violation.field}")
    # A ruling has an effect for each seat that it is for, and none if it is struck out.
    sources = [n for n, one in enumerate(decisions) if not one.offence.withdrawn for _seat in one.seats()]
    field = re.sub(r"rulings\[(\d+)\]", lambda effect: f"rulings[{sources[int(effect[1])]}]", field)
    if "points" in partida:
        field = field.replace(".parts[0]", ".points")
    return where + field

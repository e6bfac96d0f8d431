"""What is wrong with a tournament file, each thing with its path in the document.

First its shape is checked against `schema.json`; only a document of the right shape is asked whether its
parts fit together and whether what was played can have been played.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any
from zoneinfo import ZoneInfo

import scoring
from tournament.models import Partida, Protocol, Round, search_key
from tournament.phrases import Refused, sentence
from tournament.planning.services import DESK_PAGES

from .shape import Problem, shape_problems

RESULTS = ("points", "parts", "deals")
# What a bye has none of: nobody sits across and nothing is played (R8.4).
NOT_IN_A_BYE = ("b", "table", "winner", *RESULTS, "time", "rulings", "state")
NOT_IN_A_PROPOSAL = ("winner", *RESULTS, "time", "rulings", "state")


def problems(document: Any) -> list[Problem]:
    """Everything that is wrong with the document, in its order; nothing: it can be loaded."""
    found = shape_problems(document)
    if found:
        return found
    rules = _regulations(document["regulations"], "regulations", found)
    found += [Problem(where, str(refusal)) for where, refusal in _place(document)]
    found += [Problem(where, str(refusal)) for where, refusal in _entries(document)]
    known = {entry["number"] for entry in document["entries"]}
    last = 0
    for where, round_ in rounds_of(document):
        if round_["number"] <= last:
            refusal = Refused("file.round_order", number=round_["number"], before=last)
            found.append(Problem(f"{where}.number", str(refusal)))
        last = round_["number"]
        mine = _regulations(round_["regulations"], f"{where}.regulations", found) if "regulations" in round_ else rules
        found += [Problem(place, str(refusal)) for place, refusal in _seating(round_, where, known)]
        for place, partida in partidas_of(round_, where):
            found += _partida(partida, place, round_, mine)
    return found


def rounds_of(document: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Each round of the document with its path."""
    for index, stage in enumerate(document["stages"]):
        for number, round_ in enumerate(stage["rounds"]):
            yield f"stages[{index}].rounds[{number}]", round_


def partidas_of(round_: Mapping[str, Any], where: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Each partida of a round with its path."""
    for index, partida in enumerate(round_["partidas"]):
        yield f"{where}.partidas[{index}]", partida


def _regulations(data: Any, where: str, found: list[Problem]) -> scoring.Regulations | None:
    """The regulations; None if they can't be, and then `found` says why."""
    try:
        return scoring.Regulations.from_dict(data)
    except scoring.RuleViolation as violation:
        place = (violation.field or "regulations").removeprefix("regulations")
        found.append(Problem(where + place, sentence(violation)))
        return None


def _place(document: Mapping[str, Any]) -> Iterator[tuple[str, Refused]]:
    """The address and the time zone."""
    if document["slug"] in DESK_PAGES:
        yield "slug", Refused("file.slug_reserved", slug=document["slug"])
    zone = document.get("timezone")
    if zone is not None:
        try:
            ZoneInfo(zone)
        except (ValueError, OSError, KeyError):  # not found, a path, a folder
            yield "timezone", Refused("file.timezone", value=zone)


def _entries(document: Mapping[str, Any]) -> Iterator[tuple[str, Refused]]:
    """Numbers and players stand once (R1.3)."""
    numbers: dict[int, str] = {}
    players: dict[tuple[str, str], int] = {}
    for index, entry in enumerate(document["entries"]):
        where, number = f"entries[{index}]", entry["number"]
        if number in numbers:
            yield f"{where}.number", Refused("file.number_twice", number=number, first=numbers[number])
        numbers.setdefault(number, where)
        for place, name in enumerate(entry["players"]):
            person = (search_key(name), search_key(entry.get("club", "")))
            first = players.setdefault(person, index)
            if first != index:
                holder = document["entries"][first]["number"]
                yield f"{where}.players[{place}]", Refused("file.player_twice", name=name, entry=holder)
        if len({search_key(name) for name in entry["players"]}) < len(entry["players"]):
            yield f"{where}.players[1]", Refused("file.same_player", name=entry["players"][1])


def _seating(round_: Mapping[str, Any], where: str, known: set[int]) -> Iterator[tuple[str, Refused]]:
    """Each side is an entry of the file; an entry and a table stand once in a round."""
    seated: dict[int, str] = {}
    tables: dict[int, str] = {}
    for place, partida in partidas_of(round_, where):
        sides = {side: partida[side] for side in ("a", "b") if partida.get(side) is not None}
        for side, entry in sides.items():
            if entry not in known:
                yield f"{place}.{side}", Refused("file.no_such_entry", entry=entry)
            elif seated.get(entry) == place:
                yield f"{place}.{side}", Refused("file.itself", entry=entry)
            elif entry in seated:
                yield f"{place}.{side}", Refused("file.seated_twice", entry=entry, first=seated[entry])
            seated.setdefault(entry, place)
        table = partida.get("table")
        if table in tables:
            yield f"{place}.table", Refused("file.table_twice", table=table, first=tables[table])
        elif table is not None:
            tables[table] = place


def _partida(
    partida: Mapping[str, Any], where: str, round_: Mapping[str, Any], rules: scoring.Regulations | None
) -> Iterator[Problem]:
    """What a partida of this kind may say, and whether what it says was played can have been played."""
    refusals = list(_kind(partida, round_))
    yield from (Problem(f"{where}.{key}" if key else where, str(refusal)) for key, refusal in refusals)
    proposed = round_.get("state") == Round.State.PROPOSED.value
    if not refusals and not proposed and rules is not None:
        yield from _played(partida, where, rules)


def _kind(partida: Mapping[str, Any], round_: Mapping[str, Any]) -> Iterator[tuple[str, Refused]]:
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
    if "b" not in given:
        yield "b", Refused("file.no_opponent")
    if "table" not in given:
        yield "table", Refused("file.no_table")
    results = [key for key in RESULTS if key in given]
    if len(results) > 1:
        yield results[1], Refused("file.one_result", first=results[0], second=results[1])


def _played(partida: Mapping[str, Any], where: str, rules: scoring.Regulations) -> Iterator[Problem]:
    """Whether the result is of the kind that the regulations ask for, can have been played, and is over."""
    misfit = _misfit(partida, rules)
    if misfit:
        yield Problem(f"{where}.{misfit[0]}", str(misfit[1]))
        return
    parsed: list[Problem] = []
    deals = _each(partida, "deals", where, scoring.Deal.from_dict, parsed)
    rulings = _each(partida, "rulings", where, _ruling, parsed)
    if parsed:
        yield from parsed
        return
    try:
        if rules.detail == "totals":
            score = scoring.play_totals(rules, parts_of(partida), rulings)
        else:
            score = scoring.play(rules, deals, rulings, time_call(partida))
    except scoring.RuleViolation as violation:
        yield Problem(_path(where, violation, partida), sentence(violation))
        return
    state = partida.get("state", Protocol.State.CONFIRMED.value)
    played = partida.get("kind", Partida.Kind.PLAYED.value) == Partida.Kind.PLAYED.value
    if played and not score.over and state != Protocol.State.OPEN.value:
        yield Problem(f"{where}.state", str(Refused("file.unfinished", state=state)))


def _misfit(partida: Mapping[str, Any], rules: scoring.Regulations) -> tuple[str, Refused] | None:
    """Totals where deals are asked for, and the other way round (R3.6)."""
    totals = next((key for key in ("points", "parts") if key in partida), None)
    if totals and rules.detail == "deals":
        return totals, Refused("file.deals_only")
    if "deals" in partida and rules.detail == "totals":
        return "deals", Refused("file.totals_only")
    wanted = "points" if rules.best_of == 1 else "parts"
    if totals and totals != wanted:
        return totals, Refused("file.points_or_parts", best_of=rules.best_of, wanted=wanted)
    if partida.get("time") and rules.minutes is None:
        return "time", Refused("file.time_without_limit")
    return None


def _each(partida: Mapping[str, Any], key: str, where: str, parse: Any, found: list[Problem]) -> list[Any]:
    """The values under a key, parsed one by one; what can't be goes to `found`."""
    values = []
    for index, data in enumerate(partida.get(key, ())):
        try:
            values.append(parse(data))
        except scoring.RuleViolation as violation:
            found.append(Problem(_path(f"{where}.{key}[{index}]", violation, partida), sentence(violation)))
    return values


def _ruling(data: Mapping[str, Any]) -> scoring.Ruling:
    return scoring.Ruling.from_dict({key: value for key, value in data.items() if key != "withdrawn"})


def parts_of(partida: Mapping[str, Any]) -> list[tuple[int, int]]:
    """The totals by part, however they are written."""
    written = [partida["points"]] if "points" in partida else partida.get("parts", [])
    return [(a, b) for a, b in written]


def time_call(partida: Mapping[str, Any]) -> scoring.TimeCall | None:
    """When time ran out; None if it didn't."""
    return scoring.TimeCall(**partida["time"]) if partida.get("time") else None


def _path(where: str, violation: scoring.RuleViolation, partida: Mapping[str, Any]) -> str:
    """The path of what the engine refused: it counts seats from 1, a path counts from 0."""
    if not violation.field:
        return where
    field = re.sub(r"\.(\d+)", lambda seat: f"[{int(seat[1]) - 1}]", f".{violation.field}")
    if "points" in partida:
        field = field.replace(".parts[0]", ".points")
    return where + field

"""What is wrong with a tournament file, each thing with its path in the document.

First its shape is checked against `schema.json`; only a document of the right shape is asked whether its
parts fit together and whether what was played can have been played.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import scoring
from tournament.draw.policy import StagePolicy
from tournament.models import Partida, Protest, Protocol, Release, Round, Stage, Tournament
from tournament.phrases import Refused, sentence
from tournament.planning.scheduling import order_refusal
from tournament.planning.services import DESK_PAGES, SYSTEMS_OF
from tournament.releases.queries import OF_ROUNDS

from .ledger import FileLedger, Person, person, read_ledger
from .shape import Problem, partidas_of, seated_in, shape_problems, under

Data = Mapping[str, Any]

RESULTS = ("points", "parts", "deals")
# What a bye has none of: nobody sits across and nothing is played (R8.4).
NOT_IN_A_BYE = ("b", "seats", "table", "winner", *RESULTS, "time", "added", "rulings", "protests", "state")
INDIVIDUAL = Tournament.Event.INDIVIDUAL.value
NOT_IN_A_PROPOSAL = ("winner", *RESULTS, "time", "added", "rulings", "protests", "state")


@dataclass(frozen=True)
class _Whole:
    """What each part is judged by: the known entries, the regulations by path, the ledger, the kind of event."""

    entries: set[int]
    rules: Mapping[str, scoring.Regulations | Problem]
    book: FileLedger
    event: str

    def refused(self, where: str) -> list[Problem]:
        """Why the regulations that stand at a path can't be."""
        mine = self.rules[where]
        return [mine] if isinstance(mine, Problem) and mine.path.startswith(under(where, "regulations")) else []


def problems(document: Any) -> list[Problem]:
    """Everything that is wrong with the document, in its order; nothing: it can be loaded."""
    found = shape_problems(document)
    if found:
        return found
    rules = regulations_by_path(document)
    event = document.get("event", Tournament.Event.PAIRS.value)
    whole = _Whole({entry["number"] for entry in document["entries"]}, rules, read_ledger(document, rules), event)
    found += whole.refused("")
    found += [Problem(where, str(refusal)) for where, refusal in _place(document)]
    found += [Problem(where, str(refusal)) for where, refusal in _timetable(document)]
    found += [Problem(where, str(refusal)) for where, refusal in _releases(document)]
    found += [Problem(where, str(refusal)) for where, refusal in _entries(document)]
    for index, stage in enumerate(document["stages"]):
        found += [Problem(where, str(refusal)) for where, refusal in _stage(stage, f"stages[{index}]", whole)]
    last = 0
    for index, stage in enumerate(document["stages"]):
        found += whole.refused(f"stages[{index}]")
        for number, round_ in enumerate(stage["rounds"]):
            found += _round(round_, f"stages[{index}].rounds[{number}]", last, whole)
            last = round_["number"]
    return found


def _round(round_: Data, where: str, before: int, whole: _Whole) -> Iterator[Problem]:
    """A round, after the one with the number `before`."""
    if round_["number"] <= before:
        refusal = Refused("file.round_order", number=round_["number"], before=before)
        yield Problem(f"{where}.number", str(refusal))
    yield from whole.refused(where)
    yield from (Problem(place, str(refusal)) for place, refusal in _seating(round_, where, whole.entries))
    for place, partida in partidas_of(round_, where):
        yield from _partida(partida, place, round_, whole.rules[where], whole)


def regulations_by_path(document: Data) -> dict[str, scoring.Regulations | Problem]:
    """The regulations of the whole file (at the path ""), of each stage and of each round, by path (R3.5)."""
    found = {"": _regulations(document["regulations"], "regulations")}
    for index, stage in enumerate(document["stages"]):
        mine = found[f"stages[{index}]"] = _own(stage, f"stages[{index}]", found[""])
        for number, round_ in enumerate(stage["rounds"]):
            where = f"stages[{index}].rounds[{number}]"
            found[where] = _own(round_, where, mine)
    return found


def _own(part: Data, where: str, above: scoring.Regulations | Problem) -> scoring.Regulations | Problem:
    return _regulations(part["regulations"], f"{where}.regulations") if "regulations" in part else above


def _regulations(data: Any, where: str) -> scoring.Regulations | Problem:
    """The regulations, or why they can't be."""
    try:
        return scoring.Regulations.from_dict(data)
    except scoring.RuleViolation as violation:
        place = (violation.field or "regulations").removeprefix("regulations")
        return Problem(where + place, sentence(violation))


def _releases(document: Data) -> Iterator[tuple[str, Refused]]:
    """Each kind of page is decided once for all rounds, and once for a round, if it is of rounds."""
    seen: set[tuple[str, int | None]] = set()
    for index, release in enumerate(document.get("releases", ())):
        kind, number = release["kind"], release.get("round")
        if number is not None and kind not in OF_ROUNDS:
            label = Release.Kind(kind).label
            yield f"releases[{index}].round", Refused("release.not_of_rounds", kind=label)
        if (kind, number) in seen:
            yield f"releases[{index}]", Refused("file.release_twice", kind=kind)
        seen.add((kind, number))


def _place(document: Data) -> Iterator[tuple[str, Refused]]:
    """The address and the time zone."""
    if document["slug"] in DESK_PAGES:
        yield "slug", Refused("file.slug_reserved", slug=document["slug"])
    zone = document.get("timezone")
    if zone is not None:
        try:
            ZoneInfo(zone)
        except (ValueError, OSError, KeyError):  # not found, a path, a folder
            yield "timezone", Refused("file.timezone", value=zone)


def _timetable(document: Data) -> Iterator[tuple[str, Refused]]:
    """Each line says what it is and when; a round is planned once, after those before it; no rehearsal is public."""
    if document.get("rehearsal") and document.get("public"):
        yield "public", Refused("planning.rehearsal_public")
    rounds: dict[int, datetime] = {}
    for index, line in enumerate(document.get("timetable", ())):
        where, number = f"timetable[{index}]", line.get("round")
        starts = _moment(line["starts"])
        if starts is None:
            yield f"{where}.starts", Refused("file.no_moment", value=line["starts"])
            continue
        if number is None and not line.get("title", "").strip():
            yield where, Refused("timetable.says_nothing")
        elif number in rounds:
            yield f"{where}.round", Refused("timetable.round_twice", round=number)
        elif number is not None:
            rounds[number] = starts
    if refusal := order_refusal(rounds.items()):
        yield "timetable", refusal


def _moment(text: str) -> datetime | None:
    """A day and a time that exist, in the years that a database keeps; None if there is no such moment."""
    try:
        moment = datetime.fromisoformat(text)
        return moment if 1900 < moment.year < 2900 else None
    except ValueError:
        return None


def _entries(document: Data) -> Iterator[tuple[str, Refused]]:
    """Numbers stand once, and nobody plays in two places at the same time (R1.3, R8.5)."""
    numbers: dict[int, str] = {}
    tables: dict[int, str] = {}
    spells: dict[Person, list[_Spell]] = {}
    for index, entry in enumerate(document["entries"]):
        where, number = f"entries[{index}]", entry["number"]
        if number in numbers:
            yield f"{where}.number", Refused("file.number_twice", number=number, first=numbers[number])
        numbers.setdefault(number, where)
        if (table := entry.get("fixed_table")) in tables:
            yield f"{where}.fixed_table", Refused("file.fixed_table_twice", table=table, first=tables[table])
        elif table is not None:
            tables[table] = where
        yield from _size(entry, where, document.get("event"))
        yield from _substitutes(entry, where)
        for spell in _spells(entry, where):
            mine = spells.setdefault(person(entry, spell.name), [])
            other = next((other for other in mine if other.meets(spell)), None)
            if other and other.entry == number:
                yield spell.path, Refused("file.same_player", name=spell.name)
            elif other:
                yield spell.path, Refused("file.player_twice", name=spell.name, entry=other.entry)
            mine.append(spell)


def _size(entry: Data, where: str, event: str | None) -> Iterator[tuple[str, Refused]]:
    """A pair has two players and two places, an entry of an individual event one (R1.3)."""
    size, count = (1 if event == INDIVIDUAL else 2), len(entry["players"])
    if count != size:
        code = "file.too_few" if count < size else "file.too_many"
        yield f"{where}.players", Refused(code, count=count, limit=size)
    for index, substitute in enumerate(entry.get("substitutes", ())):
        if substitute["place"] > size:
            refusal = Refused("file.too_big", value=substitute["place"], limit=size)
            yield f"{where}.substitutes[{index}].place", refusal


@dataclass(frozen=True)
class _Spell:
    """A player in a place of an entry from one round to another; `last` is None while he stays."""

    path: str
    name: str
    entry: int
    first: int
    last: int | None

    def meets(self, other: "_Spell") -> bool:
        """Whether there is a round in both."""
        return (self.last is None or other.first <= self.last) and (other.last is None or self.first <= other.last)


def _spells(entry: Data, where: str) -> Iterator[_Spell]:
    for slot, name in enumerate(entry["players"]):
        turns = [(f"{where}.players[{slot}]", name, 1)]
        for index, substitute in enumerate(entry.get("substitutes", ())):
            if substitute["place"] == slot + 1:
                turns.append((f"{where}.substitutes[{index}].player", substitute["player"], substitute["from_round"]))
        ends = [first - 1 for _path, _name, first in turns[1:]]
        for (path, who, first), last in zip(turns, [*ends, None], strict=True):
            yield _Spell(path, who, entry["number"], first, last)


def _substitutes(entry: Data, where: str) -> Iterator[tuple[str, Refused]]:
    """The rounds from which a place changes hands grow."""
    latest = {1: 1, 2: 1}
    for index, substitute in enumerate(entry.get("substitutes", ())):
        place, first = substitute["place"], substitute["from_round"]
        if first <= latest[place]:
            refusal = Refused("file.substitute_order", round=first, before=latest[place])
            yield f"{where}.substitutes[{index}].from_round", refusal
        latest[place] = first


def _stage(stage: Data, where: str, whole: _Whole) -> Iterator[tuple[str, Refused]]:
    """How the stage is drawn, who plays it, and that nobody else does."""
    known = whole.entries
    if stage["system"] not in SYSTEMS_OF[whole.event]:
        code = "planning.pairs_only" if whole.event == INDIVIDUAL else "planning.individual_only"
        yield f"{where}.system", Refused(code, system=Stage.System(stage["system"]).label)
    yield from _policy(stage.get("policy", {}), f"{where}.policy", known)
    lineup: dict[int, str] = {}
    for group, entries in enumerate(stage.get("lineup", ())):
        for place, entry in enumerate(entries):
            here = f"{where}.lineup[{group}][{place}]"
            if entry not in known:
                yield here, Refused("file.no_such_entry", entry=entry)
            elif entry in lineup:
                yield here, Refused("file.lineup_twice", entry=entry, first=lineup[entry])
            lineup.setdefault(entry, here)
    yield from _lots(stage.get("lots", ()), f"{where}.lots", known)
    for number, round_ in enumerate(stage["rounds"] if lineup else ()):
        for here, partida in partidas_of(round_, f"{where}.rounds[{number}]"):
            for key, entry in seated_in(partida):
                if entry in known - set(lineup):
                    yield f"{here}.{key}", Refused("file.not_in_lineup", entry=entry)


def _lots(drawings: Sequence[Data], where: str, known: set[int]) -> Iterator[tuple[str, Refused]]:
    """Whether every lot is an entry's, and no entry has two (R12.3)."""
    first: dict[int, str] = {}
    for index, drawn in enumerate(drawings):
        for place, entry in enumerate(drawn["entries"]):
            here = f"{where}[{index}].entries[{place}]"
            if entry not in known:
                yield here, Refused("file.no_such_entry", entry=entry)
            elif entry in first:
                yield here, Refused("file.lot_twice", entry=entry, first=first[entry])
            first.setdefault(entry, here)


def _policy(data: Data, where: str, known: set[int]) -> Iterator[tuple[str, Refused]]:
    """Whether the decisions behind a stage's draws fit together and name entries of the file."""
    try:
        StagePolicy.from_dict(data)
    except Refused as refusal:
        yield f"{where}.{refusal.field}", refusal
    for index, pair in enumerate(data.get("forbidden", ())):
        for place, entry in enumerate(pair["entries"]):
            if entry not in known:
                yield f"{where}.forbidden[{index}].entries[{place}]", Refused("file.no_such_entry", entry=entry)


def _seating(round_: Data, where: str, known: set[int]) -> Iterator[tuple[str, Refused]]:
    """Whoever sits is an entry of the file; an entry and a table stand once in a round."""
    seated: dict[int, str] = {}
    tables: dict[int, str] = {}
    for place, partida in partidas_of(round_, where):
        for key, entry in seated_in(partida):
            if entry not in known:
                yield f"{place}.{key}", Refused("file.no_such_entry", entry=entry)
            elif seated.get(entry) == place and "seats" not in partida:
                yield f"{place}.{key}", Refused("file.itself", entry=entry)
            elif entry in seated:
                yield f"{place}.{key}", Refused("file.seated_twice", entry=entry, first=seated[entry])
            seated.setdefault(entry, place)
        table = partida.get("table")
        if table in tables:
            yield f"{place}.table", Refused("file.table_twice", table=table, first=tables[table])
        elif table is not None:
            tables[table] = place


def _partida(
    partida: Data, where: str, round_: Data, rules: scoring.Regulations | Problem, whole: _Whole
) -> Iterator[Problem]:
    """What a partida of this kind may say, and whether what it says was played can have been played."""
    refusals = [*_sides(partida, whole.event), *_kind(partida, round_)]
    yield from (Problem(f"{where}.{key}" if key else where, str(refusal)) for key, refusal in refusals)
    yield from (Problem(f"{where}.protests{key}", str(refusal)) for key, refusal in _protests(partida))
    proposed = round_.get("state") == Round.State.PROPOSED.value
    if not refusals and not proposed and isinstance(rules, scoring.Regulations):
        yield from _played(partida, where, rules, whole.book)


def _sides(partida: Data, event: str) -> Iterator[tuple[str, Refused]]:
    """Who sits down: two entries, a side each; in an individual event four, a seat each; in a bye one, alone."""
    bye, players = partida.get("kind") == Partida.Kind.BYE.value, event == INDIVIDUAL
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
        return scoring.play_totals(rules, parts_of(partida), effects)
    return scoring.play(rules, deals, effects, time_call(partida))


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


def parts_of(partida: Data) -> list[tuple[int, int]]:
    """The totals by part, however they are written."""
    written = [partida["points"]] if "points" in partida else partida.get("parts", [])
    return [(a, b) for a, b in written]


def time_call(partida: Data) -> scoring.TimeCall | None:
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

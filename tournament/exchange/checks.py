"""What is wrong with a tournament file, each thing with its path in the document.

First its shape is checked against `schema.json`; only a document of the right shape is asked whether its
parts fit together and whether what was played can have been played.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import scoring
from tournament.draw.policy import StagePolicy
from tournament.models import Release, Stage, Tournament
from tournament.phrases import Refused, sentence
from tournament.planning.scheduling import order_refusal
from tournament.planning.services import DESK_PAGES, SYSTEMS_OF
from tournament.planning.timetable import FIRST_YEAR, LAST_YEAR
from tournament.releases.queries import OF_ROUNDS

from .ledger import FileLedger, Person, person, read_ledger
from .partidas import partida_problems
from .shape import Problem, partidas_of, seated_in, shape_problems, under

Data = Mapping[str, Any]

INDIVIDUAL = Tournament.Event.INDIVIDUAL.value


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
        yield from partida_problems(partida, place, round_, whole.rules[where], whole.book, whole.event)


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
        # Rounds that were planned at once may run into the year after the last.
        if not FIRST_YEAR <= starts.year <= LAST_YEAR + 1:
            yield f"{where}.starts", Refused("timetable.year", first=FIRST_YEAR, last=LAST_YEAR)
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
    """A day and a time that exist; None if there is no such moment."""
    try:
        return datetime.fromisoformat(text)
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

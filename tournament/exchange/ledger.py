"""The ledger of a tournament file: what all its rulings come to, before anything is written (R10.3)."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import scoring
from tournament.models import search_key
from tournament.phrases import sentence

from .shape import Problem, in_place, partidas_of, rounds_of, under

Data = Mapping[str, Any]
Person = tuple[str, str]
# Seat → the side whose entry sits there, and which of its places.
SEATED = {1: ("a", 1), 2: ("b", 1), 3: ("a", 2), 4: ("b", 2)}


@dataclass(frozen=True)
class FileLedger:
    """The rulings of a file by the path of their partida: what each comes to, or what is wrong with it."""

    decisions: Mapping[str, Sequence[scoring.Decision]]
    faults: Mapping[str, Sequence[Problem]]

    @property
    def sound(self) -> bool:
        """Whether all rulings can be; one that can't leaves open what those after it come to."""
        return not self.faults


@dataclass(frozen=True)
class _Entered:
    """One ruling of the file: its path, the regulations that it was made under, and what it says."""

    path: str
    rules: scoring.Regulations
    data: Data
    player: Person | None
    partida: str

    @property
    def offence(self) -> scoring.Offence:
        return offence_of(self.data, player=self.player, partida=self.partida)


def offence_of(data: Data, *, player: Person | None = None, partida: str = "") -> scoring.Offence:
    """A ruling of the file as the engine understands it; withdrawn if it is struck out."""
    written = {key: value for key, value in data.items() if key != "withdrawn"}
    offence = scoring.Offence.from_dict(written, player=player, partida=partida)
    return offence.struck(data["withdrawn"]) if "withdrawn" in data else offence


def read_ledger(document: Data, rules: Mapping[str, scoring.Regulations | Problem]) -> FileLedger:
    """The rulings in the order in which they escalate: by round, partida and their own order.

    rules: of each round by its path; rulings of a round whose regulations can't be aren't read.
    """
    faults: dict[str, list[Problem]] = {}
    tables: dict[str, list[tuple[_Entered, scoring.Offence]]] = {}
    for entered in _entered(document, rules):
        with _noted(entered, faults):
            offence = entered.offence
            scoring.infraction(entered.rules.sanctions, offence.code)
            tables.setdefault(entered.rules.sanctions, []).append((entered, offence))
    decisions: dict[str, list[scoring.Decision]] = {}
    for table, mine in tables.items():
        decided = scoring.escalate(table, (offence for _one, offence in mine))
        for (entered, _offence), decision in zip(mine, decided, strict=True):
            decisions.setdefault(entered.partida, []).append(decision)
            with _noted(entered, faults):
                scoring.fine_points(entered.rules, decision.penalty)
    return FileLedger(decisions, faults)


@contextmanager
def _noted(entered: _Entered, faults: dict[str, list[Problem]]) -> Iterator[None]:
    """What the engine refuses of a ruling becomes a fault of its partida."""
    try:
        yield
    except scoring.RuleViolation as violation:
        path = under(entered.path, violation.field) if violation.field else entered.path
        faults.setdefault(entered.partida, []).append(Problem(path, sentence(violation)))


def _entered(document: Data, rules: Mapping[str, scoring.Regulations | Problem]) -> Iterator[_Entered]:
    entries = {entry["number"]: entry for entry in document["entries"]}
    for where, round_ in rounds_of(document):
        mine = rules[where]
        if isinstance(mine, Problem):
            continue
        for partida_path, partida in partidas_of(round_, where):
            for index, data in enumerate(partida.get("rulings", ())):
                side, place = SEATED[data["seat"]]
                alone = partida.get("seats")
                entry = entries.get(alone[data["seat"] - 1] if alone else partida.get(side))
                place = 1 if alone else place
                player = person(entry, in_place(entry, place, round_["number"])) if entry else None
                yield _Entered(f"{partida_path}.rulings[{index}]", mine, data, player, partida_path)


def person(entry: Data, name: str) -> Person:
    """By what a player of an entry is known: name and club."""
    return search_key(name), search_key(entry.get("club", ""))

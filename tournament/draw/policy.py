"""How a stage is drawn: what its organiser decided once, as a value that is checked (R13.1, R13.2, R13.3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from tournament.phrases import Refused

MOST_ROUNDS = 99
"""The largest number of rounds that can be planned or kept apart in."""
MOST_QUALIFIED = 9_999

CHOICES: Mapping[str, tuple[str, ...]] = {
    "first": ("lots", "seed"),
    "within": ("adjacent", "fold"),
    "by": ("club", "country"),
    "ties": ("refuse", "lots"),
}
SWITCHES = ("double", "third_place", "consolation")
NUMBERS = {"rounds": MOST_ROUNDS, "best": MOST_QUALIFIED, "best_next": MOST_QUALIFIED}


@dataclass(frozen=True)
class Forbidden:
    """Two entries that must not meet, and why: a family, say (R13.1)."""

    entries: tuple[int, int]
    reason: str


@dataclass(frozen=True)
class StagePolicy:
    """The decisions behind a stage's draws. Every field has a default, so an empty policy is a policy.

    first: who meets in the first round, and in a knockout who stands where: by `seed`, the rank at entry or in the
    stage before, where lots part those without one; or by `lots` alone. within, apart: as in a Swiss draw's policy;
    by: what is kept apart, clubs or countries. forbidden: pairs that must not meet. rounds: how many are planned, for
    the outlook (R13.7).

    double, third_place, consolation: of a knockout.

    best: how many go through from the stage before, of each of its groups if it has any; None: everybody plays.
    best_next: and how many of the best among the next ones of all groups. ties: what becomes of equals at the
    border, `refuse` to draw until they are decided, or `lots`.
    """

    first: str = "seed"
    within: str = "adjacent"
    apart: str | int = "never"
    by: str = "club"
    forbidden: tuple[Forbidden, ...] = ()
    rounds: int | None = None
    double: bool = False
    third_place: bool = False
    consolation: bool = False
    best: int | None = None
    best_next: int = 0
    ties: str = "refuse"

    def __post_init__(self) -> None:
        for name, known in CHOICES.items():
            if getattr(self, name) not in known:
                raise Refused("policy.choice", field=name, value=getattr(self, name), known=", ".join(known))
        for name in SWITCHES:
            if not isinstance(getattr(self, name), bool):
                raise Refused("policy.choice", field=name, value=getattr(self, name), known="true, false")
        for name, most in NUMBERS.items():
            _check_number(name, getattr(self, name), 0 if name == "best_next" else 1, most)
        if self.apart not in ("never", "where_possible"):
            _check_number("apart", self.apart, 1, MOST_ROUNDS)
        if self.best_next and self.best is None:
            raise Refused("policy.best_first", field="best_next")
        if self.double and (self.third_place or self.consolation):
            raise Refused("policy.double_alone", field="double")
        _check_forbidden(self.forbidden)

    @property
    def forbidden_pairs(self) -> list[tuple[int, int]]:
        """The pairs that must not meet, without the reasons."""
        return [pair.entries for pair in self.forbidden]

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "StagePolicy":
        """The policy as it is kept in a stage and in the tournament file. Raises Refused, `field` says where."""
        if unknown := sorted(set(data) - {each.name for each in fields(cls)}):
            raise Refused("policy.unknown", field=unknown[0], key=unknown[0])
        return cls(**{**data, "forbidden": tuple(_forbidden(data.get("forbidden", ())))})

    def to_dict(self) -> dict[str, Any]:
        """The fields that aren't as by default, in their order."""
        said = {each.name: getattr(self, each.name) for each in fields(self)}
        said["forbidden"] = [{"entries": list(pair.entries), "reason": pair.reason} for pair in self.forbidden]
        defaults = {each.name: each.default for each in fields(self)} | {"forbidden": []}
        return {name: value for name, value in said.items() if value != defaults[name]}


def _check_number(name: str, value: Any, least: int, most: int) -> None:
    if value is None and name != "apart":
        return
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise Refused("policy.number", field=name, value=value, least=least, most=most)


def _forbidden(data: Sequence[Mapping[str, Any]]) -> list[Forbidden]:
    found = []
    for place, pair in enumerate(data):
        entries = pair.get("entries", ())
        whole = [number for number in entries if isinstance(number, int) and not isinstance(number, bool)]
        if len(entries) != 2 or len(whole) != 2:
            raise Refused("policy.pair", field=f"forbidden[{place}]")
        found.append(Forbidden((whole[0], whole[1]), str(pair.get("reason", ""))))
    return found


def _check_forbidden(pairs: Sequence[Forbidden]) -> None:
    seen: set[frozenset[int]] = set()
    for place, pair in enumerate(pairs):
        where, (first, second) = f"forbidden[{place}]", pair.entries
        if first == second:
            raise Refused("policy.pair_itself", field=where, entry=first)
        if frozenset(pair.entries) in seen:
            raise Refused("policy.pair_twice", field=where, first=first, second=second)
        if not pair.reason.strip():
            raise Refused("policy.pair_reason", field=where, first=first, second=second)
        seen.add(frozenset(pair.entries))

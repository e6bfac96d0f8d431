"""How the table would look under another order of criteria: nothing is saved (R12.2, R12.3)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

import scoring
from tournament.phrases import place_label
from tournament.regulation_phrases import CRITERIA

from .queries import Row, Table
from .tables import MEANINGS, value_words

CAPS = {"points": "cap_points", "difference": "cap_difference"}
"""What an address calls a cap, and its field in the regulations."""


@dataclass(frozen=True)
class Step:
    """A criterion, chosen or not, with the queries of the pages on which it stands elsewhere; "" where it can't.

    up, down: one place weightier or lighter. moved: chosen as the last, or left out.
    """

    code: str
    moved: str
    up: str = ""
    down: str = ""

    @property
    def name(self) -> str:
        return str(CRITERIA[self.code])

    @property
    def meaning(self) -> str:
        return str(MEANINGS[self.code])


@dataclass(frozen=True)
class Cap:
    """A cap at the target, and the query of the page on which it is the other way round."""

    field: str
    is_on: bool
    other: str


@dataclass(frozen=True)
class Line:
    """An entry's place now and then, and what it has by the criteria then."""

    now: Row
    then: Row

    @property
    def rises(self) -> int:
        """By how many places: above 0 better, below 0 worse."""
        return self.now.place - self.then.place

    @property
    def falls(self) -> int:
        return -self.rises

    @property
    def place(self) -> str:
        return place_label(self.then.place, self.then.group)

    @property
    def place_now(self) -> str:
        return place_label(self.now.place, self.now.group)

    @property
    def values(self) -> list[str]:
        """What it has by each criterion, in their order."""
        return [value_words(code, value) for code, value in self.then.standing.values.items()]


@dataclass(frozen=True)
class Trial:
    """Standings beside the same under another order. asked: what the address would have to say to ask for them."""

    standings: Table
    other: Table
    chosen: tuple[Step, ...]
    left: tuple[Step, ...]
    caps: tuple[Cap, ...]
    asked: str

    @property
    def lines(self) -> list[Line]:
        """Everybody, in the order that would be."""
        now = {row.entry: row for row in self.standings.rows}
        return [Line(now[row.entry], row) for row in self.other.rows]

    @property
    def moved(self) -> int:
        """How many places change."""
        return sum(line.rises != 0 for line in self.lines)

    @property
    def is_other(self) -> bool:
        """Whether anything is otherwise than it counts now."""
        return self.other.rules != self.standings.rules

    @property
    def heads(self) -> list[str]:
        return [str(CRITERIA[code]) for code in self.other.rules.criteria]


def trial(standings: Table, rules: scoring.Regulations) -> Trial:
    """These standings beside the same under the order and caps of `rules`. No query."""
    where = {"stage": standings.stage.number}
    if standings.after:
        where["after"] = standings.after.number

    def address(order: Sequence[str], capped: Sequence[str]) -> str:
        return urlencode({**where, "order": ".".join(order), "caps": ".".join(capped)})

    order = rules.criteria
    capped = [name for name, field in CAPS.items() if getattr(rules, field)]
    return Trial(
        standings=standings,
        other=standings.under(rules),
        chosen=tuple(_chosen(order, lambda other: address(other, capped))),
        left=tuple(Step(code, address([*order, code], capped)) for code in scoring.CRITERIA_CODES if code not in order),
        caps=tuple(
            Cap(field, name in capped, address(order, sorted({name}.symmetric_difference(capped))))
            for name, field in CAPS.items()
            if rules.target is not None and rules.best_of == 1
        ),
        asked=address(order, capped),
    )


def _chosen(order: Sequence[str], address: Callable[[Sequence[str]], str]) -> Iterator[Step]:
    """The criteria that are chosen; the last one can't be left out, for an order needs one."""
    for at, code in enumerate(order):
        others = [*order[:at], *order[at + 1 :]]
        yield Step(
            code,
            moved=address(others) if others else "",
            up=address([*others[: at - 1], code, *others[at - 1 :]]) if at else "",
            down=address([*others[: at + 1], code, *others[at + 1 :]]) if at < len(others) else "",
        )

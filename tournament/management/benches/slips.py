"""How many slips of the pen the checks of a deal catch (R5.4, R5.4a). Pure: no database.

Every deal is played out by the rules and written down once with each kind of slip, as the page would take it: the
hand of whoever is named as gone out stays empty, and a fish asks for one number instead of two ends.
"""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, Literal, NamedTuple, cast

import scoring

HELP = "Writes played-out deals down with slips and prints what share of them is refused or questioned."

Way = Literal["tiles", "pips"]
Tile = tuple[int, int]
WAYS: Final[tuple[Way, ...]] = ("tiles", "pips")
LEVELS: Final = ("none", "ends", "ends_and_count")
"""How many control figures stand beside the hands: the values of the regulations' field `control`."""
RULES: Final = scoring.preset("fdr")

HEAD = """| way | slip | slips | no control figures | open ends | ends and number laid |
|---|---|---:|---:|---:|---:|"""


def add_arguments(parser: ArgumentParser) -> None:
    """How many deals, and from which seed."""
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)


def run(write: Callable[[str], Any], *, deals: int, seed: int, **options: Any) -> None:
    """Prints the table of docs/slips.md; options: Django's own, which don't matter here."""
    counts = count(deals, seed)
    write(HEAD)
    for way in WAYS:
        for kind in [kind for kind in _SLIPS if counts.made[way, kind]]:
            write(f"| {way} | {kind} | {counts.made[way, kind]} | {' | '.join(counts.cells(way, kind))} |")
    for way in WAYS:
        write(f"Of the deals without a slip, {100 * counts.asked[way] / deals:.0f} % are questioned by {way}.")


@dataclass(frozen=True)
class Counts:
    """made: slips that change points or winner, by way and kind; caught: also by level and what came of them.

    asked: deals without a slip that raise a question all the same, by way.
    """

    made: Counter[tuple[Way, str]] = field(default_factory=Counter)
    caught: Counter[tuple[Way, str, str, str]] = field(default_factory=Counter)
    asked: Counter[Way] = field(default_factory=Counter)

    def share(self, way: Way, kind: str, level: str, *answers: str) -> float:
        """Percent of the slips that were answered in one of these ways: `refused`, `questioned`."""
        caught = sum(self.caught[way, kind, level, answer] for answer in answers)
        return 100 * caught / self.made[way, kind]

    def cells(self, way: Way, kind: str) -> Iterator[str]:
        """The row of a kind: percent caught, and how much of that by a question."""
        for level in LEVELS:
            asked = self.share(way, kind, level, "questioned")
            whole = self.share(way, kind, level, "refused", "questioned")
            yield f"{whole:.0f} %" + (f" ({asked:.0f} asked)" if asked >= 0.5 else "")


class Written(NamedTuple):
    """A deal as it is written down, possible or not."""

    ending: str
    closer: int
    hands: list[list[Tile]]
    pips: list[int]
    ends: tuple[int, int]
    laid: int

    @property
    def worth(self) -> tuple[str | None, int]:
        """Who wins it and what it brings, whether it can be or not (R5.1, R5.2)."""
        if self.ending == "domino":
            return scoring.side_of(self.closer), sum(self.pips)
        a, b = self.pips[0] + self.pips[2], self.pips[1] + self.pips[3]
        return (None, 0) if a == b else ("a" if a < b else "b", a + b)

    def answer(self, way: Way, level: str) -> str:
        """What the program says to it: `refused`, `questioned`, or nothing."""
        left: dict[str, Any] = {"tiles": self.hands} if way == "tiles" else {"pips": tuple(self.pips)}
        if level != "none":
            left["ends"] = self.ends
        if level == "ends_and_count":
            left["laid"] = self.laid
        try:
            deal = scoring.Deal(lead=1, ending=scoring.Ending(self.ending), closer=self.closer, **left)
        except scoring.RuleViolation:
            return "refused"
        return "questioned" if scoring.questions(deal) else ""


def count(deals: int, seed: int) -> Counts:
    """Writes so many deals down with every slip that can happen to them."""
    chance, counts = Random(seed), Counts()  # noqa: S311 — play, not secrets
    for _ in range(deals):
        right = _as_it_was(scoring.playout(chance))
        for way in WAYS:
            counts.asked[way] += right.answer(way, "ends") == "questioned"
        for kind, slip in _SLIPS.items():
            for way, wrong in slip(right, chance):
                if wrong.worth != right.worth:
                    counts.made[way, kind] += 1
                    for level in LEVELS:
                        counts.caught[way, kind, level, wrong.answer(way, level)] += 1
    return counts


def _as_it_was(deal: scoring.Deal) -> Written:
    """A played-out deal, which has everything."""
    hands = [list(hand) for hand in deal.tiles or ()]
    figures = cast(tuple[int, int], deal.ends), cast(int, deal.laid)
    return Written(deal.ending.value, cast(int, deal.closer), hands, _counted(hands), *figures)


def _counted(hands: list[list[Tile]]) -> list[int]:
    return [sum(high + low for high, low in hand) for hand in hands]


Slip = Callable[[Written, Random], Iterator[tuple[Way, Written]]]


def _pick(right: Written, chance: Random) -> tuple[int, int]:
    """A tile that is left, as hand and place."""
    return chance.choice([(hand, place) for hand in range(4) for place in range(len(right.hands[hand]))])


def _with_hands(right: Written, hands: list[list[Tile]]) -> Iterator[tuple[Way, Written]]:
    """The same slip by tiles and, counted together, by pips."""
    wrong = right._replace(hands=hands, pips=_counted(hands))
    yield "tiles", wrong
    yield "pips", wrong


def _in_place(right: Written, hand: int, place: int, *tiles: Tile) -> Iterator[tuple[Way, Written]]:
    hands = [list(held) for held in right.hands]
    hands[hand][place : place + 1] = tiles
    return _with_hands(right, hands)


def _moved(right: Written, chance: Random) -> Iterator[tuple[Way, Written]]:
    hand, place = _pick(right, chance)
    hands = [list(held) for held in right.hands]
    other = chance.choice([seat for seat in range(4) if seat != hand and hands[seat]])
    hands[other].append(hands[hand].pop(place))
    return _with_hands(right, hands)


def _another(right: Written, chance: Random) -> Iterator[tuple[Way, Written]]:
    hand, place = _pick(right, chance)
    read = chance.choice([tile for tile in scoring.TILES if tile != right.hands[hand][place]])
    return _in_place(right, hand, place, read)


def _misread(right: Written, chance: Random) -> Iterator[tuple[Way, Written]]:
    hand, place = _pick(right, chance)
    halves, half = list(right.hands[hand][place]), chance.randrange(2)
    halves[half] = chance.choice([number for number in range(7) if number != halves[half]])
    return _in_place(right, hand, place, (halves[0], halves[1]))


def _forgotten(right: Written, chance: Random) -> Iterator[tuple[Way, Written]]:
    return _in_place(right, *_pick(right, chance))


def _too_many(right: Written, chance: Random) -> Iterator[tuple[Way, Written]]:
    hand, place = _pick(right, chance)
    left = {tile for held in right.hands for tile in held}
    extra = chance.choice([tile for tile in scoring.TILES if tile not in left])
    return _in_place(right, hand, place, right.hands[hand][place], extra)


def _digit(right: Written, chance: Random) -> Iterator[tuple[Way, Written]]:
    seat = chance.choice([seat for seat in range(4) if right.hands[seat]])
    digits = list(str(right.pips[seat]))
    place = chance.randrange(len(digits))
    digits[place] = chance.choice([digit for digit in "0123456789" if digit != digits[place]])
    yield "pips", _with_pips(right, seat, "".join(digits))


def _swapped(right: Written, chance: Random) -> Iterator[tuple[Way, Written]]:
    two = [seat for seat in range(4) if right.pips[seat] > 9]
    if two:
        seat = chance.choice(two)
        yield "pips", _with_pips(right, seat, str(right.pips[seat])[::-1])


def _with_pips(right: Written, seat: int, digits: str) -> Written:
    return right._replace(pips=[int(digits) if place == seat else held for place, held in enumerate(right.pips)])


def _closer(right: Written, chance: Random) -> Iterator[tuple[Way, Written]]:
    named = chance.choice([seat for seat in scoring.SEATS if seat != right.closer])
    if right.ending == "domino":
        yield from _emptied(right, named, "domino")


def _ending(right: Written, chance: Random) -> Iterator[tuple[Way, Written]]:
    if right.ending == "fish":
        yield from _emptied(right, right.closer, "domino")
        return
    shown = chance.choice(right.ends)
    for way in WAYS:
        yield way, right._replace(ending="fish", ends=(shown, shown))


def _emptied(right: Written, named: int, ending: str) -> Iterator[tuple[Way, Written]]:
    """Written as gone out: the page takes nothing for that hand."""
    hands = [[] if seat == named else held for seat, held in zip(scoring.SEATS, right.hands, strict=True)]
    for way in WAYS:
        yield way, right._replace(ending=ending, closer=named, hands=hands, pips=_counted(hands))


_SLIPS: Final[dict[str, Slip]] = {
    "a tile in the wrong hand": _moved,
    "a tile taken for another": _another,
    "half a tile misread": _misread,
    "a tile forgotten": _forgotten,
    "a tile too many": _too_many,
    "a digit wrong": _digit,
    "two digits swapped": _swapped,
    "wrong closer": _closer,
    "wrong ending": _ending,
}

"""A table reckoned by hand, so to speak: from sheets to places in plain Python, without any of the engine's criteria.

It shares nothing with `scoring` but what a sheet says. Tests hold the engine, and the program, to it.
"""

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random

TARGET = 100
CREDITS = {"walkover": (100, 100), "bye": (100, 50)}
"""Points and difference of a win without play, as the preset `fdr` to 100 points has them (R8.2, R8.4)."""
LOST_BY_ABSENCE = (0, -100)


@dataclass
class Sheet:
    """What a sheet says of a table. sides: the entries of either side, one for a bye; points: played, without fines.

    kind: as in `scoring`; winner: the side present at a walkover. fines: points that either side lost; each fine is one
    penalty. lost_by_ruling: the side that lost whatever was played.
    """

    round: int
    kind: str
    sides: tuple[int, ...]
    points: tuple[int, int] = (0, 0)
    winner: int = 0
    fines: tuple[int, int] = (0, 0)
    lost_by_ruling: int | None = None


@dataclass
class Event:
    """A tournament: how many entries, its sheets, who has withdrawn from which round on, and its regulations."""

    entries: int
    sheets: list[Sheet]
    gone: dict[int, int]
    criteria: list[str]
    caps: tuple[bool, bool]
    lots: list[int]
    seeds: dict[int, int]
    seen: Counter = field(default_factory=Counter)


ODD = ("played", "walkover", "bye", "both_absent", "void", "withdrawn", "fine", "ruling", "level", "over")


def invented(number):
    """Event `number`: small and close, so that ties are many, with odd cases of every kind."""
    chance = Random(number)
    entries = chance.randint(2, 9)
    gone = {entry: chance.randint(2, 4) for entry in range(1, entries + 1) if chance.random() < 0.12}
    criteria = chance.sample(list(MEASURES), chance.randint(1, 6))
    numbers = list(range(1, entries + 1))
    event = Event(
        entries=entries,
        sheets=[],
        gone=gone,
        criteria=criteria,
        caps=(chance.random() < 0.4, chance.random() < 0.4),
        lots=chance.sample(numbers, chance.choice([0, entries, entries - 1])),
        seeds={entry: chance.randint(1, entries) for entry in numbers if chance.random() < 0.7},
    )
    for round_ in range(1, chance.randint(1, 5) + 1):
        order = chance.sample(numbers, entries)
        for pair in zip(order[::2], order[1::2], strict=False):
            event.sheets.append(_sheet(chance, round_, pair, event))
        if entries % 2:
            event.sheets.append(Sheet(round_, "bye", (order[-1],)))
    for sheet in event.sheets:
        event.seen[sheet.kind] += 1
    return event


def _sheet(chance, round_, pair, event):
    absent = [at for at, entry in enumerate(pair) if event.gone.get(entry, 99) <= round_]
    if len(absent) == 2:
        event.seen["withdrawn"] += 1
        return Sheet(round_, "both_absent", pair)
    if absent:
        event.seen["withdrawn"] += 1
        return Sheet(round_, "walkover", pair, winner=1 - absent[0])
    kind = chance.choices(["played", "walkover", "both_absent", "void"], [85, 7, 4, 4])[0]
    if kind != "played":
        return Sheet(round_, kind, pair, winner=chance.randint(0, 1))
    low = chance.choice([60, 80])
    points = chance.choice([(100, low), (low, 100), (115, low), (low, 110), (90, low), (80, 80)])
    fines = chance.choices([(0, 0), (20, 0), (0, 20)], [8, 1, 1])[0]
    lost = chance.choices([None, 0, 1], [18, 1, 1])[0]
    event.seen["fine"] += any(fines)
    event.seen["ruling"] += lost is not None
    event.seen["over"] += max(points) > TARGET
    event.seen["level"] += points[0] - fines[0] == points[1] - fines[1]
    return Sheet(round_, kind, pair, points=points, fines=fines, lost_by_ruling=lost)


# -- what a sheet is worth (the matrix of R8) ------------------------------------------------------------------


@dataclass
class Figures:
    """What a sheet means for one side."""

    round: int
    opponent: int | None
    played: bool
    won: bool
    free: bool
    points: int
    against: int
    difference: int
    penalties: int


def figures(event, entry):
    """What all sheets mean for an entry; in the rounds after its withdrawal nothing does (R12.5)."""
    found = []
    for sheet in event.sheets:
        if entry in sheet.sides and not (sheet.kind != "played" and event.gone.get(entry, 99) <= sheet.round):
            found.append(_of_side(event, sheet, sheet.sides.index(entry)))
    return found


def _of_side(event, sheet, side):
    opponent = sheet.sides[1 - side] if len(sheet.sides) == 2 else None
    won = free = played = False
    points = against = 0
    difference = None
    if sheet.kind == "bye" or (sheet.kind == "walkover" and sheet.winner == side):
        won = free = True
        points, difference = CREDITS[sheet.kind]
    elif sheet.kind in ("walkover", "both_absent"):
        points, difference = LOST_BY_ABSENCE
        against = 100
    elif sheet.kind == "played":
        played = True
        if sheet.lost_by_ruling is not None:
            won = sheet.lost_by_ruling != side
            points, against = (TARGET, 0) if won else (0, TARGET)
        else:
            net = [max(0, sheet.points[at] - sheet.fines[at]) for at in (0, 1)]
            points, against = net[side], net[1 - side]
            won = points > against
        full = (points, against)
        capped = (min(points, TARGET), min(against, TARGET))
        points, against = capped if event.caps[0] else full
        over = capped if event.caps[1] else full
        difference = over[0] - over[1]
    penalties = int(sheet.fines[side] > 0) + int(sheet.lost_by_ruling == side)
    return Figures(sheet.round, opponent, played, won, free, points, against, difference or 0, penalties)


# -- what each criterion measures: the more, the better --------------------------------------------------------


def _wins(event, entry, tied):
    return sum(each.won for each in figures(event, entry))


def _opponents(event, entry, beaten=False):
    met = [each for each in figures(event, entry) if each.played and (each.won or not beaten)]
    return sorted(_wins(event, each.opponent, ()) for each in met)


def _among(event, entry, tied, what):
    """Only if every two of the tied have met at the table; three of whom two haven't met compare nothing."""
    if len(tied) < 2:
        return None
    for one in tied:
        if not set(tied) - {one} <= {each.opponent for each in figures(event, one) if each.played}:
            return None
    return sum(what(each) for each in figures(event, entry) if each.played and each.opponent in tied)


def _average(event, entry, tied):
    points = [each.points for each in figures(event, entry) if each.played]
    return Fraction(sum(points), len(points)) if points else Fraction(0)


def _lot(event, entry, tied):
    if not event.lots:
        return None
    return -(event.lots.index(entry) + 1 if entry in event.lots else len(event.lots) + 1)


MEASURES = {
    "wins": _wins,
    "difference": lambda event, entry, tied: sum(each.difference for each in figures(event, entry)),
    "points_for": lambda event, entry, tied: sum(each.points for each in figures(event, entry)),
    "points_against": lambda event, entry, tied: -sum(each.against for each in figures(event, entry)),
    "average": _average,
    "head_to_head": lambda event, entry, tied: _among(event, entry, tied, lambda each: each.won),
    "head_to_head_difference": lambda event, entry, tied: _among(event, entry, tied, lambda each: each.difference),
    "buchholz": lambda event, entry, tied: sum(_opponents(event, entry)),
    "buchholz_minus_worst": lambda event, entry, tied: sum(_opponents(event, entry)[1:]),
    "sonneborn_berger": lambda event, entry, tied: sum(_opponents(event, entry, beaten=True)),
    "fewest_penalties": lambda event, entry, tied: -sum(each.penalties for each in figures(event, entry)),
    "fewest_free": lambda event, entry, tied: -sum(each.free for each in figures(event, entry)),
    "seed": lambda event, entry, tied: -event.seeds.get(entry, max(event.seeds.values(), default=0) + 1),
    "lots": _lot,
}


def tally(event):
    """Entry → its place and what it has by each criterion, better meaning more; None where it isn't applied."""
    said = dict.fromkeys(range(1, event.entries + 1), ())
    for code in event.criteria:
        alike = {entry: [other for other in said if said[other] == said[entry]] for entry in said}
        said = {entry: (*said[entry], MEASURES[code](event, entry, alike[entry])) for entry in said}
    return {entry: (1 + sum(_better(said[other], mine) for other in said), mine) for entry, mine in said.items()}


def _better(one, other):
    """Whether the first value in which two differ is greater; a criterion that isn't applied parts nobody."""
    for left, right in zip(one, other, strict=True):
        if left != right:
            return left > right
    return False

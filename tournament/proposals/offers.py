"""What can be played with what there is: several ways side by side, and those that can't be, with the reason.

Pure: a wish in, offers and obstacles out. Nothing is offered that takes more tables or more time than there is.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil, log2
from typing import Any

import scoring
from tournament.draw.systems.rounds import feasible

from .layout import Slot, lay_out, rounds_that_fit
from .lengths import lengths, minutes_of_round
from .wish import INDIVIDUAL, Wish

MOST_ROUNDS = 99
FINALS = (8, 4)
"""How many pairs a knockout takes from a Swiss stage before it."""
GROUPS = (2, 4, 8)
LARGEST_GROUP, SMALLEST_GROUP = 10, 3
THROUGH = 2
"""How many pairs of each group play on."""
NEVER_TIED = "extra_deals"
"""A knockout needs a winner of every meeting (R7.1)."""


@dataclass(frozen=True)
class Part:
    """A stage of an offer. name: a key for words; groups: in how many it is played, from 1.

    policy: how it is drawn, in the shape of `draw.policy.StagePolicy`. rules: its own regulations; None: those of
    the offer (R3.5).
    """

    name: str
    system: str
    rounds: int
    policy: Mapping[str, Any] = field(default_factory=dict)
    rules: scoring.Regulations | None = None
    groups: int = 1


@dataclass(frozen=True)
class Offer:
    """A tournament that can be played. kind: of the way, a key for words.

    sure: the rounds of a Swiss that are sure without a rematch (R13.7); None where that isn't asked. games: partidas
    of whoever is out first and of whoever plays to the end. slots: the timetable.
    """

    kind: str
    rules: scoring.Regulations
    parts: tuple[Part, ...]
    slots: tuple[Slot, ...]
    tables: int
    free: int
    games: tuple[int, int]
    sure: int | None = None

    @property
    def rounds(self) -> int:
        return sum(part.rounds for part in self.parts)

    @property
    def key(self) -> str:
        """By which the page names the offer that was chosen."""
        length = f"{self.rules.deals or 0}-{self.rules.target or 0}-{self.rules.minutes}"
        return f"{self.kind}-{'-'.join(f'{part.rounds}.{part.groups}' for part in self.parts)}-{length}"

    @property
    def minutes(self) -> int:
        """How long is played, changing tables included, breaks not."""
        return sum(slot.minutes for slot in self.slots if slot.round is not None)


@dataclass(frozen=True)
class Obstacle:
    """Why something can't be played, or not as one might wish. code and params are for the words; rule: its number."""

    code: str
    rule: str
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Answer:
    """What can be played, the likeliest choice first; what can't, and why."""

    offers: tuple[Offer, ...]
    obstacles: tuple[Obstacle, ...]


def answer(wish: Wish) -> Answer:
    """What can be played with what there is."""
    if wish.entries < wish.at_a_table:
        return Answer((), (Obstacle("too_few", "R1.3", {"least": wish.at_a_table, "entries": wish.entries}),))
    shortest = minutes_of_round(lengths(wish.rules)[0], wish.changeover)
    if not rounds_that_fit(shortest, wish.days, wish.changeover, 1):
        return Answer((), (Obstacle("no_time", "R3.4", {"minutes": shortest - wish.changeover}),))
    ways = [*_individual(wish)] if wish.event == INDIVIDUAL else [*_pairs(wish)]
    offers = [each for each in ways if isinstance(each, Offer)]
    obstacles = [each for each in ways if isinstance(each, Obstacle)]
    usual = wish.rules.minutes or 0
    offers.sort(key=lambda offer: (_rank(offer), abs((offer.rules.minutes or 0) - usual), -offer.rounds))
    return Answer(tuple(offers), (*obstacles, *_about(wish)))


RANKS = ("round_robin", "swiss_knockout", "swiss", "individual", "groups_knockout", "knockout")


def _rank(offer: Offer) -> int:
    return RANKS.index(offer.kind)


def _about(wish: Wish) -> Iterator[Obstacle]:
    """What is so however it is played: who is free, and a round that is divided between halls."""
    if wish.free:
        code = "free_players" if wish.event == INDIVIDUAL else "free_pair"
        yield Obstacle(code, "R8.4", {"free": wish.free, "entries": wish.entries})
    if len(wish.halls) > 1 and wish.tables_needed > max(wish.halls):
        yield Obstacle("several_halls", "R6.1", {"halls": len(wish.halls), "largest": max(wish.halls)})


# -- ways to play ---------------------------------------------------------------------------------------------------


def _pairs(wish: Wish) -> Iterator[Offer | Obstacle]:
    if wish.tables < wish.tables_needed:
        yield _tables_short(wish)
    else:
        yield from _round_robin(wish)
        yield from _swiss(wish)
        yield from _swiss_with_final(wish)
    yield from _groups(wish)
    yield from _knockout(wish)


def _tables_short(wish: Wish) -> Obstacle:
    """Rounds in which everybody plays at once need more tables than there are."""
    most = wish.tables * wish.at_a_table + wish.at_a_table - 1
    return Obstacle("tables_short", "R1.1", {"needed": wish.tables_needed, "tables": wish.tables, "most": most})


def _made(wish: Wish, kind: str, rules: scoring.Regulations, parts: Sequence[Part], **figures: Any) -> Offer | None:
    """The offer, if its rounds fit into the days and at the tables."""
    minutes = [
        minutes_of_round(part.rules or rules, wish.changeover) for part in parts for _round in range(part.rounds)
    ]
    slots = lay_out(minutes, wish.days, wish.changeover)
    figures = {"tables": wish.tables_needed, "free": wish.free} | figures
    if slots is None or figures["tables"] > wish.tables:
        return None
    return Offer(kind, rules, tuple(parts), tuple(slots), **figures)


def _longest(wish: Wish, kind: str, parts: Any, **figures: Any) -> Offer | None:
    """The offer with the longest partidas that still fit. parts: the stages by these rules."""
    for rules in reversed(lengths(wish.rules)):
        if (offer := _made(wish, kind, rules, parts(rules), **figures)) is not None:
            return offer
    return None


def _time_short(wish: Wish, kind: str, rounds: int) -> Obstacle:
    """How many rounds it would take, and how many of the shortest partidas fit."""
    minutes = minutes_of_round(lengths(wish.rules)[0], wish.changeover)
    fitting = rounds_that_fit(minutes, wish.days, wish.changeover, rounds)
    return Obstacle(f"time_short_{kind}", "R3.4", {"rounds": rounds, "fitting": fitting, "minutes": minutes})


def _round_robin(wish: Wish) -> Iterator[Offer | Obstacle]:
    """Everybody meets everybody (R13.3)."""
    rounds = wish.entries - 1 + wish.entries % 2
    games = wish.entries - 1
    offer = None
    if rounds <= MOST_ROUNDS:
        parts = [Part("main", "round_robin", rounds)]
        offer = _longest(wish, "round_robin", lambda _rules: parts, games=(games, games))
    yield offer or _time_short(wish, "round_robin", rounds)


def _swiss(wish: Wish) -> Iterator[Offer | Obstacle]:
    """A Swiss of one stage: for each length as many rounds as are sure and fit (R13.1, R13.7)."""
    least, sure = _least(wish.entries), feasible(wish.entries, 1).sure
    found: dict[int, Offer] = {}
    most_that_fit = 0
    for rules in lengths(wish.rules):
        minutes = minutes_of_round(rules, wish.changeover)
        fitting = rounds_that_fit(minutes, wish.days, wish.changeover, MOST_ROUNDS)
        most_that_fit = max(most_that_fit, fitting)
        rounds = min(fitting, sure)
        parts = [Part("main", "swiss", rounds, {"rounds": rounds})]
        games = (rounds - wish.entries % 2, rounds)
        # Rounds as many, but longer: that is better, so it takes the place of the shorter one.
        if rounds >= min(least, sure) and (offer := _made(wish, "swiss", rules, parts, games=games, sure=sure)):
            found[rounds] = offer
    yield from found.values()
    if not found:
        yield _time_short(wish, "swiss", min(least, sure))
    if most_that_fit > sure:
        yield Obstacle("more_than_sure", "R13.7", {"fitting": most_that_fit, "sure": sure, "entries": wish.entries})


def _least(entries: int) -> int:
    """Rounds after which at most one of so many entries has won all."""
    return max(1, ceil(log2(entries)))


def _swiss_with_final(wish: Wish) -> Iterator[Offer | Obstacle]:
    """A Swiss, and a knockout of the best after it."""
    sure, fits = feasible(wish.entries, 1).sure, False
    asked = [best for best in FINALS if best * 2 <= wish.entries]
    for best in asked:
        cuts = (_cut(wish, rules, best, sure) for rules in lengths(wish.rules)[::-1])
        offer = next((each for each in cuts if each), None)
        fits = fits or offer is not None
        if offer:
            yield offer
    if asked and not fits:
        yield _time_short(wish, "swiss_knockout", min(_least(wish.entries), sure) + int(log2(asked[-1])))


def _cut(wish: Wish, rules: scoring.Regulations, best: int, sure: int) -> Offer | None:
    """As many rounds of the Swiss as fit before a knockout of `best`, but enough to part them."""
    final = _final(wish, rules, best)
    for rounds in range(min(sure, MOST_ROUNDS), min(_least(wish.entries), sure) - 1, -1):
        parts = [Part("qualification", "swiss", rounds, {"rounds": rounds}), final]
        games = (rounds - wish.entries % 2, rounds + final.rounds)
        if (offer := _made(wish, "swiss_knockout", rules, parts, games=games, sure=sure)) is not None:
            return offer
    return None


def _final(wish: Wish, rules: scoring.Regulations, best: int, *, of_each: int | None = None) -> Part:
    """A knockout of so many, by what the preset changes for a final (R3.5); the third place is played for (R13.3)."""
    changes = dict(scoring.PRESETS[rules.preset].final)
    if rules.tie != NEVER_TIED:
        changes["tie"] = NEVER_TIED
    own = rules.replace(**changes) if changes else None
    policy = {"third_place": True, "best": of_each or best}
    return Part("final", "knockout", int(log2(best)), policy, own)


def _groups(wish: Wish) -> Iterator[Offer | Obstacle]:
    """Groups in which everybody meets everybody, then a knockout of the best two of each (R13.3)."""
    for groups in GROUPS:
        largest = ceil(wish.entries / groups)
        if wish.entries // groups < SMALLEST_GROUP or largest > LARGEST_GROUP:
            continue
        rounds = largest - 1 + largest % 2

        def parts(rules: scoring.Regulations, rounds: int = rounds, groups: int = groups) -> list[Part]:
            final = _final(wish, rules, THROUGH * groups, of_each=THROUGH)
            return [Part("groups", "round_robin", rounds, groups=groups), final]

        games = (wish.entries // groups - 1, largest - 1 + int(log2(THROUGH * groups)))
        free = _free_in_groups(wish.entries, groups)
        tables = (wish.entries - free) // 2
        if offer := _longest(wish, "groups_knockout", parts, games=games, free=free, tables=tables):
            yield offer


def _free_in_groups(entries: int, groups: int) -> int:
    """How many are free in a round: one in each group of odd size (R8.4)."""
    sizes = [entries // groups + (at < entries % groups) for at in range(groups)]
    return sum(size % 2 for size in sizes)


def _knockout(wish: Wish) -> Iterator[Offer | Obstacle]:
    """A knockout alone: who loses is out (R13.3)."""
    rounds = _least(wish.entries)
    byes = 2**rounds - wish.entries

    def parts(rules: scoring.Regulations) -> list[Part]:
        own = rules.replace(tie=NEVER_TIED) if rules.tie != NEVER_TIED else None
        return [Part("main", "knockout", rounds, {"third_place": wish.entries > 3}, own)]

    games = (1, rounds)
    # Those who pass the first round play in the second.
    tables = max((wish.entries - byes) // 2, 2**rounds // 4)
    if offer := _longest(wish, "knockout", parts, games=games, free=byes, tables=tables):
        yield offer
    elif tables <= wish.tables:
        yield _time_short(wish, "knockout", rounds)


def _individual(wish: Wish) -> Iterator[Offer | Obstacle]:
    """Players each for himself, with partners drawn anew: for each length as many rounds as fit (R13.4)."""
    found: dict[int, Offer] = {}
    partners = wish.entries - 1
    if wish.tables < wish.tables_needed:
        yield _tables_short(wish)
        return
    for rules in lengths(wish.rules.replace(pays="offender")):
        fitting = rounds_that_fit(minutes_of_round(rules, wish.changeover), wish.days, wish.changeover, MOST_ROUNDS)
        rounds = min(fitting, partners)
        games = (rounds - ceil(rounds * wish.free / wish.entries), rounds)
        parts = [Part("main", "individual", rounds)]
        if rounds and (offer := _made(wish, "individual", rules, parts, games=games)):
            found[rounds] = offer
    yield from found.values()
    yield Obstacle("partners_repeat", "R13.4", {"partners": partners, "players": wish.entries})

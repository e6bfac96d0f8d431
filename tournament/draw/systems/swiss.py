"""Swiss draws: the best of all draws by strict priorities, and a proof of it (R13.1)."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from . import Pairing, Reason, Undrawable
from .board import BREACHES, PRIORITIES, Board, Cost
from .candidates import DENSE, Hub, Reach, edges
from .explanation import explain
from .field import Field, Policy
from .matching import MOST_BITS, cheapest
from .scale import Scale, scale, scale_above_order
from .witness import Witness, witness

Watch = Callable[[str], None]
"""Told the name of each part of the work when it's done: candidates, solve, certify, explain; some several times."""


def unwatched(part: str) -> None:
    """Nobody wants to know."""


@dataclass(frozen=True)
class Proposal:
    """A draw, what it costs, and why it is the best.

    pairings: in the order of their better placed entries, so for tables from 1; who is free comes last. cost: an
    amount for each of PRIORITIES, locked pairings left out. reasons: why these meet, for each pairing. breaches: the
    rules that had to be broken; no draw that breaks less exists around the locked pairings. witness: where a rematch
    or second free game couldn't be avoided, the entries that prove it; anyone can check them by counting.
    """

    pairings: tuple[Pairing, ...]
    cost: Mapping[str, int]
    reasons: tuple[tuple[Reason, ...], ...]
    breaches: tuple[Reason, ...] = ()
    witness: Witness | None = None


def draw(field: Field, policy: Policy, *, watch: Watch = unwatched) -> Proposal:
    """The best draw of a round.

    Nobody meets an opponent twice, nobody is free twice, forbidden pairs don't meet: these are broken only if no draw
    without it exists, in this order and as little as can be. Then the last of the standing is free; as few as possible
    meet across wins groups, and those close to each other; clubs are kept apart as the policy says; within groups the
    order is the full standing; nobody drops to a lower group twice. Lots decide between draws equal in all of this.

    Raises Undrawable as `Field.ranked` does, or too_large: a field of thousands in which a rule must be broken.
    """
    board = Board(field, policy)
    pairs = best(board, watch)
    return _proposal(board, field, pairs, watch)


def best(
    board: Board, watch: Watch = unwatched, *, dense: int = DENSE, most_bits: int = MOST_BITS
) -> list[tuple[int, int]]:
    """The best way to pair all positions off, as pairs of positions, the lower first.

    dense: the number of entries up to which all pairings are looked at from the start; most_bits: of a weight. The
    answer is the same whatever they are; only the time differs.
    """
    if not len(board):
        return []
    search = _Search(board, most_bits, watch)
    everything = len(board) <= dense
    kept = search.cheapest(Reach(board, everything=everything), breaches=False)
    return kept or search.cheapest(Reach(board, everything=everything), breaches=True) or []


@dataclass(frozen=True)
class _Search:
    """The search for the cheapest pairs on a board."""

    board: Board
    most_bits: int
    watch: Watch

    def cheapest(self, reach: Reach, *, breaches: bool) -> list[tuple[int, int]] | None:
        """The cheapest pairs of all positions; None if they can't all be paired: only without breaches."""
        fit = partial(scale, self.board, breaches=breaches, most_bits=self.most_bits)
        found = self._widened(reach, fit, breaches)
        if found and fit(reach.widest(breaches=breaches)).squeezed:
            self._prove(found, reach, breaches)
        return found

    def _widened(self, reach: Reach, fit: Callable[[int], Scale], breaches: bool) -> list[tuple[int, int]] | None:
        """The cheapest pairs, the reach widened until they are proven to be."""
        while True:
            listed, hubs = edges(self.board, reach, fit(reach.widest(breaches=breaches)), breaches=breaches)
            self.watch("candidates")
            mates = cheapest(self.board.vertices + 2 * len(hubs), listed)
            self.watch("solve")
            if mates is None and not (breaches and reach.incomplete):
                return None
            doubtful = reach.incomplete if mates is None else _used(hubs, mates)
            self.watch("certify")
            if mates is not None and not doubtful:
                return [(i, mates[i]) for i in range(len(self.board)) if i < mates[i]]
            reach.widen(doubtful)

    def _prove(self, found: list[tuple[int, int]], reach: Reach, breaches: bool) -> None:
        """Where units were squeezed: compare with the optimum of the priorities that stand above the squeezed one."""
        above = PRIORITIES.index("order")
        alone = partial(scale_above_order, self.board, breaches=breaches, most_bits=self.most_bits)
        best_above = self._widened(reach, alone, breaches)
        if best_above is None or total(self.board, found)[:above] != total(self.board, best_above)[:above]:
            raise Undrawable("too_large", count=len(self.board))


def _used(hubs: Sequence[Hub], mates: Sequence[int]) -> set[tuple[int, int]]:
    """The pools of which the cheapest pairing would take more than was looked at."""
    return {hub.pool for hub in hubs if mates[hub.first] != hub.second}


def total(board: Board, pairs: Sequence[tuple[int, int]]) -> Cost:
    """What a whole draw costs, an amount for each of PRIORITIES."""
    costs = [board.cost(i, j) for i, j in pairs]
    return tuple(sum(amounts) for amounts in zip(*costs, strict=True)) if costs else (0,) * len(PRIORITIES)


def _proposal(board: Board, field: Field, pairs: list[tuple[int, int]], watch: Watch) -> Proposal:
    """The draw in numbers of entries, explained and, where a rule is broken, proven."""
    mates = {i: j for pair in pairs for i, j in (pair, pair[::-1])}
    drawn = [(_pairing(board, i, j), tuple(explain(board, mates, i))) for i, j in pairs]
    drawn += [(pairing, (Reason("locked"),)) for pairing in field.locked]
    place = {each.number: at for at, each in enumerate(field.ranked(board.policy.seed))}
    in_order = sorted(drawn, key=lambda each: (each[0].b is None, min(place[entry] for entry in each[0].entries)))
    watch("explain")
    cost = total(board, pairs)
    proof = witness(board, pairs) if any(cost[: len(BREACHES)]) else None
    watch("certify")
    return Proposal(
        pairings=tuple(pairing for pairing, _ in in_order),
        cost=dict(zip(PRIORITIES, cost, strict=True)),
        reasons=tuple(reasons for _, reasons in in_order),
        breaches=tuple(_breaches(field, [pairing for pairing, _ in in_order])),
        witness=proof,
    )


def _pairing(board: Board, i: int, j: int) -> Pairing:
    a = board.contenders[i].number
    return Pairing(a) if j == len(board) else Pairing(a, board.contenders[j].number)


def _breaches(field: Field, pairings: Sequence[Pairing]) -> Iterator[Reason]:
    """The rules that the pairings break, the locked ones included."""
    # As many meetings as rounds times tables: only those of the draw are counted.
    drawn = {frozenset(pairing.entries) for pairing in pairings}
    met = Counter(pair for a, b in field.met if (pair := frozenset((a, b))) in drawn)
    forbidden = {frozenset(pair) for pair in field.forbidden}
    free = {each.number: each.free for each in field.contenders}
    for pairing in pairings:
        if pairing.b is None:
            if free[pairing.a]:
                yield Reason("second_free", {"entry": pairing.a, "times": free[pairing.a]})
            continue
        both = {"entry": pairing.a, "other": pairing.b}
        if times := met[frozenset(pairing.entries)]:
            yield Reason("rematch", {**both, "times": times})
        if frozenset(pairing.entries) in forbidden:
            yield Reason("forbidden", both)

"""Why a breach can't be avoided, as a proof that anyone can check by counting (R13.1)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .board import Board
from .matching import most

FREE_GAME = 0
"""Stands among entry numbers for the free game."""


@dataclass(frozen=True)
class Witness:
    """Entries whose opponents prove how many pairings have to break a rule.

    Take the entries of `removed` out. Of each of `parts`, which are odd in number, nobody can meet anybody of another
    part or of the rest without breaking one of `rules`; so of each part somebody meets one of `removed`, or breaks a
    rule. `removed` suffices for as many parts as it has entries; those that are left break a rule, two in a pairing.
    Number 0 is the free game.
    """

    rules: tuple[str, ...]
    removed: tuple[int, ...]
    parts: tuple[tuple[int, ...], ...]

    @property
    def least(self) -> int:
        """How many pairings must break a rule."""
        return max(0, len(self.parts) - len(self.removed) + 1) // 2


RULES = ("rematch", "second_free", "forbidden")
"""The rules that a witness can speak of, the most important first."""


def witness(board: Board, pairs: Sequence[tuple[int, int]]) -> Witness | None:
    """The proof that the pairings which break a rule have to; None if none does.

    It speaks of the last rule that is broken and those before it, or of fewer if it can't prove these in full: where
    several pairings of a lesser rule are broken to spare one of a greater, only the greater is proven by counting, and
    the rest by the draw's being an optimum.
    """
    proof = None
    last = max((at for at, rule in enumerate(RULES, start=1) if _broken(_barred(board, (rule,)), pairs)), default=0)
    for rules in (RULES[:count] for count in range(last, 0, -1)):
        barred = _barred(board, rules)
        if broken := _broken(barred, pairs):
            proof = _witness(board, rules, barred)
            if proof.least == broken:
                break
    return proof


def _witness(board: Board, rules: tuple[str, ...], barred: Sequence[set[int]]) -> Witness:
    """The Gallai-Edmonds set of the pairings that keep the rules.

    Where as many as possible are paired, those that can be left over are the parts, and those next to them are
    removed. By Tutte and Berge the bound is exact.
    """
    everybody = range(board.vertices)
    kept = [[other for other in everybody if other != i and other not in barred[i]] for i in everybody]
    mates = most(board.vertices, [(i, j) for i, others in enumerate(kept) for j in others if i < j])
    left_over = _left_over(kept, mates)
    removed = {j for i in left_over for j in kept[i]} - left_over
    parts = _connected(left_over, lambda i: [j for j in kept[i] if j not in removed])

    def numbers(positions: Sequence[int] | set[int]) -> tuple[int, ...]:
        return tuple(sorted(FREE_GAME if at == len(board) else board.contenders[at].number for at in positions))

    return Witness(rules, numbers(removed), tuple(sorted(numbers(part) for part in parts)))


def _barred(board: Board, rules: Sequence[str]) -> list[set[int]]:
    """Whom each position, the free game's included, can't be paired with without breaking one of the rules."""
    barred: list[set[int]] = [set() for _ in range(board.vertices)]
    for i in range(len(board)):
        if "rematch" in rules:
            barred[i] |= board.met[i].keys()
        if "forbidden" in rules:
            barred[i] |= board.forbidden[i]
        if "second_free" in rules and board.contenders[i].free and board.vertices > len(board):
            barred[i].add(len(board))
            barred[len(board)].add(i)
    return barred


def _broken(barred: Sequence[set[int]], pairs: Sequence[tuple[int, int]]) -> int:
    """How many pairs break a rule."""
    return sum(j in barred[i] for i, j in pairs)


def _left_over(kept: Sequence[Sequence[int]], mates: Sequence[int]) -> set[int]:
    """The vertices that some pairing of as many as possible leaves over, found from one such pairing.

    From the unpaired vertices a forest is grown along edges that are pairs and edges that aren't, in turn; every
    vertex at an even distance can be left over, and so can all on an odd circle, which is shrunk to one (Edmonds).
    """
    base = list(range(len(mates)))
    parent: dict[int, int] = {}
    even = {vertex for vertex, mate in enumerate(mates) if mate < 0}
    waiting = sorted(even)
    while waiting:
        vertex = waiting.pop()
        for other in kept[vertex]:
            if base[other] == base[vertex] or mates[vertex] == other:
                continue
            if other in even:
                waiting += _shrink(vertex, other, mates, base, parent, even)
            elif other not in parent:
                parent[other] = vertex
                even.add(mates[other])
                waiting.append(mates[other])
    return even


def _shrink(a: int, b: int, mates: Sequence[int], base: list[int], parent: dict[int, int], even: set[int]) -> list[int]:
    """Shrinks the odd circle that the edge between two even vertices closes; the vertices that became even."""
    root = _meeting(a, b, mates, base, parent)
    if root is None:
        return []
    circle: set[int] = set()
    for start, across in ((a, b), (b, a)):
        vertex, child = start, across
        while base[vertex] != root:
            circle |= {base[vertex], base[mates[vertex]]}
            parent[vertex] = child
            child = mates[vertex]
            vertex = parent[child]
    fresh = []
    for vertex, its_base in enumerate(base):
        if its_base in circle:
            base[vertex] = root
            if vertex not in even:
                even.add(vertex)
                fresh.append(vertex)
    return fresh


def _meeting(a: int, b: int, mates: Sequence[int], base: Sequence[int], parent: dict[int, int]) -> int | None:
    """The vertex where the ways from two even vertices back to their roots meet; None if the roots differ."""

    def bases_up(vertex: int) -> list[int]:
        way = [base[vertex]]
        while mates[way[-1]] >= 0:
            way.append(base[parent[mates[way[-1]]]])
        return way

    seen = set(bases_up(a))
    return next((vertex for vertex in bases_up(b) if vertex in seen), None)


def _connected(vertices: set[int], neighbours: Callable[[int], list[int]]) -> list[set[int]]:
    """The connected parts of a graph."""
    parts: list[set[int]] = []
    left = set(vertices)
    while left:
        part, waiting = set[int](), [left.pop()]
        while waiting:
            vertex = waiting.pop()
            part.add(vertex)
            fresh = left.intersection(neighbours(vertex))
            left -= fresh
            waiting += fresh
        parts.append(part)
    return parts

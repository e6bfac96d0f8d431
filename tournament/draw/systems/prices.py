"""A proof by prices that no draw costs less, which anyone can check by adding up.

Everybody gets a price, and so do some circles, odd in number, nested or apart. If for each two their prices, with those
of all circles around both, come to no more than what their meeting costs, then no draw is cheaper than all prices
together: those of everybody once, those of a circle of 2k + 1 members k times, for of these at most k pairs can meet
among themselves. The cheapest draw costs exactly that much (Edmonds 1965).

Whoever checks needs `Prices.bound` and the costs, but neither the search here nor the one that drew.
"""

from collections.abc import Sequence
from dataclasses import dataclass

Costs = Sequence[Sequence[int]]
"""What it costs that i and j meet, by index; the same the other way round."""


@dataclass(frozen=True)
class Prices:
    """The proof, in halves of the unit of the costs, so that all are whole.

    of_each: everybody's price. of_circles: circles with their prices, none of which is above 0.
    """

    of_each: Sequence[int]
    of_circles: Sequence[tuple[frozenset[int], int]]

    def bound(self, costs: Costs) -> int | None:
        """What every draw costs at least; None if the prices prove nothing."""
        if any(price > 0 or len(circle) % 2 == 0 for circle, price in self.of_circles):
            return None
        around = [{at for at, (circle, _) in enumerate(self.of_circles) if i in circle} for i in range(len(costs))]
        for i in range(len(costs)):
            for j in range(i):
                circles = sum(self.of_circles[at][1] for at in around[i] & around[j])
                if self.of_each[i] + self.of_each[j] + circles > 2 * costs[i][j]:
                    return None
        total = sum(self.of_each) + sum(price * (len(circle) // 2) for circle, price in self.of_circles)
        return -(-total // 2)


def prices(costs: Costs) -> Prices:
    """Prices that prove a cheapest draw of an even number to be one: seconds for a hundred entries."""
    search = _Search(costs)
    while search.grow():
        pass
    circles = [
        (frozenset(vertex - 1 for vertex in search.members(b)), -search.label[b])
        for b in range(search.count + 1, len(search.top))
        if search.top[b] and search.label[b]
    ]
    return Prices([search.most - label for label in search.label[1 : search.count + 1]], circles)


OUTER, INNER, UNSEEN = 0, 1, -1
NOBODY = 0


class _Search:
    """The primal-dual algorithm for perfect matchings of largest weight (Edmonds 1965, Gabow 1976), without shortcuts.

    Vertices are 1 … count, blossoms have the numbers after them. label: the dual variables. top: the outermost
    blossom that a vertex or blossom is in; 0 for a blossom that was expanded. edge: for two vertices or blossoms, the
    ends of the tightest edge between them. within: which part of a blossom a vertex is in. side, parent, slack: the
    forest that is being grown, and for each vertex or blossom the outer vertex that is nearest to it.
    """

    def __init__(self, costs: Costs) -> None:
        self.count = len(costs)
        self.costs = costs
        self.most = max(map(max, costs), default=0)
        everybody = range(self.count + 1)
        self.label = [self.most for _ in everybody]
        self.top = list(everybody)
        self.edge = [[(u, v) for v in everybody] for u in everybody]
        self.within = [[u if u == v else NOBODY for v in everybody] for u in everybody]
        self.parts: list[list[int]] = [[] for _ in everybody]
        self.mate = [NOBODY for _ in everybody]
        self.side = [UNSEEN for _ in everybody]
        self.parent = [NOBODY for _ in everybody]
        self.slack = [NOBODY for _ in everybody]
        self.waiting: list[int] = []

    def members(self, x: int) -> list[int]:
        """The vertices of a blossom, or the vertex itself."""
        return [x] if x <= self.count else [vertex for part in self.parts[x] for vertex in self.members(part)]

    def grow(self) -> bool:
        """One more pair; False if everybody is paired."""
        size = len(self.top)
        self.side, self.slack, self.waiting = [UNSEEN] * size, [NOBODY] * size, []
        for x in self._outermost():
            if not self.mate[x]:
                self.parent[x], self.side[x] = NOBODY, OUTER
                self._wait(x)
        if not self.waiting:
            return False
        while not (self._scan() or self._adjust()):
            pass
        return True

    def _outermost(self) -> list[int]:
        return [x for x in range(1, len(self.top)) if self.top[x] == x]

    def _wait(self, x: int) -> None:
        self.waiting += self.members(x)

    def _left(self, u: int, v: int) -> int:
        """What is left until the edge between two vertices or blossoms is tight."""
        a, b = self.edge[u][v]
        return self.label[a] + self.label[b] - 2 * (self.most - self.costs[a - 1][b - 1])

    def _scan(self) -> bool:
        """Follow all tight edges of outer vertices; True if two trees met."""
        while self.waiting:
            u = self.waiting.pop()
            if self.side[self.top[u]] == INNER:
                continue
            base, row = self.label[u] - 2 * self.most, self.costs[u - 1]
            for v in range(1, self.count + 1):
                if self.top[u] == self.top[v]:
                    continue
                if base + self.label[v] + 2 * row[v - 1] == 0:
                    if self._follow(u, v):
                        return True
                else:
                    self._nearer(u, self.top[v])
        return False

    def _nearer(self, u: int, x: int) -> None:
        if not self.slack[x] or self._left(u, x) < self._left(self.slack[x], x):
            self.slack[x] = u

    def _find_nearest(self, x: int) -> None:
        self.slack[x] = NOBODY
        for u in range(1, self.count + 1):
            if self.top[u] != x and self.side[self.top[u]] == OUTER:
                self._nearer(u, x)

    def _adjust(self) -> bool:
        """Change the labels until one more edge is tight or a blossom may be expanded; True if two trees met."""
        outermost = self._outermost()
        step = min(
            [self.label[b] // 2 for b in outermost if b > self.count and self.side[b] == INNER]
            + [
                self._left(self.slack[x], x) // (1 if self.side[x] == UNSEEN else 2)
                for x in outermost
                if self.slack[x] and self.side[x] != INNER
            ]
        )
        for u in range(1, self.count + 1):
            self.label[u] += {OUTER: -step, INNER: step, UNSEEN: 0}[self.side[self.top[u]]]
        for b in outermost:
            if b > self.count:
                self.label[b] += {OUTER: 2 * step, INNER: -2 * step, UNSEEN: 0}[self.side[b]]
        for x in outermost:
            near = self.slack[x]
            tight = self.top[x] == x and near and self.top[near] != x and self._left(near, x) == 0
            if tight and self._follow(*self.edge[near][x]):
                return True
        for b in outermost:
            if b > self.count and self.top[b] == b and self.side[b] == INNER and self.label[b] == 0:
                self._expand(b)
        return False

    def _follow(self, a: int, b: int) -> bool:
        """Take a tight edge from an outer vertex in; True if it joined two trees and there is one more pair."""
        u, v = self.top[a], self.top[b]
        if self.side[v] == UNSEEN:
            self.parent[v], self.side[v] = a, INNER
            mate = self.top[self.mate[v]]
            self.slack[v] = self.slack[mate] = NOBODY
            self.side[mate] = OUTER
            self._wait(mate)
        elif self.side[v] == OUTER:
            root = self._meeting(u, v)
            if root == NOBODY:
                self._augment(u, v)
                self._augment(v, u)
                return True
            self._shrink(u, root, v)
        return False

    def _up(self, x: int) -> int:
        """The outer vertex or blossom two steps nearer to the root."""
        mate = self.top[self.mate[x]] if self.mate[x] else NOBODY
        return self.top[self.parent[mate]] if mate else NOBODY

    def _meeting(self, u: int, v: int) -> int:
        seen = set()
        while u or v:
            if u in seen:
                return u
            if u:
                seen.add(u)
                u = self._up(u)
            u, v = v, u
        return NOBODY

    def _augment(self, u: int, v: int) -> None:
        """Pair u with v, and the others along the way to the root anew."""
        while True:
            former = self.top[self.mate[u]] if self.mate[u] else NOBODY
            self._pair(u, v)
            if not former:
                return
            u, v = self.top[self.parent[former]], former
            self._pair(v, u)

    def _pair(self, u: int, v: int) -> None:
        """Pair a vertex or blossom, and all inside it, so that it meets v."""
        a, b = self.edge[u][v]
        self.mate[u] = b
        if u > self.count:
            part = self.within[u][a]
            at = self._even_way(u, part)
            for i in range(at):
                self._pair(self.parts[u][i], self.parts[u][i ^ 1])
            self._pair(part, v)
            self.parts[u] = self.parts[u][at:] + self.parts[u][:at]

    def _even_way(self, b: int, part: int) -> int:
        """Where a part stands in its blossom, which is turned round if that is an odd number of steps."""
        at = self.parts[b].index(part)
        if at % 2 == 0:
            return at
        self.parts[b][1:] = self.parts[b][:0:-1]
        return len(self.parts[b]) - at

    def _shrink(self, u: int, root: int, v: int) -> None:
        """An odd circle of tight edges becomes a blossom."""
        b = self._new()
        self.mate[b] = self.mate[root]
        self.parts[b] = [root, *self._way(u, root)[::-1], *self._way(v, root)]
        self._set_top(b, b)
        self._join(b)
        self._find_nearest(b)

    def _new(self) -> int:
        """A free number for a blossom."""
        size = len(self.top)
        free = next((b for b in range(self.count + 1, size) if not self.top[b]), size)
        if free == size:
            for row in self.edge:
                row.append((NOBODY, NOBODY))
            self.edge.append([(NOBODY, NOBODY)] * (size + 1))
            self.within.append([NOBODY] * (self.count + 1))
            for its in (self.label, self.top, self.mate, self.parent, self.slack):
                its.append(NOBODY)
            self.side.append(UNSEEN)
            self.parts.append([])
        self.label[free], self.side[free], self.within[free] = 0, OUTER, [NOBODY] * (self.count + 1)
        return free

    def _way(self, x: int, root: int) -> list[int]:
        """The vertices and blossoms from x up to the root, which is left out; the inner ones become outer."""
        way = []
        while x != root:
            mate = self.top[self.mate[x]]
            way += [x, mate]
            self._wait(mate)
            x = self.top[self.parent[mate]]
        return way

    def _set_top(self, x: int, b: int) -> None:
        self.top[x] = b
        for part in self.parts[x]:
            self._set_top(part, b)

    def _join(self, b: int) -> None:
        """The tightest edges of a blossom are those of its parts."""
        for x in range(1, len(self.top)):
            if x != b and self.top[x]:
                nearest = min(self.parts[b], key=lambda part: self._left(part, x) if part != x else self.most * 9)
                self.edge[b][x], self.edge[x][b] = self.edge[nearest][x], self.edge[x][nearest]
        for part in self.parts[b]:
            for vertex in self.members(part):
                self.within[b][vertex] = part

    def _expand(self, b: int) -> None:
        """An inner blossom without a label is taken apart; those on the even way to its parent stay in the tree."""
        parts = self.parts[b]
        for part in parts:
            self._set_top(part, part)
        entry = self.within[b][self.edge[b][self.parent[b]][0]]
        at = self._even_way(b, entry)
        parts = self.parts[b]
        for i in range(0, at, 2):
            inner, outer = parts[i], parts[i + 1]
            self.parent[inner] = self.edge[outer][inner][0]
            self.side[inner], self.side[outer] = INNER, OUTER
            self.slack[inner] = NOBODY
            self._find_nearest(outer)
            self._wait(outer)
        self.side[entry], self.parent[entry] = INNER, self.parent[b]
        for part in parts[at + 1 :]:
            self.side[part] = UNSEEN
            self._find_nearest(part)
        self.top[b], self.parts[b] = NOBODY, []

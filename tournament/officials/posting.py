"""The best way to spread referees over the tables of a round (R13.5). Pure: numbers in, numbers out.

An optimum with strict priorities: as few tables as possible with a referee of a player's own club; then loads as even
as that allows; then as few *runs* as possible, a run being neighbouring tables with one referee.

The first two are a flow of least cost: a table costs `OWN_CLUB` at a referee of its club, and the n-th table of a
referee 2n − 1, so that loads cost their squares. Every state of the search for the fewest runs holds a whole plan of
that least cost, so nothing found by it gives up what counts more.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count

# More than all squares of loads together: a hall has fewer than a thousand tables.
OWN_CLUB = 1_000_000
# States that one search looks at: a fraction of a second.
PATIENCE = 1_500
# How much a settled table counts for in the order of the search, in twentieths of a run. The search that prefers
# nothing proves its answer; where it would take too long, the next ones look at less, and the last goes straight on.
EAGERNESS = (0, 1, 2, 4, 10, 40)
RUN = 20

Plan = tuple[int, ...]
"""Which referee stands at each table, both by their places in the lists."""


@dataclass(frozen=True)
class Posting:
    """Who stands where: a referee for each table. `proven`: no plan has fewer runs."""

    referees: dict[int, int]
    proven: bool = True


def posted(tables: Sequence[int], referees: Sequence[int], own_club: Collection[tuple[int, int]]) -> Posting:
    """Spread referees over tables.

    tables: their numbers as they stand in the hall; referees: any numbers; own_club: (table, referee) where someone
    of the referee's club plays. Without a referee nobody stands anywhere.

    >>> posted([1, 2, 3, 4], [7, 8], {(1, 7)}).referees
    {1: 8, 2: 8, 3: 7, 4: 7}
    """
    if not referees or not tables:
        return Posting({})
    places = {referee: place for place, referee in enumerate(referees)}
    own = [{places[r] for t, r in own_club if t == table and r in places} for table in tables]
    search = _Search(own, len(referees))
    plan, proven = search.fewest_runs()
    return Posting({table: referees[place] for table, place in zip(tables, plan, strict=True)}, proven)


def runs(plan: Sequence[int]) -> int:
    """How many runs a plan has.

    >>> runs([4, 4, 7, 4])
    3
    """
    return sum(place == 0 or plan[place - 1] != referee for place, referee in enumerate(plan))


@dataclass(frozen=True)
class _State:
    """Tables up to `done` are settled as in `plan`, in `runs` runs; the rest of it shows that the least cost stays."""

    plan: Plan
    done: int
    runs: int


class _Search:
    """The search for the fewest runs among the plans of least cost, best first (A*)."""

    def __init__(self, own: Sequence[Collection[int]], referees: int) -> None:
        """own: for each table the places of the referees of its clubs."""
        self.own = own
        self.referees = range(referees)
        self.load = referees  # the node through which a table comes to or leaves a referee's load

    def fewest_runs(self) -> tuple[Plan, bool]:
        """A plan of least cost with the fewest runs, and whether that is proven."""
        start = _State(self._least_cost(), 0, 0)
        for eagerness in EAGERNESS:
            if found := self._best_first(start, eagerness):
                return found.plan, eagerness == 0
        raise AssertionError("the plan of least cost is itself an end of the search")

    def _best_first(self, start: _State, eagerness: int) -> _State | None:
        """The first whole plan, searched with this eagerness (A* with none); None if patience ends before."""
        least = self._least_load(start.plan)
        waiting: list[tuple[int, int, int, _State, int | None]] = [(0, 0, 0, start, None)]
        seen: set[object] = set()
        order = count(1)
        for tried in count():
            if tried > PATIENCE and eagerness != EAGERNESS[-1]:
                return None
            *_, before, referee = heappop(waiting)
            state = self._settled(before, referee)
            if state is None or (key := self._key(state)) in seen:
                continue
            if state.done == len(self.own):
                return state
            seen.add(key)
            for other in self.referees:
                rank = RUN * self._bound(state, other, least) - eagerness * state.done
                heappush(waiting, (rank, -state.done, next(order), state, other))
        return None

    def _bound(self, state: _State, referee: int, least: int) -> int:
        """Runs that a plan has at least if `referee` stands at the next table."""
        settled = state.plan[: state.done]
        begun = state.runs + (not settled or settled[-1] != referee)
        return begun + sum(settled.count(other) < least for other in self.referees if other != referee)

    def _key(self, state: _State) -> object:
        """States with equal keys go on equally well: referees are told apart by loads and by clubs still to come."""
        settled, ahead = state.plan[: state.done], self.own[state.done :]
        kinds = [(settled.count(r), tuple(r in own for own in ahead)) for r in self.referees]
        return state.done, kinds[settled[-1]] if settled else None, tuple(sorted(kinds))

    def _settled(self, state: _State, referee: int | None) -> _State | None:
        """The state with a referee at its next table; None if the least cost can't be kept with him there."""
        if referee is None:
            return state
        at, plan = state.done, state.plan
        if plan[at] != referee:
            distance, way = self._distances(self._moves(plan, at + 1), plan[at])
            if self._cost(at, referee) - self._cost(at, plan[at]) + distance[referee] != 0:
                return None
            plan = _changed(plan, {at: referee, **_handed_on(way, referee, plan[at])})
        new_run = at == 0 or plan[at - 1] != referee
        return _State(plan, at + 1, state.runs + new_run)

    # -- the flow of least cost -----------------------------------------------------------------------------------

    def _cost(self, table: int, referee: int) -> int:
        return OWN_CLUB if referee in self.own[table] else 0

    def _least_cost(self) -> Plan:
        """A plan of least cost: table by table, each by the cheapest chain of moves that makes room for it."""
        plan: Plan = ()
        for table in range(len(self.own)):
            distance, way = self._distances(self._moves(plan, 0), self.load)
            referee = min((self._cost(table, each) + distance[each], each) for each in self.referees)[1]
            plan = (*_changed(plan, _handed_on(way, referee, self.load)), referee)
        return plan

    def _least_load(self, plan: Plan) -> int:
        """What every referee has at least in every plan of least cost; 0 where that isn't known."""
        loads = [plan.count(referee) for referee in self.referees]
        return min(loads) if max(loads) - min(loads) <= 1 else 0

    def _moves(self, plan: Plan, begin: int) -> "_Moves":
        """The cheapest ways to hand a table from `begin` on to another referee, and to change a load by one.

        (from, to): cost and table, or None where the load changes.
        """
        moves: _Moves = {}
        for table in range(begin, len(plan)):
            giver = plan[table]
            for taker in self.referees:
                price = self._cost(table, taker) - self._cost(table, giver)
                if taker != giver and price < moves.get((giver, taker), _NEVER)[0]:
                    moves[giver, taker] = (price, table)
        for referee in self.referees:
            load = plan.count(referee)
            moves[referee, self.load] = (2 * load + 1, None)
            if load:
                moves[self.load, referee] = (1 - 2 * load, None)
        return moves

    def _distances(self, moves: "_Moves", target: int) -> tuple[list[float], dict[int, "_Step"]]:
        """The least cost from every node to `target`, and the first step on the way (Bellman–Ford)."""
        distance = [float("inf")] * (len(self.referees) + 1)
        distance[target] = 0
        way: dict[int, _Step] = {}
        better = True
        while better:
            better = False
            for (giver, taker), (price, table) in moves.items():
                if giver != target and price + distance[taker] < distance[giver]:
                    distance[giver], way[giver] = price + distance[taker], (taker, table)
                    better = True
        return distance, way


_Moves = dict[tuple[int, int], tuple[float, int | None]]
_Step = tuple[int, int | None]
_NEVER: tuple[float, int | None] = (float("inf"), None)


def _handed_on(way: Mapping[int, _Step], node: int, target: int) -> dict[int, int]:
    """The tables that change hands on a way, each with the referee who takes it."""
    found = {}
    while node != target:
        node, table = way[node]
        if table is not None:
            found[table] = node
    return found


def _changed(plan: Plan, changes: Mapping[int, int]) -> Plan:
    return tuple(changes.get(table, referee) for table, referee in enumerate(plan))

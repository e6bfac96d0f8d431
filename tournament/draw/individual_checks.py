"""Whether a draw of an individual event keeps the rules, however it came about (R13.4).

Written without the code that draws it: it knows a round by its tables and its past by the earlier rounds.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

import rustworkx

from .checks import Breach, Finding


@dataclass(frozen=True)
class DrawnTables:
    """A round of an individual event as it was drawn and played.

    tables: the entries on seats 1 to 4 of each, side A on 1 and 3; numbers: those of the tables. free: who was drawn
    to be free. playing: the entries that should play. walked_over: who won without play, a free game (R8.4). unplayed:
    who sat where nothing was played: that counts neither for partners nor for opponents.
    """

    number: int
    tables: Sequence[Sequence[int]]
    free: Sequence[int]
    playing: Collection[int]
    numbers: Sequence[int] = ()
    walked_over: Collection[int] = ()
    unplayed: Collection[int] = ()


@dataclass
class Company:
    """How often each two were partners and opponents, and how often each was free."""

    partners: Counter[frozenset[int]] = field(default_factory=Counter)
    opponents: Counter[frozenset[int]] = field(default_factory=Counter)
    free: Counter[int] = field(default_factory=Counter)

    def add(self, drawn: DrawnTables) -> None:
        """Count one more round."""
        for seats in drawn.tables:
            if seats[0] not in drawn.unplayed:
                self.partners.update(_partners(seats))
                self.opponents.update(_opponents(seats))
        self.free.update([*drawn.free, *drawn.walked_over])


def _partners(seats: Sequence[int]) -> list[frozenset[int]]:
    return [frozenset(seats[0::2]), frozenset(seats[1::2])]


def _opponents(seats: Sequence[int]) -> list[frozenset[int]]:
    return [frozenset((one, other)) for one in seats[0::2] for other in seats[1::2]]


def seating_breaches(drawn: DrawnTables) -> list[Breach]:
    """What an individual round must not have, whatever was before: everybody sits once, four at a table (R13.4)."""
    seated = Counter([*(entry for seats in drawn.tables for entry in seats), *drawn.free])
    playing, free = set(drawn.playing), tuple(drawn.free)
    found = [Breach("player_twice", (entry,)) for entry in sorted(seated) if seated[entry] > 1]
    found += [Breach("player_unknown", (entry,)) for entry in sorted(set(seated) - playing)]
    found += [Breach("player_unseated", (entry,)) for entry in sorted(playing - set(seated))]
    found += [Breach("not_four", tuple(seats)) for seats in drawn.tables if len(seats) != 4]
    return found + ([Breach("free_many", free)] if len(free) >= 4 else [])


def company_breaches(drawn: DrawnTables, past: Company) -> list[Breach]:
    """What an individual round repeats, and who is free though another was free less often."""
    whole = [seats for seats in drawn.tables if len(seats) == 4]
    playing = [past.free[entry] for seats in drawn.tables for entry in seats]
    unfair = [entry for entry in drawn.free if playing and past.free[entry] > min(playing)]
    partners = [pair for seats in whole for pair in _partners(seats) if past.partners[pair]]
    opponents = [pair for seats in whole for pair in _opponents(seats) if past.opponents[pair]]
    return [
        *(Breach("free_unfair", (entry,)) for entry in unfair),
        *(Breach("partners_again", tuple(sorted(pair))) for pair in partners),
        *(Breach("opponents_again", tuple(sorted(pair))) for pair in opponents),
    ]


def verify_individual(rounds: Sequence[DrawnTables]) -> list[Finding]:
    """All breaches of an individual stage's draws, from its history alone, and whether each could have been avoided.

    That partners repeat as little as they can among those who weren't free is calculated here anew; about opponents
    nothing is known (None).
    """
    past = Company()
    found: list[Finding] = []
    for drawn in rounds:
        hard = [*seating_breaches(drawn), *_tables_twice(drawn)]
        found += [Finding(drawn.number, breach, True) for breach in hard]
        too_many = False if hard else _partners_repeat(drawn, past.partners) > least_repeats(drawn, past.partners)
        known = {"free_unfair": True, "partners_again": too_many, "opponents_again": None}
        found += [Finding(drawn.number, each, known[each.code]) for each in company_breaches(drawn, past)]
        past.add(drawn)
    return found


def _tables_twice(drawn: DrawnTables) -> Iterable[Breach]:
    for table, times in sorted(Counter(drawn.numbers).items()):
        if times > 1:
            at = [seats for seats, its in zip(drawn.tables, drawn.numbers, strict=False) if its == table]
            yield Breach("table_twice", tuple(entry for seats in at for entry in seats))


def _partners_repeat(drawn: DrawnTables, times: Counter[frozenset[int]]) -> int:
    return sum(times[pair] ** 2 for seats in drawn.tables for pair in _partners(seats))


def least_repeats(drawn: DrawnTables, times: Counter[frozenset[int]]) -> int:
    """The least sum of the squares of earlier rounds together that partners can have among those at the tables."""
    players = sorted(entry for seats in drawn.tables for entry in seats)
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(players)
    pairs = [(i, j) for j in range(len(players)) for i in range(j)]
    graph.add_edges_from([(i, j, -(times[frozenset((players[i], players[j]))] ** 2)) for i, j in pairs])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sum(times[frozenset((players[i], players[j]))] ** 2 for i, j in found)

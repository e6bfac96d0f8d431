"""Whether a draw keeps the rules, however it came about (R13.1, R13.6).

Written without the code of the systems: it knows a round by its pairings and its past by the earlier rounds.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import rustworkx

from .systems import Pairing

ACCEPTABLE = ("rematch", "second_free", "forbidden")
"""Breaches that may be accepted, with a reason (R13.6); the most important first."""


@dataclass(frozen=True)
class Breach:
    """One broken rule of a draw.

    `code`: twice, unknown, unseated (an entry that should play does not), itself, two_free (more than one entry
    is free in this round), table_twice, out (an entry that has lost too often for a knockout), rematch, second_free,
    forbidden. Only the last three may be accepted, with a reason (R13.6). In an individual event: player_twice,
    player_unknown, player_unseated, not_four, free_many, free_unfair, partners_again, opponents_again.
    """

    code: str
    entries: tuple[int, ...]

    @property
    def may_be_accepted(self) -> bool:
        return self.code in ACCEPTABLE


@dataclass(frozen=True)
class Drawn:
    """A round as it was drawn and played.

    playing: the entries that should play it. walked_over: those who won it by walkover, a free game (R8.4). tables: the
    table of each pairing that has one. lost: who lost. unplayed: who sat where nothing was played (a walkover, both
    absent): that is no meeting, and they may be drawn together again. locked: the entries of each pairing that was
    settled before the rest was drawn around it. proof: why what is broken had to be, as the draw itself gave it.
    """

    number: int
    pairings: Sequence[Pairing]
    playing: Collection[int]
    walked_over: Collection[int] = ()
    tables: Sequence[int] = ()
    lost: Collection[int] = ()
    unplayed: Collection[int] = ()
    locked: Collection[frozenset[int]] = ()
    proof: "Proof | None" = None


@dataclass(frozen=True)
class Proof:
    """The witness of a draw: see `proves`. rules: those of ACCEPTABLE that it speaks of."""

    rules: Collection[str]
    removed: Collection[int]
    parts: Sequence[Collection[int]]


@dataclass(frozen=True)
class Finding:
    """A breach in a round's draw.

    avoidable: whether a draw of that round with fewer such breaches existed: around the locked pairings, unless it is
    a locked one itself; None: that isn't known.
    """

    round: int
    breach: Breach
    avoidable: bool | None


@dataclass
class _Past:
    """What the rounds so far leave behind."""

    met: dict[int, Counter[int]] = field(default_factory=dict)
    free: Counter[int] = field(default_factory=Counter)
    losses: Counter[int] = field(default_factory=Counter)

    def add(self, drawn: Drawn) -> None:
        for pairing in drawn.pairings:
            if pairing.b is None:
                self.free[pairing.a] += 1
            elif pairing.a not in drawn.unplayed:
                self.met.setdefault(pairing.a, Counter())[pairing.b] += 1
                self.met.setdefault(pairing.b, Counter())[pairing.a] += 1
        self.free.update(drawn.walked_over)
        self.losses.update(drawn.lost)


def breaches(
    pairings: Sequence[Pairing],
    playing: Collection[int],
    met: Mapping[int, Collection[int]],
    free_before: Collection[int],
    *,
    rematches_allowed: bool = False,
    forbidden: Collection[frozenset[int]] = (),
    free_allowed: int = 1,
) -> list[Breach]:
    """All breaches of a round's pairings.

    playing: the entries that should play this round; met: whom each has met already; free_before: who had a
    free game (bye or walkover win) already; rematches_allowed: for the second leg of a round robin; forbidden: pairs
    that must not meet; free_allowed: how many may be free in one round (one in each group of odd size).
    """
    found = [*_seating(pairings, playing, free_allowed)]
    meetings = [(p.a, p.b) for p in pairings if p.b is not None and p.a != p.b]
    if not rematches_allowed:
        found += [Breach("rematch", (a, b)) for a, b in meetings if b in met.get(a, ())]
    found += [Breach("second_free", (p.a,)) for p in pairings if p.b is None and p.a in free_before]
    return found + [Breach("forbidden", (a, b)) for a, b in meetings if frozenset((a, b)) in forbidden]


def verify(
    rounds: Sequence[Drawn], *, forbidden: Collection[frozenset[int]] = (), lives: int | None = None
) -> list[Finding]:
    """All breaches of a stage's draws, from its history alone, and whether each could have been avoided.

    rounds: in order, of a system in which nobody meets twice. forbidden: pairs that must not meet. lives: in a
    knockout, with how many losses an entry is out.
    """
    past = _Past()
    found: list[Finding] = []
    for drawn in rounds:
        found += findings(drawn, past.met, past.free, forbidden=forbidden)
        found += [Finding(drawn.number, breach, True) for breach in _out(drawn, past, lives)]
        past.add(drawn)
    return found


def findings(
    drawn: Drawn,
    met: Mapping[int, Collection[int]],
    free_before: Collection[int],
    *,
    forbidden: Collection[frozenset[int]] = (),
    free_allowed: int = 1,
) -> list[Finding]:
    """All breaches of one round by what the rounds before it left behind, and whether each could have been avoided."""
    past = _Past({entry: Counter(others) for entry, others in met.items()}, Counter(free_before))
    broken = breaches(drawn.pairings, drawn.playing, met, free_before, forbidden=forbidden, free_allowed=free_allowed)
    judged = _judged(broken, drawn, past, forbidden)
    found = [Finding(drawn.number, b, avoidable or not b.may_be_accepted) for b, avoidable in judged]
    return found + [Finding(drawn.number, breach, True) for breach in _tables(drawn)]


def proven(rounds: Sequence[Drawn], *, forbidden: Collection[frozenset[int]] = ()) -> dict[int, int]:
    """For each round with a proof, how many pairings it shows to have to break a rule: counted here, anew."""
    past = _Past()
    found: dict[int, int] = {}
    for drawn in rounds:
        if drawn.proof is not None:
            rules = drawn.proof.rules
            found[drawn.number] = proves(
                drawn.proof.removed,
                drawn.proof.parts,
                _around(drawn),
                past.met if "rematch" in rules else {},
                past.free if "second_free" in rules else (),
                forbidden if "forbidden" in rules else (),
            )
        past.add(drawn)
    return found


def _around(drawn: Drawn) -> set[int]:
    """Who is left to be drawn around the locked pairings."""
    return set(drawn.playing).difference(*drawn.locked)


def proves(
    removed: Collection[int],
    parts: Sequence[Collection[int]],
    playing: Collection[int],
    met: Mapping[int, Collection[int]],
    free_before: Collection[int],
    forbidden: Collection[frozenset[int]] = (),
) -> int:
    """How many pairings must break a rule, by a witness that is checked here; 0 if it proves nothing.

    Without `removed`, nobody of one part may meet anybody outside it: so each part, being odd in number, leaves
    somebody for one of `removed`, or for a breach. Number 0 is the free game.
    """
    everybody = {*playing, *([0] if len(playing) % 2 else [])}
    members = [entry for part in parts for entry in part]
    if len(members) != len(set(members)) or not set(members) <= everybody - set(removed):
        return 0
    for part in parts:
        outside = everybody - set(removed) - set(part)
        if len(part) % 2 == 0 or any(_may_meet(a, b, met, free_before, forbidden) for a in part for b in outside):
            return 0
    return max(0, len(parts) - len(removed) + 1) // 2


def _may_meet(
    a: int,
    b: int,
    met: Mapping[int, Collection[int]],
    free_before: Collection[int],
    forbidden: Collection[frozenset[int]],
) -> bool:
    """Whether two entries, one of which may be the free game 0, meet without a breach."""
    if 0 in (a, b):
        return max(a, b) not in free_before
    return b not in met.get(a, ()) and frozenset((a, b)) not in forbidden


def _judged(
    broken: Sequence[Breach], drawn: Drawn, past: _Past, forbidden: Collection[frozenset[int]]
) -> list[tuple[Breach, bool]]:
    """Each breach, and whether there are more of its kind than there had to be."""
    if not drawn.locked:
        excess = _excess(broken, drawn.playing, past, forbidden)
        return [(breach, breach.code == excess) for breach in broken]
    around = [breach for breach in broken if frozenset(breach.entries) not in drawn.locked]
    whole = _excess(broken, drawn.playing, past, forbidden)
    rest = _excess(around, _around(drawn), past, forbidden)
    return [(breach, breach.code == (rest if breach in around else whole)) for breach in broken]


def _excess(
    broken: Sequence[Breach], playing: Collection[int], past: _Past, forbidden: Collection[frozenset[int]]
) -> str | None:
    """The most important breach of which there are more than there had to be."""
    pairs = {(breach.entries[0], breach.entries[-1]) for breach in broken if breach.may_be_accepted}
    if not pairs:
        return None
    amounts = [_amounts(0 if a == b else a, b, past, forbidden) for a, b in pairs]
    actual = [sum(each) for each in zip(*amounts, strict=True)]
    least = _least(playing, past, forbidden)
    return next((code for code, has, had_to in zip(_CODES, actual, least, strict=True) if has > had_to), None)


_CODES = ("rematch", "rematch", "second_free", "forbidden")
"""The breaches that are told by each of `_amounts`."""


def _amounts(a: int, b: int, past: _Past, forbidden: Collection[frozenset[int]]) -> tuple[int, int, int, int]:
    """What two entries, the first of which may be the free game 0, break by meeting.

    Whether they have met; how often beyond once; how often the one who is free was free; whether they mustn't meet.
    The more important first: so a third meeting is worse than a second, and a draw spares it first.
    """
    if a == 0:
        return 0, 0, past.free[b], 0
    times = past.met[a][b] if a in past.met else 0
    return int(times > 0), max(times - 1, 0), 0, int(frozenset((a, b)) in forbidden)


def _least(playing: Collection[int], past: _Past, forbidden: Collection[frozenset[int]]) -> list[int]:
    """How much of each has to be broken in a round, the most important spared first."""
    members = sorted({*playing, *([0] if len(playing) % 2 else [])})
    amounts = {
        (i, j): _amounts(a, b, past, forbidden)
        for i, a in enumerate(members)
        for j, b in enumerate(members[i + 1 :], start=i + 1)
    }
    # A unit of each is more than all that is less important can come to.
    most = 1 + len(members) * max((max(each) for each in amounts.values()), default=0)
    weight = {
        pair: -sum(n * most**power for n, power in zip(each, (3, 2, 1, 0), strict=True))
        for pair, each in amounts.items()
    }
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(members)
    graph.add_edges_from([(*pair, its) for pair, its in weight.items()])
    pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    chosen = [amounts[min(a, b), max(a, b)] for a, b in pairs]
    return [sum(each) for each in zip(*chosen, strict=True)] or [0] * len(_CODES)


def _seating(pairings: Sequence[Pairing], playing: Collection[int], free_allowed: int) -> Iterable[Breach]:
    """Who sits twice, who doesn't sit, who shouldn't."""
    seated = Counter(entry for pairing in pairings for entry in (pairing.a, pairing.b) if entry is not None)
    yield from (Breach("itself", (p.a,)) for p in pairings if p.a == p.b)
    yield from (Breach("twice", (entry,)) for entry in sorted(seated) if seated[entry] > 1)
    yield from (Breach("unknown", (entry,)) for entry in sorted(set(seated) - set(playing)))
    yield from (Breach("unseated", (entry,)) for entry in sorted(set(playing) - set(seated)))
    free = tuple(pairing.a for pairing in pairings if pairing.b is None)
    if len(free) > free_allowed:
        yield Breach("two_free", free)


def _tables(drawn: Drawn) -> Iterable[Breach]:
    """Tables given twice."""
    for table, times in sorted(Counter(drawn.tables).items()):
        if times > 1:
            at = [p for p, its in zip(drawn.pairings, drawn.tables, strict=False) if its == table]
            yield Breach("table_twice", tuple(entry for p in at for entry in (p.a, p.b) if entry is not None))


def _out(drawn: Drawn, past: _Past, lives: int | None) -> Iterable[Breach]:
    """Entries that play on after their last loss."""
    for entry in sorted({entry for p in drawn.pairings for entry in (p.a, p.b) if entry is not None}):
        if lives is not None and past.losses[entry] >= lives:
            yield Breach("out", (entry,))

"""How many rounds are sure to be drawn without a rematch (R13.7)."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from . import Undrawable


@dataclass(frozen=True)
class Outlook:
    """Whether so many rounds can be drawn with nobody meeting twice and nobody free twice.

    code: `sure`, however the rounds come out; `possible`, but a draw may come to a dead end; `impossible`. reason:
    `dirac` or `regular` (the theorem that makes it sure, below), `dead_end` (a course of rounds that ends early
    exists, or can't be excluded), `opponents` (there are fewer opponents than rounds). sure: the rounds that are sure;
    most: the rounds that are possible at all.
    """

    code: str
    reason: str
    sure: int
    most: int


def feasible(entries: int, rounds: int) -> Outlook:
    """Whether `rounds` rounds with `entries` entries, none of which withdraws, can be drawn without a rematch.

    With an odd number the free game counts as one more opponent. Let n be even then. After k rounds everybody has
    n − 1 − k opponents left. By Dirac's theorem that suffices for one more round while it is at least n / 2, so the
    first n / 2 rounds are sure. If n is divisible by four, one more is: everybody then has n / 2 − 1 opponents left,
    an odd number, and a graph with so many edges at each vertex falls into at most two parts of n / 2 vertices, an
    even number; too few to lack a perfect pairing (Wallis 1981: 3d + 7 vertices are needed). If it isn't, the entries
    may have met as two halves, each against the other, and each half is odd: a dead end.

    Raises Undrawable: too_few, no_rounds.
    """
    if entries < 2:
        raise Undrawable("too_few", count=entries)
    if rounds < 1:
        raise Undrawable("no_rounds", rounds=rounds)
    even = entries + entries % 2
    most = even - 1
    sure = most if even <= 4 else even // 2 + (even % 4 == 0)
    if rounds > most:
        return Outlook("impossible", "opponents", sure, most)
    if rounds > sure:
        return Outlook("possible", "dead_end", sure, most)
    return Outlook("sure", "dirac" if rounds <= even // 2 else "regular", sure, most)


def further_rounds(playing: Collection[int], met: Iterable[tuple[int, int]], free_before: Collection[int] = ()) -> int:
    """How many more rounds are sure to be drawn without a rematch or second free game, from a history as it is.

    Each round takes one opponent from everybody; by Dirac's theorem a round is sure while all have at least half as
    many opponents left as there are entries (the free game counted among them, if their number is odd). If all have
    equally many left and their number is divisible by four, one more is sure, as in `feasible`.
    """
    if len(playing) < 2:
        return 0
    opponents = {entry: set(playing) - {entry} for entry in playing}
    for a, b in met:
        if a in opponents and b in opponents:
            opponents[a].discard(b)
            opponents[b].discard(a)
    odd = len(playing) % 2
    left = [len(others) + (odd and entry not in free_before) for entry, others in opponents.items()]
    if odd:
        left.append(len(set(playing) - set(free_before)))
    one_more = len(set(left)) == 1 and len(left) % 4 == 0
    return max(0, min(left) - len(left) // 2 + 1 + one_more)

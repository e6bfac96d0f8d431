"""The first round of a Swiss (R13.2): by seed, or with clubs spread. By lots alone: `lots.first_round`."""

from collections.abc import Mapping, Sequence

from .field import Contender, Field, Policy
from .swiss import Proposal, draw


def by_seed(seeds: Sequence[int], *, apart: Mapping[int, frozenset[str]] | None = None, seed: str = "") -> Proposal:
    """The upper half of the seeds against the lower half: of eight, 1 meets 5 and 4 meets 8.

    apart: what each entry shares with others; those who share something don't meet where it can be avoided. With an
    odd number the last one is free.
    """
    return draw(_field(seeds, apart or {}), Policy("fold", "where_possible", 1, seed))


def spread(entries: Sequence[int], apart: Mapping[int, frozenset[str]], seed: str) -> Proposal:
    """By lots, with clubs or countries spread: neighbours in the order of lots meet unless they share something."""
    contenders = [Contender(number, 1, apart=apart.get(number, frozenset())) for number in entries]
    return draw(Field(contenders), Policy("adjacent", "where_possible", 1, seed))


def _field(seeds: Sequence[int], apart: Mapping[int, frozenset[str]]) -> Field:
    return Field(
        [Contender(number, place, apart=apart.get(number, frozenset())) for place, number in enumerate(seeds, start=1)]
    )

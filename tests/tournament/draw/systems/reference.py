"""The best draw by trying them all, and the cost of one, written anew from R13.1: what `swiss` is compared with."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from hypothesis import strategies as st

from tournament.draw.systems import Pairing
from tournament.draw.systems.field import Contender, Field, Policy
from tournament.draw.systems.lots import lot

Pairs = tuple[tuple[int, int | None], ...]


def every_draw(entries: Sequence[int]) -> Iterator[Pairs]:
    """All ways to pair entries off, one of them free if their number is odd."""
    if not entries:
        yield ()
        return
    first, rest = entries[0], entries[1:]
    if len(entries) % 2:
        for others in every_draw(rest):
            yield ((first, None), *others)
    for at, other in enumerate(rest):
        for others in every_draw([*rest[:at], *rest[at + 1 :]]):
            if not (len(entries) % 2 == 0 and any(b is None for _, b in others)):
                yield ((first, other), *others)


class Reference:
    """Costs of the draws of a field under a policy."""

    def __init__(self, field: Field, policy: Policy) -> None:
        self.field, self.policy = field, policy
        ranked = sorted(field.contenders, key=lambda each: (each.place, lot(each.number, policy.seed)))
        self.standing = [each.number for each in ranked]
        self.contender = {each.number: each for each in ranked}
        self.group = {
            each.number: [other.number for other in ranked if other.wins == each.wins] for each in field.contenders
        }

    def best(self) -> tuple[int, ...]:
        """The least cost of all draws."""
        return min(self.cost(pairs) for pairs in every_draw(self.standing) if _one_free_at_most(pairs))

    def cost(self, pairs: Sequence[tuple[int, int | None]]) -> tuple[int, ...]:
        """What a draw costs, in the order of R13.1."""
        return tuple(sum(amounts) for amounts in zip(*(self._cost(a, b) for a, b in pairs), strict=True))

    def _cost(self, a: int, b: int | None) -> tuple[int, ...]:
        if b is None:
            from_last = len(self.standing) - 1 - self.standing.index(a)
            return (0, 0, self.contender[a].free, 0, from_last, 0, 0, 0, 0, 0)
        upper, lower = sorted((a, b), key=lambda n: (-self.contender[n].wins, self.standing.index(n)))
        times = sum({a, b} == set(pair) for pair in self.field.met)
        apart = self.policy.keeps_apart and self.contender[a].apart & self.contender[b].apart
        wins = self.contender[upper].wins - self.contender[lower].wins
        return (
            1 if times else 0,
            times - 1 if times else 0,
            0,
            1 if any({a, b} == set(pair) for pair in self.field.forbidden) else 0,
            0,
            1 if wins else 0,
            wins**2,
            1 if apart else 0,
            self._off(upper, lower) ** 2,
            1 if wins and self.contender[upper].dropped else 0,
        )

    def _off(self, upper: int, lower: int) -> int:
        own, others = self.group[upper], self.group[lower]
        if own != others:
            return len(own) - 1 - own.index(upper) + others.index(lower)
        ideal = len(own) // 2 if self.policy.within == "fold" else 1
        return abs(own.index(lower) - own.index(upper) - ideal)


def _one_free_at_most(pairs: Pairs) -> bool:
    return sum(b is None for _, b in pairs) <= 1


def plain(pairings: Sequence[Pairing]) -> list[tuple[int, int | None]]:
    """Pairings as tuples, which are easier to read in a test."""
    return [(pairing.a, pairing.b) for pairing in pairings]


@st.composite
def fields(draw: st.DrawFn, least: int = 2, most: int = 10) -> Field:
    """Any field: who has met, who was free, who must not meet."""
    numbers = range(1, draw(st.integers(least, most)) + 1)
    pairs = [(a, b) for a in numbers for b in numbers if a < b]
    contenders = [
        Contender(
            number,
            place=draw(st.integers(1, len(numbers))),
            wins=draw(st.integers(0, 3)),
            free=draw(st.integers(0, 2)),
            apart=draw(st.frozensets(st.sampled_from("abc"), max_size=2)),
            dropped=draw(st.booleans()),
        )
        for number in numbers
    ]
    met = draw(st.lists(st.sampled_from(pairs), max_size=2 * len(pairs)))
    return Field(contenders, met, draw(st.lists(st.sampled_from(pairs), max_size=3)))


@st.composite
def locked_fields(draw: st.DrawFn, most: int = 10) -> Field:
    """Any field of which some pairings are settled already, perhaps the free game too."""
    field = draw(fields(least=3, most=most))
    numbers = draw(st.permutations([each.number for each in field.contenders]))
    pairs = draw(st.integers(0, len(numbers) // 2))
    locked = [Pairing(numbers[2 * at], numbers[2 * at + 1]) for at in range(pairs)]
    if len(numbers) % 2 and draw(st.booleans()):
        locked.append(Pairing(numbers[-1]))
    return replace(field, locked=locked)


def without_locked(field: Field) -> Field:
    """The field that is left to be drawn: those who are settled aren't in it."""
    settled = {entry for pairing in field.locked for entry in pairing.entries}
    return replace(field, contenders=[each for each in field.contenders if each.number not in settled], locked=())


policies = st.builds(
    Policy,
    within=st.sampled_from(["adjacent", "fold"]),
    apart=st.sampled_from(["never", "where_possible", 2]),
    round=st.integers(1, 3),
    seed=st.text(max_size=5),
)

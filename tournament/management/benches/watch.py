"""The seconds of each part of some work, and what a draw gives up, as a bench prints them."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from time import perf_counter


@dataclass
class Watch:
    """Called with the name of a part when it's done; its seconds are those since the call before."""

    seconds: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    since: float = field(default_factory=perf_counter)

    def __call__(self, part: str) -> None:
        now = perf_counter()
        self.seconds[part] += now - self.since
        self.since = now

    def __str__(self) -> str:
        return "  ".join(f"{part} {took:.3f}" for part, took in self.seconds.items())

    @property
    def total(self) -> float:
        return sum(self.seconds.values())


def given_up(cost: Mapping[str, int]) -> str:
    """The cost of a draw, without the priorities of which it has none."""
    return "  ".join(f"{name} {amount}" for name, amount in cost.items() if amount) or "nothing given up"

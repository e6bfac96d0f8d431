"""What the checks find in an event: breaches, whether they could have been avoided, and whether the proofs hold."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from tournament.draw.checks import Drawn, Finding, proven, verify

from .course import Course


@dataclass
class Verdict:
    """What was found in one event, or in several added up.

    broken: breaches that no draw could avoid, by code. draws_broken: the draws that have some; proofs: how many of
    these have a proof that counting confirms; in_full: how many of which it shows that as many pairings as do must
    break a rule. faults: what must never be, in words.
    """

    events: int = 0
    through: int = 0
    rounds: int = 0
    seen: Counter[str] = field(default_factory=Counter)
    broken: Counter[str] = field(default_factory=Counter)
    draws_broken: int = 0
    proofs: int = 0
    in_full: int = 0
    faults: list[str] = field(default_factory=list)

    def add(self, other: "Verdict") -> None:
        """Add another event's verdict to this one."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)


def judged(course: Course, rounds: Sequence[Drawn], *, through: bool = False) -> Verdict:
    """The verdict on an event, from its rounds and the forbidden pairs alone."""
    forbidden = {frozenset(pair) for pair in course.policy.forbidden_pairs}
    found = verify(rounds, forbidden=forbidden)
    verdict = Verdict(events=1, through=int(through), rounds=len(rounds), seen=+course.seen)
    verdict.broken.update(finding.breach.code for finding in found if not finding.avoidable)
    verdict.faults += [
        f"{finding.breach} in round {finding.round} could have been avoided" for finding in found if finding.avoidable
    ]
    _judge_proofs(verdict, found, proven(rounds, forbidden=forbidden))
    return verdict


def _judge_proofs(verdict: Verdict, found: Collection[Finding], proven_in: Mapping[int, int]) -> None:
    """Count the draws that break a rule and their proofs; one without a proof is a fault."""
    pairings: dict[int, set[tuple[int, ...]]] = {}
    for finding in found:
        pairings.setdefault(finding.round, set()).add(finding.breach.entries)
    for number, broken in pairings.items():
        least = proven_in.get(number, 0)
        verdict.draws_broken += 1
        verdict.proofs += bool(least)
        verdict.in_full += least == len(broken)
        if not 0 < least <= len(broken):
            verdict.faults.append(f"{len(broken)} pairings of round {number} break a rule, its proof counts {least}")


def told_apart(alone: Sequence[Drawn], through: Sequence[Drawn]) -> list[str]:
    """Where the two ways of playing an event differ: nowhere, or something is wrong with one of them."""
    return [
        f"Round {one.number} came out otherwise through the services than by the systems alone"
        for one, other in zip(alone, through, strict=True)
        if _comparable(one) != _comparable(other)
    ][:1]


def _comparable(drawn: Drawn) -> tuple[object, ...]:
    pairings = [frozenset(pairing.entries) for pairing in drawn.pairings]
    proof = drawn.proof and [set(drawn.proof.removed), *map(set, drawn.proof.parts)]
    return (pairings, list(drawn.tables), *map(set, (drawn.playing, drawn.walked_over, drawn.unplayed)), proof)

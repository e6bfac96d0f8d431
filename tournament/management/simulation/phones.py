"""The phones of a hall: so many processes, told what was played, and what all of them say together."""

import json
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Any, Self

PHONE = Path(__file__).with_name("phone.py")
Phone = subprocess.Popen[str]


@dataclass
class Written:
    """What the referees were told, and what came of it.

    tables, seconds: how many were written, and how long that took. taken: the deals that were acknowledged, by the
    address of the protocol, in their order: key, number, milliseconds from the press to the acknowledgement. sent:
    requests that carried a deal. outages: requests that got no answer but had to be repeated: when (by `time.time`) and
    why. faults: what must never be, in words.
    """

    tables: int = 0
    seconds: float = 0.0
    taken: dict[str, list[dict[str, Any]]] = field(default_factory=lambda: defaultdict(list))
    sent: int = 0
    outages: list[tuple[float, str]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @property
    def times(self) -> list[float]:
        """Milliseconds of each deal."""
        return [each["ms"] for deals in self.taken.values() for each in deals]

    @property
    def rate(self) -> float:
        """Deals a second."""
        return len(self.times) / self.seconds

    @property
    def p50(self) -> float:
        """Milliseconds in which half of the deals are saved."""
        return median(self.times)

    @property
    def p99(self) -> float:
        """Milliseconds in which 99 of 100 deals are saved."""
        return quantiles(self.times, n=100)[98]

    def add(self, other: "Written") -> None:
        """Another round."""
        self.tables += other.tables
        self.seconds += other.seconds
        self.sent += other.sent
        self.outages += other.outages
        self.faults += other.faults
        self.taken |= other.taken

    def __str__(self) -> str:
        said = (
            f"{self.tables} tables, {len(self.times)} deals acknowledged, {self.sent - len(self.times)} sent once more"
        )
        if self.outages:
            said += f", {len(self.outages)} requests without an answer"
        return (
            f"{said}: {len(self.faults)} faults. A deal is saved in {self.p50:.0f} ms, 99 of 100 in {self.p99:.0f} ms; "
            f"{self.rate:.1f} a second"
        )


class Phones:
    """So many processes, which live until the end of the block. about: what each is told of server and hall."""

    def __init__(self, count: int, about: Mapping[str, Any], seed: str) -> None:
        self.count, self.about, self.seed = count, about, seed
        self._phones: list[Phone] = []

    def __enter__(self) -> Self:
        for number in range(self.count):
            phone = subprocess.Popen(  # noqa: S603 - ourselves
                [sys.executable, str(PHONE)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
            self._phones.append(phone)
            _tell(phone, dict(self.about) | {"seed": f"{self.seed}/{number}"})
        return self

    def __exit__(self, *_error: object) -> None:
        for phone in self._phones:
            phone.kill()
            phone.communicate()

    def write(self, tables: Sequence[Mapping[str, Any]]) -> Written:
        """All phones write at once, the tables divided among them: code, path, and deals of each."""
        for number, phone in enumerate(self._phones):
            _tell(phone, tables[number :: self.count])
        # Each has opened its tables; then all begin.
        for phone in self._phones:
            _heard(phone)
        began = time.perf_counter()
        for phone in self._phones:
            _tell(phone, {})
        heard = [json.loads(_heard(phone)) for phone in self._phones]
        written = Written(len(tables), time.perf_counter() - began, sent=sum(each["sent"] for each in heard))
        for each in heard:
            written.faults += each["faults"]
            written.outages += [(when, why) for when, why in each["outages"]]
            for deal in each["taken"]:
                written.taken[deal["path"]].append(deal)
        return written


def _tell(phone: Phone, what: object) -> None:
    assert phone.stdin  # noqa: S101 -- asked for above
    phone.stdin.write(json.dumps(what) + "\n")
    phone.stdin.flush()


def _heard(phone: Phone) -> str:
    assert phone.stdout  # noqa: S101 -- asked for above
    line = phone.stdout.readline()
    if not line:
        raise RuntimeError("A phone ended; what it said stands above.")
    return line

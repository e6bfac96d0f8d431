"""The chain of a journal: what each record's fingerprint covers, and what is wrong where one doesn't fit.

Two fingerprints a record. `content_sha256` covers what may name people (who, to what, details, address), salted, so
that no name can be guessed from it. `hash` covers number, time, action, that fingerprint, and the hash of the record
before. So a person can be erased: the content is written anew, its old fingerprint stays in the chain, and the record
of the erasure says the fingerprint of what stands there now.
"""

import hashlib
import json
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tournament.models import AuditRecord

ERASURE = "person.erased"
"""The action whose `data["records"]` says, by number, the fingerprint of what was left of them."""

FARTHEST = 50
"""So many records taken out or put in, one after another, are still told from altered ones after a renumbering."""


def plain(data: Any) -> Any:
    """Data as every database gives it back: tuples are lists, keys are texts."""
    return json.loads(json.dumps(data, ensure_ascii=False))


def new_salt() -> str:
    """Thirty-two letters and digits that nobody can guess."""
    return secrets.token_hex(16)


def content_sha256(record: AuditRecord) -> str:
    """The salted fingerprint of what may name people."""
    said = [record.actor_id, record.actor_name, record.subject, record.data, record.address]
    return _sha256([record.salt, *said])


def record_hash(record: AuditRecord, number: int | None = None) -> str:
    """The fingerprint by which the next record holds on to this one; number: as if it had that one."""
    at = record.at.isoformat()
    return _sha256([record.previous_hash, number or record.number, at, record.action, record.content_sha256])


def _sha256(said: Sequence[Any]) -> str:
    text = json.dumps(said, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def seal(record: AuditRecord, last: AuditRecord | None) -> None:
    """Give a new record its number and its fingerprints; last: the one before it, None for the first."""
    record.number = last.number + 1 if last else 1
    record.previous_hash = last.hash if last else ""
    record.data = plain(record.data)
    record.salt = new_salt()
    record.content_sha256 = content_sha256(record)
    record.hash = record_hash(record)


@dataclass(frozen=True)
class Fault:
    """What is wrong at a number: `changed`, `inserted`, or `removed` (then no record has that number)."""

    number: int
    kind: str


@dataclass
class Verdict:
    """What a check of a journal found.

    records: how many there are; head: the hash of the last, empty in an empty journal; faults: by number; erased: the
    numbers of records from which a person was erased, as the record of the erasure says.
    """

    records: int = 0
    head: str = ""
    faults: list[Fault] = field(default_factory=list)
    erased: list[int] = field(default_factory=list)

    @property
    def intact(self) -> bool:
        return not self.faults


def verify(records: Iterable[AuditRecord]) -> Verdict:
    """Follow the chain from the last record to the first.

    Whoever rewrites a whole journal, or cuts off its end, leaves a chain that holds: that is told by a hash that
    somebody has kept elsewhere (`holds`).
    """
    rows = sorted(records, key=lambda record: -record.number)
    verdict = Verdict(records=len(rows), head=rows[0].hash if rows else "")
    walk = _Walk(verdict, {row.hash for row in rows})
    for row in rows:
        walk.step(row)
    if rows:
        walk.end()
    verdict.faults.sort(key=lambda fault: (fault.number, fault.kind))
    verdict.erased.sort()
    return verdict


def holds(records: Iterable[AuditRecord], head: str) -> bool:
    """Whether a hash that was noted down is still in the journal: nothing up to there was rewritten or cut off."""
    return any(record.hash == head for record in records)


class _Walk:
    """From the last record down: what the record above says stood before it, and under which number."""

    def __init__(self, verdict: Verdict, hashes: set[str]) -> None:
        self.verdict = verdict
        self.hashes = hashes
        self.before: str | None = None
        self.at: int | None = None
        self.shift = 0
        self.erasures: dict[str, str] = {}

    def step(self, row: AuditRecord) -> None:
        number = self._original(row)
        linked = self.before is None or row.hash == self.before
        if not linked and self.before in self.hashes:
            # The record that is meant stands further down, so this one was put between.
            self._fault(row.number, "inserted")
            self.shift -= 1
            return
        if not linked and number is not None and self.at is not None and number < self.at - 1:
            for missing in range(number + 1, self.at):
                self._fault(missing, "removed")
        elif not linked or number is None or not self._content_holds(row):
            self._fault(row.number, "changed")
        if row.action == ERASURE:
            self.erasures = {**row.data.get("records", {}), **self.erasures}
        self.at = number if number is not None else (self.at or row.number + 1) - 1
        self.before = row.previous_hash

    def end(self) -> None:
        """Below the last one taken nothing may be missing."""
        for missing in range(1, self.at or 1):
            self._fault(missing, "removed")

    def _original(self, row: AuditRecord) -> int | None:
        """The number under which its own fingerprint holds; None: it holds under none."""
        shifts = [self.shift, *(self.shift + step * sign for step in range(1, FARTHEST + 1) for sign in (1, -1))]
        for shift in shifts:
            if row.number + shift > 0 and record_hash(row, row.number + shift) == row.hash:
                self.shift = shift
                return row.number + shift
        return None

    def _content_holds(self, row: AuditRecord) -> bool:
        found = content_sha256(row)
        if found == row.content_sha256:
            return True
        if self.erasures.get(str(row.number)) == found:
            self.verdict.erased.append(row.number)
            return True
        return False

    def _fault(self, number: int, kind: str) -> None:
        self.verdict.faults.append(Fault(number, kind))

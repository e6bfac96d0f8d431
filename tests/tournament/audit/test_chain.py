"""The chain of a journal: which record was changed, removed or put in, and what an erasure leaves."""

import threading
from typing import Any

import pytest
from django.db import connection, connections
from django.db.models import F
from django.utils import timezone

from tests.factories import TournamentFactory
from tournament.audit.chain import ERASURE, Fault, content_sha256, holds, new_salt, record_hash, verify
from tournament.audit.services import Author, act
from tournament.models import AuditRecord, Tournament


@pytest.fixture
def cup(db: None) -> Tournament:
    return TournamentFactory()


def acts(cup: Tournament, count: int) -> list[AuditRecord]:
    for number in range(1, count + 1):
        with act(cup, "tournament.changed", Author(address="10.0.0.7")) as doing:
            doing.data = {"name": f"Кубок {number}", "seats": {10: "a", 9: "b"}, "parts": (1, 2)}
    return list(cup.journal.all())


def found(cup: Tournament) -> list[tuple[int, str]]:
    return [(fault.number, fault.kind) for fault in verify(AuditRecord.objects.filter(tournament=cup)).faults]


def rows(cup: Tournament, *numbers: int) -> Any:
    return AuditRecord.objects.filter(tournament=cup, number__in=numbers)


def remove(cup: Tournament, *numbers: int) -> None:
    """What only somebody at the database itself can do."""
    marks = ", ".join(["%s"] * len(numbers))
    with connection.cursor() as cursor:
        cursor.execute(
            f"DELETE FROM tournament_auditrecord WHERE tournament_id = %s AND number IN ({marks})",  # noqa: S608 - marks
            [cup.pk, *numbers],
        )


def renumber(cup: Tournament, from_number: int, by: int) -> None:
    """Each record from there on gets another number, in an order in which no number is there twice."""
    numbers = [record.number for record in cup.journal.filter(number__gte=from_number)]
    for number in sorted(numbers, reverse=by > 0):
        rows(cup, number).update(number=F("number") + by)


def forge(cup: Tournament, number: int, after: AuditRecord) -> AuditRecord:
    """A record that fits in itself and behind the one before it."""
    forged = AuditRecord(
        tournament=cup,
        number=number,
        at=timezone.now(),
        actor_name="—",
        action="entry.removed",
        salt=new_salt(),
        previous_hash=after.hash,
    )
    forged.content_sha256 = content_sha256(forged)
    forged.hash = record_hash(forged)
    forged.save()
    return forged


def test_each_record_carries_the_fingerprint_of_the_one_before(cup: Tournament) -> None:
    first, second, third = acts(cup, 3)

    assert [first.previous_hash, second.previous_hash, third.previous_hash] == ["", first.hash, second.hash]


def test_a_journal_as_it_was_written_is_intact(cup: Tournament) -> None:
    records = acts(cup, 4)
    verdict = verify(cup.journal.all())

    assert (verdict.intact, verdict.records, verdict.head) == (True, 4, records[-1].hash)


def test_an_empty_journal_is_intact(cup: Tournament) -> None:
    assert (verify([]).intact, verify([]).head) == (True, "")


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("actor_name", "somebody else"),
        ("action", "entry.removed"),
        ("subject", "stage 9"),
        ("data", {"name": "Кубок 1"}),
        ("address", "10.0.0.8"),
        ("at", "2026-11-30T12:00Z"),
        ("salt", "0" * 32),
        ("content_sha256", "0" * 64),
        ("hash", "0" * 64),
    ],
)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_changed_record_is_named(cup: Tournament, column: str, value: Any, number: int) -> None:
    acts(cup, 3)
    rows(cup, number).update(**{column: value})

    assert found(cup) == [(number, "changed")]


def test_a_changed_record_whose_own_fingerprints_were_made_to_fit_is_named(cup: Tournament) -> None:
    acts(cup, 3)
    second = rows(cup, 2).get()
    second.data = {"name": "Другой"}
    rows(cup, 2).update(data=second.data, content_sha256=(made := content_sha256(second)))
    second.content_sha256 = made
    rows(cup, 2).update(hash=record_hash(second))

    assert found(cup) == [(2, "changed")]


@pytest.mark.parametrize("missing", [(2,), (2, 3), (1,), (1, 2, 3)])
def test_removed_records_are_named(cup: Tournament, missing: tuple[int, ...]) -> None:
    acts(cup, 5)
    remove(cup, *missing)

    assert found(cup) == [(number, "removed") for number in missing]


def test_a_removed_record_is_named_though_the_others_moved_up(cup: Tournament) -> None:
    acts(cup, 5)
    remove(cup, 3)
    renumber(cup, 4, -1)

    assert found(cup) == [(3, "removed")]


def test_a_record_that_was_put_in_is_named(cup: Tournament) -> None:
    records = acts(cup, 4)
    renumber(cup, 3, 1)
    forge(cup, 3, after=records[1])

    assert found(cup) == [(3, "inserted")]


def test_an_end_that_was_cut_off_is_told_by_a_hash_kept_elsewhere(cup: Tournament) -> None:
    noted = acts(cup, 4)[-1].hash
    before = holds(cup.journal.all(), noted)
    remove(cup, 4)

    assert (before, found(cup), holds(cup.journal.all(), noted)) == (True, [], False)


def test_what_was_erased_is_told_from_what_was_changed(cup: Tournament) -> None:
    acts(cup, 3)
    second = rows(cup, 2).get()
    second.data, second.salt = {"name": "—"}, new_salt()
    rows(cup, 2).update(data=second.data, salt=second.salt)
    with act(cup, ERASURE, Author()) as doing:
        doing.data = {"records": {"2": content_sha256(second)}}

    verdict = verify(cup.journal.all())
    assert (verdict.faults, verdict.erased) == ([], [2])


def test_what_is_left_of_an_erased_record_is_guarded_too(cup: Tournament) -> None:
    test_what_was_erased_is_told_from_what_was_changed(cup)
    rows(cup, 2).update(data={"name": "Кто-то"})

    assert verify(cup.journal.all()).faults == [Fault(2, "changed")]


@pytest.mark.django_db(transaction=True)
def test_who_writes_at_the_same_time_writes_one_chain() -> None:
    cup, failed = TournamentFactory(), []

    def write() -> None:
        try:
            for _ in range(5):
                with act(cup, "tournament.changed", Author()):
                    pass
        except Exception as error:
            failed.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    verdict = verify(cup.journal.all())
    assert (failed, verdict.faults, verdict.records) == ([], [], 20)

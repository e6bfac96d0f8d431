"""The journal: every act leaves one record, a refused one none, and an altered record breaks the chain."""

from typing import Any

import pytest

from tests.factories import TournamentFactory, UserFactory
from tournament.audit.services import Author, act, record_hash
from tournament.models import AuditRecord, Tournament
from tournament.phrases import Refused


@pytest.fixture
def cup(db: None) -> Tournament:
    return TournamentFactory()


def acts(cup: Tournament, count: int) -> list[AuditRecord]:
    for number in range(1, count + 1):
        with act(cup, "tournament.changed", Author(address="10.0.0.7")) as doing:
            doing.subject = f"stage {number}"
            doing.data = {"name": f"Кубок {number}"}
    return list(cup.journal.all())


def test_an_act_leaves_who_did_what_to_what_from_where(cup: Tournament) -> None:
    secretary = UserFactory(first_name="Анна", last_name="Ким")
    with act(cup, "entry.added", Author(secretary, "10.0.0.7")) as doing:
        doing.subject = "entry:1"
        doing.data = {"players": ["Иванов", "Петров"]}

    record = cup.journal.get()

    assert (record.number, record.actor, record.actor_name, record.action) == (
        1,
        secretary,
        "Анна Ким",
        "entry.added",
    )
    assert (record.subject, record.data, record.address) == (
        "entry:1",
        {"players": ["Иванов", "Петров"]},
        "10.0.0.7",
    )


def test_the_program_itself_acts_without_an_account(cup: Tournament) -> None:
    (record,) = acts(cup, 1)

    assert (record.actor, record.actor_name) == (None, "—")


def test_every_act_makes_the_tournament_a_version_newer(cup: Tournament) -> None:
    acts(cup, 3)
    cup.refresh_from_db()

    assert cup.version == 3


def half_written(cup: Tournament) -> None:
    with act(cup, "tournament.changed", Author()):
        Tournament.objects.filter(pk=cup.pk).update(name="Half written")
        raise Refused("planning.empty_name")


def test_a_refused_act_undoes_all_and_leaves_no_record(cup: Tournament) -> None:
    with pytest.raises(Refused):
        half_written(cup)

    unchanged = Tournament.objects.get(pk=cup.pk)
    assert (unchanged.name, unchanged.version, cup.journal.count()) == (cup.name, 0, 0)


def test_an_act_that_changed_nothing_leaves_no_record(cup: Tournament) -> None:
    with act(cup, "tournament.changed", Author()) as doing:
        doing.unchanged()

    assert cup.journal.count() == 0


def test_tournaments_have_journals_of_their_own(cup: Tournament) -> None:
    other = TournamentFactory()
    acts(cup, 2)
    acts(other, 1)

    assert ([record.number for record in cup.journal.all()], other.journal.get().number) == ([1, 2], 1)


def test_each_record_carries_the_fingerprint_of_the_one_before(cup: Tournament) -> None:
    first, second, third = acts(cup, 3)

    assert [first.previous_hash, second.previous_hash, third.previous_hash] == ["", first.hash, second.hash]
    assert [record_hash(record) for record in (first, second, third)] == [first.hash, second.hash, third.hash]


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("actor_name", "somebody else"),
        ("action", "entry.removed"),
        ("subject", "stage 9"),
        ("data", {"name": "Кубок 1"}),
        ("address", "10.0.0.8"),
        ("number", 9),
        ("previous_hash", "0" * 64),
    ],
)
def test_an_altered_record_is_found(cup: Tournament, column: str, value: Any) -> None:
    _first, second, _third = acts(cup, 3)
    AuditRecord.objects.filter(pk=second.pk).update(**{column: value})

    altered = AuditRecord.objects.get(pk=second.pk)

    assert record_hash(altered) != altered.hash


def test_a_record_is_neither_changed_nor_deleted_by_the_program(cup: Tournament) -> None:
    (record,) = acts(cup, 1)

    with pytest.raises(TypeError, match="never changed"):
        record.save()
    with pytest.raises(TypeError, match="never deleted"):
        record.delete()

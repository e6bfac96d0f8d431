"""The journal: every act leaves one record, a refused one none, and a tournament that is closed takes none."""

import pytest

from tests.factories import TournamentFactory, UserFactory
from tournament.audit.services import Author, act
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


def test_a_record_is_neither_changed_nor_deleted_by_the_program(cup: Tournament) -> None:
    (record,) = acts(cup, 1)

    with pytest.raises(TypeError, match="never changed"):
        record.save()
    with pytest.raises(TypeError, match="never deleted"):
        record.delete()


@pytest.mark.parametrize(
    ("closed", "code"),
    [
        ({"archived_at": "2026-11-30T12:00Z"}, "tournament.archived"),
        ({"mirror_of": "hall.example.org"}, "tournament.mirror"),
    ],
)
def test_nothing_of_a_closed_tournament_changes(cup: Tournament, closed: dict[str, str], code: str) -> None:
    Tournament.objects.filter(pk=cup.pk).update(**closed)

    with pytest.raises(Refused) as refused:
        acts(cup, 1)

    assert (refused.value.code, cup.journal.count()) == (code, 0)


def test_what_was_ordered_before_is_still_finished(cup: Tournament) -> None:
    Tournament.objects.filter(pk=cup.pk).update(archived_at="2026-11-30T12:00Z")

    with act(cup, "document.seal", Author()):
        pass

    assert cup.journal.get().action == "document.seal"

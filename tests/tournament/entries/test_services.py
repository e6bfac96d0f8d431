"""Registering, correcting, removing, withdrawing and returning (R8.5), and what the journal says of it."""

import pytest

from tests.factories import EntryFactory, PartidaFactory, RoundFactory, StageFactory, TournamentFactory, UserFactory
from tournament.audit.services import Author
from tournament.entries import services
from tournament.entries.queries import Application, application_of, entries_of
from tournament.models import AuditRecord, Club, Entry, Player, Tournament
from tournament.phrases import Refused

KIM = Application(("Ким К.", "Ли Л."), club="Спартак", country="Россия", seed=4)


@pytest.fixture
def by(db: None) -> Author:
    return Author(UserFactory(first_name="Анна", last_name="Судейкина"), "192.0.2.1")


@pytest.fixture
def entry(cup: Tournament, by: Author) -> Entry:
    return services.add_entry(tournament=cup, application=KIM, by=by)


@pytest.fixture
def seated(entry: Entry) -> Entry:
    """The entry, seated in rounds 1 and 2."""
    stage = StageFactory(tournament=entry.tournament)
    other = EntryFactory(tournament=entry.tournament)
    for _number in (1, 2):
        PartidaFactory(round=RoundFactory(stage=stage), entries=(entry, other))
    return entry


def written(cup: Tournament) -> list[Application]:
    return [application_of(entry) for entry in entries_of(cup)]


def journal(cup: Tournament) -> list[tuple[str, str]]:
    return list(AuditRecord.objects.filter(tournament=cup).values_list("action", "subject"))


def refusal_of(service: object, **arguments: object) -> tuple[str, str | None]:
    with pytest.raises(Refused) as refusal:
        service(**arguments)  # type: ignore[operator]
    return refusal.value.code, refusal.value.field


def test_a_pair_registers(cup: Tournament, by: Author) -> None:
    entry = services.add_entry(tournament=cup, application=KIM, by=by)
    assert application_of(entry) == Application(KIM.players, "Спартак", "Россия", number=1, seed=4)
    assert journal(cup) == [("entry.added", "entry:1")]


def test_a_refused_pair_leaves_no_trace(cup: Tournament, entry: Entry, by: Author) -> None:
    assert refusal_of(services.add_entry, tournament=cup, application=KIM, by=by) == (
        "entries.pair_known",
        "player_1",
    )
    assert (Entry.objects.count(), Player.objects.count(), len(journal(cup))) == (1, 2, 1)


def test_known_players_and_clubs_are_known_again(entry: Entry, by: Author) -> None:
    other = TournamentFactory()
    services.add_entry(tournament=other, application=Application(("КИМ к.", "Ли Л."), club="спартак"), by=by)
    assert application_of(other.entries.get()) == Application(("Ким К.", "Ли Л."), "Спартак", number=1)
    assert (Club.objects.count(), Player.objects.count()) == (1, 2)


def test_a_namesake_in_another_club_is_another_player(entry: Entry) -> None:
    kim = services.player_named("Ким К.", services.club_named("Динамо"))
    assert kim not in [member.player for member in entry.members.all()]
    assert services.player_named("Ким К.", None) not in [kim, *Player.objects.exclude(club=None)]


def test_a_list_registers_as_a_whole(cup: Tournament, by: Author) -> None:
    rows = {2: KIM, 4: Application(("А", "Б"), number=1)}
    assert [entry.number for entry in services.import_pairs(tournament=cup, applications=rows, by=by)] == [2, 1]
    assert journal(cup) == [("entries.imported", "")]


def test_one_wrong_line_undoes_the_list(cup: Tournament, by: Author) -> None:
    rows = {2: KIM, 4: Application(("А",))}
    with pytest.raises(Refused) as refusal:
        services.import_pairs(tournament=cup, applications=rows, by=by)
    assert str(refusal.value) == ("Line 4: Only А is named. A pair needs two players (R1.3). Nothing was written.")
    assert (written(cup), Player.objects.count(), Club.objects.count(), journal(cup)) == ([], 0, 0, [])


def test_an_empty_list_is_refused(cup: Tournament, by: Author) -> None:
    assert refusal_of(services.import_pairs, tournament=cup, applications={}, by=by) == ("entries.no_rows", None)


def test_a_corrected_name_is_the_same_person(cup: Tournament, entry: Entry, by: Author) -> None:
    correct = Application(("Ким Константин", "Ли Л."), "Динамо", "Казахстан", number=1, seed=2)
    services.change_entry(entry=entry, application=correct, by=by)
    assert written(cup) == [correct]
    assert list(Player.objects.values_list("name", "club__name")) == [("Ким Константин", "Динамо"), ("Ли Л.", "Динамо")]


def test_a_name_that_another_tournament_prints_is_left_to_it(entry: Entry, by: Author) -> None:
    elsewhere = services.add_entry(tournament=TournamentFactory(), application=KIM, by=by)
    correct = Application(("Цой Ц.", "Ли Л."), "Спартак", number=1)
    services.change_entry(entry=entry, application=correct, by=by)
    assert application_of(Entry.objects.get(pk=elsewhere.pk)).players == ("Ким К.", "Ли Л.")
    assert application_of(Entry.objects.get(pk=entry.pk)).players == ("Цой Ц.", "Ли Л.")


def test_nobody_else_takes_the_place_of_who_was_seated(seated: Entry, by: Author) -> None:
    """His protocols would name someone who didn't play."""
    services.player_named("Цой Ц.", services.club_named("Спартак"))
    other = Application(("Цой Ц.", "Ли Л."), "Спартак", number=1)
    assert refusal_of(services.change_entry, entry=seated, application=other, by=by) == (
        "entries.seated_player",
        "player_1",
    )
    assert written(seated.tournament)[0] == Application(KIM.players, "Спартак", "Россия", number=1, seed=4)


def test_nothing_changed_is_no_act(cup: Tournament, entry: Entry, by: Author) -> None:
    services.change_entry(entry=entry, application=application_of(entry), by=by)
    assert journal(cup) == [("entry.added", "entry:1")]


def test_a_change_is_refused_like_a_new_pair(cup: Tournament, entry: Entry, by: Author) -> None:
    EntryFactory(tournament=cup, players=("Иванов И.", "Петров П."))
    change = Application(("Иванов И.", "Ли Л."), number=1)
    assert refusal_of(services.change_entry, entry=entry, application=change, by=by) == (
        "entries.player_taken",
        "player_1",
    )


def test_an_entry_that_never_sat_is_removed_and_its_number_free(cup: Tournament, entry: Entry, by: Author) -> None:
    services.remove_entry(entry=entry, by=by)
    assert written(cup) == []
    assert services.add_entry(tournament=cup, application=KIM, by=by).number == 1


def test_an_entry_that_sat_is_not_removed(seated: Entry, by: Author) -> None:
    assert refusal_of(services.remove_entry, entry=seated, by=by) == ("entries.seated", None)
    assert Entry.objects.filter(pk=seated.pk).exists()


def test_withdrawal_says_where_the_entry_still_sits(seated: Entry, by: Author) -> None:
    left = services.withdraw(entry=seated, from_round=2, reason="болезнь", by=by)
    assert [(line.round, line.follows) for line in left] == [(2, "walkover")]
    seated.refresh_from_db()
    assert seated.withdrawn_from == 2
    record = AuditRecord.objects.get(tournament=seated.tournament, action="entry.withdrawn")
    assert (record.subject, record.data) == ("entry:1", {"from_round": 2, "reason": "болезнь"})


def test_an_entry_withdraws_once_and_returns_once(entry: Entry, by: Author) -> None:
    assert refusal_of(services.reinstate, entry=entry, reason="", by=by) == ("entries.not_withdrawn", None)
    services.withdraw(entry=entry, from_round=3, reason="", by=by)
    assert refusal_of(services.withdraw, entry=entry, from_round=4, reason="", by=by) == ("entries.withdrawn", None)
    services.reinstate(entry=entry, reason="", by=by)
    entry.refresh_from_db()
    assert entry.withdrawn_from is None

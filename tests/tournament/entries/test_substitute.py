"""A substitute from a round on (R8.5): the page and what the service does with members, seats and sheets."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from scoring import preset
from tests.factories import (
    ClubFactory,
    EntryFactory,
    PartidaFactory,
    ProtocolFactory,
    RoundFactory,
    StageFactory,
    TournamentFactory,
)
from tests.pages import errors_of, messages_of
from tests.tournament.entries.expulsion import expel
from tournament.audit.services import Author
from tournament.draw.services import propose_by_hand
from tournament.draw.systems import Pairing
from tournament.entries import services
from tournament.entries.substitution import substitution
from tournament.models import Entry, EntryMember, Partida, Player, Protocol, Regulations, Round, Stage, Tournament
from tournament.phrases import Refused

URL = reverse("entries:substitute", args=["cup", 7, 2])
TYPED = {"name": "Цой Ц.", "from_round": "2", "reason": "болезнь"}
BY = Author()


@pytest.fixture(autouse=True)
def entry(cup: Tournament) -> Entry:
    return EntryFactory(tournament=cup, number=7, players=("Иванов И.", "Петров П."))


@pytest.fixture
def stage(cup: Tournament) -> Stage:
    return StageFactory(tournament=cup)


def seated(entry: Entry, stage: Stage, **of_the_round: str) -> Partida:
    """The entry on side A of the next round."""
    other = EntryFactory(tournament=entry.tournament)
    partida: Partida = PartidaFactory(round=RoundFactory(stage=stage, **of_the_round), entries=(entry, other))
    return partida


def played(entry: Entry, stage: Stage) -> Partida:
    partida = seated(entry, stage)
    ProtocolFactory(partida=partida, state="confirmed")
    return partida


def members(entry: Entry) -> list[tuple[int, str, int, int | None]]:
    rows = EntryMember.objects.filter(entry=entry).order_by("slot", "from_round")
    return [(row.slot, row.player.name, row.from_round, row.to_round) for row in rows]


def on_seat_3(partida: Partida) -> str:
    """Who sits where the second player of side A sits."""
    return str(partida.seats.get(number=3).player)


def substitute(entry: Entry, name: str, from_round: int, slot: int = 2) -> None:
    services.substitute(entry=entry, slot=slot, name=name, from_round=from_round, reason="болезнь", by=BY)


def refusal_of(entry: Entry, name: str, from_round: int, slot: int = 2) -> tuple[str, str | None]:
    with pytest.raises(Refused) as refusal:
        substitute(entry, name, from_round, slot)
    return str(refusal.value), refusal.value.field


# -- the page -----------------------------------------------------------------------------------------------------


def test_first_it_is_said_what_it_means(secretary: Client, entry: Entry, stage: Stage) -> None:
    played(entry, stage)
    seated(entry, stage, state="proposed")

    page = secretary.post(URL, TYPED)

    plan = page.context["plan"]
    assert (plan.leaving.player.name, plan.name, plan.from_round) == ("Петров П.", "Цой Ц.", 2)
    assert [(line.round, line.table) for line in plan.seats] == [(2, 1)]
    assert len(members(entry)) == 2


def test_then_the_substitute_plays(secretary: Client, entry: Entry) -> None:
    page = secretary.post(URL, TYPED | {"accept": "1"}, follow=True)

    assert messages_of(page) == ["Цой Ц. plays for entry 7 from round 2 on."]
    assert members(entry) == [(1, "Иванов И.", 1, None), (2, "Петров П.", 1, 1), (2, "Цой Ц.", 2, None)]
    record = entry.tournament.journal.get()
    assert (record.action, record.subject, record.data) == (
        "entry.substituted",
        "entry:7",
        {"out": "Петров П.", "in": "Цой Ц.", "from_round": 2, "reason": "болезнь", "seats": []},
    )


def test_the_first_round_without_a_result_is_proposed(secretary: Client, entry: Entry, stage: Stage) -> None:
    played(entry, stage)
    played(entry, stage)
    assert secretary.get(URL).context["form"]["from_round"].value() == 3


@pytest.mark.parametrize(
    ("typed", "errors"),
    [
        ({"name": " "}, {"name": ["This field is required."]}),
        ({"from_round": "0"}, {"from_round": ["Ensure this value is greater than or equal to 1."]}),
        ({"reason": ""}, {"reason": ["This field is required."]}),
        ({"name": "Иванов И."}, {"name": ["Иванов И. is named twice in this pair. If these are two people, add the "
                                          "patronymic to tell them apart."]}),
        ({"name": "петров п."}, {"name": ["Петров П. already plays in this place."]}),
    ],
)  # fmt: skip
def test_what_was_typed_wrong_is_said_and_nothing_is_written(
    secretary: Client, entry: Entry, typed: dict[str, str], errors: dict[str, list[str]]
) -> None:
    page = secretary.post(URL, TYPED | {"accept": "1"} | typed)

    assert (page.status_code, errors_of(page), len(members(entry))) == (422, errors, 2)


def test_a_place_that_is_not_there(secretary: Client) -> None:
    assert secretary.get(reverse("entries:substitute", args=["cup", 7, 3])).status_code == 404
    assert secretary.get(reverse("entries:substitute", args=["cup", 8, 1])).status_code == 404


def test_another_verb(secretary: Client) -> None:
    assert secretary.put(URL).status_code == 405


def test_a_referee_may_not_the_chief_referee_may(browser_of: Callable[..., Client], entry: Entry) -> None:
    assert browser_of("referee").post(URL, TYPED | {"accept": "1"}).status_code == 403
    assert len(members(entry)) == 2
    browser_of("chief_referee").post(URL, TYPED | {"accept": "1"})
    assert len(members(entry)) == 3


def test_another_tournaments_secretary_finds_nothing(browser_of: Callable[..., Client], entry: Entry) -> None:
    other = browser_of("secretary", TournamentFactory())
    assert other.post(URL, TYPED | {"accept": "1"}).status_code == 404
    assert len(members(entry)) == 2


# -- members, seats and sheets ------------------------------------------------------------------------------------


def test_who_leaves_keeps_his_seats_and_who_comes_gets_those_to_come(entry: Entry, stage: Stage) -> None:
    past, now, later = played(entry, stage), seated(entry, stage), seated(entry, stage, state="proposed")

    substitute(entry, "Цой Ц.", 2)

    assert [on_seat_3(partida) for partida in (past, now, later)] == ["Петров П.", "Цой Ц.", "Цой Ц."]


def test_a_device_that_shows_the_old_name_is_told(entry: Entry, stage: Stage) -> None:
    sheet = ProtocolFactory(partida=seated(entry, stage), version=4)

    substitute(entry, "Цой Ц.", 1)

    assert Protocol.objects.get(pk=sheet.pk).version == 5


def test_the_next_draw_seats_the_substitute(entry: Entry, stage: Stage) -> None:
    played(entry, stage)
    substitute(entry, "Цой Ц.", 2)

    drawn = propose_by_hand(stage=stage, pairings=[Pairing(7, 2)], reason="ещё раз", by=BY)

    assert on_seat_3(drawn.partidas.get()) == "Цой Ц."


def test_before_he_played_a_round_he_is_simply_another(entry: Entry) -> None:
    substitute(entry, "Цой Ц.", 1)
    assert members(entry) == [(1, "Иванов И.", 1, None), (2, "Цой Ц.", 1, None)]


def test_back_again_from_the_same_round_is_as_if_nothing_had_been(entry: Entry, stage: Stage) -> None:
    past, now = played(entry, stage), seated(entry, stage)
    before = members(entry)

    substitute(entry, "Цой Ц.", 2)
    substitute(entry, "Петров П.", 2)

    assert members(entry) == before
    assert [on_seat_3(partida) for partida in (past, now)] == ["Петров П.", "Петров П."]


def test_who_left_may_come_back_later(entry: Entry, stage: Stage) -> None:
    substitute(entry, "Цой Ц.", 2)
    substitute(entry, "Петров П.", 4)
    assert members(entry)[1:] == [(2, "Петров П.", 1, 1), (2, "Цой Ц.", 2, 3), (2, "Петров П.", 4, None)]


def test_a_round_in_which_something_is_written_is_his_who_sat_there(entry: Entry, stage: Stage) -> None:
    played(entry, stage)
    played(entry, stage)

    said = "Something is already written in round 1, in which Петров П. sits. The substitute can play from round 3 on."
    assert refusal_of(entry, "Цой Ц.", 1) == (said, "from_round")
    assert len(members(entry)) == 2


@pytest.mark.parametrize("kind", ["walkover", "both_absent", "void"])
def test_a_result_without_play_is_a_result(entry: Entry, stage: Stage, kind: str) -> None:
    partida = seated(entry, stage)
    Partida.objects.filter(pk=partida.pk).update(kind=kind, winner="b" if kind == "walkover" else "")
    assert refusal_of(entry, "Цой Ц.", 1)[1] == "from_round"


def test_a_closed_round_is_over_for_who_was_free_in_it(entry: Entry, stage: Stage) -> None:
    free = PartidaFactory(round=RoundFactory(stage=stage), entries=(entry,), kind="bye")
    substitute(entry, "Цой Ц.", 1)
    assert on_seat_3(free) == "Цой Ц."

    Round.objects.update(state=Round.State.CLOSED.value)
    assert refusal_of(entry, "Ким К.", 1)[1] == "from_round"


def test_a_ruling_stays_with_the_player_it_was_made_on(cup: Tournament, entry: Entry, stage: Stage) -> None:
    Regulations.objects.filter(tournament=cup).update(data=preset("femundo_2025").to_dict())
    expel(entry, RoundFactory(stage=stage), seat=3)
    assert refusal_of(entry, "Цой Ц.", 1)[1] == "from_round"


def test_a_player_of_another_pair_does_not_come(cup: Tournament, entry: Entry) -> None:
    EntryFactory(tournament=cup, number=8, players=("Ким К.", "Ли Л."))
    said = (
        "Ким К. already plays: pair 8. If this is another person of the same name, tell them apart: give the club "
        "of each, or add the patronymic."
    )
    assert refusal_of(entry, "Ким К.", 2) == (said, "name")


def test_who_left_another_pair_comes_only_after_that(cup: Tournament, entry: Entry) -> None:
    other = EntryFactory(tournament=cup, number=8, players=("Ким К.", "Ли Л."))
    substitute(other, "Цой Ц.", 4, slot=1)

    assert refusal_of(entry, "Ким К.", 3)[1] == "name"
    substitute(entry, "Ким К.", 4)
    assert members(entry)[2] == (2, "Ким К.", 4, None)


def test_his_partner_who_still_plays_in_the_other_place_does_not_come_twice(entry: Entry) -> None:
    substitute(entry, "Цой Ц.", 5, slot=1)
    assert refusal_of(entry, "Иванов И.", 3)[1] == "name"
    assert members(entry)[0] == (1, "Иванов И.", 1, 4)


def test_a_namesake_of_another_club_is_another_person_and_is_pointed_out(cup: Tournament, entry: Entry) -> None:
    Entry.objects.filter(pk=entry.pk).update(club=ClubFactory(name="Спартак"))
    EntryFactory(tournament=cup, number=8, players=("Ким К.", "Ли Л."), club=ClubFactory(name="Динамо"))
    entry.refresh_from_db()

    plan = substitution(entry, 2, "Ким К.", 2)
    assert [str(warning) for warning in plan.warnings] == [
        "Ким К. has the same name as a player of another club (pair 8) and is taken for another person."
    ]
    substitute(entry, "Ким К.", 2)
    assert Player.objects.filter(name="Ким К.").count() == 2


def test_a_withdrawn_pair_returns_before_it_changes(entry: Entry) -> None:
    services.withdraw(entry=entry, from_round=3, reason="", by=BY)
    assert refusal_of(entry, "Цой Ц.", 3) == ("Entry 7 has already withdrawn from round 3.", None)


def test_nobody_is_replaced_before_he_has_come(entry: Entry) -> None:
    substitute(entry, "Цой Ц.", 3)
    said = "Цой Ц. himself plays from round 3 on only. Name that round or a later one."
    assert refusal_of(entry, "Ким К.", 2) == (said, "from_round")


def test_who_is_expelled_comes_in_nowhere_and_may_be_replaced(cup: Tournament, entry: Entry, stage: Stage) -> None:
    Regulations.objects.filter(tournament=cup).update(data=preset("femundo_2025").to_dict())
    expel(entry, RoundFactory(stage=stage), seat=3)
    substitute(entry, "Цой Ц.", 2)
    said = "Петров П. is expelled from round 2 on and plays no more in this tournament (R8.5)."

    assert refusal_of(EntryFactory(tournament=cup), "Петров П.", 2) == (said, "name")
    assert refusal_of(entry, "Петров П.", 2) == (said, "name")

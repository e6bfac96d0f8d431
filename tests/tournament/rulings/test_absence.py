"""Absences and annulments (R8): when they are possible, what they are worth, and that all are reversible."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

import scoring
from tests.factories import UserFactory
from tests.tournament.protocols.sheets import DEALS
from tournament.audit.services import Author
from tournament.models import AuditRecord, Partida, Pause, Protocol, Round
from tournament.phrases import Refused
from tournament.protocols import services as writing
from tournament.rulings import services
from tournament.standings import queries as standings

from .rows import NOBODY, confirm, playing, sheet

pytestmark = pytest.mark.django_db


def late(minutes: float = 5, **rules: Any) -> Protocol:
    """A table at which nothing is written so many minutes after the start; FDR waits five."""
    protocol = playing(**rules)
    Round.objects.update(started_at=timezone.now() - timedelta(minutes=minutes))
    return protocol


def absent(protocol: Protocol, winner: str = "a", by: Author = NOBODY) -> None:
    services.declare_absent(partida=protocol.partida, winner=winner, by=by)


def refusal(do: Callable[..., object], *args: Any, **wanted: Any) -> tuple[str, str]:
    """The code and the sentence with which it is refused; nothing is changed then."""
    before = (AuditRecord.objects.count(), Partida.objects.get().kind)
    with pytest.raises(Refused) as refused:
        do(*args, **wanted)
    assert (AuditRecord.objects.count(), Partida.objects.get().kind) == before
    return refused.value.code, str(refused.value)


def places(protocol: Protocol) -> list[tuple[int, int, int, int]]:
    """Entry, wins, points, difference."""
    rows = [row.standing for row in standings.table(protocol.partida.round.stage).rows]
    return [(row.entry, row.wins, row.points_for, row.difference) for row in rows]


def as_a_second_official(protocol: Protocol) -> None:
    writing.confirm(partida=protocol.partida, by=Author(UserFactory()))


def test_the_pair_that_is_there_wins_the_most_points() -> None:
    """R8.1, R8.2."""
    protocol = late()

    absent(protocol, winner="b")
    assert (sheet(protocol).partida.kind, sheet(protocol).winner, sheet(protocol).totals) == ("walkover", "b", (0, 200))
    assert sheet(protocol).protocol.state == "accepted"
    as_a_second_official(protocol)

    assert places(protocol) == [(2, 1, 200, 200), (1, 0, 0, -200)]


def test_if_nobody_came_both_lose() -> None:
    """R8.3."""
    protocol = late()

    absent(protocol, winner="")
    as_a_second_official(protocol)

    assert sheet(protocol).partida.kind == "both_absent"
    assert [(entry, wins) for entry, wins, *_ in places(protocol)] == [(1, 0), (2, 0)]


def test_whoever_noted_an_absence_cannot_confirm_it() -> None:
    """R11.2."""
    protocol, referee = late(), Author(UserFactory())
    absent(protocol, by=referee)

    with pytest.raises(Refused) as refused:
        writing.confirm(partida=protocol.partida, by=referee)
    assert refused.value.code == "protocol.second_official"


def test_a_walkover_has_its_time() -> None:
    """R8.1."""
    assert refusal(absent, late(minutes=4.9)) == (
        "absence.too_early",
        "A walkover is possible from 5 minutes after the start on (R8.1).",
    )


def test_while_the_clock_stands_still_nobody_is_late() -> None:
    protocol = late(minutes=6)
    began = timezone.now() - timedelta(minutes=2)
    Pause.objects.create(round=protocol.partida.round, began_at=began, reason="Погас свет")

    assert refusal(absent, protocol)[0] == "absence.too_early"


def test_before_the_start_nobody_is_late() -> None:
    protocol = playing()
    Round.objects.update(started_at=None)

    assert refusal(absent, protocol) == (
        "absence.before_start",
        "The clock of round 1 hasn't been started, so nobody is late yet.",
    )


def test_where_the_regulations_set_no_minutes_the_referee_waits_as_he_likes() -> None:
    protocol = playing(no_show_minutes=None)
    Round.objects.update(started_at=None)

    absent(protocol)

    assert sheet(protocol).partida.kind == "walkover"


def test_whoever_has_played_was_there() -> None:
    protocol = playing(DEALS[0])

    assert refusal(absent, protocol) == (
        "absence.played",
        "Something is already written at table 1: whoever played was there.",
    )


def test_an_absence_is_noted_once() -> None:
    protocol = late()
    absent(protocol)

    assert refusal(absent, protocol) == ("protocol.not_played", "Nothing is played at this table: walkover.")


@pytest.mark.parametrize("state", ["proposed", "closed"])
def test_only_in_a_round_that_is_being_played_can_somebody_be_absent(state: str) -> None:
    protocol = late()
    Round.objects.update(state=state)

    assert refusal(absent, protocol)[0] == "protocol.round_not_published"


# -- annulments (R8.6) and taking back -----------------------------------------------------------------------


def void(protocol: Protocol, reason: str = "Перепутаны столы") -> None:
    services.declare_void(partida=protocol.partida, reason=reason, by=NOBODY)


def take_back(protocol: Protocol, reason: str = "Пара нашлась") -> None:
    services.restore_play(partida=protocol.partida, reason=reason, by=NOBODY)


def test_an_annulled_partida_counts_for_nobody_and_keeps_what_is_written() -> None:
    protocol = playing(*DEALS)
    confirm(protocol)
    assert places(protocol) == [(1, 1, 77, 27), (2, 0, 50, -27)]

    void(protocol)
    as_a_second_official(protocol)

    assert [(wins, points) for _, wins, points, _ in places(protocol)] == [(0, 0), (0, 0)]
    assert sheet(protocol).deals == DEALS


def test_taken_back_the_sheet_is_open_with_all_that_was_on_it() -> None:
    protocol = playing(*DEALS)
    void(protocol)

    take_back(protocol)

    now = sheet(protocol)
    assert (now.partida.kind, now.protocol.state, now.score.totals) == ("played", "open", (77, 50))
    assert (now.protocol.entered_by, now.protocol.accepted_at) == (None, None)
    assert AuditRecord.objects.latest("number").data == {"kind": "void", "winner": "", "reason": "Пара нашлась"}


def test_what_was_signed_before_an_annulment_is_not_signed_after_it() -> None:
    """R11.3: nobody has signed what stands there now."""
    protocol = playing(*DEALS)
    confirm(protocol)
    void(protocol)
    assert sheet(protocol).signed_seats == set()
    assert AuditRecord.objects.latest("number").data["signed"] == [1, 2, 3, 4]

    take_back(protocol)

    assert sheet(protocol).signed_seats == set()


def state_of_the_round() -> tuple[str, object]:
    return Round.objects.values_list("state", "closed_at").get()


def test_a_closed_round_is_open_again_with_an_annulled_table() -> None:
    """R11.2: a closed round has nothing unconfirmed; closed anew, it keeps the standings as they are then."""
    protocol = playing(*DEALS)
    confirm(protocol)
    Round.objects.update(state=Round.State.CLOSED.value, closed_at=timezone.now())

    void(protocol)

    assert state_of_the_round() == ("published", None)


def test_a_closed_round_is_open_again_with_a_walkover_taken_back() -> None:
    """R11.2."""
    protocol = late()
    absent(protocol)
    as_a_second_official(protocol)
    Round.objects.update(state=Round.State.CLOSED.value, closed_at=timezone.now())

    take_back(protocol)

    assert state_of_the_round() == ("published", None)


def test_a_confirmed_walkover_is_taken_back_too() -> None:
    """R8.3: reversible."""
    protocol = late()
    absent(protocol)
    as_a_second_official(protocol)

    take_back(protocol)

    assert [(wins, points) for _, wins, points, _ in places(protocol)] == [(0, 0), (0, 0)]
    assert sheet(protocol).totals == scoring.Score(0, 0)


@pytest.mark.parametrize("act", [void, take_back])
def test_both_need_a_reason(act: Callable[..., None]) -> None:
    protocol = late()
    if act is take_back:
        absent(protocol)

    assert refusal(act, protocol, reason=" ")[0] == "ruling.reason"


def test_what_is_annulled_is_not_annulled_again() -> None:
    protocol = playing(DEALS[0])
    void(protocol)

    assert refusal(void, protocol) == ("protocol.not_played", "Nothing is played at this table: void.")


def test_what_is_played_has_nothing_to_take_back() -> None:
    assert refusal(take_back, playing(DEALS[0])) == ("absence.nothing", "There is nothing to take back: played.")

"""Rulings are made, struck out and restored, and what they do to a partida and to the standings (R9, R10)."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

import scoring
from tests.factories import PartidaFactory, ProtocolFactory, RoundFactory
from tests.tournament.protocols.sheets import DEALS, SECOND
from tournament.ledger.queries import ledger
from tournament.models import AuditRecord, Partida, Protocol, Round, Ruling
from tournament.phrases import Refused
from tournament.protocols import services as writing
from tournament.rulings import services
from tournament.standings import queries as standings

from .rows import NOBODY, confirm, consequences, offence, playing, rule, sheet, write

pytestmark = pytest.mark.django_db

WARNING, FINE = scoring.Penalty(warning=True), scoring.Penalty(fine="usual")
CORRECTION = "Решение апелляционного жюри"


def refusal(do: Callable[..., object], *args: Any, **wanted: Any) -> str:
    """The sentence with which it is refused; nothing is written then, neither in the ledger nor in the journal."""
    before = (Ruling.objects.count(), AuditRecord.objects.count())
    with pytest.raises((Refused, scoring.RuleViolation)) as refused:
        do(*args, **wanted)
    assert (Ruling.objects.count(), AuditRecord.objects.count()) == before
    return refused.value.code


# -- what follows ------------------------------------------------------------------------------------------


def test_a_warning_and_then_a_fine_for_the_same_kind_again() -> None:
    """R10.3, FDR: 20 per cent of the most points, 200, are 40."""
    protocol = playing(DEALS[0], DEALS[1], DEALS[2])
    rule(protocol, "noise", seat=1, deal=2)
    rule(protocol, "noise", seat=1, deal=4)

    assert consequences(protocol) == [(WARNING, ()), (FINE, ("repeat",))]
    assert sheet(protocol).score.totals == (77 - 40, 22)


def test_a_warning_of_another_partida_is_forgotten_where_the_table_says_so() -> None:
    """R10.3, FDR: the ledger of a partida is its own."""
    protocol = playing(DEALS[0])
    rule(protocol, "noise", seat=1)

    assert consequences(rematch(protocol)) == [(WARNING, ())]


def test_and_remembered_where_it_counts_through_the_tournament() -> None:
    """R10.3, FEM: the second warning for the same is a fine of 20 per cent, and two infractions don't mix partidas."""
    protocol = playing(DEALS[0], sanctions="femundo_2025")
    rule(protocol, "shuffle_order", seat=1)

    again = rematch(protocol, "shuffle_order")

    assert consequences(again) == [(scoring.Penalty(fine=20), ("repeat",))]


def rematch(protocol: Protocol, code: str = "noise") -> Protocol:
    """The same pairs in the next round, where the same player does the same again."""
    round_ = protocol.partida.round
    following = RoundFactory(stage=round_.stage, started_at=round_.started_at, regulations=round_.regulations)
    pairs = list(round_.tournament.entries.order_by("number"))
    again: Protocol = ProtocolFactory(partida=PartidaFactory(round=following, entries=pairs), deals=[DEALS[0]])
    rule(again, code, seat=1)
    return again


def test_two_infractions_of_one_player_lose_the_partida_where_the_table_says_so() -> None:
    """R10.3, FEM."""
    protocol = playing(DEALS[0], sanctions="femundo_2025")
    rule(protocol, "shuffle_order", seat=2)
    rule(protocol, "rearrange_tiles", seat=2)

    score = sheet(protocol).score
    assert (score.next.reason, score.winner, score.result.points) == ("over.ruling", "a", (200, 0))


def test_a_pass_with_a_playable_tile_breaks_the_deal_and_the_same_seat_leads_again() -> None:
    """R9.3, R5.6."""
    protocol = playing(DEALS[0])

    rule(protocol, "pass_with_tile", seat=3, deal=2, breaks_deal=True)

    now = sheet(protocol)
    assert [(line.kind, line.lead) for line in now.score.lines] == [("domino", 1), ("broken", 2)]
    assert (now.leader, now.score.next.reason, now.score.totals) == (2, "deal.repeated", (0, 0))
    assert list(AuditRecord.objects.values_list("action", flat=True).order_by("number")) == [
        "deal.recorded",
        "ruling.made",
    ]


def test_who_should_have_led_the_first_deal_is_said_when_it_is_broken() -> None:
    """R4.1: before it nobody knows."""
    protocol = playing()
    about = {"code": "wrong_lead", "seat": 2, "choice": "deal_again", "breaks_deal": True}

    assert refusal(rule, protocol, **about) == "ruling.lead_needed"
    rule(protocol, **about, lead=3)
    assert sheet(protocol).leader == 3


def test_a_wrong_lead_that_the_opponents_let_stand_leads_and_costs_nothing() -> None:
    """R9.2: played on, the result stands; the lead then goes on from the one who led."""
    protocol = playing(DEALS[0])

    rule(protocol, "wrong_lead", seat=4, deal=2, choice="play_on")
    assert (sheet(protocol).leader, consequences(protocol)) == (4, [(scoring.Penalty(), ())])
    write(protocol, replace(SECOND, lead=4))

    assert (sheet(protocol).score.totals, sheet(protocol).leader) == ((31, 22), 1)


def test_a_wrong_lead_that_they_do_not_is_dealt_again_and_fined() -> None:
    """R9.2."""
    protocol = playing(*DEALS[:3])

    rule(protocol, "wrong_lead", seat=1, deal=4, choice="deal_again", breaks_deal=True)

    assert (sheet(protocol).leader, sheet(protocol).score.totals) == (4, (77 - 40, 22))


def test_a_departure_needs_its_reason_and_keeps_within_the_bound() -> None:
    """R10.7; R10.2: at most 100 per cent of the most points."""
    protocol, fine = playing(DEALS[0]), scoring.Penalty(fine=30)

    assert refusal(rule, protocol, "noise", seat=1, departure=fine) == "ruling.reason_missing"
    too_much = scoring.Penalty(fine=101)
    assert refusal(rule, protocol, "noise", seat=1, departure=too_much, reason="Грубо") == "ruling.fine_too_large"
    rule(protocol, "noise", seat=2, departure=fine, reason="Грубо")

    assert (consequences(protocol), sheet(protocol).score.fines) == ([(fine, ("departure",))], (0, 60))


# -- what can't be -----------------------------------------------------------------------------------------


def test_nobody_has_broken_a_rule_before_the_start() -> None:
    protocol = playing()
    Round.objects.update(started_at=None)

    assert refusal(rule, protocol, "noise", seat=1) == "ruling.before_start"


def test_without_a_time_there_is_no_start_to_wait_for() -> None:
    protocol = playing(minutes=None)
    Round.objects.update(started_at=None)

    rule(protocol, "noise", seat=1)

    assert consequences(protocol) == [(WARNING, ())]


def test_in_a_proposed_round_nobody_has_played() -> None:
    protocol = playing()
    Round.objects.update(state="proposed", regulations=None)

    assert refusal(rule, protocol, "noise", seat=1) == "protocol.round_not_published"


@pytest.mark.parametrize("state", ["entered", "accepted"])
def test_while_the_players_sign_nothing_is_added(state: str) -> None:
    protocol = playing(*DEALS)
    Protocol.objects.update(state=state)

    assert refusal(rule, protocol, "noise", seat=1) == "ruling.reopen_first"


def test_after_confirmation_a_ruling_is_a_correction() -> None:
    """R11.4."""
    protocol = playing(*DEALS)
    confirm(protocol)

    assert refusal(rule, protocol, "signs", seat=1, deal=4) == "ruling.after_confirmation"
    rule(protocol, "signs", seat=1, deal=4, correction=CORRECTION)

    kept = Protocol.objects.get()
    assert (kept.state, sheet(protocol).score.totals, sheet(protocol).winner) == ("corrected", (37, 50), "b")
    assert [(revision.reason, revision.content["totals"]) for revision in kept.revisions.all()] == [
        ("", [77, 50]),
        (CORRECTION, [37, 50]),
    ]


def test_a_table_without_play_has_nobody_to_rule_on() -> None:
    protocol = playing()
    Partida.objects.update(kind="walkover", winner="a")

    assert refusal(rule, protocol, "noise", seat=1) == "protocol.not_played"


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"seat": 5}, "ruling.seat_unknown"),
        ({"deal": 9}, "ruling.deal_unknown"),
        ({"code": "yawning"}, "ruling.infraction_unknown"),
    ],
)
def test_a_ruling_is_on_a_player_of_the_table_in_a_deal_of_the_sheet(wrong: dict[str, Any], code: str) -> None:
    assert refusal(rule, playing(DEALS[0]), **{"code": "noise", "seat": 1} | wrong) == code


def test_one_ruling_sent_twice_is_one() -> None:
    """R10.4: otherwise a warning would have become a fine."""
    protocol = playing(DEALS[0])
    rule(protocol, "noise", seat=1, version=0)

    assert refusal(rule, protocol, "noise", seat=1, version=0) == "protocol.changed"
    assert consequences(protocol) == [(WARNING, ())]


# -- striking out and restoring ----------------------------------------------------------------------------


def strike(ruling: Ruling, **more: Any) -> None:
    services.strike_out(ruling=ruling, by=NOBODY, **{"reason": "Ошибка судьи"} | more)


def test_a_struck_out_ruling_stays_and_all_is_computed_without_it() -> None:
    """R10.4."""
    protocol = playing(*DEALS[:3])
    first = rule(protocol, "noise", seat=1, deal=2)
    rule(protocol, "noise", seat=1, deal=3)

    strike(first)

    assert consequences(protocol) == [(scoring.Penalty(), ("withdrawn",)), (WARNING, ())]
    assert sheet(protocol).score.totals == (77, 22)


def test_restored_it_is_what_it_was() -> None:
    protocol = playing(*DEALS[:3])
    rulings = [rule(protocol, "noise", seat=1, deal=deal) for deal in (1, 2, 3)]
    before = consequences(protocol)

    for ruling in rulings:
        strike(ruling)
    for ruling in reversed(rulings):
        services.restore(ruling=ruling, by=NOBODY)

    assert consequences(protocol) == before


def test_striking_out_needs_a_reason_and_is_done_once() -> None:
    ruling = rule(playing(DEALS[0]), "noise", seat=1)

    assert refusal(strike, ruling, reason="  ") == "ruling.reason"
    strike(ruling)
    assert refusal(strike, ruling) == "ruling.struck_out"


def test_what_is_in_force_is_not_restored() -> None:
    ruling = rule(playing(DEALS[0]), "noise", seat=1)

    assert refusal(services.restore, ruling=ruling, by=NOBODY) == "ruling.in_force"


def test_the_standings_follow_the_ledger() -> None:
    """R10.4, R12.1: 77 : 50 becomes 37 : 50 by a fine, and is 77 : 50 again without it."""
    protocol = playing(*DEALS)
    ruling = rule(protocol, "signs", seat=1, deal=4)
    confirm(protocol)
    places = [winner_of(protocol)]

    strike(ruling, correction=CORRECTION)
    places.append(winner_of(protocol))
    services.restore(ruling=ruling, by=NOBODY, correction=CORRECTION)
    places.append(winner_of(protocol))

    assert places == [(2, 13), (1, 27), (2, 13)]


def winner_of(protocol: Protocol) -> tuple[int, int]:
    """The entry on the first place and its difference."""
    first, _second = standings.table(protocol.partida.round.stage).rows
    return first.entry, first.standing.difference


def test_on_a_confirmed_protocol_striking_out_is_a_correction_too() -> None:
    protocol = playing(*DEALS)
    ruling = rule(protocol, "signs", seat=1, deal=4)
    confirm(protocol)

    assert refusal(strike, ruling) == "ruling.after_confirmation"


def test_without_the_ruling_that_ended_it_a_confirmed_partida_would_be_unfinished() -> None:
    protocol = playing(DEALS[0])
    lost = scoring.Penalty(loses=True)
    ruling = rule(protocol, "noise", seat=1, deal=2, departure=lost, reason="Оскорбление судьи")
    confirm(protocol)

    assert refusal(strike, ruling, correction=CORRECTION) == "ruling.leaves_unfinished"
    assert sheet(protocol).winner == "b"


def test_no_ruling_ends_another_partida_before_its_last_deal() -> None:
    """R10.3, FEM: by a yellow card from before, that of the second round would be a red one, in its first deal."""
    protocol = playing(*DEALS, sanctions="femundo_2025")
    again = rematch(protocol, "mismatch_chivo")
    write(again, *DEALS[1:])

    assert refusal(rule, protocol, "mismatch_chivo", seat=1, deal=4) == "ruling.ends_another"
    assert sheet(again).score.totals == (0, 50)


def test_an_expelled_player_plays_no_more_from_the_next_round_on() -> None:
    """R8.5, R10.3: red and yellow are black."""
    protocol = playing(DEALS[0], sanctions="femundo_2025")
    rule(protocol, "mismatch_intentional", seat=3)

    player = protocol.partida.seats.get(number=3).player_id
    assert ledger(protocol.partida.round.tournament).expelled() == {player: 2}


def test_an_offence_is_kept_as_the_tournament_file_writes_it() -> None:
    protocol = playing(DEALS[0])
    kept = rule(protocol, "noise", seat=1)

    assert kept.data == offence(protocol.partida, "noise", 1).to_dict() == {"code": "noise", "seat": 1, "deal": 1}


# -- time and ties on the sheet ----------------------------------------------------------------------------


def test_a_deal_written_after_time_ran_out_waits_for_the_answer() -> None:
    """R6.2."""
    protocol = playing(DEALS[0])
    run_out()

    assert sheet(protocol).asks_about_time
    with pytest.raises(Refused) as refused:
        write(protocol, SECOND)
    assert refused.value.code == "protocol.time_question"


@pytest.mark.parametrize(
    ("counting", "in_progress", "more"),
    [
        (False, True, 1),  # the running deal is the last
        (False, False, 1),  # tiles were being shuffled: one more
        (True, False, 2),  # the deal being counted and one more
    ],
)
def test_the_answer_decides_how_many_deals_follow(counting: bool, in_progress: bool, more: int) -> None:
    """R6.2, FDR."""
    protocol = playing(DEALS[0], deals=12)
    run_out()

    writing.call_time(partida=protocol.partida, in_progress=in_progress, counting=counting, version=0, by=NOBODY)
    write(protocol, *DEALS[1 : 1 + more])

    assert sheet(protocol).score.next.reason == "over.time"


def run_out() -> None:
    """The clock was started forty minutes earlier."""
    Round.objects.update(started_at=timezone.now() - timedelta(minutes=40))


def test_level_at_the_end_an_extra_deal_decides() -> None:
    """R7.1: 77 : 49, less a fine of 28."""
    protocol = playing(*DEALS[:3], replace(DEALS[3], pips=(9, 7, 11, 0), ends=(6, 5)))
    rule(protocol, "noise", seat=1, deal=4, departure=scoring.Penalty(fine=14), reason="По тяжести")
    level = sheet(protocol).score
    assert (level.totals, level.next.kind) == ((49, 49), "extra_deal")

    write(protocol, DEALS[0])

    after = sheet(protocol).score
    assert ([line.extra for line in after.lines][-1], after.totals, after.winner) == (True, (80, 49), "a")

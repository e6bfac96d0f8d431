"""The life of a protocol (R11.2): written, entered, signed, confirmed."""

from dataclasses import replace
from typing import Any

import pytest
from django.utils import timezone

import scoring
from tests.factories import PartidaFactory, ProtocolFactory, RoundFactory, UserFactory
from tournament.audit.services import Author
from tournament.models import AuditRecord, Partida, Player, Protocol, Ruling, Tournament
from tournament.phrases import Refused
from tournament.protocols import queries, services
from tournament.protocols.content import fingerprint

from .sheets import DEALS, SECOND, afresh, protocol_with

pytestmark = pytest.mark.django_db
NOBODY = Author()


def an_official() -> Author:
    return Author(user=UserFactory())


def write(protocol: Protocol, *deals: scoring.Deal, by: Author = NOBODY) -> None:
    for deal in deals:
        version = afresh(protocol.partida).version
        services.record_deal(partida=protocol.partida, deal=deal, version=version, key=None, by=by)


def entered(by: Author = NOBODY) -> Protocol:
    protocol = protocol_with(*DEALS)
    services.enter(partida=protocol.partida, version=0, by=by)
    return protocol


def accepted(by: Author = NOBODY) -> Protocol:
    protocol = entered(by)
    services.sign(partida=protocol.partida, seats=[1, 2, 3, 4], by=by)
    return protocol


def confirmed() -> Protocol:
    protocol = accepted()
    services.confirm(partida=protocol.partida, by=NOBODY)
    return protocol


def totals(partida: Partida) -> tuple[int, int]:
    return queries.sheet(partida).score.totals


def acts() -> list[str]:
    return list(AuditRecord.objects.order_by("number").values_list("action", flat=True))


def test_a_sheet_that_still_holds_is_not_read_again_under_the_lock(django_assert_max_num_queries: Any) -> None:
    """A hall writes at once, and whoever holds the lock keeps all others waiting."""
    protocol = protocol_with()
    seen = queries.sheet(protocol.partida)

    # The lock with its savepoint, the deal, the sheet, the journal's last record and the new one, the version.
    with django_assert_max_num_queries(8):
        services.record_deal(partida=seen.partida, deal=DEALS[0], version=0, key=None, by=NOBODY, seen=seen)
    assert totals(protocol.partida) == scoring.play(seen.rules, DEALS[:1]).totals


def test_a_sheet_that_was_overtaken_is_read_again_under_the_lock() -> None:
    protocol = protocol_with()
    seen = queries.sheet(protocol.partida)
    write(protocol, DEALS[0])

    with pytest.raises(Refused) as refusal:
        services.record_deal(partida=seen.partida, deal=SECOND, version=0, key=None, by=NOBODY, seen=seen)
    assert refusal.value.code == "protocol.changed"
    services.record_deal(partida=seen.partida, deal=SECOND, version=1, key=None, by=NOBODY, seen=seen)
    assert totals(protocol.partida) == scoring.play(seen.rules, [DEALS[0], SECOND]).totals
    assert acts() == ["deal.recorded"] * 2


def test_a_protocol_lives_from_the_first_deal_to_confirmation() -> None:
    protocol, referee, second = protocol_with(), an_official(), an_official()
    states = [afresh(protocol.partida).state]

    write(protocol, *DEALS, by=referee)
    services.enter(partida=protocol.partida, version=4, by=referee)
    states.append(afresh(protocol.partida).state)
    services.sign(partida=protocol.partida, seats=[1, 2, 3, 4], by=referee)
    states.append(afresh(protocol.partida).state)
    services.confirm(partida=protocol.partida, by=second)
    states.append(afresh(protocol.partida).state)

    assert states == ["open", "entered", "accepted", "confirmed"]
    assert totals(protocol.partida) == (77, 50)
    assert acts() == [
        *["deal.recorded"] * 4,
        "protocol.entered",
        "protocol.signed",
        "protocol.confirmed",
    ]


# -- writing deals -------------------------------------------------------------------------------------------


def test_the_same_request_again_is_answered_as_the_first_was_and_writes_nothing() -> None:
    protocol = protocol_with()
    wanted = {"partida": protocol.partida, "deal": DEALS[0], "version": 0, "key": "a1", "by": NOBODY}

    first = services.record_deal(**wanted)
    again = services.record_deal(**wanted)

    assert (first.created, again.created, again.deal) == (True, False, first.deal)
    assert (afresh(protocol.partida).version, acts()) == (1, ["deal.recorded"])


def test_a_repeat_is_answered_even_after_the_partida_was_entered() -> None:
    protocol = protocol_with(*DEALS[:3])
    wanted = {"partida": protocol.partida, "deal": DEALS[3], "version": 0, "key": "a1", "by": NOBODY}
    services.record_deal(**wanted)
    services.enter(partida=protocol.partida, version=1, by=NOBODY)

    assert services.record_deal(**wanted).created is False


def test_a_key_with_other_figures_is_refused() -> None:
    protocol = protocol_with()
    services.record_deal(partida=protocol.partida, deal=DEALS[0], version=0, key="a1", by=NOBODY)
    other = replace(DEALS[0], pips=(14, 6, 0, 9))

    with pytest.raises(Refused) as refusal:
        services.record_deal(partida=protocol.partida, deal=other, version=1, key="a1", by=NOBODY)

    assert refusal.value.code == "protocol.key_reused"
    assert totals(protocol.partida) == (31, 0)


def test_a_second_device_does_not_write_over_what_it_has_not_seen() -> None:
    protocol = protocol_with()
    write(protocol, DEALS[0])

    with pytest.raises(Refused) as refusal:
        services.record_deal(partida=protocol.partida, deal=SECOND, version=0, key="b1", by=NOBODY)

    assert (refusal.value.code, refusal.value.params) == ("protocol.changed", {"theirs": 1, "yours": 0})
    assert afresh(protocol.partida).deals.count() == 1


def test_a_deal_after_the_end_is_refused() -> None:
    protocol = protocol_with(*DEALS)

    with pytest.raises(scoring.RuleViolation) as refusal:
        write(protocol, DEALS[0])

    assert (refusal.value.code, refusal.value.rule) == ("partida.deal_after_end", "R7.1")


def test_the_wrong_lead_is_refused() -> None:
    protocol = protocol_with(DEALS[0])

    with pytest.raises(scoring.RuleViolation) as refusal:
        write(protocol, replace(SECOND, lead=4))

    assert (refusal.value.code, refusal.value.field) == ("partida.wrong_lead", "deals[1].lead")
    assert acts() == []


def test_control_figures_that_the_regulations_ask_for_are_needed() -> None:
    protocol = protocol_with()

    with pytest.raises(scoring.RuleViolation) as refusal:
        write(protocol, replace(DEALS[0], ends=None))

    assert (refusal.value.code, refusal.value.rule) == ("deal.ends_missing", "R5.4a")


def test_a_table_without_play_has_nothing_to_write() -> None:
    protocol = ProtocolFactory(partida=PartidaFactory(kind="walkover", winner="a"))

    with pytest.raises(Refused) as refusal:
        write(protocol, DEALS[0])

    assert refusal.value.code == "protocol.not_played"


def test_a_round_that_is_not_published_has_nothing_to_write() -> None:
    protocol = ProtocolFactory(partida=PartidaFactory(round=RoundFactory(state="proposed")))

    with pytest.raises(Refused) as refusal:
        write(protocol, DEALS[0])

    assert refusal.value.code == "protocol.round_not_published"


def test_the_last_deal_is_taken_back_and_stays_in_the_journal() -> None:
    protocol = protocol_with(*DEALS[:2])

    services.take_back_deal(partida=protocol.partida, version=0, by=NOBODY)

    assert totals(protocol.partida) == (31, 0)
    assert AuditRecord.objects.get().data == {"number": 2, "deal": SECOND.to_dict()}


def test_a_deal_before_one_that_a_ruling_names_is_not_taken_back() -> None:
    """R10.1: the ruling is on the deal being played, the fourth."""
    protocol = protocol_with(*DEALS[:3])
    Ruling.objects.create(
        partida=protocol.partida,
        number=1,
        data={"code": "move_time", "seat": 2, "deal": 4},
        made_at=timezone.now(),
    )

    with pytest.raises(scoring.RuleViolation) as violation:
        services.take_back_deal(partida=protocol.partida, version=0, by=NOBODY)

    assert violation.value.code == "ruling.deal_unknown"
    assert protocol.deals.count() == 3


def test_from_an_empty_sheet_nothing_is_taken_back() -> None:
    with pytest.raises(Refused) as refusal:
        services.take_back_deal(partida=protocol_with().partida, version=0, by=NOBODY)

    assert refusal.value.code == "protocol.nothing_to_undo"


# -- totals only (R3.6) --------------------------------------------------------------------------------------

MEETING = {"target": 100, "deals": None, "minutes": None, "best_of": 3, "detail": "totals"}


def test_a_meeting_is_written_as_the_points_of_its_parts() -> None:
    protocol = protocol_with(**MEETING)

    services.record_totals(partida=protocol.partida, parts=[(100, 40), (90, 100), (100, 0)], version=0, by=NOBODY)

    score = queries.sheet(protocol.partida).score
    assert (score.parts, score.totals, score.winner) == ((2, 1), (290, 140), "a")


def test_a_part_that_cannot_have_ended_so_is_refused() -> None:
    protocol = protocol_with(**MEETING)

    with pytest.raises(scoring.RuleViolation) as refusal:
        services.record_totals(partida=protocol.partida, parts=[(100, 100)], version=0, by=NOBODY)

    assert refusal.value.field == "parts[0]"
    assert afresh(protocol.partida).parts is None


def test_totals_are_refused_where_deals_are_written_and_the_other_way_round() -> None:
    by_deals = protocol_with()
    with pytest.raises(Refused) as refusal:
        services.record_totals(partida=by_deals.partida, parts=[(100, 0)], version=0, by=NOBODY)
    assert refusal.value.code == "protocol.deals_only"


def test_deals_are_refused_where_totals_are_written() -> None:
    with pytest.raises(Refused) as refusal:
        write(protocol_with(**MEETING), DEALS[0])
    assert refusal.value.code == "protocol.totals_only"


# -- time (R6.2) ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("in_progress", "reason"), [(True, "last_deal.time_running"), (False, "last_deal.time_one_more")]
)
def test_when_time_runs_out_the_running_deal_or_one_more_is_the_last(in_progress: bool, reason: str) -> None:
    protocol = protocol_with(DEALS[0])

    services.call_time(partida=protocol.partida, in_progress=in_progress, version=0, by=NOBODY)
    assert queries.sheet(protocol.partida).score.next.reason == reason
    write(protocol, SECOND)

    assert queries.sheet(protocol.partida).score.next.reason == "over.time"


def test_time_runs_out_once() -> None:
    protocol = protocol_with(DEALS[0])
    services.call_time(partida=protocol.partida, in_progress=True, version=0, by=NOBODY)

    with pytest.raises(Refused) as refusal:
        services.call_time(partida=protocol.partida, in_progress=True, version=1, by=NOBODY)

    assert refusal.value.code == "protocol.time_already"


def test_time_cannot_run_out_where_none_is_set() -> None:
    protocol = protocol_with(DEALS[0], minutes=None)

    with pytest.raises(Refused) as refusal:
        services.call_time(partida=protocol.partida, in_progress=True, version=0, by=NOBODY)

    assert refusal.value.code == "protocol.no_time"


def test_the_note_of_time_is_struck_while_no_deal_followed_it() -> None:
    protocol = protocol_with(DEALS[0])
    services.call_time(partida=protocol.partida, in_progress=True, version=0, by=NOBODY)

    services.take_back_time(partida=protocol.partida, version=1, by=NOBODY)

    assert afresh(protocol.partida).time_call is None


def test_the_note_of_time_stays_once_a_deal_followed_it() -> None:
    protocol = protocol_with(DEALS[0])
    services.call_time(partida=protocol.partida, in_progress=True, version=0, by=NOBODY)
    write(protocol, SECOND)

    with pytest.raises(Refused) as refusal:
        services.take_back_time(partida=protocol.partida, version=2, by=NOBODY)

    assert refusal.value.code == "protocol.time_used"


def test_a_deal_taken_back_takes_the_note_of_time_after_it_along() -> None:
    protocol = protocol_with(DEALS[0])
    services.call_time(partida=protocol.partida, in_progress=False, version=0, by=NOBODY)

    services.take_back_deal(partida=protocol.partida, version=1, by=NOBODY)

    assert afresh(protocol.partida).time_call is None


# -- entering and signing (R11.3) ----------------------------------------------------------------------------


def test_only_a_partida_that_is_over_is_entered() -> None:
    protocol = protocol_with(*DEALS[:3])

    with pytest.raises(Refused) as refusal:
        services.enter(partida=protocol.partida, version=0, by=NOBODY)

    assert str(refusal.value) == "The partida isn't over yet. The last deal by number."


def test_an_entered_protocol_takes_no_more_deals() -> None:
    protocol = entered()

    with pytest.raises(Refused) as refusal:
        services.take_back_deal(partida=protocol.partida, version=1, by=NOBODY)

    assert str(refusal.value) == "The protocol is already entered: deals can't be added or taken back any more."


def test_the_protocol_is_accepted_with_the_last_signature_that_is_needed() -> None:
    protocol = entered()

    services.sign(partida=protocol.partida, seats=[1, 3, 4], by=NOBODY)
    assert afresh(protocol.partida).state == "entered"
    services.sign(partida=protocol.partida, seats=[2], by=NOBODY)
    assert afresh(protocol.partida).state == "accepted"


@pytest.mark.parametrize(
    ("signers", "seats", "state"),
    [
        ("one_of_each_pair", [1], "entered"),
        ("one_of_each_pair", [1, 4], "accepted"),
        ("losing_pair", [1, 3], "entered"),
        ("losing_pair", [2], "accepted"),
    ],
)
def test_who_has_to_sign_is_for_the_regulations_to_say(signers: str, seats: list[int], state: str) -> None:
    protocol = protocol_with(*DEALS, signers=signers)
    services.enter(partida=protocol.partida, version=0, by=NOBODY)

    services.sign(partida=protocol.partida, seats=seats, by=NOBODY)

    assert afresh(protocol.partida).state == state


def test_a_signature_is_for_what_stood_on_the_sheet() -> None:
    protocol = entered()
    shown = queries.sheet(protocol.partida).content_sha256

    services.sign(partida=protocol.partida, seats=[1, 2, 3, 4], by=NOBODY)

    signed = afresh(protocol.partida).signatures.values_list("content_sha256", flat=True)
    assert set(signed) == {shown}
    assert queries.sheet(protocol.partida).content_sha256 == shown


def test_signing_twice_keeps_the_first_signature() -> None:
    protocol = entered()
    services.sign(partida=protocol.partida, seats=[1], by=NOBODY)
    services.sign(partida=protocol.partida, seats=[1, 2], by=NOBODY)

    assert sorted(afresh(protocol.partida).signatures.values_list("seat", flat=True)) == [1, 2]


def rename(partida: Partida, **names: str) -> None:
    Tournament.objects.filter(pk=partida.round.tournament_id).update(**names)


def misspelt(protocol: Protocol) -> Protocol:
    """A player's name is corrected after he signed: it stands on the sheet that he signed otherwise."""
    Player.objects.filter(name="Ким К.").update(name="Ким К. К.")
    return protocol


def test_what_a_tournament_is_called_is_no_matter_of_its_players() -> None:
    protocol = accepted()

    rename(protocol.partida, name="Кубок двора", venue="Двор", timezone="Asia/Omsk")

    assert queries.sheet(protocol.partida).signed_earlier == set()
    services.confirm(partida=protocol.partida, by=NOBODY)


def test_a_sheet_that_was_changed_after_it_was_signed_is_not_confirmed() -> None:
    """R11.2: any change needs the signatures anew."""
    protocol = misspelt(accepted())

    with pytest.raises(Refused) as refusal:
        services.confirm(partida=protocol.partida, by=NOBODY)

    assert refusal.value.code == "protocol.signed_earlier"


def test_a_signature_for_an_earlier_version_is_given_anew() -> None:
    protocol = entered()
    services.sign(partida=protocol.partida, seats=[1, 2], by=NOBODY)
    misspelt(protocol)
    services.sign(partida=protocol.partida, seats=[3, 4], by=NOBODY)
    states = [afresh(protocol.partida).state]
    services.sign(partida=protocol.partida, seats=[1, 2], by=NOBODY)

    assert [*states, afresh(protocol.partida).state] == ["entered", "accepted"]
    signed = afresh(protocol.partida).signatures.values_list("content_sha256", flat=True)
    assert set(signed) == {queries.sheet(protocol.partida).content_sha256}


def test_an_open_protocol_is_not_signed() -> None:
    with pytest.raises(Refused) as refusal:
        services.sign(partida=protocol_with(*DEALS).partida, seats=[1], by=NOBODY)

    assert refusal.value.code == "protocol.not_entered"


def test_reopening_makes_all_signatures_fall() -> None:
    protocol = accepted()

    services.reopen(partida=protocol.partida, by=NOBODY, reason="Раздача 2 пропущена")

    now = afresh(protocol.partida)
    assert (now.state, now.signatures.count(), now.entered_at, now.accepted_at) == ("open", 0, None, None)


def test_a_signed_sheet_goes_back_only_with_a_reason_that_stays_until_it_is_entered_again() -> None:
    """R11.2"""
    protocol, second = accepted(), an_official()
    with pytest.raises(Refused) as refusal:
        services.reopen(partida=protocol.partida, by=second, reason=" ")
    assert (refusal.value.code, refusal.value.field) == ("protocol.sent_back", "reason")

    services.reopen(partida=protocol.partida, by=second, reason="Раздача 2 пропущена")

    now = afresh(protocol.partida)
    assert (now.sent_back_reason, now.sent_back_by) == ("Раздача 2 пропущена", second.user)
    assert AuditRecord.objects.latest("number").data == {
        "signed": {"1": "paper", "2": "paper", "3": "paper", "4": "paper"},
        "reason": "Раздача 2 пропущена",
    }
    services.enter(partida=protocol.partida, version=now.version, by=NOBODY)
    entered_again = afresh(protocol.partida)
    assert (entered_again.sent_back_reason, entered_again.sent_back_by) == ("", None)


def test_a_confirmed_protocol_is_not_reopened() -> None:
    with pytest.raises(Refused) as refusal:
        services.reopen(partida=confirmed().partida, by=NOBODY)

    assert refusal.value.code == "protocol.not_reopenable"


# -- the second official (R11.2) -----------------------------------------------------------------------------


def test_whoever_entered_a_protocol_cannot_confirm_it() -> None:
    referee = an_official()
    protocol = accepted(by=referee)

    with pytest.raises(Refused) as refusal:
        services.confirm(partida=protocol.partida, by=referee)

    assert refusal.value.code == "protocol.second_official"
    assert afresh(protocol.partida).state == "accepted"


def test_whoever_wrote_one_deal_of_it_cannot_confirm_it_either() -> None:
    writer, protocol = an_official(), protocol_with(*DEALS[:3])
    write(protocol, DEALS[3], by=writer)
    services.enter(partida=protocol.partida, version=1, by=an_official())
    services.sign(partida=protocol.partida, seats=[1, 2, 3, 4], by=NOBODY)

    with pytest.raises(Refused) as refusal:
        services.confirm(partida=protocol.partida, by=writer)

    assert refusal.value.code == "protocol.second_official"


def test_an_unsigned_protocol_is_not_confirmed() -> None:
    with pytest.raises(Refused) as refusal:
        services.confirm(partida=entered().partida, by=an_official())

    assert refusal.value.code == "protocol.not_accepted"


def test_what_was_changed_since_it_was_checked_is_not_confirmed() -> None:
    protocol = accepted()
    seen = afresh(protocol.partida).version
    services.reopen(partida=protocol.partida, by=NOBODY, reason="Описка")
    services.enter(partida=protocol.partida, version=seen + 1, by=NOBODY)
    services.sign(partida=protocol.partida, seats=[1, 2, 3, 4], by=NOBODY)

    with pytest.raises(Refused) as refusal:
        services.confirm(partida=protocol.partida, by=an_official(), version=seen)

    assert refusal.value.code == "protocol.changed"


def test_a_revision_is_fingerprinted_as_it_stands() -> None:
    revision = confirmed().revisions.get()

    assert revision.sha256 == fingerprint(revision.content)

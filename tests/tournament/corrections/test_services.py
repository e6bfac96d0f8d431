"""The chief referee corrects a confirmed sheet: one act, one reason, a new revision beside the old one (R11.4)."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

import scoring
from tests.factories import UserFactory
from tests.tournament.protocols.sheets import DEALS, SECOND, afresh, protocol_with
from tournament.audit.services import Author
from tournament.corrections import services
from tournament.corrections.queries import Correction
from tournament.models import AuditRecord, Partida, Protocol
from tournament.phrases import Refused
from tournament.protocols import queries as protocols
from tournament.protocols.queries import sheet

from .confirmed import NOBODY, confirmed

pytestmark = pytest.mark.django_db
BETTER = replace(SECOND, pips=(10, 0, 8, 6))  # B +24 in place of +22
# A fifth deal, which a sheet of four has only if the sides are level: with this one they are, 77 : 77.
LEVEL = replace(DEALS[3], pips=(20, 23, 12, 0), ends=(6, 5))
EXTRA = scoring.Deal(lead=1, ending=scoring.Ending.DOMINO, closer=1, pips=(0, 9, 5, 3), ends=(6, 5))


def correct(partida: Partida, *deals: scoring.Deal, **more: Any) -> None:
    given: dict[str, Any] = {"reason": "Описка", "by": NOBODY} | more
    services.correct(partida=partida, correction=Correction(deals=deals), **given)


def totals(partida: Partida) -> tuple[int, int]:
    return protocols.sheet(partida).score.totals


def test_a_correction_makes_a_new_revision_and_the_old_one_stays() -> None:
    protocol = confirmed()

    correct(protocol.partida, DEALS[0], BETTER, *DEALS[2:])

    now = afresh(protocol.partida)
    kept = [(kept.number, kept.reason, kept.content["totals"]) for kept in now.revisions.all()]
    assert (now.state, totals(protocol.partida)) == ("corrected", (77, 52))
    assert kept == [(1, "", [77, 50]), (2, "Описка", [77, 52])]


def test_what_was_signed_was_an_earlier_version() -> None:
    """R11.2: a signature is for the text that was shown; a correction is a text that nobody has signed."""
    protocol = confirmed()

    correct(protocol.partida, DEALS[0], BETTER, *DEALS[2:])

    assert sheet(protocol.partida).signed_earlier == {1, 2, 3, 4}


def test_several_deals_are_one_act_and_the_journal_has_what_differs() -> None:
    protocol = confirmed()
    last = replace(DEALS[3], pips=(9, 7, 14, 0))

    correct(protocol.partida, DEALS[0], BETTER, DEALS[2], last)

    record = AuditRecord.objects.latest("number")
    assert (record.action, record.data["totals"]) == ("protocol.corrected", [77, 54])
    assert [deal["number"] for deal in record.data["deals"]] == [2, 4]
    assert afresh(protocol.partida).revisions.count() == 2


def test_a_deal_is_added_at_the_end_and_struck_off_again() -> None:
    protocol = confirmed()

    correct(protocol.partida, *DEALS[:3], LEVEL, EXTRA)
    assert totals(protocol.partida) == (94, 77)

    correct(protocol.partida, *DEALS)
    assert (totals(protocol.partida), afresh(protocol.partida).deals.count()) == ((77, 50), 4)


def test_totals_are_corrected_where_the_regulations_ask_for_totals() -> None:
    protocol = protocol_with(deals=None, target=100, detail="totals")
    Protocol.objects.filter(pk=protocol.pk).update(state="confirmed", parts=[[100, 60]])

    services.correct(partida=protocol.partida, correction=Correction(parts=((60, 100),)), reason="Стороны", by=NOBODY)

    assert (afresh(protocol.partida).parts, protocols.sheet(protocol.partida).winner) == ([[60, 100]], "b")


def test_when_time_ran_out_is_corrected_with_the_deals() -> None:
    """R6.2: after three deals with the fourth being played, the fourth was the last of twelve."""
    protocol = confirmed(deals=4)
    call = scoring.TimeCall(after_deals=3, in_progress=True)

    services.correct(partida=protocol.partida, correction=Correction(deals=DEALS, time=call), reason="Часы", by=NOBODY)

    assert afresh(protocol.partida).time_call == call


def test_who_wrote_a_deal_that_stays_is_still_known() -> None:
    protocol = confirmed()
    writer = UserFactory()
    protocol.deals.update(recorded_by=writer)

    correct(protocol.partida, DEALS[0], BETTER, *DEALS[2:], by=Author(UserFactory()))

    assert {deal.recorded_by for deal in protocol.deals.all()} == {writer}


def refusal_of(partida: Partida, *deals: scoring.Deal, **more: Any) -> tuple[str, str | None]:
    with pytest.raises((Refused, scoring.RuleViolation)) as refusal:
        correct(partida, *deals, **more)
    return refusal.value.code, refusal.value.field


def test_a_correction_needs_a_reason() -> None:
    assert refusal_of(confirmed().partida, DEALS[0], BETTER, *DEALS[2:], reason=" ") == ("correction.reason", "reason")


def test_what_says_the_same_is_no_correction() -> None:
    assert refusal_of(confirmed().partida, *DEALS) == ("correction.nothing", None)


def test_an_unconfirmed_protocol_is_not_corrected_but_reopened() -> None:
    assert refusal_of(protocol_with(*DEALS).partida, *DEALS)[0] == "protocol.not_confirmed"


def test_a_walkover_has_no_sheet_to_correct() -> None:
    protocol = confirmed()
    Partida.objects.filter(pk=protocol.partida.pk).update(kind="walkover", winner="a")

    assert refusal_of(protocol.partida, DEALS[0])[0] == "protocol.not_played"


def test_another_version_than_the_one_that_was_seen_is_not_corrected() -> None:
    protocol = confirmed()

    assert refusal_of(protocol.partida, DEALS[0], BETTER, *DEALS[2:], version=1)[0] == "protocol.changed"


def test_a_correction_that_upsets_a_later_deal_is_refused_as_a_whole() -> None:
    """After a broken deal the same seat leads again (R5.6), so the deals after it no longer fit."""
    protocol = confirmed()
    broken = scoring.Deal(lead=2, ending=scoring.Ending.BROKEN)

    assert refusal_of(protocol.partida, DEALS[0], broken, *DEALS[2:])[1] == "deals[2].lead"
    assert (totals(protocol.partida), afresh(protocol.partida).state) == ((77, 50), "confirmed")


def test_a_partida_that_is_not_over_then_is_refused() -> None:
    assert refusal_of(confirmed().partida, *DEALS[:3])[0] == "protocol.not_finished"


# -- the time for corrections ---------------------------------------------------------------------------------


def late(protocol: Protocol, minutes: int) -> None:
    """The last table of the round was confirmed so many minutes ago."""
    Protocol.objects.filter(pk=protocol.pk).update(confirmed_at=timezone.now() - timedelta(minutes=minutes))


def test_after_the_time_for_corrections_only_a_departure_with_a_reason_is_possible() -> None:
    """R11.4, R10.7: the regulations say 30 minutes after the last table."""
    protocol = confirmed()
    late(protocol, 31)
    assert refusal_of(protocol.partida, DEALS[0], BETTER, *DEALS[2:]) == ("correction.closed", "departure")

    correct(protocol.partida, DEALS[0], BETTER, *DEALS[2:], departure="Обе пары просят")

    assert afresh(protocol.partida).revisions.last().departure == "Обе пары просят"


@pytest.mark.parametrize(("minutes", "rules"), [(29, {}), (600, {"corrections_close": None})])
def test_within_the_time_or_without_a_limit_it_needs_none(minutes: int, rules: dict[str, Any]) -> None:
    protocol = confirmed(**rules)
    late(protocol, minutes)

    correct(protocol.partida, DEALS[0], BETTER, *DEALS[2:])

    assert afresh(protocol.partida).state == "corrected"


# -- what was signed ------------------------------------------------------------------------------------------


def test_nobody_has_signed_the_corrected_text() -> None:
    """R11.3: signatures stay under the revision that they were given for."""
    protocol = confirmed()

    correct(protocol.partida, DEALS[0], BETTER, *DEALS[2:])

    said = protocols.sheet(protocol.partida).as_dict()
    assert {signature["revision"] for signature in said["signatures"]} == {1}
    assert [(each["revision"], each["reason"]) for each in said["corrections"]] == [(2, "Описка")]

"""All deals of a sheet written down at once, as they stand on paper."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

import scoring
from tests.factories import UserFactory
from tournament.audit.services import Author
from tournament.models import AuditRecord, Protocol
from tournament.phrases import Refused
from tournament.protocols import queries, services

from .sheets import DEALS, SECOND, afresh, protocol_with

pytestmark = pytest.mark.django_db


def write(protocol: Protocol, *deals: scoring.Deal, by: Author | None = None, **more: Any) -> None:
    given: dict[str, Any] = {"time": None, "version": 0, "by": by or Author()} | more
    services.record_sheet(partida=protocol.partida, deals=deals, **given)


def test_it_takes_the_place_of_what_was_written_and_is_its_writer_s() -> None:
    protocol, writer = protocol_with(replace(DEALS[0], pips=(12, 6, 0, 11))), UserFactory()

    write(protocol, *DEALS, by=Author(writer))

    record = AuditRecord.objects.get()
    assert queries.sheet(protocol.partida).deals == DEALS
    assert {deal.recorded_by for deal in protocol.deals.all()} == {writer}
    assert (record.action, record.data["totals"]) == ("sheet.recorded", [77, 50])


def test_leaders_that_follow_from_the_rules_are_filled_in() -> None:
    protocol = protocol_with()

    write(protocol, DEALS[0], replace(SECOND, lead=None))

    assert [deal.value.lead for deal in protocol.deals.all()] == [1, 2]


def test_time_that_ran_out_long_ago_is_as_the_paper_says() -> None:
    """R6.2: a deal written at the table now would be asked about; the paper knows."""
    protocol = protocol_with(deals=8, minutes=30)
    round_ = protocol.partida.round
    round_.started_at = timezone.now() - timedelta(hours=2)
    round_.save()

    write(protocol, *DEALS[:3], time=scoring.TimeCall(3, False))

    assert afresh(protocol.partida).time_call == scoring.TimeCall(3, False)


@pytest.mark.parametrize(
    ("deals", "field"),
    [
        ((DEALS[0], replace(SECOND, lead=4)), "deals[1].lead"),
        ((DEALS[0], replace(SECOND, ends=None)), "deals[1].ends"),
        ((*DEALS, DEALS[0]), "deals[4]"),
    ],
)
def test_what_can_not_be_is_refused_at_its_deal_and_what_was_written_stays(
    deals: tuple[scoring.Deal, ...], field: str
) -> None:
    protocol = protocol_with(DEALS[0])

    with pytest.raises(scoring.RuleViolation) as refusal:
        write(protocol, *deals)

    assert (refusal.value.field, queries.sheet(protocol.partida).deals) == (field, DEALS[:1])


@pytest.mark.parametrize(
    ("changes", "rules", "code"),
    [
        ({"state": "entered"}, {}, "protocol.not_open"),
        ({"version": 3}, {}, "protocol.changed"),
        ({}, {"detail": "totals"}, "protocol.totals_only"),
    ],
)
def test_it_is_refused_where_it_has_no_place(changes: dict[str, Any], rules: dict[str, Any], code: str) -> None:
    protocol = protocol_with(**rules)
    Protocol.objects.filter(pk=protocol.pk).update(**changes)

    with pytest.raises(Refused) as refusal:
        write(protocol, *DEALS)

    assert (refusal.value.code, protocol.deals.count()) == (code, 0)

"""A sheet typed once and a second time: equal, different, decided; always in one act, never by one official (R11.2)."""

from dataclasses import replace
from typing import Any

import pytest

import scoring
from tests.factories import official
from tests.tournament.protocols.sheets import DEALS, SECOND, afresh, protocol_with
from tournament.audit.services import Author
from tournament.keying import queries, services
from tournament.keying.queries import Difference, Typed
from tournament.models import AuditRecord, Protocol, User
from tournament.phrases import Refused
from tournament.protocols import queries as protocols

from .sheets import ALL_FOUR, TYPED

SLIP = replace(TYPED, deals=(DEALS[0], replace(SECOND, pips=(10, 0, 8, 6)), *DEALS[2:]))
"""Seat 4 with 6 pips in place of 4 in the second deal: 77 : 52 in place of 77 : 50."""


def type_sheet(protocol: Protocol, by: User, typed: Typed = TYPED, version: int = 0) -> None:
    services.type_sheet(partida=protocol.partida, typed=typed, version=version, by=Author(by))


def type_again(protocol: Protocol, by: User, typed: Typed = TYPED, seen: str = "") -> list[Difference]:
    return services.type_again(partida=protocol.partida, typed=typed, seen=seen, by=Author(by))


def totals(protocol: Protocol) -> tuple[int, int]:
    return protocols.sheet(protocol.partida).score.totals


def mark(protocol: Protocol, typed: Typed) -> str:
    sheet = protocols.sheet(protocol.partida)
    return queries.mark(sheet, queries.with_leads(sheet, typed))


def actions() -> list[str]:
    return list(AuditRecord.objects.order_by("number").values_list("action", flat=True))


def test_the_first_typing_writes_the_sheet_with_its_signatures(protocol: Protocol, first: User) -> None:
    type_sheet(protocol, first)

    now = afresh(protocol.partida)
    assert (now.state, now.entered_by, totals(protocol)) == ("accepted", first, (77, 50))
    assert actions() == ["sheet.recorded", "protocol.entered", "protocol.signed", "sheet.typed"]


def test_the_leaders_that_the_paper_does_not_name_are_on_the_sheet(protocol: Protocol, first: User) -> None:
    unsaid = tuple(replace(deal, lead=deal.lead if number == 0 else None) for number, deal in enumerate(DEALS))

    type_sheet(protocol, first, replace(TYPED, deals=unsaid))

    assert [deal.value.lead for deal in protocol.deals.all()] == [1, 2, 3, 4]


def test_a_missing_signature_leaves_it_entered(protocol: Protocol, first: User) -> None:
    type_sheet(protocol, first, replace(TYPED, signed=frozenset({1, 2, 3})))

    assert afresh(protocol.partida).state == "entered"


def test_an_unfinished_sheet_leaves_nothing_behind(protocol: Protocol, first: User) -> None:
    with pytest.raises(Refused, match="The partida isn't over yet"):
        type_sheet(protocol, first, replace(TYPED, deals=DEALS[:3]))

    assert (afresh(protocol.partida).version, protocol.deals.count(), actions()) == (0, 0, [])


def test_what_breaks_a_rule_is_refused_at_its_deal(protocol: Protocol, first: User) -> None:
    with pytest.raises(scoring.RuleViolation) as refusal:
        type_sheet(protocol, first, replace(TYPED, deals=(DEALS[0], replace(SECOND, lead=4), *DEALS[2:])))

    assert (refusal.value.field, protocol.deals.count()) == ("deals[1].lead", 0)


def test_time_that_ran_out_is_typed_with_the_deals(db: None) -> None:
    """R6.2: while the third deal was being played; the clock of the hall isn't asked any more."""
    protocol = protocol_with(deals=8, minutes=30, on_time="finish_deal")
    typist = official(protocol.partida.round.tournament)

    type_sheet(protocol, typist, Typed(DEALS[:3], time=scoring.TimeCall(2, True), signed=ALL_FOUR))

    assert (afresh(protocol.partida).state, afresh(protocol.partida).time_after_deals) == ("accepted", 2)


def test_an_equal_second_typing_confirms(protocol: Protocol, first: User, second: User) -> None:
    type_sheet(protocol, first)

    assert type_again(protocol, second) == []

    now = afresh(protocol.partida)
    assert (now.state, now.entered_by, now.confirmed_by) == ("confirmed", first, second)
    assert actions()[-2:] == ["protocol.confirmed", "sheet.typed_again"]


def test_ends_may_be_typed_in_either_order(protocol: Protocol, first: User, second: User) -> None:
    type_sheet(protocol, first)
    turned = replace(DEALS[0], ends=(5, 6))

    assert type_again(protocol, second, replace(TYPED, deals=(turned, *DEALS[1:]))) == []


def test_a_different_second_typing_changes_nothing_and_names_the_cells(
    protocol: Protocol, first: User, second: User
) -> None:
    type_sheet(protocol, first)
    before, known = afresh(protocol.partida).version, actions()

    assert type_again(protocol, second, SLIP) == [Difference("deal_2-pips_4", "4", "6")]

    assert (afresh(protocol.partida).state, afresh(protocol.partida).version) == ("accepted", before)
    assert actions() == known


def test_a_missing_deal_is_a_difference_in_all_its_cells(protocol: Protocol, first: User, second: User) -> None:
    type_sheet(protocol, first)

    found = type_again(protocol, second, replace(TYPED, deals=DEALS[:3]))

    assert [(each.cell, each.first, each.second) for each in found][:2] == [
        ("deal_4-ending", "domino", None),
        ("deal_4-lead", "4", None),
    ]


def test_the_same_difference_typed_twice_overrules_the_first_typing(
    protocol: Protocol, first: User, second: User
) -> None:
    """The sheet is the second official's then, and the first may confirm it (R11.2)."""
    type_sheet(protocol, first)
    type_again(protocol, second, SLIP)

    assert type_again(protocol, second, SLIP, seen=mark(protocol, SLIP)) == []

    now = afresh(protocol.partida)
    assert (now.state, now.entered_by, totals(protocol)) == ("accepted", second, (77, 52))
    assert now.signatures.count() == 4
    assert type_again(protocol, first, SLIP) == []
    assert afresh(protocol.partida).confirmed_by == first


def test_a_third_figure_decides_nothing(protocol: Protocol, first: User, second: User) -> None:
    type_sheet(protocol, first)
    seen = mark(protocol, SLIP)
    third = replace(TYPED, deals=(DEALS[0], replace(SECOND, pips=(10, 0, 8, 8)), *DEALS[2:]))

    assert type_again(protocol, second, third, seen=seen) == [Difference("deal_2-pips_4", "4", "8")]
    assert totals(protocol) == (77, 50)


def test_a_decision_on_an_older_sheet_decides_nothing(protocol: Protocol, first: User, second: User) -> None:
    type_sheet(protocol, first)
    seen = mark(protocol, SLIP)
    Protocol.objects.filter(pk=protocol.pk).update(version=9)

    assert type_again(protocol, second, SLIP, seen=seen) == [Difference("deal_2-pips_4", "4", "6")]


@pytest.mark.parametrize(
    ("typed", "code"), [(TYPED, "protocol.second_official"), (SLIP, "keying.different_now")], ids=["same", "other"]
)
def test_nobody_types_the_same_sheet_twice(protocol: Protocol, first: User, typed: Typed, code: str) -> None:
    type_sheet(protocol, first)

    with pytest.raises(Refused) as refusal:
        type_again(protocol, first, typed)

    assert (refusal.value.code, afresh(protocol.partida).state) == (code, "accepted")


def test_a_confirmed_sheet_is_not_typed_again(protocol: Protocol, first: User, second: User) -> None:
    type_sheet(protocol, first)
    type_again(protocol, second)

    with pytest.raises(Refused) as refusal:
        type_again(protocol, second)

    assert refusal.value.code == "protocol.not_accepted"


def test_totals_are_typed_twice_too(db: None) -> None:
    protocol = protocol_with(detail="totals")
    one, two = (official(protocol.partida.round.tournament) for _official in range(2))
    paper: dict[str, Any] = {"signed": ALL_FOUR}

    type_sheet(protocol, one, Typed(parts=((120, 85),), **paper))

    assert type_again(protocol, two, Typed(parts=((120, 58),), **paper)) == [Difference("part_1_b", "85", "58")]
    assert type_again(protocol, two, Typed(parts=((120, 85),), **paper)) == []
    assert afresh(protocol.partida).counts is True

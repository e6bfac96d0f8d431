"""The page on which a sheet is typed from paper, and typed again blind."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

import scoring
from tests.factories import PartidaFactory, ProtocolFactory, TournamentFactory
from tests.pages import browser_of, messages_of
from tests.tournament.protocols.sheets import DEALS, SECOND, address, afresh, protocol_with
from tournament.models import Partida, Protocol, User

from .sheets import ROUTE, browser_for, posted, type_in, wrong_cells

SLIP = (DEALS[0], replace(SECOND, pips=(10, 0, 8, 6)), *DEALS[2:])


def values(response: Any) -> dict[str, Any]:
    """What stands in the cells."""
    parts = response.context["form"].parts
    found = {form.add_prefix(name): form[name].value() for form in parts for name in form.fields}
    return {name: value for name, value in found.items() if value and name not in ("version", "seen")}


def test_the_first_typing_goes_on_to_the_next_table(protocol: Protocol, first: User) -> None:
    other = ProtocolFactory(partida=PartidaFactory(round=protocol.partida.round))

    response = type_in(browser_for(first))

    assert messages_of(response) == ["Table 1 is typed in."]
    assert response.request["PATH_INFO"] == f"/desk/cup/keying/1/{other.partida.table}/"
    assert afresh(protocol.partida).state == "accepted"


@pytest.mark.parametrize("letters", ["dDfd", "вврв", "DDTD"])
def test_endings_are_typed_by_their_letter_in_any_of_the_languages(
    protocol: Protocol, first: User, letters: str
) -> None:
    cells = {f"deal_{number}__ending": letter for number, letter in enumerate(letters, 1)}

    type_in(browser_for(first), **cells)

    assert [deal.data["ending"] for deal in protocol.deals.all()] == ["domino", "domino", "fish", "domino"]


def test_the_hand_of_whoever_went_out_and_the_other_end_of_a_fish_may_stay_empty(
    protocol: Protocol, first: User
) -> None:
    type_in(browser_for(first), deal_1__pips_3=None, deal_3__end_2=None)

    assert next(deal.value.pips for deal in protocol.deals.all()) == (14, 6, 0, 11)
    assert afresh(protocol.partida).state == "accepted"


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"deal_2__ending": "x"}, {"deal_2-ending": ["One of the letters above."]}),
        ({"deal_2__closer": 7}, {"deal_2-closer": ["7 is not possible here: from 1 to 4."]}),
        ({"deal_2__pips_4": None}, {"deal_2-pips_4": ["How many pips are left with seat 4?"]}),
        ({"deal_2__pips_4": 99}, {"deal_2-pips_4": ["Seat 4 cannot hold 99 pips: 69 is the most possible."]}),
        ({"deal_2__ending": "b"}, {"deal_2-closer": ["A broken deal has no figures (R5.6)."]}),
        ({"deal_2__end_2": None}, {"deal_2-end_2": ["The layout has two open ends."]}),
        ({"signed": "115"}, {"signed": ["The numbers of the seats, 1 to 4, each once."]}),
        ({"deal_4__ending": None}, {"deal_4-ending": ["How did this deal end?"]}),
    ],
)
def test_what_can_not_be_is_said_at_its_cell_and_nothing_is_written(
    protocol: Protocol, first: User, changes: dict[str, Any], wrong: dict[str, list[str]]
) -> None:
    response = type_in(browser_for(first), **changes)

    assert response.status_code == 422
    assert wrong_cells(response) == wrong
    assert (afresh(protocol.partida).version, protocol.deals.count()) == (0, 0)


def test_an_unfinished_partida_says_so(protocol: Protocol, first: User) -> None:
    response = type_in(browser_for(first), *DEALS[:3])

    assert wrong_cells(response) == {"__all__": ["The partida isn't over yet. The last deal by number."]}
    assert values(response)["deal_3-pips_2"] == "20"


def test_more_rows_keep_what_was_typed(protocol: Protocol, first: User) -> None:
    response = browser_for(first).post(address(ROUTE), posted(DEALS[0], more="1"))

    assert (response.status_code, len(response.context["form"].rows)) == (200, 14)
    assert values(response)["deal_1-pips_1"] == "14"


def test_the_second_page_shows_nothing_of_the_first(protocol: Protocol, first: User, second: User) -> None:
    type_in(browser_for(first))

    response = browser_for(second).get(address(ROUTE))

    assert (values(response), response.context["second"]) == ({}, True)
    assert "77 : 50" not in response.content.decode()


def test_an_equal_second_typing_confirms(protocol: Protocol, first: User, second: User) -> None:
    type_in(browser_for(first))

    response = type_in(browser_for(second))

    assert messages_of(response) == ["Table 1: typed twice the same, confirmed."]
    assert afresh(protocol.partida).confirmed_by == second


def test_a_different_one_is_shown_beside_the_first_and_its_cells_are_empty(
    protocol: Protocol, first: User, second: User
) -> None:
    type_in(browser_for(first))

    response = type_in(browser_for(second), *SLIP)

    row = response.context["rows"][0]
    assert (row.cell, row.first, row.second) == ("Deal 2: Pips of seat 4", "4", "6")
    assert "deal_2-pips_4" not in values(response)
    assert values(response)["deal_2-pips_3"] == "8"
    assert afresh(protocol.partida).state == "accepted"


def test_the_same_once_more_is_the_decision(protocol: Protocol, first: User, second: User) -> None:
    type_in(browser_for(first))
    seen = type_in(browser_for(second), *SLIP).context["seen"]

    response = type_in(browser_for(second), *SLIP, seen=seen)

    assert messages_of(response) == [
        "Table 1 is written anew as you typed it. Now another official confirms it (R11.2)."
    ]
    assert afresh(protocol.partida).entered_by == second


def test_a_first_typing_that_comes_late_is_the_second(protocol: Protocol, first: User, second: User) -> None:
    """Both had the empty page open; whoever sends second has seen nothing of the first either."""
    type_in(browser_for(first), version=0)

    response = type_in(browser_for(second), version=0)

    assert messages_of(response) == ["Table 1: typed twice the same, confirmed."]


def test_the_same_request_twice_is_answered_as_the_first(protocol: Protocol, first: User) -> None:
    type_in(browser_for(first))
    version = afresh(protocol.partida).version

    response = type_in(browser_for(first))

    assert messages_of(response) == ["Table 1 is typed in."]
    assert afresh(protocol.partida).version == version


def test_whoever_typed_it_is_told_to_leave_it_to_another(protocol: Protocol, first: User) -> None:
    type_in(browser_for(first))

    assert browser_for(first).get(address(ROUTE)).context["wrote_it"] is True
    assert wrong_cells(type_in(browser_for(first), *SLIP))["__all__"] == [
        "You typed this sheet already, with other figures. Another official types it the second time; if it is yours "
        "that is wrong, open the protocol and send it back (R11.2)."
    ]


def test_an_older_page_is_told_what_was_changed(db: None) -> None:
    protocol = protocol_with(DEALS[0])
    Protocol.objects.filter(pk=protocol.pk).update(version=3)

    response = type_in(browser_of(protocol.partida.round.tournament), version=1)

    assert list(wrong_cells(response)) == ["__all__"]
    assert protocol.deals.count() == 1


def test_a_sheet_that_was_sent_back_comes_with_what_stands_on_it(db: None) -> None:
    protocol = protocol_with(*DEALS)

    response = browser_of(protocol.partida.round.tournament).get(address(ROUTE))

    shown = values(response)
    assert [shown[name] for name in ("deal_1-ending", "deal_1-pips_4", "deal_3-ending")] == ["D", "11", "F"]


def test_totals_of_both_sides(db: None) -> None:
    protocol = protocol_with(detail="totals")
    fields = {"version": 0, "part_1_a": 120, "part_1_b": 85, "signed": "1234"}
    one, two = (browser_of(protocol.partida.round.tournament) for _browser in range(2))

    missing = one.post(address(ROUTE), {"version": 0, "signed": "1234"})
    one.post(address(ROUTE), fields)
    differs = two.post(address(ROUTE), fields | {"part_1_b": 58})
    two.post(address(ROUTE), fields)

    assert wrong_cells(missing) == {f"part_1_{side}": ["Both sides need their points."] for side in "ab"}
    assert [(row.cell, row.first, row.second) for row in differs.context["rows"]] == [("Ким К. / Ли Л.", "85", "58")]
    assert afresh(protocol.partida).counts is True


@pytest.mark.parametrize("junk", [{}, {"version": "x"}, {"count": "−1"}, {"count": "999", "deal_1-pips_1": "²"}])
def test_a_request_of_another_making_is_no_error_of_the_program(
    protocol: Protocol, first: User, junk: dict[str, str]
) -> None:
    response = browser_for(first).post(address(ROUTE), junk)

    assert (response.status_code, protocol.deals.count()) == (422, 0)


def test_another_tournament_s_official_finds_no_sheet(protocol: Protocol) -> None:
    stranger = browser_of(TournamentFactory())

    assert [stranger.get(address(ROUTE)).status_code, type_in(stranger).status_code] == [404, 404]
    assert protocol.deals.count() == 0


def test_where_nothing_is_played_nothing_is_typed(protocol: Protocol, first: User) -> None:
    Partida.objects.filter(pk=protocol.partida_id).update(kind="walkover", winner="a")

    response = browser_for(first).get(address(ROUTE), follow=True)

    assert messages_of(response) == ["Nothing is played at table 1 of this round."]


def test_a_deal_that_was_broken_is_not_counted(protocol: Protocol, first: User) -> None:
    broken = scoring.Deal(lead=1, ending=scoring.Ending.BROKEN)

    type_in(browser_for(first), broken, *(replace(deal, lead=None) for deal in DEALS))

    assert (afresh(protocol.partida).state, protocol.deals.count()) == ("accepted", 5)


def test_the_page_needs_an_account(protocol: Protocol) -> None:
    assert Client().get(address(ROUTE)).status_code == 302

"""The page on which a confirmed sheet is corrected: what would follow, then the act (R11.4)."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import TournamentFactory
from tests.pages import browser_of, messages_of
from tests.tournament.protocols.sheets import afresh
from tournament.models import Protocol
from tournament.protocols.queries import sheet

from .confirmed import address, confirmed, sent, swiss, table_of

ROUTE = "corrections:correct"
BY_FIFTY: dict[str, Any] = {
    "deal_2-pips_4": 34,
    "deal_2-pips_1": 30,
    "deal_2-sure": ["deal.hand_heavy 1 30", "deal.hand_heavy 4 34"],
}
"""Side B gets fifty points more in its deal; so much in two hands is asked, and it is right."""


@pytest.fixture
def protocol(db: None) -> Protocol:
    return confirmed()


@pytest.fixture
def chief(protocol: Protocol) -> Client:
    return browser_of(protocol.partida.round.tournament, "chief_referee")


def look(browser: Client, protocol: Protocol, **changes: Any) -> Any:
    return browser.post(address(ROUTE, protocol.partida), sent(browser, protocol.partida, **changes))


def act(browser: Client, protocol: Protocol, **changes: Any) -> Any:
    """Look, and accept what is shown."""
    seen = look(browser, protocol, **changes).context["found"].seen
    form = sent(browser, protocol.partida, **changes) | {"accept": "1", "seen": seen}
    return browser.post(address(ROUTE, protocol.partida), form, follow=True)


def errors_of(response: Any) -> list[tuple[str, list[str]]]:
    """What the page says is wrong, by field with the deal's prefix."""
    return [
        (form.add_prefix(field), list(errors))
        for form in response.context["form"].parts
        for field, errors in form.errors.items()
    ]


def test_the_form_begins_with_what_is_written_and_unfolds_the_deal_that_was_asked_for(
    chief: Client, protocol: Protocol
) -> None:
    response = chief.get(address(ROUTE, protocol.partida) + "?deal=3")

    form = response.context["form"]
    assert [deal["pips_1"].value() for deal in form.deals] == [14, 10, 5, 9]
    assert [(deal.form.number, deal.is_open) for deal in response.context["deals"]] == [
        (1, False),
        (2, False),
        (3, True),
        (4, False),
    ]


def test_before_the_act_the_page_shows_what_would_follow_and_writes_nothing(chief: Client, protocol: Protocol) -> None:
    found = look(chief, protocol, **BY_FIFTY).context["found"]

    assert (found.before, found.after) == ("77 : 50, Иванов И. / Петров П.", "77 : 100, Ким К. / Ли Л.")
    assert [(move.entry, move.place, move.values) for move in found.moves] == [
        (2, "2 → 1", ("0 → 1", "−27 → +23", "50 → 100")),
        (1, "1 → 2", ("1 → 0", "+27 → −23", "77")),
    ]
    assert afresh(protocol.partida).state == "confirmed"


def test_what_looks_like_a_slip_is_asked_first(chief: Client, protocol: Protocol) -> None:
    """R5.4a: of what is changed only; the rest has been confirmed as it stands."""
    page = look(chief, protocol, **{name: value for name, value in BY_FIFTY.items() if "pips" in name})

    asked = [(deal.number, question.key) for deal in page.context["form"].deals for question in deal.questions]
    assert (page.status_code, asked) == (422, [(2, key) for key in BY_FIFTY["deal_2-sure"]])


def test_accepted_it_is_a_new_revision(chief: Client, protocol: Protocol) -> None:
    response = act(chief, protocol, **{"deal_2-pips_4": 6})

    assert messages_of(response) == ["Corrected: a new revision of the protocol counts now."]
    assert (sheet(protocol.partida).score.totals, afresh(protocol.partida).state) == ((77, 52), "corrected")


def test_several_deals_are_corrected_at_once(chief: Client, protocol: Protocol) -> None:
    act(chief, protocol, **{"deal_2-pips_4": 6, "deal_1-pips_1": 16})

    assert sheet(protocol.partida).score.totals == (79, 52)
    assert afresh(protocol.partida).revisions.count() == 2


def test_what_was_not_shown_is_not_accepted(chief: Client, protocol: Protocol) -> None:
    seen = look(chief, protocol, **{"deal_2-pips_4": 6}).context["found"].seen
    other = sent(chief, protocol.partida, **{"deal_2-pips_4": 8}) | {"accept": "1", "seen": seen}

    response = chief.post(address(ROUTE, protocol.partida), other)

    assert (response.context["again"], afresh(protocol.partida).state) == (True, "confirmed")


@pytest.mark.parametrize(("button", "deals"), [("add", 5), ("remove", 3)])
def test_a_deal_more_or_less_is_a_page_with_what_was_filled_in(
    chief: Client, protocol: Protocol, button: str, deals: int
) -> None:
    form = sent(chief, protocol.partida, **{"deal_2-pips_4": 6, button: "1"})

    page = chief.post(address(ROUTE, protocol.partida), form).context["form"]

    assert (page.count, page.deals[1]["pips_4"].value(), page.about["reason"].value()) == (deals, "6", "Описка")
    assert page.has_errors is False


def test_an_added_deal_is_written(chief: Client, protocol: Protocol) -> None:
    """Level after four deals, 77 : 77, a fifth decides (R7.1)."""
    fifth = {"ending": "domino", "lead": 1, "closer": 1, "pips_1": 0, "pips_2": 9, "pips_3": 5, "pips_4": 3}
    fifth |= {"end_1": 6, "end_2": 5}
    changes = {"deal_4-pips_1": 20, "deal_4-pips_2": 23, "deal_4-end_2": 5, "count": 5}

    act(chief, protocol, **changes, **{f"deal_5-{name}": value for name, value in fifth.items()})

    assert sheet(protocol.partida).score.totals == (94, 77)


@pytest.mark.parametrize(
    ("change", "errors"),
    [
        ({"reason": " "}, [("reason", ["This field is required."])]),
        ({"deal_2-pips_1": None}, [("deal_2-pips_1", ["How many pips are left with seat 1?"])]),
        (
            {"deal_2-end_1": 2},
            [("deal_2-end_1", ["22 pips are left, but with the open ends 2 and 3 it is an odd number."])],
        ),
        ({}, [("__all__", ["Nothing differs from what is written. Change what is wrong, then look again."])]),
        (
            {"deal_3-lead": 1},
            [("deal_3-lead", ["Seat 1 is written as leading deal 3, but the lead belongs to seat 3."])],
        ),
        (
            {"time_after": 9, "time_playing": None},
            [("time_after", ["Time cannot run out after 9 deals: 4 are written."])],
        ),
        ({"count": "many"}, [("count", ["Enter a whole number."])]),
    ],
)
def test_what_cannot_be_is_said_at_its_field(
    chief: Client, protocol: Protocol, change: dict[str, Any], errors: list[tuple[str, list[str]]]
) -> None:
    response = look(chief, protocol, **change)

    assert (response.status_code, errors_of(response)) == (422, errors)
    assert afresh(protocol.partida).state == "confirmed"


def test_a_sheet_changed_meanwhile_is_not_corrected(chief: Client, protocol: Protocol) -> None:
    form = sent(chief, protocol.partida, **{"deal_2-pips_4": 6})
    act(chief, protocol, **{"deal_1-pips_1": 16})

    response = chief.post(address(ROUTE, protocol.partida), form | {"accept": "1"})

    ((field, (said,)),) = errors_of(response)
    assert (field, said[:48]) == ("__all__", "This protocol was changed on another device mean")


def test_after_the_time_for_corrections_the_page_asks_why(chief: Client, protocol: Protocol) -> None:
    """R10.7, R11.4"""
    earlier = timezone.now() - timedelta(minutes=45)
    Protocol.objects.filter(pk=protocol.pk).update(confirmed_at=earlier)
    seen = look(chief, protocol, **{"deal_2-pips_4": 6}).context["found"].seen
    form = sent(chief, protocol.partida, **{"deal_2-pips_4": 6}) | {"accept": "1", "seen": seen}

    ((field, (said,)),) = errors_of(chief.post(address(ROUTE, protocol.partida), form))
    assert (field, said[:43]) == ("departure", "The results of round 1 could be corrected u")

    chief.post(address(ROUTE, protocol.partida), form | {"departure": "Обе пары просят"})
    assert afresh(protocol.partida).revisions.last().departure == "Обе пары просят"


def test_totals_are_corrected_and_the_next_round_is_named(db: None) -> None:
    """A correction after the next round was drawn: it is said, and nothing of it changes by itself."""
    stage = swiss(rounds=1)
    partida = table_of(stage, 1, 1)
    protocol = Protocol.objects.get(partida=partida)
    chief = browser_of(stage.tournament, "chief_referee")
    (a, b), *_parts = protocol.parts

    found = look(chief, protocol, part_1_a=b, part_1_b=a).context["found"]

    assert found.later == (
        "Round 2 was drawn from the old result. By the corrected standings it would be drawn otherwise. Its pairings "
        "still break no rule of the draw. It has no results yet: it can be taken back and drawn again.",
    )


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"state": "accepted"}, "Only a confirmed protocol can be corrected; this one is accepted."),
        ({"state": "open"}, "Only a confirmed protocol can be corrected; this one is open."),
    ],
)
def test_what_does_not_count_yet_is_not_corrected(
    chief: Client, protocol: Protocol, changes: dict[str, str], said: str
) -> None:
    Protocol.objects.filter(pk=protocol.pk).update(**changes)

    assert messages_of(chief.get(address(ROUTE, protocol.partida), follow=True)) == [said]


def test_only_the_chief_referee_of_this_tournament_corrects(protocol: Protocol) -> None:
    cup, other = protocol.partida.round.tournament, TournamentFactory()
    answers = [
        browser_of(tournament, role).get(address(ROUTE, protocol.partida)).status_code
        for tournament, role in [(cup, "organiser"), (cup, "referee"), (other, "chief_referee")]
    ]

    assert answers == [403, 403, 404]


def test_another_method_is_refused(chief: Client, protocol: Protocol) -> None:
    assert chief.delete(address(ROUTE, protocol.partida)).status_code == 405

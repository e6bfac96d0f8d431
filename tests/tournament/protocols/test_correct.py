"""The chief referee corrects a deal of a confirmed protocol (R11.4): first what would follow, then the act."""

from typing import Any

import pytest
from django.test import Client

from tests.pages import browser_of, errors_of, messages_of
from tournament.models import Protocol
from tournament.protocols import queries

from .sheets import DEALS, SECOND, address, afresh, posted

REASON = {"reason": "Описка"}


@pytest.fixture
def confirmed(played: Protocol) -> Protocol:
    played.state = "confirmed"
    played.save()
    return played


@pytest.fixture
def chief(confirmed: Protocol) -> Client:
    return browser_of(confirmed.partida.round.tournament, "chief_referee")


def correction(**changes: Any) -> dict[str, Any]:
    return posted(SECOND, **changes) | REASON


def test_the_form_begins_with_what_is_written(chief: Client) -> None:
    form = chief.get(address("protocols:correct", 2)).context["form"]

    written = {name: form[name].value() for name in posted(SECOND)}
    assert written == posted(SECOND)


def test_before_the_act_the_page_shows_what_would_follow_and_writes_nothing(chief: Client, confirmed: Protocol) -> None:
    response = chief.post(address("protocols:correct", 2), correction(pips_4=34, pips_1=30))

    assert response.context["outcome"].totals == (77, 100)
    assert "Another pair wins." in response.content.decode()
    assert afresh(confirmed.partida).state == "confirmed"


def test_accepted_it_is_a_new_revision(chief: Client, confirmed: Protocol) -> None:
    response = chief.post(address("protocols:correct", 2), correction(pips_4=6) | {"accept": "1"}, follow=True)

    assert messages_of(response) == ["Corrected: a new revision of the protocol counts now."]
    assert queries.sheet(confirmed.partida).score.totals == (77, 52)
    assert afresh(confirmed.partida).state == "corrected"


@pytest.mark.parametrize(
    ("change", "errors"),
    [
        ({"reason": " "}, {"reason": ["This field is required."]}),
        ({"pips_1": ""}, {"pips_1": ["How many pips are left in this hand?"]}),
        ({"end_1": 2}, {"end_1": ["22 pips are left, but with the open ends 2 and 3 it is an odd number."]}),
    ],
)
def test_what_cannot_be_is_said_at_its_field(
    chief: Client, confirmed: Protocol, change: dict[str, Any], errors: dict[str, list[str]]
) -> None:
    response = chief.post(address("protocols:correct", 2), correction() | change | {"accept": "1"})

    assert (response.status_code, errors_of(response)) == (422, errors)
    assert afresh(confirmed.partida).state == "confirmed"


def test_a_correction_that_upsets_a_later_deal_is_refused_as_a_whole(chief: Client) -> None:
    response = chief.post(address("protocols:correct", 2), {"version": 0, "lead": 2, "ending": "broken"} | REASON)

    assert list(errors_of(response)) == ["__all__"]


def test_a_sheet_changed_meanwhile_is_not_corrected(chief: Client) -> None:
    chief.post(address("protocols:correct", 2), correction(pips_4=6) | {"accept": "1"})

    late = chief.post(address("protocols:correct", 1), posted(DEALS[0]) | REASON | {"accept": "1"})

    assert errors_of(late)["__all__"][0][:48] == "This protocol was changed on another device mean"


@pytest.mark.parametrize(
    ("state", "deal", "said"),
    [
        ("confirmed", 0, "There is no deal 0 in this protocol."),
        ("confirmed", 9, "There is no deal 9 in this protocol."),
        ("accepted", 2, "Only a confirmed protocol can be corrected; this one is accepted."),
    ],
)
def test_what_is_not_there_or_does_not_count_yet_is_not_corrected(
    chief: Client, confirmed: Protocol, state: str, deal: int, said: str
) -> None:
    Protocol.objects.filter(pk=confirmed.pk).update(state=state)

    assert messages_of(chief.get(address("protocols:correct", deal), follow=True)) == [said]


def test_another_method_is_refused(chief: Client) -> None:
    assert chief.delete(address("protocols:correct", 2)).status_code == 405

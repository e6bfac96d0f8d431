"""What calls for a hand at the desk: in which order, why, and by which act it is settled."""

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

import scoring
from tests.factories import PartidaFactory, ProtocolFactory, RoundFactory, StageFactory, TournamentFactory
from tests.pages import browser_of
from tests.tournament.draw.play import BY, play, result, stage_of
from tournament.audit.services import Author
from tournament.desk.calls import Call
from tournament.draw.services import propose_knockout
from tournament.models import Document, Protocol, Round, Tournament, WebhookEvent
from tournament.protests.services import lodge

MINUTES = 10
"""Of a clock that has run longer than absent pairs are waited for (FDR: 5), and not to its end (R8.1)."""


@pytest.fixture
def cup(db: None) -> Tournament:
    return TournamentFactory(slug="cup")


@pytest.fixture
def round_(cup: Tournament) -> Round:
    """Its clock runs."""
    started = timezone.now() - timedelta(minutes=MINUTES)
    round_: Round = RoundFactory(stage=StageFactory(tournament=cup), started_at=started)
    return round_


def table(round_: Round, state: str = "open", deals: int = 0, **protocol: Any) -> Protocol:
    played = [scoring.playout(number, lead=1) for number in range(1, deals + 1)]
    made: Protocol = ProtocolFactory(partida=PartidaFactory(round=round_), state=state, deals=played)
    Protocol.objects.filter(pk=made.pk).update(**protocol)
    return made


def paper(cup: Tournament, state: Document.State) -> Document:
    return Document.objects.create(tournament=cup, kind="standings", language="ru", content={}, state=state)


def calls(cup: Tournament, role: str = "organiser") -> list[Call]:
    found: list[Call] = browser_of(cup, role).get(reverse("desk:now", args=[cup.slug])).context["calls"]
    return found


def why(cup: Tournament, role: str = "organiser") -> list[tuple[str, str]]:
    return [(call.where, call.urgency.name) for call in calls(cup, role)]


def test_what_keeps_others_waiting_comes_first(cup: Tournament, round_: Round) -> None:
    table(round_, deals=1)
    table(round_, "entered", deals=1)
    table(round_, "accepted", deals=1)
    table(round_)
    table(round_, deals=1, sent_back_reason="Счёт не тот")
    protested = table(round_, "confirmed", deals=1)
    lodge(partida=protested.partida, side="b", text="Счёт", by=Author())
    for state in (Document.State.FAILED, Document.State.QUEUED, Document.State.WAITING):
        paper(cup, state)

    assert why(cup, "chief_referee") == [
        ("Round 1, table 6", "PROTEST"),
        ("Table 4", "NO_SHOW"),
        ("Table 3", "TO_CONFIRM"),
        ("Table 5", "SENT_BACK"),
        ("Table 2", "TO_SIGN"),
        ("Papers", "PAPER_FAILED"),
        ("Papers", "TO_RELEASE"),
        ("Table 1", "PLAYING"),
        ("Papers", "PAPER_IN_THE_MAKING"),
    ]


def test_a_table_over_its_time_comes_before_those_that_wait(cup: Tournament, round_: Round) -> None:
    """R6.2"""
    table(round_, "accepted", deals=1)
    table(round_, deals=1)
    Round.objects.update(started_at=timezone.now() - timedelta(hours=2))

    assert why(cup) == [("Table 2", "OVER_TIME"), ("Table 1", "TO_CONFIRM")]


@pytest.mark.parametrize(
    ("minutes", "expected"), [(None, "PLAYING"), (1, "NOT_BEGUN"), (6, "NO_SHOW"), (120, "OVER_TIME")]
)
def test_a_table_at_which_nothing_is_written_as_time_goes_by(
    cup: Tournament, round_: Round, minutes: int | None, expected: str
) -> None:
    """R8.1: from the regulations' minutes on a pair that isn't there has lost."""
    table(round_)
    Round.objects.update(started_at=None if minutes is None else timezone.now() - timedelta(minutes=minutes))

    assert why(cup) == [("Table 1", expected)]


def test_a_no_show_leads_to_where_it_is_noted(cup: Tournament, round_: Round) -> None:
    table(round_)

    (call,) = calls(cup)

    assert call.address == "/desk/cup/protocols/1/1/#absence"
    assert call.marks == [("warn", "nothing written, and 5 minutes are over (R8.1)")]


def test_what_was_sent_back_says_why(cup: Tournament, round_: Round) -> None:
    """R11.2"""
    table(round_, deals=1, sent_back_reason="Счёт не тот")

    assert [call.text for call in calls(cup)] == ["Счёт не тот"]


@pytest.mark.parametrize(
    ("role", "acts"), [("chief_referee", ["Decide the protest"]), ("secretary", ["Look at the protocol"])]
)
def test_a_protest_leads_each_to_what_he_may(cup: Tournament, round_: Round, role: str, acts: list[str]) -> None:
    """R11.5: the chief referee alone decides."""
    lodge(partida=table(round_, "confirmed", deals=1).partida, side="a", text="Счёт", by=Author())

    assert [call.act for call in calls(cup, role)] == acts


def test_papers_call_those_who_can_do_something(cup: Tournament) -> None:
    for state in (Document.State.FAILED, Document.State.WAITING):
        paper(cup, state)

    assert {role: [name for _, name in why(cup, role)] for role in ("secretary", "chief_referee", "referee")} == {
        "secretary": ["PAPER_FAILED"],
        "chief_referee": ["PAPER_FAILED", "TO_RELEASE"],
        "referee": [],
    }


def test_a_program_that_could_not_be_told_calls_the_organiser(cup: Tournament) -> None:
    webhook = cup.webhooks.create(url="https://example.org/")
    now = timezone.now()
    for state in (WebhookEvent.State.GIVEN_UP, WebhookEvent.State.DELIVERED):
        webhook.events.create(kind="test", happened_at=now, due=now, state=state)

    assert why(cup) == [("Other programs", "NOT_TOLD")]
    assert why(cup, "chief_referee") == []


def test_an_announcement_that_reached_nobody_calls_who_may_send_it_again(cup: Tournament, round_: Round) -> None:
    for state in ("given_up", "sent"):
        cup.notices.create(kind="draw", channel="email", address="a@b.c", language="ru", round_number=1, state=state)

    assert why(cup) == [("Round 1", "NOT_SENT")]
    assert why(cup, "secretary") == []


def test_a_torn_bracket_says_which_meeting(cup: Tournament) -> None:
    """R13.3: a correction after the next round was drawn."""
    stage = stage_of(4, "knockout", slug="bracket")
    play(propose_knockout(stage=stage, seed="1", by=BY))
    propose_knockout(stage=stage, seed="1", by=BY)
    result(Round.objects.earliest("number").partidas.earliest("table"), winner=max)

    (torn,) = [call for call in calls(stage.tournament) if call.urgency.name == "TORN"]

    assert torn.text.startswith("Round 2 was drawn with ")
    assert torn.address == f"/desk/bracket/draw/{stage.number}/bracket/"


def test_a_knockout_that_is_no_bracket_yet_calls_nobody(cup: Tournament) -> None:
    """Its page of the draw says what is missing."""
    RoundFactory(stage=StageFactory(tournament=cup, system="knockout"), state="proposed")

    assert why(cup) == []


def test_where_nothing_calls_the_page_says_what_comes_next(cup: Tournament) -> None:
    page = browser_of(cup).get(reverse("desk:now", args=[cup.slug]))

    assert (page.context["calls"], page.context["step"].code) == ([], "register")

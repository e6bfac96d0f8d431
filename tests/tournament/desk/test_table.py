"""What happened at a table: one partida from its draw to its papers, on one page."""

from dataclasses import replace
from typing import Any

import pytest
from django.urls import reverse

import scoring
from tests.factories import EntryFactory, StageFactory, TournamentFactory, official
from tests.pages import browser_of
from tournament.audit.services import Author
from tournament.clock import services as clock
from tournament.corrections.queries import Correction
from tournament.corrections.services import correct
from tournament.documents.services import issue_protocol
from tournament.draw import services as draws
from tournament.models import Partida, Tournament
from tournament.officials.services import post_referees
from tournament.protests.services import lodge
from tournament.protocols import services as protocols

ROUTE = "desk:table"


@pytest.fixture
def cup(db: None) -> Tournament:
    return TournamentFactory(slug="cup", name="Кубок", rules__deals=4)


def address(cup: Tournament, table: int = 1, number: int = 1) -> str:
    return reverse(ROUTE, args=[cup.slug, number, table])


def everything(cup: Tournament) -> Partida:
    """A partida through its whole life; beside it another table, of which its page says nothing."""
    stage = StageFactory(tournament=cup, system="swiss")
    for number in range(1, 5):
        EntryFactory(tournament=cup, seed=number)
    referee, chief = official(cup, "referee"), official(cup, "chief_referee")
    by, second = Author(referee, "10.0.0.7"), Author(chief)
    round_ = draws.propose_swiss(stage=stage, seed="7", by=second)
    draws.publish(round_=round_, by=second)
    post_referees(round_=round_, by=second)
    round_.refresh_from_db()
    clock.start(round_=round_, by=second)
    deals = scoring.playout_partida(round_.rules, 7)
    ours, theirs = round_.partidas.order_by("table")
    for partida in (ours, theirs):
        for number, deal in enumerate(deals):
            protocols.record_deal(partida=partida, deal=deal, version=number, key=None, by=by)
        protocols.enter(partida=partida, version=len(deals), by=by)
        protocols.sign(partida=partida, seats=[1, 2, 3, 4], by=by)
    protocols.confirm(partida=ours, by=second)
    lodge(partida=ours, side="a", text="Не так", by=second)
    other = (*deals[:-1], replace(deals[-1], void=True))
    correct(partida=ours, correction=Correction(deals=other, parts=(), time=None), reason="Описка", by=second)
    issue_protocol(protocol=ours.protocol, language="en", by=second)
    return ours


def test_all_of_it_in_order(cup: Tournament) -> None:
    everything(cup)
    page = browser_of(cup, "chief_referee").get(address(cup))

    steps = [(step.kind_words, step.what) for step in page.context["history"].steps]
    assert steps == [
        ("Draw", "Draw proposed"),
        ("Draw", "Round published"),
        ("Referee", "Referees sent to tables"),
        ("Clock", "Clock started"),
        *[("Deals", "Deal written down")] * 4,
        ("Protocol", "Protocol entered"),
        ("Protocol", "Protocol signed"),
        ("Protocol", "Protocol confirmed"),
        ("Protest", "Protest lodged"),
        ("Protocol", "Protocol corrected"),
        ("Papers", "Document ordered"),
    ]


def test_who_sits_there_why_its_referee_its_state_and_its_papers(cup: Tournament) -> None:
    partida = everything(cup)
    shown = browser_of(cup).get(address(cup)).context["history"]

    assert [side.numbers for side in shown.drawn.line.sides] == ["1", "3"]
    assert (shown.referee, shown.drawn.line.words) == (str(cup.staff.get(role="referee").user), "corrected")
    assert [paper.protocol for paper in shown.papers] == [partida.protocol]


def test_a_table_that_came_with_a_file_has_no_acts(cup: Tournament) -> None:
    everything(cup)
    cup.journal.all().delete()
    page = browser_of(cup).get(address(cup))

    assert (page.status_code, page.context["history"].steps) == (200, ())


def test_another_table_and_another_round_are_not_there(cup: Tournament) -> None:
    everything(cup)
    browser = browser_of(cup)

    assert [browser.get(address(cup, *asked)).status_code for asked in ((3,), (1, 2))] == [404, 404]


def test_the_page_is_only_read(cup: Tournament) -> None:
    assert browser_of(cup).post(address(cup)).status_code == 405


@pytest.mark.parametrize("role", ["secretary", "referee"])
def test_it_is_for_the_organiser_and_the_chief_referee(cup: Tournament, role: str) -> None:
    assert browser_of(cup, role).get(address(cup)).status_code == 403


def test_an_organiser_of_another_tournament_finds_nothing(cup: Tournament) -> None:
    everything(cup)

    assert browser_of(TournamentFactory()).get(address(cup)).status_code == 404


def test_one_table_takes_as_many_queries_whatever_happened(cup: Tournament, django_assert_num_queries: Any) -> None:
    everything(cup)
    browser = browser_of(cup)
    with django_assert_num_queries(16):
        browser.get(address(cup, 1))
    with django_assert_num_queries(16):
        browser.get(address(cup, 2))

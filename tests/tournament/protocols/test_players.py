"""Sheets of an individual event: two entries a side, and an offender who pays alone (R1.3, R8.6, R10.5)."""

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

import scoring
from tests.factories import (
    ClubFactory,
    EntryFactory,
    PartidaFactory,
    ProtocolFactory,
    RoundFactory,
    StageFactory,
    TournamentFactory,
)
from tests.pages import browser_of, rows_of
from tournament.audit.services import Author
from tournament.documents.papers.protocol import protocol_paper
from tournament.models import Partida
from tournament.protocols.lists import tables
from tournament.protocols.queries import sheet
from tournament.protocols.sheets import Side
from tournament.rulings import services as rulings
from tournament.standings.queries import table

pytestmark = pytest.mark.django_db
BY = Author()


@pytest.fixture
def partida() -> Partida:
    """The first table: players 1 and 3 against 2 and 4; the second of them from a club."""
    cup = TournamentFactory(slug="cup", event="individual", rules__preset="fdr", rules__pays="offender")
    club = ClubFactory(name="Спартак")
    four = [EntryFactory(tournament=cup, club=club if number == 2 else None) for number in range(1, 5)]
    made: Partida = PartidaFactory(
        round=RoundFactory(stage=StageFactory(tournament=cup, system="individual"), started_at=timezone.now()),
        entries=four,
    )
    ProtocolFactory(partida=made)
    return made


def confirmed(partida: Partida) -> Partida:
    partida.protocol.state = "confirmed"
    partida.protocol.save()
    return partida


def ruled(partida: Partida, seat: int, **penalty: Any) -> None:
    """A departure against a seat (R10.7)."""
    offence = scoring.Offence(
        code="move_time",
        seat=seat,
        deal=1,
        player=None,
        partida=partida.pk,
        departure=scoring.Penalty(**penalty),
        reason="особый случай",
    )
    rulings.rule(partida=partida, offence=offence, breaks_deal=False, by=BY)


def test_a_side_has_two_entries_two_players_and_their_clubs(partida: Partida) -> None:
    assert sheet(partida).sides == {
        "a": Side((1, 3), ("Игрок 1", "Игрок 3"), ""),
        "b": Side((2, 4), ("Игрок 2", "Игрок 4"), "Спартак"),
    }
    assert [side.numbers for side in sheet(partida).sides.values()] == ["1 / 3", "2 / 4"]


def test_a_pair_is_one_entry_on_both_its_seats() -> None:
    (line,) = tables(PartidaFactory().round)

    assert line.a == Side((1,), ("Игрок 1-1", "Игрок 1-2"), "")


@pytest.mark.parametrize("route", ["desk:now", "protocols:list"])
def test_lists_name_both_of_a_side(partida: Partida, route: str) -> None:
    text = browser_of(partida.round.tournament).get(reverse(route, args=["cup"])).content.decode()

    assert ("Игрок 1 / Игрок 3" in text, "Игрок 2 / Игрок 4" in text) == (True, True)


def test_the_public_page_names_both_of_a_side(partida: Partida) -> None:
    browser = browser_of(partida.round.tournament)

    page = browser.get(reverse("public:round", args=["cup", 1])).content.decode()
    text = " ".join(strip_tags(page).split())

    assert ("1 Игрок 1 / 3 Игрок 3" in text, "2 Игрок 2 / 4 Игрок 4" in text) == (True, True)


def results(partida: Partida) -> dict[int, tuple[int, int]]:
    rows = table(partida.round.stage).rows
    return {row.entry: (row.standing.wins, row.standing.difference) for row in rows}


def test_a_walkover_is_lost_by_both_of_a_side_and_won_by_both_others(partida: Partida) -> None:
    """R8.1, R8.6: nobody plays without his partner."""
    Partida.objects.filter(pk=partida.pk).update(kind="walkover", winner="b")

    assert results(confirmed(partida)) == {1: (0, -200), 2: (1, 200), 3: (0, -200), 4: (1, 200)}


def test_who_loses_by_a_ruling_loses_alone(partida: Partida) -> None:
    """R10.5: his partner wins with the others."""
    ruled(partida, 3, loses=True)

    assert [line.player for line in sheet(partida).lone_losers] == ["Игрок 3"]
    assert results(confirmed(partida)) == {1: (1, 200), 2: (1, 200), 3: (0, -200), 4: (1, 200)}


def test_the_sheet_and_its_paper_say_who_lost_alone(partida: Partida) -> None:
    ruled(partida, 3, loses=True)

    page = browser_of(partida.round.tournament).get(reverse("protocols:entry", args=["cup", 1, 1]))
    paper = protocol_paper(sheet(partida).as_dict())

    assert "Seat 3, Игрок 3, loses alone; his partner doesn't (R10.5)." in page.content.decode()
    assert paper.reason == "Decided by a referee's ruling. Игрок 3 loses alone."
    assert paper.sides == {"a": "Игрок 1 / Игрок 3", "b": "Игрок 2 / Игрок 4"}
    assert {seat: line["entry"] for seat, line in paper.seats.items()} == {1: 1, 2: 2, 3: 3, 4: 4}


def test_standings_rank_players(partida: Partida) -> None:
    confirmed(partida)
    Partida.objects.filter(pk=partida.pk).update(kind="walkover", winner="b")

    page = browser_of(partida.round.tournament).get(reverse("standings:table", args=["cup"]))

    assert str(page.context["table"].columns["name"].header) == "Player"
    assert [row[1] for row in rows_of(page)] == ["2 Игрок 2", "4 Игрок 4", "1 Игрок 1", "3 Игрок 3"]
    assert page.context["standings"].as_dict()["event"] == "individual"


def test_a_partners_penalties_are_his_own(partida: Partida) -> None:
    """R10.5, R12.3"""
    ruled(partida, 3, warning=True)
    Partida.objects.filter(pk=partida.pk).update(kind="walkover", winner="b")

    rules = scoring.preset("fdr").replace(criteria=("wins", "fewest_penalties"), pays="offender")
    partida.round.regulations.data = rules.to_dict()
    partida.round.regulations.save()
    rows = table(confirmed(partida).round.stage).rows

    assert {row.entry: row.standing.values["fewest_penalties"] for row in rows} == {1: 0, 2: 0, 3: 1, 4: 0}

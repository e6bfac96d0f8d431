"""The tables of a round for the officials."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import EntryFactory, PartidaFactory, ProtocolFactory, RoundFactory
from tests.pages import browser_of, rows_of
from tournament.models import Protocol

from .sheets import DEALS, protocol_with

URL = "/desk/cup/protocols/"


def test_each_table_has_its_pairs_score_and_state(referee: Client, protocol: Protocol) -> None:
    assert reverse("protocols:list", args=["cup"]) == URL
    assert rows_of(referee.get(URL)) == [["1", "Иванов И. / Петров П.", "Ким К. / Ли Л.", "31 : 0", "1", "open"]]


def test_nothing_written_has_no_score_and_who_is_free_no_table(db: None) -> None:
    protocol = protocol_with()
    round_ = protocol.partida.round
    free = EntryFactory(tournament=round_.tournament, players=("Ан А.", "Бо Б."))
    PartidaFactory(round=round_, kind="bye", entries=(free,))

    assert rows_of(browser_of(round_.tournament, "referee").get(URL)) == [
        ["1", "Иванов И. / Петров П.", "Ким К. / Ли Л.", "", "", "open"],
        ["—", "Ан А. / Бо Б.", "free", "", "", "bye"],
    ]


def test_a_meeting_shows_parts_before_points(db: None) -> None:
    protocol = protocol_with(target=100, deals=None, minutes=None, best_of=3, detail="totals")
    Protocol.objects.filter(pk=protocol.pk).update(parts=[[100, 40], [100, 95]])

    [row] = rows_of(browser_of(protocol.partida.round.tournament, "referee").get(URL))

    assert row[3] == "2 : 0 (200 : 135)"


def test_the_round_that_is_on_comes_first_and_another_can_be_chosen(referee: Client, protocol: Protocol) -> None:
    first = protocol.partida.round
    first.state = "closed"
    first.save()
    PartidaFactory(round=RoundFactory(stage=first.stage), kind="both_absent")
    RoundFactory(stage=first.stage, state="proposed")

    def shown(**query: Any) -> int:
        number: int = referee.get(URL, query).context["round"].number
        return number

    assert (shown(), shown(round=1)) == (2, 1)
    # Not published, not there, not a number: the one that is on.
    assert (shown(round=3), shown(round=99), shown(round="x")) == (2, 2, 2)


def test_before_the_first_round_the_page_says_what_to_do(referee: Client, protocol: Protocol) -> None:
    protocol.partida.round.tournament.rounds.update(state="proposed")

    response = referee.get(URL)

    assert (response.status_code, response.context["round"], rows_of(response)) == (200, None, [])


@pytest.mark.parametrize("tables", [1, 3])
def test_more_tables_need_no_more_queries(
    referee: Client, protocol: Protocol, tables: int, django_assert_num_queries: Any
) -> None:
    for _ in range(1, tables):
        ProtocolFactory(partida=PartidaFactory(round=protocol.partida.round), deals=DEALS)
    with django_assert_num_queries(QUERIES):
        assert len(rows_of(referee.get(URL))) == tables


# Session and account, tournament and role, rounds twice; the tables with seats, rulings, deals, revisions,
# signatures, protests.
QUERIES = 13

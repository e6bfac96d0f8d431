"""The hall's screen: the clock, the desk's message, panels; never more than is released."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import EntryFactory, PartidaFactory, ProtocolFactory
from tests.pages import browser_of
from tournament.hall.screen import DrawLine, Panel, PlaceLine
from tournament.models import Entry, HallMessage, Round, Tournament

from .conftest import hide

URL = "/t/cup/hall/"
DRAW_OF_2 = (DrawLine(1, "Иванов И. / Петров П.", "Ан А. / Бо Б."), DrawLine(2, "Ким К. / Ли Л.", "Цой Ц. / Ю Ю."))


def panels(browser: Client) -> list[Panel]:
    return list(browser.get(URL).context["screen"].panels)


def test_one_after_another_tables_without_result_next_draw_standings(client: Client, second: Round) -> None:
    assert reverse("hall:screen", args=["cup"]) == URL
    assert panels(client) == [
        Panel("playing", "Tables without a result", (DrawLine(2, "Ан А. / Бо Б.", "Цой Ц. / Ю Ю."),), 1, 1),
        Panel("draw", "Draw of round 2", DRAW_OF_2, 1, 1),
        Panel(
            "standings",
            "Standings, while round 1 is on",
            (
                PlaceLine("1", 1, "Иванов И. / Петров П.", 1, "+22"),
                PlaceLine("2", 3, "Ан А. / Бо Б.", 0, "0"),
                PlaceLine("2", 4, "Цой Ц. / Ю Ю.", 0, "0"),
                PlaceLine("4", 2, "Ким К. / Ли Л.", 0, "−22"),
            ),
            1,
            1,
        ),
    ]


def test_the_round_and_how_far_it_is(client: Client, second: Round) -> None:
    screen = client.get(URL).context["screen"]

    assert (screen.round.number, screen.done, screen.tables, screen.face.phase) == (1, 1, 2, "waiting")


def test_a_round_that_nobody_has_begun_shows_its_draw(client: Client, first: Round, second: Round) -> None:
    Round.objects.filter(pk=first.pk).update(state="closed")

    assert next((panel.kind, panel.lines) for panel in panels(client)) == ("draw", DRAW_OF_2)


def test_a_panel_has_twelve_lines_and_many_tables_only_their_numbers(client: Client, first: Round) -> None:
    for _ in range(13):
        ProtocolFactory(partida=PartidaFactory(round=first))

    assert [(panel.kind, panel.page, panel.pages, len(panel.lines)) for panel in panels(client)] == [
        ("missing", 1, 1, 14),
        ("standings", 1, 3, 12),
        ("standings", 2, 3, 12),
        ("standings", 3, 3, 6),
    ]


def test_who_is_free_stands_in_the_draw(client: Client, cup: Tournament, second: Round) -> None:
    PartidaFactory(round=second, kind="bye", entries=[EntryFactory(tournament=cup, players=("Эн Э.", "Юн Ю."))])

    assert panels(client)[1].lines[-1] == DrawLine(None, "Эн Э. / Юн Ю.", "")
    assert "free this round" in client.get(URL).content.decode()


def test_before_the_first_round_the_screen_says_what_will_come(client: Client, cup: Tournament) -> None:
    response = client.get(URL)

    assert (response.context["screen"].round, panels(client)) == (None, [])
    assert "The draw and the standings appear here." in response.content.decode()


def test_the_desks_message_stands_there(client: Client, cup: Tournament) -> None:
    HallMessage.objects.create(tournament=cup, text="Обед до 14:00", put_up_at=timezone.now())

    assert "Обед до 14:00" in client.get(URL).content.decode()


# -- release ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "round_number", "left"),
    [
        ("draw", 2, ["playing", "standings"]),
        ("draw", None, []),
        ("standings", None, ["playing", "draw"]),
        ("results", 1, ["playing", "draw"]),
    ],
)
def test_what_is_held_back_is_on_no_panel(
    client: Client, cup: Tournament, second: Round, kind: str, round_number: int | None, left: list[str]
) -> None:
    hide(cup, kind, round_number)

    assert [panel.kind for panel in panels(client)] == left
    assert [panel.kind for panel in panels(browser_of(cup, "referee"))] == ["playing", "draw", "standings"]


def test_names_can_be_initials(client: Client, cup: Tournament, second: Round) -> None:
    Tournament.objects.update(names_shown="initials")
    page = client.get(URL).content.decode()

    assert "И. И. / П. П." in page
    assert "Иванов" not in page


def test_of_a_tournament_that_is_not_public_there_is_no_screen(cup: Tournament) -> None:
    Tournament.objects.update(is_public=False)

    assert [who.get(URL).status_code for who in (Client(), browser_of(cup, "referee"))] == [404, 200]


# -- how it is served ------------------------------------------------------------------------------------------


def test_it_is_dark_and_has_no_way_out(client: Client, second: Round) -> None:
    page = client.get(URL).content.decode()

    assert 'data-page="hall" data-theme="dark"' in page
    assert "<header" not in page


def test_nothing_is_posted_to_it(client: Client, cup: Tournament) -> None:
    assert client.post(URL).status_code == 405


def test_it_is_asked_for_news(client: Client, second: Round) -> None:
    etag = client.get(URL)["ETag"]

    assert client.get(URL, headers={"If-None-Match": etag}).status_code == 304


@pytest.mark.parametrize("more", [0, 3])
def test_more_tables_need_no_more_queries(
    client: Client, second: Round, pairs: list[Entry], more: int, django_assert_num_queries: Any
) -> None:
    for round_ in (Round.objects.get(number=1), second):
        for _ in range(more):
            ProtocolFactory(partida=PartidaFactory(round=round_))
    with django_assert_num_queries(QUERIES):
        client.get(URL)


# Version, tournament, what is seen, rounds; the tables of two rounds; clock; stages, standings; timetable; message.
QUERIES = 31

"""My table, without an account: where, with whom, against whom, how it ended, and where next."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import EntryFactory, PartidaFactory, ProtocolFactory, RoundFactory, StageFactory
from tests.pages import browser_of
from tournament.hall.own_table import Meeting
from tournament.models import Entry, HallMessage, Protocol, Round, Tournament

from .conftest import SCORE, hide


def url(number: int) -> str:
    return reverse("hall:my_table", args=["cup", number])


def meetings(browser: Client, number: int) -> tuple[Meeting | None, Meeting | None]:
    context = browser.get(url(number)).context
    return context["now"], context["next"]


def told(meeting: Meeting | None) -> tuple[Any, ...]:
    assert meeting is not None
    return (meeting.round.number, meeting.table, meeting.opponents, meeting.state, meeting.result, meeting.score)


def test_table_and_opponents_now_and_next(client: Client, second: Round) -> None:
    assert url(3) == "/t/cup/my-table/3/"
    now, after = meetings(client, 3)

    assert told(now) == (1, 2, "Цой Ц. / Ю Ю.", "being played", "", None)
    assert told(after) == (2, 1, "Иванов И. / Петров П.", "", "", None)


def test_each_sees_who_sits_where_and_which_seats_are_his(client: Client, first: Round) -> None:
    now, _ = meetings(client, 4)
    assert now is not None

    assert [(place.seat, place.side, place.name, place.mine) for place in now.places] == [
        (1, "a", "Ан А.", False),
        (2, "b", "Цой Ц.", True),
        (3, "a", "Бо Б.", False),
        (4, "b", "Ю Ю.", True),
    ]


@pytest.mark.parametrize(("number", "result", "score"), [(1, "won", SCORE), (2, "lost", SCORE[::-1])])
def test_a_result_that_counts_is_told_from_ones_own_side(
    client: Client, first: Round, number: int, result: str, score: tuple[int, int]
) -> None:
    now, _ = meetings(client, number)

    assert told(now)[3:] == ("", result, score)


def test_nothing_is_told_before_it_counts(client: Client, first: Round) -> None:
    Protocol.objects.update(state="accepted")
    now, _ = meetings(client, 1)

    assert told(now)[3:] == ("waiting for confirmation", "", None)


def test_the_clock_is_the_tables_while_it_plays(client: Client, first: Round) -> None:
    Round.objects.update(started_at=timezone.now())
    playing, over = meetings(client, 3)[0], meetings(client, 1)[0]

    assert playing is not None
    assert over is not None
    assert (playing.face is not None and playing.face.phase, over.face) == ("running", None)
    assert 'data-clock="/t/cup/hall/clock/1/?table=2"' in client.get(url(3)).content.decode()


def test_who_is_free_is_told_so(client: Client, cup: Tournament, first: Round) -> None:
    PartidaFactory(round=first, kind="bye", entries=[EntryFactory(tournament=cup)])

    assert told(meetings(client, 5)[0]) == (1, None, "", "", "", None)
    assert "Free this round" in client.get(url(5)).content.decode()


def test_in_an_individual_event_the_partner_is_named(client: Client, cup: Tournament) -> None:
    """R13.4"""
    Tournament.objects.update(event="individual")
    cup.refresh_from_db()
    players = [EntryFactory(tournament=cup, players=(name,)) for name in ("Ан А.", "Бо Б.", "Цой Ц.", "Ю Ю.")]
    round_ = RoundFactory(stage=StageFactory(tournament=cup, system="individual"))
    ProtocolFactory(partida=PartidaFactory(round=round_, entries=players))
    now, _ = meetings(client, 3)
    assert now is not None

    assert (now.partner, now.opponents) == ("Ан А.", "Бо Б. / Ю Ю.")
    assert [place.seat for place in now.places if place.mine] == [3]


def test_the_desks_message_reaches_each(client: Client, cup: Tournament, pairs: list[Entry]) -> None:
    HallMessage.objects.create(tournament=cup, text="Обед до 14:00", put_up_at=timezone.now())

    assert "Обед до 14:00" in client.get(url(1)).content.decode()


@pytest.mark.parametrize(
    ("change", "said"),
    [({}, "Your table appears here with the draw."), ({"withdrawn_from": 1}, "Withdrawn from round 1 on.")],
)
def test_without_a_draw_the_page_says_what_will_come(
    client: Client, pairs: list[Entry], change: dict[str, int], said: str
) -> None:
    Entry.objects.filter(number=1).update(**change)

    assert said in client.get(url(1)).content.decode()


# -- release ---------------------------------------------------------------------------------------------------


def test_a_draw_that_is_held_back_is_not_told(client: Client, cup: Tournament, second: Round) -> None:
    hide(cup, "draw", 2)

    assert meetings(client, 3)[1] is None
    assert meetings(browser_of(cup, "referee"), 3)[1] is not None


def test_nor_is_a_result_that_is_held_back(client: Client, cup: Tournament, first: Round) -> None:
    hide(cup, "results", 1)

    assert told(meetings(client, 1)[0])[3:] == ("", "", None)
    assert str(SCORE[0]) not in client.get(url(1)).content.decode()


def test_names_can_be_initials(client: Client, cup: Tournament, first: Round) -> None:
    Tournament.objects.update(names_shown="initials")
    page = client.get(url(1)).content.decode()

    assert ("И. И. / П. П." in page, "Иванов" in page) == (True, False)


@pytest.mark.parametrize("change", ["hidden", "entries", "no such entry", "huge"])
def test_what_is_not_shown_is_not_there(client: Client, cup: Tournament, pairs: list[Entry], change: str) -> None:
    if change == "hidden":
        Tournament.objects.update(is_public=False)
    if change == "entries":
        hide(cup, "entries")
    number = {"no such entry": 99, "huge": 10**40}.get(change, 1)

    assert client.get(url(number)).status_code == 404


def test_it_is_asked_for_news(client: Client, first: Round) -> None:
    etag = client.get(url(1))["ETag"]

    assert client.get(url(1), headers={"If-None-Match": etag}).status_code == 304


def test_nothing_is_posted_to_it(client: Client, pairs: list[Entry]) -> None:
    assert client.post(url(1)).status_code == 405


@pytest.mark.parametrize("more", [0, 3])
def test_more_tables_need_no_more_queries(
    client: Client, second: Round, more: int, django_assert_num_queries: Any
) -> None:
    for _ in range(more):
        ProtocolFactory(partida=PartidaFactory(round=second))
    with django_assert_num_queries(QUERIES):
        client.get(url(3))


# Version, tournament, what is seen, entry and players, rounds; two tables; clocks; message.
QUERIES = 28

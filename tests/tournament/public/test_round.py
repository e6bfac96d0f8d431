"""The tables of a round for everybody: no score before it is confirmed (R11.2)."""

from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import EntryFactory, PartidaFactory, ProtocolFactory
from tests.pages import browser_of
from tournament.models import Protocol, Round, Tournament

from .conftest import DEALS
from .release import decide, initials

URL = "/t/cup/rounds/1/"


class _Items(HTMLParser):
    """The words of each item of the list of tables."""

    def __init__(self) -> None:
        super().__init__()
        self.items: list[str] = []
        self.inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside = self.inside or (tag, dict(attrs).get("class")) == ("ol", "scoreboard")
        if tag == "li" and self.inside:
            self.items.append("")

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag != "ol"

    def handle_data(self, data: str) -> None:
        if self.inside and self.items:
            self.items[-1] = " ".join(f"{self.items[-1]} {data}".split())


def tables_of(response: Any) -> list[str]:
    reader = _Items()
    reader.feed(response.content.decode())
    return reader.items


def test_a_score_is_shown_once_it_counts_and_not_before(client: Client, round_: Round) -> None:
    assert reverse("public:round", args=["cup", 1]) == URL
    assert tables_of(client.get(URL)) == [
        "Table 1 Side A 1 Иванов И. / Петров П. won 77 Side B 2 Ким К. / Ли Л. 50",
        "Table 2 waiting for confirmation Side A 3 Ан А. / Бо Б. Side B 4 Цой Ц. / Ю Ю.",
    ]


def test_what_is_being_played_shows_no_score_either(client: Client, round_: Round) -> None:
    Protocol.objects.update(state="open")

    assert tables_of(client.get(URL)) == [
        "Table 1 being played Side A 1 Иванов И. / Петров П. Side B 2 Ким К. / Ли Л.",
        "Table 2 being played Side A 3 Ан А. / Бо Б. Side B 4 Цой Ц. / Ю Ю.",
    ]


@pytest.mark.parametrize(
    ("kind", "winner", "said"),
    [
        ("walkover", "b", "Table 3 won without play Side A 5 Эн Э. / Юн Ю. Side B 6 Ян Я. / Яр Я. won"),
        ("both_absent", "", "Table 3 both absent Side A 5 Эн Э. / Юн Ю. Side B 6 Ян Я. / Яр Я."),
        ("bye", "", "Free this round Side A 5 Эн Э. / Юн Ю."),
    ],
)
def test_tables_without_play_say_so(client: Client, round_: Round, kind: str, winner: str, said: str) -> None:
    names = [("Эн Э.", "Юн Ю."), ("Ян Я.", "Яр Я.")]
    pairs = [EntryFactory(tournament=round_.tournament, players=pair) for pair in names]
    PartidaFactory(round=round_, kind=kind, winner=winner, entries=pairs[:1] if kind == "bye" else pairs)

    assert tables_of(client.get(URL))[2] == said


def test_a_meeting_shows_the_parts_won_before_the_points(client: Client, cup: Tournament, round_: Round) -> None:
    regulations = round_.regulations
    assert regulations is not None
    regulations.data = {
        "preset": "fdr", "target": 100, "minutes": None, "best_of": 3, "detail": "totals",
    }  # fmt: skip
    regulations.save()
    Protocol.objects.filter(state="confirmed").update(parts=[[100, 90], [0, 100], [100, 95]])

    assert tables_of(client.get(URL))[0] == (
        "Table 1 Side A 1 Иванов И. / Петров П. won 2 200 Side B 2 Ким К. / Ли Л. 1 285"
    )


def test_results_that_are_held_back_leave_who_sits_where(client: Client, round_: Round) -> None:
    PartidaFactory(round=round_, kind="walkover", winner="b")
    decide("results", "officials")

    assert tables_of(client.get(URL)) == [
        "Table 1 Side A 1 Иванов И. / Петров П. Side B 2 Ким К. / Ли Л.",
        "Table 2 Side A 3 Ан А. / Бо Б. Side B 4 Цой Ц. / Ю Ю.",
        "Table 3 Side A 5 Игрок 5-1 / Игрок 5-2 Side B 6 Игрок 6-1 / Игрок 6-2",
    ]
    assert "77" in tables_of(browser_of(round_.tournament).get(URL))[0]


def test_a_draw_that_is_held_back_is_not_there(client: Client, round_: Round) -> None:
    decide("draw", "officials", 1)

    assert [who.get(URL).status_code for who in (client, browser_of(round_.tournament, "referee"))] == [404, 200]
    assert client.get("/t/cup/").context["round"] is None


def test_what_is_hidden_is_hidden_from_officials_too(client: Client, round_: Round) -> None:
    decide("draw", "hidden", 1)

    assert browser_of(round_.tournament).get(URL).status_code == 404


def test_names_as_initials_and_no_reason_in_words(client: Client, round_: Round) -> None:
    Round.objects.update(draw={"unconfirmed": [[3, 3]], "override_reason": "Иванов уезжает"})
    initials()

    page = client.get(URL)

    assert tables_of(page)[0] == "Table 1 Side A 1 И. И. / П. П. won 77 Side B 2 К. К. / Л. Л. 50"
    assert "Иванов" not in page.content.decode()


@pytest.mark.parametrize("state", ["proposed", None])
def test_a_round_that_is_not_published_is_not_there(client: Client, round_: Round, state: str | None) -> None:
    if state:
        round_.state = state
        round_.save()
    number = 1 if state else 9

    assert client.get(reverse("public:round", args=["cup", number])).status_code == 404


def test_nor_is_one_of_a_tournament_that_is_not_public(client: Client, round_: Round) -> None:
    Tournament.objects.update(is_public=False)

    assert client.get(URL).status_code == 404


def test_nothing_is_posted_to_it(client: Client, round_: Round) -> None:
    assert client.post(URL).status_code == 405


@pytest.mark.parametrize("more", [0, 2])
def test_more_tables_need_no_more_queries(
    client: Client, round_: Round, more: int, django_assert_num_queries: Any
) -> None:
    for _ in range(more):
        ProtocolFactory(partida=PartidaFactory(round=round_), deals=DEALS)
    with django_assert_num_queries(QUERIES):
        assert len(tables_of(client.get(URL))) == 2 + more


# Tournament, release, rounds, record of the draw; tables with seats, rulings, deals, revisions, signatures, protests.
QUERIES = 14


def test_that_a_round_was_drawn_before_all_results_were_in_is_public(client: Client, round_: Round) -> None:
    Round.objects.update(draw={"unconfirmed": [[3, 3], [3, 7], [4, 1]], "override_reason": "The hall closes at six"})

    assert client.get(URL).context["drawn_before"] == (
        "Drawn before these results were confirmed, and without them: round 3, tables 3, 7; round 4, table 1. "
        "Reason: The hall closes at six"
    )

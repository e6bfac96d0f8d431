"""What referees decided, for everybody, as far as it is released."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.pages import browser_of
from tournament.models import Round, Ruling

from .release import decide, initials

URL = "/t/cup/rulings/"


@pytest.fixture
def ruled(round_: Round) -> Round:
    """A warning, and one that was struck out; both for one player."""
    partida = round_.partidas.get(table=1)
    for number, withdrawn in ((1, ""), (2, "Видео Кима")):
        Ruling.objects.create(
            partida=partida,
            number=number,
            data={"code": "move_time", "seat": 2, "deal": 1},
            made_at=timezone.now(),
            withdrawn_reason=withdrawn,
            withdrawn_at=timezone.now() if withdrawn else None,
        )
    return round_


def test_by_default_only_officials_see_them(client: Client, ruled: Round) -> None:
    assert reverse("public:rulings", args=["cup"]) == URL
    assert [who.get(URL).status_code for who in (client, browser_of(ruled.tournament, "referee"))] == [404, 200]


def test_released_they_say_whom_for_what_and_what_it_cost(client: Client, ruled: Round) -> None:
    decide("rulings", "public")

    struck, warned = client.get(URL).context["rulings"]

    assert (warned.round, warned.table, warned.player, warned.penalty) == (1, 1, "Ким К.", "warning")
    assert (struck.withdrawn, struck.penalty, struck.note) == (True, "—", "The ruling is withdrawn. Видео Кима")
    assert 'href="/t/cup/rulings/"' in client.get("/t/cup/").content.decode()


def test_they_wait_for_the_results_of_their_round(client: Client, ruled: Round) -> None:
    decide("rulings", "public")
    decide("results", "officials", 1)

    assert client.get(URL).status_code == 404


def test_who_reads_initials_reads_no_words_of_officials(client: Client, ruled: Round) -> None:
    decide("rulings", "public")
    initials()

    assert [(row.player, row.note) for row in client.get(URL).context["rulings"]] == [("К. К.", ""), ("К. К.", "")]


def test_none_yet(client: Client, round_: Round) -> None:
    decide("rulings", "public")

    assert "The referees have decided nothing that is published." in client.get(URL).content.decode()


def test_nothing_is_posted_to_it(client: Client, ruled: Round) -> None:
    assert client.post(URL).status_code == 405


@pytest.mark.parametrize("more", [0, 30])
def test_more_rulings_need_no_more_queries(
    client: Client, ruled: Round, more: int, django_assert_num_queries: Any
) -> None:
    decide("rulings", "public")
    partida, data = ruled.partidas.get(table=1), {"code": "move_time", "seat": 1, "deal": 2}
    Ruling.objects.bulk_create(
        Ruling(partida=partida, number=3 + number, data=data, made_at=timezone.now()) for number in range(more)
    )

    with django_assert_num_queries(7):
        assert len(client.get(URL).context["rulings"]) == 2 + more

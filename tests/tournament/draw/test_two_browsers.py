"""Two officials press the same button at once: one wins, the other is told, and nothing is written twice."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from tests.tournament.draw.play import BY, stage_of
from tournament.draw import adjusting, queries, services
from tournament.models import Protocol, Round
from tournament.phrases import Refused

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(act: Callable[[], object]) -> list[str]:
    """What two threads are told that do the same thing: "" for success, else the code of the refusal."""

    def told(_number: int) -> str:
        try:
            act()
        except Refused as refusal:
            return refusal.code
        finally:
            connection.close()
        return ""

    with ThreadPoolExecutor(2) as threads:
        return sorted(threads.map(told, range(2)))


def test_a_round_is_drawn_once() -> None:
    stage = stage_of(6)

    told = at_once(lambda: services.propose_swiss(stage=stage, seed="1", by=BY))

    assert (told, Round.objects.count()) == (["", "draw.exists"], 1)


def test_two_swaps_of_what_both_saw_are_one() -> None:
    round_ = services.propose_swiss(stage=stage_of(6), seed="1", by=BY)
    seen, ((a, _), (b, _), *_rest) = queries.fingerprint(round_), queries.pairings_of(round_)

    told = at_once(lambda: adjusting.swap(round_=round_, first=a, second=b, reason="", by=BY, seen=seen))

    assert told == ["", "draw.changed_meanwhile"]
    assert [pair[0] for pair in queries.pairings_of(round_)[:2]] == [b, a]


def test_a_round_is_published_once() -> None:
    round_ = services.propose_swiss(stage=stage_of(6), seed="1", by=BY)

    told = at_once(lambda: services.publish(round_=round_, by=BY))

    assert (told, Protocol.objects.count()) == (["", "draw.published"], 3)

"""`manage.py demo`: a tournament in which everything that a hall knows can be seen."""

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

import scoring
from tournament.clock.queries import round_clock
from tournament.management.commands.demo import SLUG
from tournament.models import AuditRecord, Document, Partida, Protest, Protocol, Round, Tournament
from tournament.rulings.queries import Line, lines

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def demo() -> str:
    out = StringIO()
    call_command("demo", stdout=out)
    return out.getvalue()


def test_the_demo_shows_every_state_rulings_a_walkover_and_a_running_clock() -> None:
    demo()
    tournament = Tournament.objects.get(slug=SLUG)
    round_ = tournament.rounds.get(state=Round.State.PUBLISHED.value)

    states = Protocol.objects.filter(partida__round=round_).order_by("partida__table").values_list("state", flat=True)
    assert list(states) == ["corrected", "confirmed", "accepted", "entered", "open"]
    assert [_shown(line) for line in lines(tournament)] == [
        (5, 1, scoring.Penalty(warning=True), ()),
        (6, 5, scoring.Penalty(warning=True), ()),
        (6, 5, scoring.Penalty(), ("withdrawn",)),
        (6, 5, scoring.Penalty(fine="usual"), ("repeat",)),
    ]
    walkover = Partida.objects.get(kind=Partida.Kind.WALKOVER.value)
    assert (walkover.round.number, walkover.table, walkover.winner, walkover.protocol.counts) == (2, 5, "a", True)
    assert list(Protest.objects.values_list("protocol__partida__table", "side", "state")) == [(2, "b", "open")]
    left = round_clock(round_).left()
    assert left is not None
    assert timedelta(minutes=35) < left <= timedelta(minutes=40)


def _shown(line: Line) -> tuple[Any, ...]:
    return line.round, line.table, line.decision.penalty, line.decision.why


@pytest.mark.once
def test_it_says_how_to_log_in_and_by_which_code_a_table_is_opened_and_a_second_start_changes_nothing() -> None:
    said = demo().splitlines()
    before = AuditRecord.objects.count(), Document.objects.count()
    round_ = Round.objects.get(tournament__slug=SLUG, state=Round.State.PUBLISHED.value)

    code = said[-1].removeprefix("Without an account: /table/, code ").partition(",")[0]
    page = Client().post("/table/", {"code": code})

    assert page["Location"] == "/desk/demo/protocols/6/5/"
    assert [post.table for post in round_.table_referees.all()] == [1, 2, 3, 4, 5]
    assert demo().splitlines() == said[1:]
    assert (AuditRecord.objects.count(), Document.objects.count()) == before

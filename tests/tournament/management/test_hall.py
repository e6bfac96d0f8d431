"""`manage.py bench hall`: referees write at once on the pages of a served program; no deal is lost or double."""

import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

import scoring
from tests.factories import PartidaFactory, ProtocolFactory, RoundFactory, StageFactory, TournamentFactory
from tournament.management.simulation import hall
from tournament.models import Protocol

pytestmark = pytest.mark.django_db

FIGURES = re.compile(
    r"pause 0 s, (\d+) rounds in \d+ s: (\d+) tables, (\d+) deals acknowledged, (\d+) sent once more: 0 faults\. "
    r"A deal is saved in \d+ ms, 99 of 100 in \d+ ms; \d+\.\d a second"
)


@pytest.mark.slow
@pytest.mark.once
def test_referees_write_at_once_and_nothing_is_lost_or_double() -> None:
    """Each a process, on the pages of a served program; some answers are lost and some deals sent twice."""
    out = StringIO()
    call_command(
        *("bench", "hall", "--referees", "3", "--pairs", "6", "--deals", "4", "--seconds", "1", "--pause", "0"),
        stdout=out,
    )

    first, figures, last = out.getvalue().splitlines()
    assert first == "6 pairs, 3 referees who write at once; one process of eight threads, SQLite:"
    assert last == "Nothing that was acknowledged is lost, nothing is there twice, no error was shown."
    found = FIGURES.fullmatch(figures)
    assert found, figures
    rounds, tables, deals, again = map(int, found.groups())
    # A partida of four deals may need an extra one (R7.1).
    assert tables == 3 * rounds
    assert 4 * tables <= deals <= 5 * tables
    assert again > 0


@pytest.mark.parametrize("half", [("--redis", "redis://127.0.0.1"), ("--database", "postgres://127.0.0.1")])
def test_half_a_server_is_refused(half: tuple[str, str]) -> None:
    with pytest.raises(CommandError) as refusal:
        call_command("bench", "hall", *half)
    assert str(refusal.value) == "A server has both, --database and --redis; a laptop has neither."


def test_a_deal_that_is_lost_changed_or_there_twice_is_found() -> None:
    rules = scoring.Regulations.from_dict({"preset": "fdr_deals", "deals": 4})
    deals = scoring.playout_partida(rules, 1)
    cup = TournamentFactory(rules=rules)
    partida = PartidaFactory(round=RoundFactory(stage=StageFactory(tournament=cup)))
    protocol = ProtocolFactory(partida=partida, deals=deals, state=Protocol.State.ACCEPTED.value)
    taken = [{"key": row.key} for row in protocol.deals.order_by("number")]
    other = scoring.playout_partida(rules, 2)

    assert hall.told_apart(partida, deals, taken) == []
    assert hall.told_apart(partida, deals, [*taken, {"key": "lost"}]) == [
        "table 1: not the keys that were acknowledged"
    ]
    assert hall.told_apart(partida, other, taken) == [
        "table 1: not the deals that were played",
        "table 1: not the points of its deals",
    ]

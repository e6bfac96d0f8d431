"""`manage.py bench growth`: what things cost as an installation grows; and whether what it is measured on is real."""

import re
import tempfile
from io import StringIO
from pathlib import Path
from threading import Thread

import pytest
from django.core.management import call_command
from django.db import connection
from pytest_django import Settings

import scoring
from tournament.audit.chain import verify
from tournament.management import aside
from tournament.management.benches import costs
from tournament.management.benches.copying import Original
from tournament.management.benches.costs import COSTS, Cost
from tournament.management.benches.growth import power
from tournament.management.benches.played import play
from tournament.management.benches.scene import neighbour
from tournament.models import AuditRecord, Deal, Document, Partida, Player, Protocol, Tournament
from tournament.standings.queries import table


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.django_db
def test_bench_growth_measures_each_thing_and_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Really done, on a database of its own."""
    monkeypatch.setattr(costs, "REPEATS", 1)
    own, out = connection.settings_dict["NAME"], StringIO()
    size = {"tournaments": 3, "pairs": 40, "rounds": 1, "deals": 150}

    call_command("bench", "growth", *(f"--{name}={value}" for name, value in size.items()), stdout=out)
    lines = out.getvalue().splitlines()

    assert lines[0].startswith(
        f"{connection.vendor}: 3 tournaments, that of 40 pairs: User 9, Player 112, Tournament 3"
    )
    assert lines[2:4] == ["| tournaments | 3 | queries | MB | grows |", "| --- | --- | --- | --- | --- |"]
    rows = [line.strip("| ").split(" | ") for line in lines[4:]]
    assert [row[0] for row in rows] == [each.name for each in COSTS]
    assert all(re.fullmatch(r"[\d,]+(\.\d)? ms", row[1]) and row[2].isdecimal() for row in rows)
    assert (Tournament.objects.count(), connection.settings_dict["NAME"]) == (0, own)


@pytest.mark.django_db
def test_a_database_aside_is_of_the_same_engine_and_gone_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    """All threads of the process work on it; whether its tables can be made is a matter of the migrations."""
    monkeypatch.setattr(aside, "call_command", lambda *arguments, **options: None)
    own, elsewhere = connection.settings_dict["NAME"], []

    def look() -> None:
        elsewhere.append(connection.settings_dict["NAME"])
        connection.close()

    with aside.same_engine_aside():
        name, vendor, tables = (
            connection.settings_dict["NAME"],
            connection.vendor,
            connection.introspection.table_names(),
        )
        thread = Thread(target=look)
        thread.start()
        thread.join()

    assert (elsewhere, tables, vendor) == ([name], [], connection.vendor)
    assert name != own == connection.settings_dict["NAME"]
    assert name not in databases()


def databases() -> list[str]:
    if connection.vendor == "sqlite":
        return [str(path) for path in Path(tempfile.gettempdir()).glob("domino-aside-*/*.sqlite3")]
    with connection.cursor() as cursor:
        cursor.execute("SELECT datname FROM pg_database")
        return [name for (name,) in cursor.fetchall()]


@pytest.mark.once
@pytest.mark.parametrize(
    ("sizes", "seconds", "said"),
    [
        ([1, 100, 10_000], [9.0, 1.0, 1.0], "n^0.00"),
        ([1, 100, 10_000], [0.1, 1.0, 100.0], "n^1.00"),
        ([10, 20], [1.0, 4.0], "n^2.00"),
        ([10], [1.0], ""),
    ],
)
def test_growth_is_told_between_the_last_two_sizes(sizes: list[int], seconds: list[float], said: str) -> None:
    assert power(sizes, [Cost(each, 1) for each in seconds]) == said


@pytest.mark.once
@pytest.mark.parametrize("deals", [0, 1, 48, 200, 288, 289, 5_000])
def test_tournaments_beside_have_as_many_deals_as_are_wanted(deals: int) -> None:
    pairs, rounds = neighbour(deals)

    assert 1 <= rounds <= 6
    assert deals <= pairs // 2 * rounds * 12 < deals + pairs // 2 * 12 + 48


# -- what it is measured on -----------------------------------------------------------------------------------------


@pytest.fixture
def many(db: None, settings: Settings, tmp_path: Path) -> list[Tournament]:
    """A tournament that was played, and three copies of it."""
    settings.MEDIA_ROOT = tmp_path
    play("cup", 4, 2)
    original = Original.of_now()
    original.copy(1, 1)
    original.copy(2, 3)
    return list(Tournament.objects.order_by("pk"))


@pytest.mark.slow
def test_copies_are_as_valid_as_what_was_played(many: list[Tournament]) -> None:
    assert [cup.slug for cup in many] == ["cup", "cup-1", "cup-2", "cup-3"]
    assert [verify(cup.journal.all()).faults for cup in many] == [[], [], [], []]
    rows = [[row.as_dict() | {"players": ()} for row in table(cup.stages.get()).rows] for cup in many]
    assert rows[1:] == rows[:1] * 3
    for protocol in Protocol.objects.select_related("partida__round__regulations"):
        deals = [deal.value for deal in protocol.deals.all()]
        assert scoring.play(protocol.partida.round.rules, deals).next.over
    codes = Document.objects.values_list("code", flat=True)
    assert len(set(codes)) == len(codes) == Partida.objects.count() == 16


@pytest.mark.slow
def test_what_comes_after_copies_has_keys_of_its_own(many: list[Tournament]) -> None:
    before = {model: model._default_manager.count() for model in (Player, Deal, AuditRecord)}
    play("after", 4, 1)

    assert all(model._default_manager.count() > count for model, count in before.items())
    assert verify(Tournament.objects.get(slug="after").journal.all()).intact

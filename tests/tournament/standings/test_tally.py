"""From the sheets in the database to places: the program agrees with a second computation (R12)."""

import pytest
from django.utils import timezone

from tests.factories import (
    EntryFactory,
    PartidaFactory,
    ProtocolFactory,
    RoundFactory,
    StageFactory,
    TournamentFactory,
)
from tests.scoring.tally import TARGET, Event, Sheet, invented, tally
from tournament.models import Entry, LotsDrawn, Partida, Round, Ruling, Stage
from tournament.standings.queries import table

# Small events in which all odd cases come up: a test below holds them to that.
EVENTS = (1, 4, 12, 18, 22, 27)
FINE = {"code": "noise", "departure": {"fine": 10}, "reason": "шум"}
LOST = {"code": "noise", "departure": {"loses": True}, "reason": "сдача"}


def written(event: Event) -> Stage:
    """The event as the program would have it: withdrawals, rulings and all."""
    rules = {"preset": "fdr", "target": TARGET, "detail": "totals", "tie": "draw", "criteria": event.criteria}
    rules |= dict(zip(("cap_points", "cap_difference"), event.caps, strict=True))
    cup = TournamentFactory(**{f"rules__{key}": value for key, value in rules.items()})
    entries = {
        number: EntryFactory(
            tournament=cup, number=number, seed=event.seeds.get(number), withdrawn_from=event.gone.get(number)
        )
        for number in range(1, event.entries + 1)
    }
    stage = StageFactory(tournament=cup)
    if event.lots:
        LotsDrawn.objects.create(stage=stage, number=1, seed="шесть", entries=event.lots)
    rounds: dict[int, Round] = {}
    for sheet in event.sheets:
        if sheet.round not in rounds:
            rounds[sheet.round] = RoundFactory(stage=stage, number=sheet.round)
        _write(sheet, rounds[sheet.round], entries)
    return stage


def _write(sheet: Sheet, round_: Round, entries: dict[int, Entry]) -> None:
    winner = "ab"[sheet.winner] if sheet.kind == "walkover" else ""
    sides = [entries[number] for number in sheet.sides]
    partida = PartidaFactory(round=round_, kind=sheet.kind, winner=winner, entries=sides)
    if sheet.kind == "bye":
        return
    net = [max(0, points - fine) for points, fine in zip(sheet.points, sheet.fines, strict=True)]
    ProtocolFactory(partida=partida, parts=[net] if sheet.kind == "played" else None, state="confirmed")
    for side, fine in enumerate(sheet.fines):
        if fine:
            _rule(partida, side, FINE)
    if sheet.lost_by_ruling is not None:
        _rule(partida, sheet.lost_by_ruling, LOST)


def _rule(partida: Partida, side: int, ruling: dict[str, object]) -> None:
    number = partida.rulings.count() + 1
    Ruling.objects.create(partida=partida, number=number, data=ruling | {"seat": side + 1}, made_at=timezone.now())


@pytest.mark.django_db
@pytest.mark.parametrize("number", EVENTS)
def test_the_tables_agree(number: int) -> None:
    event = invented(number)

    rows = table(written(event)).rows

    assert {row.entry: row.place for row in rows} == {entry: place for entry, (place, _v) in tally(event).items()}


def test_all_odd_cases_come_up() -> None:
    seen = [set(invented(number).seen) for number in EVENTS]

    odd = {"walkover", "bye", "both_absent", "void", "withdrawn", "fine", "ruling", "level", "over"}
    assert sorted(odd - {case for each in seen for case in each}) == []

"""The engine's tables agree with a second computation that shares nothing with them (R12)."""

from collections import Counter

import pytest

from scoring import CRITERIA, Result, Ruling, play_totals, preset, rank, seat_results
from tests.scoring.tally import ODD, TARGET, Event, Sheet, invented, tally
from tests.scoring.test_league import meetings, published

EVENTS = 500
RULES = preset("fdr").replace(target=TARGET, detail="totals", tie="draw")


def results(event, rules):
    """What the engine makes of the sheets."""
    for sheet in event.sheets:
        seats = seat_results(rules, sheet.kind, _score(sheet, rules), "ab"[sheet.winner])
        for side, entry in enumerate(sheet.sides):
            if sheet.kind != "played" and event.gone.get(entry, 99) <= sheet.round:
                continue
            opponents = tuple(other for other in sheet.sides if other != entry)
            penalties = int(sheet.fines[side] > 0) + int(sheet.lost_by_ruling == side)
            seat = seats[side + 1]
            yield Result.of(seat, entry=entry, round=sheet.round, opponents=opponents, penalties=penalties)


def _score(sheet, rules):
    if sheet.kind != "played":
        return None
    net = tuple(max(0, points - fine) for points, fine in zip(sheet.points, sheet.fines, strict=True))
    lost = [] if sheet.lost_by_ruling is None else [Ruling(seat=sheet.lost_by_ruling + 1, loses=True)]
    return play_totals(rules, [net], lost)


def table(event):
    """The engine's table as the second computation writes it."""
    rules = RULES.replace(cap_points=event.caps[0], cap_difference=event.caps[1])
    lots = {entry: lot for lot, entry in enumerate(event.lots, 1)}
    entries = range(1, event.entries + 1)
    rows = rank(entries, results(event, rules), event.criteria, regulations=rules, seeds=event.seeds, lots=lots)
    return {row.entry: (row.place, tuple(_more_is_better(*item) for item in row.values.items())) for row in rows}


def _more_is_better(code, value):
    return value if value is None or CRITERIA[code].best == "high" else -value


def test_five_hundred_events_come_out_the_same_both_ways():
    seen, criteria, head_to_head = Counter(), Counter(), Counter()
    for number in range(EVENTS):
        event = invented(number)
        assert table(event) == tally(event), f"event {number}"
        seen += event.seen
        criteria.update(event.criteria)
        head_to_head.update(_applied(event))
    assert [kind for kind in ODD if seen[kind] < 20] == []
    assert [code for code in CRITERIA if criteria[code] < 20] == []
    assert min(head_to_head["applied"], head_to_head["not all have met"]) > 20


def test_the_second_computation_comes_to_the_table_of_a_real_league():
    """By its 164 games (tests/scoring/golden)."""
    games = [(a, b, points) for _, a, b, parts, _ in meetings() for points in parts]
    sheets = [Sheet(number, "played", (a, b), points=points) for number, (a, b, points) in enumerate(games, 1)]
    event = Event(15, sheets, {}, ["wins", "difference", "points_for"], (False, False), [], {})

    tallied = {pair: values for pair, (_place, values) in tally(event).items()}

    league = published("league_standings_by_games.csv").items()
    assert tallied == {pair: (won, difference, points) for pair, (_, won, _, points, _, difference) in league}


def _applied(event):
    """Whether those level with each other could be compared among themselves."""
    if "head_to_head" not in event.criteria:
        return
    at = event.criteria.index("head_to_head")
    values = tally(event)
    for entry, (_place, mine) in values.items():
        tied = [other for other, (_its, said) in values.items() if said[:at] == mine[:at] and other != entry]
        if tied:
            yield "not all have met" if mine[at] is None else "applied"


@pytest.mark.parametrize(
    ("third", "compared"),
    [
        (Sheet(3, "played", (3, 1), points=(100, 60)), 1),
        (Sheet(3, "walkover", (3, 1), winner=0), None),
        (Sheet(3, "bye", (3,)), None),
    ],
)
def test_three_in_a_circle_are_compared_only_if_all_of_them_have_met(third, compared):
    """R12.3: 1 beat 2, 2 beat 3, and 3 has won, too; whether that was against 1 and at the table decides."""
    sheets = [
        Sheet(1, "played", (1, 2), points=(100, 60)),
        Sheet(2, "played", (2, 3), points=(100, 60)),
        third,
    ]
    event = Event(4, sheets, {}, ["wins", "head_to_head"], (False, False), [], {})
    assert tally(event) == {**dict.fromkeys((1, 2, 3), (1, (1, compared))), 4: (4, (0, None))}
    assert table(event) == tally(event)

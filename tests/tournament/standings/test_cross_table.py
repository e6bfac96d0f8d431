"""Who met whom with what result: what the cross-table says, and its page on the desk."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.urls import reverse

from tests.factories import EntryFactory, PartidaFactory, ProtocolFactory, RoundFactory, StageFactory, TournamentFactory
from tests.pages import browser_of, rows_of
from tests.tournament.draw.play import BY, play, stage_of, swiss_rounds
from tournament.draw import services
from tournament.models import Entry, Partida, Protocol, Round, Seat, Stage
from tournament.standings.cross_table import CrossTable, Line, Meeting, cross_table
from tournament.standings.queries import table

ROUTE = "standings:cross_table"
pytestmark = pytest.mark.django_db


def crossed(stage: Stage, after: int | None = None) -> CrossTable:
    return cross_table(table(stage, after=after))


def said(meetings: Sequence[Meeting]) -> list[tuple[int, str, int | None, tuple[int, int] | None]]:
    """Round, outcome, opponent and score of each meeting."""
    return [(m.round, m.how, m.opponent.entry if m.opponent else None, m.score) for m in meetings]


def lines(stage: Stage) -> dict[int, Line]:
    """The lines of the only group, by entry."""
    (group,) = crossed(stage).groups
    return {line.row.entry: line for line in group.lines}


def at(round_: Round, kind: str, *entries: Entry, winner: str = "", state: str = "confirmed") -> Partida:
    """A partida that wasn't played; only a bye has no protocol."""
    partida: Partida = PartidaFactory(round=round_, kind=kind, winner=winner, entries=entries)
    if kind != "bye":
        ProtocolFactory(partida=partida, state=state)
    return partida


def test_rows_and_columns_stand_in_the_order_of_the_standing(round_: Round) -> None:
    (group,) = crossed(round_.stage).groups

    assert [line.row.entry for line in group.lines] == [1, 4, 3, 2]
    assert [[cell if cell is None else said(cell) for cell in line.cells] for line in group.lines] == [
        [None, [], [], [(1, "won", 2, (100, 60))]],
        [[], None, [(1, "won", 3, (100, 80))], []],
        [[], [(1, "lost", 4, (80, 100))], None, []],
        [[(1, "lost", 1, (60, 100))], [], [], None],
    ]
    assert group.has_free is False


def test_a_result_that_is_not_confirmed_waits(round_: Round) -> None:
    """R11.2: only confirmed protocols count, whatever has become of the table."""
    Protocol.objects.filter(partida__table=1).update(state="accepted")
    Partida.objects.filter(table=2).update(kind="walkover", winner="a")
    Protocol.objects.filter(partida__table=2).update(state="accepted")

    assert [said(line.meetings) for line in lines(round_.stage).values()] == [
        [(1, "waiting", 2, None)],
        [(1, "waiting", 1, None)],
        [(1, "waiting", 4, None)],
        [(1, "waiting", 3, None)],
    ]


def test_what_was_not_played_says_what_it_is_instead(round_: Round) -> None:
    """R8: a bye, a walkover and what it is for the absent, both absent, annulled."""
    one, two, three, four = round_.tournament.entries.all()
    second, third = RoundFactory(stage=round_.stage), RoundFactory(stage=round_.stage)
    at(second, "walkover", one, three, winner="a")
    at(second, "both_absent", two, four)
    at(third, "void", one, four)
    at(third, "bye", two)

    found = lines(round_.stage)

    assert said(found[1].meetings[1:]) == [(2, "walkover_won", 3, (100, 0)), (3, "void", 4, None)]
    assert said(found[2].meetings[1:]) == [(2, "both_absent", 4, None), (3, "bye", None, (100, 0))]
    assert said(found[3].meetings[1:]) == [(2, "walkover_lost", 1, (0, 100))]
    assert said(found[2].free) == [(3, "bye", None, (100, 0))]
    assert len({meeting.mark for line in found.values() for meeting in line.meetings}) == 7


def test_one_that_has_withdrawn_has_lost_by_absence_and_no_score(round_: Round) -> None:
    """R12.5: an unplayed round after its withdrawal counts nothing for it."""
    one, _two, three, _four = round_.tournament.entries.all()
    at(RoundFactory(stage=round_.stage), "walkover", one, three, winner="a")
    Entry.objects.filter(number=3).update(withdrawn_from=2)

    assert said(lines(round_.stage)[3].meetings[1:]) == [(2, "walkover_lost", 1, None)]


def test_both_legs_of_a_round_robin_stand_in_one_cell() -> None:
    stage = stage_of(3, "round_robin")
    for leg in services.propose_round_robin(stage=stage, legs=2, seed=None, by=BY):
        play(leg)

    first, *_others = lines(stage).values()

    assert [cell if cell is None else [meeting.round for meeting in cell] for cell in first.cells] == [
        None,
        [2, 5],
        [3, 6],
    ]
    assert [meeting.round for meeting in first.free] == [1, 4]


def test_each_group_has_its_own() -> None:
    stage = stage_of(6, "round_robin")
    play(services.propose_round_robin(stage=stage, legs=1, seed=None, groups=2, by=BY)[0])

    stage.refresh_from_db()
    groups = crossed(stage).groups

    assert [group.letter for group in groups] == ["A", "B"]
    assert [{line.row.entry for line in group.lines} for group in groups] == [{1, 4, 5}, {2, 3, 6}]


def test_a_proposed_round_is_not_there_yet(round_: Round) -> None:
    one, two, *_others = round_.tournament.entries.all()
    PartidaFactory(round=RoundFactory(stage=round_.stage, state="proposed"), entries=(one, two))

    assert len(lines(round_.stage)[1].meetings) == 1


def test_an_earlier_round_is_looked_back_at(round_: Round) -> None:
    one, _two, three, _four = round_.tournament.entries.all()
    at(RoundFactory(stage=round_.stage), "walkover", one, three, winner="a")

    (group,) = crossed(round_.stage, after=1).groups

    assert [len(line.meetings) for line in group.lines] == [1, 1, 1, 1]


def test_where_partners_change_nobody_meets_as_a_pair(round_: Round) -> None:
    """R13.4: in an individual event four entries sit at a table."""
    four = Entry.objects.get(number=4)
    Seat.objects.filter(partida__table=1, number=3).update(entry=EntryFactory(tournament=four.tournament))

    cross = crossed(round_.stage)

    assert (cross.by_pairs, cross.groups) == (False, ())


@pytest.mark.parametrize(("pairs", "grid", "sheet"), [(24, True, True), (25, True, False), (65, False, False)])
def test_a_grid_has_as_many_columns_as_can_be_read(pairs: int, grid: bool, sheet: bool) -> None:
    stage = stage_of(pairs)
    RoundFactory(stage=stage)

    (group,) = crossed(stage).groups

    assert (group.has_grid, group.fits_a_sheet) == (grid, sheet)


# -- the page ------------------------------------------------------------------------------------------------


def address(stage: Stage, query: str = "") -> str:
    return reverse(ROUTE, args=[stage.tournament.slug]) + query


def test_the_page_shows_the_grid(round_: Round) -> None:
    page = browser_of(round_.tournament).get(address(round_.stage))

    assert rows_of(page) == [
        ["1 1 Игрок 1-1 / Игрок 1-2", "", "", "", "+ won 100:60 round 1", "1", "+40"],
        ["2 4 Игрок 4-1 / Игрок 4-2", "", "", "+ won 100:80 round 1", "", "1", "+20"],
        ["3 3 Игрок 3-1 / Игрок 3-2", "", "− lost 80:100 round 1", "", "", "0", "−20"],
        ["4 2 Игрок 2-1 / Игрок 2-2", "− lost 60:100 round 1", "", "", "", "0", "−40"],
    ]
    assert page.context["cross"].legend[:2] == [("+", "won"), ("−", "lost")]


def test_a_result_leads_to_its_protocol(round_: Round) -> None:
    page = browser_of(round_.tournament, "referee").get(address(round_.stage))

    assert f'href="{reverse("protocols:entry", args=["cup", 1, 2])}"' in page.content.decode()


def test_the_standings_lead_there(round_: Round) -> None:
    page = browser_of(round_.tournament).get(reverse("standings:table", args=["cup"]))

    assert f'href="{address(round_.stage)}?stage=1&amp;after=1"' in page.content.decode()


def test_before_the_first_round_it_says_so(db: None) -> None:
    stage = stage_of(4)

    page = browser_of(stage.tournament).get(address(stage))

    assert (page.status_code, page.context["cross"].has_begun, rows_of(page)) == (200, False, [])


def test_without_a_stage_it_says_so(db: None) -> None:
    cup = TournamentFactory()

    page = browser_of(cup).get(reverse(ROUTE, args=[cup.slug]))

    assert (page.status_code, page.context["cross"]) == (200, None)


@pytest.mark.parametrize("asked", ["?stage=2", "?stage=x", "?after=9"])
def test_what_is_not_there_is_not_found(round_: Round, asked: str) -> None:
    assert browser_of(round_.tournament).get(address(round_.stage, asked)).status_code == 404


def test_the_page_is_only_read(round_: Round) -> None:
    assert browser_of(round_.tournament).post(address(round_.stage)).status_code == 405


def test_an_organiser_of_another_tournament_finds_nothing(round_: Round) -> None:
    assert browser_of(TournamentFactory()).get(address(round_.stage)).status_code == 404


def test_another_stage_is_shown_on_demand(round_: Round, play: Callable[..., None]) -> None:
    later = StageFactory(tournament=round_.tournament)
    one, two, *_others = round_.tournament.entries.all()
    play(RoundFactory(stage=later), one, two, 100, 0)
    organiser = browser_of(round_.tournament)

    shown = [organiser.get(address(round_.stage, query)).context["standings"].stage for query in ("", "?stage=1")]

    assert shown == [later, round_.stage]


@pytest.mark.parametrize("pairs", [3, 12])
def test_three_pairs_and_twelve_take_as_many_queries(pairs: int, django_assert_num_queries: Any) -> None:
    stage = stage_of(pairs)
    swiss_rounds(stage, 1 if pairs == 3 else 3)
    organiser = browser_of(stage.tournament)

    with django_assert_num_queries(13):
        organiser.get(address(stage))

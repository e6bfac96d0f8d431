"""A round of an individual event between the standings and the seats: partners are drawn too (R13.4)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter

import scoring
from tournament.models import Partida, Round, Seat, Stage
from tournament.standings.queries import Table as Standings

from . import fields, queries
from .individual_checks import Company, DrawnTables
from .systems import Undrawable
from .systems.individual import IndividualDraw, Past, Table, draw_individual
from .systems.lots import lot

LEAST = 4
"""How many have to play: a table."""


def order(stage: Stage, number: int, *, seed: str, standings: Standings) -> list[int]:
    """Who plays round `number`, the best first: by the standings, in the first round by rank; lots part equals."""
    playing = fields.order_of(stage, number)
    if not stage.rounds.exists():
        return fields.seeding(stage, playing, seed)
    place = {row.entry: row.place for row in standings.rows}
    return sorted(playing, key=lambda entry: (place[entry], lot(entry, seed)))


def draw(stage: Stage, number: int, players: Sequence[int], seed: str) -> IndividualDraw:
    """The draw of round `number` for these players, the best first. Raises Refused: too few of them."""
    so_far, within = company(stage, number), queries.policy_of(stage).within
    past = Past(
        partners=_pairs(so_far.partners.elements()),
        opponents=_pairs(so_far.opponents.elements()),
        free=so_far.free,
    )
    try:
        return draw_individual(players, past, seed=seed, within=within)  # type: ignore[arg-type] # checked
    except Undrawable as undrawable:
        raise queries.refused(undrawable, number) from None


def _pairs(couples: Iterable[frozenset[int]]) -> list[tuple[int, int]]:
    return [(min(couple), max(couple)) for couple in couples]


def seats_by_lots(tables: Sequence[Table], seed: str) -> list[Table]:
    """Who sits where: of partners the one with the smaller lot first, and of two pairs the one with the smallest.

    The lots are those of "seed/seats", so that they have nothing to do with who plays with whom.
    """

    def chance(player: int) -> bytes:
        return lot(player, f"{seed}/seats")

    def by_chance(table: Table) -> Table:
        one, other = (sorted(pair, key=chance) for pair in (table.a, table.b))
        first, second = sorted((one, other), key=lambda pair: chance(pair[0]))
        return Table((first[0], first[1]), (second[0], second[1]))

    return [by_chance(table) for table in tables]


# -- what was drawn and played -------------------------------------------------------------------------------------


def company(stage: Stage, before: int) -> Company:
    """Who was whose partner and opponent in the rounds of a stage before round `before`, and how often free."""
    found = Company()
    for drawn in drawn_rounds(stage, before):
        found.add(drawn)
    return found


def drawn_rounds(stage: Stage, before: int | None = None) -> list[DrawnTables]:
    """The rounds of a stage, up to one if that is said, as the checks see them."""
    seats = Seat.objects.filter(round__stage=stage).order_by("round__number", "partida__table", "partida", "number")
    if before is not None:
        seats = seats.filter(round__number__lt=before)
    columns = ("round__number", "partida", "partida__table", "partida__kind", "partida__winner", "entry__number")
    # Plain values: the rounds themselves are heavy with the records of their draws.
    by_round = groupby(seats.values_list(*columns), key=itemgetter(0))
    return [_drawn(number, list(rows)) for number, rows in by_round]


Row = tuple[int, int, int | None, str, str, int]


def _drawn(number: int, rows: Sequence[Row]) -> DrawnTables:
    """A round from its seats in order."""
    tables, numbers, unplayed = list[Sequence[int]](), list[int](), set[int]()
    free, walked_over = list[int](), list[int]()
    for _pk, seats in groupby(rows, key=itemgetter(1)):
        whole = list(seats)
        _round, _partida, table, kind, winner, _entry = whole[0]
        entries = tuple(row[5] for row in whole)
        if kind == Partida.Kind.BYE.value:
            free += entries
            continue
        tables.append(entries)
        numbers.append(table or 0)
        if not scoring.has_met(kind):
            unplayed.update(entries)
            walked_over += [entry for at, entry in enumerate(entries) if winner and "ab"[at % 2] == winner]
    return DrawnTables(
        number=number,
        tables=tables,
        free=free,
        playing={row[5] for row in rows},
        numbers=numbers,
        walked_over=walked_over,
        unplayed=unplayed,
    )


def drawn_round(round_: Round) -> DrawnTables:
    """One round as the checks see it."""
    return next(each for each in drawn_rounds(round_.stage) if each.number == round_.number)


# -- what the round keeps of it ------------------------------------------------------------------------------------


def on_record(drawn: IndividualDraw, so_far: Company) -> dict[str, object]:
    """How often partners and opponents repeat, and for each table and each who is free, why."""
    tables: list[object] = [[list(table.entries), _about(table, so_far)] for table in drawn.tables]
    free: list[object] = [
        [[player], [["free_fewest", {"entry": player, "times": so_far.free[player]}]]] for player in drawn.free
    ]
    return {
        "partners_again": drawn.partners_again,
        "opponents_again": drawn.opponents_again,
        "explanation": tables + free,
    }


def _about(table: Table, so_far: Company) -> list[object]:
    """Partners and then opponents: for the first time, or who meets again and how often they did before."""
    opponents = [(one, other) for one in table.a for other in table.b]
    return [
        *_repeats("partners", [table.a, table.b], so_far.partners),
        *_repeats("opponents", opponents, so_far.opponents),
    ]


def _repeats(kind: str, couples: Sequence[tuple[int, int]], times: Counter[frozenset[int]]) -> list[object]:
    again = [(min(couple), max(couple), times[frozenset(couple)]) for couple in couples]
    said: list[object] = [
        [f"{kind}_again", {"entry": one, "other": other, "times": count}] for one, other, count in again if count
    ]
    return said or [[f"{kind}_new", {}]]

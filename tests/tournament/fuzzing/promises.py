"""What a tournament promises at any moment, reckoned slowly and in another way than the program does it."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from django.db import transaction

from tournament.audit.chain import verify
from tournament.audit.services import Author
from tournament.exchange.queries import dump
from tournament.exchange.services import LoadError, load
from tournament.models import Partida, Protocol, Round, Seat, Stage
from tournament.standings.queries import table

SIDES = {1: "a", 2: "b", 3: "a", 4: "b"}


@dataclass
class Line:
    """What an entry has."""

    wins: int = 0
    losses: int = 0
    points: int = 0
    difference: int = 0


def broken_promises(stage: Stage, *, thorough: bool) -> list[str]:
    """What doesn't hold; `thorough`: whether the tournament is written to its file and loaded again, too."""
    found = [*_standings(stage), *_seats(stage), *_officials(stage)]
    found += [f"journal {fault.number}: {fault.kind}" for fault in verify(stage.tournament.journal.all()).faults]
    return [*found, *_loaded_again(stage)] if thorough else found


def _standings(stage: Stage) -> Iterator[str]:
    """R12.1, R12.4: wins, difference, points for; who is equal shares a place. Only what is confirmed counts."""
    lines = slow_lines(stage)
    order = {entry: (line.wins, line.difference, line.points) for entry, line in lines.items()}
    rows = {row.entry: row.standing for row in table(stage).rows}
    if rows.keys() != lines.keys():
        yield f"the standings have {sorted(rows)}, not {sorted(lines)}"
        return
    for entry, line in lines.items():
        has = rows[entry]
        place = 1 + sum(other > order[entry] for other in order.values())
        said = (has.place, has.wins, has.losses, has.points_for, has.difference)
        right = (place, line.wins, line.losses, line.points, line.difference)
        if said != right:
            yield f"entry {entry}: place, wins, losses, points, difference are {said}, not {right}"
    if any(row.points_for - row.points_against != row.difference for row in rows.values() if _only_played(stage)):
        yield "a difference isn't that of points for and against"


def _only_played(stage: Stage) -> bool:
    return not Partida.objects.filter(round__stage=stage).exclude(kind=Partida.Kind.PLAYED.value).exists()


def slow_lines(stage: Stage) -> dict[int, Line]:
    """What each entry has, read row by row."""
    everybody = stage.tournament.entries.all()
    lines = {entry.number: Line() for entry in everybody}
    gone = {entry.number: entry.withdrawn_from for entry in everybody if entry.withdrawn_from is not None}
    for partida in Partida.objects.filter(round__stage=stage).exclude(round__state=Round.State.PROPOSED.value):
        entries = {SIDES[seat.number]: seat.entry.number for seat in partida.seats.select_related("entry")}
        rules = partida.round.rules
        if partida.kind == Partida.Kind.BYE.value:
            _add(lines[entries["a"]], 1, 0, rules.bye.winner_points or 0, rules.bye.winner_difference or 0)
            continue
        protocol = Protocol.objects.get(partida=partida)
        if protocol.state not in ("confirmed", "corrected") or partida.kind == Partida.Kind.VOID.value:
            continue
        credit = rules.walkover
        if partida.kind == Partida.Kind.PLAYED.value:
            a, b = slow_points(protocol)
            _add(lines[entries["a"]], int(a > b), int(a < b), a, a - b)
            _add(lines[entries["b"]], int(b > a), int(b < a), b, b - a)
            continue
        for side, entry in entries.items():
            # Who has withdrawn before has nothing of a round that he doesn't play (R12.5).
            if gone.get(entry, partida.round.number + 1) <= partida.round.number:
                continue
            if side == partida.winner:
                _add(lines[entry], 1, 0, credit.winner_points or 0, credit.winner_difference or 0)
            else:
                _add(lines[entry], 0, 1, credit.loser_points or 0, credit.loser_difference or 0)
    return lines


def _add(line: Line, wins: int, losses: int, points: int, difference: int) -> None:
    line.wins += wins
    line.losses += losses
    line.points += points
    line.difference += difference


def slow_points(protocol: Protocol) -> tuple[int, int]:
    """R5.1-R5.3: who goes out scores all other hands; in a fish the smaller sum scores all four, equal ones nothing."""
    points = {"a": 0, "b": 0}
    for deal in protocol.deals.all():
        data = deal.data
        hands = data.get("tiles") or ()
        pips = data.get("pips") or [sum(int(half) for tile in hand for half in tile.split("-")) for hand in hands]
        a, b = pips[0] + pips[2], pips[1] + pips[3]
        if data["ending"] not in ("domino", "fish") or (data["ending"] == "fish" and a == b):
            continue
        side = SIDES[data["closer"]] if data["ending"] == "domino" else "a" if a < b else "b"
        points[side] += 0 if data.get("void") else a + b
    return points["a"], points["b"]


def _seats(stage: Stage) -> Iterator[str]:
    """Nobody plays twice in a round; four sit at a table, two where an entry is free."""
    for round_ in stage.rounds.all():
        players = Counter(Seat.objects.filter(round=round_).values_list("player", flat=True))
        if twice := [player for player, times in players.items() if times > 1]:
            yield f"players {twice} sit twice in round {round_.number}"
        for partida in round_.partidas.all():
            if partida.seats.count() != (2 if partida.kind == Partida.Kind.BYE.value else 4):
                yield f"{partida.seats.count()} sit at a table of round {round_.number}"


def meets_again(round_: Round) -> list[list[int]]:
    """Who meets again in a round that was just drawn, though no draw without it is said to be impossible (R13.1).

    A walkover was no meeting, an annulled partida was one; what is decided later about a partida no draw can know.
    """
    before = Partida.objects.filter(round__stage=round_.stage, round__number__lt=round_.number)
    met = [_opponents(partida) for partida in before.filter(kind__in=("played", "void"))]
    again = [pair for pair in map(_opponents, round_.partidas.all()) if len(pair) == 2 and pair in met]
    return [] if (round_.draw or {}).get("breaches") else list(map(sorted, again))


def _opponents(partida: Partida) -> set[int]:
    return set(partida.seats.values_list("entry__number", flat=True))


def _officials(stage: Stage) -> Iterator[str]:
    """R11.2: a second official confirms."""
    for protocol in Protocol.objects.filter(partida__round__stage=stage, confirmed_by__isnull=False):
        if protocol.confirmed_by_id == protocol.entered_by_id:
            yield f"the sheet of {protocol.partida} was confirmed by whoever entered it"


def _loaded_again(stage: Stage) -> Iterator[str]:
    """The tournament file says everything: loaded under another name it has the same standings."""
    document = json.loads(json.dumps(dump(stage.tournament)))
    with transaction.atomic():
        try:
            copy = load(document, Author(), slug="loaded-again")
        except LoadError as error:
            yield f"its file can't be loaded: {error}"
        else:
            twin = copy.stages.get(number=stage.number)
            if [row.as_dict() for row in table(twin).rows] != [row.as_dict() for row in table(stage).rows]:
                yield "loaded from its file it has other standings"
        transaction.set_rollback(True)

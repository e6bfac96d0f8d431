"""Playing drawn rounds to the end, as far as a draw is concerned: who wins, confirmed, without a single deal."""

from collections.abc import Callable

from tests.factories import EntryFactory, StageFactory, TournamentFactory
from tournament.audit.services import Author
from tournament.draw import services
from tournament.models import Partida, Protocol, Round, Stage

BY = Author()


def stage_of(pairs: int, system: str = "swiss", *, slug: str = "cup", **policy: object) -> Stage:
    """The only stage of a tournament with so many pairs, partidas to 100 points written as totals."""
    cup = TournamentFactory(slug=slug, rules__preset="fdr", rules__target=100, rules__detail="totals")
    for _ in range(pairs):
        EntryFactory(tournament=cup)
    stage: Stage = StageFactory(tournament=cup, system=system, policy=policy)
    return stage


def players_stage(players: int, *, slug: str = "cup", **policy: object) -> Stage:
    """The only stage of an individual event with so many players; the offender alone pays (R10.5)."""
    rules = {"rules__preset": "fdr", "rules__target": 100, "rules__detail": "totals", "rules__pays": "offender"}
    cup = TournamentFactory(slug=slug, event="individual", **rules)
    for _ in range(players):
        EntryFactory(tournament=cup)
    stage: Stage = StageFactory(tournament=cup, system="individual", policy=policy)
    return stage


def individual_rounds(stage: Stage, count: int, seed: str = "1") -> list[Round]:
    """So many rounds of an individual event, drawn and played."""
    return [play(services.propose_individual(stage=stage, seed=seed, by=BY)) for _ in range(count)]


def lower_number_wins(a: int, b: int) -> int:
    return min(a, b)


def play(round_: Round, winner: Callable[[int, int], int] = lower_number_wins) -> Round:
    """Publish a proposed round and confirm all its tables; the winner's margin is larger, the smaller its number."""
    services.publish(round_=round_, by=BY)
    for partida in round_.partidas.filter(table__isnull=False):
        result(partida, winner)
    round_.refresh_from_db()
    return round_


def result(partida: Partida, winner: Callable[[int, int], int] = lower_number_wins) -> None:
    """Confirm a table with this winner."""
    sides = {seat.side: seat.entry.number for seat in partida.seats.select_related("entry")}
    won = winner(sides["a"], sides["b"])
    points = [100 if number == won else won for number in (sides["a"], sides["b"])]
    Protocol.objects.filter(partida=partida).update(parts=[points], state="confirmed")


def swiss_rounds(stage: Stage, count: int, seed: str = "1") -> list[Round]:
    """So many rounds of a Swiss, drawn and played."""
    return [play(services.propose_swiss(stage=stage, seed=seed, by=BY)) for _ in range(count)]

"""A Swiss tournament played through the services, with all that an organiser waits for: reads, the journal, commits."""

from collections.abc import Callable, Mapping
from typing import Any

from tournament.audit.services import Author
from tournament.draw import services as draw
from tournament.draw.policy import StagePolicy
from tournament.draw.systems.field import Within
from tournament.draw.systems.lots import lot
from tournament.management.simulation.course import RULES
from tournament.models import Entry, EntryMember, Player, Protocol, Round, Stage, Tournament
from tournament.planning import services as planning

from .watch import Watch, given_up

BY = Author()
BATCH = 400


def play_through(
    country: Mapping[int, str], rounds: int, within: Within, seed: str, write: Callable[[str], Any]
) -> None:
    """Proposes, publishes and plays so many rounds of pairs with these countries; a line of seconds for each.

    load: standings and history. save: the round with its tables, seats and explanation, the journal, the commit.
    publish: checked once more, a protocol for each table, the journal, the commit.
    """
    stage = _registered(country)
    draw.set_policy(stage=stage, policy=StagePolicy(within=within, apart="where_possible", by="country"), by=BY)
    for number in range(1, rounds + 1):
        watch = Watch()
        round_ = draw.propose_swiss(stage=stage, seed=seed, by=BY, watch=watch)
        watch("save")
        draw.publish(round_=round_, by=BY)
        watch("publish")
        cost = given_up(round_.draw["cost"])
        write(f"{len(country):5} pairs through the program, round {number}:  {watch}  all {watch.total:.3f}  |  {cost}")
        _play(round_, seed)


def _registered(country: Mapping[int, str]) -> Stage:
    """A tournament with its pairs, in few queries: registering isn't what is measured."""
    cup = planning.create_tournament(
        name="Bench",
        venue="",
        timezone="UTC",
        regulations=RULES,
        stage_name="Swiss",
        system=Stage.System.SWISS.value,
        by=BY,
    )
    enrol(cup, country)
    return cup.stages.get()


def enrol(cup: Tournament, country: Mapping[int, str]) -> None:
    """Pairs with these numbers and countries, in few queries."""
    entries = Entry.objects.bulk_create(
        [Entry(tournament=cup, number=number, seed=number, country=its) for number, its in country.items()]
    )
    players = Player.objects.bulk_create(
        [Player(name=f"{entry.number} {slot}") for entry in entries for slot in (1, 2)]
    )
    EntryMember.objects.bulk_create(
        EntryMember(tournament=cup, entry=entries[at // 2], player=player, slot=at % 2 + 1)
        for at, player in enumerate(players)
    )


def _play(round_: Round, seed: str) -> None:
    """Totals by lots at every table, confirmed."""
    protocols = list(Protocol.objects.filter(partida__round=round_).select_related("partida"))
    for protocol in protocols:
        chance = int.from_bytes(lot(protocol.partida.table or 0, f"{seed}:{round_.number}")[:2])
        points = [100, chance // 2 % 100]
        protocol.parts, protocol.state = [points[:: 1 if chance % 2 else -1]], Protocol.State.CONFIRMED.value
    Protocol.objects.bulk_update(protocols, ["parts", "state"], batch_size=BATCH)

"""An installation of some size, and one tournament in it whose cost is measured: closed rounds, and one that is on."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from math import ceil

from django.test import Client
from django.urls import reverse

import scoring
from tournament.audit.services import Author
from tournament.models import EntryMember, Partida, Player, Round, Stage, Tournament, User
from tournament.protocols import services as protocols

from .copying import Original
from .full_hall import RULES
from .played import next_round, play

NEIGHBOUR_PAIRS = 8
MOST_ROUNDS = 6
"""Eight pairs have no more rounds without a rematch that are sure to be drawn."""
CAREER = 30
WRITTEN = 3
"""Deals on the sheets that are being written."""


@dataclass(frozen=True)
class Size:
    """How many tournaments an installation has; how many pairs and closed rounds that which is measured."""

    tournaments: int
    pairs: int
    rounds: int


class Scene:
    """The installation. deals: so many there are to be altogether where there are `most` tournaments."""

    def __init__(self, size: Size, deals: int = 0, most: int = 1) -> None:
        self.size = size
        if size.tournaments > 1:
            pairs, rounds = neighbour(deals / most)
            play("neighbour", pairs, rounds)
            original = Original.of_now()
            if size.tournaments > 2:
                original.copy(1, size.tournaments - 2)
        self.cup, self.officials = play("cup", size.pairs, size.rounds)
        self._make_a_veteran()

    @cached_property
    def stage(self) -> Stage:
        """The stage that is measured."""
        return self.cup.stages.select_related("tournament").get()

    @cached_property
    def veteran(self) -> Player:
        """A player of the tournament who has played in others before."""
        return Player.objects.filter(memberships__tournament=self.cup).order_by("pk")[0]

    def _make_a_veteran(self) -> None:
        others = Tournament.objects.exclude(pk=self.cup.pk).order_by("pk")[: CAREER - 1]
        first = EntryMember.objects.filter(tournament__in=list(others), entry__number=1, slot=1)
        first.update(player=self.veteran)

    @cached_property
    def public(self) -> Client:
        """A browser that nobody knows."""
        return Client(SERVER_NAME="localhost")

    @cached_property
    def desk(self) -> Client:
        """The organiser's browser."""
        return self._of(self.officials.organiser)

    @cached_property
    def referee(self) -> Client:
        """A referee's browser."""
        return self._of(self.officials.writer)

    def _of(self, user: User) -> Client:
        client = Client(SERVER_NAME="localhost")
        client.force_login(user, "django.contrib.auth.backends.ModelBackend")
        return client

    def get(self, client: Client, name: str, *args: object, **asked: str) -> bytes:
        """A page as this browser gets it; an error unless it is one."""
        answer = client.get(reverse(name, args=args), asked)
        if answer.status_code != 200:
            raise AssertionError(f"{name}{args}: {answer.status_code}")
        return bytes(answer.content)

    # -- the round that is on ---------------------------------------------------------------------------------------

    @cached_property
    def on(self) -> Round:
        """The next round: drawn, published, nothing written yet. From then on none can be drawn."""
        return next_round(self.cup, self.officials)

    @cached_property
    def tables(self) -> Iterator[Partida]:
        """Its tables, each once."""
        own = Partida.objects.filter(round=self.on, protocol__isnull=False).order_by("table")
        return iter(own.select_related("round__tournament", "protocol"))

    def written(self, count: int) -> list[tuple[Partida, scoring.Deal]]:
        """Tables with some deals on their sheets, each with its next deal."""
        found = []
        for partida in islice(self.tables, count):
            played = scoring.playout_partida(RULES, partida.pk)
            self._write(partida, played[:WRITTEN])
            found.append((partida, played[WRITTEN]))
        return found

    def signed(self, count: int) -> list[Partida]:
        """Tables whose sheets are whole and signed."""
        by = Author(user=self.officials.writer)
        found = list(islice(self.tables, count))
        for partida in found:
            self._write(partida, scoring.playout_partida(RULES, partida.pk))
            protocols.enter(partida=partida, version=partida.protocol.version, by=by)
            protocols.sign(partida=partida, seats=[1, 2, 3, 4], by=by)
        return found

    def _write(self, partida: Partida, deals: list[scoring.Deal]) -> None:
        by = Author(user=self.officials.writer)
        version = partida.protocol.version
        protocols.record_sheet(partida=partida, deals=deals, time=None, version=version, by=by)
        partida.protocol.refresh_from_db()


def neighbour(deals: float) -> tuple[int, int]:
    """Pairs and rounds of a tournament with about so many deals: twelve a table, and as many tables as it takes."""
    pairs, of_table = NEIGHBOUR_PAIRS, RULES.deals or 1
    while deals > MOST_ROUNDS * pairs / 2 * of_table:
        pairs *= 2
    return pairs, max(1, ceil(deals / (pairs / 2 * of_table)))

"""A hall full of referees who write at once, each a process with a phone of its own, on the pages of the program.

A round is drawn, its tables get their cards, the referees write what was played by chance, deal by deal, and have it
signed; then everything that was acknowledged is looked for in the database. Another official confirms, the round is
closed, and the next one is drawn from it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.urls import reverse

import scoring
from tournament.access import services as access
from tournament.access import tokens
from tournament.audit.services import Author
from tournament.draw import services as draw
from tournament.entries import services as entries
from tournament.entries.queries import Application
from tournament.management.aside import database_aside, server_aside
from tournament.management.server import LAPTOP, serving, working
from tournament.models import Partida, Protocol, Round, Stage
from tournament.planning import services as planning
from tournament.protocols import services as protocols
from tournament.protocols.queries import sheet
from tournament.standings import services as standings

from .phones import Phones, Written

BY = Author()


@contextmanager
def on_a_laptop() -> Iterator[int]:
    """The program as `make run` serves it, on data of its own that are gone at the end; its port."""
    with (
        TemporaryDirectory(prefix="domino-hall-") as folder,
        database_aside(Path(folder) / "domino.sqlite3"),
        serving("tournament.wsgi", folder, LAPTOP, {"JOBS_THREAD": "true"}) as port,
    ):
        yield port


@contextmanager
def on_a_server(database: str, redis: str) -> Iterator[int]:
    """The program as deploy/ has it, with a database of its own on this server, this Redis, and a worker; its port."""
    with TemporaryDirectory(prefix="domino-hall-") as folder, server_aside(database) as url:
        of_a_server = {"DATABASE_URL": url, "REDIS_URL": redis}
        with (
            (Path(folder) / "log").open("wb") as log,
            working(folder, of_a_server, log),
            serving("tournament.wsgi", folder, None, of_a_server, log) as port,
        ):
            yield port


@dataclass(frozen=True)
class Hall:
    """pairs: registered; referees: processes that write at once; deals: of a partida (R3.2).

    pause: seconds at most between two deals of a referee; patience: seconds for which he tries to get an answer.
    """

    pairs: int
    referees: int
    seed: str = "1"
    deals: int = 12
    pause: float = 0.0
    patience: float = 60.0

    def play(self, port: int, seconds: float) -> Iterator[Written]:
        """Round after round until so many seconds were written in; a round with a fault is the last."""
        stage, spent = self.opened(), 0.0
        with self.phones(port) as phones:
            while spent < seconds:
                round_ = self.drawn(stage)
                written = self.written(round_, phones)
                yield written
                if written.faults:
                    return
                close(round_)
                spent += written.seconds

    def phones(self, port: int) -> Phones:
        """One for each referee, all of them alive until the end of the block."""
        return Phones(self.referees, {"port": port, "pause": self.pause, "patience": self.patience}, self.seed)

    def opened(self) -> Stage:
        """A Swiss with its pairs."""
        cup = planning.create_tournament(
            name="Rehearsal",
            venue="",
            timezone="UTC",
            regulations=scoring.Regulations.from_dict({"preset": "fdr_deals", "deals": self.deals}),
            stage_name="Swiss",
            system=Stage.System.SWISS.value,
            by=BY,
        )
        pairs = {
            number: Application((f"{number} a", f"{number} b"), seed=number) for number in range(1, self.pairs + 1)
        }
        entries.import_pairs(tournament=cup, applications=pairs, by=BY)
        return cup.stages.get()

    def drawn(self, stage: Stage) -> Round:
        """The next round, published."""
        round_ = draw.propose_swiss(stage=stage, seed=self.seed, by=BY)
        draw.publish(round_=round_, by=BY)
        return round_

    def written(self, round_: Round, phones: Phones, after: Callable[[], object] = lambda: None) -> Written:
        """What comes of it when all its tables are written at once, and what of it isn't in the database.

        after: is called once all is written, before anything is read.
        """
        codes = {link.table: tokens.code_of(link.nonce) for link in access.make_links(round_=round_, by=BY)}
        plans = {each: self._played(each) for each in _tables(round_)}
        work = [
            {"code": codes[each.table or 0], "path": path_of(each), "deals": list(map(fields_of, deals))}
            for each, deals in plans.items()
        ]
        written = phones.write(work)
        after()
        for partida, deals in plans.items():
            written.faults += told_apart(partida, deals, written.taken[path_of(partida)])
        return written

    def _played(self, partida: Partida) -> Sequence[scoring.Deal]:
        # More than there are tables in a round: no two partidas are alike.
        return scoring.playout_partida(partida.round.rules, partida.round.number * 1000 + (partida.table or 0))


def close(round_: Round) -> None:
    """Another official confirms every sheet, and the round is closed."""
    for partida in _tables(round_):
        protocols.confirm(partida=partida, by=BY)
    standings.close_round(round_=round_, by=BY)


def _tables(round_: Round) -> Sequence[Partida]:
    played = round_.partidas.filter(protocol__isnull=False, table__isnull=False)
    return list(played.select_related("round__tournament").order_by("table"))


def told_apart(partida: Partida, deals: Sequence[scoring.Deal], taken: Sequence[Mapping[str, Any]]) -> list[str]:
    """What the database has otherwise than the players played it and the referee was told, in words."""
    protocol = Protocol.objects.get(partida=partida)
    rows = list(protocol.deals.order_by("number"))
    wanted = {
        "the keys that were acknowledged": ([row.key for row in rows], [each["key"] for each in taken]),
        "the deals that were played": ([row.data for row in rows], [deal.to_dict() for deal in deals]),
        "signed": (protocol.state, Protocol.State.ACCEPTED.value),
        "the points of its deals": (
            sheet(partida).score.totals,
            scoring.play(partida.round.rules, deals).totals,
        ),
    }
    return [f"table {partida.table}: not {what}" for what, (has, right) in wanted.items() if has != right]


def path_of(partida: Partida) -> str:
    """The address of its protocol."""
    return reverse("protocols:entry", args=[partida.round.tournament.slug, partida.round.number, partida.table])


def fields_of(deal: scoring.Deal) -> list[tuple[str, str]]:
    """A deal as the page sends it, by tiles, with the questions answered that it raises."""
    fields = [("lead", deal.lead), ("ending", deal.ending.value), ("closer", deal.closer), ("way", "tiles")]
    fields += [
        (f"tiles_{seat}", " ".join(map(scoring.tile_text, hand))) for seat, hand in enumerate(deal.tiles or (), 1)
    ]
    fields += [(f"end_{place}", end) for place, end in enumerate(deal.ends or (), 1)]
    fields += [("sure", question.key) for question in scoring.questions(deal)]
    return [(name, str(value)) for name, value in fields]

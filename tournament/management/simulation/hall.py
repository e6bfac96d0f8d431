"""A hall full of referees who write at once, each a process with a phone of its own, on the pages of the program.

A round is drawn, its tables get their cards, the referees write what was played by chance, deal by deal, and have it
signed; then everything that was acknowledged is looked for in the database. Another official confirms, the round is
closed, and the next one is drawn from it.
"""

import json
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
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
from tournament.management.aside import database_aside
from tournament.management.server import Size, serving
from tournament.models import Partida, Protocol, Round, Stage
from tournament.planning import services as planning
from tournament.protocols import services as protocols
from tournament.protocols.queries import sheet
from tournament.standings import services as standings

PHONE = Path(__file__).with_name("phone.py")
SIZE = Size(workers=2, threads=4)
BY = Author()
Plans = Mapping[Partida, Sequence[scoring.Deal]]


@dataclass
class Written:
    """What the referees of a round were told, and what came of it.

    taken: the deals that were acknowledged, by the address of the protocol, in their order: key, number, milliseconds
    from the press to the acknowledgement. sent: requests that carried a deal. faults: what must never be, in words.
    """

    tables: int
    seconds: float
    taken: dict[str, list[dict[str, Any]]]
    sent: int
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        times = [each["ms"] for deals in self.taken.values() for each in deals]
        p50, p99 = median(times), quantiles(times, n=100)[98]
        return (
            f"{self.tables} tables, {len(times)} deals acknowledged, {self.sent - len(times)} sent once more: "
            f"{len(self.faults)} faults. A deal is saved in {p50:.0f} ms, 99 of 100 in {p99:.0f} ms; "
            f"{len(times) / self.seconds:.1f} a second"
        )


@dataclass(frozen=True)
class Hall:
    """pairs: registered; referees: processes that write at once; deals: of a partida (R3.2); pause: seconds at most."""

    pairs: int
    referees: int
    seed: str = "1"
    deals: int = 12
    pause: float = 0.0

    def play(self, rounds: int) -> Iterator[Written]:
        """So many rounds, on data of its own that are gone at the end; a round with a fault is the last."""
        with TemporaryDirectory(prefix="domino-hall-") as folder, database_aside(Path(folder) / "domino.sqlite3"):
            stage = self._opened()
            with serving("tournament.wsgi", folder, SIZE) as port:
                for _round in range(rounds):
                    written = self._play_round(stage, port)
                    yield written
                    if written.faults:
                        return

    def _opened(self) -> Stage:
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

    def _play_round(self, stage: Stage, port: int) -> Written:
        round_ = draw.propose_swiss(stage=stage, seed=self.seed, by=BY)
        draw.publish(round_=round_, by=BY)
        codes = {link.table: tokens.code_of(link.nonce) for link in access.make_links(round_=round_, by=BY)}
        partidas = round_.partidas.filter(table__in=codes).select_related("round__tournament").order_by("table")
        rules = stage.tournament.regulations.value
        # Four times the number of a table in a round: no two partidas are alike.
        plans = {each: scoring.playout_partida(rules, round_.number * 1000 + (each.table or 0)) for each in partidas}
        written = self._write(port, codes, plans)
        for partida, deals in plans.items():
            written.faults += told_apart(partida, deals, written.taken[path_of(partida)])
        if not written.faults:
            _confirm(round_, list(plans))
        return written

    def _write(self, port: int, codes: Mapping[int, str], plans: Plans) -> Written:
        """All referees at once, the tables divided among them."""
        work = [
            {"code": codes[each.table or 0], "path": path_of(each), "deals": list(map(fields_of, deals))}
            for each, deals in plans.items()
        ]
        began = time.perf_counter()
        phones = [self._phone(number, port, work[number :: self.referees]) for number in range(self.referees)]
        heard = [json.loads(phone.communicate()[0]) for phone in phones]
        written = Written(
            len(work), time.perf_counter() - began, defaultdict(list), sum(each["sent"] for each in heard)
        )
        for each in heard:
            written.faults += each["faults"]
            for deal in each["taken"]:
                written.taken[deal["path"]].append(deal)
        return written

    def _phone(self, number: int, port: int, tables: Sequence[Mapping[str, Any]]) -> "subprocess.Popen[str]":
        work = {"port": port, "seed": f"{self.seed}/{number}", "pause": self.pause, "tables": tables}
        phone = subprocess.Popen([sys.executable, str(PHONE)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)  # noqa: S603 - ourselves
        assert phone.stdin  # noqa: S101 -- asked for above
        phone.stdin.write(json.dumps(work) + "\n")
        phone.stdin.flush()
        return phone


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


def _confirm(round_: Round, partidas: Sequence[Partida]) -> None:
    """Another official confirms every sheet, and the round is closed."""
    for partida in partidas:
        protocols.confirm(partida=partida, by=BY)
    standings.close_round(round_=round_, by=BY)

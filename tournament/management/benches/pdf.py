"""How long papers take: all protocols of a round, part by part, and one paper by its size.

Everything is done as for a real round, on a database and in a folder of its own, with the seal that is configured.
"""

import resource
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle, islice
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from django.conf import settings
from django.test import override_settings
from django.utils import timezone

import scoring
from tournament.audit.services import Author
from tournament.documents import services
from tournament.draw import services as draw
from tournament.management.aside import database_aside
from tournament.models import Deal, Document, Protocol, Round
from tournament.planning import services as planning

from .program import enrol
from .watch import Watch

HELP = "Issues, renders, seals and files the protocols of a round, and prints the seconds of each part."

BY = Author()
DEALS = 12
"""Of each protocol of the round, and of the paper that all sizes are compared with."""
EACH = 5
"""Papers of one size; the quickest counts, since whatever disturbs it only ever adds."""


def add_arguments(parser: ArgumentParser) -> None:
    """How many papers, and which sizes."""
    parser.add_argument("--documents", type=int, default=300, metavar="N", help="tables of the round (300)")
    parser.add_argument(
        "--deals", type=int, nargs="*", default=[4, 12, 40], metavar="N", help="protocols of such sizes"
    )
    parser.add_argument(
        "--rows", type=int, nargs="*", default=[30, 300, 1000], metavar="N", help="standings of such sizes"
    )


def run(
    write: Callable[[str], Any], *, documents: int, deals: Sequence[int], rows: Sequence[int], **options: Any
) -> None:
    """Makes the papers of a round, then one paper of each size.

    options: Django's own, which don't matter here.
    """
    with database_aside(), _folder_aside():
        round_ = _played(documents)
        _whole_round(round_, write)
        language = settings.LANGUAGE_CODE
        protocol = Document.objects.filter(kind=Document.Kind.PROTOCOL.value).latest("pk")
        standings = services.issue_standings(stage=round_.stage, after_round=1, language=language, by=BY)
        usual = _milliseconds(protocol, protocol.content)
        sizes = [(protocol, "deals", count) for count in deals] + [(standings, "rows", count) for count in rows]
        for paper, part, count in sizes:
            took = _milliseconds(paper, _with(paper.content, part, count))
            times = f"{took / usual:.1f} times a protocol of {DEALS} deals"
            write(f"{paper.kind} of {count} {part}: {took:.0f} ms of the processor, {times}  |  {_memory()}")


@contextmanager
def _folder_aside() -> Iterator[None]:
    """Papers go to a folder on the disk where they usually go; at the end it is gone. The key stays the usual one."""
    settings.MEDIA_ROOT.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix="bench-", dir=settings.MEDIA_ROOT) as folder, override_settings(MEDIA_ROOT=folder):
        yield


def _whole_round(round_: Round, write: Callable[[str], Any]) -> None:
    """Issues and makes the papers of all its protocols; the first, which prepares fonts and the key, by itself."""
    protocols = Protocol.objects.filter(partida__round=round_).order_by("partida__table").values_list("pk", flat=True)
    first, *others = protocols
    _make([first], write, "the first paper of a process")
    _make(others, write, "papers after it")


def _make(protocols: Sequence[int], write: Callable[[str], Any], what: str) -> None:
    watch, size = Watch(), 0
    for pk in protocols:
        protocol = Protocol.objects.select_related("partida__round__tournament").get(pk=pk)
        document = services.issue_protocol(protocol=protocol, language=settings.LANGUAGE_CODE, by=BY)
        watch("issue")
        services.make(document, watch)
        document.refresh_from_db()
        if document.state != Document.State.READY:
            raise AssertionError(document.error)
        size += document.size or 0
    count, total = len(protocols), watch.total
    if not count:
        return
    parts = "  ".join(f"{part} {took / total:.0%}" for part, took in watch.seconds.items())
    write(f"{count} {what}: {count / total:.1f} a second  {parts}  |  {size / count / 1024:.0f} KB each  {_memory()}")


def _milliseconds(document: Document, content: dict[str, Any]) -> float:
    """What the quickest of a few papers with this content takes of the processor, from its content to its file."""
    took = []
    for _each in range(EACH if content.get("deals") else 1):
        paper = Document.objects.create(
            tournament=document.tournament,
            kind=document.kind,
            language=document.language,
            content=content,
            content_sha256=document.content_sha256,
            verify_url=document.verify_url,
        )
        before = process_time()
        services.make(paper)
        took.append((process_time() - before) * 1000)
    return min(took)


def _with(content: dict[str, Any], part: str, count: int) -> dict[str, Any]:
    """The same paper with so many deals or rows: those at hand, again and again."""
    return content | {part: list(islice(cycle(content[part]), count))}


def _memory() -> str:
    """The most that the process has had in memory until now. Linux counts in KB."""
    return f"at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB"


# -- a round to print ----------------------------------------------------------------------------------------


def _played(tables: int) -> Round:
    """A round of so many tables, each with its deals confirmed."""
    rules = scoring.Regulations.from_dict({"preset": "fdr_deals", "deals": DEALS})
    cup = planning.create_tournament(
        name="Bench", venue="", timezone="UTC", regulations=rules, stage_name="Swiss", system="swiss", by=BY
    )
    enrol(cup, dict.fromkeys(range(1, 2 * tables + 1), ""))
    round_ = draw.propose_swiss(stage=cup.stages.get(), seed="bench", by=BY)
    draw.publish(round_=round_, by=BY)
    round_.refresh_from_db()
    protocols = list(Protocol.objects.filter(partida__round=round_))
    for protocol in protocols:
        _write_down(protocol, scoring.playout_partida(rules, protocol.pk))
    return round_


def _write_down(protocol: Protocol, deals: Sequence[scoring.Deal]) -> None:
    now = timezone.now()
    Deal.objects.bulk_create(
        Deal(protocol=protocol, number=number, data=deal.to_dict(), recorded_at=now)
        for number, deal in enumerate(deals, 1)
    )
    Protocol.objects.filter(pk=protocol.pk).update(state=Protocol.State.CONFIRMED.value)

"""How long papers take: all protocols of a round by two workers, part by part, and one paper by its size.

Everything is done as for a real round, on a database and in a folder of its own.
"""

from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle, islice
from tempfile import TemporaryDirectory
from time import process_time, sleep
from typing import Any

from django.conf import settings
from django.test import override_settings
from django.utils import timezone, translation

from tournament.audit.services import Author
from tournament.documents import batches, pdf, services, tasks
from tournament.jobs import run_queued
from tournament.management.aside import database_aside
from tournament.models import Batch, Document, Protocol, Round
from tournament.models.documents import new_code
from tournament.protocols.queries import sheet

from . import seals
from .papers import DEALS, played
from .processes import Together, alone, memory, side_by_side
from .watch import Watch

HELP = "Issues, renders, seals and files the protocols of a round by two workers, and prints what each part takes."

BY = Author()
WORKERS = 2
EACH = 5
"""Papers of one size; the quickest counts, since whatever disturbs it only ever adds."""
PARTS = 50
"""Papers of which each part is measured, in one process."""
SITE = "http://localhost:8000"


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
        round_ = played(documents)
        # Processes are forked before this one has printed anything: each then begins as a worker does.
        _first_paper(round_, write)
        _by_workers(round_, write)
        _standings(round_, rows, write)
        _by_parts(round_, write)
        page = _page(_protocols(round_)[0])
        seals.measure(lambda: pdf.press().print(page, None), write)
        _by_size(round_, deals, rows, write)


@contextmanager
def _folder_aside() -> Iterator[None]:
    """Papers go to a folder on the disk where they usually go; at the end it is gone. The key stays the usual one."""
    settings.MEDIA_ROOT.mkdir(parents=True, exist_ok=True)
    aside = {"REDIS_URL": "", "JOBS_THREAD": False}
    beside = TemporaryDirectory(prefix="bench-", dir=settings.MEDIA_ROOT)
    with beside as folder, override_settings(MEDIA_ROOT=folder, **aside):
        yield


# -- by workers ----------------------------------------------------------------------------------------------


def _first_paper(round_: Round, write: Callable[[str], Any]) -> None:
    """From the claim of its job to its file, in a process that has printed nothing yet."""
    pk = _protocols(round_)[0]
    cost = alone(lambda: _make([pk], "en", Watch()))
    write(f"the first paper of a process: {cost.seconds:.2f} s  |  at most {cost.memory:.0f} MB")


def _by_workers(round_: Round, write: Callable[[str], Any]) -> None:
    """The round's papers through the program, and their pages by WeasyPrint alone, half of them before and half after.

    So what else the machine does meanwhile disturbs both alike.
    """
    pages = [_page(pk) for pk in _protocols(round_)]
    middle = len(pages) // 2
    bare = _printed(pages[:middle])
    batch = _ordered(round_).pk
    through = side_by_side(WORKERS, _warm(pages[0]), lambda _number: _work_off(batch))
    bare += _printed(pages[middle:])
    count, milliseconds = len(pages), 1000 / len(pages)
    for what, took in (
        (f"{count} papers by {WORKERS} workers through the program", through),
        (f"the same pages by {WORKERS} bare WeasyPrint processes", bare),
    ):
        each = f"{took.processor * milliseconds:.0f} ms of the processor each"
        write(f"{what}: {count / took.seconds:.1f} a second, {each}")
    rate, work = bare.seconds / through.seconds, bare.processor / through.processor
    write(f"the program has {rate:.0%} of the bare rate; printing is {work:.0%} of its work")


def _page(pk: int) -> str:
    """What is handed to the press for a protocol."""
    content = sheet(Protocol.objects.get(pk=pk).partida).as_dict()
    code, language = new_code(), settings.LANGUAGE_CODE
    document = Document(
        kind=Document.Kind.PROTOCOL.value,
        code=code,
        language=language,
        content=content,
        verify_url=f"{SITE}/verify/{code}",
        created_at=timezone.now(),
    )
    with translation.override(language):
        return pdf.markup("documents/pdf/protocol.html", services.shown(document), language)


def _printed(pages: Sequence[str]) -> Together:
    """What bare processes take to print these pages, warm."""
    if not pages:
        return Together()

    def work(number: int) -> None:
        for page in pages[number::WORKERS]:
            pdf.press().print(page, None)

    return side_by_side(WORKERS, _warm(pages[0]), work)


def _warm(page: str) -> Callable[[], object]:
    return lambda: pdf.press().print(page, None)


def _ordered(round_: Round) -> Batch:
    """The order: one job issues the papers, each worker then makes what is queued."""
    batch = batches.order(round_=round_, language=settings.LANGUAGE_CODE, by=BY, site=SITE)
    tasks.issue_batch.delay_once_on_commit(batch.pk)
    return batch


def _work_off(batch: int) -> None:
    """What a worker does, until every paper of the batch has its file."""
    while True:
        if run_queued():
            continue
        progress = batches.progress(Batch.objects.get(pk=batch))
        if progress.failed:
            raise AssertionError(progress.failed[0].document and progress.failed[0].document.error)
        if not progress.under_way and progress.ready == progress.total:
            return
        sleep(0.1)


# -- in one process ------------------------------------------------------------------------------------------


def _standings(round_: Round, rows: Sequence[int], write: Callable[[str], Any]) -> None:
    """The largest standings, in a process that has printed nothing yet."""
    if not rows:
        return
    paper, most = _paper_of_standings(round_), max(rows)
    cost = alone(lambda: _made(paper, _with(paper.content, "rows", most)))
    write(f"standings of {most} rows, the first paper: {cost.seconds:.1f} s  |  at most {cost.memory:.0f} MB")


def _by_parts(round_: Round, write: Callable[[str], Any]) -> None:
    """Some of the papers once more, in another language, part by part; before them one that prepares the process."""
    first, *others = _protocols(round_)[:PARTS]
    _make([first], "es", Watch())
    watch = Watch()
    size = _make(others, "es", watch)
    count = len(others)
    if not count:
        return
    parts = "  ".join(f"{part} {took / watch.total:.0%}" for part, took in watch.seconds.items())
    write(f"{count} papers in one process: {count / watch.total:.1f} a second  {parts}")
    write(f"each has {size / count / 1024:.0f} KB  |  at most {memory():.0f} MB")


def _protocols(round_: Round) -> list[int]:
    found = Protocol.objects.filter(partida__round=round_).order_by("partida__table")
    return list(found.values_list("pk", flat=True))


def _make(protocols: Sequence[int], language: str, watch: Watch) -> int:
    """Issues and makes the papers of these protocols; returns how many bytes they have."""
    size = 0
    for pk in protocols:
        protocol = Protocol.objects.select_related("partida__round__tournament").get(pk=pk)
        document = services.issue_protocol(protocol=protocol, language=language, by=BY)
        watch("issue")
        services.make(document, watch)
        document.refresh_from_db()
        if document.state != Document.State.READY:
            raise AssertionError(document.error)
        size += document.size or 0
    return size


def _by_size(round_: Round, deals: Sequence[int], rows: Sequence[int], write: Callable[[str], Any]) -> None:
    """One paper of each size, in the processor's time."""
    protocol = Document.objects.filter(kind=Document.Kind.PROTOCOL.value).latest("pk")
    standings = _paper_of_standings(round_)
    usual = _milliseconds(protocol, protocol.content)
    sizes = [(protocol, "deals", count) for count in deals] + [(standings, "rows", count) for count in rows]
    for paper, part, count in sizes:
        took = _milliseconds(paper, _with(paper.content, part, count))
        times = f"{took / usual:.1f} times a protocol of {DEALS} deals"
        write(f"{paper.kind} of {count} {part}: {took:.0f} ms of the processor, {times}  |  at most {memory():.0f} MB")


def _paper_of_standings(round_: Round) -> Document:
    return services.issue_standings(stage=round_.stage, after_round=1, language=settings.LANGUAGE_CODE, by=BY)


def _milliseconds(document: Document, content: dict[str, Any]) -> float:
    """What the quickest of a few papers with this content takes of the processor, from its content to its file."""
    took = []
    for _each in range(EACH if content.get("deals") else 1):
        before = process_time()
        _made(document, content)
        took.append((process_time() - before) * 1000)
    return min(took)


def _made(document: Document, content: dict[str, Any]) -> None:
    """A paper like this one with another content, from that to its file."""
    paper = Document.objects.create(
        tournament=document.tournament,
        kind=document.kind,
        language=document.language,
        content=content,
        content_sha256=document.content_sha256,
        verify_url=document.verify_url,
    )
    services.make(paper)


def _with(content: dict[str, Any], part: str, count: int) -> dict[str, Any]:
    """The same paper with so many deals or rows: those at hand, again and again."""
    return content | {part: list(islice(cycle(content[part]), count))}

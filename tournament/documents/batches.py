"""All protocols of a round at once: ordered, issued one by one, followed table by table, handed over as one file.

A batch holds no papers and no totals of its own. Its papers are the current ones of the round's confirmed protocols
in its language, whoever issued them; so an order can be repeated at any time, and makes only what isn't there.
"""

import hashlib
import logging
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO

from django.conf import settings
from django.db import Error as DatabaseError
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from tournament.audit.services import Author, act
from tournament.models import Batch, Document, Protocol, Round, Tournament
from tournament.phrases import Refused

from . import pdf, printing, queries, services

logger = logging.getLogger(__name__)

# -- what there is -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """A table of the round and its paper; None: not issued. table: None where the partida has none."""

    table: int | None
    counts: bool
    document: Document | None

    @property
    def state(self) -> str:
        """`unconfirmed`, `missing` (confirmed, but not issued), or the state of the paper, such as `waiting`."""
        if not self.counts:
            return "unconfirmed"
        return self.document.state if self.document else "missing"


@dataclass(frozen=True)
class Progress:
    """How far the papers of a batch are. Unconfirmed protocols get no paper (R11.2) and don't count in the total."""

    lines: list[Line]
    preparing: bool

    def of(self, state: str) -> list[Line]:
        """The tables in this state."""
        return [line for line in self.lines if line.state == state]

    @property
    def total(self) -> int:
        return sum(line.counts for line in self.lines)

    @property
    def ready(self) -> int:
        return len(self.of(Document.State.READY.value))

    @property
    def failed(self) -> list[Line]:
        return self.of(Document.State.FAILED.value)

    @property
    def missing(self) -> list[Line]:
        return self.of("missing")

    @property
    def waiting(self) -> list[Line]:
        """The tables whose papers wait for the chief referee."""
        return self.of(Document.State.WAITING.value)

    @property
    def unconfirmed(self) -> list[Line]:
        return self.of("unconfirmed")

    @property
    def under_way(self) -> bool:
        """Whether more will come without anyone doing anything."""
        return self.preparing or bool(self.of(Document.State.QUEUED.value))


def batches(tournament: Tournament) -> QuerySet[Batch]:
    """The tournament's batches, the newest round first."""
    return tournament.batches.select_related("round")


def rounds_to_issue(tournament: Tournament) -> QuerySet[Round]:
    """Rounds with a confirmed protocol, the newest first."""
    counted = Protocol.objects.filter(state__in=Protocol.COUNTED)
    return tournament.rounds.filter(pk__in=counted.values("partida__round")).select_related("stage").order_by("-number")


def progress(batch: Batch) -> Progress:
    """Each table of the round with its paper, in two queries; what the papers say isn't read."""
    papers = {document.protocol_id: document for document in _documents(batch)}
    protocols = Protocol.objects.filter(partida__round=batch.round_id).select_related("partida")
    lines = [
        Line(protocol.partida.table, protocol.counts, papers.get(protocol.pk))
        for protocol in protocols.order_by("partida__table", "pk")
    ]
    return Progress(lines, preparing=batch.prepared_at is None)


def _documents(batch: Batch) -> QuerySet[Document]:
    """The batch's papers, one a protocol, without what they say: of a large round that is megabytes."""
    about = {"kind": batch.kind, "language": batch.language, "sheet": batch.sheet, "replaced_by": None}
    return Document.objects.filter(protocol__partida__round=batch.round_id, **about).defer("content")


# -- ordering and issuing ------------------------------------------------------------------------------------


def order(*, round_: Round, language: str, by: Author, sheet: str = "a4", site: str = "") -> Batch:
    """Order the papers of all confirmed protocols of a round; each is then issued by `issue`.

    Repeated, it is the same batch: papers that still say what is so are kept, failed ones are tried again. Raises
    Refused if no protocol of the round is confirmed (R11.2).
    """
    with act(round_.tournament, "document.batch", by) as doing:
        confirmed = Protocol.objects.filter(partida__round=round_, state__in=Protocol.COUNTED).count()
        if not confirmed:
            raise Refused("batch.nothing", number=round_.number)
        kind = Document.Kind.PROTOCOL.value
        ordered = {"created_by": by.user, "created_at": timezone.now(), "site": site, "prepared_at": None}
        batch, _new = Batch.objects.update_or_create(
            round=round_, kind=kind, language=language, sheet=sheet, defaults=ordered | {"tournament": doing.tournament}
        )
        doing.subject = f"{kind}, {round_}"
        doing.data = {"round": round_.number, "language": language, "protocols": confirmed}
    return batch


def issue(*, batch: Batch, ask: Callable[[int], object]) -> None:
    """Issue the paper of each confirmed protocol, each in a transaction of its own, so that the hall can go on.

    ask: is called in that transaction with the id of each paper that has no file yet. Safe to repeat after a stop
    half-way. One protocol that can't be issued doesn't hold up the others: its table stays without a paper.
    """
    protocols = queries.confirmed_protocols(batch.tournament).filter(partida__round=batch.round_id)
    # One by one: each carries the regulations of its round, and a large round would hold them hundreds of times.
    for pk in list(protocols.order_by("partida__table", "pk").values_list("pk", flat=True)):
        try:
            with transaction.atomic():
                _issue(batch, pk, ask)
        except DatabaseError:
            raise
        except Refused as refusal:
            logger.info("No paper of protocol %s: %s", pk, refusal)
        except Exception:  # whatever is wrong with one protocol, the others get their papers
            logger.exception("Protocol %s can't be issued", pk)
    Batch.objects.filter(pk=batch.pk).update(prepared_at=timezone.now())


def _issue(batch: Batch, pk: int, ask: Callable[[int], object]) -> None:
    protocol, by = Protocol.objects.select_related("partida__round__tournament").get(pk=pk), Author(batch.created_by)
    form = {"language": batch.language, "sheet": batch.sheet, "site": batch.site}
    document = services.issue_protocol(protocol=protocol, by=by, **form)
    if document.state == Document.State.QUEUED:
        ask(document.pk)


def retry(*, batch: Batch, code: str, by: Author) -> list[Document]:
    """Put papers that failed back in the queue: the one with this code, or all of the batch if it is empty."""
    failed = _documents(batch).filter(state=Document.State.FAILED.value).order_by("pk")
    chosen = [document for document in failed if code in ("", document.code)]
    if not chosen:
        raise Refused("batch.none_failed")
    with transaction.atomic():
        return [services.retry(document=document, by=by) for document in chosen]


# -- one file ------------------------------------------------------------------------------------------------


def archive(batch: Batch) -> BinaryIO:
    """A ZIP of the sealed files of all papers that are ready, rewound; it is gone when it is closed.

    Its memory is that of one paper, and its place on the disk has no name. Raises Refused if no paper is ready, or
    one is no longer the file that was sealed; OSError if the disk is full.
    """
    return _zipped((file_name(batch.round.number, table, paper.code), paper) for table, paper in _ready(batch))


def print_copy(batch: Batch) -> BinaryIO:
    """The pages of all papers that are ready as one PDF for the printer, each page marked as a copy; like `archive`."""
    mark = pdf.render("documents/print_mark.html", {}, batch.language)
    papers = [paper for _table, paper in _ready(batch)]
    with translation.override(batch.language):
        title = _("Protocols of round %(number)d, print copy") % {"number": batch.round.number}
    with _nameless() as file:
        printing.print_copy(map(_sealed, papers), mark, title, file)
    return file


def _ready(batch: Batch) -> list[tuple[int | None, Document]]:
    """The papers that can be handed over, by table."""
    ready = progress(batch).of(Document.State.READY.value)
    if not ready:
        raise Refused("batch.empty")
    return [(line.table, line.document) for line in ready if line.document]


def file_name(round_: int, table: int | None, code: str) -> str:
    """The name of a paper in the ZIP; names sort by table.

    >>> file_name(3, 7, "7KQM-2XRA-9D")
    'round-03_table-07_7KQM-2XRA-9D.pdf'
    """
    place = "no-table" if table is None else f"table-{table:02}"
    return f"round-{round_:02}_{place}_{code}.pdf"


def _zipped(named: Iterable[tuple[str, Document]]) -> BinaryIO:
    # Papers are compressed already.
    with _nameless() as file, zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as into:
        for name, document in named:
            into.writestr(name, _sealed(document))
    return file


@contextmanager
def _nameless() -> Iterator[BinaryIO]:
    """A file to write to, with no place on the disk once it is closed: at once if that fails, else by who sends it."""
    file = TemporaryFile(dir=settings.MEDIA_ROOT)  # noqa: SIM115 -- whoever sends it closes it
    try:
        yield file
    except BaseException:
        file.close()
        raise
    file.seek(0)


def _sealed(document: Document) -> bytes:
    """The file on record, compared with its SHA-256."""
    try:
        data = (Path(settings.MEDIA_ROOT) / document.file).read_bytes()
    except FileNotFoundError:
        data = b""
    if hashlib.sha256(data).hexdigest() != document.sha256:
        table = document.protocol.partida.table if document.protocol else None
        raise Refused("batch.damaged", paper=document.code, table=table or "—")
    return data

"""Issuing papers: what one says is fixed first; its file is made afterwards, and again if that failed."""

import hashlib
import logging
import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import Error as DatabaseError
from django.db.models import QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from tournament.audit.services import Act, Author, act
from tournament.models import Document, Protocol, Round, Stage, Tournament
from tournament.models.documents import new_code
from tournament.phrases import Refused
from tournament.protocols.content import canonical, fingerprint
from tournament.protocols.queries import sheet as sheet_of
from tournament.standings.queries import table

from . import approval, contents, papers, pdf, queries, sealing

logger = logging.getLogger(__name__)

LOCAL_SITE = "http://localhost:8000"

Watch = Callable[[str], object]
"""Told the name of each part of the work when it's done."""


def _unwatched(part: str) -> None:
    """Nobody measures."""


def issue_protocol(*, protocol: Protocol, language: str, by: Author, sheet: str = "a4", site: str = "") -> Document:
    """A paper of a protocol as it stands now, to be made by `make`; the one at hand if it says the same.

    sheet: `a4` or `letter`; each size and each language is a paper of its own. site: the address the program was asked
    at, for the QR code where PUBLIC_URL is not set. Raises Refused unless the protocol is confirmed or corrected
    (R11.2).
    """
    with act(protocol.partida.round.tournament, "document.issue", by) as doing:
        now = sheet_of(protocol.partida)
        if not now.protocol.counts:
            raise Refused("document.not_confirmed", state=now.protocol.get_state_display())
        about = {"kind": Document.Kind.PROTOCOL.value, "protocol": now.protocol, "language": language, "sheet": sheet}
        return _issue(doing, Document.objects.filter(**about), now.as_dict(), site, **about)


def issue_standings(
    *, stage: Stage, after_round: int, language: str, by: Author, sheet: str = "a4", site: str = ""
) -> Document:
    """A paper of the standings of a stage after a round, in the same way.

    Raises Refused if the stage has no such published round, or no entry to stand in it.
    """
    with act(stage.tournament, "document.issue", by) as doing:
        try:
            now = table(stage, after=after_round)
        except Round.DoesNotExist:
            raise Refused("document.no_round", number=after_round) from None
        if not now.rows:
            raise Refused("document.no_rows")
        about = {"kind": Document.Kind.STANDINGS.value, "round": now.after, "language": language, "sheet": sheet}
        return _issue(doing, Document.objects.filter(**about), now.as_dict(), site, **about)


def issue_of_round(
    *, round_: Round, kind: str, language: str, by: Author, sheet: str = "a4", site: str = ""
) -> Document:
    """A paper of a round's draw, or of the cross-table, bracket or rulings after it, in the same way.

    Raises Refused where there is nothing to print.
    """
    with act(round_.tournament, "document.issue", by) as doing:
        now = Round.objects.select_related("stage", "tournament").get(pk=round_.pk)
        content = contents.content_of_round(kind, now, language)
        form = {"kind": kind, "language": language, "sheet": sheet}
        alike = Document.objects.filter(**form, **contents.subject_round(kind, now))
        return _issue(doing, alike, content, site, round=now, **form)


def issue_of_tournament(
    *, tournament: Tournament, kind: str, language: str, by: Author, sheet: str = "a4", site: str = "", **asked: Any
) -> Document:
    """The final report of a tournament, or its diplomas, in the same way.

    asked: which diplomas are wanted; each choice is a paper of its own. Raises Refused while the tournament isn't over.
    """
    with act(tournament, "document.issue", by) as doing:
        content = contents.content_of_tournament(kind, doing.tournament, language, **asked)
        form = {"tournament": doing.tournament, "kind": kind, "language": language, "sheet": sheet}
        alike = Document.objects.filter(**form, **{f"content__{name}": value for name, value in asked.items()})
        return _issue(doing, alike, content, site, **form)


def _issue(doing: Act, subject: QuerySet[Document], content: dict[str, Any], site: str, **about: Any) -> Document:
    """The newest paper of a subject: the one at hand if it says the same, else a new revision that replaces it."""
    last = subject.filter(replaced_by=None).first()
    if last is not None and last.content_sha256 == fingerprint(content):
        return _at_hand(doing, last)
    if last is not None and last.state == Document.State.WAITING:
        document = last
    else:
        code = new_code()
        address = f"{settings.PUBLIC_URL or site.rstrip('/') or LOCAL_SITE}/verify/{code}"
        revision = subject.count() + 1
        document = Document(
            code=code, revision=revision, verify_url=address, **{"tournament": doing.tournament, **about}
        )
    _fix(doing, document, content)
    subject.filter(replaced_by=None).exclude(pk=document.pk).update(replaced_by=document)
    return document


def _at_hand(doing: Act, document: Document) -> Document:
    """A paper that says the same already: tried again if it failed, released if whoever asks for it may do that."""
    if document.state == Document.State.FAILED:
        document.state = Document.State.QUEUED.value
        document.save(update_fields=["state"])
    if document.state == Document.State.WAITING and approval.by_this_act(document.kind, doing):
        approval.mark(doing, document)
        document.save(update_fields=["state", "approved_by", "approved_at"])
        doing.subject = f"{document.kind} {document.code}"
    else:
        doing.unchanged()
    return document


def _fix(doing: Act, document: Document, content: dict[str, Any]) -> None:
    """What the paper says from now on; of one that still waits, in place of what it said before."""
    document.content, document.content_sha256 = content, fingerprint(content)
    document.created_by, document.state = doing.by.user, Document.State.WAITING.value
    if document.pk is not None:
        # So that nobody releases it who has seen what it said before.
        document.created_at = timezone.now()
    if approval.by_this_act(document.kind, doing):
        approval.mark(doing, document)
    document.save()
    doing.subject = f"{document.kind} {document.code}"
    doing.data |= {
        "revision": document.revision,
        "language": document.language,
        "content_sha256": document.content_sha256,
    }


def retry(*, document: Document, by: Author) -> Document:
    """Put a paper that failed back in the queue; its file is to be made by `make` again."""
    with act(document.tournament, "document.retry", by) as doing:
        document = Document.objects.select_related("tournament").get(pk=document.pk)
        if document.state != Document.State.FAILED:
            raise Refused("document.not_failed", state=document.get_state_display())
        document.state, document.error = Document.State.QUEUED, ""
        document.save(update_fields=["state", "error"])
        doing.subject = f"{document.kind} {document.code}"
    return document


def make(document: Document, watch: Watch = _unwatched) -> None:
    """Make, seal and file the paper, once it is released. Safe to repeat, and to run twice at once: the first stays.

    watch: told of `render`, `seal` and `store`.

    What goes wrong is kept with the document, to be shown and tried again; only the database's own faults are
    raised, since then nothing could be kept either.
    """
    if document.state in (Document.State.READY, Document.State.WAITING):
        return
    try:
        _file(document, _sealed(document, watch))
        watch("store")
    except DatabaseError:
        raise
    except Refused as refusal:
        _fail(document, refusal)
    except OSError as error:
        _fail(document, Refused("document.not_filed", reason=error.strerror or str(error)))
    except Exception:
        # Whatever it was, the desk has to see that there is no paper; the log has the rest.
        logger.exception("Document %s can't be made", document.code)
        _fail(document, Refused("document.failed"))


def give_up(document: Document) -> None:
    """Say that there is no paper, since whoever made it never came to its end."""
    _fail(document, Refused("document.failed"))


def _sealed(document: Document, watch: Watch) -> bytes:
    """The paper's bytes: from its content alone, in its own language."""
    data = canonical(document.content)
    name = f"{document.kind}-{document.code}.json"
    with translation.override(document.language):
        context = shown(document)
        attachment = pdf.Attachment(name, data, _("The data of this paper"), document.created_at)
        unsealed = pdf.render(f"documents/pdf/{document.kind}.html", context, document.language, attachment)
        trial = _("Rehearsal") if document.content.get("rehearsal") else ""
        reason = ". ".join(filter(None, (trial, f"{document.get_kind_display()} {document.code}", context["released"])))
    watch("render")
    sealed = sealing.seal(unsealed, reason=reason, name=document.tournament.name)
    watch("seal")
    return sealed


def shown(document: Document) -> dict[str, Any]:
    """What the template of the paper takes, in the language that is active."""
    return papers.context(document) | {
        "development": sealing.is_development(),
        "released": approval.words(document),
        "replaced": queries.replaced(document),
    }


def _file(document: Document, data: bytes) -> None:
    """Write the file beside its place, then put it there and record it while nobody else can."""
    place = queries.path(document)
    with _written_beside(place, data) as written, act(document.tournament, "document.seal", Author()) as doing:
        now = Document.objects.get(pk=document.pk)
        if now.state == Document.State.READY:
            # Another worker was quicker, and its file is already in somebody's hands.
            doing.unchanged()
            return
        written.rename(place)
        for left_over in place.parent.glob(f".{place.stem}.*"):
            # Of a worker that died while it wrote, or that comes too late.
            left_over.unlink(missing_ok=True)
        _sync(place.parent)
        now.state, now.error = Document.State.READY, ""
        now.file = str(place.relative_to(settings.MEDIA_ROOT))
        now.sha256, now.size, now.sealed_at = hashlib.sha256(data).hexdigest(), len(data), timezone.now()
        now.save(update_fields=["state", "error", "file", "sha256", "size", "sealed_at"])
        doing.subject, doing.data = f"{now.kind} {now.code}", {"sha256": now.sha256, "size": now.size}


@contextmanager
def _written_beside(place: Path, data: bytes) -> Iterator[Path]:
    """A file with these bytes, safely on the disk, in the folder of `place`; removed unless it was moved there."""
    place.parent.mkdir(parents=True, exist_ok=True)
    beside = place.with_name(f".{place.stem}.{secrets.token_hex(4)}")
    try:
        with beside.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        yield beside
    finally:
        beside.unlink(missing_ok=True)


def _sync(folder: Path) -> None:
    """Make a rename in the folder survive a power cut."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _fail(document: Document, refusal: Refused) -> None:
    """Keep why there is no paper, in the paper's language; a file that was made meanwhile stays."""
    logger.error("Document %s is not made: %s", document.code, refusal)
    with act(document.tournament, "document.fail", Author()) as doing:
        with translation.override(document.language):
            reason = str(refusal)
        failed = Document.objects.filter(pk=document.pk).exclude(state=Document.State.READY)
        if not failed.update(state=Document.State.FAILED, error=reason):
            doing.unchanged()
        doing.subject, doing.data = f"{document.kind} {document.code}", {"reason": refusal.code}

"""Reads about issued papers: lists, codes, and what a file that someone holds really is."""

import hashlib
import re
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db.models import Q, QuerySet

from tournament.models import Document, Protocol, Round, Tournament
from tournament.models.documents import CODE_ALPHABET
from tournament.phrases import Refused
from tournament.protocols.content import fingerprint
from tournament.protocols.queries import sheet
from tournament.standings.queries import table

from . import contents, sealing

KEPT = 300
"""Seconds for which an answer about a whole tournament is kept at most."""
CODE = re.compile(f"[{CODE_ALPHABET}]{{10}}")


class Standing(Enum):
    """Where a genuine paper stands among its like."""

    CURRENT = "current"
    REPLACED = "replaced"  # a later revision was issued
    OUTDATED = "outdated"  # what it is about has changed, and no later revision was issued yet


class Finding(Enum):
    """What a file is."""

    GENUINE = "genuine"
    CHANGED = "changed"  # sealed by us, changed afterwards
    UNRECORDED = "unrecorded"  # our seal is whole, but we have no record of such a file
    UNTRUSTED = "untrusted"  # on record, but its seal is by no authority that is trusted today
    FOREIGN = "foreign"  # not ours, or damaged beyond recognition


@dataclass(frozen=True)
class FileCheck:
    """What a file is; the document and where it stands are known only for files on record."""

    finding: Finding
    seal: sealing.SealCheck
    document: Document | None = None
    standing: Standing | None = None


def documents(tournament: Tournament) -> QuerySet[Document]:
    """The tournament's papers, newest first, with all that a list shows."""
    return tournament.documents.select_related("protocol__partida__round", "round", "replaced_by", "created_by")


def confirmed_protocols(tournament: Tournament) -> QuerySet[Protocol]:
    """Protocols of which a paper may be issued, the newest round first."""
    return (
        Protocol.objects.filter(partida__round__tournament=tournament, state__in=Protocol.COUNTED)
        .select_related("partida__round")
        .order_by("-partida__round__number", "partida__table")
    )


def published_rounds(tournament: Tournament) -> QuerySet[Round]:
    """Rounds after which standings may be issued, the newest first."""
    return tournament.rounds.exclude(state=Round.State.PROPOSED.value).select_related("stage").order_by("-number")


def normalised(code: str) -> str | None:
    """A code as it is printed, from any case, with or without dashes and spaces; None if it can't be one.

    >>> normalised("7kqm2xra9d")
    '7KQM-2XRA-9D'
    """
    letters = re.sub(r"[\s\-–—]", "", code).upper()
    return f"{letters[:4]}-{letters[4:8]}-{letters[8:]}" if CODE.fullmatch(letters) else None


def by_code(code: str) -> Document | None:
    """The paper with this code, written in any way."""
    wanted = normalised(code)
    if wanted is None:
        return None
    about = ("tournament", "round__stage", "protocol__partida__round", "replaced_by", "approved_by")
    return Document.objects.select_related(*about).filter(code=wanted).first()


def path(document: Document) -> Path:
    """Where the paper's file lies, or will lie once it is made."""
    recorded = document.file or f"documents/{document.tournament.slug}/{document.code}.pdf"
    return Path(settings.MEDIA_ROOT) / recorded


def content_now(document: Document) -> dict[str, Any] | None:
    """What a paper about the same would say if it were issued now; None if none could be."""
    if document.protocol is not None:
        return sheet(document.protocol.partida).as_dict() if document.protocol.counts else None
    try:
        if document.round is None:
            asked = {name: document.content[name] for name in contents.ASKED.get(document.kind, ())}
            return contents.content_of_tournament(document.kind, document.tournament, document.language, **asked)
        if document.kind in contents.OF_ROUND:
            return contents.content_of_round(document.kind, document.round, document.language)
    except Refused:
        # The round was taken back, the stage is played in another way now, a protest was lodged.
        return None
    return table(document.round.stage, after=document.round.number).as_dict()


def replaced(document: Document) -> str:
    """The code of the paper that this one replaces; "" if it is the first of its subject."""
    if document._state.adding:  # a bench's, which is never kept
        return ""
    return document.replaces.values_list("code", flat=True).first() or ""


def paper_of_round(kind: str, round_: Round | None, language: str) -> Document | None:
    """The newest paper of this kind that can be read, for those who look at the round; in their language if there is
    one, else in any.
    """
    if round_ is None:
        return None
    made = Document.objects.filter(kind=kind, state=Document.State.READY.value)
    made = made.filter(Q(replaced_by=None) | Q(replaced_by__state=Document.State.WAITING.value))
    found = list(made.filter(**contents.subject_round(kind, round_)).defer("content"))
    return next((each for each in found if each.language == language), found[0] if found else None)


def standing(document: Document) -> Standing:
    """Whether the paper still says what is so. One that still waits for the chief referee replaces nothing yet."""
    if latest(document) != document:
        return Standing.REPLACED
    return Standing.CURRENT if _fingerprint_now(document) == document.content_sha256 else Standing.OUTDATED


def _fingerprint_now(document: Document) -> str:
    """The fingerprint of what a paper about the same would say now; "" if none could be issued.

    One of the whole tournament reads every result of it, and anyone may ask: its answer is kept until the next
    recorded act.
    """
    if document.round_id is not None or document.protocol_id is not None:
        return _fingerprint_of(content_now(document))
    key = f"documents/now/{document.code}/{document.tournament.version}"
    return cache.get_or_set(key, lambda: _fingerprint_of(content_now(document)), KEPT) or ""


def _fingerprint_of(content: dict[str, Any] | None) -> str:
    return "" if content is None else fingerprint(content)


def latest(document: Document) -> Document:
    """The paper that holds in place of this one: itself, or the last that was released of those that replaced it."""
    while document.replaced_by is not None and document.replaced_by.state != Document.State.WAITING:
        document = document.replaced_by
    return document


def check_file(data: bytes) -> FileCheck:
    """What a file is. Genuine: on record by its SHA-256, its seal good, and the seal covers all of it.

    What is on record byte by byte was made here; whatever else is taken apart behind a fence.
    """
    document = (
        Document.objects.select_related("tournament", "round__stage", "replaced_by", "approved_by")
        .filter(sha256=hashlib.sha256(data).hexdigest(), state=Document.State.READY)
        .first()
    )
    seal = sealing.check_strange(data) if document is None else sealing.check(data)
    if document is not None and seal.genuine:
        return FileCheck(Finding.GENUINE, seal, document, standing(document))
    if document is not None:
        return FileCheck(Finding.UNTRUSTED, seal, document)
    return FileCheck(NOT_ON_RECORD[seal.verdict], seal)


NOT_ON_RECORD = {
    sealing.Verdict.GENUINE: Finding.UNRECORDED,
    sealing.Verdict.CHANGED: Finding.CHANGED,
    sealing.Verdict.FOREIGN: Finding.FOREIGN,
}

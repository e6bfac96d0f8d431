"""The list of issued papers."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import django_tables2 as tables
from django.conf import settings
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournament.models import Document, Tournament

from .papers.sheet import SHEETS

ROWS_ON_A_PAGE = 50
LANGUAGES = dict(settings.LANGUAGES)
SIZES = dict(SHEETS)


@dataclass(frozen=True)
class Row:
    """A paper, ready to be shown. `issued` is in the hall's zone."""

    code: str
    about: str
    language: str
    sheet: str
    revision: int
    state: str
    state_words: str
    error: str
    replaced_by: int | None
    issued: datetime
    issued_by: str
    may_retry: bool
    slug: str


def rows_of(tournament: Tournament, documents: Iterable[Document], *, may_issue: bool) -> list[Row]:
    """The rows of the list; no query is left for the rendering."""
    return [
        Row(
            code=document.code,
            about=about(document),
            language=str(LANGUAGES[document.language]),
            sheet=str(SIZES[document.sheet]),
            revision=document.revision,
            state=document.state,
            state_words=str(document.get_state_display()),
            error=document.error,
            replaced_by=_replaced_by(document),
            issued=document.created_at.astimezone(tournament.zone),
            issued_by=str(document.created_by or "—"),
            may_retry=may_issue and document.state == Document.State.FAILED,
            slug=tournament.slug,
        )
        for document in documents
    ]


def _replaced_by(document: Document) -> int | None:
    """The revision that holds in its place; one that still waits for the chief referee replaces nothing yet."""
    newer = document.replaced_by
    return newer.revision if newer is not None and newer.state != Document.State.WAITING else None


@dataclass(frozen=True)
class WaitingRow:
    """A paper that waits for the chief referee; `url` leads to what it is about. `asked` is in the hall's zone."""

    code: str
    about: str
    language: str
    revision: int
    asked: datetime
    asked_by: str
    url: str

    @property
    def asked_words(self) -> str:
        """Date by the reader's language, clock of the hall."""
        return date_format(self.asked, "SHORT_DATETIME_FORMAT")


def waiting_rows(tournament: Tournament, documents: Iterable[Document]) -> list[WaitingRow]:
    """The rows of the page of approval; no query is left for the rendering."""
    return [
        WaitingRow(
            code=document.code,
            about=about(document),
            language=str(LANGUAGES[document.language]),
            revision=document.revision,
            asked=document.created_at.astimezone(tournament.zone),
            asked_by=str(document.created_by or "—"),
            url=_subject_url(tournament, document),
        )
        for document in documents
    ]


def _subject_url(tournament: Tournament, document: Document) -> str:
    """The page at the desk that shows what the paper says."""
    if document.protocol is not None and document.protocol.partida.table:
        partida = document.protocol.partida
        return reverse("protocols:entry", args=[tournament.slug, partida.round.number, partida.table])
    return reverse("standings:table", args=[tournament.slug])


ABOUT = {
    Document.Kind.PROTOCOL.value: gettext_lazy("Protocol, round %(round)s, table %(table)s"),
    Document.Kind.STANDINGS.value: gettext_lazy("Standings after round %(round)s"),
    Document.Kind.DRAW.value: gettext_lazy("Draw of round %(round)s"),
    Document.Kind.CROSS_TABLE.value: gettext_lazy("Cross-table after round %(round)s"),
    Document.Kind.BRACKET.value: gettext_lazy("Bracket after round %(round)s"),
    Document.Kind.RULINGS.value: gettext_lazy("Rulings after round %(round)s"),
    Document.Kind.REPORT.value: gettext_lazy("Final report"),
    Document.Kind.DIPLOMAS.value: gettext_lazy("Diplomas, places %(first)s–%(last)s"),
}


def about(document: Document) -> str:
    """What a paper is about, in a few words and in the reader's language."""
    where: dict[str, Any] = {"round": document.of_round}
    if document.protocol:
        where["table"] = document.protocol.partida.table or "—"
    if document.kind == Document.Kind.DIPLOMAS:
        where |= {name: document.content[name] for name in ("first", "last")}
    return str(ABOUT[document.kind]) % where


class DocumentTable(tables.Table):
    """What it is about, its language, size and revision, how far it is, when and by whom it was issued."""

    about = tables.Column(verbose_name=pgettext_lazy("column", "Paper"))
    language = tables.Column(verbose_name=gettext_lazy("Language"))
    sheet = tables.Column(verbose_name=pgettext_lazy("of paper", "Size"))
    revision = tables.Column(verbose_name=gettext_lazy("Revision"), attrs={"td": {"class": "num"}})
    state = tables.TemplateColumn(
        template_name="documents/_state.html", verbose_name=pgettext_lazy("document", "State")
    )
    code = tables.Column(verbose_name=gettext_lazy("Code"), attrs={"td": {"class": "number"}})
    issued = tables.Column(verbose_name=gettext_lazy("Issued"))
    issued_by = tables.Column(verbose_name=gettext_lazy("Issued by"))
    act = tables.TemplateColumn(
        template_name="documents/_acts.html",
        verbose_name=pgettext_lazy("column", "Act"),
        orderable=False,
        empty_values=(),
        attrs={"td": {"class": "number"}},
    )

    caption = gettext_lazy("Issued papers")
    row_header = "about"

    class Meta:
        attrs = {"class": "dense"}

    def render_issued(self, value: datetime) -> str:
        """By the hall's clock, which the row has already; a column for times would convert it once more."""
        return date_format(value, "SHORT_DATETIME_FORMAT")

    def paginate(self, *args: Any, **wanted: Any) -> None:
        """A page of fixed length: the address can't ask for all rows at once, or for none."""
        super().paginate(*args, **wanted | {"per_page": ROWS_ON_A_PAGE})

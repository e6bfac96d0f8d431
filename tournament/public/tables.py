"""Tables of the public pages, over rows that are released and named already."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournament.documents.tables import LANGUAGES, about
from tournament.entries.queries import FIELD_LABELS
from tournament.ledger.tables import penalty_words, title
from tournament.models import Document, Entry, search_key
from tournament.releases.queries import ENTRIES
from tournament.rulings.queries import Line
from tournament.rulings.tables import note_words
from tournament.standings.queries import Row, Table
from tournament.standings.tables import NUMBER, WIDE, StandingsTable, columns, why_address

from .frame import Frame
from .queries import Search, entry_name

ROWS_ON_A_PAGE = 100
NAME = {"td": {"class": "name"}}
NO_FIT = gettext_lazy("No entry fits this search.")


class _Paged(tables.Table):
    """A table in pages of a fixed length: the address can't ask for all rows at once, or for none."""

    def paginate(self, *args: Any, **wanted: Any) -> None:
        super().paginate(*args, **wanted | {"per_page": ROWS_ON_A_PAGE})


# -- standings ------------------------------------------------------------------------------------------------


class PublicStandingsTable(StandingsTable):
    """The standings for everyone: a place leads to why it is so, a name to the page of its entry, if released."""

    name = tables.Column(verbose_name=pgettext_lazy("column", "Pair"), order_by="key", attrs=NAME)

    class Meta(StandingsTable.Meta):
        empty_text = NO_FIT

    def __init__(self, rows: Iterable[Row], *, frame: Frame, **kwargs: Any) -> None:
        super().__init__(rows, **kwargs)
        self.slug = frame.tournament.slug if frame.seen.may(ENTRIES) else ""

    def render_name(self, record: Row) -> SafeString:
        """The number, then the name."""
        return _linked(self.slug, record.entry, record.name)

    def render_place(self, record: Row, value: int) -> SafeString | str:
        """Where the address of the explanation is known, a link to it."""
        place = super().render_place(record, value)
        if not self.why:
            return place
        words = _("why this place?")
        return format_html(
            '<a href="{}{}/">{}<span class="visually-hidden">: {}</span></a>', self.why, record.entry, place, words
        )


class PublicPlayerStandingsTable(PublicStandingsTable):
    """The same in an individual event, in which players are ranked (R1.3)."""

    name = tables.Column(verbose_name=pgettext_lazy("column", "Player"), order_by="key", attrs=NAME)


def public_standings(standings: Table, rows: Iterable[Row], frame: Frame, **kwargs: Any) -> PublicStandingsTable:
    """The table for some of the rows of these standings, with the words of the event."""
    shown = PublicPlayerStandingsTable if standings.tournament.is_individual else PublicStandingsTable
    return shown(rows, frame=frame, why=why_address(standings, "public:why"), **columns(standings), **kwargs)


def standings_found(standings: Table, search: Search, frame: Frame) -> PublicStandingsTable:
    """The table for those who are looked for."""
    fitting = [row for row in standings.rows if search.fits(row.entry, row.name, row.club, row.country)]
    return public_standings(standings, fitting, frame, attrs={"class": "standings titled"})


def _linked(slug: str, number: int, name: str) -> SafeString:
    if not slug:
        return format_html('<span class="muted">{}</span> {}', number, name)
    address = reverse("public:entry", args=[slug, number])
    return format_html('<span class="muted">{}</span> <a href="{}">{}</a>', number, address, name)


# -- entries --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class EntryRow:
    """An entry as everyone may know it. key: its name as it is sorted."""

    number: int
    name: str
    club: str
    country: str
    withdrawn: int | None

    @property
    def key(self) -> str:
        return search_key(self.name)


def entry_rows(frame: Frame, entries: Iterable[Entry]) -> list[EntryRow]:
    """The rows of the list; no query is left for the rendering."""
    return [
        EntryRow(
            number=entry.number,
            name=entry_name(frame.seen, entry),
            club=entry.club.name if entry.club else "",
            country=entry.country,
            withdrawn=entry.withdrawn_from,
        )
        for entry in entries
    ]


class PublicEntryTable(_Paged):
    """Who takes part."""

    number = tables.Column(verbose_name=FIELD_LABELS["number"], attrs=NUMBER)
    name = tables.Column(verbose_name=pgettext_lazy("column", "Pair"), order_by="key", attrs=NAME)
    club = tables.Column(verbose_name=FIELD_LABELS["club"], default="", attrs=WIDE)
    country = tables.Column(verbose_name=FIELD_LABELS["country"], default="", attrs=WIDE)
    # Only in files: on the page it stands beside the name.
    withdrawn = tables.Column(verbose_name=gettext_lazy("Withdrawn from round"), visible=False)

    caption = gettext_lazy("Entries")
    row_header = "name"

    class Meta:
        attrs = {"class": "standings titled roomy"}
        empty_text = NO_FIT

    def __init__(self, rows: Iterable[EntryRow], *, frame: Frame, **kwargs: Any) -> None:
        super().__init__(rows, **kwargs)
        self.slug = frame.tournament.slug

    def render_name(self, record: EntryRow) -> SafeString:
        """The name, and whether they have left."""
        address = reverse("public:entry", args=[self.slug, record.number])
        link = format_html('<a href="{}">{}</a>', address, record.name)
        if not record.withdrawn:
            return link
        left = _("withdrawn from round %(round)d") % {"round": record.withdrawn}
        return format_html('{} <small class="muted">{}</small>', link, left)


class PublicPlayerTable(PublicEntryTable):
    """The same in an individual event."""

    name = tables.Column(verbose_name=pgettext_lazy("column", "Player"), order_by="key", attrs=NAME)


def entries_found(rows: Iterable[EntryRow], search: Search, frame: Frame) -> PublicEntryTable:
    """The list of those who are looked for, with the words of the event."""
    shown = PublicPlayerTable if frame.tournament.is_individual else PublicEntryTable
    return shown([row for row in rows if search.fits(row.number, row.name, row.club, row.country)], frame=frame)


# -- rulings --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RulingRow:
    """A ruling in words; without the name of the referee, who acts for all."""

    round: int
    table: int | None
    player: str
    infraction: str
    penalty: str
    note: str
    withdrawn: bool


def ruling_rows(frame: Frame, lines: Iterable[Line]) -> list[RulingRow]:
    """The rulings as everyone may read them; one that was struck out stays, struck out (R10.4)."""
    return [
        RulingRow(
            round=line.round,
            table=line.table,
            player=line.player,
            infraction=title(line.infraction),
            penalty="—" if line.withdrawn else penalty_words(line.decision.penalty, line.fine),
            note=frame.seen.words(note_words(line)),
            withdrawn=line.withdrawn,
        )
        for line in lines
    ]


# -- papers ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PaperRow:
    """A paper that everyone may have. `issued` is in the hall's zone."""

    code: str
    about: str
    language: str
    revision: int
    issued: datetime


def paper_rows(frame: Frame, documents: Iterable[Document]) -> list[PaperRow]:
    """The rows of the list of papers."""
    zone = frame.tournament.zone
    return [
        PaperRow(
            code=document.code,
            about=about(document),
            language=str(LANGUAGES[document.language]),
            revision=document.revision,
            issued=document.created_at.astimezone(zone),
        )
        for document in documents
    ]


class PublicPaperTable(_Paged):
    """What a paper is about, which leads to its file; its language, revision and time."""

    about = tables.Column(verbose_name=pgettext_lazy("column", "Paper"), attrs=NAME)
    language = tables.Column(verbose_name=gettext_lazy("Language"))
    revision = tables.Column(
        verbose_name=gettext_lazy("Revision"), attrs={"th": {"class": "wide"}, "td": {"class": "wide num"}}
    )
    issued = tables.Column(verbose_name=gettext_lazy("Issued"), attrs=WIDE)

    caption = gettext_lazy("Documents")
    row_header = "about"

    class Meta:
        attrs = {"class": "standings titled"}

    def render_about(self, record: PaperRow) -> SafeString:
        address = reverse("documents:download", args=[record.code])
        return format_html(
            '<a href="{}">{}</a> <small class="muted">PDF, {}</small>', address, record.about, record.code
        )

    def render_issued(self, value: datetime) -> str:
        """By the hall's clock, which the row has already; a column for times would convert it once more."""
        return date_format(value, "SHORT_DATETIME_FORMAT")

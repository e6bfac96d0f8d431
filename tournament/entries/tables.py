"""The list of entries as a table and as a CSV file."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournament.models import Entry, Tournament

from .formulas import harmless
from .leaving import expelled, expelled_members
from .queries import FIELD_LABELS, Application

ROWS_ON_A_PAGE = 100


@dataclass(frozen=True)
class Row:
    """An entry, ready to be shown; `url` leads to its page for those who may do anything there."""

    number: int
    pair: str
    club: str
    country: str
    seed: int | None
    state: str
    url: str


def rows_of(tournament: Tournament, entries: Iterable[Entry], *, linked: bool) -> list[Row]:
    """The rows of the list; no query is left for the rendering."""
    out = expelled(tournament)
    return [
        Row(
            number=entry.number,
            pair=str(entry),
            club=entry.club.name if entry.club else "",
            country=entry.country,
            seed=entry.seed,
            state=", ".join(_states(entry, out)),
            url=reverse("entries:edit", args=[tournament.slug, entry.number]) if linked else "",
        )
        for entry in entries
    ]


def _states(entry: Entry, out: Mapping[int, int]) -> Iterator[str]:
    """Whether it has withdrawn, and who of it is expelled (R8.5)."""
    if entry.withdrawn_from:
        yield _("withdrawn from round %(round)d") % {"round": entry.withdrawn_from}
    for name, number in expelled_members(entry, out).items():
        yield _("%(name)s expelled from round %(round)d") % {"name": name, "round": number}


class EntryTable(tables.Table):
    """Number, pair, club, country, seed, and whether it has withdrawn or is expelled."""

    number = tables.Column(verbose_name=FIELD_LABELS["number"], attrs={"th": {"class": "num"}, "td": {"class": "num"}})
    pair = tables.Column(verbose_name=gettext_lazy("Pair"), linkify=lambda record: record.url or None)
    club = tables.Column(verbose_name=FIELD_LABELS["club"], default="")
    country = tables.Column(verbose_name=FIELD_LABELS["country"], default="")
    seed = tables.Column(
        verbose_name=FIELD_LABELS["seed"], default="", attrs={"th": {"class": "num"}, "td": {"class": "num"}}
    )
    state = tables.Column(verbose_name=pgettext_lazy("entry", "State"), default="")

    caption = gettext_lazy("Entries")
    row_header = "pair"

    class Meta:
        attrs = {"class": "dense"}
        empty_text = gettext_lazy("No entry fits this search.")

    def paginate(self, *args: Any, **wanted: Any) -> None:
        """A page of fixed length: the address can't ask for all rows at once, or for none."""
        super().paginate(*args, **wanted | {"per_page": ROWS_ON_A_PAGE})


class PlayerTable(EntryTable):
    """The entries of an individual event: each is one player (R1.3)."""

    pair = tables.Column(verbose_name=pgettext_lazy("alone", "Player"), linkify=lambda record: record.url or None)


def csv_of(applications: Iterable[Application], labels: Mapping[str, Any] = FIELD_LABELS) -> str:
    """A list as spreadsheets open it: a byte order mark, semicolons, headings in the reader's language.

    Read back by the import, it gives the same applications.
    """
    out = io.StringIO()
    out.write("\ufeff")
    writer = csv.writer(out, delimiter=";")
    writer.writerow([str(label) for label in labels.values()])
    writer.writerows(map(_cells, applications))
    return out.getvalue()


def _cells(application: Application) -> list[str]:
    texts = [*application.players, application.club, application.country]
    seed = str(application.seed) if application.seed else ""
    return [str(application.number), *map(harmless, texts), seed]

"""Results and errata as a web feed (Atom, RFC 4287), the newest first."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournament.corrections.tables import ErratumLine, erratum_line
from tournament.models import Partida
from tournament.protocols.lists import TableLine
from tournament.protocols.sheets import Side
from tournament.releases.queries import RESULTS

from . import queries
from .queries import Published

MOST = 100
"""Items of the feed: what is older is on the pages."""


@dataclass(frozen=True)
class _Item:
    key: str
    title: str
    text: str
    round: int
    at: datetime


def feed(public: Published, site: str) -> str:
    """The newest results and errata that are public."""
    tournament = public.tournament
    address = site + reverse("public:tournament", args=[tournament.slug])
    items = sorted([*_results(public), *_errata(public)], key=lambda item: item.at, reverse=True)[:MOST]
    written = Atom1Feed(
        title=_printable(tournament.name),
        link=address,
        description=_("Confirmed results and corrections"),
        language=get_language(),
        feed_url=site + reverse("api:feed", args=[tournament.slug]),
        feed_guid=address,
    )
    for item in items:
        written.add_item(
            title=_printable(item.title),
            link=site + reverse("public:round", args=[tournament.slug, item.round]),
            # A reader takes it for HTML.
            description=escape(_printable(item.text)),
            unique_id=f"{address}#{item.key}",
            pubdate=item.at,
            updateddate=item.at,
        )
    return str(written.writeString("utf-8"))


def _results(public: Published) -> list[_Item]:
    """The results of the newest rounds, as far back as the feed goes."""
    numbers = sorted(public.seen.rounds(RESULTS), reverse=True)
    counted = (line for number in numbers for line in queries.lines(public, number) if line.state and line.counts)
    return [_result(public, line) for line in islice(counted, MOST)]


def _result(public: Published, line: TableLine) -> _Item:
    said = _("Round %(round)d, table %(table)d: %(result)s")
    return _Item(
        key=f"round-{line.round}-table-{line.table}",
        title=said % {"round": line.round, "table": line.table or 0, "result": _score(line)},
        text=_sides(public, line.sides),
        round=line.round,
        at=line.since or timezone.now(),
    )


def _score(line: TableLine) -> str:
    """The score, or what it is instead."""
    points = line.parts or line.score
    if line.kind != Partida.Kind.PLAYED.value or points is None:
        return line.kind_words
    return f"{points[0]} : {points[1]}"


def _errata(public: Published) -> list[_Item]:
    return [_erratum(public, erratum_line(each)) for each in queries.corrections(public)[:MOST]]


def _erratum(public: Published, line: ErratumLine) -> _Item:
    said = _("Corrected: round %(round)d, table %(table)d, %(before)s → %(after)s")
    figures = {"round": line.round, "table": line.table, "before": line.before, "after": line.after}
    return _Item(
        key=f"round-{line.round}-table-{line.table}-corrected-{line.made_at:%Y%m%dT%H%M%S%f}",
        title=said % figures,
        text=_sides(public, filter(None, (line.a, line.b))),
        round=line.round,
        at=line.made_at,
    )


def _sides(public: Published, sides: Iterable[Side]) -> str:
    """Who sat there, as the public may read it."""
    return " — ".join(" / ".join(public.names(side.players)) for side in sides)


def _printable(text: str) -> str:
    """A text without characters that XML doesn't know."""
    return "".join(letter if letter.isprintable() else " " for letter in text)

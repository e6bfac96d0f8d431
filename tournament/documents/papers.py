"""What a paper shows: a document's fixed content, put into words, local times and columns.

Everything comes from `Document.content` and from the row itself; the tables of the tournament aren't asked, so a
paper reads the same however often it is made. Call it with the paper's language active.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import segno
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

import scoring
from tournament.models import Document, Partida, Protocol
from tournament.standings.tables import CRITERIA, LEGEND

ENDINGS = {
    "domino": pgettext_lazy("ending", "Domino"),
    "fish": pgettext_lazy("ending", "Fish"),
    "drawn": pgettext_lazy("ending", "Fish, level"),
    "broken": pgettext_lazy("ending", "Broken"),
    "void": pgettext_lazy("ending", "Points void"),
}

# Why the partida was over (`by` of `scoring.Partida`).
REASONS = {
    "deals": _("All deals are played."),
    "target": _("The target is reached."),
    "time": _("Time is up."),
    "extra": _("An extra deal has decided."),
    "parts": _("More parts won."),
    "ruling": _("Decided by a referee's ruling."),
    "null": _("Level: the result is null."),
    "draw": _("Level: a draw."),
}

SIGNED = {"difference", "head_to_head_difference"}
LANDSCAPE_FROM = 9  # columns beside place and name


@dataclass(frozen=True)
class DealRow:
    """One line of the protocol, ready to print."""

    number: int
    part: int
    begins_part: bool
    lead: int | None
    ending: str
    closer: int | None
    pips: tuple[int | None, ...]
    ends: str
    laid: int | None
    points: tuple[int, int]
    totals: tuple[int, int]
    extra: bool


@dataclass(frozen=True)
class RulingRow:
    """One ruling, ready to print; `withdrawn` is the reason for which it was struck out (R10.4)."""

    deal: int
    seat: int
    player: str
    code: str
    points: int
    loses: bool
    withdrawn: str


@dataclass(frozen=True)
class SignatureBox:
    """Where a player signs; `at` is the time at which he did, before a witness."""

    seat: int
    player: str
    at: str


@dataclass(frozen=True)
class ProtocolPaper:
    """The protocol of one partida (R11.1)."""

    date: str
    played: str
    length: str
    kind: str
    state: str
    seats: Mapping[int, Mapping[str, Any]]
    sides: Mapping[str, str]
    deals: tuple[DealRow, ...]
    parts: tuple[tuple[int, int], ...]
    best_of: int
    score: tuple[int, int] | None
    winner: str
    reason: str
    rulings: tuple[RulingRow, ...]
    signatures: tuple[SignatureBox, ...]


@dataclass(frozen=True)
class Column:
    """A column of figures; `rank` is its turn among the criteria, None when it decides nothing."""

    code: str
    head: str
    rank: int | None


@dataclass(frozen=True)
class StandingRow:
    """One row of the standings, its figures in the order of the columns."""

    place: int
    entry: int
    players: tuple[str, ...]
    origin: str
    cells: tuple[str, ...]


@dataclass(frozen=True)
class StandingsPaper:
    """The standings of a stage after a round (R12)."""

    columns: tuple[Column, ...]
    legend: tuple[tuple[str, str], ...]
    rows: tuple[StandingRow, ...]
    walkovers: str
    byes: str
    missing: str
    landscape: bool


def paper(document: Document) -> ProtocolPaper | StandingsPaper:
    """What the document says, in the language that is active."""
    if document.kind == Document.Kind.PROTOCOL:
        return protocol_paper(document.content)
    return standings_paper(document.content)


def context(document: Document) -> dict[str, Any]:
    """What the templates of papers take, in the language that is active."""
    return {
        "document": document,
        "content": document.content,
        "paper": paper(document),
        "issued": issued(document),
        "qr": qr(document.verify_url),
    }


def qr(address: str) -> str:
    """A QR code as a data address; a fixed mask saves trying all eight."""
    code = segno.make(address, error="m", micro=False, mask=3, boost_error=False)
    return code.svg_data_uri(border=0, xmldecl=False, svgns=True)


# -- protocols -----------------------------------------------------------------------------------------------


def protocol_paper(content: Mapping[str, Any]) -> ProtocolPaper:
    """A protocol from the content of `protocols.queries.Sheet.as_dict`."""
    sides = {key: " / ".join(side["players"]) for key, side in content["sides"].items()}
    rules = scoring.Regulations.from_dict(content["regulations"])
    begun = _local(content["started"], content) or _local(content["ended"], content)
    return ProtocolPaper(
        date=date_format(begun, "DATE_FORMAT") if begun else "",
        played=_span(content),
        length=_length(rules),
        kind=str(Partida.Kind(content["kind"]).label),
        state=str(Protocol.State(content["state"]).label),
        seats={line["seat"]: line for line in content["seats"]},
        sides=sides,
        deals=tuple(_deal_rows(content["deals"])),
        parts=tuple((a, b) for a, b in content["parts"] or ()),
        best_of=rules.best_of,
        score=_score(content, rules),
        winner=sides.get(content["winner"] or "", ""),
        reason=str(REASONS.get(content["by"], "")),
        rulings=tuple(_ruling_rows(content)),
        signatures=tuple(_signature_boxes(content)),
    )


def _score(content: Mapping[str, Any], rules: scoring.Regulations) -> tuple[int, int] | None:
    """The figures that decide: parts won in a meeting of several parts (R3.6), else the net totals."""
    figures = content["parts_won"] if rules.best_of > 1 else content["totals"]
    return (figures[0], figures[1]) if figures else None


def _length(rules: scoring.Regulations) -> str:
    """How long a partida is by the regulations (R3): "12 deals, 40 min"."""
    said = []
    if rules.best_of > 1:
        said.append(_("best of %(parts)d") % {"parts": rules.best_of})
    if rules.deals:
        said.append(ngettext("%(deals)d deal", "%(deals)d deals", rules.deals) % {"deals": rules.deals})
    if rules.target:
        said.append(_("to %(points)d points") % {"points": rules.target})
    if rules.minutes:
        said.append(_("%(minutes)d min") % {"minutes": rules.minutes})
    return ", ".join(map(str, said))


def _deal_rows(deals: Iterable[Mapping[str, Any]]) -> Iterable[DealRow]:
    part = 1
    for deal in deals:
        yield DealRow(
            number=deal["number"],
            part=deal["part"],
            begins_part=deal["part"] != part,
            lead=deal["lead"],
            ending=str(ENDINGS[deal["ending"]]),
            closer=deal["closer"],
            pips=tuple(deal["pips"] or (None,) * 4),
            ends="–".join(map(str, deal["ends"] or ())),
            laid=deal["laid"],
            points=(deal["points"][0], deal["points"][1]),
            totals=(deal["totals"][0], deal["totals"][1]),
            extra=deal["extra"],
        )
        part = deal["part"]


def _ruling_rows(content: Mapping[str, Any]) -> Iterable[RulingRow]:
    players = {line["seat"]: line["player"] for line in content["seats"]}
    for ruling in content["rulings"]:
        yield RulingRow(
            deal=ruling.get("deal", 0),
            seat=ruling["seat"],
            player=players.get(ruling["seat"], ""),
            code=ruling.get("code", ""),
            points=ruling.get("points", 0),
            loses=ruling.get("loses", False),
            withdrawn=ruling.get("withdrawn") or "",
        )


def _signature_boxes(content: Mapping[str, Any]) -> Iterable[SignatureBox]:
    signed = {signature["seat"]: signature["at"] for signature in content["signatures"]}
    for line in content["seats"]:
        yield SignatureBox(line["seat"], line["player"], _clock(signed.get(line["seat"]), content))


# -- standings -----------------------------------------------------------------------------------------------


def standings_paper(content: Mapping[str, Any]) -> StandingsPaper:
    """Standings from the content of `standings.queries.Table.as_dict`."""
    columns = tuple(_columns(content["criteria"]))
    return StandingsPaper(
        columns=columns,
        legend=tuple((str(CRITERIA[code]), str(LEGEND[code])) for code in content["criteria"]),
        rows=tuple(_standing_row(row, columns) for row in content["rows"]),
        walkovers=_counted(content["rows"], "walkovers"),
        byes=_counted(content["rows"], "byes"),
        missing=", ".join(f"{number}/{table}" for number, table in content["missing"]),
        landscape=len(columns) >= LANDSCAPE_FROM,
    )


def _columns(criteria: list[str]) -> Iterable[Column]:
    """Played, won, lost; then the criteria in their order; then the points that are no criterion."""
    heads = {
        "played": pgettext_lazy("column", "Played"),
        "wins": pgettext_lazy("column", "Wins"),
        "losses": pgettext_lazy("column", "Losses"),
    }
    codes = [*heads, *(code for code in criteria if code not in heads)]
    codes += [code for code in ("points_for", "points_against", "difference") if code not in codes]
    for code in codes:
        rank = criteria.index(code) + 1 if code in criteria else None
        yield Column(code, str(heads.get(code) or CRITERIA[code]), rank)


def _standing_row(row: Mapping[str, Any], columns: Iterable[Column]) -> StandingRow:
    return StandingRow(
        place=row["place"],
        entry=row["entry"],
        players=tuple(row["players"]),
        origin=", ".join(text for text in (row["club"], row["country"]) if text),
        cells=tuple(_figure(column.code, row) for column in columns),
    )


def _figure(code: str, row: Mapping[str, Any]) -> str:
    value = row[code] if code in row else row["values"].get(code)
    if value is None:
        return "—"
    text = f"{value:+d}" if code in SIGNED and value else str(value)
    return text.replace("-", "−")


def _counted(rows: Iterable[Mapping[str, Any]], key: str) -> str:
    """Which entries had a walkover or a bye, and how many if more than one: "3, 8 (2)"."""
    counts = Counter({row["entry"]: row[key] for row in rows if row[key]})
    return ", ".join(f"{entry} ({count})" if count > 1 else str(entry) for entry, count in sorted(counts.items()))


# -- times ---------------------------------------------------------------------------------------------------


def _local(moment: str | None, content: Mapping[str, Any]) -> datetime | None:
    return datetime.fromisoformat(moment).astimezone(ZoneInfo(content["timezone"])) if moment else None


def _clock(moment: str | None, content: Mapping[str, Any]) -> str:
    """A time of day in the hall's zone, with its label; empty when there is none."""
    local = _local(moment, content)
    return f"{local:%H:%M} {local.tzname()}" if local else ""


def _span(content: Mapping[str, Any]) -> str:
    """From when to when it was played: "14:05 – 14:41 MSK"; what isn't known is a dash."""
    started, ended = _local(content["started"], content), _local(content["ended"], content)
    known = started or ended
    if known is None:
        return ""
    times = [f"{moment:%H:%M}" if moment else "…" for moment in (started, ended)]
    return f"{' – '.join(times)} {known.tzname()}"


def issued(document: Document) -> str:
    """When the paper was issued: date and time in the hall's zone, with its label."""
    local = document.created_at.astimezone(ZoneInfo(document.content["timezone"]))
    return f"{date_format(local, 'DATE_FORMAT')} {local:%H:%M} {local.tzname()}"

"""What the paper of a protocol shows (R11.1)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

import scoring
from tournament.models import Partida, Protest, Protocol
from tournament.phrases import author_words

from .rulings import RulingRow
from .rulings import row as ruling_row
from .signatures import SignatureBox, signature_boxes
from .times import clock, duration, length, local, span

Content = Mapping[str, Any]

ENDINGS = {
    "domino": pgettext_lazy("ending", "Domino"),
    "fish": pgettext_lazy("ending", "Fish"),
    "drawn": pgettext_lazy("ending", "Fish, level"),
    "broken": pgettext_lazy("ending", "Broken"),
    "void": pgettext_lazy("ending", "Points void"),
}

# Why the partida was over (`by` of `scoring.Partida`), or why nothing was played.
REASONS = {
    "deals": gettext_lazy("All deals are played."),
    "target": gettext_lazy("The target is reached."),
    "time": gettext_lazy("Time is up."),
    "extra": gettext_lazy("An extra deal has decided."),
    "parts": gettext_lazy("More parts won."),
    "ruling": gettext_lazy("Decided by a referee's ruling."),
    "null": gettext_lazy("Level: the result is null."),
    "draw": gettext_lazy("Level: a draw."),
    "walkover": gettext_lazy("By walkover: the other pair did not come."),
    "both_absent": gettext_lazy("Neither pair came: both lose."),
    "void": gettext_lazy("Annulled: it counts for nobody."),
}


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
    rulings: tuple[int, ...]


@dataclass(frozen=True)
class ProtestRow:
    """A protest, ready to print (R11.5)."""

    who: str
    at: str
    text: str
    refused: str
    state: str
    reason: str


@dataclass(frozen=True)
class CorrectionRow:
    """Why a later revision was made, ready to print (R11.4); `departure`: after the time for it, why (R10.7)."""

    revision: int
    at: str
    reason: str
    departure: str


@dataclass(frozen=True)
class ProtocolPaper:
    """The protocol of one partida (R11.1)."""

    landscape: ClassVar = False

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
    time_notes: tuple[str, ...]
    signatures: tuple[SignatureBox, ...]
    corrections: tuple[CorrectionRow, ...]
    protests: tuple[ProtestRow, ...]
    entered_by: str


def protocol_paper(content: Content) -> ProtocolPaper:
    """A protocol from the content of `protocols.sheets.Sheet.as_dict`."""
    sides = {key: " / ".join(side["players"]) for key, side in content["sides"].items()}
    rules = scoring.Regulations.from_dict(content["regulations"])
    begun = local(content["started"], content) or local(content["ended"], content)
    return ProtocolPaper(
        date=date_format(begun, "DATE_FORMAT") if begun else "",
        played=span(content) if content["started"] or content["kind"] == Partida.Kind.PLAYED.value else "",
        length=length(rules, added=sum(added["seconds"] for added in _added(content))),
        kind=str(Partida.Kind(content["kind"]).label),
        state=str(Protocol.State(content["state"]).label),
        seats={line["seat"]: line for line in content["seats"]},
        sides=sides,
        deals=tuple(_deal_rows(content)),
        parts=tuple((a, b) for a, b in content["parts"] or ()),
        best_of=rules.best_of,
        score=_score(content, rules),
        winner=sides.get(content["winner"] or "", ""),
        reason=_reason(content),
        rulings=tuple(_ruling_rows(content, rules)),
        time_notes=tuple(_time_notes(content, rules)),
        signatures=tuple(signature_boxes(content)),
        corrections=tuple(_correction_rows(content)),
        protests=tuple(_protest_rows(content, sides)),
        entered_by=author_words(content["entered_by"] or ""),
    )


def _reason(content: Content) -> str:
    """Why it was over, and who lost without his partner, if somebody did (R10.5)."""
    players = {line["seat"]: line["player"] for line in content["seats"]}
    alone = [players[seat] for seat in content.get("lone_losers", ())]
    said = [str(REASONS.get(content["by"], ""))]
    return " ".join([*said, *(_("%(name)s loses alone.") % {"name": name} for name in alone)])


def _score(content: Content, rules: scoring.Regulations) -> tuple[int, int] | None:
    """The figures that decide: parts won in a meeting of several parts (R3.6), else the points that count."""
    if content["kind"] == Partida.Kind.VOID.value:
        return None
    by_parts = content["kind"] == Partida.Kind.PLAYED.value and content["by"] != "ruling" and rules.best_of > 1
    figures = content["parts_won"] if by_parts else content["totals"]
    return (figures[0], figures[1]) if figures else None


def _added(content: Content) -> Iterable[Mapping[str, Any]]:
    """The times given back to the table (R6.1); papers of the first version don't know them."""
    added: list[Mapping[str, Any]] = content.get("added", [])
    return added


def _deal_rows(content: Content) -> Iterable[DealRow]:
    part = 1
    for written, deal in enumerate(content["deals"], 1):
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
            rulings=tuple(_in_force(content, written)),
        )
        part = deal["part"]


def _in_force(content: Content, written: int) -> Iterable[int]:
    """The numbers of the rulings that tell on one written deal."""
    for number, ruling in enumerate(content["rulings"], 1):
        if ruling["deal"] == written and not ruling["withdrawn"]:
            yield number


def _ruling_rows(content: Content, rules: scoring.Regulations) -> Iterable[RulingRow]:
    players = {line["seat"]: line["player"] for line in content["seats"]}
    for number, ruling in enumerate(content["rulings"], 1):
        deal = _deal_name(content, rules, ruling["deal"])
        row = ruling_row(ruling, number, deal, players[ruling["seat"]], rules.sanctions)
        yield replace(row, at=clock(ruling["at"], content))


def _deal_name(content: Content, rules: scoring.Regulations, written: int) -> str:
    """A deal by its place among all that are written, as its line is numbered; a broken one is named so (R5.6)."""
    deals = content["deals"]
    if not written:
        return _("before the first")
    if rules.detail == "totals":
        return ""
    if written > len(deals):
        return _("after the last")
    deal = deals[written - 1]
    number = f"{deal['part']}.{deal['number']}" if rules.best_of > 1 else str(deal["number"])
    return _("%(number)s, broken") % {"number": number} if deal["ending"] == "broken" else number


def _time_notes(content: Content, rules: scoring.Regulations) -> Iterable[str]:
    """What was given back to the table and why (R6.1); when time ran out (R6.2)."""
    given = ", ".join(f"{duration(added['seconds'])} ({added['reason']})" for added in _added(content))
    if given:
        yield _("Time given back: %(times)s.") % {"times": given}
    call = content["time_call"]
    if call:
        yield _time_ran_out(content, rules, call["after_deals"], call["in_progress"])


def _time_ran_out(content: Content, rules: scoring.Regulations, after: int, in_progress: bool) -> str:
    if in_progress and after >= len(content["deals"]):
        return _("Time ran out during a deal that wasn't finished.")
    if in_progress:
        return _("Time ran out during deal %(number)s.") % {"number": _deal_name(content, rules, after + 1)}
    if not after:
        return _("Time ran out before the first deal.")
    return _("Time ran out after deal %(number)s.") % {"number": _deal_name(content, rules, after)}


def _correction_rows(content: Content) -> Iterable[CorrectionRow]:
    """Papers of the first version don't know corrections, nor protests."""
    for each in content.get("corrections", ()):
        departure = each["departure"] if each["departure"] != each["reason"] else ""
        yield CorrectionRow(each["revision"], clock(each["at"], content), each["reason"], departure)


def _protest_rows(content: Content, sides: Mapping[str, str]) -> Iterable[ProtestRow]:
    players = {line["seat"]: line["player"] for line in content["seats"]}
    for each in content.get("protests", ()):
        yield ProtestRow(
            who=sides[each["side"]],
            at=clock(each["at"], content),
            text=each["text"],
            refused=players.get(each["refused_seat"] or 0, ""),
            state=str(Protest.State(each["state"]).label),
            reason=each["reason"],
        )

"""What the paper of a protocol shows (R11.1)."""

import base64
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

import scoring
from tournament.ledger.tables import penalty_words, title
from tournament.models import Partida, Protest, Protocol
from tournament.phrases import author_words
from tournament.protocols.tables import ink_lines
from tournament.rule_phrases import WHYS

from .times import clock, local, span

Content = Mapping[str, Any]
NO_BREAK = "\u00a0"

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
# What the opponents chose after a wrong lead or a play out of turn (R9.2).
CHOICES = {
    "deal_again": gettext_lazy("The opponents chose to deal again."),
    "play_on": gettext_lazy("The opponents chose to play on."),
}

# How a player answered the sheet (R11.3).
HOW = {
    "drawn": gettext_lazy("signed with a finger %(time)s"),
    "pin": gettext_lazy("signed by PIN %(time)s"),
    "paper": gettext_lazy("signed %(time)s"),
    "refused": gettext_lazy("refused %(time)s"),
}
PEN = 'fill="none" stroke="#000" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"'


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
class RulingRow:
    """One ruling, ready to print; `number` marks its deal's line, `notes` say why it comes to that (R10.1, R10.7).

    withdrawn: the reason for which it was struck out (R10.4), empty while it is in force.
    """

    number: int
    deal: str
    seat: int
    player: str
    infraction: str
    consequence: str
    notes: tuple[str, ...]
    referee: str
    at: str
    withdrawn: str


@dataclass(frozen=True)
class SignatureBox:
    """Where a player signs; `at` is the time at which he did, before a witness, `how` says in which way.

    ink: what he drew, as the address of an image; reason: why he refused. revision: the one whose text he signed, where
    the sheet was corrected since: he didn't sign what stands here.
    """

    seat: int
    player: str
    at: str
    how: str
    ink: str
    reason: str
    revision: int | None = None


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
    """A protocol from the content of `protocols.queries.Sheet.as_dict`."""
    sides = {key: " / ".join(side["players"]) for key, side in content["sides"].items()}
    rules = scoring.Regulations.from_dict(content["regulations"])
    begun = local(content["started"], content) or local(content["ended"], content)
    return ProtocolPaper(
        date=date_format(begun, "DATE_FORMAT") if begun else "",
        played=span(content) if content["started"] or content["kind"] == Partida.Kind.PLAYED.value else "",
        length=_length(rules, content),
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
        signatures=tuple(_signature_boxes(content)),
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


def _length(rules: scoring.Regulations, content: Content) -> str:
    """How long a partida is by the regulations (R3), and the time given back: "12 deals, 40 min + 5 min"."""
    said = []
    if rules.best_of > 1:
        said.append(_("best of %(parts)d") % {"parts": rules.best_of})
    if rules.deals:
        said.append(ngettext("%(deals)d deal", "%(deals)d deals", rules.deals) % {"deals": rules.deals})
    if rules.target:
        said.append(_("to %(points)d points") % {"points": rules.target})
    if rules.minutes:
        added = sum(added["seconds"] for added in _added(content))
        minutes = _duration(rules.minutes * 60) + (f" + {_duration(added)}" if added else "")
        said.append(minutes.replace(" ", NO_BREAK))
    return ", ".join(said)


def _duration(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    if rest:
        return _("%(minutes)d min %(seconds)d s") % {"minutes": minutes, "seconds": rest}
    return _("%(minutes)d min") % {"minutes": minutes}


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
    infractions = scoring.SANCTIONS[rules.sanctions].infractions
    for number, ruling in enumerate(content["rulings"], 1):
        yield RulingRow(
            number=number,
            deal=_deal_name(content, rules, ruling["deal"]),
            seat=ruling["seat"],
            player=players[ruling["seat"]],
            infraction=title(infractions.get(ruling["code"])),
            consequence=penalty_words(scoring.Penalty.from_dict(ruling["penalty"]), ruling["fine_points"]),
            notes=tuple(_ruling_notes(ruling)),
            referee=author_words(ruling["referee"]),
            at=clock(ruling["at"], content),
            withdrawn=ruling["withdrawn"] or "",
        )


def _ruling_notes(ruling: Mapping[str, Any]) -> Iterable[str]:
    """Why a ruling in force comes to what it does, and the reason for a departure (R10.3, R10.7)."""
    if ruling["withdrawn"]:
        return
    if ruling.get("choice"):
        yield str(CHOICES[ruling["choice"]])
    yield from (str(WHYS[why]) for why in ruling["why"])
    if ruling.get("reason"):
        yield _("Reason: %(reason)s") % {"reason": ruling["reason"]}


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
    given = ", ".join(f"{_duration(added['seconds'])} ({added['reason']})" for added in _added(content))
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


def _signature_boxes(content: Content) -> Iterable[SignatureBox]:
    signed = {signature["seat"]: signature for signature in content["signatures"]}
    for line in content["seats"]:
        given = signed.get(line["seat"], {})
        revision = given.get("revision")
        yield SignatureBox(
            seat=line["seat"],
            player=line["player"],
            at=(at := clock(given.get("at"), content)),
            # Papers of the first version know signatures on paper only.
            how=str(HOW[given.get("how", "paper")]) % {"time": at} if given else "",
            ink=_ink(given.get("strokes")),
            reason=given.get("reason", ""),
            revision=revision if revision is not None and revision < content["revision"] else None,
        )


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


def _ink(strokes: Iterable[Sequence[Sequence[int]]] | None) -> str:
    """What a finger drew as an image that the paper carries itself; it is drawn from whole numbers alone."""
    lines = "".join(f'<polyline points="{line}"/>' for line in ink_lines(strokes))
    if not lines:
        return ""
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 400"><g {PEN}>{lines}</g></svg>'
    return "data:image/svg+xml;base64," + base64.b64encode(svg.encode("ascii")).decode("ascii")

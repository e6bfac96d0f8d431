"""A draw in words that a player understands: why these meet, what had to be broken, what is sure (R13.1, R13.7)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.models import Round
from tournament.phrases import group_letter
from tournament.protocols.lists import TableLine

from .queries import History
from .systems import Undrawable
from .systems.rounds import Outlook, feasible, further_rounds

REASONS: Mapping[str, Any] = {
    "same_wins": gettext_lazy(
        "Wins of both: %(wins)d. Of the %(count)d pairs with so many they are number %(first)d and %(second)d."
    ),
    "across": gettext_lazy("Their wins differ: %(upper)d and %(lower)d."),
    "odd_group": gettext_lazy(
        "The number of pairs with wins %(wins)d is odd (%(count)d), so one of them meets somebody with fewer."
    ),
    "ideal": gettext_lazy("By the standings they are exactly the ones who should meet."),
    "met": gettext_lazy("%(entry)d and %(other)d would be closer, but have already met."),
    "forbidden": gettext_lazy("%(entry)d and %(other)d would be closer, but must not meet."),
    "kept_apart": gettext_lazy("%(entry)d and %(other)d would be closer, but are kept apart: one club or country."),
    "taken": gettext_lazy(
        "%(entry)d and %(other)d would be closer, but the whole draw is better with %(other)d against %(opponent)d."
    ),
    "taken_free": gettext_lazy(
        "%(entry)d and %(other)d would be closer, but the whole draw is better with %(other)d free."
    ),
    "last": gettext_lazy("%(entry)d stands last, so it is free."),
    "free": gettext_lazy("%(entry)d is the lowest in the standings that can be free."),
    "had_free": gettext_lazy("%(entry)d stands lower, but has had a free game already."),
    "needed": gettext_lazy("%(entry)d stands lower, but without it the others couldn't meet by the rules."),
    "locked": gettext_lazy("This table was kept; the rest was drawn around it."),
}

# Why a table of an individual event is as it is (R13.4).
TOGETHER: Mapping[str, Any] = {
    "partners_new": gettext_lazy("Both pairs are partners for the first time."),
    "partners_again": gettext_lazy("%(entry)d and %(other)d are partners again; before: %(times)d."),
    "opponents_new": gettext_lazy("All opponents meet for the first time."),
    "opponents_again": gettext_lazy("%(entry)d and %(other)d are opponents again; before: %(times)d."),
    "free_fewest": gettext_lazy(
        "%(entry)d was free least often (%(times)d) and stands lowest of those, so it is free."
    ),
}

BROKEN: Mapping[str, Any] = {
    "rematch": gettext_lazy("%(entry)d and %(other)d meet again."),
    "forbidden": gettext_lazy("%(entry)d and %(other)d meet, though they should not."),
    "second_free": gettext_lazy("%(entry)d is free once more."),
}

PRIORITIES: Mapping[str, Any] = {
    "rematch": gettext_lazy("repeated meetings"),
    "again": gettext_lazy("meetings for a third time or more"),
    "second_free": gettext_lazy("earlier free games of the one who is free"),
    "forbidden": gettext_lazy("meetings of pairs that must not meet"),
    "free_place": gettext_lazy("places between the one who is free and the last"),
    "across": gettext_lazy("meetings across groups of wins"),
    "distance": gettext_lazy("differences of wins in them, squared and summed"),
    "apart": gettext_lazy("meetings within a club or country that is kept apart"),
    "order": gettext_lazy("distances from the ideal opponent, squared and summed"),
    "drop": gettext_lazy("pairs that meet someone with fewer wins for a second time"),
}


@dataclass(frozen=True)
class DrawnTable:
    """A table of a drawn round with the reasons behind it; `group`: its letter, in a stage with groups.

    by_hand: who changed it by hand and why, "" if nobody did.
    """

    line: TableLine
    why: tuple[str, ...]
    group: str
    by_hand: str


def drawn_tables(round_: Round, lines: Sequence[TableLine]) -> list[DrawnTable]:
    """The tables of a round as the page of the draw shows them. Pairings made by hand have no other reasons."""
    why = {frozenset(entries): reasons for entries, reasons in round_.draw.get("explanation", ())}
    marks = {frozenset(mark["entries"]): mark for mark in round_.draw.get("by_hand", ())}
    groups = group_letters(round_.stage.lineup)
    return [
        DrawnTable(
            line,
            tuple(filter(None, (reason_sentence(code, params) for code, params in why.get(_entries(line), ())))),
            groups.get(line.a.entries[0], "") if line.a else "",
            _by_hand(marks.get(_entries(line))),
        )
        for line in lines
    ]


def _by_hand(mark: Mapping[str, str] | None) -> str:
    """Who changed a table by hand, and why."""
    if mark is None:
        return ""
    if not mark["reason"]:
        return _("Changed by hand by %(by)s.") % {"by": mark["by"]}
    return _("Changed by hand by %(by)s: %(reason)s") % {"by": mark["by"], "reason": mark["reason"]}


def _entries(line: TableLine) -> frozenset[int]:
    return frozenset(entry for side in line.sides for entry in side.entries)


def group_letters(lineup: Sequence[Sequence[int]]) -> dict[int, str]:
    """The letter of each entry's group; nothing where there is one group only."""
    if len(lineup) < 2:
        return {}
    return {entry: group_letter(at) for at, group in enumerate(lineup, start=1) for entry in group}


def reason_sentence(code: str, params: Mapping[str, Any]) -> str:
    """A reason of a draw as a sentence; "" for one that isn't known."""
    if code == "free" and not params.get("from_last"):
        code = "last"
    if code == "taken" and not params.get("opponent"):
        code = "taken_free"
    return _filled({**REASONS, **TOGETHER}, code, params)


def _filled(words: Mapping[str, Any], code: str, params: Mapping[str, Any]) -> str:
    """A phrase with its figures. A tournament file may bring codes of another version: they are passed over."""
    try:
        return str(words[code]) % params
    except (KeyError, TypeError, ValueError):
        return ""


@dataclass(frozen=True)
class Accepted:
    """A rule that is broken in a round changed by hand: its code, one or two entries, the reason if one was given."""

    code: str
    first: object
    second: object
    reason: str


def accepted_breaches(draw: Mapping[str, Any]) -> list[Accepted]:
    """What is broken in a round that people changed or seated, with the reason that they gave for it."""
    reasons = {frozenset(mark["entries"]): mark["reason"] for mark in draw.get("by_hand", ())}
    return [
        Accepted(code, entries[0], entries[-1], reasons.get(frozenset(entries)) or draw.get("reason", ""))
        for code, *entries in draw.get("accepted", ())
        if entries and all(isinstance(entry, int) for entry in entries)
    ]


def drawn_before(draw: Mapping[str, Any]) -> str:
    """That a round was drawn before all results of earlier ones were confirmed, and why; "" if it wasn't."""
    rounds: dict[int, list[int]] = {}
    for round_, table in draw.get("unconfirmed", ()):
        rounds.setdefault(round_, []).append(table)
    if not rounds:
        return ""
    places = [
        ngettext("round %(round)d, table %(tables)s", "round %(round)d, tables %(tables)s", len(tables))
        % {"round": round_, "tables": ", ".join(map(str, tables))}
        for round_, tables in rounds.items()
    ]
    return _("Drawn before these results were confirmed, and without them: %(places)s. Reason: %(reason)s") % {
        "places": "; ".join(places),
        "reason": draw.get("override_reason", ""),
    }


@dataclass(frozen=True)
class Verdict:
    """What had to be broken, the proof of it, and what the best draw costs, in words.

    repeats: of an individual round, which partners and opponents come together again, and what is sure about that.
    """

    broken: tuple[str, ...] = ()
    proof: str = ""
    cost: tuple[tuple[str, int], ...] = ()
    repeats: tuple[str, ...] = ()


def verdict(draw: Mapping[str, Any]) -> Verdict | None:
    """The verdict on a round's draw; None if it wasn't made by a system that weighs all draws."""
    if "partners_again" in draw:
        return Verdict(repeats=(_partners(draw), _opponents(draw)))
    if "cost" not in draw:
        return None
    return Verdict(
        broken=tuple(filter(None, (_filled(BROKEN, code, params) for code, params in draw.get("breaches", ())))),
        proof=_proof(draw["proof"]) if draw.get("proof") else "",
        cost=tuple((str(PRIORITIES[name]), draw["cost"][name]) for name in PRIORITIES if name in draw["cost"]),
    )


def _partners(draw: Mapping[str, Any]) -> str:
    """Whose partners repeat in an individual round; that fewer repeats aren't possible is proven by the matching."""
    if again := _coming_again(draw, "partners_again"):
        return _("Partners again: %(pairs)s. With these players no draw repeats partners less.") % {"pairs": again}
    return _("Nobody has a partner for a second time.")


def _opponents(draw: Mapping[str, Any]) -> str:
    """Whose opponents repeat: with these partners the least there can be, of the choices that were tried the least."""
    if again := _coming_again(draw, "opponents_again"):
        return _("Opponents again: %(pairs)s. Of many choices of partners this one repeats opponents least.") % {
            "pairs": again
        }
    return _("Nobody has an opponent for a second time.")


def _coming_again(draw: Mapping[str, Any], code: str) -> str:
    """Those who come together again, with how often they did before where that is more than once."""
    found = [params for _entries, reasons in draw.get("explanation", ()) for its, params in reasons if its == code]
    try:
        return ", ".join(
            f"{each['entry']}–{each['other']}" + (f" (×{each['times']})" if each["times"] > 1 else "") for each in found
        )
    except (KeyError, TypeError):  # a file of another version
        return ""


def _proof(proof: Mapping[str, Any]) -> str:
    """The witness as an argument that anyone can follow by counting."""
    parts, removed = proof["parts"], proof["removed"]
    least = max(0, len(parts) - len(removed) + 1) // 2
    if not least:
        return ""
    groups = "; ".join(_listed(part) for part in parts)
    look = _("Look at these groups: %(groups)s.") % {"groups": groups}
    if removed:
        look = _("Leave out %(removed)s, then look at these groups: %(groups)s.") % {
            "removed": _listed(removed),
            "groups": groups,
        }
    why = _(
        "Each has an odd number of members, and nobody may meet anyone of another group or of the rest. So in each "
        "group somebody is left who needs one of those left out, or breaks a rule."
    )
    count = ngettext(
        "%(parts)d groups against %(removed)d left out: at least %(least)d pairing breaks a rule.",
        "%(parts)d groups against %(removed)d left out: at least %(least)d pairings break a rule.",
        least,
    )
    return " ".join([look, why, count % {"parts": len(parts), "removed": len(removed), "least": least}])


def _listed(entries: Sequence[int]) -> str:
    return ", ".join(str(entry) if entry else _("the free game") for entry in entries)


OUTLOOKS: Mapping[str, Any] = {
    "sure": gettext_lazy(
        "%(rounds)d rounds with %(entries)d pairs are sure: however they come out, nobody has to meet twice."
    ),
    "possible": gettext_lazy(
        "%(rounds)d rounds with %(entries)d pairs are possible, but not sure: up to %(sure)d nobody has to meet twice; "
        "after that it depends on who has met whom."
    ),
    "impossible": gettext_lazy(
        "%(rounds)d rounds with %(entries)d pairs are impossible without repeated meetings: each has only %(most)d "
        "opponents, the free game counted."
    ),
}

BECAUSE: Mapping[str, Any] = {
    "dirac": gettext_lazy("Everybody always has at least half of the others left, and then a draw exists (Dirac)."),
    "regular": gettext_lazy("Everybody has nearly half of the others left, an odd number, and that still suffices."),
    "dead_end": gettext_lazy("There is a course of rounds after which no draw without a repeated meeting is left."),
    "opponents": gettext_lazy("There are fewer opponents than rounds."),
}


def outlook(entries: int, rounds: int | None) -> str:
    """Whether so many planned rounds can be drawn without a repeated meeting, in words; "" if none are planned."""
    if rounds is None:
        return ""
    try:
        found: Outlook = feasible(entries, rounds)
    except Undrawable:
        return ""
    figures = {"rounds": rounds, "entries": entries, "sure": found.sure, "most": found.most}
    return f"{str(OUTLOOKS[found.code]) % figures} {BECAUSE[found.reason]}"


def further_outlook(playing: Sequence[int], past: History, drawn: int, planned: int | None) -> str:
    """How many rounds are sure to follow, whatever comes, in words (R13.7).

    playing: who plays on. past: what the drawn rounds leave behind, `drawn` in number. planned: how many there should
    be; None: nobody said.
    """
    more = further_rounds(playing, [(a, b) for _round, a, b in past.meetings], past.free)
    said = _("After this round no other one is sure without a repeated meeting or a second free game.")
    if more:
        said = ngettext(
            "After this round %(more)d more is sure without a repeated meeting or a second free game.",
            "After this round %(more)d more are sure without a repeated meeting or a second free game.",
            more,
        ) % {"more": more}
    if planned is None:
        return said
    sure = min(planned, drawn + more)
    return f"{said} " + ngettext(
        "Of %(planned)d planned round %(sure)d is sure.", "Of %(planned)d planned rounds %(sure)d are sure.", planned
    ) % {"planned": planned, "sure": sure}

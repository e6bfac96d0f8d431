"""What a correction changes, in words: before it is made, between two revisions, and as a published erratum."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

import scoring
from tournament.ledger.tables import penalty_words, title
from tournament.models import Partida
from tournament.phrases import breach_sentence, place_label
from tournament.protocols.sheets import Sheet, Side
from tournament.protocols.tables import KINDS
from tournament.regulation_phrases import CRITERIA

from .queries import Consequences, Erratum, LaterRound, LaterStage, Move

Content = Mapping[str, Any]
ARROW = " → "


# -- before it is made ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MoveRow:
    """A row of the standings before and after: the pair, its place, the criteria in their order."""

    entry: int
    name: str
    place: str
    moved: bool
    values: tuple[str, ...]


@dataclass(frozen=True)
class Shown:
    """The consequences of a correction as the page shows them."""

    before: str
    after: str
    winner_changes: bool
    criteria: tuple[str, ...]
    moves: tuple[MoveRow, ...]
    later: tuple[str, ...]
    touched: tuple[str, ...]
    seen: str


def shown(sheet: Sheet, found: Consequences) -> Shown:
    """What a correction would change, in words."""
    criteria = found.moves[0].after.standing.values if found.moves else {}
    return Shown(
        before=_result(sheet, found.before),
        after=_result(sheet, found.after),
        winner_changes=found.after.winner != found.before.winner,
        criteria=tuple(str(CRITERIA[code]) for code in criteria),
        moves=tuple(map(_move_row, found.moves)),
        later=(*map(_round_words, found.rounds), *map(_stage_words, found.stages)),
        touched=found.touched,
        seen=found.seen,
    )


def _result(sheet: Sheet, score: scoring.Partida) -> str:
    """The score and who won: "77 : 50, Иванов / Петров"."""
    a, b = score.parts if sheet.rules.best_of > 1 and score.by != "ruling" else score.points
    return f"{a} : {b}, {sheet.sides[score.winner].name}" if score.winner else f"{a} : {b}"


def _move_row(move: Move) -> MoveRow:
    before, after = move.before, move.after
    places = [place_label(row.place, row.group) for row in (before, after)]
    values = [
        _both(_figure(code, before.standing.values.get(code)), _figure(code, value))
        for code, value in after.standing.values.items()
    ]
    return MoveRow(after.entry, after.name, _both(*places), before.place != after.place, tuple(values))


def _both(before: str, after: str) -> str:
    """Two figures with an arrow, or the one that stays."""
    return after if before == after else f"{before}{ARROW}{after}"


def _figure(code: str, value: Any) -> str:
    """The value of a criterion; a difference has its sign."""
    if value is None:
        return "—"
    if isinstance(value, Fraction) and value.denominator != 1:
        return str(number_format(float(value), decimal_pos=2))
    whole = int(value)
    return f"{whole:+d}".replace("-", "−") if "difference" in code and whole else str(whole)


def _round_words(later: LaterRound) -> str:
    """A round that was drawn from the old result: what has become of it, and what can be done."""
    said = [_("Round %(number)d was drawn from the old result.") % {"number": later.number}]
    if later.again is not None:
        said.append(
            _("By the corrected standings it would be drawn otherwise.")
            if later.again
            else _("By the corrected standings it would be drawn the same.")
        )
    broken = [breach_sentence(breach.code, breach.entries) for breach in later.broken]
    said.append(" ".join(broken) if broken else _("Its pairings still break no rule of the draw."))
    said.append(
        _("It has no results yet: it can be taken back and drawn again.")
        if later.may_go_back
        else _("It has results and stays as it is.")
    )
    return " ".join(said)


def _stage_words(later: LaterStage) -> str:
    numbers = ", ".join(map(str, later.rounds))
    said = _("Stage «%(stage)s» (rounds %(numbers)s) took its pairs by the old places.") % {
        "stage": later.name,
        "numbers": numbers,
    }
    if later.others is None:
        return said
    if later.others:
        return f"{said} " + _("By the corrected places others would come through; nothing is changed by itself.")
    return f"{said} " + _("By the corrected places the same pairs come through.")


# -- between two revisions ------------------------------------------------------------------------------------


def differences(before: Content, after: Content) -> list[str]:
    """What differs between two revisions of a sheet, a sentence each: "Deal 5: points 34 : 0 → 43 : 0"."""
    said = [*deal_differences(before, after)]
    if before["time_call"] != after["time_call"]:
        said.append(_("When time ran out is written otherwise."))
    if _rulings(before) != _rulings(after):
        said.append(_("Rulings: %(before)s → %(after)s.") % {"before": _in_force(before), "after": _in_force(after)})
    if (old := result_words(before)) != (new := result_words(after)):
        said.append(_("Result: %(before)s → %(after)s.") % {"before": old, "after": new})
    return said


def deal_differences(before: Content, after: Content) -> Iterable[str]:
    """The deals and parts that differ."""
    old, new = before["deals"], after["deals"]
    for number, (was, now) in enumerate(zip(old, new, strict=False), 1):
        changed = [
            f"{word} {mine}{ARROW}{theirs}"
            for (word, mine), (_word, theirs) in zip(_deal_figures(was), _deal_figures(now), strict=True)
            if mine != theirs
        ]
        if changed:
            yield _("Deal %(number)d: %(changes)s.") % {"number": number, "changes": "; ".join(changed)}
    for number in range(len(old) + 1, len(new) + 1):
        yield _("Deal %(number)d is added: %(points)s.") % {
            "number": number,
            "points": _pair(new[number - 1]["points"]),
        }
    for number in range(len(new) + 1, len(old) + 1):
        yield _("Deal %(number)d is struck off: %(points)s.") % {
            "number": number,
            "points": _pair(old[number - 1]["points"]),
        }
    yield from _part_differences(before["parts"] or [], after["parts"] or [])


def _part_differences(old: Sequence[Any], new: Sequence[Any]) -> Iterable[str]:
    for number in range(max(len(old), len(new))):
        was, now = (_pair(parts[number]) if number < len(parts) else "—" for parts in (old, new))
        if was != now:
            yield _("Part %(number)d: %(before)s → %(after)s.") % {"number": number + 1, "before": was, "after": now}


def _deal_figures(deal: Content) -> list[tuple[str, str]]:
    """What is written of a deal, word by word."""
    return [
        (pgettext("of a deal", "ending"), str(KINDS[deal["ending"]])),
        (pgettext("of a deal", "lead"), str(deal["lead"] or "—")),
        (pgettext("of a deal", "closed by seat"), str(deal["closer"] or "—")),
        (pgettext("of a deal", "pips"), ", ".join(map(str, deal["pips"] or ())) or "—"),
        (pgettext("of a deal", "ends"), "–".join(map(str, deal["ends"] or ())) or "—"),
        (pgettext("of a deal", "laid"), "—" if deal["laid"] is None else str(deal["laid"])),
        (pgettext("of a deal", "points"), _pair(deal["points"])),
    ]


def _pair(figures: Sequence[int]) -> str:
    return f"{figures[0]} : {figures[1]}"


def _rulings(content: Content) -> list[tuple[Any, ...]]:
    return [(each["code"], each["seat"], each["deal"], each["withdrawn"]) for each in content["rulings"]]


def _in_force(content: Content) -> int:
    return sum(not each["withdrawn"] for each in content["rulings"])


def result_words(content: Content) -> str:
    """The result of a sheet: the score that decides, or what it is instead."""
    if content["kind"] != Partida.Kind.PLAYED.value:
        return str(Partida.Kind(content["kind"]).label)
    rules = scoring.Regulations.from_dict(content["regulations"])
    by_parts = rules.best_of > 1 and content["by"] != "ruling"
    return _pair(content["parts_won"] if by_parts else content["totals"])


# -- a sheet as it stood --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class StoodRuling:
    """A ruling as a revision has it."""

    number: int
    player: str
    deal: int
    what: str
    consequence: str
    withdrawn: str


@dataclass(frozen=True)
class Stood:
    """A sheet as it stood in a revision: read-only. Signatures are those under the revision that each has signed."""

    result: str
    winner: str
    seats: Sequence[Content]
    deals: tuple[tuple[int, Content, str], ...]
    parts: Sequence[Sequence[int]]
    rulings: tuple[StoodRuling, ...]
    signed: tuple[str, ...]


def stood(content: Content) -> Stood:
    """The content of a revision as its page shows it."""
    deals = enumerate(content["deals"], 1)
    mine = content["revision"]
    return Stood(
        result=result_words(content),
        winner=" / ".join(content["sides"][content["winner"]]["players"]) if content["winner"] else "",
        seats=content["seats"],
        deals=tuple((number, deal, str(KINDS[deal["ending"]])) for number, deal in deals),
        parts=content["parts"] or (),
        rulings=tuple(_stood_rulings(content)),
        signed=tuple(each["player"] for each in content["signatures"] if each.get("revision") in (None, mine)),
    )


def _stood_rulings(content: Content) -> Iterable[StoodRuling]:
    rules = scoring.Regulations.from_dict(content["regulations"])
    infractions = scoring.SANCTIONS[rules.sanctions].infractions
    players = {line["seat"]: line["player"] for line in content["seats"]}
    for number, ruling in enumerate(content["rulings"], 1):
        penalty = scoring.Penalty.from_dict(ruling["penalty"])
        yield StoodRuling(
            number=number,
            player=players[ruling["seat"]],
            deal=ruling["deal"],
            what=title(infractions.get(ruling["code"])),
            consequence=penalty_words(penalty, ruling["fine_points"]),
            withdrawn=ruling["withdrawn"] or "",
        )


# -- published ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ErratumLine:
    """An erratum as everyone reads it: no word of rulings, which aren't published."""

    round: int
    table: int
    a: Side
    b: Side | None
    before: str
    after: str
    stays: bool
    winner: str
    deals: tuple[str, ...]
    reason: str
    departure: str
    made_at: datetime


def erratum_line(erratum: Erratum) -> ErratumLine:
    """A published correction in words; `winner`: who wins now, where that is another pair."""
    before, after = result_words(erratum.before), result_words(erratum.after)
    won = erratum.after["winner"]
    other = won != erratum.before["winner"] and won in erratum.sides
    return ErratumLine(
        round=erratum.round,
        table=erratum.table,
        a=erratum.sides["a"],
        b=erratum.sides.get("b"),
        before=before,
        after=after,
        stays=before == after and not other,
        winner=erratum.sides[won].name if other else "",
        deals=tuple(deal_differences(erratum.before, erratum.after)),
        reason=erratum.reason,
        departure=erratum.departure,
        made_at=erratum.made_at,
    )

"""The written deals and the running score as rows that are ready to be shown."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

import scoring
from tournament.ledger.tables import penalty_words, title, why_words
from tournament.models import Signature
from tournament.phrases import author_words

from .content import signed_revision
from .sheets import RulingLine, SeatLine, Sheet, Side

# A breach of the move time (R6.4) in the tables of infractions that know it.
MOVE_TIME = ("move_time", "time_5_20_60")

# How a deal ended, with what became of its points (R5).
KINDS = {
    "domino": pgettext_lazy("ending", "Domino"),
    "fish": pgettext_lazy("ending", "Fish"),
    "drawn": gettext_lazy("Fish, drawn"),
    "broken": pgettext_lazy("ending", "Broken"),
    "void": gettext_lazy("Won, points void"),
}

# Whose signatures the regulations ask for (R11.3).
SIGNERS = {
    "all_players": gettext_lazy("All four players sign."),
    "one_of_each_pair": gettext_lazy("One player of each pair signs."),
    "losing_pair": gettext_lazy("The losing pair signs."),
    "pairs_and_referee": gettext_lazy("Both pairs and the referee sign."),
}


@dataclass(frozen=True)
class SideLine:
    """A side with its score: `points` of the part that is being played, `parts` won before it (R3.6)."""

    key: str
    name: str
    club: str
    points: int
    parts: int
    won: bool


@dataclass(frozen=True)
class DealRow:
    """A written deal and what it brought. `written` counts all lines, broken ones too."""

    written: int
    part: int
    number: str
    kind: str
    lead: SeatLine
    closer: SeatLine | None
    pips: tuple[int, ...]
    ends: tuple[int, ...]
    laid: int | None
    points: scoring.Score
    fines: scoring.Score
    totals: scoring.Score


@dataclass(frozen=True)
class RulingRow:
    """A ruling in words (R10.1). `reason`: for a departure or, if it is `withdrawn`, for that."""

    number: int
    what: str
    who: SeatLine
    deal: str
    consequence: str
    why: str
    reason: str
    referee: str
    made_at: datetime
    withdrawn: bool


@dataclass(frozen=True)
class SignatureRow:
    """How a player answered the sheet (R11.3). `lines`: what he drew, each the points of a polyline.

    earlier: he answered what stood on it before it was changed; revision: the one whose text that was, where the change
    was a correction (R11.4).
    """

    who: SeatLine
    how: str
    words: str
    at: datetime
    lines: tuple[str, ...]
    reason: str
    earlier: bool
    revision: int | None


@dataclass(frozen=True)
class ProtestRow:
    """A protest in words (R11.5). `refused`: the player who refused to sign, if that is how it came about."""

    number: int
    side: str
    who: Side
    refused: SeatLine | None
    text: str
    lodged_at: datetime
    is_open: bool
    state: str
    reason: str
    decided_by: str


@dataclass(frozen=True)
class Absence:
    """Whether a pair can be declared absent now (R8.1); if not yet, from when, as far as the clock can say.

    minutes: after the start; None: at any time.
    """

    now: bool
    minutes: int | None
    since: datetime | None


def side_lines(sheet: Sheet) -> list[SideLine]:
    """Both sides with what they have so far; of a meeting that is over, with the points of all its parts."""
    score, whole = sheet.score, sheet.score.over or sheet.rules.best_of == 1
    begun = score.part_totals[score.next.part - 1 :]
    points = score.totals if whole else begun[0] if begun else scoring.Score(0, 0)
    return [
        SideLine(key, side.name, side.club, getattr(points, key), getattr(score.parts, key), score.winner == key)
        for key, side in sheet.sides.items()
    ]


def deal_rows(sheet: Sheet) -> list[DealRow]:
    """The written deals in order."""
    seats = sheet.by_seat
    return [
        DealRow(
            written=line.written,
            part=line.part,
            number=_number(line),
            kind=str(KINDS[line.kind]),
            lead=seats[line.lead],
            closer=seats[deal.closer] if deal.closer else None,
            pips=deal.pips or (),
            ends=deal.ends or (),
            laid=deal.laid,
            points=line.points,
            fines=line.fines,
            totals=line.totals,
        )
        for deal, line in zip(sheet.deals, sheet.score.lines, strict=True)
    ]


def _number(line: scoring.Line) -> str:
    """The number of a deal as the sheet shows it: an extra deal is marked (R5.7)."""
    return _("%(number)d extra") % {"number": line.number} if line.extra else str(line.number)


def deal_name(sheet: Sheet, written: int) -> str:
    """A deal as the sheet numbers it, by its place among all written lines, broken ones too; 0: before the first."""
    lines = sheet.score.lines
    if not written:
        return _("before the first deal")
    if written > len(lines):
        return _("deal %(number)d, being played") % {"number": sheet.score.next.deal_number or written}
    line = lines[written - 1]
    words = _("deal %(number)s, broken") if line.kind == "broken" else _("deal %(number)s")
    return words % {"number": _number(line)}


def ruling_rows(sheet: Sheet) -> list[RulingRow]:
    """The rulings on this sheet in order, withdrawn ones too (R10.4)."""
    return [_ruling_row(sheet, line) for line in sheet.rulings]


def _ruling_row(sheet: Sheet, line: RulingLine) -> RulingRow:
    decision, offence = line.decision, line.decision.offence
    return RulingRow(
        number=line.number,
        what=title(decision.infraction),
        who=sheet.by_seat[offence.seat],
        deal=deal_name(sheet, offence.deal),
        consequence=penalty_words(decision.penalty, line.fine),
        why="" if offence.withdrawn else why_words(decision),
        reason=offence.reason,
        referee=author_words(line.made_by),
        made_at=line.made_at,
        withdrawn=offence.withdrawn,
    )


def protest_rows(sheet: Sheet) -> list[ProtestRow]:
    """The protests against this sheet in order."""
    return [
        ProtestRow(
            number=protest.number,
            side=protest.side,
            who=sheet.sides[protest.side],
            refused=sheet.by_seat.get(protest.refused_seat or 0),
            text=protest.text,
            lodged_at=protest.lodged_at,
            is_open=protest.is_open,
            state=protest.get_state_display(),
            reason=protest.reason,
            decided_by=str(protest.decided_by or ""),
        )
        for protest in sheet.protocol.protests.all()
    ]


def signature_rows(sheet: Sheet) -> list[SignatureRow]:
    """Who has answered the sheet, in the order of the seats."""
    earlier = sheet.signed_earlier
    newest = max((revision.number for revision in sheet.protocol.revisions.all()), default=1)

    def corrected(given: Signature) -> int | None:
        revision = signed_revision(sheet.protocol, given)
        return revision if revision is not None and revision < newest else None

    return [
        SignatureRow(
            who=sheet.by_seat[given.seat],
            how=given.how,
            words=given.get_how_display(),
            at=given.signed_at,
            lines=ink_lines(given.strokes),
            reason=given.reason,
            earlier=given.seat in earlier,
            revision=corrected(given),
        )
        for given in sheet.protocol.signatures.all()
    ]


def ink_lines(strokes: Iterable[Sequence[Sequence[int]]] | None) -> tuple[str, ...]:
    """What a finger drew, each stroke as the points of a polyline; a dot as a line to itself.

    >>> ink_lines([[[1, 2, 0], [3, 4, 9]], [[5, 6, 20]]])
    ('1,2 3,4', '5,6 5,6')
    """
    return tuple(_line(stroke if len(stroke) > 1 else [*stroke, *stroke]) for stroke in strokes or ())


def _line(stroke: Sequence[Sequence[int]]) -> str:
    return " ".join(f"{int(x)},{int(y)}" for x, y, _moment in stroke)


def absence(sheet: Sheet) -> Absence | None:
    """What can be said of a pair that isn't there; None once something is written."""
    if not sheet.untouched:
        return None
    minutes, clock = sheet.rules.no_show_minutes, sheet.clock
    if minutes is None:
        return Absence(True, None, None)
    wait = timedelta(minutes=minutes) - clock.elapsed()
    started = clock.started_at is not None
    runs = started and clock.paused_since is None
    return Absence(started and wait <= timedelta(), minutes, timezone.now() + wait if runs else None)


def move_time_code(rules: scoring.Regulations) -> str:
    """The infraction by which a breach of the move time is ruled on (R6.4); empty where the table has none."""
    table = scoring.SANCTIONS[rules.sanctions].infractions
    return next((code for code in MOVE_TIME if code in table), "")

"""The written deals and the running score as rows that are ready to be shown."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

import scoring

from .queries import SeatLine, Sheet

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

"""The words of rulings: infractions, what they cost and why, what becomes of the deal."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import scoring
from tournament.rule_phrases import INFRACTIONS, WHYS

CARDS = {
    "yellow": gettext_lazy("yellow card"),
    "red": gettext_lazy("red card"),
    "black": gettext_lazy("black card"),
}

# What becomes of the deal (R10.1).
DEAL_EFFECTS = {
    "continues": gettext_lazy("The deal goes on."),
    "broken": gettext_lazy("The deal is broken and dealt again with the same lead."),
    "opponents_choose": gettext_lazy("The opponents choose: deal again, or play on (R9.2)."),
    "not_played": gettext_lazy("The partida isn't played: note on the page of the table who didn't come (R8.1)."),
    "reshuffled": gettext_lazy("The tiles are shuffled again."),
    "referee": gettext_lazy("The referee decides whether the deal goes on or is broken."),
}


def title(line: scoring.Infraction | None) -> str:
    """The infraction in words, with its article; without a table the referee decides freely."""
    if line is None:
        return _("As the referee decided")
    words = str(INFRACTIONS[line.title])
    return f"{words} ({line.article})" if line.article else words


def why_words(decision: scoring.Decision) -> str:
    """What was added to the table's first offence, and why."""
    return " ".join(str(WHYS[why]) for why in decision.why)


def penalty_words(penalty: scoring.Penalty, fine: int) -> str:
    """What a ruling costs: "warning", "fine of 40 points, yellow card", "partida lost"."""
    return ", ".join(_parts(penalty, fine)) or _("no consequence")


def _parts(penalty: scoring.Penalty, fine: int) -> Iterable[str]:
    if penalty.warning:
        yield _("warning")
    if fine:
        yield ngettext("fine of %(points)d point", "fine of %(points)d points", fine) % {"points": fine}
    if penalty.card:
        yield str(CARDS[penalty.card])
    if penalty.loses:
        yield _("partida lost")
    if penalty.expelled:
        yield _("expelled")
    if penalty.suspended:
        yield _("suspension, its length set by the organiser")

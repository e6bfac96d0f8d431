"""What papers show of rulings: a line each, and the ledger up to a round (R10)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import scoring
from tournament.ledger.tables import CARDS, penalty_words, title
from tournament.phrases import author_words
from tournament.rule_phrases import WHYS

from .times import moment

# What the opponents chose after a wrong lead or a play out of turn (R9.2).
CHOICES = {
    "deal_again": gettext_lazy("The opponents chose to deal again."),
    "play_on": gettext_lazy("The opponents chose to play on."),
}


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


def notes(ruling: Mapping[str, Any]) -> Iterable[str]:
    """Why a ruling in force comes to what it does, and the reason for a departure (R10.3, R10.7)."""
    if ruling["withdrawn"]:
        return
    if ruling.get("choice"):
        yield str(CHOICES[ruling["choice"]])
    yield from (str(WHYS[why]) for why in ruling["why"])
    if ruling.get("reason"):
        yield _("Reason: %(reason)s") % {"reason": ruling["reason"]}


def row(ruling: Mapping[str, Any], number: int, deal: str, player: str, sanctions: str) -> RulingRow:
    """A ruling in words; sanctions: the table of infractions that it was made by; deal: what its deal is called."""
    infraction = scoring.SANCTIONS[sanctions].infractions.get(ruling["code"])
    return RulingRow(
        number=number,
        deal=deal,
        seat=ruling["seat"],
        player=player,
        infraction=title(infraction),
        consequence=penalty_words(scoring.Penalty.from_dict(ruling["penalty"]), ruling["fine_points"]),
        notes=tuple(notes(ruling)),
        referee=author_words(ruling["referee"]),
        at=ruling["at"] or "",
        withdrawn=ruling["withdrawn"] or "",
    )


# -- the ledger ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LedgerRow:
    """A line of the ledger: where it was ruled, and the ruling."""

    round: int
    table: str
    entry: int
    ruling: RulingRow


@dataclass(frozen=True)
class LedgerPaper:
    """All rulings up to a round; held: each player who holds cards, with them in words."""

    landscape: ClassVar = True

    rows: tuple[LedgerRow, ...]
    held: tuple[tuple[int, str, str], ...]


def ledger_paper(content: Mapping[str, Any]) -> LedgerPaper:
    """The ledger from the content of `contents.content_of_round`."""
    return LedgerPaper(rows=tuple(ledger_rows(content)), held=tuple(_cards_held(content["rulings"])))


def ledger_rows(content: Mapping[str, Any]) -> Iterable[LedgerRow]:
    """The rulings of a content, numbered in the order in which they escalate."""
    for number, ruling in enumerate(content["rulings"], 1):
        deal = str(ruling["deal"]) if ruling["deal"] else _("before the first")
        said = row(ruling, number, deal, ruling["player"], ruling["sanctions"])
        yield LedgerRow(
            round=ruling["round"],
            table=str(ruling["table"] or "—"),
            entry=ruling["entry"],
            ruling=replace(said, at=moment(ruling["at"], content)),
        )


def _cards_held(rulings: Iterable[Mapping[str, Any]]) -> Iterable[tuple[int, str, str]]:
    """Entry, player and cards of each who got some that weren't struck out, in the order of entries (R10.3)."""
    held: dict[tuple[int, str], list[str]] = {}
    for ruling in rulings:
        card = ruling["penalty"].get("card")
        if card and not ruling["withdrawn"]:
            held.setdefault((ruling["entry"], ruling["player"]), []).append(str(CARDS[card]))
    for (entry, player), cards in sorted(held.items()):
        counts = Counter(cards).items()
        yield entry, player, ", ".join(f"{card} × {count}" if count > 1 else card for card, count in counts)

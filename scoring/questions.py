"""What can have happened but seldom does: entries worth a second look before they are written (R5.4a).

A refusal says that something cannot be, a question that it looks like a slip. Mere pips give little away, so most
questions are about them; tiles are known by their chain already.

The bounds come from deals that were played out (docs/slips.md): a question that every other deal asks is
answered unread.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from scoring.deal import Deal, Ending
from scoring.seats import SEATS

HEAVY_HAND: Final = 28
"""So many pips are left in one hand in 5 deals of 100."""

CLOSE_FISH: Final = 8
"""Sums so near each other that one tile counted in the wrong hand would, as a rule, turn the deal."""

QUESTIONS_BY_RULE: Final[dict[str, dict[str, str]]] = {
    "R5.2": {
        "deal.fish_close": "The sides differ by {difference} pips only. Is every tile counted in its own hand?",
        "deal.fish_likely": "Both ends show {number}, and all seven tiles with {number} are laid. "
        "Was it a domino and no fish?",
    },
    "R5.4": {
        "deal.only_blank": "Seat {seat} has 0 pips but did not go out. Is the double blank the only tile there?",
    },
    "R5.4a": {
        "deal.hand_heavy": "Seat {seat} has {pips} pips, seldom so many. Are they counted right?",
    },
}
"""Rule number → code of the question → English sentence with named places for the parameters."""

QUESTIONS: Final[dict[str, str]] = {
    code: text for sentences in QUESTIONS_BY_RULE.values() for code, text in sentences.items()
}
"""Code of the question → English sentence, the form in which translators want it."""

RULE_OF_QUESTION: Final[dict[str, str]] = {
    code: rule for rule, sentences in QUESTIONS_BY_RULE.items() for code in sentences
}
"""Code of the question → the rule that it looks after."""


@dataclass(frozen=True)
class Question:
    """Something possible but unlikely in a deal; ``field`` is the entry to look at, as in a refusal."""

    code: str
    field: str
    params: dict[str, int]

    @property
    def rule(self) -> str:
        """The rule that it looks after: ``R5.2``."""
        return RULE_OF_QUESTION[self.code]

    @property
    def key(self) -> str:
        """Names the question with its figures: an answer to it is none to the same question about others.

        >>> Question("deal.hand_heavy", "pips.2", {"seat": 2, "pips": 31}).key
        'deal.hand_heavy 2 31'
        """
        return " ".join([self.code, *map(str, self.params.values())])

    def __str__(self) -> str:
        return QUESTIONS[self.code].format(**self.params)


def questions(deal: Deal) -> tuple[Question, ...]:
    """What to ask about a deal that can be, before it is written; a broken deal raises no question.

    >>> [str(question) for question in questions(Deal(ending="domino", closer=3, pips=(14, 6, 0, 31)))]
    ['Seat 4 has 31 pips, seldom so many. Are they counted right?']
    """
    if deal.pips is None:
        return ()
    if deal.ending is Ending.FISH:
        return (*_of_hands(deal), *_of_a_fish(deal.pips))
    return (*_of_hands(deal), *_of_a_domino(deal))


def _of_hands(deal: Deal) -> tuple[Question, ...]:
    """A hand without pips gives a wrong closer or a wrong ending away, a heavy one a wrong digit."""
    if deal.tiles is not None or deal.pips is None:
        return ()
    out = deal.closer if deal.ending is Ending.DOMINO else None
    asked = []
    for seat, held in zip(SEATS, deal.pips, strict=True):
        if held == 0 and seat != out:
            asked.append(Question("deal.only_blank", f"pips.{seat}", {"seat": seat}))
        if held >= HEAVY_HAND:
            asked.append(Question("deal.hand_heavy", f"pips.{seat}", {"seat": seat, "pips": held}))
    return tuple(asked)


def _of_a_fish(left: tuple[int, int, int, int]) -> tuple[Question, ...]:
    """The sums of the two sides decide a fish (R5.2), and no check of the chain sees whose a tile is."""
    difference = abs(left[0] + left[2] - left[1] - left[3])
    if difference > CLOSE_FISH:
        return ()
    return (Question("deal.fish_close", "pips", {"difference": difference}),)


def _of_a_domino(deal: Deal) -> tuple[Question, ...]:
    """A domino that would have blocked the deal as well is more often a fish written as a domino (R5.2)."""
    if deal.tiles is None or deal.ends is None or deal.ends[0] != deal.ends[1]:
        return ()
    left = {tile for hand in deal.tiles for tile in hand}
    if any(deal.ends[0] in tile for tile in left):
        return ()
    return (Question("deal.fish_likely", "ending", {"number": deal.ends[0]}),)

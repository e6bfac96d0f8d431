"""The fields in which a deal is written, and what its hands hold as they were filled in."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

import scoring

ENDINGS = [
    (scoring.Ending.DOMINO.value, pgettext_lazy("ending", "Domino")),
    (scoring.Ending.FISH.value, pgettext_lazy("ending", "Fish")),
    (scoring.Ending.BROKEN.value, pgettext_lazy("ending", "Broken")),
]
WAYS = [("pips", _("Pips")), ("tiles", _("Tiles"))]
HALVES = [(number, str(number)) for number in range(7)]

# The 28 tiles in four columns of seven: 6 · 5 and 0 · 4 and 1 · 3 and 2, so that each number stands together.
BOARD = tuple((high, low) for pair in ((6,), (5, 0), (4, 1), (3, 2)) for high in pair for low in range(high, -1, -1))


@dataclass(frozen=True)
class Left:
    """What is left in the hands of seats 1 to 4: pips, None where they aren't known, or tiles as texts."""

    way: str
    hands: tuple[Any, ...]

    @property
    def read(self) -> tuple[Any, ...]:
        """As the engine reads it; raises RuleViolation for what is no tile."""
        if self.way == "pips":
            return self.hands
        return tuple(_read(seat, hand) for seat, hand in zip(scoring.SEATS, self.hands, strict=True))

    @property
    def sums(self) -> tuple[int | None, ...]:
        """The pips of each hand."""
        if self.way == "pips":
            return self.hands
        return tuple(sum(map(sum, hand)) for hand in self.read)


def _read(seat: int, hand: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    try:
        return tuple(map(scoring.tile, hand))
    except scoring.RuleViolation as violation:
        raise violation.within(f"tiles.{seat}") from None


def seat_choice(label: Any) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(label=label, required=False, coerce=int, empty_value=None, widget=forms.RadioSelect)


def end_choice(label: Any) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=label, required=False, coerce=int, empty_value=None, choices=HALVES, widget=forms.RadioSelect
    )


def figure(label: Any, digits: int = 3) -> forms.IntegerField:
    """A whole number in a field with the phone's keypad; what it may be, the engine says."""
    # A field of type "number" would change under wheel and arrow keys.
    widget = forms.TextInput({"inputmode": "numeric", "autocomplete": "off", "maxlength": digits})
    return forms.IntegerField(label=label, required=False, widget=widget)


class TilesField(forms.Field):
    """The tiles of a hand as their texts, “6-4 3-1”, in any order; what is no tile, the engine says."""

    widget = forms.HiddenInput

    def __init__(self) -> None:
        super().__init__(required=False)

    def to_python(self, value: Any) -> tuple[str, ...]:
        return tuple((value or "").replace(",", " ").split())

    def prepare_value(self, value: Any) -> Any:
        return " ".join(value) if isinstance(value, tuple) else value


class AnswersField(forms.Field):
    """The keys of the questions that the referee has answered: yes, it is right."""

    widget = forms.SelectMultiple

    def __init__(self) -> None:
        super().__init__(required=False)

    def to_python(self, value: Any) -> frozenset[str]:
        return frozenset(value or ())

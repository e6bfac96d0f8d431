"""What a referee fills in; the last step of each form is a value of the engine."""

from collections.abc import Collection
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

import scoring
from tournament.phrases import Refused, problem

from .queries import SeatLine, Sheet

PIPS = ("pips_1", "pips_2", "pips_3", "pips_4")
# The engine's words for what can't be, and the form's fields.
FIELD_OF = {"ends": "end_1", "pips": "pips_1"} | {f"pips.{seat}": f"pips_{seat}" for seat in range(1, 5)}

ENDINGS = [
    (scoring.Ending.DOMINO.value, pgettext_lazy("ending", "Domino")),
    (scoring.Ending.FISH.value, pgettext_lazy("ending", "Fish")),
    (scoring.Ending.BROKEN.value, pgettext_lazy("ending", "Broken")),
]
HALVES = [(number, str(number)) for number in range(7)]


def seat_label(line: SeatLine) -> SafeString:
    """A player as the form names him: the mark of his side, his seat, his name."""
    side = scoring.side_of(line.seat)
    return format_html(
        '<span><span class="side-{}"><span class="mark"></span>{}</span> {}</span>',
        side,
        line.seat,
        line.player,
    )


class RuleForm(forms.Form):
    """A form whose values are judged by the engine: a refusal stands at the field that can't be.

    `place` is where the form's values stand for the engine: `deals[4].` before `closer` for the fifth deal.
    """

    place = ""

    def refuse(self, error: scoring.RuleViolation | Refused) -> None:
        """Show a refusal, with its rule, at the field it belongs to."""
        field, sentence, rule = problem(error)
        name = self.field_of((field or "").removeprefix(self.place))
        self.add_error(name if name in self.fields else None, ValidationError(sentence, code=rule or "refused"))

    def field_of(self, name: str) -> str:
        """The form's field for the engine's name of a value."""
        return FIELD_OF.get(name, name)

    def broken_rules(self) -> list[tuple[str, str]]:
        """Sentence and rule of each refusal by a rule; fields that are merely unfinished aren't in it."""
        found = [error for errors in self.errors.as_data().values() for error in errors]
        return [(error.messages[0], error.code) for error in found if error.code and error.code.startswith("R")]


def _seat_choice(label: Any) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(label=label, required=False, coerce=int, empty_value=None, widget=forms.RadioSelect)


def _end_choice(label: Any) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=label, required=False, coerce=int, empty_value=None, choices=HALVES, widget=forms.RadioSelect
    )


def _figure(label: Any, digits: int = 3) -> forms.IntegerField:
    """A whole number in a field with the phone's keypad; what it may be, the engine says."""
    # A field of type "number" would change under wheel and arrow keys.
    widget = forms.TextInput({"inputmode": "numeric", "autocomplete": "off", "maxlength": digits})
    return forms.IntegerField(label=label, required=False, widget=widget)


class DealForm(RuleForm):
    """One deal (R5): how it ended, who closed it, the pips left in each hand, the control figures."""

    ending = forms.ChoiceField(label=_("How it ended"), choices=ENDINGS, widget=forms.RadioSelect)
    lead = _seat_choice(_("Who led"))
    closer = _seat_choice(_("Who laid the last tile"))
    pips_1 = _figure("1")
    pips_2 = _figure("2")
    pips_3 = _figure("3")
    pips_4 = _figure("4")
    end_1 = _end_choice(_("One open end"))
    end_2 = _end_choice(_("Other open end"))
    laid = _figure(_("Tiles on the table"), 2)
    void = forms.BooleanField(label=_("Won, but the points are void (R5.5)"), required=False)
    version = forms.IntegerField(widget=forms.HiddenInput)
    key = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)

    def __init__(self, *args: Any, sheet: Sheet, number: int, may_lead: Collection[int] = (), **kwargs: Any) -> None:
        """number: of the deal among all written lines; may_lead: the seats to choose from, if several.

        A page that knows the leader sends him along hidden: a repeated request says what the first said.
        """
        super().__init__(*args, **kwargs)
        self.place = f"deals[{number - 1}]."
        labels = [(line.seat, seat_label(line)) for line in sheet.seats]
        for name in ("closer", "lead"):
            field = self.fields[name]
            assert isinstance(field, forms.TypedChoiceField)  # noqa: S101 -- for the type checker
            field.choices = labels
        self.fields["lead"].widget.choices = [label for label in labels if label[0] in may_lead]
        for line in sheet.seats:
            self.fields[f"pips_{line.seat}"].label = seat_label(line)

    def pips_fields(self) -> list[forms.BoundField]:
        """The fields of the four hands in the order of the seats, for the template."""
        return [self[name] for name in PIPS]

    @property
    def has_details(self) -> bool:
        """Whether something is written or wrong in what the page otherwise keeps folded."""
        return any(self[name].errors or self[name].value() not in (None, "", False) for name in ("laid", "void"))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors:
            try:
                cleaned["deal"] = self._deal(cleaned)
            except scoring.RuleViolation as violation:
                self.refuse(violation)
        return cleaned

    def _deal(self, cleaned: dict[str, Any]) -> scoring.Deal | None:
        """The deal that the fields describe; a field that is missing is named."""
        ending, lead, closer = scoring.Ending(cleaned["ending"]), cleaned["lead"], cleaned["closer"]
        if lead is None:
            self.add_error("lead", ValidationError(_("Say who led this deal."), code="R4.1"))
        if ending is scoring.Ending.BROKEN:
            return scoring.Deal(lead=lead, ending=ending)
        if closer is None:
            self.add_error("closer", ValidationError(_("Say who laid the last tile."), code="missing"))
        pips = self._pips(cleaned, out=closer if ending is scoring.Ending.DOMINO else None)
        ends = self._ends(cleaned, ending)
        if self.errors:
            return None
        figures = {name: cleaned[name] for name in ("laid", "void")}
        return scoring.Deal(lead=lead, ending=ending, closer=closer, pips=pips, ends=ends, **figures)

    def _pips(self, cleaned: dict[str, Any], out: int | None) -> tuple[int, int, int, int]:
        """The four hands; that of the seat that went out may be left empty."""
        hands = {name: cleaned[name] for name in PIPS}
        if out is not None and hands[f"pips_{out}"] is None:
            hands[f"pips_{out}"] = 0
        for name, pips in hands.items():
            if pips is None:
                self.add_error(name, ValidationError(_("How many pips are left in this hand?"), code="missing"))
        one, two, three, four = hands.values()
        return one, two, three, four

    def _ends(self, cleaned: dict[str, Any], ending: scoring.Ending) -> tuple[int, int] | None:
        """The open ends; in a fish one figure is enough, for both ends show it (R5.2)."""
        first, second = cleaned["end_1"], cleaned["end_2"]
        if ending is scoring.Ending.FISH:
            first, second = (second if first is None else first), (first if second is None else second)
        if first is None and second is None:
            return None
        if first is None or second is None:
            missing = "end_1" if first is None else "end_2"
            self.add_error(missing, ValidationError(_("The layout has two open ends: choose both."), code="missing"))
            return None
        return first, second


class TotalsForm(RuleForm):
    """The final points of each part, where the regulations ask for no deals."""

    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, sheet: Sheet, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.parts = range(1, sheet.rules.best_of + 1)
        for part in self.parts:
            for key, side in sheet.sides.items():
                label = format_html('<span class="side-{}"><span class="mark"></span></span>{}', key, side.name)
                self.fields[f"part_{part}_{key}"] = _figure(label, 6)

    def rows(self) -> list[tuple[int, forms.BoundField, forms.BoundField]]:
        """The fields by part, for the template."""
        return [(part, self[f"part_{part}_a"], self[f"part_{part}_b"]) for part in self.parts]

    def field_of(self, name: str) -> str:
        """`parts[1]`, the second part, stands at the points of its side A."""
        if name.startswith("parts["):
            return f"part_{int(name[len('parts[') :].rstrip(']')) + 1}_a"
        return name

    def clean(self) -> dict[str, Any]:
        """Points of both sides or of none in each part, and no empty part before a written one."""
        cleaned = super().clean() or {}
        pairs = [(cleaned.get(f"part_{part}_a"), cleaned.get(f"part_{part}_b")) for part in self.parts]
        written = [part for part, pair in zip(self.parts, pairs, strict=True) if pair != (None, None)]
        for part in self.parts[: max(written, default=1)]:
            for key, points in zip("ab", pairs[part - 1], strict=True):
                name = f"part_{part}_{key}"
                if points is None and name not in self.errors:
                    self.add_error(name, ValidationError(_("Both sides need their points."), code="missing"))
        cleaned["parts"] = [(a, b) for a, b in pairs if a is not None and b is not None]
        return cleaned


class VersionForm(forms.Form):
    """A button that acts on the protocol as its presser saw it."""

    version = forms.IntegerField(widget=forms.HiddenInput)


class ReopenForm(VersionForm):
    """A sheet is opened again; one that the players have signed, with the reason."""

    reason = forms.CharField(required=False, max_length=500)


class TimeForm(VersionForm):
    """Time is over, and the one question that decides (R6.2): what was going on?"""

    MOMENTS = [
        ("playing", _("A deal was being played")),
        ("counting", _("Its points were being counted")),
        ("shuffling", _("Tiles were being shuffled")),
    ]

    moment = forms.ChoiceField(choices=MOMENTS, error_messages={"required": _("Say what was going on.")})

    def clean(self) -> dict[str, Any]:
        """The answer as the service takes it."""
        cleaned = super().clean() or {}
        moment = cleaned.pop("moment", None)
        return cleaned | {"in_progress": moment == "playing", "counting": moment == "counting"}


class SignForm(VersionForm):
    """Which players have signed before the referee."""

    seats = forms.TypedMultipleChoiceField(
        label=_("Signed by"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": _("Choose who has signed."),
            "invalid_choice": _("Seat %(value)s has signed already or doesn't sit at this table."),
        },
    )

    def __init__(self, *args: Any, sheet: Sheet, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["seats"]
        assert isinstance(field, forms.TypedMultipleChoiceField)  # noqa: S101 -- for the type checker
        field.choices = [(line.seat, seat_label(line)) for line in sheet.seats if line.seat not in sheet.signed_seats]

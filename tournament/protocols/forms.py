"""What a referee fills in for a sheet as a whole: its points, the time, who signed. A deal: `deal_forms`."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

import scoring
from tournament.phrases import Refused, problem

from .fields import figure
from .sheets import SeatLine, Sheet


def seat_label(line: SeatLine) -> SafeString:
    """A player as the form names him: the mark of his side, his seat, his name."""
    side = scoring.side_of(line.seat)
    return format_html(
        '<span><span class="side-{}"><span class="mark"></span>{}</span> <span class="who">{}</span></span>',
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
        """The form's field for the engine's name of a value; the same, where a form doesn't say otherwise."""
        return name

    def broken_rules(self) -> list[tuple[str, str, str]]:
        """Field, sentence and rule of each refusal by a rule; fields that are merely unfinished aren't in it."""
        found = [(name, error) for name, errors in self.errors.as_data().items() for error in errors]
        return [(name, each.messages[0], each.code) for name, each in found if each.code and each.code.startswith("R")]


class TotalsForm(RuleForm):
    """The final points of each part, where the regulations ask for no deals."""

    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, sheet: Sheet, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.parts = range(1, sheet.rules.best_of + 1)
        for part in self.parts:
            for key, side in sheet.sides.items():
                label = format_html('<span class="side-{}"><span class="mark"></span></span>{}', key, side.name)
                self.fields[f"part_{part}_{key}"] = figure(label, 6)

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


class TakeBackForm(VersionForm):
    """The last deal is taken off the sheet; after two minutes that needs a reason."""

    reason = forms.CharField(label=_("Reason"), max_length=500, required=False)


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

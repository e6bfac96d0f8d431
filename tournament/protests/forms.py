"""What is written down of a protest, and of its decision."""

from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.protocols.forms import RuleForm
from tournament.protocols.sheets import Sheet


class ProtestForm(RuleForm):
    """Which pair protests, and against what."""

    side = forms.ChoiceField(label=_("Which pair protests"), widget=forms.RadioSelect)
    text = forms.CharField(
        label=_("What it protests against"),
        help_text=_("In the pair's own words, as it signs them; it is printed on the protocol."),
        max_length=2000,
        widget=forms.Textarea({"rows": 4}),
    )

    def __init__(self, *args: Any, sheet: Sheet, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["side"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 -- for the type checker
        field.choices = [
            (
                key,
                format_html('<span><span class="side-{}"><span class="mark"></span></span> {}</span>', key, side.name),
            )
            for key, side in sheet.sides.items()
        ]


class DecisionForm(RuleForm):
    """How the chief referee decides, and why."""

    decision = forms.ChoiceField(
        label=_("Decision"),
        widget=forms.RadioSelect,
        choices=[
            ("rejected", pgettext_lazy("protest", "rejected: the result stands")),
            ("upheld", pgettext_lazy("protest", "upheld: a correction or a ruling follows")),
        ],
    )
    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("It is printed on the protocol."),
        max_length=2000,
        widget=forms.Textarea({"rows": 3}),
    )

"""Forms of a ruling: what happened, what follows, and the reason for anything else."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

import scoring
from tournament.protocols.forms import RuleForm, seat_label
from tournament.protocols.sheets import Sheet
from tournament.protocols.tables import deal_name

Choices = list[tuple[str, list[tuple[str, str]]]]

# What the opponents of an offender may choose (R9.2).
OPPONENTS_CHOICES = [("deal_again", _("deal again")), ("play_on", _("play on"))]
# The engine's words for what can't be, and the form's fields.
FIELD_OF = {"departure": "fine", "departure.fine": "fine"}


class RulingForm(RuleForm):
    """What happened: the infraction, who, in which deal; what follows if the referee departs from the table."""

    code = forms.ChoiceField(label=_("What happened"))
    seat = forms.TypedChoiceField(label=_("Who"), coerce=int, widget=forms.RadioSelect)
    deal = forms.TypedChoiceField(label=_("In which deal"), coerce=int)
    effect = forms.ChoiceField(
        label=_("What becomes of the deal"),
        required=False,
        widget=forms.RadioSelect,
        choices=[("continues", _("it goes on")), ("broken", _("it is broken and dealt again with the same lead"))],
    )
    choice = forms.ChoiceField(
        label=_("The opponents choose"),
        required=False,
        widget=forms.RadioSelect,
        choices=OPPONENTS_CHOICES,
        help_text=_("Played on, the tile lies exposed at his right and is played at the first chance (R9.2)."),
    )
    lead = forms.TypedChoiceField(
        label=_("Who should have led"), required=False, coerce=int, empty_value=None, widget=forms.RadioSelect
    )
    departs = forms.BooleanField(label=_("Depart from the table of infractions (R10.7)"), required=False)
    warning = forms.BooleanField(label=_("Warning"), required=False)
    fine = forms.IntegerField(
        label=_("Fine, per cent of the most points"),
        required=False,
        min_value=0,
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off", "maxlength": 4}),
    )
    card = forms.ChoiceField(
        label=_("Card"),
        required=False,
        choices=[
            ("", _("none")),
            ("yellow", pgettext_lazy("card", "yellow")),
            ("red", pgettext_lazy("card", "red")),
            ("black", pgettext_lazy("card", "black")),
        ],
    )
    loses = forms.BooleanField(label=_("The partida is lost"), required=False)
    expelled = forms.BooleanField(label=_("Expelled from the tournament"), required=False)
    reason = forms.CharField(label=_("Reason"), required=False, max_length=500, widget=forms.Textarea({"rows": 2}))
    correction = forms.CharField(
        label=_("Why a confirmed protocol is corrected (R11.4)"),
        required=False,
        max_length=500,
        widget=forms.Textarea({"rows": 2}),
    )

    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, sheet: Sheet, infractions: Choices, **kwargs: Any) -> None:
        """infractions: those of the regulations' table, by kind."""
        super().__init__(*args, **kwargs)
        self.sheet = sheet
        seats = [(line.seat, seat_label(line)) for line in sheet.seats]
        deals = [*range(sheet.newest_deal, 0, -1), 0]
        choices: dict[str, Any] = {
            "code": [("", _("Choose…")), *infractions],
            "seat": seats,
            "lead": seats,
            "deal": [(written, deal_name(sheet, written)) for written in deals],
        }
        for name, offered in choices.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)  # noqa: S101 -- for the type checker
            field.choices = offered
        self.fields["seat"].error_messages["invalid_choice"] = _("This player isn't at the table.")
        # Without a table of infractions there is nothing to depart from: the referee says what follows.
        self.fields["departs"].initial = sheet.rules.sanctions == "none"
        if not sheet.protocol.counts:
            del self.fields["correction"]

    @property
    def departure_is_open(self) -> bool:
        """Whether the part for departing from the table is open."""
        names = ("departs", "warning", "fine", "card", "loses", "expelled", "reason")
        return any(self[name].errors or self[name].value() not in (None, "", False) for name in names)

    def field_of(self, name: str) -> str:
        return FIELD_OF.get(name, name)

    def offer_choices(self, choices: list[tuple[str, str]]) -> None:
        """The opponents' choices, each with what it brings."""
        field = self.fields["choice"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 -- for the type checker
        field.choices = choices

    def require_answers(self, **asked: bool) -> bool:
        """Whether all fields that the table leaves open are answered; those that aren't are marked."""
        missing = [name for name, is_open in asked.items() if is_open and not self.cleaned_data[name]]
        for name in missing:
            self.add_error(name, ValidationError(_("Choose one of the two."), code="R10.1"))
        return not missing

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors:
            try:
                cleaned["offence"] = self._offence(cleaned)
            except scoring.RuleViolation as violation:
                self.refuse(violation)
        return cleaned

    def _offence(self, cleaned: dict[str, Any]) -> scoring.Offence:
        line = scoring.infraction(self.sheet.rules.sanctions, cleaned["code"])
        asked = line is not None and line.deal == "opponents_choose"
        seat = next(seat for seat in self.sheet.partida.seats.all() if seat.number == cleaned["seat"])
        return scoring.Offence(
            code=cleaned["code"],
            player=seat.player_id,
            partida=self.sheet.partida.pk,
            seat=seat.number,
            deal=cleaned["deal"],
            choice=cleaned["choice"] or None if asked else None,
            departure=self._departure(cleaned) if cleaned["departs"] else None,
            reason=cleaned["reason"].strip(),
        )

    def _departure(self, cleaned: dict[str, Any]) -> scoring.Penalty:
        return scoring.Penalty(
            warning=cleaned["warning"],
            fine=cleaned["fine"] or 0,
            card=cleaned["card"] or None,
            loses=cleaned["loses"] or cleaned["card"] in ("red", "black"),
            expelled=cleaned["expelled"] or cleaned["card"] == "black",
        )


class StrikeForm(forms.Form):
    """Why a ruling is withdrawn, a partida annulled, or an absence taken back."""

    reason = forms.CharField(label=_("Reason"), max_length=500)


class CorrectionForm(forms.Form):
    """Why a confirmed protocol is changed by a ruling that is put in force again (R11.4)."""

    correction = forms.CharField(required=False, max_length=500)


class AbsenceForm(forms.Form):
    """Who didn't come: the winner by walkover, or nobody."""

    winner = forms.ChoiceField(choices=[("a", "a"), ("b", "b"), ("none", "none")])

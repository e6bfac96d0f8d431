"""What people type or upload about entries: a pair or player, a list of them, a withdrawal."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

from tournament.models import Payment
from tournament.phrases import Refused, problem
from tournament.planning.forms.timetable import in_known_years

from . import workbooks
from .fees import LARGEST as LARGEST_FEE
from .lists import LARGEST_LIST, plain_text, read_sheet, text_of
from .pins import LONGEST, PIN
from .queries import (
    ALONE_LABELS,
    COUNTRY_LENGTH,
    FIELD_LABELS,
    LARGEST_NUMBER,
    LARGEST_ROUND,
    LARGEST_TABLE,
    NAME_LENGTH,
    Application,
)

TEXTS = ("player_1", "player_2", "club", "country")


class ImportForm(forms.Form):
    """A list of pairs, or of players who enter each by himself, as a file or pasted."""

    file = forms.FileField(
        label=_("File"),
        required=False,
        help_text=_("XLSX or CSV, as a spreadsheet saves it, up to 300 kB. Headings are found wherever they stand."),
    )
    text = forms.CharField(
        label=_("Or paste the list here"),
        required=False,
        max_length=LARGEST_LIST,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12}),
        help_text=_("One pair a line: both players, club, country, seed. A first line with headings is understood."),
    )

    def __init__(self, *args: Any, alone: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.alone = alone
        if alone:
            self.fields["text"].help_text = _(
                "One player a line: name, club, country, seed. A first line with headings is understood."
            )

    def clean_file(self) -> "UploadedFile[Any] | None":
        file: UploadedFile[Any] | None = self.cleaned_data["file"]
        if file and (file.size or 0) > LARGEST_LIST:
            raise forms.ValidationError(str(Refused("entries.too_large", size=file.size, limit=LARGEST_LIST)))
        return file

    def clean(self) -> dict[str, Any]:
        """Adds `sheet`, the list that was read, from the file if there is one, and its `text`."""
        cleaned = super().clean() or {}
        if not self.errors:
            try:
                file = cleaned["file"]
                cleaned["text"], notes = _read(file.read()) if file else (plain_text(cleaned["text"]), ())
                sheet = read_sheet(cleaned["text"], alone=self.alone)
                cleaned["sheet"] = replace(sheet, notes=(*notes, *sheet.notes))
            except Refused as refusal:
                self.add_error(*problem(refusal)[:2])
        return cleaned


def _read(raw: bytes) -> tuple[str, tuple[Refused, ...]]:
    """A file as text, whatever kind of list it is; what should be said of it."""
    return workbooks.read(raw) if workbooks.is_workbook(raw) else (text_of(raw), ())


class EntryForm(forms.Form):
    """A pair as it registers, or a player who enters by himself."""

    player_1 = forms.CharField(label=FIELD_LABELS["player_1"], max_length=NAME_LENGTH)
    player_2 = forms.CharField(label=FIELD_LABELS["player_2"], max_length=NAME_LENGTH)
    club = forms.CharField(label=FIELD_LABELS["club"], max_length=NAME_LENGTH, required=False)
    country = forms.CharField(label=FIELD_LABELS["country"], max_length=COUNTRY_LENGTH, required=False)
    seed = forms.IntegerField(
        label=FIELD_LABELS["seed"],
        required=False,
        min_value=1,
        max_value=LARGEST_NUMBER,
        help_text=_("1 is the strongest."),
    )
    fixed_table = forms.IntegerField(
        label=_("Fixed table"),
        required=False,
        min_value=1,
        max_value=LARGEST_TABLE,
        help_text=_("For a pair that can't change places: it plays every round at this table (R13.5)."),
    )

    # The fingerprint of the entry as the page showed it; a new one has none.
    seen = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def __init__(self, *args: Any, alone: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if alone:
            del self.fields["player_2"]
            self.fields["player_1"].label = ALONE_LABELS["player_1"]
            self.fields["fixed_table"].help_text = _(
                "For a player who can't change places: he plays every round at this table (R13.5)."
            )

    def application(self, number: int | None = None) -> Application:
        """What was typed, as an application for this number."""
        typed = {name: " ".join(self.cleaned_data[name].split()) for name in TEXTS if name in self.fields}
        return Application(
            players=tuple(typed[name] for name in ("player_1", "player_2") if name in typed),
            club=typed["club"],
            country=typed["country"],
            number=number or self.cleaned_data.get("number"),
            seed=self.cleaned_data["seed"],
            fixed_table=self.cleaned_data["fixed_table"],
        )


class AddForm(EntryForm):
    """A new entry; its number may be chosen."""

    number = forms.IntegerField(
        label=FIELD_LABELS["number"],
        required=False,
        min_value=1,
        max_value=LARGEST_NUMBER,
        help_text=_("Empty: the next free number."),
    )


class ReasonForm(forms.Form):
    """Why; the journal keeps it."""

    reason = forms.CharField(label=_("Reason"), max_length=500)


class PinForm(forms.Form):
    """The PIN by which a pair signs its protocols; empty to take it away."""

    pin = forms.CharField(
        label=_("New PIN"),
        required=False,
        help_text=_("Four to six digits. Left empty, the pair has no PIN any more."),
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off", "maxlength": LONGEST}),
        validators=[RegexValidator(PIN, _("A PIN has four to six digits."))],
    )


class WithdrawForm(ReasonForm):
    """From which round an entry plays no more, and why (R8.5)."""

    from_round = forms.IntegerField(label=_("First round that it doesn't play"), min_value=1, max_value=LARGEST_ROUND)

    field_order = ("from_round", "reason")


class SubstituteForm(ReasonForm):
    """Who takes a player's place, from which round, and why (R8.5)."""

    name = forms.CharField(label=_("Who comes"), max_length=NAME_LENGTH)
    from_round = forms.IntegerField(label=_("First round that he plays"), min_value=1, max_value=LARGEST_ROUND)

    field_order = ("name", "from_round", "reason")

    def clean_name(self) -> str:
        return " ".join(self.cleaned_data["name"].split())


class TermsForm(forms.Form):
    """The terms of entry; times are by the clock of the hall."""

    is_open = forms.BooleanField(
        label=_("The public may ask for a place"),
        required=False,
        help_text=_("The page of the tournament then leads to the form. The tournament has to be public."),
    )
    deadline = forms.DateTimeField(
        label=_("Until"),
        required=False,
        validators=[in_known_years],
        widget=forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=_("By the clock of the hall. Empty: until you close it."),
    )
    capacity = forms.IntegerField(
        label=_("Places"),
        required=False,
        min_value=1,
        max_value=9_999,
        help_text=_("When all are taken, requests go on the waiting list. Empty: no limit."),
    )
    offer_hours = forms.IntegerField(
        label=_("Hours to take an offered place"),
        required=False,
        min_value=1,
        max_value=720,
        help_text=_(
            "A place that becomes free is offered to the first of the waiting list. If it isn't taken in time, it goes "
            "to the next by itself. Empty: it is kept until you decide."
        ),
    )
    last_round = forms.IntegerField(
        label=_("Last round with which a late entry may begin"),
        required=False,
        min_value=1,
        max_value=LARGEST_ROUND,
        help_text=_("The rounds that it missed count nothing (R12.5). Empty: as long as rounds are drawn."),
    )
    fee = forms.DecimalField(
        label=_("Fee for an entry"),
        required=False,
        min_value=0,
        max_value=LARGEST_FEE,
        max_digits=10,
        decimal_places=2,
        help_text=_("Empty: none."),
    )
    currency = forms.CharField(label=_("Currency"), max_length=8)
    note = forms.CharField(
        label=_("What registrants should know"),
        required=False,
        max_length=2_000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Stands above the form: when to come, how to pay."),
    )
    version = forms.IntegerField(widget=forms.HiddenInput)

    def clean_fee(self) -> Decimal:
        fee: Decimal | None = self.cleaned_data["fee"]
        return fee or Decimal(0)


class PayForm(forms.Form):
    """A fee that is taken now."""

    amount = forms.DecimalField(
        label=_("Amount"), min_value=Decimal("0.01"), max_value=LARGEST_FEE, max_digits=10, decimal_places=2
    )
    way = forms.ChoiceField(label=_("How"), choices=Payment.Way.choices, widget=forms.RadioSelect, initial="cash")
    payer = forms.CharField(
        label=_("Who paid"), max_length=NAME_LENGTH, required=False, help_text=_("For the receipt. Empty: the entry.")
    )
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0)


class DecisionForm(forms.Form):
    """What becomes of a request. seen: its state when the page was shown."""

    seen = forms.CharField(max_length=10)
    decision = forms.ChoiceField(choices=[("accept", ""), ("list", ""), ("decline", "")])
    reason = forms.CharField(max_length=500, required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("decision") == "decline" and not cleaned.get("reason"):
            self.add_error("reason", _("Say why: whoever sent the request reads it."))
        return cleaned


class LeaveOutForm(forms.Form):
    """Who is left out of a round: the entries that the page named as missing."""

    round = forms.IntegerField(min_value=1, max_value=LARGEST_ROUND)
    numbers = forms.CharField(
        required=False, max_length=20_000, validators=[RegexValidator(r"^[0-9]{1,5}( [0-9]{1,5})*$")]
    )

    def clean_numbers(self) -> list[int]:
        return [int(number) for number in self.cleaned_data["numbers"].split()]

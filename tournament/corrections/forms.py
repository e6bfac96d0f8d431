"""A whole sheet as it should have been written, and why it is changed now (R11.4)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

import scoring
from tournament.phrases import Refused
from tournament.protocols.deal_forms import DealForm
from tournament.protocols.forms import RuleForm, TotalsForm
from tournament.protocols.queries import corrections_closed
from tournament.protocols.sheets import Sheet
from tournament.protocols.tables import DealRow, deal_rows

from .queries import Correction

MOST_DEALS = 400
DEAL_FIELDS = ("ending", "lead", "closer", "pips_1", "pips_2", "pips_3", "pips_4", "end_1", "end_2", "laid", "void")


class WrittenDealForm(DealForm):
    """One deal of the sheet; `written`: as it stands there, None for one that is added."""

    version = None  # type: ignore[assignment]  # the sheet has one for all its deals
    key = None  # type: ignore[assignment]  # likewise

    def __init__(self, *args: Any, number: int, written: scoring.Deal | None, lead: int | None, **kwargs: Any) -> None:
        """lead: the seat that led by the sheet, which a deal needn't say itself."""
        super().__init__(*args, number=number, may_lead=scoring.SEATS, prefix=f"deal_{number}", **kwargs)
        self.number, self.written, self.led = number, written, lead

    def _deal(self, cleaned: dict[str, Any]) -> scoring.Deal | None:
        """The deal as it was where nothing is changed; with its tiles where the hands stay as they were."""
        deal = super()._deal(cleaned)
        if deal is None or self.written is None:
            return deal
        if self.written.tiles and (deal.ending, deal.pips) == (self.written.ending, self.written.pips):
            deal = replace(deal, tiles=self.written.tiles)
        return self.written if deal == replace(self.written, lead=self.led) else deal

    def ask(self, deal: scoring.Deal) -> None:
        """Only what is changed is asked about: the rest has been confirmed as it stands."""
        if deal != self.written:
            super().ask(deal)

    @property
    def is_open(self) -> bool:
        """Whether the page shows its fields at once: something is wrong or changed, or it is new."""
        return self.written is None or bool(self.errors) or (self.is_bound and self.has_changed())


class AboutForm(RuleForm):
    """Why a sheet is corrected, when time ran out, and how many deals it has."""

    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("It is printed, and published with the erratum."),
        max_length=500,
        widget=forms.Textarea({"rows": 2}),
    )
    departure = forms.CharField(label=_("Why after the time for corrections (R10.7)"), required=False, max_length=500)
    time_after = forms.IntegerField(
        label=_("Deals finished when time ran out"),
        help_text=_("Empty: time didn't run out."),
        required=False,
        min_value=0,
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off", "maxlength": 3}),
    )
    time_playing = forms.BooleanField(label=_("Another deal was being played at that moment"), required=False)
    version = forms.IntegerField(widget=forms.HiddenInput)
    count = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=MOST_DEALS)

    def __init__(self, *args: Any, sheet: Sheet, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not corrections_closed(sheet.partida.round):
            del self.fields["departure"]
        if sheet.rules.minutes is None or sheet.rules.detail == "totals":
            del self.fields["time_after"], self.fields["time_playing"]

    def field_of(self, name: str) -> str:
        return "time_after" if name == "time" else name

    @property
    def time(self) -> scoring.TimeCall | None:
        """When time ran out, by the fields; None: it didn't."""
        after = self.cleaned_data.get("time_after")
        return None if after is None else scoring.TimeCall(after, self.cleaned_data["time_playing"])


@dataclass(frozen=True)
class Folded:
    """A deal of the sheet on the page: its form under the line that stands for it; no line for one that is added."""

    form: WrittenDealForm
    line: DealRow | None
    is_open: bool


class SheetForm:
    """All forms of a sheet together: its deals or its totals, and what is said about the correction.

    A press on “add” or “remove” isn't a correction yet: the forms are shown again with what was filled in.
    """

    def __init__(self, sheet: Sheet, data: Mapping[str, Any] | None = None) -> None:
        self.sheet = sheet
        self._data = data
        self.is_bound = data is not None and not {"add", "remove"} & set(data)
        given = data if self.is_bound else None
        self.about = AboutForm(given, sheet=sheet, initial=self._about())
        self.totals = TotalsForm(given, sheet=sheet, initial=self._totals()) if sheet.rules.detail == "totals" else None
        self.deals = [] if self.totals else [self._deal_form(number, given) for number in range(1, self._count() + 1)]

    def _count(self) -> int:
        """How many deals the page has; one more or one less after a press on the button for that."""
        if self._data is None:
            return len(self.sheet.deals)
        said = str(self._data.get("count", ""))
        count = int(said) if said.isdecimal() and len(said) < 4 else len(self.sheet.deals)
        return max(1, min(count + ("add" in self._data) - ("remove" in self._data), MOST_DEALS))

    def _deal_form(self, number: int, data: Mapping[str, Any] | None) -> WrittenDealForm:
        known = number <= len(self.sheet.deals)
        deal, line = (self.sheet.deals[number - 1], self.sheet.score.lines[number - 1]) if known else (None, None)
        initial = _initial(deal, line.lead) if deal and line else {"ending": scoring.Ending.DOMINO.value}
        if self._data is not None and data is None:
            initial |= _kept(self._data, f"deal_{number}-", DEAL_FIELDS)
        lead = line.lead if line else None
        return WrittenDealForm(data, sheet=self.sheet, number=number, written=deal, lead=lead, initial=initial)

    def _about(self) -> dict[str, Any]:
        call = self.sheet.protocol.time_call
        initial: dict[str, Any] = {"version": self.sheet.protocol.version}
        if call:
            initial |= {"time_after": call.after_deals, "time_playing": call.in_progress}
        if self._data is not None and not self.is_bound:
            initial |= _kept(self._data, "", ("reason", "departure", "time_after", "time_playing", "version"))
        return initial

    def _totals(self) -> dict[str, Any]:
        written = enumerate(self.sheet.protocol.parts or (), start=1)
        return {f"part_{part}_{key}": score for part, pair in written for key, score in zip("ab", pair, strict=True)}

    @property
    def count(self) -> int:
        return len(self.deals)

    def folded(self, asked: str) -> list[Folded]:
        """The deals of the page; unfolded are the one that was asked for, by its number, and those to look at."""
        lines = {line.written: line for line in deal_rows(self.sheet)}
        return [Folded(form, lines.get(form.number), form.is_open or str(form.number) == asked) for form in self.deals]

    @property
    def parts(self) -> Iterable[RuleForm]:
        return [*self.deals, *([self.totals] if self.totals else []), self.about]

    def is_valid(self) -> bool:
        return self.is_bound and all(form.is_valid() for form in self.parts)

    @property
    def has_errors(self) -> bool:
        return any(form.errors for form in self.parts)

    @property
    def correction(self) -> Correction:
        """What the sheet should say; only of a valid form."""
        return Correction(
            deals=tuple(form.cleaned_data["deal"] for form in self.deals),
            parts=tuple(self.totals.cleaned_data["parts"]) if self.totals else (),
            time=self.about.time,
        )

    def refuse(self, error: scoring.RuleViolation | Refused) -> None:
        """Show a refusal at the deal, the part or the field it belongs to."""
        place = error.field or ""
        form: RuleForm = next((deal for deal in self.deals if place.startswith(deal.place)), self.about)
        if self.totals and place.startswith("parts["):
            form = self.totals
        form.refuse(error)


def _initial(deal: scoring.Deal, lead: int) -> dict[str, Any]:
    """A written deal as the initial values of its form."""
    values: dict[str, Any] = {"ending": deal.ending.value, "lead": lead, "closer": deal.closer}
    values |= {"laid": deal.laid, "void": deal.void}
    values |= {f"pips_{seat}": pips for seat, pips in enumerate(deal.pips or (), start=1)}
    return values | {f"end_{place}": end for place, end in enumerate(deal.ends or (), start=1)}


def _kept(data: Mapping[str, Any], prefix: str, names: Iterable[str]) -> dict[str, Any]:
    """What was filled in, where anything was sent for these fields."""
    sent = {name: data.get(prefix + name) for name in names}
    return sent if any(value is not None for value in sent.values()) else {}

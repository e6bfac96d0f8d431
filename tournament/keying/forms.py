"""The cells of a sheet of paper: a grid of deals or the totals, when time ran out, who has signed."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

import scoring
from tournament.phrases import Refused
from tournament.protocols.forms import RuleForm, TotalsForm
from tournament.protocols.sheets import Sheet

from .queries import Typed, cells, written

MOST_DEALS = 400
MORE = 8
# The first letters of the endings in the field's languages: whatever keyboard is on.
LETTERS = {"d": "domino", "в": "domino", "f": "fish", "t": "fish", "р": "fish", "b": "broken", "a": "broken"}
LETTERS |= {"с": "broken"}
# What the page shows for an ending that is written already.
LETTER_OF = {
    "domino": pgettext_lazy("letter of an ending", "D"),
    "fish": pgettext_lazy("letter of an ending", "F"),
    "broken": pgettext_lazy("letter of an ending", "B"),
}


def _cell(label: Any, digits: int = 1) -> forms.IntegerField:
    widget = forms.TextInput({"inputmode": "numeric", "autocomplete": "off", "maxlength": digits})
    return forms.IntegerField(label=label, required=False, widget=widget)


class RowForm(RuleForm):
    """One deal in a row of the grid (R5). A row in which nothing is typed is no deal."""

    ending = forms.CharField(
        label=_("How it ended"), required=False, widget=forms.TextInput({"autocomplete": "off", "maxlength": 1})
    )
    lead = _cell(_("Who led"))
    closer = _cell(_("Who laid the last tile"))
    pips_1 = _cell(_("Pips of seat 1"), 3)
    pips_2 = _cell(_("Pips of seat 2"), 3)
    pips_3 = _cell(_("Pips of seat 3"), 3)
    pips_4 = _cell(_("Pips of seat 4"), 3)
    end_1 = _cell(_("One open end"))
    end_2 = _cell(_("Other open end"))
    laid = _cell(_("Tiles on the table"), 2)
    void = forms.BooleanField(label=_("Won, but the points are void (R5.5)"), required=False)

    def __init__(self, *args: Any, number: int, rules: scoring.Regulations, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"prefix": f"deal_{number}"})
        self.number, self.place = number, f"deals[{number - 1}]."
        if rules.control == "none":
            del self.fields["end_1"], self.fields["end_2"]
        if rules.control != "ends_and_count":
            del self.fields["laid"]
        for field in self.fields.values():
            field.widget.attrs["aria-label"] = _("Deal %(number)d: %(cell)s") % {"number": number, "cell": field.label}

    def field_of(self, name: str) -> str:
        return {"ends": "end_1", "pips": "pips_1"}.get(name, name.replace("pips.", "pips_"))

    @property
    def is_empty(self) -> bool:
        return not any(self[name].value() for name in self.fields)

    def clean_ending(self) -> str:
        """A letter, of whichever language, as the ending's name."""
        letter = self.cleaned_data["ending"].strip().lower()
        if letter and letter not in LETTERS:
            raise ValidationError(_("One of the letters above."), code="letter")
        return LETTERS.get(letter, "")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors and not self.is_empty:
            try:
                cleaned["deal"] = self._deal(cleaned)
            except scoring.RuleViolation as violation:
                self.refuse(violation)
        return cleaned

    def _deal(self, cleaned: dict[str, Any]) -> scoring.Deal | None:
        """The deal that the cells describe; a cell that is missing is named."""
        if not cleaned["ending"]:
            self.add_error("ending", ValidationError(_("How did this deal end?"), code="missing"))
            return None
        ending, closer = scoring.Ending(cleaned["ending"]), cleaned["closer"]
        if ending is scoring.Ending.BROKEN:
            return self._broken(cleaned)
        if closer is None:
            self.add_error("closer", ValidationError(_("Say who laid the last tile."), code="missing"))
        out = closer if ending is scoring.Ending.DOMINO else None
        pips = [self._pips(cleaned, seat, out) for seat in scoring.SEATS]
        ends = self._ends(cleaned, ending)
        if self.errors:
            return None
        one, two, three, four = pips
        more = {"lead": cleaned["lead"], "laid": cleaned.get("laid"), "void": cleaned["void"], "ends": ends}
        return scoring.Deal(ending=ending, closer=closer, pips=(one, two, three, four), **more)

    def _broken(self, cleaned: dict[str, Any]) -> scoring.Deal | None:
        """R5.6: nothing is counted; figures beside it are a slip of the letter."""
        for name, value in cleaned.items():
            if name not in ("ending", "lead") and value not in (None, False):
                self.add_error(name, ValidationError(_("A broken deal has no figures (R5.6)."), code="R5.6"))
                return None
        return scoring.Deal(lead=cleaned["lead"], ending=scoring.Ending.BROKEN)

    def _pips(self, cleaned: dict[str, Any], seat: int, out: int | None) -> int:
        """A hand; that of the seat that went out may be left empty."""
        pips: int | None = cleaned[f"pips_{seat}"]
        if pips is None and seat != out:
            said = _("How many pips are left with seat %(seat)d?") % {"seat": seat}
            self.add_error(f"pips_{seat}", ValidationError(said, code="missing"))
        return pips or 0

    def _ends(self, cleaned: dict[str, Any], ending: scoring.Ending) -> tuple[int, int] | None:
        """The open ends; in a fish one figure is enough, for both ends show it (R5.2)."""
        first, second = cleaned.get("end_1"), cleaned.get("end_2")
        if ending is scoring.Ending.FISH:
            first, second = (second if first is None else first), (first if second is None else second)
        if first is None or second is None:
            if "end_1" in self.fields:
                missing = "end_1" if first is None else "end_2"
                self.add_error(missing, ValidationError(_("The layout has two open ends."), code="missing"))
            return None
        return first, second


class AboutForm(RuleForm):
    """What stands on the paper beside its figures; and which page it was typed on."""

    time_after = _cell(_("Deals finished when time ran out"), 3)
    time_playing = forms.BooleanField(label=_("Another deal was being played at that moment"), required=False)
    signed = forms.CharField(
        label=_("Seats that have signed"),
        help_text=_("As on the paper, for example 1234."),
        required=False,
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off", "maxlength": 4}),
    )
    version = forms.IntegerField(widget=forms.HiddenInput)
    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)
    count = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, rules: scoring.Regulations, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if rules.minutes is None or rules.detail == "totals":
            del self.fields["time_after"], self.fields["time_playing"]

    def field_of(self, name: str) -> str:
        return {"time": "time_after", "seats": "signed"}.get(name, name)

    def clean_signed(self) -> frozenset[int]:
        said = self.cleaned_data["signed"].replace(" ", "")
        if not set(said) <= set("1234") or len(set(said)) < len(said):
            raise ValidationError(_("The numbers of the seats, 1 to 4, each once."), code="seats")
        return frozenset(map(int, said))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("time_playing") and cleaned.get("time_after") is None and "time_after" not in self.errors:
            self.add_error("time_after", ValidationError(_("After how many deals?"), code="missing"))
        return cleaned

    @property
    def time(self) -> scoring.TimeCall | None:
        after = self.cleaned_data.get("time_after")
        return None if after is None else scoring.TimeCall(after, self.cleaned_data["time_playing"])


class PaperForm:
    """All cells of a sheet together. A press on “more rows” types nothing yet."""

    def __init__(
        self, sheet: Sheet, data: Mapping[str, Any] | None = None, *, blind: bool, empty: Iterable[str] = ()
    ) -> None:
        """blind: nothing of what is written is shown; empty: cells to type again, whatever `data` says of them."""
        self.sheet, self.rules = sheet, sheet.rules
        self.emptied = frozenset(empty)
        self.is_bound = data is not None and "more" not in data and not self.emptied
        given = data if self.is_bound else None
        known = {} if blind else self._shown(written(sheet))
        if data is not None:
            known = {name: value for name, value in data.items() if name not in self.emptied}
        self.known = known
        begin = {**known, "version": sheet.protocol.version, "count": None}
        self.about = AboutForm(given, rules=self.rules, initial=begin)
        totals = self.rules.detail == "totals"
        self.totals = TotalsForm(given, sheet=sheet, initial=begin) if totals else None
        self.rows = [] if totals else [self._row(number, given) for number in range(1, self._count(data) + 1)]

    def _shown(self, typed: Typed) -> dict[str, Any]:
        values: dict[str, Any] = dict(cells(self.rules, typed))
        values["time_playing"] = typed.time is not None and typed.time.in_progress
        for name, value in values.items():
            if name.endswith("-ending"):
                values[name] = LETTER_OF[value]
        return values

    def _row(self, number: int, given: Mapping[str, Any] | None) -> RowForm:
        prefix = f"deal_{number}-"
        initial = {name.removeprefix(prefix): value for name, value in self.known.items() if name.startswith(prefix)}
        return RowForm(given, number=number, rules=self.rules, initial=initial)

    def _count(self, data: Mapping[str, Any] | None) -> int:
        """How many rows the grid has: enough for what is written and what the regulations foresee."""
        said = str((data or {}).get("count", ""))
        usual = max((self.rules.deals or 12) * self.rules.best_of + 2, len(self.sheet.deals) + 2)
        count = int(said) if said.isdecimal() and len(said) < 4 else usual
        return max(1, min(count + MORE * ("more" in (data or {})), MOST_DEALS))

    @property
    def parts(self) -> list[RuleForm]:
        return [*self.rows, *([self.totals] if self.totals else []), self.about]

    @property
    def has_errors(self) -> bool:
        return any(form.errors for form in self.parts)

    def is_valid(self) -> bool:
        """Whether all cells are right, and there is no empty row before a written one."""
        if not self.is_bound or not all(form.is_valid() for form in self.parts):
            return False
        last = max((row.number for row in self.rows if not row.is_empty), default=1 if self.rows else 0)
        for row in self.rows[:last]:
            if row.is_empty:
                row.add_error("ending", ValidationError(_("How did this deal end?"), code="missing"))
        return not self.has_errors

    @property
    def typed(self) -> Typed:
        """What was typed; only of a valid form."""
        return Typed(
            deals=tuple(row.cleaned_data["deal"] for row in self.rows if not row.is_empty),
            parts=tuple(self.totals.cleaned_data["parts"]) if self.totals else (),
            time=self.about.time,
            signed=self.about.cleaned_data["signed"],
        )

    def refuse(self, error: scoring.RuleViolation | Refused) -> None:
        """Show a refusal at the cell it belongs to."""
        place = error.field or ""
        form: RuleForm = next((row for row in self.rows if f"{place}.".startswith(row.place)), self.about)
        if self.totals and place.startswith("parts"):
            form = self.totals
        form.refuse(error)

    def place_cursor(self) -> None:
        """Put the cursor into the first cell that is wrong or to be typed again, else into the first of all."""
        all_cells = [(form, name) for form in self.parts for name in form.fields if not form[name].is_hidden]
        wrong = [(form, name) for form, name in all_cells if name in form.errors]
        again = [(form, name) for form, name in all_cells if form.add_prefix(name) in self.emptied]
        form, name = (wrong or again or all_cells)[0]
        form.fields[name].widget.attrs["autofocus"] = True

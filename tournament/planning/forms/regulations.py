"""The regulations: how long a partida is, and every other field of them."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

import scoring
from tournament.phrases import problem
from tournament.regulation_phrases import CREDIT_FIGURES, CRITERIA, FIELDS, HELP, PRESETS, VALUES, in_words


def preset_choices() -> list[tuple[str, Any]]:
    """The presets as a form offers them."""
    return [(name, PRESETS[name]) for name in scoring.PRESETS]


LENGTH_FIELDS = ("deals", "target", "minutes")
# The largest figure of a credit, as the engine has it.
MOST_CREDIT = 10_000


class LengthForm(forms.Form):
    """A preset, and how long a partida is if not as the preset says (R3). Everything else is the preset's."""

    preset = forms.ChoiceField(label=_("Rules"), choices=preset_choices, initial="fdr_deals")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields |= {name: _whole(name, required=False) for name in LENGTH_FIELDS}
        for name in LENGTH_FIELDS:
            self.fields[name].help_text = _("Empty: the preset's.")

    def clean(self) -> dict[str, Any]:
        """Adds `regulations`."""
        cleaned = super().clean() or {}
        if not self.errors:
            own = {name: cleaned[name] for name in LENGTH_FIELDS if cleaned[name] is not None}
            _add_regulations(self, cleaned, {"preset": cleaned["preset"], **own, **self.settled(cleaned)})
        return cleaned

    def settled(self, cleaned: dict[str, Any]) -> dict[str, Any]:
        """What follows for the regulations from the other fields of the form."""
        return {}


def _add_regulations(form: forms.Form, cleaned: dict[str, Any], data: dict[str, Any]) -> None:
    """Put the regulations of this data into what the form has cleaned, or what the engine objects to at its field."""
    try:
        cleaned["regulations"] = scoring.Regulations.from_dict(data)
    except scoring.RuleViolation as violation:
        path, sentence, rule = problem(violation)
        name = (path or "").removeprefix("regulations.").replace(".", "_")
        name = FIRST_PLACE if name.startswith("criteria") else name
        form.add_error(name if name in form.fields else None, forms.ValidationError(sentence, code=rule))


class PresetForm(forms.Form):
    """Which preset to begin with."""

    preset = forms.ChoiceField(label=_("Begin anew with"), choices=preset_choices)


# -- all of the regulations ---------------------------------------------------------------------------------------

# The fields as people look for them; a test sees that none is left out.
GROUPS = {
    _("Length of a partida"): ("target", "deals", "minutes", "best_of", "detail"),
    _("Deals"): ("counted", "fish", "control", "lead"),
    _("End by time, ties"): ("on_time", "tie"),
    _("Absence and free games"): ("no_show_minutes", "walkover", "bye"),
    _("Fines and infractions"): ("sanctions", "fine", "fine_percent", "fine_limit_percent", "pays"),
    _("Standings"): ("criteria", "cap_points", "cap_difference"),
    _("Protocols"): ("signers", "corrections_close", "protest_minutes"),
}
FIRST_PLACE = f"place_{scoring.CRITERIA_CODES[0]}"
CREDITS = tuple(name for name, field in scoring.FIELDS.items() if field.kind == "credit")
# Nobody loses a bye (R8.4), but what the file says of it is kept.
NOT_ASKED = ("bye_loser_points", "bye_loser_difference")
# A preset that caps points at the target is possible without a target only so.
UNCAPPED = {"cap_points": False, "cap_difference": False}


@dataclass(frozen=True)
class Line:
    """A field of the regulations on the page: one input, or several under a legend."""

    fields: list[forms.BoundField]
    legend: Any = ""
    help_text: Any = ""


class RegulationsForm(forms.Form):
    """Every field of the regulations, beginning with the values of `rules`."""

    preset = forms.ChoiceField(choices=preset_choices, widget=forms.HiddenInput)

    def __init__(self, *args: Any, rules: scoring.Regulations, **kwargs: Any) -> None:
        usual = _usual_credits(rules)
        super().__init__(*args, **{"initial": _typed(rules, usual), **kwargs})
        self.rules = rules
        differing = {name: preset for name, (preset, _mine) in rules.differences_from_preset().items()}
        self.help = {name: _help(name, differing) for name in scoring.FIELDS}
        for name in scoring.FIELDS:
            self.fields |= _inputs(name, self.help[name])
        for name, figure in usual.items():
            self.fields[name].widget.attrs["placeholder"] = figure

    def groups(self) -> list[tuple[Any, list[Line]]]:
        """The inputs under their headings."""
        return [(title, [self._line(name) for name in names]) for title, names in GROUPS.items()]

    def _line(self, name: str) -> Line:
        inputs = [self[each] for each in _inputs(name, "") if each not in NOT_ASKED]
        if len(inputs) == 1:
            return Line(inputs)
        return Line(inputs, legend=FIELDS[name], help_text=self.help[name])

    def clean(self) -> dict[str, Any]:
        """Adds `regulations`; a contradiction becomes an error at its field."""
        cleaned = super().clean() or {}
        order = self._order(cleaned)
        if not self.errors:
            data = {name: _value(name, cleaned, order) for name in scoring.FIELDS}
            _add_regulations(self, cleaned, {"preset": cleaned["preset"], **data})
        return cleaned

    def _order(self, cleaned: dict[str, Any]) -> list[str]:
        """The criteria by the places that were typed; no two have the same place."""
        taken: dict[int, str] = {}
        for code in scoring.CRITERIA_CODES:
            place = cleaned.get(f"place_{code}")
            if place in taken:
                words = {"place": place, "other": CRITERIA[taken[place]]}
                self.add_error(f"place_{code}", _("Place %(place)d is taken by “%(other)s”.") % words)
            elif place is not None:
                taken[place] = code
        return [taken[place] for place in sorted(taken)]


def _usual_credits(rules: scoring.Regulations) -> dict[str, int]:
    """The figures of the credits that the preset has at this target, by input."""
    length = {"target": rules.target, "deals": rules.deals}
    base = scoring.Regulations.from_dict({"preset": rules.preset, **length, **UNCAPPED})
    return {f"{name}_{key}": getattr(getattr(base, name), key) for name in CREDITS for key in CREDIT_FIGURES}


def _typed(rules: scoring.Regulations, usual: dict[str, int]) -> dict[str, Any]:
    """The regulations as they would be typed; the figures of a credit only where they aren't the preset's."""
    typed: dict[str, Any] = {"preset": rules.preset}
    for name, field in scoring.FIELDS.items():
        value = getattr(rules, name)
        if field.kind == "credit":
            mine = {f"{name}_{key}": getattr(value, key) for key in CREDIT_FIGURES}
            typed |= {place: figure for place, figure in mine.items() if figure != usual[place]}
        elif field.kind == "criteria":
            typed |= {f"place_{code}": place for place, code in enumerate(value, 1)}
        else:
            typed[name] = value
    return typed


def _inputs(name: str, help_text: Any) -> dict[str, forms.Field]:
    """The input of a field of the regulations, or its several inputs."""
    field = scoring.FIELDS[name]
    if field.kind == "whole":
        return {name: _whole(name, required=not field.optional, help_text=help_text)}
    if field.kind == "flag":
        return {name: forms.BooleanField(label=FIELDS[name], help_text=help_text, required=False)}
    if field.kind == "choice":
        choices = [(value, VALUES[name][value]) for value in field.choices]
        return {name: forms.ChoiceField(label=FIELDS[name], help_text=help_text, choices=choices)}
    if field.kind == "criteria":
        return {f"place_{code}": _figure(CRITERIA[code], 1, len(CRITERIA)) for code in CRITERIA}
    return {f"{name}_{key}": _credit_figure(name, key) for key in CREDIT_FIGURES}


def _whole(name: str, *, required: bool, help_text: Any = "") -> forms.IntegerField:
    """A number of the regulations, within the engine's bounds."""
    field = scoring.FIELDS[name]
    return _figure(FIELDS[name], field.low, field.high, required=required, help_text=help_text)


def _figure(label: Any, low: int, high: int, *, required: bool = False, help_text: Any = "") -> forms.IntegerField:
    return forms.IntegerField(label=label, help_text=help_text, required=required, min_value=low, max_value=high)


def _credit_figure(name: str, key: str) -> forms.IntegerField:
    low = -MOST_CREDIT if key.endswith("difference") else 0
    figure = _figure(CREDIT_FIGURES[key], low, MOST_CREDIT)
    if f"{name}_{key}" in NOT_ASKED:
        figure.widget = forms.HiddenInput()
    return figure


def _value(name: str, cleaned: dict[str, Any], order: list[str]) -> Any:
    """What the engine takes for a field, from what was typed."""
    kind = scoring.FIELDS[name].kind
    if kind == "criteria":
        return order
    if kind == "credit":
        figures = {key: cleaned[f"{name}_{key}"] for key in CREDIT_FIGURES}
        return {key: figure for key, figure in figures.items() if figure is not None}
    return cleaned[name]


def _help(name: str, differing: dict[str, Any]) -> SafeString:
    """What a field means, its rule in small type, and the preset's value where it differs."""
    said = format_html('{} <small class="rule">{}</small>', HELP[name], scoring.FIELDS[name].rule)
    if name not in differing:
        return said
    preset = _("The preset has: %(value)s") % {"value": in_words(name, differing[name])}
    return format_html('{} <span class="badge badge-warn">{}</span>', said, preset)

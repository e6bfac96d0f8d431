"""Forms of the plan: a tournament from a preset, its description, its regulations."""

from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext_lazy as _

import scoring
from tournament.models import Stage
from tournament.phrases import problem

# The zones of the federations first; the others follow by name.
HALL_ZONES = ["Europe/Kaliningrad", "Europe/Moscow", "Europe/Samara", "Asia/Yekaterinburg", "Asia/Omsk"]
HALL_ZONES += ["Asia/Krasnoyarsk", "Asia/Irkutsk", "Asia/Yakutsk", "Asia/Vladivostok", "Asia/Almaty"]
HALL_ZONES += [
    "Europe/Madrid",
    "America/Caracas",
    "America/Santo_Domingo",
    "America/Mexico_City",
    "America/Sao_Paulo",
]

PRESETS = {
    "fdr_deals": _("Russian Federation, 12 deals, 40 minutes"),
    "fdr": _("Russian Federation, to 200 points, 40 minutes"),
    "femundo_2025": _("FEMUNDO 2025, to 200 points"),
    "venezuela": _("Venezuela, to 200 points"),
    "spain_200": _("Spain, to 200 points, finals to 300"),
    "spain_300": _("Spain, to 300 points"),
    "brazil_150": _("Brazil, to 150 points"),
    "club_100": _("Club, to 100 points"),
}


def _zone_choices() -> list[tuple[str, str]]:
    others = sorted(zone for zone in available_timezones() if "/" in zone and zone not in HALL_ZONES)
    return [(zone, zone.replace("_", " ")) for zone in [*HALL_ZONES, *others]]


def _preset_choices() -> list[tuple[str, Any]]:
    return [(name, PRESETS[name]) for name in scoring.PRESETS]


LENGTH_FIELDS = ("preset", "deals", "target", "minutes", "control")


class TournamentForm(forms.Form):
    """What a tournament is called, where and when it is."""

    name = forms.CharField(label=_("Name"), max_length=200)
    venue = forms.CharField(label=_("Venue"), max_length=200, required=False)
    timezone = forms.ChoiceField(label=_("Time zone of the hall"), choices=_zone_choices, initial="Europe/Moscow")


class SettingsForm(TournamentForm):
    """The same, and whether the public sees it."""

    is_public = forms.BooleanField(label=_("Public: everyone may see the draw, results and standings"), required=False)


def _whole(name: str, label: Any, help_text: Any) -> forms.IntegerField:
    """A field for a number of the regulations, within the engine's bounds."""
    bounds = scoring.FIELDS[name]
    return forms.IntegerField(
        label=label, help_text=help_text, required=False, min_value=bounds.low, max_value=bounds.high
    )


class LengthForm(forms.Form):
    """How long a partida is and what is asked of a protocol (R3, R5.4a).

    The rest is the preset's, or stays as it is in the `current` regulations while these keep their preset.
    """

    preset = forms.ChoiceField(label=_("Rules"), choices=_preset_choices, initial="fdr_deals")
    deals = _whole(
        "deals",
        _("Deals in a partida"),
        _("A multiple of four, so that each player leads equally often. Empty: the preset's."),
    )
    target = _whole("target", _("Points that win at once"), _("Empty: the preset's."))
    minutes = _whole("minutes", _("Minutes for a partida"), _("Empty: the preset's."))
    control = forms.ChoiceField(
        label=_("Control figures of a deal"),
        required=False,
        choices=[
            ("", _("as the preset says")),
            ("none", _("none")),
            ("ends", _("the two open ends")),
            ("ends_and_count", _("the two open ends and the number of tiles laid")),
        ],
    )

    def __init__(self, *args: Any, current: scoring.Regulations | None = None, **kwargs: Any) -> None:
        self.current = current.to_dict() if current else {}
        super().__init__(*args, **kwargs)
        self.initial = {**self.current, **self.initial}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors:
            cleaned["regulations"] = self._regulations(cleaned)
        return cleaned

    def _regulations(self, cleaned: dict[str, Any]) -> scoring.Regulations | None:
        """The regulations the form describes; a contradiction becomes an error at its field."""
        kept = {key: value for key, value in self.current.items() if key not in LENGTH_FIELDS}
        if cleaned["preset"] != self.current.get("preset"):
            kept = {}
        given = {key: cleaned[key] for key in LENGTH_FIELDS if cleaned.get(key) not in (None, "")}
        try:
            return scoring.Regulations.from_dict({**kept, **given})
        except scoring.RuleViolation as violation:
            field, sentence, rule = problem(violation)
            name = (field or "").removeprefix("regulations.")
            error = forms.ValidationError(sentence, code=rule)
            self.add_error(name if name in self.fields else None, error)
            return None


class CreateForm(TournamentForm, LengthForm):
    """A new tournament: description, length, system of the first stage."""

    stage_name = forms.CharField(label=_("Name of the first stage"), max_length=100, initial=_("Main stage"))
    system = forms.ChoiceField(
        label=_("System"),
        choices=[
            (Stage.System.ROUND_ROBIN.value, Stage.System.ROUND_ROBIN.label),
            (Stage.System.SWISS.value, Stage.System.SWISS.label),
            (Stage.System.FREE.value, Stage.System.FREE.label),
        ],
    )

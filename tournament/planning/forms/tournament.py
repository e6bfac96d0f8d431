"""A tournament from a preset, its description, its stages."""

from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.models import Stage, Tournament
from tournament.planning.services import PAYS_IN, SYSTEMS_OF

from .regulations import LengthForm

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


def _zone_choices() -> list[tuple[str, str]]:
    others = sorted(zone for zone in available_timezones() if "/" in zone and zone not in HALL_ZONES)
    return [(zone, zone.replace("_", " ")) for zone in [*HALL_ZONES, *others]]


SYSTEMS = [
    (Stage.System.ROUND_ROBIN.value, Stage.System.ROUND_ROBIN.label),
    (Stage.System.SWISS.value, Stage.System.SWISS.label),
    (Stage.System.KNOCKOUT.value, Stage.System.KNOCKOUT.label),
    (Stage.System.INDIVIDUAL.value, Stage.System.INDIVIDUAL.label),
    (Stage.System.FREE.value, Stage.System.FREE.label),
]
INDIVIDUAL = Tournament.Event.INDIVIDUAL.value
EVENTS = [
    (Tournament.Event.PAIRS.value, _("pairs that stay together")),
    (INDIVIDUAL, _("everybody for himself, with new partners each round")),
]


class TournamentForm(forms.Form):
    """What a tournament is called, where and when it is."""

    name = forms.CharField(label=_("Name"), max_length=200)
    venue = forms.CharField(label=_("Venue"), max_length=200, required=False)
    timezone = forms.ChoiceField(label=_("Time zone of the hall"), choices=_zone_choices, initial="Europe/Moscow")


REHEARSAL = _("A rehearsal: never public, every page and paper marked, thrown away afterwards")


class SettingsForm(TournamentForm):
    """The same, and whether the public sees it."""

    is_public = forms.BooleanField(label=_("Public: everyone may see the draw, results and standings"), required=False)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if tournament.is_rehearsal:
            self.fields["is_public"].disabled = True
            self.fields["is_public"].help_text = _("A rehearsal is never public.")


class CreateForm(TournamentForm, LengthForm):
    """A new tournament: description, kind of event, length, system of the first stage."""

    event = forms.ChoiceField(
        label=_("Who plays"), choices=EVENTS, initial=Tournament.Event.PAIRS.value, widget=forms.RadioSelect
    )
    stage_name = forms.CharField(label=_("Name of the first stage"), max_length=100, initial=_("Main stage"))
    system = forms.ChoiceField(
        label=_("System"),
        choices=[(value, label) for value, label in SYSTEMS if value in SYSTEMS_OF[Tournament.Event.PAIRS.value]],
        help_text=_(
            "Of an event for pairs. An individual event has its own system, and in it the offender alone pays."
        ),
    )
    is_rehearsal = forms.BooleanField(label=REHEARSAL, required=False)

    def settled(self, cleaned: dict[str, Any]) -> dict[str, Any]:
        """In an individual event the offender alone bears a fine (R10.5)."""
        alone = cleaned.get("event") == INDIVIDUAL
        return {"pays": PAYS_IN[INDIVIDUAL]} if alone else {}

    def clean(self) -> dict[str, Any]:
        """An individual event has one system."""
        cleaned = super().clean()
        return cleaned | ({"system": Stage.System.INDIVIDUAL.value} if cleaned.get("event") == INDIVIDUAL else {})


class EventForm(forms.Form):
    """Whether a tournament is for pairs or for players, each by himself."""

    event = forms.ChoiceField(choices=EVENTS)


class StageForm(forms.Form):
    """A further stage, by the tournament's regulations or its own (R3.5)."""

    name = forms.CharField(label=_("Name"), max_length=100)
    system = forms.ChoiceField(label=_("System"), choices=SYSTEMS)
    own = forms.BooleanField(
        label=_("With regulations of its own, for example a longer final"),
        help_text=_("You set them on the next page. Otherwise it is played as the tournament."),
        required=False,
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        system = self.fields["system"]
        assert isinstance(system, forms.ChoiceField)  # noqa: S101 -- declared above
        fitting = SYSTEMS_OF[tournament.event]
        system.choices = [(value, label) for value, label in SYSTEMS if value in fitting]

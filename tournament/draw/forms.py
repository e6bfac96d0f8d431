"""Forms of a draw: by lots, round robin, by a system, by hand; and of the way a stage is drawn."""

import dataclasses
import re
import secrets
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.models import Entry, Stage
from tournament.phrases import Refused

from .policy import MOST_QUALIFIED, MOST_ROUNDS, StagePolicy
from .systems import Pairing

MOST_GROUPS = 99


def fresh_seed() -> str:
    """A seed that nobody could know before: eight letters and digits, short enough to be read aloud."""
    return secrets.token_hex(4)


class LotsForm(forms.Form):
    """The seed of the lots; anyone can repeat the draw from it."""

    seed = forms.CharField(
        label=_("Seed of the lots"),
        max_length=40,
        initial=fresh_seed,
        help_text=_("Recorded and printed with the draw, so that anyone can repeat it. Any word will do."),
    )


class RoundRobinForm(forms.Form):
    """How the places of the Berger tables are given, in how many groups, and how often everybody meets."""

    groups = forms.IntegerField(
        label=_("Groups"),
        required=False,
        initial=1,
        min_value=1,
        max_value=MOST_GROUPS,
        help_text=_("Several: the pairs are spread over them to and fro, and each group has its own standings."),
    )
    legs = forms.TypedChoiceField(
        label=_("Everybody meets"), coerce=int, choices=[(1, _("once")), (2, _("twice, sides changed about"))]
    )
    seed = forms.CharField(
        label=_("Seed of the lots"),
        max_length=40,
        required=False,
        initial=fresh_seed,
        help_text=_("The lots give the places in the Berger tables. Empty: by rank at entry, then by number."),
    )


class HandForm(forms.Form):
    """Who meets whom, table by table. Left without an opponent: free this round."""

    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=500,
        help_text=_("Needed only if the draw repeats a meeting or gives a second free game (R13.6)."),
    )
    # The fingerprint of the pairings that stood on the page.
    seen = forms.CharField(max_length=8, required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        *args: Any,
        entries: list[Entry],
        pairings: list[tuple[int, int | None]] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", "—"), *((str(entry.number), f"{entry.number} · {entry}") for entry in entries)]
        self.tables = range(1, (len(entries) + 1) // 2 + 1)
        for table in self.tables:
            sides = pairings[table - 1] if pairings and table <= len(pairings) else (None, None)
            for key, entry in zip("ab", sides, strict=True):
                self.fields[f"table_{table}_{key}"] = forms.TypedChoiceField(
                    label=_("Table %(table)d, side %(side)s") % {"table": table, "side": key.upper()},
                    choices=choices,
                    coerce=int,
                    empty_value=None,
                    required=False,
                    initial=entry,
                )

    def rows(self) -> list[tuple[int, forms.BoundField, forms.BoundField]]:
        """The fields by table, for the template."""
        return [(table, self[f"table_{table}_a"], self[f"table_{table}_b"]) for table in self.tables]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        rows = [(cleaned.get(f"table_{table}_a"), cleaned.get(f"table_{table}_b")) for table in self.tables]
        seated = [[entry for entry in row if entry] for row in rows]
        cleaned["pairings"] = [Pairing(*entries) for entries in seated if entries]
        return cleaned


class SeedForm(forms.Form):
    """The seed of the lots that decide between draws that are equally good."""

    seed = forms.CharField(
        label=_("Seed of the lots"),
        max_length=40,
        initial=fresh_seed,
        help_text=_("Lots decide only where everything else is equal, and who sits on seats 1 and 3. Recorded."),
    )


class RedrawForm(SeedForm):
    """Which tables of a proposed round are kept while the rest is drawn anew; 0 is the free game."""

    keep = forms.TypedMultipleChoiceField(coerce=int, required=False)
    seen = forms.CharField(max_length=8, required=False)

    def __init__(self, *args: Any, tables: list[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        keep = self.fields["keep"]
        assert isinstance(keep, forms.TypedMultipleChoiceField)  # noqa: S101 -- declared above
        keep.choices = [(str(table), str(table)) for table in tables]


class PublishForm(forms.Form):
    """Which pairings the organiser saw, and why they stand although another draw would break no rule (R13.6)."""

    seen = forms.CharField(max_length=8, required=False)
    reason = forms.CharField(
        label=_("Reason to publish it as it is"),
        required=False,
        max_length=500,
        help_text=_("Recorded, and shown with the draw (R13.6)."),
    )


class OverrideForm(SeedForm):
    """Why a round is drawn before all protocols of the rounds before it are confirmed."""

    field_order = ("override", "seed")

    override = forms.CharField(
        label=_("Reason not to wait"),
        max_length=500,
        help_text=_("Shown with the draw, on the public page of the round too."),
    )


class SwapForm(forms.Form):
    """Which pair was pressed on the page of a proposed round, and which was marked before: the two change places."""

    first = forms.IntegerField(label=_("Pair"), required=False)
    pair = forms.IntegerField(label=_("Pair"))
    reason = forms.CharField(label=_("Reason"), required=False, max_length=500)
    seen = forms.CharField(max_length=8, required=False)


APART = [
    ("never", _("meet like all others")),
    ("first", _("are kept apart in the first rounds")),
    ("where_possible", _("are kept apart wherever it can be")),
]
EMPTY_ROWS = 3


class PolicyForm(forms.Form):
    """How a stage is drawn. Only the fields that its system and its place among the stages ask for."""

    first = forms.ChoiceField(
        label=_("First round"),
        choices=[("seed", _("by rank; lots part equals")), ("lots", _("by lots"))],
        help_text=_("By rank: the upper half meets the lower half; in a knockout 1 and 2 meet in the final only."),
    )
    within = forms.ChoiceField(
        label=_("With equal wins"),
        choices=[
            ("adjacent", _("neighbours meet: 1–2, 3–4")),
            ("fold", _("the upper half meets the lower half")),
        ],
    )
    apart = forms.ChoiceField(
        label=_("Those of one club or country"),
        choices=APART,
        help_text=_("From the first round on, whether it is drawn by rank or by lots (R13.2)."),
    )
    apart_rounds = forms.IntegerField(
        label=_("For how many rounds"), required=False, min_value=1, max_value=MOST_ROUNDS
    )
    by = forms.ChoiceField(label=_("Kept apart"), choices=[("club", _("clubs")), ("country", _("countries"))])
    rounds = forms.IntegerField(
        label=_("Rounds planned"),
        required=False,
        min_value=1,
        max_value=MOST_ROUNDS,
        help_text=_("Then the page of the draw says whether so many are sure to be possible without repeats (R13.7)."),
    )
    double = forms.BooleanField(label=_("Double elimination: who loses twice is out"), required=False)
    third_place = forms.BooleanField(label=_("A partida for third place"), required=False)
    consolation = forms.BooleanField(label=_("A consolation for those who lose at first"), required=False)
    best = forms.IntegerField(
        label=_("Come through from the stage before"),
        required=False,
        min_value=1,
        max_value=MOST_QUALIFIED,
        help_text=_("So many, of each of its groups if it has any. Empty: everybody plays."),
    )
    best_next = forms.IntegerField(
        label=_("And the best of the next ones of all groups"),
        required=False,
        min_value=0,
        max_value=MOST_QUALIFIED,
    )
    ties = forms.ChoiceField(
        label=_("Equals at the border"),
        choices=[("refuse", _("have to be decided first")), ("lots", _("are parted by lots"))],
    )

    def __init__(self, *args: Any, stage: Stage, entries: list[Entry], **kwargs: Any) -> None:
        self.policy = StagePolicy.from_dict(stage.policy)
        super().__init__(*args, **kwargs)
        for name in _unasked(stage):
            del self.fields[name]
        if stage.is_individual:
            self._speak_of_players()
        self.initial = {**_initial(self.policy), **self.initial}
        self.pairs = range(1, len(self.policy.forbidden) + EMPTY_ROWS + 1) if stage.system == SWISS else range(0)
        for row in self.pairs:
            self._add_pair(row, [("", "—"), *((str(entry.number), f"{entry.number} · {entry}") for entry in entries)])

    def _speak_of_players(self) -> None:
        """Where partners are drawn, the same choices are about them (R13.4)."""
        self.fields["first"].help_text = _("By rank: who stands where in the first order; later the standings do.")
        within = self.fields["within"]
        assert isinstance(within, forms.ChoiceField)  # noqa: S101 -- declared above
        within.label = _("Partners")
        within.choices = [
            ("adjacent", _("neighbours: 1 with 2, 3 with 4")),
            ("fold", _("the upper half with the lower half")),
        ]

    def _add_pair(self, row: int, choices: list[tuple[str, str]]) -> None:
        for side in ("a", "b"):
            self.fields[f"pair_{row}_{side}"] = forms.TypedChoiceField(
                label=_("Pair %(side)s, line %(row)d") % {"side": side.upper(), "row": row},
                choices=choices,
                coerce=int,
                empty_value=None,
                required=False,
            )
        reason = forms.CharField(label=_("Reason, line %(row)d") % {"row": row}, max_length=200, required=False)
        self.fields[f"pair_{row}_reason"] = reason

    def settings(self) -> list[forms.BoundField]:
        """The fields but those of the pairs, for the template."""
        return [field for field in self if not field.name.startswith("pair_")]

    def rows(self) -> list[list[forms.BoundField]]:
        """The fields of the pairs, line by line: two entries and the reason."""
        return [[self[f"pair_{row}_{name}"] for name in ("a", "b", "reason")] for row in self.pairs]

    def clean(self) -> dict[str, Any]:
        """Adds `policy`; what its value refuses becomes an error at its field."""
        cleaned = super().clean() or {}
        if cleaned.get("apart") == "first" and not cleaned.get("apart_rounds"):
            self.add_error("apart_rounds", _("Say for how many rounds they are kept apart."))
        if self.errors:
            return cleaned
        try:
            cleaned["policy"] = StagePolicy.from_dict(self._data(cleaned))
        except Refused as refusal:
            self.add_refusal(refusal)
        return cleaned

    def add_refusal(self, refusal: Refused) -> None:
        """Put a refusal where it belongs."""
        name = refusal.field or ""
        if found := re.fullmatch(r"forbidden\[(\d+)\]", name):
            name = f"pair_{self._written(self.cleaned_data)[int(found[1])]}_a"
        name = "apart_rounds" if name == "apart" else name
        self.add_error(name if name in self.fields else None, str(refusal))

    def _data(self, cleaned: dict[str, Any]) -> dict[str, Any]:
        """The whole policy as data: what was asked, over what the stage had."""
        data = self.policy.to_dict()
        data |= {name: value for name, value in cleaned.items() if name in POLICY_FIELDS and value is not None}
        data = {name: value for name, value in data.items() if cleaned.get(name, value) is not None}
        if cleaned.get("apart") == "first":
            data["apart"] = cleaned["apart_rounds"]
        if self.pairs:
            data["forbidden"] = [
                {
                    "entries": [cleaned[f"pair_{row}_{side}"] for side in "ab"],
                    "reason": cleaned[f"pair_{row}_reason"],
                }
                for row in self._written(cleaned)
            ]
        return data

    def _written(self, cleaned: dict[str, Any]) -> list[int]:
        """The lines of pairs that aren't empty."""
        return [row for row in self.pairs if any(cleaned.get(f"pair_{row}_{name}") for name in ("a", "b", "reason"))]


POLICY_FIELDS = {each.name for each in dataclasses.fields(StagePolicy)}
SWISS, KNOCKOUT = Stage.System.SWISS.value, Stage.System.KNOCKOUT.value
INDIVIDUAL = Stage.System.INDIVIDUAL.value


def _unasked(stage: Stage) -> list[str]:
    """The fields that mean nothing for a stage."""
    unasked = []
    if stage.system != SWISS:
        unasked += ["apart", "apart_rounds", "by", "rounds"]
    if stage.system not in (SWISS, INDIVIDUAL):
        unasked += ["within"]
    if stage.system != KNOCKOUT:
        unasked += ["double", "third_place", "consolation"]
    if stage.system not in (SWISS, KNOCKOUT, INDIVIDUAL):
        unasked += ["first"]
    return unasked if stage.number > 1 else [*unasked, "best", "best_next", "ties"]


def _initial(policy: StagePolicy) -> dict[str, Any]:
    values = {each.name: getattr(policy, each.name) for each in dataclasses.fields(policy)}
    if isinstance(policy.apart, int):
        values |= {"apart": "first", "apart_rounds": policy.apart}
    for row, pair in enumerate(policy.forbidden, start=1):
        values |= {
            f"pair_{row}_a": pair.entries[0],
            f"pair_{row}_b": pair.entries[1],
            f"pair_{row}_reason": pair.reason,
        }
    return values

"""Forms of a draw: by lots, round robin, by hand."""

import secrets
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.models import Entry

from .systems import Pairing


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
    """How the places of the Berger table are given and how often everybody meets."""

    legs = forms.TypedChoiceField(
        label=_("Everybody meets"), coerce=int, choices=[(1, _("once")), (2, _("twice, sides changed about"))]
    )
    seed = forms.CharField(
        label=_("Seed of the lots"),
        max_length=40,
        required=False,
        initial=fresh_seed,
        help_text=_("The lots give the places in the Berger table. Empty: by the entries' numbers."),
    )


class HandForm(forms.Form):
    """Who meets whom, table by table. Left without an opponent: free this round."""

    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=500,
        help_text=_("Needed only if the draw repeats a meeting or gives a second free game (R13.6)."),
    )

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

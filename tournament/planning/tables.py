"""Tables of regulations: what differs from the preset, what a change would change."""

from dataclasses import dataclass
from typing import Any

import django_tables2 as tables
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

import scoring
from tournament.regulation_phrases import FIELDS, in_words


@dataclass(frozen=True)
class RegulationRow:
    """A field of the regulations: what it is (`value`), and what it was or would be by the preset (`before`)."""

    name: str
    rule: str
    before: Any
    value: Any


def rows_apart_from_preset(rules: scoring.Regulations) -> list[RegulationRow]:
    """The fields that somebody decided otherwise than the preset."""
    differing = rules.differences_from_preset().items()
    return [RegulationRow(name, scoring.FIELDS[name].rule, *values) for name, values in differing]


def rows_changed(before: scoring.Regulations, after: scoring.Regulations) -> list[RegulationRow]:
    """The fields in which two regulations differ."""
    return [
        RegulationRow(name, field.rule, getattr(before, name), getattr(after, name))
        for name, field in scoring.FIELDS.items()
        if getattr(before, name) != getattr(after, name)
    ]


class RegulationsTable(tables.Table):
    """What is fixed, how the preset has it, how it is here, and the rule behind it."""

    name = tables.Column(verbose_name=_("What is fixed"))
    before = tables.Column(verbose_name=_("In the preset"), empty_values=())
    value = tables.Column(verbose_name=pgettext_lazy("regulations", "Here"), empty_values=())
    rule = tables.Column(verbose_name=_("Rule"), attrs={"td": {"class": "number muted"}})

    caption = _("What differs from the preset")
    row_header = "name"

    class Meta:
        attrs = {"class": "dense"}
        orderable = False

    def render_name(self, value: str) -> str:
        return str(FIELDS[value])

    def render_before(self, record: RegulationRow, value: Any) -> str:
        return in_words(record.name, value)

    def render_value(self, record: RegulationRow, value: Any) -> str:
        return in_words(record.name, value)


class ChangesTable(RegulationsTable):
    """What the regulations on the page would change of those in force."""

    before = tables.Column(verbose_name=pgettext_lazy("regulations", "Now"), empty_values=())
    value = tables.Column(verbose_name=pgettext_lazy("regulations", "Then"), empty_values=())

    caption = _("What would change")

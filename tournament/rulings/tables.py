"""What a proposed ruling comes to, in words; the ledger as a table."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import django_tables2 as tables
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

import scoring
from tournament.ledger.tables import DEAL_EFFECTS, penalty_words, title, why_words
from tournament.phrases import author_words

from .queries import OTHER, Line

NUMBER = {"th": {"class": "num"}, "td": {"class": "num"}}

ACCOUNTS = {
    "game": pgettext_lazy("infractions", "Play"),
    "disciplinary": pgettext_lazy("infractions", "Discipline"),
}


def infraction_choices(rules: scoring.Regulations) -> list[tuple[str, list[tuple[str, str]]]]:
    """The infractions of the regulations' table by kind, for a select; a referee may also rule freely."""
    lines = scoring.SANCTIONS[rules.sanctions].infractions.values()
    groups = {account: [(line.code, title(line)) for line in lines if line.account == account] for account in ACCOUNTS}
    offered = [(str(ACCOUNTS[account]), choices) for account, choices in groups.items() if choices]
    return offered or [(str(ACCOUNTS["game"]), [(OTHER, _("As the referee decides"))])]


def decision_words(decision: scoring.Decision, rules: scoring.Regulations) -> dict[str, object]:
    """What a proposed ruling comes to, for the page on which the referee decides."""
    return {
        "decision": decision,
        "infraction": title(decision.infraction),
        "penalty": consequence(decision, rules),
        "why": why_words(decision),
        "deal_effect": DEAL_EFFECTS[decision.deal],
    }


def consequence(decision: scoring.Decision, rules: scoring.Regulations) -> str:
    """What a ruling costs, in words."""
    return penalty_words(decision.penalty, scoring.fine_points(rules, decision.penalty))


class LedgerTable(tables.Table):
    """The ledger of a tournament; struck-out lines stay, struck out (R10.4)."""

    caption = gettext_lazy("All rulings")
    row_header = "player"

    round = tables.Column(verbose_name=gettext_lazy("Round"), attrs=NUMBER)
    table = tables.Column(verbose_name=gettext_lazy("Table"), attrs=NUMBER)
    player = tables.Column(verbose_name=gettext_lazy("Player"))
    infraction = tables.Column(
        verbose_name=gettext_lazy("Infraction"), empty_values=(), orderable=False, attrs={"td": {"class": "sentence"}}
    )
    penalty = tables.Column(verbose_name=gettext_lazy("Consequence"), empty_values=(), orderable=False)
    note = tables.Column(
        verbose_name=gettext_lazy("Note"), empty_values=(), orderable=False, attrs={"td": {"class": "note"}}
    )
    made_by = tables.Column(verbose_name=gettext_lazy("Referee"), accessor="ruling__referee", default="—")
    made_at = tables.Column(
        verbose_name=gettext_lazy("When"), accessor="ruling__made_at", attrs={"td": {"class": "number"}}
    )

    class Meta:
        attrs = {"class": "dense"}
        row_attrs = {"class": lambda record: "struck" if record.withdrawn else ""}

    def __init__(self, *args: Any, zone: ZoneInfo, **kwargs: Any) -> None:
        """zone: of the hall, in which times are shown."""
        super().__init__(*args, **kwargs)
        self.zone = zone

    def value_infraction(self, record: Line) -> str:
        """In a file the words of the page; in the same way below."""
        return title(record.infraction)

    def value_penalty(self, record: Line) -> str:
        return self.render_penalty(record)

    def value_note(self, record: Line) -> str:
        return note_words(record)

    def value_made_by(self, record: Line) -> str:
        return author_words(record.ruling.referee)

    def value_made_at(self, record: Line) -> datetime:
        """By the clock of the hall."""
        return localtime(record.ruling.made_at, self.zone)

    def render_infraction(self, record: Line) -> str:
        return title(record.infraction)

    def render_penalty(self, record: Line) -> str:
        return "—" if record.withdrawn else penalty_words(record.decision.penalty, record.fine)

    def render_made_by(self, value: str) -> str:
        return author_words(value)

    def render_made_at(self, value: datetime) -> str:
        """Date by the reader's language, clock of the hall."""
        local = localtime(value, self.zone)
        return f"{date_format(local, 'SHORT_DATE_FORMAT')} {local:%H:%M}"

    def render_note(self, record: Line) -> str:
        return note_words(record)


def note_words(line: Line) -> str:
    """Why it comes to that, and the reason for a departure or a withdrawal."""
    reason = line.ruling.withdrawn_reason or line.decision.offence.reason
    return " ".join(filter(None, (why_words(line.decision), reason)))

"""The journal in words."""

import re
from collections.abc import Iterable
from datetime import datetime
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.models import AuditRecord, Tournament
from tournament.phrases import author_words

from .details import Detail, as_text, details

RECORDS_ON_A_PAGE = 50

# What was done, by the code under which the journal keeps it.
ACTIONS = {
    "tournament.created": _("Tournament created"),
    "tournament.changed": _("Description of the tournament changed"),
    "tournament.loaded": _("Tournament loaded from a file"),
    "tournament.archived": _("Tournament archived"),
    "tournament.reopened": _("Tournament opened again"),
    "person.erased": _("Person erased"),
    "mirror.received": _("Results received from where they are played"),
    "mirror.taken_over": _("Tournament taken over"),
    "upstream.set": _("Server to send results to named"),
    "upstream.removed": _("Results sent no more"),
    "tournament.event_changed": _("Kind of event changed"),
    "regulations.changed": _("Regulations changed"),
    "stage.added": _("Stage added"),
    "stage.regulations_changed": _("Regulations of a stage changed"),
    "stage.removed": _("Stage removed"),
    "rehearsal.played": _("Tables of a rehearsal played by chance"),
    "timetable.planned": _("Line put into the timetable"),
    "timetable.changed": _("Line of the timetable changed"),
    "timetable.removed": _("Line struck off the timetable"),
    "timetable.moved": _("Rest of a day moved in the timetable"),
    "staff.appointed": _("Official appointed"),
    "staff.dismissed": _("Role taken away"),
    "staff.invited": _("Official invited"),
    "staff.invitation_revoked": _("Invitation withdrawn"),
    "staff.joined": _("Invitation accepted"),
    "staff.sessions_ended": _("Official logged out everywhere"),
    "staff.club_set": _("Club of an official noted"),
    "referees.posted": _("Referees sent to tables"),
    "referees.changed": _("Referee of a table changed"),
    "links.made": _("Table links made"),
    "links.revoked": _("Table links withdrawn"),
    "entry.added": _("Entry registered"),
    "entries.imported": _("List of entries imported"),
    "entry.changed": _("Entry corrected"),
    "entry.substituted": _("Player substituted"),
    "entry.removed": _("Entry removed"),
    "entry.withdrawn": _("Entry withdrawn"),
    "entry.reinstated": _("Entry returned"),
    "terms.set": _("Terms of entry set"),
    "request.made": _("Place asked for"),
    "request.accepted": _("Request accepted"),
    "request.listed": _("Request put on the waiting list"),
    "request.declined": _("Request declined"),
    "request.taken": _("Offered place taken"),
    "offers.lapsed": _("Offered places not taken in time"),
    "request.withdrawn": _("Request withdrawn by its sender"),
    "entry.checked_in": _("Entry checked in"),
    "entry.not_checked_in": _("Check-in taken back"),
    "entries.left_out": _("Missing entries left out of a round"),
    "entries.let_in": _("Missing entries drawn for a round after all"),
    "fee.taken": _("Fee taken"),
    "fee.struck_out": _("Receipt struck out"),
    "players.merged": _("Two records of a player made one"),
    "clubs.merged": _("Two records of a club made one"),
    "pins.given": _("PINs given to pairs"),
    "pins.taken": _("PIN taken away"),
    "draw.proposed": _("Draw proposed"),
    "draw.changed": _("Draw changed by hand"),
    "draw.swapped": _("Two pairs changed places"),
    "draw.published": _("Round published"),
    "draw.redrawn": _("Round drawn anew around kept tables"),
    "draw.policy_set": _("Way of drawing decided"),
    "draw.taken_back": _("Round taken back"),
    "deal.recorded": _("Deal written down"),
    "deal.taken_back": _("Deal taken back"),
    "deal.chosen": _("Deal that waited on a phone written beside others"),
    "deal.dropped": _("Deal that waited on a phone dropped"),
    "totals.recorded": _("Totals written down"),
    "sheet.recorded": _("All deals of a sheet written down"),
    "sheet.typed": _("Sheet of paper typed in"),
    "sheet.typed_again": _("Sheet of paper typed a second time"),
    "time.called": _("Time noted as over"),
    "time.taken_back": _("Note of the time taken back"),
    "clock.started": _("Clock started"),
    "clock.start_taken_back": _("Start of the clock taken back"),
    "clock.paused": _("Clock of the hall stopped"),
    "clock.resumed": _("Clock of the hall running again"),
    "clock.time_added": _("Time given back"),
    "ruling.made": _("Ruling written down"),
    "ruling.struck_out": _("Ruling struck out"),
    "ruling.restored": _("Ruling put in force again"),
    "absence.declared": _("Absence noted"),
    "absence.taken_back": _("Absence or annulment taken back"),
    "partida.voided": _("Partida annulled"),
    "protocol.taken_over": _("Protocol taken over by another device"),
    "protocol.entered": _("Protocol entered"),
    "protocol.reopened": _("Protocol opened again"),
    "protocol.signed": _("Protocol signed"),
    "protocol.refused": _("Signature refused"),
    "pin.wrong": _("Wrong PIN"),
    "photo.added": _("Photo of the sheet added"),
    "photo.removed": _("Photo of the sheet removed"),
    "protocol.confirmed": _("Protocol confirmed"),
    "protocol.corrected": _("Protocol corrected"),
    "protest.lodged": _("Protest lodged"),
    "protest.decided": _("Protest decided"),
    "round.closed": _("Round closed"),
    "release.changed": _("Release of a kind of page changed"),
    "results.held_back": _("All results held back"),
    "results.published": _("All results published"),
    "names.shown": _("How the public reads names changed"),
    "lots.drawn": _("Lots of a stage drawn"),
    "hall.put_up": _("Message put up in the hall"),
    "hall.taken_down": _("Message in the hall taken down"),
    "notices.announced": _("Draw announced"),
    "notices.chat_set": _("Telegram chat of the tournament changed"),
    "webhook.added": _("Address of another program added"),
    "webhook.switched_off": _("Address of another program switched off"),
    "webhook.switched_on": _("Address of another program switched on"),
    "webhook.tested": _("Test sent to an address of another program"),
    "document.issue": _("Document ordered"),
    "document.approve": _("Papers released"),
    "document.batch": _("Papers of a round ordered"),
    "document.retry": _("Document ordered once more"),
    "document.seal": _("Document sealed and filed"),
    "document.fail": _("Document could not be made"),
}

# To what it was done: "round 3, table 5", "entry:12", "protocol 7KQM-2XRA-9D".
SUBJECTS = {
    "round": _("round %(number)s"),
    "table": _("table %(number)s"),
    "stage": _("stage %(number)s"),
    "entry": _("entry %(number)s"),
    "request": _("request %(number)s"),
    "regulations": _("regulations, version %(number)s"),
    "protocol": _("protocol %(number)s"),
    "standings": _("standings %(number)s"),
    "draw": _("draw %(number)s"),
    "cross_table": _("cross-table %(number)s"),
    "bracket": _("bracket %(number)s"),
}
TABLE = re.compile(r"round (\d+), table (\d+)")
SUBJECT = re.compile(rf"\b({'|'.join(SUBJECTS)})[ :](\d+\b|[0-9A-Z-]{{12}})")


# What kind of act it is, by the first part of its code: what happened at a table is told apart by these.
KINDS_OF_ACTS = {
    "absence": _("Absence"),
    "clock": _("Clock"),
    "deal": _("Deals"),
    "document": _("Papers"),
    "draw": _("Draw"),
    "links": _("Table links"),
    "partida": _("Ruling"),
    "photo": _("Photo"),
    "pin": _("Signatures"),
    "protest": _("Protest"),
    "protocol": _("Protocol"),
    "referees": _("Referee"),
    "round": _("Round"),
    "ruling": _("Ruling"),
    "sheet": _("Deals"),
    "time": _("Clock"),
    "totals": _("Deals"),
}


class JournalTable(tables.Table):
    """Every act of a tournament: its number, the hall's time, who, what, to what, and all that is on record."""

    number = tables.Column(
        verbose_name=pgettext_lazy("column", "No."), attrs={"th": {"class": "num"}, "td": {"class": "num"}}
    )
    at = tables.Column(verbose_name=pgettext_lazy("column", "Time"), attrs={"td": {"class": "number"}})
    actor_name = tables.Column(verbose_name=pgettext_lazy("column", "Who"))
    action = tables.Column(verbose_name=pgettext_lazy("column", "What"))
    subject = tables.Column(verbose_name=pgettext_lazy("column", "Where"), orderable=False, default="")
    data = tables.Column(verbose_name=pgettext_lazy("column", "Details"), orderable=False, default="")

    said = tables.Column(verbose_name=_("Details in words"), empty_values=(), orderable=False, visible=False)

    caption = _("Acts")
    empty_text = _("No act fits what is asked for. Ask for less, or for all.")
    row_header = "action"

    class Meta:
        attrs = {"class": "dense"}
        order_by = "-number"

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.zone = tournament.zone
        self.slug = tournament.slug

    def paginate(self, *args: Any, **wanted: Any) -> None:
        """A page of fixed length: the address can't ask for all rows at once, or for none."""
        super().paginate(*args, **wanted | {"per_page": RECORDS_ON_A_PAGE})

    def render_at(self, value: datetime) -> str:
        """Date by the reader's language, clock of the hall, with seconds: acts follow each other fast."""
        local = localtime(value, self.zone)
        return f"{date_format(local, 'SHORT_DATE_FORMAT')} {local:%H:%M:%S}"

    def render_actor_name(self, value: str) -> str:
        return author_words(value)

    def render_action(self, value: str) -> str:
        return act_words(value)

    def render_subject(self, value: str) -> SafeString | str:
        """A table of a round leads to everything that happened there."""
        words, place = subject_words(value), TABLE.fullmatch(value)
        if place is None:
            return words
        address = reverse("desk:table", args=[self.slug, *map(int, place.groups())])
        return format_html('<a href="{}">{}</a>', address, words)

    def value_at(self, record: AuditRecord) -> datetime:
        """In a file by the clock of the hall."""
        return localtime(record.at, self.zone)

    def value_actor_name(self, record: AuditRecord) -> str:
        return author_words(record.actor_name)

    def value_action(self, record: AuditRecord) -> str:
        return self.render_action(record.action)

    def value_subject(self, record: AuditRecord) -> str:
        return subject_words(record.subject)

    def value_data(self, record: AuditRecord) -> dict[str, Any]:
        """As it is on record; its words are a column of their own."""
        data: dict[str, Any] = record.data
        return {**data, "address": record.address} if record.address else data

    def value_said(self, record: AuditRecord) -> str:
        return as_text(details(record))

    def render_data(self, record: AuditRecord) -> SafeString | str:
        """Everything on record about the act, under one line that opens."""
        lines = details(record)
        return opened(lines) if lines else ""


def opened(lines: Iterable[Detail]) -> SafeString:
    """Details under one line that opens."""
    return format_html("<details><summary>{}</summary>{}</details>", _("Show"), listed(lines))


def listed(lines: Iterable[Detail]) -> SafeString:
    """Details as a list of labels and what they say, those of one line inside it."""
    rows = ((line.label, listed(line.below) if line.below else line.text) for line in lines)
    return format_html('<dl class="facts">{}</dl>', format_html_join("", "<dt>{}</dt><dd>{}</dd>", rows))


def act_words(action: str) -> str:
    """What was done."""
    return str(ACTIONS.get(action, action))


def subject_words(subject: str) -> str:
    """To what it was done."""
    return SUBJECT.sub(lambda found: str(SUBJECTS[found[1]]) % {"number": found[2]}, subject)

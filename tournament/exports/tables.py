"""The tables of a round, drawn and played, for files: their pages show them in other ways."""

from dataclasses import replace

import django_tables2 as tables
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.draw.words import DrawnTable
from tournament.models import Partida, Protocol
from tournament.protocols.lists import TableLine
from tournament.protocols.sheets import Side

BEING_PLAYED, WAITING = _("being played"), _("waiting for confirmation")


class _SidesTable(tables.Table):
    """Round, table, and of each side its numbers, names and club."""

    round = tables.Column(verbose_name=_("Round"))
    table = tables.Column(verbose_name=pgettext_lazy("column", "Table"))
    a_number = tables.Column(verbose_name=_("Side A, No."))
    a = tables.Column(verbose_name=_("Side A"))
    a_club = tables.Column(verbose_name=_("Side A, club"))
    b_number = tables.Column(verbose_name=_("Side B, No."))
    b = tables.Column(verbose_name=_("Side B"))
    b_club = tables.Column(verbose_name=_("Side B, club"))

    def line(self, record: DrawnTable | TableLine) -> TableLine:
        """What the record says of its table."""
        return record.line if isinstance(record, DrawnTable) else record

    def value_round(self, record: DrawnTable | TableLine) -> int:
        return self.line(record).round

    def value_table(self, record: DrawnTable | TableLine) -> int | None:
        return self.line(record).table

    def value_a_number(self, record: DrawnTable | TableLine) -> int | str:
        return _numbers(self.line(record).a)

    def value_a(self, record: DrawnTable | TableLine) -> str:
        return _name(self.line(record).a)

    def value_a_club(self, record: DrawnTable | TableLine) -> str:
        return _club(self.line(record).a)

    def value_b_number(self, record: DrawnTable | TableLine) -> int | str:
        return _numbers(self.line(record).b)

    def value_b(self, record: DrawnTable | TableLine) -> str:
        return _name(self.line(record).b)

    def value_b_club(self, record: DrawnTable | TableLine) -> str:
        return _club(self.line(record).b)


def _numbers(side: Side | None) -> int | str:
    """The number of a pair; of two players who each have one, both; empty where nobody sits."""
    if side is None:
        return ""
    return side.entries[0] if len(side.entries) == 1 else side.numbers


def _name(side: Side | None) -> str:
    return side.name if side else ""


def _club(side: Side | None) -> str:
    return side.club if side else ""


class DrawTable(_SidesTable):
    """A drawn round: the table's group, why these meet, and what was changed by hand."""

    group = tables.Column(verbose_name=pgettext_lazy("column", "Group"))
    why = tables.Column(verbose_name=pgettext_lazy("column", "Why"))
    by_hand = tables.Column(verbose_name=_("Changed by hand"))

    class Meta:
        sequence = ("round", "table", "group", "...")

    def value_why(self, record: DrawnTable) -> str:
        return " ".join(record.why)


class ResultTable(_SidesTable):
    """The results of a round: points and parts of both sides, who won, how many deals, and the protocol's state."""

    a_points = tables.Column(verbose_name=_("Points A"))
    b_points = tables.Column(verbose_name=_("Points B"))
    a_parts = tables.Column(verbose_name=_("Parts won by A"))
    b_parts = tables.Column(verbose_name=_("Parts won by B"))
    winner = tables.Column(verbose_name=_("Winner"))
    deals = tables.Column(verbose_name=_("Deals"))
    state = tables.Column(verbose_name=_("State"), accessor="words")
    under_protest = tables.Column(verbose_name=_("Under protest"))

    def value_a_points(self, record: TableLine) -> int | None:
        score = self.line(record).score
        return score[0] if score else None

    def value_b_points(self, record: TableLine) -> int | None:
        score = self.line(record).score
        return score[1] if score else None

    def value_a_parts(self, record: TableLine) -> int | None:
        parts = self.line(record).parts
        return parts[0] if parts else None

    def value_b_parts(self, record: TableLine) -> int | None:
        parts = self.line(record).parts
        return parts[1] if parts else None

    def value_winner(self, record: TableLine) -> str:
        """The letter of the side, as it stands in the heads."""
        return (self.line(record).winner or "").upper()

    def value_deals(self, record: TableLine) -> int | None:
        return record.deals or None


class PublicResultTable(ResultTable):
    """The same for everyone: a score once it counts, as on the page of the round; the state in that page's words."""

    corrected = tables.Column(verbose_name=pgettext_lazy("result", "corrected"))

    class Meta:
        exclude = ("deals",)

    def line(self, record: DrawnTable | TableLine) -> TableLine:
        """What the record says of its table, and nothing of a result that doesn't count yet."""
        line = super().line(record)
        return line if line.counts else replace(line, score=None, parts=None, winner=None)

    def value_state(self, record: TableLine) -> str:
        """Why there is no result, or that there was no play; empty where both are as they should be."""
        if record.kind != Partida.Kind.PLAYED.value:
            return record.kind_words
        if record.counts or record.state is None:
            return ""
        return str(BEING_PLAYED if record.state == Protocol.State.OPEN.value else WAITING)

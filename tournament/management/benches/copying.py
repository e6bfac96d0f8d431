"""Tournaments by the thousand: copies of one that was played, made by the database itself, a statement a table.

All that hangs on the tournament is copied with new keys; what is once in an installation gets the number of its copy.
Copies are as valid as what they are made of: the journals hold, the sheets are played by the rules, the papers are on
record.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.core.management.color import no_style
from django.db import connection, models

from tournament.models import (
    AuditRecord,
    Deal,
    Document,
    Entry,
    EntryMember,
    Job,
    Partida,
    Player,
    Protocol,
    ProtocolRevision,
    Regulations,
    Round,
    Seat,
    Signature,
    Staff,
    Stage,
    StandingSnapshot,
    Tournament,
    User,
    Webhook,
    WebhookEvent,
)

COPIED: tuple[type[models.Model], ...] = (
    User,
    Player,
    Tournament,
    Staff,
    Regulations,
    Stage,
    Entry,
    EntryMember,
    Round,
    Partida,
    Seat,
    Protocol,
    Deal,
    Signature,
    ProtocolRevision,
    StandingSnapshot,
    Document,
    Job,
    Webhook,
    WebhookEvent,
    AuditRecord,
)
"""In the order in which they need each other."""

Column = Callable[[str], str]
"""What stands in a column of a copy: given the column of what is copied, an SQL expression; `n.k` is the copy."""


def _numbered(column: str) -> str:
    return f"{column} || '-' || CAST(n.k AS TEXT)"


def _numbered_name(column: str) -> str:
    """A name is told from the others by a word of its own, as names are."""
    return f"{column} || ' ' || CAST(n.k AS TEXT)"


def _code(column: str) -> str:
    """Twelve signs that no other paper has: the key of its row."""
    return "substr('00000000000' || CAST({key} AS TEXT), length(CAST({key} AS TEXT)))"


def _random_key(column: str) -> str:
    return "gen_random_uuid()" if connection.vendor == "postgresql" else "lower(hex(randomblob(16)))"


def _the_same(column: str) -> str:
    return column


ONCE: Mapping[tuple[type[models.Model], str], Column] = {
    # Whose account it was is under the fingerprint of the record.
    (AuditRecord, "actor"): _the_same,
    (User, "username"): _numbered,
    (Player, "name"): _numbered_name,
    (Player, "search_key"): _numbered_name,
    (Tournament, "slug"): _numbered,
    (Tournament, "name"): _numbered_name,
    (Document, "code"): _code,
    (WebhookEvent, "key"): _random_key,
}


@dataclass(frozen=True)
class Span:
    """The keys of what is copied, in one table."""

    first: int
    last: int

    @property
    def length(self) -> int:
        return self.last - self.first + 1


@dataclass(frozen=True)
class Original:
    """What copies are made of: everything that is in these tables at this moment."""

    spans: Mapping[type[models.Model], Span]

    @classmethod
    def of_now(cls) -> "Original":
        """The rows that there are; they have to be of one tournament, or of some that may be copied together."""
        return cls({model: _span_of(model) for model in COPIED})

    def copy(self, first: int, last: int) -> None:
        """The copies with these numbers; each number once."""
        for model, span in self.spans.items():
            if span.last:
                self._copy(model, span, first, last)
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), list(COPIED)):
                cursor.execute(statement)
            if connection.vendor == "postgresql":
                # As its own housekeeping would a while later; SQLite has none, and plans without knowing.
                cursor.execute("ANALYZE")

    def _copy(self, model: type[models.Model], span: Span, first: int, last: int) -> None:
        table, key = model._meta.db_table, f"t.id + n.k * {span.length}"
        fields = model._meta.concrete_fields
        columns = ", ".join(f'"{field.column}"' for field in fields)
        values = ", ".join(_value(model, field, self.spans).format(key=key) for field in fields)
        with connection.cursor() as cursor:
            cursor.execute(
                f"WITH RECURSIVE n(k) AS (SELECT {first} UNION ALL SELECT k + 1 FROM n WHERE k < {last}) "  # noqa: S608 - names
                f'INSERT INTO "{table}" ({columns}) SELECT {values} FROM n CROSS JOIN "{table}" t '
                f"WHERE t.id BETWEEN {span.first} AND {span.last}"
            )


def _span_of(model: type[models.Model]) -> Span:
    found = model._default_manager.aggregate(first=models.Min("pk"), last=models.Max("pk"))
    return Span(found["first"] or 0, found["last"] or 0)


def _value(model: type[models.Model], field: models.Field, spans: Mapping[type[models.Model], Span]) -> str:  # type: ignore[type-arg]
    """What stands in a column of a copy."""
    column = f't."{field.column}"'
    if field.primary_key:
        return "{key}"
    if (model, field.name) in ONCE:
        return ONCE[model, field.name](column)
    target = field.related_model
    if isinstance(target, type) and target in spans:
        return f"{column} + n.k * {spans[target].length}"
    return column

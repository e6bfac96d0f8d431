"""Looking for acts in the journal: by person, action, table, time and words."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from tournament.models import AuditRecord, Tournament, search_key
from tournament.phrases import author_words

from .details import as_text, details
from .tables import act_words, subject_words


@dataclass(frozen=True)
class Wanted:
    """What is looked for; what is empty or None is asked of no record."""

    text: str = ""
    who: str = ""
    action: str = ""
    round: int | None = None
    table: int | None = None
    since: datetime | None = None
    until: datetime | None = None


def records(tournament: Tournament, wanted: Wanted) -> QuerySet[AuditRecord]:
    """The records that fit, all of them where nothing is looked for."""
    found = tournament.journal.filter(_condition(wanted))
    words = search_key(wanted.text).split()
    if not words:
        return found
    # In the words that the page shows, whatever language they are in: the database has only their codes.
    fitting = [record.pk for record in found if all(word in _key(record) for word in words)]
    return tournament.journal.filter(pk__in=fitting)


def _condition(wanted: Wanted) -> Q:
    condition = Q()
    if wanted.who:
        condition &= Q(actor_name=wanted.who)
    if wanted.action:
        condition &= Q(action=wanted.action)
    if wanted.round is not None:
        whole = f"round {wanted.round}"
        condition &= Q(subject=whole) | Q(subject=f"round:{wanted.round}") | Q(subject__startswith=f"{whole},")
    if wanted.table is not None:
        condition &= Q(subject__endswith=f", table {wanted.table}")
    if wanted.since:
        condition &= Q(at__gte=wanted.since)
    if wanted.until:
        condition &= Q(at__lte=wanted.until)
    return condition


def _key(record: AuditRecord) -> str:
    """Everything that the page says of a record, as it is compared."""
    said = (author_words(record.actor_name), act_words(record.action), subject_words(record.subject))
    return search_key(" ".join([*said, as_text(details(record))]))


def people(tournament: Tournament) -> list[tuple[str, str]]:
    """Who has acted in the tournament, by name, with what the page calls him."""
    names = tournament.journal.order_by("actor_name").values_list("actor_name", flat=True).distinct()
    return [(name, author_words(name)) for name in names]


def actions(tournament: Tournament) -> list[tuple[str, str]]:
    """What was done in the tournament, by its words."""
    codes = tournament.journal.order_by().values_list("action", flat=True).distinct()
    return sorted(((code, act_words(code)) for code in codes), key=lambda each: each[1])

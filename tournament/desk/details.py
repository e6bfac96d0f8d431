"""What is on record about an act, in the words of the field: lines of a label and what it says, before and after."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournament.draw.words import Verdict, verdict
from tournament.models import AuditRecord
from tournament.regulation_phrases import FIELDS

from .labels import LABELS, LABELS_OF, SAID
from .values import UNKNOWN, deal_words, said

ARROW = " → "
FIRST = (
    *("ruling", "protest", "number", "name", "url", "user", "role", "kind", "players", "club", "method", "seed"),
    *("code", "seat", "deal", "deals", "parts", "totals", "first", "second", "out", "in", "seconds"),
)
LAST = ("departure", "reason", "correction", "content_sha256", "sha256", "key", "link")
OF_THEIR_OWN = ("policy", "record", "drawn", "said", "time", "regulations")
"""Keys whose values have keys of their own."""
ENTRIES_SHOWN = 400
"""Of a list that was imported: the journal's page isn't the list itself."""


@dataclass(frozen=True)
class Detail:
    """A line: what it is about, what it says, and the lines below it where it has some of its own."""

    label: str
    text: str = ""
    below: tuple["Detail", ...] = ()


def details(record: AuditRecord) -> list[Detail]:
    """All that is on record about an act, the address last."""
    return act_details(record) + ([Detail(str(LABELS["address"]), record.address)] if record.address else [])


def act_details(record: AuditRecord) -> list[Detail]:
    """What an act did, without the address from which it was done."""
    return list(_details(record.action, record.data))


def as_text(lines: Iterable[Detail]) -> str:
    """The same in one line, to be searched and to stand in a cell of a file."""
    return "; ".join(_flat(line) for line in lines)


def _flat(line: Detail) -> str:
    said = line.text or f"({as_text(line.below)})"
    return f"{line.label}: {said}" if line.label else said


def label_of(action: str, key: str) -> str | None:
    """What a key is called in the record of an act; None: nobody has given it a name."""
    if (action, key) in LABELS_OF:
        return str(LABELS_OF[action, key])
    found = LABELS.get(key) or FIELDS.get(key)
    if found is None and action == "deal.dropped":
        stem, _under, seat = key.rpartition("_")
        found = SAID.get(key) or (SAID.get(stem) and f"{SAID[stem]} {seat}")
    return None if found is None else str(found)


def _details(action: str, data: Mapping[str, Any]) -> Iterable[Detail]:
    if "before" in data and "after" in data:
        yield from _compared(action, data["before"], data["after"])
        data = {key: value for key, value in data.items() if key not in ("before", "after")}
    if action.startswith("draw.") and (found := verdict(data)):
        yield from _judged(found)
        data = {key: value for key, value in data.items() if key not in ("cost", "breaches", "proof")}
    for key in sorted(data, key=_rank):
        if data[key] not in (None, "", [], {}):
            yield _detail(action, key, data[key])


def _rank(key: str) -> tuple[int, int, str]:
    """What it is about first, why last; PostgreSQL keeps no order of its own."""
    if key in FIRST:
        return (0, FIRST.index(key), key)
    return (2, LAST.index(key), key) if key in LAST else (1, 0, key)


def _detail(action: str, key: str, value: Any) -> Detail:
    label = label_of(action, key) or key.replace("_", " ")
    if key in OF_THEIR_OWN and isinstance(value, dict):
        if set(value) == {"before", "after"}:
            return Detail(label, below=tuple(_compared(action, value["before"], value["after"])))
        return Detail(label, below=tuple(_details(action, value)))
    if key == "deals" and isinstance(value, list):
        return Detail(label, below=tuple(_deal_line(number, deal) for number, deal in enumerate(value, 1)))
    if key == "entries" and value and isinstance(value, list) and isinstance(value[0], dict):
        return Detail(label, below=tuple(_application(each) for each in value[:ENTRIES_SHOWN]))
    return Detail(label, said(action, key, value))


def _application(data: Mapping[str, Any]) -> Detail:
    words = [" / ".join(data.get("players", ())), data.get("club", ""), data.get("country", "")]
    return Detail(str(data.get("number", "")), ", ".join(filter(None, words)))


def _deal_line(number: int, deal: Any) -> Detail:
    """A deal of a sheet, or one that was corrected: then it names its number, and both."""
    if isinstance(deal, dict) and "before" in deal:
        both = (deal_words(deal[when]) if deal[when] else UNKNOWN for when in ("before", "after"))
        return Detail(_("Deal %(number)s") % {"number": deal["number"]}, ARROW.join(both))
    return Detail(_("Deal %(number)s") % {"number": number}, deal_words(deal))


def _judged(found: Verdict) -> Iterable[Detail]:
    """What a draw costs, what it breaks and why, as its own page says it."""
    if found.cost:
        words = ", ".join(f"{name}: {amount}" for name, amount in found.cost)
        yield Detail(str(LABELS["cost"]), words)
    if found.broken:
        yield Detail(str(LABELS["breaches"]), " ".join(found.broken))
    if found.proof:
        yield Detail(str(LABELS["proof"]), found.proof)
    if found.repeats:
        yield Detail("", " ".join(found.repeats))


def _compared(action: str, before: Any, after: Any) -> Iterable[Detail]:
    """What differs, before and after; of tables of values line by line."""
    if isinstance(before, dict) or isinstance(after, dict):
        old, new = before or {}, after or {}
        for key in sorted({*old, *new}, key=_rank):
            if old.get(key) != new.get(key):
                yield Detail(_label_of_row(action, key), _both(action, key, old.get(key), new.get(key)))
        return
    yield Detail(str(LABELS["before"]), said(action, "before", before))
    yield Detail(str(LABELS["after"]), said(action, "after", after))


def _label_of_row(action: str, key: str) -> str:
    if key.isdecimal():
        return _("Table %(table)s") % {"table": key}
    return label_of(action, key) or key.replace("_", " ")


def _both(action: str, key: str, old: Any, new: Any) -> str:
    return ARROW.join(UNKNOWN if each in (None, "") else said(action, key, each) for each in (old, new))


def wordless(action: str, data: Mapping[str, Any]) -> Iterator[str]:
    """The keys of an act that nobody has given a name: a test asks this of every act of every test."""
    for key, value in data.items():
        if label_of(action, key) is None:
            yield key
        if isinstance(value, dict) and (key in OF_THEIR_OWN or key in ("before", "after")):
            yield from wordless(action, {name: each for name, each in value.items() if not name.isdecimal()})

"""The values on record about acts, in words."""

import json
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _

import scoring
from tournament.clock.tables import minutes_and_seconds
from tournament.draw.words import BROKEN, PRIORITIES
from tournament.ledger.tables import penalty_words, title
from tournament.models import Document
from tournament.phrases import author_words, breach_sentence
from tournament.protocols.tables import KINDS
from tournament.regulation_phrases import FIELDS, PRESETS, in_words

from .labels import COMPARED, LABELS, LEVELS, VALUES

UNKNOWN = "—"


def said(action: str, key: str, value: Any) -> str:
    """One value in words."""
    if value is None:
        return UNKNOWN
    if key in ("before", "after") and action in COMPARED:
        return _levels(value) if isinstance(value, list) else str(COMPARED[action].get(value, value))
    if writer := WRITERS.get(key):
        return str(writer(value))
    if _hashable(value) and value in VALUES.get(key, ()):
        return str(VALUES[key][value])
    if key in FIELDS:
        return in_words(key, value)
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        return _listed(value)
    if isinstance(value, dict):
        return ", ".join(f"{_name(key)}: {said(action, key, each)}" for key, each in value.items())
    return str(value)


def _name(key: str) -> str:
    return str(LABELS.get(key, key))


def _hashable(value: Any) -> bool:
    return not isinstance(value, (list, dict))


def _levels(value: Sequence[Any]) -> str:
    """Decisions on pages: kind, round if of one, level."""
    kinds = VALUES["kind"]
    said = (
        " ".join(filter(None, [str(kinds[kind]), f"({number})" if number else "", str(LEVELS[level])]))
        for kind, number, level in value
    )
    return ", ".join(said) or str(LEVELS[""])


def _listed(value: Sequence[Any]) -> str:
    return ", ".join(_meeting(each) if isinstance(each, list) else str(each) for each in value)


def _meeting(numbers: Sequence[Any]) -> str:
    """Who sits down together: "1 – 5", "1 – 2 – 3 – 4", "7: free"."""
    there = [str(number) for number in numbers if number is not None]
    return " – ".join(there) if len(there) > 1 else _("%(entry)s free") % {"entry": "".join(there)}


def deal_words(deal: Mapping[str, Any]) -> str:
    """A deal as it was written down: "Domino, seat 2 leads, seat 3 closed, pips 1 2 0 4, open ends 5–5, 21 laid"."""
    kind = "void" if deal.get("void") else deal.get("ending", "")
    parts = [str(KINDS.get(kind, kind)), _("seat %(seat)s leads") % {"seat": deal.get("lead")}]
    if deal.get("closer"):
        parts.append(_("seat %(seat)s closed") % {"seat": deal["closer"]})
    if deal.get("tiles") is not None:
        parts.append(_("tiles left %(tiles)s") % {"tiles": " | ".join(" ".join(hand) or "–" for hand in deal["tiles"])})
    if deal.get("pips") is not None:
        parts.append(_("pips left %(pips)s") % {"pips": ", ".join(map(str, deal["pips"]))})
    if deal.get("ends"):
        parts.append(_("open ends %(ends)s") % {"ends": "–".join(map(str, deal["ends"]))})
    if deal.get("laid") is not None:
        parts.append(_("%(laid)s tiles laid") % {"laid": deal["laid"]})
    return ", ".join(parts)


def _infraction(code: str) -> str:
    """By whichever table of infractions knows it."""
    found = (scoring.infraction(table, code) for table in ("fdr", "femundo_2025"))
    return title(next(filter(None, found), None)) if code else UNKNOWN


def _penalty(data: Mapping[str, Any]) -> str:
    penalty = scoring.Penalty.from_dict(data)
    rest = "" if penalty == scoring.Penalty(fine=penalty.fine) and penalty.fine else penalty_words(penalty, 0)
    fine = _("usual fine") if penalty.fine == "usual" else _("fine of %(percent)s %%") % {"percent": penalty.fine}
    return ", ".join(filter(None, [fine if penalty.fine else "", rest]))


def _accepted(value: Sequence[Sequence[Any]]) -> str:
    """Breaches of a draw that were accepted: a code and the entries."""
    return " ".join(_breach(code, tuple(entries)) for code, *entries in value)


def _breach(code: str, entries: tuple[int, ...]) -> str:
    if code in BROKEN:
        return str(BROKEN[code]) % {"entry": entries[0], "other": entries[-1]}
    return breach_sentence(code, entries)


def _papers(value: Sequence[Sequence[str]]) -> str:
    kinds = dict(Document.Kind.choices)
    return ", ".join(f"{kinds.get(kind, kind)} {code}" for kind, code, _sha256 in value)


def _signed(value: Any) -> str:
    """Seats, or seats with how each signed."""
    if isinstance(value, dict):
        return ", ".join(f"{seat}: {VALUES['how'].get(how, how)}" for seat, how in value.items())
    return _listed(value)


def _forbidden(value: Sequence[Mapping[str, Any]]) -> str:
    pairs = (f"{_meeting(each['entries'])} ({each['reason']})" for each in value)
    return ", ".join(pair.removesuffix(" ()") for pair in pairs)


def _marks(value: Sequence[Mapping[str, Any]]) -> str:
    """Who changed which tables by hand, and why."""
    said = (f"{_meeting(each['entries'])}: {each['by']}, {each['reason']}".rstrip(", ") for each in value)
    return "; ".join(said)


def _places(value: Sequence[Sequence[int]]) -> str:
    """Tables of rounds: "3/7"."""
    return ", ".join("/".join(map(str, place)) for place in value)


def _bracket(value: Sequence[Sequence[Any]]) -> str:
    return ", ".join(f"{key}: {_meeting(sides)}" for key, *sides in value)


def _score(value: Any) -> str:
    if value and isinstance(value[0], list):
        return "; ".join(_score(part) for part in value)
    return " : ".join(map(str, value))


def _tables_of(value: Mapping[str, str]) -> str:
    return ", ".join(f"{table}: {name}" for table, name in value.items())


def _records(value: Mapping[str, str]) -> str:
    return ", ".join(value)


def _json(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _size(value: Any) -> str:
    """The size of a paper's sheet, or of a file in bytes."""
    return _("%(count)d bytes") % {"count": value} if isinstance(value, int) else str(VALUES["size"].get(value, value))


def _time(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(f"{_name(key)}: {said('', key, each)}" for key, each in value.items())
    return str(value)


def _duration(value: int) -> str:
    return minutes_and_seconds(timedelta(seconds=value))


# Values that are told by more than a word.
WRITERS: Mapping[str, Any] = {
    "accepted": _accepted,
    "by_hand": _marks,
    "code": _infraction,
    "cost": lambda value: ", ".join(f"{PRIORITIES.get(name, name)}: {amount}" for name, amount in value.items()),
    "deal": lambda value: deal_words(value) if isinstance(value, dict) else str(value),
    "departure": lambda value: _penalty(value) if isinstance(value, dict) else str(value),
    "forbidden": _forbidden,
    "from": author_words,
    "meetings": _bracket,
    "papers": _papers,
    "parts": _score,
    "players": lambda value: " / ".join(value),
    "preset": lambda value: str(PRESETS.get(value, value)),
    "proof": _json,
    "records": _records,
    "referees": _tables_of,
    "seconds": _duration,
    "signed": _signed,
    "size": _size,
    "time": _time,
    "totals": _score,
    "unconfirmed": _places,
}

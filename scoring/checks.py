"""The shape of what comes in from files and forms, checked before any rule is.

Each function returns the value it was given, narrowed to its type, or raises :class:`RuleViolation` at
``field``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from scoring.errors import RuleViolation


def whole(value: object, field: str, low: int, high: int) -> int:
    """A whole number from ``low`` to ``high``; ``True`` is no number."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise RuleViolation("value.whole", field=field, value=_shown(value))
    if not low <= value <= high:
        raise RuleViolation("value.range", field=field, value=value, low=low, high=high)
    return value


def flag(value: object, field: str) -> bool:
    """``True`` or ``False``, and nothing that merely counts as one."""
    if not isinstance(value, bool):
        raise RuleViolation("value.flag", field=field, value=_shown(value))
    return value


def text(value: object, field: str) -> str:
    """A text, empty or not."""
    if not isinstance(value, str):
        raise RuleViolation("value.text", field=field)
    return value


def choice(value: object, field: str, known: Collection[str]) -> str:
    """One of the ``known`` words."""
    if not isinstance(value, str) or value not in known:
        raise RuleViolation("value.choice", field=field, value=_shown(value), known=", ".join(known))
    return value


def items(value: object, field: str, count: int | None = None) -> Sequence[object]:
    """A list (or tuple), of exactly ``count`` items if that is given."""
    if not isinstance(value, (list, tuple)):
        raise RuleViolation("value.list", field=field)
    if count is not None and len(value) != count:
        raise RuleViolation("value.list_of", field=field, count=count, got=len(value))
    return value


def mapping(value: object, field: str | None, known: Collection[str]) -> Mapping[str, object]:
    """An object that has no other keys than the ``known`` ones."""
    if not isinstance(value, Mapping):
        raise RuleViolation("value.object", field=field)
    for key in value:
        if key not in known:
            place = f"{field}.{key}" if field else str(key)
            raise RuleViolation("value.unknown_key", field=place, key=_shown(key), known=", ".join(known))
    return value


def _shown(value: object) -> str:
    """What was given, short enough to stand in a sentence."""
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= 40 else text[:39] + "…"

"""Times as papers print them: in the hall's zone, with its label."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo


def local(moment: str | None, content: Mapping[str, Any]) -> datetime | None:
    return datetime.fromisoformat(moment).astimezone(ZoneInfo(content["timezone"])) if moment else None


def clock(moment: str | None, content: Mapping[str, Any]) -> str:
    """A time of day in the hall's zone, with its label; empty when there is none."""
    moved = local(moment, content)
    return f"{moved:%H:%M} {moved.tzname()}" if moved else ""


def span(content: Mapping[str, Any]) -> str:
    """From when to when it was played: "14:05 – 14:41 MSK"; what isn't known is a dash."""
    started, ended = local(content["started"], content), local(content["ended"], content)
    known = started or ended
    if known is None:
        return ""
    times = [f"{moment:%H:%M}" if moment else "…" for moment in (started, ended)]
    return f"{' – '.join(times)} {known.tzname()}"

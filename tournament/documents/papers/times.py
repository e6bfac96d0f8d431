"""Times as papers print them, in the hall's zone, with its label; how long a partida is."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import scoring

NO_BREAK = "\u00a0"


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


def moment(at: str | None, content: Mapping[str, Any]) -> str:
    """Date and time of day in the hall's zone, with its label; empty when there is none."""
    moved = local(at, content)
    return f"{date_format(moved, 'SHORT_DATE_FORMAT')} {clock(at, content)}" if moved else ""


def days(content: Mapping[str, Any]) -> str:
    """From which day to which it was played: "March 14, 2026 – March 15, 2026"; a day alone stands once."""
    said = [date_format(date.fromisoformat(day), "DATE_FORMAT") for day in (content["began"], content["ended"]) if day]
    return " – ".join(dict.fromkeys(said))


def length(rules: scoring.Regulations, added: int = 0) -> str:
    """How long a partida is by the regulations (R3), and the seconds given back: "12 deals, 40 min + 5 min"."""
    said = []
    if rules.best_of > 1:
        said.append(_("best of %(parts)d") % {"parts": rules.best_of})
    if rules.deals:
        said.append(ngettext("%(deals)d deal", "%(deals)d deals", rules.deals) % {"deals": rules.deals})
    if rules.target:
        said.append(_("to %(points)d points") % {"points": rules.target})
    if rules.minutes:
        minutes = duration(rules.minutes * 60) + (f" + {duration(added)}" if added else "")
        said.append(minutes.replace(" ", NO_BREAK))
    return ", ".join(said)


def duration(seconds: int) -> str:
    """Minutes, and seconds if there are some."""
    minutes, rest = divmod(seconds, 60)
    if rest:
        return _("%(minutes)d min %(seconds)d s") % {"minutes": minutes, "seconds": rest}
    return _("%(minutes)d min") % {"minutes": minutes}

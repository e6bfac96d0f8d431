"""Offers and obstacles in words, and what an offer becomes: stages and a timetable with names."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from tournament.draw.words import outlook
from tournament.planning.services import PlannedStage
from tournament.planning.timetable import Planned

from .offers import Obstacle, Offer, Part

KINDS: Mapping[str, Any] = {
    "round_robin": gettext_lazy("Everybody meets everybody"),
    "swiss": pgettext_lazy("proposal", "Swiss"),
    "swiss_knockout": gettext_lazy("Swiss, then a knockout of the best %(through)d"),
    "groups_knockout": gettext_lazy("%(groups)d groups, then a knockout of %(through)d"),
    "knockout": gettext_lazy("Knockout: who loses is out"),
    "individual": gettext_lazy("Everybody for himself, with new partners each round"),
}
OBSTACLES: Mapping[str, Any] = {
    "too_few": gettext_lazy("%(entries)d are too few: a table needs %(least)d."),
    "tables_short": gettext_lazy(
        "There are %(tables)d tables, and %(needed)d are needed if everybody plays at once: put up more, or take at "
        "most %(most)d entries."
    ),
    "no_time": gettext_lazy(
        "Not even one round fits into the hours of the hall: the shortest takes %(minutes)d minutes. Open it longer, "
        "or choose rules with shorter partidas."
    ),
    "time_short_round_robin": gettext_lazy(
        "Everybody against everybody takes %(rounds)d rounds; of the shortest partidas, %(minutes)d minutes a round "
        "with changing tables, %(fitting)d fit."
    ),
    "time_short_swiss": gettext_lazy(
        "A Swiss needs %(rounds)d rounds until one at most has won all; of the shortest partidas, %(minutes)d minutes "
        "a round with changing tables, %(fitting)d fit."
    ),
    "time_short_swiss_knockout": gettext_lazy(
        "A Swiss with a knockout after it takes %(rounds)d rounds at least; of the shortest partidas, %(minutes)d "
        "minutes a round with changing tables, %(fitting)d fit."
    ),
    "time_short_knockout": gettext_lazy(
        "A knockout takes %(rounds)d rounds; of the shortest partidas, %(minutes)d minutes a round with changing "
        "tables, %(fitting)d fit."
    ),
    "more_than_sure": gettext_lazy(
        "There is time for %(fitting)d rounds, but with %(entries)d pairs only %(sure)d are sure without a repeated "
        "meeting. No more are proposed."
    ),
    "partners_repeat": gettext_lazy(
        "Each of %(players)d players has %(partners)d possible partners; opponents repeat as little as they can."
    ),
    "free_pair": gettext_lazy("%(entries)d is odd: in each round one pair is free, each pair once at most."),
    "free_players": gettext_lazy(
        "%(entries)d is no multiple of four: in each round %(free)d players are free, in turn."
    ),
    "several_halls": gettext_lazy(
        "Even the largest hall has only %(largest)d tables, so each round is divided between %(halls)d halls: one "
        "clock holds for all of them, and each needs its screen and its referees."
    ),
}


def title(offer: Offer) -> str:
    """What kind of tournament it is."""
    last = offer.parts[-1]
    return str(KINDS[offer.kind]) % {"through": 2**last.rounds, "groups": offer.parts[0].groups}


def objection(obstacle: Obstacle) -> str:
    """Why something can't be, with its rule."""
    return f"{str(OBSTACLES[obstacle.code]) % obstacle.params} ({obstacle.rule})"


@dataclass(frozen=True)
class Sketch:
    """An offer as the page shows it. days: the planned lines of each day, in the hall's time."""

    offer: Offer
    title: str
    rounds: str
    games: str
    outlook: str
    hours: str
    ends: datetime
    notes: tuple[str, ...]
    days: tuple[tuple[datetime, tuple[Planned, ...]], ...]


def sketch(offer: Offer, entries: int, zone: ZoneInfo) -> Sketch:
    """An offer for this number of entries, in words."""
    swiss = [part for part in offer.parts if part.system == "swiss"]
    lines = [*timetable(offer, zone)]
    return Sketch(
        offer=offer,
        title=title(offer),
        rounds=" + ".join(str(part.rounds) for part in offer.parts),
        games="–".join(str(games) for games in sorted(set(offer.games))),
        outlook=outlook(entries, swiss[0].rounds) if swiss else "",
        hours=duration(offer.minutes),
        ends=offer.slots[-1].ends.astimezone(zone),
        notes=tuple(_notes(offer)),
        days=tuple((day, tuple(mine)) for day, mine in groupby(lines, key=_day)),
    )


def _day(line: Planned) -> datetime:
    return line.starts_at.replace(hour=0, minute=0)


def _notes(offer: Offer) -> Iterator[str]:
    """What the organiser has to know or to do."""
    if offer.kind == "knockout" and offer.free:
        said = ngettext(
            "%(count)d pair passes the first round without play (R13.3).",
            "%(count)d pairs pass the first round without play (R13.3).",
            offer.free,
        )
        yield said % {"count": offer.free}
    for part in offer.parts:
        if part.groups > 1:
            yield _("Divide the pairs into %(groups)d groups on the page of the draw (R13.3).") % {
                "groups": part.groups
            }
        if part.rules and part.rules.minutes != offer.rules.minutes:
            yield _("The final is longer, as its rules say: %(minutes)d minutes (R3.5).") % {
                "minutes": part.rules.minutes
            }
        if part.rules and part.rules.tie != offer.rules.tie:
            yield _("In the knockout extra deals decide a level partida: somebody has to go through (R7.1).")


def duration(minutes: int) -> str:
    """Hours and minutes.

    >>> duration(484)
    '8 h 4 min'
    """
    hours, rest = divmod(minutes, 60)
    if not rest:
        return _("%(hours)d h") % {"hours": hours}
    return _("%(hours)d h %(minutes)d min") % {"hours": hours, "minutes": rest}


# -- what it becomes ------------------------------------------------------------------------------------------------


def stages(offer: Offer) -> list[PlannedStage]:
    """The stages, named."""
    return [PlannedStage(_part_name(part), part.system, part.policy, part.rules) for part in offer.parts]


def _part_name(part: Part) -> str:
    if part.name == "groups":
        return _("Qualification in %(groups)d groups") % {"groups": part.groups}
    return str(PART_NAMES[part.name])


PART_NAMES: Mapping[str, Any] = {
    "main": gettext_lazy("Main stage"),
    "qualification": pgettext_lazy("stage", "Qualification"),
    "final": pgettext_lazy("stage", "Final"),
}


def timetable(offer: Offer, zone: ZoneInfo) -> Iterator[Planned]:
    """The timetable: rounds by their numbers, those of a knockout with their names, and the breaks."""
    named = _names_of_rounds(offer)
    for slot in offer.slots:
        starts = slot.starts.astimezone(zone)
        if slot.round is None:
            yield Planned(starts, slot.minutes, None, pgettext("timetable", "Break"))
        else:
            yield Planned(starts, slot.minutes, slot.round + 1, named.get(slot.round, ""))


def _names_of_rounds(offer: Offer) -> dict[int, str]:
    names = [_("final"), _("semi-finals"), _("quarter-finals")]
    last = offer.parts[-1]
    if last.system != "knockout":
        return {}
    return {offer.rounds - 1 - back: names[back] for back in range(min(len(names), last.rounds))}

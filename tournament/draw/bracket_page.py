"""The bracket as it is shown: sections, rounds, meetings, with names instead of numbers (R13.3)."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _

from tournament.entries.queries import entries_of
from tournament.models import Round, Stage
from tournament.phrases import sentence

from .brackets import Drawn, Progress, torn_refusal
from .systems.bracket import LoserOf, Meeting, Source, State, Touched, WinnerOf, places


@dataclass(frozen=True)
class Side:
    """One side of a meeting: the pair, or where it comes from.

    entry: its number once it is known. points: as they count, once they do.
    """

    name: str
    entry: int | None = None
    won: bool = False
    points: int | None = None


@dataclass(frozen=True)
class MeetingLine:
    """A meeting of the bracket.

    number: counted through the whole bracket; others are fed by it. round, table: where it is played; None while it
    isn't published or nobody sits there. may_touch: whether it has a result whose correction could touch others. note:
    on what it depends that it is played at all, until that is known.
    """

    key: str
    number: int
    title: str
    sides: tuple[Side, Side]
    round: int | None
    table: int | None
    may_touch: bool
    note: str = ""


@dataclass(frozen=True)
class BracketRound:
    """The meetings of one round of a section.

    joins: how lines lead to the next round: `two` meetings into one, `one` into one, or "" where none follows.
    """

    title: str
    meetings: tuple[MeetingLine, ...]
    joins: str = ""


@dataclass(frozen=True)
class BracketPage:
    """A bracket for the page: its sections, the places that are decided, and what results have torn."""

    sections: tuple[tuple[str, tuple[BracketRound, ...]], ...]
    places: tuple[tuple[int, str], ...]
    torn: tuple[str, ...]


@dataclass(frozen=True)
class Correction:
    """What it would touch if a meeting had been won by the other side (R11.4); `winner`: that side."""

    title: str
    winner: str
    touched: tuple[str, ...]


SECTIONS = ("main", "winners", "losers", "final", "third", "consolation")


def section_title(section: str) -> str:
    """What a part of a bracket is called."""
    titles = {
        "main": _("Main bracket"),
        "winners": _("Winners' side"),
        "losers": _("Losers' side"),
        "final": _("Final"),
        "third": _("For third place"),
        "consolation": _("Consolation"),
    }
    return titles[section]


class Titles:
    """Names of the meetings of one bracket."""

    def __init__(self, its: Progress) -> None:
        self._meetings = {meeting.key: meeting for meeting in its.bracket}
        self._number = {meeting.key: number for number, meeting in enumerate(its.bracket, start=1)}
        self._last: dict[str, int] = {}
        self._size: dict[tuple[str, int], int] = {}
        for each in its.bracket:
            self._last[each.section] = max(self._last.get(each.section, 0), each.round)
            self._size[each.section, each.round] = self._size.get((each.section, each.round), 0) + 1

    def round(self, section: str, number: int) -> str:
        """The name of a round under its section's; "" where the section has one only."""
        left = self._last[section] - number
        if section == "third":
            return ""
        if section == "final":
            return _("First final") if number == 1 else _("Second final")
        named = {0: _("Final"), 1: _("Semi-final"), 2: _("Quarter-final")}
        if section in ("main", "consolation"):
            return named.get(left) or _("1/%(part)d final") % {"part": 2**left}
        return _("Round %(number)d") % {"number": number}

    def number(self, key: str) -> int:
        """The number of a meeting, counted through the whole bracket."""
        return self._number[key]

    def meeting(self, key: str) -> str:
        """The name of a meeting by itself: its section, its round, and its number where the round has several."""
        meeting = self._meetings[key]
        section, round_ = section_title(meeting.section), self.round(meeting.section, meeting.round)
        named = [round_] if meeting.section in ("main", "final") else [section, round_]
        if self._size[meeting.section, meeting.round] > 1:
            named.append(_("meeting %(number)d") % {"number": self.number(key)})
        return ", ".join(filter(None, named))


def entry_names(stage: Stage) -> dict[int, str]:
    """The entries by number, as `5 · Иванов / Петров`."""
    entries = entries_of(stage.tournament)
    return {entry.number: f"{entry.number} · {entry}" for entry in entries}


def bracket_page(its: Progress, names: Mapping[int, str]) -> BracketPage:
    """The bracket as the page shows it."""
    titles = Titles(its)
    sections = []
    for section in SECTIONS:
        rounds = _rounds(section, its, names, titles)
        if rounds:
            sections.append((section_title(section), rounds))
    return BracketPage(
        sections=tuple(sections),
        places=tuple((place, names.get(entry, str(entry))) for place, entry in places(its.bracket, its.results)),
        torn=tuple(sentence(torn_refusal(torn)) for torn in its.torn),
    )


def _rounds(section: str, its: Progress, names: Mapping[int, str], titles: Titles) -> tuple[BracketRound, ...]:
    states = its.states
    mine = sorted((m for m in its.bracket if m.section == section), key=lambda m: (m.round, m.number))
    rounds = [list(meetings) for _round, meetings in groupby(mine, key=lambda meeting: meeting.round)]
    return tuple(
        BracketRound(
            titles.round(section, meetings[0].round),
            tuple(_line(meeting, states[meeting.key], its.drawn, names, titles) for meeting in meetings),
            _joins(len(meetings), len(later)),
        )
        for meetings, later in zip(rounds, [*rounds[1:], []], strict=False)
    )


def _joins(meetings: int, later: int) -> str:
    """How the lines lead from so many meetings to those of the next round."""
    return {meetings: "one", meetings // 2: "two"}.get(later, "") if later else ""


def _line(
    meeting: Meeting, state: State, drawn: Mapping[str, Drawn], names: Mapping[int, str], titles: Titles
) -> MeetingLine:
    its = drawn.get(meeting.key)
    published = its is not None and its.state != Round.State.PROPOSED.value
    points = its.points if its else {}
    return MeetingLine(
        key=meeting.key,
        number=titles.number(meeting.key),
        title=titles.meeting(meeting.key),
        sides=(
            _side(meeting.a, state.a, state, names, titles, points),
            _side(meeting.b, state.b, state, names, titles, points),
        ),
        round=its.round if its and published else None,
        table=its.table if its and published else None,
        may_touch=state.played and state.winner is not None,
        note=_note(meeting, state, titles),
    )


def _note(meeting: Meeting, state: State, titles: Titles) -> str:
    if meeting.decider_of is None or state.needed:
        return ""
    return _("Only if the winner of the losers' side wins meeting %(number)d.") % {
        "number": titles.number(meeting.decider_of)
    }


def _side(
    source: Source,
    entry: int | None,
    state: State,
    names: Mapping[int, str],
    titles: Titles,
    points: Mapping[int, int],
) -> Side:
    if entry is not None:
        won = state.settled and state.winner == entry
        return Side(names.get(entry, str(entry)), entry, won, points.get(entry))
    if state.known or not isinstance(source, (WinnerOf, LoserOf)):
        return Side(_("free place") if source is None else _("nobody"))
    said = _("winner of meeting %(number)d") if isinstance(source, WinnerOf) else _("loser of meeting %(number)d")
    return Side(said % {"number": titles.number(source.key)})


def correction(its: Progress, key: str, names: Mapping[int, str]) -> Correction | None:
    """What a correction of a meeting's winner would touch; None where there is no winner to be corrected."""
    state = its.states.get(key)
    if state is None or not state.played or state.winner is None:
        return None
    titles = Titles(its)
    other = state.b if state.winner == state.a else state.a
    return Correction(
        title=titles.meeting(key),
        winner=names.get(other, str(other)) if other else "",
        touched=tuple(_touched(each, its, titles) for each in its.touched(key)),
    )


def _touched(touched: Touched, its: Progress, titles: Titles) -> str:
    """A meeting that would have other opponents, and what has become of it already."""
    drawn = its.drawn.get(touched.key)
    said = _("%(meeting)s: %(after)s instead of %(before)s.") % {
        "meeting": titles.meeting(touched.key),
        "before": _pair(touched.before),
        "after": _pair(touched.after),
    }
    if drawn is None:
        return said
    if drawn.begun:
        return f"{said} " + _("It has begun in round %(round)d and stays as it is.") % {"round": drawn.round}
    return f"{said} " + _("It is drawn in round %(round)d: take that round back.") % {"round": drawn.round}


def _pair(entries: tuple[int | None, int | None]) -> str:
    return " – ".join(str(entry) if entry else "?" for entry in entries)

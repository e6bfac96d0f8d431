"""Who loses is out (R13.3)."""

from collections.abc import Collection, Sequence

from . import Undrawable
from .bracket import Bracket, LoserOf, Meeting, Source, WinnerOf


def knockout(entries: Sequence[int], *, third_place: bool = False, consolation: bool = False) -> Bracket:
    """The bracket of the entries, the first seed first.

    The first two seeds can meet in the final only, the first four in the semi-finals only, and so on; the top seeds
    have the free places of the first round. third_place: the losers of the semi-finals meet. consolation: who loses in
    the first round plays a knockout of its own.

    >>> [(m.key, m.a, m.b) for m in knockout([11, 12, 13])]
    [('main1.1', 11, None), ('main1.2', 12, 13), ('main2.1', WinnerOf(key='main1.1'), WinnerOf(key='main1.2'))]
    """
    main = ladder("main", seated(entries))
    last = main[-1].round
    meet_again = ({last - 1} if third_place else set()) | ({1} if consolation else set())
    meetings = [_with_places(meeting, last, meet_again) for meeting in main]
    if third_place and last > 1:
        semis = [meeting.key for meeting in main if meeting.round == last - 1]
        meetings.append(Meeting("third", 1, 1, LoserOf(semis[0]), LoserOf(semis[1]), 3, 4))
    if consolation and last > 1 + third_place:
        meetings += _consolation([meeting for meeting in main if meeting.round == 1])
    return meetings


def seated(entries: Sequence[int]) -> list[int | None]:
    """The entries in the order of the bracket's lines, by standard seeding; None is a free place.

    Raises Undrawable: too_few.

    >>> seated([1, 2, 3, 4, 5, 6])
    [1, None, 4, 5, 2, None, 3, 6]
    """
    if len(entries) < 2:
        raise Undrawable("too_few", count=len(entries))
    lines = [0]
    while len(lines) < len(entries):
        size = 2 * len(lines)
        lines = [seed for line in lines for seed in (line, size - 1 - line)]
    return [entries[seed] if seed < len(entries) else None for seed in lines]


def ladder(section: str, sources: Sequence[Source]) -> list[Meeting]:
    """The meetings of a section: neighbours meet, then the winners of neighbouring meetings, up to one.

    The number of sources is a power of 2; a single one meets nobody.
    """
    meetings: list[Meeting] = []
    line, round_ = list(sources) if len(sources) > 1 else [sources[0], None], 1
    while len(line) > 1:
        now = [
            Meeting(section, round_, at + 1, a, b) for at, (a, b) in enumerate(zip(line[::2], line[1::2], strict=True))
        ]
        meetings += now
        line, round_ = [WinnerOf(meeting.key) for meeting in now], round_ + 1
    return meetings


def _with_places(meeting: Meeting, last: int, meet_again: Collection[int], offset: int = 0) -> Meeting:
    """The meeting with the places that it decides; those of losers who meet again, by round, are open."""
    left = 2 ** (last - meeting.round)
    loser_place = None if meeting.round in meet_again and left > 1 else offset + left + 1
    winner_place = offset + 1 if left == 1 else None
    return Meeting(meeting.section, meeting.round, meeting.number, meeting.a, meeting.b, winner_place, loser_place)


def _consolation(first: Sequence[Meeting]) -> list[Meeting]:
    """The knockout of those who lose in the first round; they play for the places behind the others."""
    meetings = ladder("consolation", [LoserOf(meeting.key) for meeting in first])
    last = meetings[-1].round
    return [_with_places(meeting, last, (), offset=len(first)) for meeting in meetings]

"""Who loses twice is out (R13.3)."""

from collections.abc import Sequence
from dataclasses import replace

from .bracket import Bracket, LoserOf, Meeting, Source, WinnerOf
from .knockout import ladder, seated


def double_elimination(entries: Sequence[int]) -> Bracket:
    """The bracket of the entries, the first seed first: winners' side, losers' side, final, second final.

    Who loses on the winners' side goes on among the losers, as far as can be from whom he has just met. The winners
    of both sides meet in the final. If the one with a loss wins it, both have lost once, and `final2.1` decides.
    """
    winners = ladder("winners", seated(entries))
    losers = _losers(winners)
    top = winners[-1].key
    challenger: Source = WinnerOf(losers[-1].key) if losers else LoserOf(top)
    final = Meeting("final", 1, 1, WinnerOf(top), challenger, 1, 2)
    second = Meeting("final", 2, 1, WinnerOf(top), challenger, 1, 2, decider_of=final.key)
    return [*winners, *_with_places(losers), final, second]


def _losers(winners: Sequence[Meeting]) -> list[Meeting]:
    """The losers' side: rounds among themselves, in turn with rounds against those who have just lost."""
    last = winners[-1].round
    line: list[Source] = [LoserOf(meeting.key) for meeting in winners if meeting.round == 1]
    meetings: list[Meeting] = []
    for round_ in range(2, last + 1):
        among = _round(2 * round_ - 3, line[::2], line[1::2])
        fallen = [LoserOf(meeting.key) for meeting in winners if meeting.round == round_]
        against = _round(2 * round_ - 2, [WinnerOf(meeting.key) for meeting in among], _turned(fallen, round_))
        meetings += [*among, *against]
        line = [WinnerOf(meeting.key) for meeting in against]
    return meetings


def _round(number: int, a: Sequence[Source], b: Sequence[Source]) -> list[Meeting]:
    return [Meeting("losers", number, at + 1, *sides) for at, sides in enumerate(zip(a, b, strict=True))]


def _turned(fallen: Sequence[Source], round_: int) -> list[Source]:
    """In another order than they stood in, so that those who have met meet again late: reversed, or halves changed."""
    half = len(fallen) // 2
    return list(reversed(fallen)) if round_ % 2 == 0 else [*fallen[half:], *fallen[:half]]


def _with_places(losers: Sequence[Meeting]) -> list[Meeting]:
    """The losers' side with the places of those who go out, counted back from the third."""
    place, placed = 3, []
    for round_ in range(losers[-1].round if losers else 0, 0, -1):
        now = [meeting for meeting in losers if meeting.round == round_]
        placed += [replace(meeting, loser_place=place) for meeting in now]
        place += len(now)
    return sorted(placed, key=lambda meeting: (meeting.round, meeting.number))

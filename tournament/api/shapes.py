"""What the interface answers with: these classes are its documentation, too.

A field once published stays and keeps its meaning as long as the address begins with /api/v1; new ones may come.
"""

from datetime import datetime
from typing import Annotated, Literal

from django.utils.translation import gettext_noop as _
from ninja import Schema
from pydantic import Field

MOST = 500
"""Items that one answer may have."""
FURTHEST = 1_000_000

Points = tuple[int, int]
How = Literal["won", "lost", "level", "walkover_won", "walkover_lost", "both_absent", "void", "bye", "waiting"]
Section = Literal["main", "winners", "losers", "final", "third", "consolation"]
Paper = Literal["protocol", "standings", "draw", "cross_table", "bracket", "rulings", "report", "diplomas"]


class Page(Schema):
    """Which part of a list is asked for."""

    limit: Annotated[int, Field(ge=1, le=MOST, description=_("How many items, at most."))] = 100
    offset: Annotated[int, Field(ge=0, le=FURTHEST, description=_("How many items are left out before the first."))] = 0


class After(Page):
    """Which part of a table, after which round."""

    after: Annotated[
        int | None, Field(ge=1, le=32767, description=_("After this round; the last public one if none."))
    ] = None


class Trouble(Schema):
    """Why there is no answer."""

    detail: Annotated[str, Field(description=_("A sentence, in the language that the request asks for."))]


class PageOf(Schema):
    """A part of a list."""

    count: Annotated[int, Field(description=_("How many items the whole list has."))]
    limit: int
    offset: int
    next: Annotated[str | None, Field(description=_("The address of the next part, if this isn't the last one."))]


class TournamentRow(Schema):
    """A tournament."""

    slug: str
    name: str
    venue: str
    timezone: Annotated[str, Field(description=_("Of the hall, such as Europe/Moscow. All times are in UTC."))]
    event: Annotated[Literal["pairs", "individual"], Field(description=_("Who is ranked."))]
    version: Annotated[int, Field(description=_("Grows with everything that is done in the tournament."))]
    page: Annotated[str, Field(description=_("The address of its page for people."))]


class TournamentPage(PageOf):
    """Tournaments, the newest first."""

    items: list[TournamentRow]


class StageRow(Schema):
    """Rounds with one table of standings."""

    number: int
    name: str
    system: Annotated[
        Literal["swiss", "round_robin", "knockout", "individual", "free"], Field(description=_("How it is drawn."))
    ]
    rounds: Annotated[list[int], Field(description=_("Its public rounds."))]
    standings_after: Annotated[int | None, Field(description=_("The last round after which its standings are public."))]


class TimetableRow(Schema):
    """A line of the timetable: a round, or something else by its title."""

    starts_at: Annotated[datetime, Field(description=_("When it is planned to begin, in UTC."))]
    minutes: Annotated[int | None, Field(description=_("How long it is planned to take, changing tables included."))]
    round: Annotated[int | None, Field(description=_("The number of the round, drawn or not."))]
    title: str


class Tournament(TournamentRow):
    """A tournament with its stages and its timetable."""

    stages: list[StageRow]
    timetable: Annotated[list[TimetableRow], Field(description=_("What is planned when, in order."))]


class EntryRow(Schema):
    """What is ranked: a pair, or a player in an individual event."""

    number: int
    players: Annotated[list[str], Field(description=_("As the public may read them; those who play now."))]
    club: str
    country: str
    withdrawn_from: Annotated[int | None, Field(description=_("The first round that it doesn't play."))]


class EntryPage(PageOf):
    """Entries by number."""

    items: list[EntryRow]


class RoundRow(Schema):
    """A round of which the draw is public. Times are in UTC."""

    number: int
    stage: int
    state: Annotated[
        Literal["published", "closed"], Field(description=_("Whether it is played, or all its results are confirmed."))
    ]
    planned_at: Annotated[datetime | None, Field(description=_("When it is planned to begin."))]
    published_at: datetime | None
    started_at: Annotated[datetime | None, Field(description=_("When the clock was started."))]
    closed_at: datetime | None
    results: Annotated[bool, Field(description=_("Whether its results are public."))]


class RoundPage(PageOf):
    """Rounds by number."""

    items: list[RoundRow]


class SideRow(Schema):
    """One side of a table: a sits on 1 and 3, b on 2 and 4."""

    entries: Annotated[list[int], Field(description=_("One of a pair, two where players are ranked each by himself."))]
    players: list[str]


class Outcome(Schema):
    """How a partida came out."""

    kind: Annotated[Literal["played", "walkover", "both_absent", "void"], Field(description=_("What became of it."))]
    points: Annotated[Points | None, Field(description=_("Of side a and of side b, if it was played."))]
    parts: Annotated[Points | None, Field(description=_("Parts won, where a partida has several."))]
    winner: Annotated[Literal["a", "b"] | None, Field(description=_("Who has won, if anybody has."))]


class ResultRow(Outcome):
    """A confirmed result."""

    corrected: Annotated[bool, Field(description=_("It was corrected after it had been confirmed."))]
    under_protest: Annotated[bool, Field(description=_("It is contested, and nothing is decided yet."))]


class TableRow(Schema):
    """A table of a round."""

    table: Annotated[int | None, Field(description=_("Its number; none where an entry is free."))]
    a: SideRow | None
    b: SideRow | None
    result: Annotated[ResultRow | None, Field(description=_("Once it is confirmed and public."))]


class TablePage(PageOf):
    """Tables by number, those who are free last."""

    round: int
    items: list[TableRow]


class StandingRow(Schema):
    """An entry in the standings."""

    place: int
    group: Annotated[int | None, Field(description=_("From 1, in a stage that is played in groups."))]
    entry: int
    players: list[str]
    club: str
    country: str
    withdrawn: bool
    played: int
    wins: int
    losses: int
    walkovers: int
    byes: int
    points_for: int
    points_against: int
    difference: int
    values: Annotated[
        dict[str, int | str | None], Field(description=_("By criterion; an average is a text with two decimals."))
    ]
    decided_by: Annotated[
        str | None, Field(description=_("The criterion that put it behind the one above, if any did."))
    ]


class StandingPage(PageOf):
    """Standings of a stage after a round: only confirmed results count."""

    stage: int
    after: int
    criteria: Annotated[list[str], Field(description=_("What decides, in this order."))]
    missing: Annotated[list[Points], Field(description=_("Round and table of results that aren't confirmed yet."))]
    items: list[StandingRow]


class MeetingRow(Schema):
    """A round of an entry in the cross-table."""

    round: int
    table: int | None
    opponent: Annotated[int | None, Field(description=_("Its number; none where the entry was free."))]
    how: Annotated[How, Field(description=_("How it came out for the entry."))]
    points: Annotated[Points | None, Field(description=_("For and against, as they count."))]


class CrossRow(Schema):
    """A line of the cross-table."""

    place: int
    group: int | None
    entry: int
    players: list[str]
    meetings: list[MeetingRow]


class CrossPage(PageOf):
    """The cross-table of a stage after a round; empty where partners change, so that no entry meets another."""

    stage: int
    after: int
    items: list[CrossRow]


class BracketSide(Schema):
    """One side of a meeting of the bracket."""

    entry: Annotated[int | None, Field(description=_("Its number, once it is known."))]
    players: list[str]
    points: int | None
    won: bool


class BracketMeeting(Schema):
    """A meeting of the bracket, whether it is drawn already or not."""

    key: str
    section: Annotated[Section, Field(description=_("The part of the bracket."))]
    round_of_section: int
    number: int
    round: Annotated[int | None, Field(description=_("In which it is played, once that is public."))]
    table: int | None
    sides: tuple[BracketSide, BracketSide]


class PlaceRow(Schema):
    """A place that is decided."""

    place: int
    entry: int
    players: list[str]


class Bracket(Schema):
    """The bracket of a knockout."""

    stage: int
    after: Annotated[int, Field(description=_("The last round whose results are public, with all before it."))]
    meetings: list[BracketMeeting]
    places: list[PlaceRow]


class DocumentRow(Schema):
    """A sealed paper."""

    code: str
    kind: Annotated[Paper, Field(description=_("What it is about."))]
    round: int | None
    table: Annotated[int | None, Field(description=_("Of a protocol."))]
    language: str
    revision: int
    sealed_at: datetime | None
    sha256: str
    size: Annotated[int | None, Field(description=_("In bytes."))]
    file: Annotated[str, Field(description=_("The address of the PDF."))]
    verify: Annotated[str, Field(description=_("The address at which it is checked."))]


class DocumentPage(PageOf):
    """Papers that are in force, the newest first."""

    items: list[DocumentRow]


class ErratumRow(Schema):
    """A correction of a confirmed result."""

    round: int
    table: int
    a: SideRow
    b: SideRow | None
    before: Outcome
    after: Outcome
    reason: Annotated[str, Field(description=_("Empty where names are shown as initials only."))]
    made_at: datetime


class ErratumPage(PageOf):
    """Corrections, the latest first."""

    items: list[ErratumRow]

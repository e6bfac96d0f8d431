"""Why this place: what decided it against whom, and the sum behind each value (R12.6)."""

from dataclasses import dataclass
from itertools import combinations

from django.utils.translation import gettext as _

import scoring
from tournament.models import Round, Tournament
from tournament.phrases import place_label
from tournament.regulation_phrases import CRITERIA

from .queries import Row, Table, table
from .sums import OF_LEVEL, Summand, named, summands
from .tables import MEANINGS, value_words

WITHOUT_ROUNDS = ("seed", "lots")
MOST_NAMED = 8
"""So many pairs that haven't met are named; after a first round there would be hundreds."""


@dataclass(frozen=True)
class Border:
    """What parts an entry from a neighbour. code: the criterion, or `shared` where nothing parts them.

    mine, theirs: what the two have by it; "" where nothing parts them.
    """

    neighbour: Row
    code: str
    mine: str
    theirs: str

    @property
    def is_shared(self) -> bool:
        return self.code == scoring.SHARED

    @property
    def name(self) -> str:
        """The criterion in words."""
        return "" if self.is_shared else str(CRITERIA[self.code])


@dataclass(frozen=True)
class Reason:
    """A value of an entry and how it comes about. note: why it isn't applied, or what it rests on."""

    code: str
    value: str
    summands: tuple[Summand, ...]
    note: str

    @property
    def name(self) -> str:
        return str(CRITERIA[self.code])

    @property
    def meaning(self) -> str:
        return str(MEANINGS[self.code])

    @property
    def rule(self) -> str:
        return scoring.CRITERIA[self.code].rule


@dataclass(frozen=True)
class Why:
    """Why an entry stands where it stands. above, below: None where nobody is."""

    standings: Table
    row: Row
    above: Border | None
    below: Border | None
    reasons: tuple[Reason, ...]

    @property
    def place(self) -> str:
        """With the group's letter where there are several."""
        return place_label(self.row.place, self.row.group)

    @property
    def waiting(self) -> int:
        """How many tables aren't confirmed yet, so that places may change (R11.2)."""
        return len(self.standings.missing)


def why_after(tournament: Tournament, after: int, entry: int) -> Why | None:
    """Why an entry stood where it stood after a published round; None where there is no such round or entry."""
    published = Round.objects.exclude(state=Round.State.PROPOSED.value).select_related("stage__tournament")
    round_ = published.filter(tournament=tournament, number=after).first()
    return why(table(round_.stage, after=after), entry) if round_ else None


def why(standings: Table, entry: int) -> Why | None:
    """Why an entry stands where it stands; None if it isn't in the table. No query."""
    rows = standings.rows
    at = next((at for at, row in enumerate(rows) if row.entry == entry), None)
    if at is None:
        return None
    row = rows[at]
    above = rows[at - 1] if at and rows[at - 1].group == row.group else None
    below = rows[at + 1] if at + 1 < len(rows) and rows[at + 1].group == row.group else None
    return Why(
        standings=standings,
        row=row,
        above=_border(row, above, row) if above else None,
        below=_border(row, below, below) if below else None,
        reasons=tuple(_reason(standings, row, code) for code in standings.rules.criteria),
    )


def _border(row: Row, neighbour: Row, lower: Row) -> Border:
    """The border between two neighbours: the lower one's row says what decided."""
    code = lower.standing.decided_by or scoring.SHARED
    if code == scoring.SHARED:
        return Border(neighbour, code, "", "")
    mine, theirs = (value_words(code, each.standing.values[code]) for each in (row, neighbour))
    return Border(neighbour, code, mine, theirs)


def _reason(standings: Table, row: Row, code: str) -> Reason:
    value = row.standing.values[code]
    if value is None:
        return Reason(code, "—", (), _not_applied(standings, row, code))
    if code in WITHOUT_ROUNDS:
        return Reason(code, value_words(code, value), (), _without_rounds(standings, row, code))
    return Reason(
        code, value_words(code, value), tuple(summands(standings, row, code)), _rests_on(standings, row, code)
    )


def _rests_on(standings: Table, row: Row, code: str) -> str:
    """What else to know of a sum: with whom it is compared, by what it is divided."""
    if code in OF_LEVEL:
        others = "; ".join(named(standings, other) for other in _level_with(row, code))
        return _("Level with it on everything before: %(others)s.") % {"others": others}
    if code == "average":
        terms = row.standing.explain(code)
        words = {"points": sum(term.amount for term in terms), "count": len(terms)}
        return _("%(points)d points in partidas played, divided by their number: %(count)d.") % words
    return ""


def _level_with(row: Row, code: str) -> list[int]:
    return sorted(int(str(other)) for other in row.standing.tied_with(code))


# -- what a value that needs no rounds rests on ----------------------------------------------------------------


def _without_rounds(standings: Table, row: Row, code: str) -> str:
    if code == "lots":
        has_one = row.entry in standings.basis.lots
        return _("Its lot came out at this place.") if has_one else _("It has no lot: it comes after all who have one.")
    has_one = standings.basis.entries[row.entry].seed is not None
    return _("Its rank at entry.") if has_one else _("It has no rank at entry: it comes after all who have one.")


def _not_applied(standings: Table, row: Row, code: str) -> str:
    """Why a criterion isn't applied to an entry."""
    if code == "lots":
        return _("Not applied: the lots aren't drawn yet.")
    others = _level_with(row, code)
    if not others:
        return _("Not applied: nobody is level with it on everything before.")
    met = _met(standings)
    apart = [pair for pair in combinations(sorted([row.entry, *others]), 2) if pair not in met]
    said = "; ".join(f"{a}–{b}" for a, b in apart[:MOST_NAMED]) + ("; …" if len(apart) > MOST_NAMED else "")
    return _("Not applied: not all who are level have met at the table. These haven't: %(pairs)s") % {"pairs": said}


def _met(standings: Table) -> set[tuple[int, int]]:
    """Who has met whom in a partida that was played, the smaller number first."""
    played = [result for result in standings.basis.results if result.kind == "played"]
    pairs = [(int(str(result.entry)), int(str(other))) for result in played for other in result.opponents]
    return {(min(pair), max(pair)) for pair in pairs}

"""The sum behind a value: every round of an entry, what it adds, and why it doesn't where it doesn't (R12.6)."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

import scoring
from tournament.models import Partida

from .cross_table import OUTCOMES, WITHOUT_SCORE, how_it_ended
from .queries import Row, Table
from .results import Sitting
from .tables import SIGNED, value_words

OF_LEVEL = ("head_to_head", "head_to_head_difference")
"""The criteria that compare only those who are level."""
OF_OPPONENTS = ("buchholz", "buchholz_minus_worst", "sonneborn_berger")
OF_POINTS = ("difference", "points_for", "points_against", "average", "head_to_head_difference")
CREDITED = ("bye", "walkover", "both_absent")


@dataclass(frozen=True)
class Summand:
    """A line of a sum: a round, or one of the opponents of a round.

    table: None for a bye. score: points for and against as they were played, None where there are none. amount: what
    it adds, `—` where it doesn't count. note: why not, or what else to know.
    """

    round: int
    table: int | None
    opponents: str
    how: str
    score: tuple[int, int] | None
    amount: str
    counts: bool
    note: str


@dataclass(frozen=True)
class _Game:
    """A partida of the entry that is explained. result: as it was played; None where nothing counts for it."""

    standings: Table
    row: Row
    sitting: Sitting
    result: scoring.Result | None

    @property
    def seats(self) -> set[int]:
        return {number for number, entry in self.sitting.seats if entry == self.row.entry}

    @property
    def paying(self) -> set[int]:
        """The seats whose fines it bears: its side's, or its own where the offender alone pays (R10.5)."""
        if self.sitting.rules.pays == "offender":
            return self.seats
        return {seat for seat in scoring.SEATS if scoring.side_of(seat) in map(scoring.side_of, self.seats)}

    @property
    def opponents(self) -> list[int]:
        """Who sat on the other side."""
        mine = {scoring.side_of(seat) for seat in self.seats}
        return sorted({entry for number, entry in self.sitting.seats if scoring.side_of(number) not in mine})

    def line(self, amount: str, note: str, *, counts: bool = True, opponent: int | None = None) -> Summand:
        """What it adds; opponent: the one of them whose wins are added."""
        how = how_it_ended(self.sitting, self.row.entry, self.result)
        result = None if how in WITHOUT_SCORE else self.result
        against = self.opponents if opponent is None else [opponent]
        return Summand(
            round=self.sitting.round,
            table=self.sitting.table,
            opponents="; ".join(named(self.standings, each) for each in against),
            how=str(OUTCOMES[how][1]),
            score=(result.points_for, result.points_against) if result else None,
            amount=amount,
            counts=counts,
            note=note,
        )


def named(standings: Table, entry: int) -> str:
    """Number and name of an entry, as the rows name it: that is how the reader may know it."""
    name = next((row.name for row in standings.rows if row.entry == entry), "")
    return f"{entry} {name}".rstrip()


def summands(standings: Table, row: Row, code: str) -> Iterator[Summand]:
    """The lines of the sum behind a value of an entry, in the order of rounds."""
    counted = row.standing.explain(code)
    # The weakest opponent is shown, too: that he is left out is what has to be said of him.
    terms = row.standing.explain("buchholz") if code == "buchholz_minus_worst" else counted
    for game in _games(standings, row):
        mine = [term for term in terms if term.result and term.result.round == game.sitting.round]
        if mine and game.sitting.kind != Partida.Kind.VOID.value:
            for term in mine:
                yield _counted(game, code, term) if term in counted else _weakest(game, term)
        else:
            yield _left_out(game, code)


def _games(standings: Table, row: Row) -> Iterator[_Game]:
    """The partidas for which an entry was seated."""
    for sitting in standings.basis.sittings:
        if any(entry == row.entry for _number, entry in sitting.seats):
            result = next((result for result in sitting.results if result.entry == row.entry), None)
            yield _Game(standings, row, sitting, result)


def _counted(game: _Game, code: str, term: scoring.Term) -> Summand:
    amount = value_words(code, term.amount) if code in SIGNED else str(term.amount)
    opponent = None if term.opponent is None else int(str(term.opponent))
    return game.line(amount, "; ".join(_notes(game, code, term)), opponent=opponent)


def _weakest(game: _Game, term: scoring.Term) -> Summand:
    note = _("the fewest wins, %(wins)d: left out") % {"wins": term.amount}
    return game.line("—", note, counts=False, opponent=int(str(term.opponent)))


# -- what there is to say of a line ----------------------------------------------------------------------------


def _notes(game: _Game, code: str, term: scoring.Term) -> Iterator[str]:
    """What else to know of what counts: credits, caps, fines, what a referee decided."""
    if code not in OF_POINTS or game.result is None or term.result is None:
        return
    if game.result.kind in CREDITED:
        yield _("nothing was played: credited by the regulations")
    points = {"average": "points_for", "head_to_head_difference": "difference"}.get(code, code)
    played, capped = getattr(game.result, points), getattr(term.result, points)
    if played != capped:
        words = {
            "played": value_words(code, played) if code in SIGNED else played,
            "target": game.standings.rules.target,
        }
        yield _("%(played)s played: points count up to %(target)d") % words
    yield from _rulings(game, points)


def _rulings(game: _Game, points: str) -> Iterator[str]:
    """What rulings of the partida have done to its points (R10.2, R10.3)."""
    sitting = game.sitting
    effects = scoring.rulings_for(sitting.rules, sitting.decisions, sitting.pk)
    if any(effect.loses for effect in effects):
        yield _("decided by a ruling of the referee")
        return
    alone = sitting.rules.pays == "offender"
    awarded = sitting.rules.fine == "award" and not alone
    mine = sum(effect.points for effect in effects if effect.seat in game.paying)
    theirs = sum(effect.points for effect in effects if effect.seat not in game.paying)
    if mine and (points == "difference" or (points == "points_for") != awarded):
        yield _("with a fine of %(points)d") % {"points": mine}
    if theirs and not alone and (points == "difference" or (points == "points_for") == awarded):
        yield _("with the opponents' fine of %(points)d") % {"points": theirs}


def _left_out(game: _Game, code: str) -> Summand:
    """A round that adds nothing."""
    why_not = _why_not(game, code)
    return game.line("—", why_not, counts=False) if why_not else game.line("0", "")


def _why_not(game: _Game, code: str) -> str:
    """Why a round doesn't count for a criterion; "" where it counts, but adds nothing."""
    if not game.sitting.counts:
        return _("not confirmed yet")
    if game.result is None:
        return _("had withdrawn: nothing counts for it")
    if game.result.kind == "void":
        return _("annulled: it counts for nobody")
    if game.result.kind != "played" and code in ("average", *OF_LEVEL, *OF_OPPONENTS):
        return _("not played at the table")
    if code in OF_LEVEL:
        return _("not against those it is level with")
    if code == "sonneborn_berger":
        return pgettext("opponents", "not beaten")
    return ""

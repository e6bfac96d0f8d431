"""One deal: how it ended, what was left, and what it is worth (R5)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Literal, NamedTuple, cast

from scoring import checks
from scoring.consistency import Ends, check_laid, check_pips, check_tiles, check_tiles_so_far
from scoring.errors import RuleViolation
from scoring.layout import TILES, Tile, pips, tile, tile_text
from scoring.regulations import Regulations
from scoring.seats import SEATS, Score, Side, other_side, side_of

Kind = Literal["domino", "fish", "drawn", "broken", "void"]
Hands = tuple[tuple[Tile, ...], tuple[Tile, ...], tuple[Tile, ...], tuple[Tile, ...]]


class Ending(StrEnum):
    """How a deal ended, as it is written down; a *drawn* deal is a fish whose sums turn out equal (R5.3)."""

    DOMINO = "domino"
    FISH = "fish"
    BROKEN = "broken"


class DealPoints(NamedTuple):
    """What a deal is worth: points of each side, the side that won it, and its kind.

    ``kind`` is ``domino``, ``fish``, ``drawn`` (R5.3), ``broken`` (R5.6) or ``void`` (won without points,
    R5.5).
    """

    a: int
    b: int
    winner: Side | None
    kind: Kind


_KEYS: Final = ("lead", "ending", "closer", "pips", "tiles", "ends", "laid", "void")


@dataclass(frozen=True, kw_only=True)
class Deal:
    """A deal as it is written in the protocol; what cannot have happened is refused (R5.4).

    ``lead`` and ``closer`` are seats 1–4. What was left is given as ``tiles`` (four hands of tiles) or as
    ``pips`` (four sums, for seats 1 to 4); with tiles the pips are counted. ``ends`` (the two open ends)
    and ``laid`` (tiles on the table) are the control figures of R5.4a. ``void``: won, but without points
    (R5.5).

    >>> deal = Deal(lead=1, ending="domino", closer=3, pips=(14, 6, 0, 11), ends=(6, 5))
    >>> deal.ending, sum(deal.pips)
    (<Ending.DOMINO: 'domino'>, 31)

    Raises :class:`RuleViolation` whose ``field`` names the entry: ``pips.2``, ``tiles.4``, ``ends``,
    ``closer`` …
    """

    lead: int | None = None
    ending: Ending
    closer: int | None = None
    pips: tuple[int, int, int, int] | None = None
    tiles: Hands | None = None
    ends: Ends | None = None
    laid: int | None = None
    void: bool = False

    def __post_init__(self) -> None:
        self._check_shape()
        if self.ending is Ending.BROKEN:
            self._check_broken()
            return
        self._check_closer()
        if self.tiles is not None:
            check_tiles(self.tiles, self._out, self.ends, self.laid)
            self._count_pips(self.tiles)
        elif self.pips is not None:
            check_pips(self.pips, self._out, self.ends, self.laid)
        else:
            raise RuleViolation("deal.hands_missing", field="pips")

    def _check_shape(self) -> None:
        """Types and ranges; hands, ends and ending get their one canonical form."""
        put = object.__setattr__
        put(self, "ending", Ending(checks.choice(self.ending, "ending", [ending.value for ending in Ending])))
        for name in ("lead", "closer"):
            if getattr(self, name) is not None:
                checks.whole(getattr(self, name), name, SEATS[0], SEATS[-1])
        if self.ends is not None:
            halves = checks.items(self.ends, "ends", 2)
            put(self, "ends", tuple(checks.whole(half, "ends", 0, 6) for half in halves))
        if self.laid is not None:
            checks.whole(self.laid, "laid", 0, len(TILES))
        if self.pips is not None:
            sums = zip(SEATS, checks.items(self.pips, "pips", len(SEATS)), strict=True)
            put(self, "pips", tuple(checks.whole(value, f"pips.{seat}", 0, 168) for seat, value in sums))
        if self.tiles is not None:
            put(self, "tiles", _hands(self.tiles))
        checks.flag(self.void, "void")

    def _check_broken(self) -> None:
        """R5.6: nothing is counted, so nothing is written."""
        for name in ("closer", "pips", "tiles", "ends", "laid"):
            if getattr(self, name) is not None:
                raise RuleViolation("deal.broken_has_nothing", field=name)
        if self.void:
            raise RuleViolation("deal.broken_has_nothing", field="void")

    def _check_closer(self) -> None:
        if self.ending is Ending.DOMINO and self.closer is None:
            raise RuleViolation("deal.closer_missing", field="closer")
        if self.ending is Ending.FISH and self.ends is not None and self.ends[0] != self.ends[1]:
            raise RuleViolation("deal.fish_ends", field="ends", first=self.ends[0], second=self.ends[1])
        if self.laid is not None:
            check_laid(self.laid, self._out)

    @property
    def _out(self) -> int | None:
        """The seat that went out; in a fish nobody did, whoever closed it."""
        return self.closer if self.ending is Ending.DOMINO else None

    def _count_pips(self, tiles: Hands) -> None:
        counted = tuple(pips(hand) for hand in tiles)
        for seat, written, real in zip(SEATS, self.pips or counted, counted, strict=True):
            if written != real:
                raise RuleViolation("deal.pips_differ", field=f"pips.{seat}", seat=seat, pips=written, counted=real)
        object.__setattr__(self, "pips", counted)

    def check_control(self, regulations: Regulations) -> None:
        """Refuse a deal without the control figures that the regulations ask for (R5.4a)."""
        if self.ending is Ending.BROKEN or regulations.control == "none":
            return
        if self.ends is None:
            raise RuleViolation("deal.ends_missing", field="ends")
        if self.laid is None and regulations.control == "ends_and_count":
            raise RuleViolation("deal.laid_missing", field="laid")

    def points(self, regulations: Regulations) -> DealPoints:
        """The points of the deal (R5.1–R5.6).

        >>> from scoring import preset
        >>> Deal(ending="domino", closer=3, pips=(14, 6, 0, 11)).points(preset("fdr"))
        DealPoints(a=31, b=0, winner='a', kind='domino')
        """
        if self.pips is None:
            return DealPoints(0, 0, None, "broken")
        left = Score(self.pips[0] + self.pips[2], self.pips[1] + self.pips[3])
        if self.closer is not None and self.ending is Ending.DOMINO:
            winner, kind = side_of(self.closer), "domino"
            points = sum(left) if regulations.counted == "all" else getattr(left, other_side(winner))
        elif left.ahead is None:
            return DealPoints(0, 0, None, "drawn")
        else:
            winner, kind = other_side(left.ahead), "fish"
            points = _fish_points(left, winner, regulations.fish)
        if self.void:
            points, kind = 0, "void"
        return DealPoints(*_for_side(winner, points), winner, cast(Kind, kind))

    @classmethod
    def from_dict(cls, data: object) -> Deal:
        """A deal as the tournament file writes it.

        >>> Deal.from_dict({"lead": 1, "ending": "broken"}).ending.value
        'broken'

        Raises :class:`RuleViolation` for unknown keys and wrong types too.
        """
        given = dict(checks.mapping(data, None, _KEYS))
        if "ending" not in given:
            raise RuleViolation("value.missing", field="ending", key="ending")
        return cls(**cast(Any, given))

    def to_dict(self) -> dict[str, object]:
        """What :meth:`from_dict` reads: keys without a value are left out, tiles stand for their pips."""
        data: dict[str, object] = {"lead": self.lead, "ending": self.ending.value, "closer": self.closer}
        if self.tiles is not None:
            data["tiles"] = [[tile_text(tile) for tile in hand] for hand in self.tiles]
        elif self.pips is not None:
            data["pips"] = list(self.pips)
        data |= {"ends": None if self.ends is None else list(self.ends), "laid": self.laid}
        return {key: value for key, value in data.items() if value is not None} | ({"void": True} if self.void else {})


def check_so_far(
    ending: Ending,
    closer: int | None,
    left: Sequence[int | None] | Sequence[Collection[Tile]],
    ends: Ends | None = None,
) -> None:
    """Refuse what cannot be in a deal that is still being written, whatever is to come (R5.4).

    ``left`` has the pips of seats 1 to 4, ``None`` where they aren't written yet, or the tiles so far.

    >>> check_so_far(Ending.DOMINO, 3, (None, 70, 0, None))
    Traceback (most recent call last):
    scoring.errors.RuleViolation: Seat 2 cannot hold 70 pips: 69 is the most possible.
    """
    if ending is Ending.BROKEN:
        return
    out = closer if ending is Ending.DOMINO else None
    if any(isinstance(held, Collection) for held in left):
        check_tiles_so_far(cast(Sequence[Collection[Tile]], left), out, ends)
    else:
        check_pips(cast(Sequence[int | None], left), out, ends, None)


def _hands(value: object) -> Hands:
    """Four hands of tiles in canonical form: each hand in descending order."""
    hands = []
    for seat, hand in zip(SEATS, checks.items(value, "tiles", len(SEATS)), strict=True):
        if not isinstance(hand, Iterable) or isinstance(hand, (str, Mapping)):
            raise RuleViolation("value.list", field=f"tiles.{seat}")
        try:
            hands.append(tuple(sorted((tile(one) for one in hand), reverse=True)))
        except RuleViolation as refusal:
            raise refusal.within(f"tiles.{seat}") from None
    return cast(Hands, tuple(hands))


def _fish_points(left: Score, winner: Side, fish: str) -> int:
    """What the side with the smaller sum scores (R5.2)."""
    if fish == "all":
        return sum(left)
    if fish == "opponents":
        return cast(int, getattr(left, other_side(winner)))
    return abs(left.a - left.b)


def _for_side(side: Side, points: int) -> Score:
    return Score(points, 0) if side == "a" else Score(0, points)

"""What a table of infractions is made of; the tables themselves are in the files beside this one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final, Literal

from scoring import checks

Account = Literal["game", "disciplinary"]
Card = Literal["yellow", "red", "black"]
Whom = Literal["player", "pair", "table"]
DealEffect = Literal["continues", "broken", "opponents_choose", "not_played", "reshuffled", "referee"]

DEAL_EFFECTS: Final[dict[DealEffect, str]] = {
    "continues": "the deal goes on",
    "broken": "the deal is broken and played again with the same lead",
    "opponents_choose": "the opponents choose: deal again, or play on",
    "not_played": "the partida is not played",
    "reshuffled": "the tiles are shuffled again",
    "referee": "the referee decides whether the deal goes on or is broken",
}
"""What becomes of the deal (R10.1)."""


@dataclass(frozen=True)
class Penalty:
    """What one infraction costs.

    ``fine`` is per cent of the most points of the event, or ``"usual"``: the regulations' ``fine_percent``.
    ``loses``: the partida is lost, the most points to nothing. A suspension is the organiser's to measure.
    """

    warning: bool = False
    fine: int | Literal["usual"] = 0
    card: Card | None = None
    loses: bool = False
    expelled: bool = False
    suspended: bool = False

    @classmethod
    def from_dict(cls, data: object) -> Penalty:
        """A penalty as the tournament file writes it; what isn't named isn't imposed."""
        given = checks.mapping(data, "departure", [field.name for field in fields(cls)])
        for name in ("warning", "loses", "expelled", "suspended"):
            checks.flag(given.get(name, False), f"departure.{name}")
        if given.get("fine") != "usual":
            checks.whole(given.get("fine", 0), "departure.fine", 0, 1_000)
        if given.get("card") is not None:
            checks.choice(given["card"], "departure.card", ("yellow", "red", "black"))
        return cls(**given)  # type: ignore[arg-type]

    def to_dict(self) -> dict[str, object]:
        """What :meth:`from_dict` reads, without what isn't imposed.

        >>> Penalty(fine=40, card="yellow").to_dict()
        {'fine': 40, 'card': 'yellow'}
        """
        mine = {field.name: (getattr(self, field.name), field.default) for field in fields(self)}
        return {name: value for name, (value, default) in mine.items() if value != default}

    @property
    def is_none(self) -> bool:
        """Whether it costs nothing at all."""
        return self == Penalty()


@dataclass(frozen=True)
class Infraction:
    """One line of a table: what it is called, where it stands, what it costs first and again.

    ``repeat`` is the cost when the same player does the same again; ``None`` as the first time. ``whom`` it is for:
    the player, his pair, or all at the table. ``lead_may_stand``: a wrong lead that the deal may keep. ``note`` says
    what the words of the source add.
    """

    code: str
    title: str
    first: Penalty
    repeat: Penalty | None = None
    article: str = ""
    account: Account = "game"
    deal: DealEffect = "continues"
    whom: Whom = "player"
    lead_may_stand: bool = False
    note: str = ""


@dataclass(frozen=True)
class Sanctions:
    """A table of infractions and how they add up (R10.3).

    ``scope`` is where an earlier infraction counts: in the same partida or in the whole tournament.
    ``cards``: two warnings make a yellow card, two yellow a red, red and yellow a black. ``two_lose``: two
    infractions of one player in one partida lose it.
    """

    name: str
    title: str
    infractions: Mapping[str, Infraction]
    scope: Literal["partida", "tournament"]
    cards: bool = False
    two_lose: bool = False


WARNING: Final = Penalty(warning=True)
USUAL_FINE: Final = Penalty(fine="usual")
FINE_20: Final = Penalty(fine=20)
FINE_40_YELLOW: Final = Penalty(fine=40, card="yellow")
LOST: Final = Penalty(loses=True)
YELLOW: Final = Penalty(card="yellow")
YELLOW_LOST: Final = Penalty(card="yellow", loses=True)
RED: Final = Penalty(card="red", loses=True)
BLACK: Final = Penalty(card="black", loses=True, expelled=True)
LOST_EXPELLED: Final = Penalty(loses=True, expelled=True)
SUSPENDED: Final = Penalty(suspended=True)


def by_code(*infractions: Infraction) -> dict[str, Infraction]:
    """A table from its lines."""
    return {infraction.code: infraction for infraction in infractions}

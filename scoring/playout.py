"""Deals played at random by the rules, from a seed: for demos, rehearsals and tests (R2, R4, R5)."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final, cast

from scoring.consistency import HAND, Ends
from scoring.deal import Deal, Ending, Hands
from scoring.fold import play
from scoring.layout import TILES, Tile
from scoring.regulations import Regulations
from scoring.seats import SEATS, next_seat

DOUBLE_WEIGHT: Final = 3
"""How much likelier a double is laid than another tile that fits: it fits one number only, so players shed it."""


@dataclass(frozen=True)
class Played:
    """A deal as it was played: ``moves`` has (seat, tile), ``None`` for a pass, in order."""

    lead: int
    moves: tuple[tuple[int, Tile | None], ...]
    left: Hands
    ends: Ends

    @property
    def deal(self) -> Deal:
        """What the protocol says of it, tiles and control figures included."""
        closer = next(seat for seat, tile in reversed(self.moves) if tile is not None)
        ending = Ending.FISH if self.left[closer - 1] else Ending.DOMINO
        laid = sum(tile is not None for _, tile in self.moves)
        return Deal(lead=self.lead, ending=ending, closer=closer, tiles=self.left, ends=self.ends, laid=laid)


def playout(seed: int | Random, lead: int | None = None) -> Deal:
    """One deal, shuffled and played at random by the rules; without ``lead`` the players draw for it (R4.1).

    >>> playout(1, lead=3) == playout(1, lead=3)
    True
    """
    return play_out(seed, lead).deal


def play_out(seed: int | Random, lead: int | None = None) -> Played:
    """One deal with all its moves; whoever can move must, in counter-clockwise order (R1.2)."""
    random = seed if isinstance(seed, Random) else Random(seed)  # noqa: S311 — play, not secrets
    seat = lead = draw_lead(random) if lead is None else lead
    hands = _shuffled(random)
    ends: Ends | None = None
    moves: list[tuple[int, Tile | None]] = []
    passes = 0
    while all(hands.values()) and passes < len(SEATS):
        tile = _choose(random, hands[seat], ends)
        moves.append((seat, tile))
        passes = passes + 1 if tile is None else 0
        if tile is not None:
            hands[seat].remove(tile)
            ends = _laid(random, tile, ends)
        seat = next_seat(seat)
    left = cast(Hands, tuple(tuple(sorted(hands[seat], reverse=True)) for seat in SEATS))
    return Played(lead, tuple(moves), left, cast(Ends, ends))


def draw_lead(random: Random) -> int:
    """The seat that turned the most pips, the higher half deciding between equals (R4.1)."""
    turned = dict(zip(SEATS, random.sample(TILES, len(SEATS)), strict=True))
    return max(SEATS, key=lambda seat: (sum(turned[seat]), turned[seat]))


def playout_partida(regulations: Regulations, seed: int | Random) -> list[Deal]:
    """Deals at random until the partida is over by number, target or extra deals; time never runs out."""
    random = seed if isinstance(seed, Random) else Random(seed)  # noqa: S311 — play, not secrets
    deals: list[Deal] = []
    while not (coming := play(regulations, deals).next).over:
        deals.append(playout(random, coming.lead if deals else None))
    return deals


def _shuffled(random: Random) -> dict[int, list[Tile]]:
    tiles = list(TILES)
    random.shuffle(tiles)
    return {seat: tiles[HAND * (seat - 1) : HAND * seat] for seat in SEATS}


def _choose(random: Random, hand: list[Tile], ends: Ends | None) -> Tile | None:
    """A tile that fits, ``None`` if there isn't any; doubles go early, as they do among people."""
    fitting = hand if ends is None else [tile for tile in hand if ends[0] in tile or ends[1] in tile]
    if not fitting:
        return None
    weights = [DOUBLE_WEIGHT if tile[0] == tile[1] else 1 for tile in fitting]
    return random.choices(fitting, weights)[0]


def _laid(random: Random, tile: Tile, ends: Ends | None) -> Ends:
    """The open ends after a tile is laid, on either end where it fits both."""
    if ends is None:
        return tile
    fitting = [index for index in (0, 1) if ends[index] in tile]
    index = random.choice(fitting)
    free = tile[0] if tile[1] == ends[index] else tile[1]
    return (free, ends[1]) if index == 0 else (ends[0], free)

"""What diplomas show: a page for each, in a frame of all 28 tiles, and a list of those who got one."""

import base64
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any, ClassVar

from tournament.models import Staff

from .times import days

# The whole set laid round the page as one closed chain: each number as often as the rules of dominoes have it (R2.1).
ACROSS, DOWN = 9, 5
LONG, LONGEST = 34, 90  # letters of a name
HALF = 50  # in the units of the drawing; a tile is 100 by 50
PIPS = {
    0: (),
    1: ((25, 25),),
    2: ((13, 13), (37, 37)),
    3: ((13, 13), (25, 25), (37, 37)),
    4: ((13, 13), (37, 13), (13, 37), (37, 37)),
    5: ((13, 13), (37, 13), (25, 25), (13, 37), (37, 37)),
    6: ((13, 12), (25, 12), (37, 12), (13, 38), (25, 38), (37, 38)),
}


@dataclass(frozen=True)
class Diploma:
    """One diploma: for an entry, or for one of its players with the partner beside him.

    size: "", `long` or `longest`, as its names ask for smaller letters.
    """

    place: int
    entry: int
    players: tuple[str, ...]
    partners: tuple[str, ...]
    origin: str
    tile: str
    size: str


@dataclass(frozen=True)
class DiplomasPaper:
    """The diplomas; frame and tiles are images that the paper carries itself. Officials sign by their names."""

    landscape: ClassVar = True

    days: str
    diplomas: tuple[Diploma, ...]
    chief_referee: str
    secretary: str
    frame: str


def diplomas_paper(content: Mapping[str, Any]) -> DiplomasPaper:
    """Diplomas from the content of `contents.content_of_tournament`."""
    return DiplomasPaper(
        days=days(content),
        diplomas=tuple(map(_diploma, content["diplomas"])),
        chief_referee=_named(content, Staff.Role.CHIEF_REFEREE.value),
        secretary=_named(content, Staff.Role.SECRETARY.value),
        frame=frame(),
    )


def _diploma(said: Mapping[str, Any]) -> Diploma:
    letters = max(map(len, said["players"]), default=0)
    return Diploma(
        place=said["place"],
        entry=said["entry"],
        players=tuple(said["players"]),
        partners=tuple(said["partners"]),
        origin=", ".join(text for text in (said["club"], said["country"]) if text),
        tile=double(said["place"]),
        size="longest" if letters > LONGEST else "long" if letters > LONG else "",
    )


def _named(content: Mapping[str, Any], role: str) -> str:
    """Who has this role, if it is one only: otherwise the line is for whoever of them signs."""
    names = [official["name"] for official in content["officials"] if official["role"] == role]
    return names[0] if len(names) == 1 else ""


# -- tiles ---------------------------------------------------------------------------------------------------


@cache
def frame() -> str:
    """All 28 tiles round the page, touching with equal halves: nine across, five down."""
    width, height = 2 * HALF * ACROSS, 2 * HALF * DOWN + 2 * HALF
    drawn = "".join(_tile(tile, *place) for tile, place in zip(ring(), _places(width, height), strict=True))
    return _image(width, height, drawn)


@cache
def double(place: int) -> str:
    """The double of a place, from 1 to 6; beyond that the blank one, for the figure stands beside it."""
    number = place if place <= 6 else 0
    return _image(2 * HALF, HALF, _tile((number, number), 0, 0, 0))


@cache
def ring() -> tuple[tuple[int, int], ...]:
    """A closed chain of the whole set: steps of one, two and three round the numbers, each double where it comes first.

    >>> len({frozenset(tile) for tile in ring()})
    28
    """
    walk = [0]
    for step in (1, 2, 3):
        walk += [(walk[-1] + step * each) % 7 for each in range(1, 8)]
    tiles: list[tuple[int, int]] = []
    for number, after in pairwise(walk):
        if (number, number) not in tiles:
            tiles.append((number, number))
        tiles.append((number, after))
    return tuple(tiles)


def _places(width: int, height: int) -> Iterator[tuple[int, int, int]]:
    """Where each tile of the frame lies and how it is turned: clockwise from the upper left corner."""
    long = 2 * HALF
    yield from ((at * long, 0, 0) for at in range(ACROSS))
    yield from ((width, HALF + at * long, 90) for at in range(DOWN))
    yield from ((width - at * long, height, 180) for at in range(ACROSS))
    yield from ((0, height - HALF - at * long, 270) for at in range(DOWN))


def _tile(tile: tuple[int, int], x: int, y: int, turned: int) -> str:
    """A tile lying, its first half to the left; turned about its upper left corner."""
    pips = "".join(_pips(number, at) for at, number in zip((0, HALF), tile, strict=True))
    outline = f'<rect x="2" y="2" width="96" height="46" rx="6"/><path d="M{HALF} 8V42"/>'
    return f'<g transform="translate({x} {y}) rotate({turned})">{outline}{pips}</g>'


def _pips(number: int, left: int) -> str:
    return "".join(f'<circle cx="{left + x}" cy="{y}" r="4" fill="#000" stroke="none"/>' for x, y in PIPS[number])


def _image(width: int, height: int, drawn: Iterable[str] | str) -> str:
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
        f'<g fill="none" stroke="#000" stroke-width="1.3">{drawn}</g></svg>'
    )
    return "data:image/svg+xml;base64," + base64.b64encode(svg.encode("ascii")).decode("ascii")

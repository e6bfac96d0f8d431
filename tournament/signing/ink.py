"""A signature as a finger drew it: strokes of points `[x, y, milliseconds]` in a box of 1000 by 400.

Whole numbers only, so that a page and a paper can draw them as they are.
"""

import json
from itertools import pairwise
from typing import Any, NoReturn

from tournament.phrases import Refused

WIDTH, HEIGHT = 1000, 400
MOST_LETTERS = 64 * 1024
MOST_STROKES = 200
MOST_POINTS = 5_000
# Nobody signs for longer than ten minutes.
MOST_MILLISECONDS = 600_000
# The way of the pen in units of the box, some three times the height of a letter.
LEAST_WAY = 150

Strokes = list[list[list[int]]]


def read(text: str) -> Strokes:
    """The strokes that a page sent as JSON. Raises Refused for what is no signature.

    >>> read("[[[100, 100, 0], [300, 200, 40]]]")
    [[[100, 100, 0], [300, 200, 40]]]
    """
    if len(text) > MOST_LETTERS:
        raise Refused("signing.too_much", strokes=MOST_STROKES)
    strokes = _strokes(_parsed(text))
    if _way(strokes) < LEAST_WAY:
        raise Refused("signing.too_little")
    return strokes


def _parsed(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise Refused("signing.unreadable") from None


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


def _strokes(drawn: Any) -> Strokes:
    """The strokes, each point in the box, time never running backwards."""
    if not isinstance(drawn, list) or not all(isinstance(stroke, list) and stroke for stroke in drawn):
        raise Refused("signing.unreadable")
    if len(drawn) > MOST_STROKES or sum(map(len, drawn)) > MOST_POINTS:
        raise Refused("signing.too_much", strokes=MOST_STROKES)
    points = [point for stroke in drawn for point in stroke]
    if not all(map(_is_point, points)):
        raise Refused("signing.unreadable")
    times = [moment for _x, _y, moment in points]
    if times != sorted(times):
        raise Refused("signing.unreadable")
    return drawn


def _is_point(point: Any) -> bool:
    # `True` is an int for isinstance, and no coordinate.
    if not isinstance(point, list) or [type(value) for value in point] != [int, int, int]:
        return False
    limits = (WIDTH, HEIGHT, MOST_MILLISECONDS)
    return all(0 <= value <= limit for value, limit in zip(point, limits, strict=True))


def _way(strokes: Strokes) -> int:
    """How far the pen went while it touched the box."""
    return sum(
        abs(x - before_x) + abs(y - before_y)
        for stroke in strokes
        for (before_x, before_y, _then), (x, y, _now) in pairwise(stroke)
    )

"""Every address of the program, walked from its resolver: a new route is among them by itself."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from urllib.parse import quote

from django.urls import URLPattern, URLResolver, get_resolver

from .values import ODD_PARTS

PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>|\^?\(\?P<(\w+)>[^)]*\)")


@dataclass(frozen=True)
class Route:
    """A route: its name, and its address as text and parameters by turns."""

    name: str
    parts: tuple[str, ...]

    @property
    def parameters(self) -> tuple[str, ...]:
        return self.parts[1::2]

    def address(self, given: Mapping[str, str]) -> str:
        """The address with these values, which are percent-encoded already."""
        return "/" + "".join(given[part] if at % 2 else part for at, part in enumerate(self.parts))


def all_routes() -> list[Route]:
    """All of them, in the order in which they are looked up."""
    return list(_walk(get_resolver().url_patterns, "", ""))


def _walk(patterns: list[URLPattern | URLResolver], before: str, space: str) -> Iterator[Route]:
    for each in patterns:
        text = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from _walk(each.url_patterns, text, f"{each.namespace}:" if each.namespace else space)
        else:
            yield _route(f"{space}{each.name or text}", text)


def _route(name: str, text: str) -> Route:
    pieces = [piece for piece in PARAMETER.split(text) if piece is not None]
    return Route(name, tuple(piece.rstrip("$") if at % 2 == 0 else piece for at, piece in enumerate(pieces)))


def chosen(
    route: Route, names: Mapping[str, list[str]], others: list[Mapping[str, list[str]]], chance: Random
) -> dict[str, str]:
    """A value for each parameter: of one tournament, seldom of another, seldom nothing that there could be."""
    given = {}
    odd = chance.random() < 0.12
    if not odd and {"number", "table"} <= set(route.parameters):
        given["number"], given["table"] = chance.choice(names["place"]).split("/")
    for name in route.parameters:
        if name in given:
            continue
        pool, dice = names.get(name, ["1"]), chance.random()
        if odd and dice < 0.4:
            given[name] = chance.choice(ODD_PARTS)
        elif odd and dice < 0.6:
            given[name] = quote(chance.choice(chance.choice(others).get(name, ["1"])), safe="")
        else:
            given[name] = quote(chance.choice(pool), safe=":")
    return given

"""What isn't released isn't reached by any address, link, feed, file or search, in any state of release.

An anonymous visitor follows every link from the first page and, beside them, asks for every address that the program
has: whatever isn't the desk's. What he reads is searched for marks that the scene has put into all that is private,
held back, or a name.
"""

import json
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from html import unescape
from io import BytesIO
from itertools import product
from typing import Any
from urllib.parse import urldefrag

import pytest
from django.db.models import F
from django.test import RequestFactory
from django.test.client import ClientHandler
from django.urls import URLPattern, URLResolver, get_resolver
from openpyxl import load_workbook

from tests.tournament.public.release import decide
from tests.tournament.public.scene import SURNAME, WORDS, figures, make_scene, private
from tournament.models import Document, Player, Release, Tournament

# Long, and the same on any database.
pytestmark = pytest.mark.once

# Where the visitor doesn't go: accounts, the desk, the cards of tables, and the code of a paper, which is its key.
CLOSED = ("desk/", "admin/", "login/", "logout/", "language/", "verify/<", "table/", "account/", "invitation/")
LINK = re.compile(r'(?:href|src|hx-get)="([^"#]+)"')
ALL = frozenset({1, 2, 3})
QUERIES_OF_A_PAGE = 2
"""So many addresses that differ in their query only are asked for: a table sorted otherwise says nothing else."""


@dataclass(frozen=True)
class State:
    """Decisions about release; of which rounds the public sees no results, and after which no standings."""

    decisions: tuple[tuple[Any, ...], ...] = ()
    results: frozenset[int] = frozenset()
    standings: frozenset[int] = frozenset()
    cup: dict[str, Any] = field(default_factory=dict)
    sees_names: bool = True
    sees_papers: bool = True


OPEN = (("protocols", "public"), ("rulings", "public"))
STATES = {
    "everything": State(OPEN),
    "not public": State(OPEN, ALL, ALL, {"is_public": False}, sees_names=False, sees_papers=False),
    "until the ceremony": State((("results", "officials"), ("standings", "officials")), ALL, ALL),
    "results in the middle": State((*OPEN, ("results", "hidden", 2)), frozenset({2}), frozenset({2, 3})),
    "no standings": State(
        (*OPEN, ("standings", "officials"), ("documents", "hidden")), standings=ALL, sees_papers=False
    ),
    "no last draw": State((*OPEN, ("draw", "officials", 3)), frozenset({3}), frozenset({3})),
    "initials": State(OPEN, cup={"names_shown": "initials"}, sees_names=False, sees_papers=False),
}


def addresses() -> Iterator[str]:
    """Every address of the program that isn't closed, its parameters filled with what the scene has."""
    values = {
        "slug": ["cup"],
        "number": [1, 2, 3, 4],
        "after": sorted(ALL),
        "entry": [1],
        "table": [1, 2],
        "stage": [1, 2],
        "code": list(Document.objects.values_list("code", flat=True)),
        "rest": ["nothing"],
        "kind": ["csv", "xlsx", "json", "player"],
        "key": ["1:forged"],
        "player": list(Player.objects.values_list("pk", flat=True)[:2]),
        "pk": [1],
    }
    for route in _routes(get_resolver().url_patterns, ""):
        names = re.findall(r"<(?:\w+:)?(\w+)>", route)
        assert set(names) <= set(values), f"{route}: say above what its parameters can be"
        parts = re.split(r"<[^>]+>", route)
        for chosen in product(*(values[name] for name in names)):
            yield "/" + parts[0] + "".join(f"{value}{part}" for value, part in zip(chosen, parts[1:], strict=True))


def _routes(patterns: list[Any], before: str) -> Iterator[str]:
    for each in patterns:
        route = before + str(each.pattern)
        if isinstance(each, URLResolver) and not route.startswith(CLOSED):
            yield from _routes(each.url_patterns, route)
        elif isinstance(each, URLPattern) and not route.startswith(CLOSED):
            yield route


@cache
def words_of(kind: str, body: bytes) -> str:
    """What a person or a program reads there: the text of a paper, data without escapes, lines without folds."""
    if kind == "application/pdf":
        read = subprocess.run(["pdftotext", "-raw", "-", "-"], input=body, capture_output=True, check=True)
        return read.stdout.decode()
    if "spreadsheet" in kind:
        rows = load_workbook(BytesIO(body)).active.values
        return "\n".join(" ".join(str(cell) for cell in row) for row in rows)
    if "json" in kind:
        return json.dumps(json.loads(body), ensure_ascii=False)
    return unescape(body.decode(errors="replace")).replace("\r\n ", "")


class Visitor:
    """Who has no account: what he reads, by address, and which links led him nowhere."""

    def __init__(self) -> None:
        self.pages: dict[str, str] = {}
        self.dead: set[str] = set()
        # Not the usual client: it would keep every context of every template.
        self._handler = ClientHandler()
        self._handler.load_middleware()

    def crawl(self, first: list[str], also: Iterator[str]) -> "Visitor":
        """Follow all links from the first pages on, then look at these addresses as well."""
        waiting, seen, asked = list(first), set(first), dict[str, int]()
        while waiting:
            address = waiting.pop()
            if self._read(address) >= 400 and address not in first:
                self.dead.add(address)
            for target in self._links(address):
                path, _mark, query = target.partition("?")
                asked[path] = asked.get(path, 0) + bool(query and target not in seen)
                if target not in seen and (not query or asked[path] <= QUERIES_OF_A_PAGE):
                    waiting.append(target)
                seen.add(target)
        for address in also:
            if address not in self.pages:
                self._read(address)
        return self

    def _links(self, address: str) -> Iterator[str]:
        for link in LINK.findall(self.pages[address]):
            target = urldefrag(link).url
            target = address.partition("?")[0] + target if target.startswith("?") else target
            if target.startswith("/") and not target[1:].startswith((*CLOSED, "static/", "verify/")):
                yield target

    def _read(self, address: str) -> int:
        """Keep all words that come from an address; its status."""
        answer = self._handler(RequestFactory().get(address).environ)
        self.pages[address] = words_of(answer.headers.get("Content-Type", ""), answer.getvalue())
        return answer.status_code

    @property
    def papers(self) -> dict[str, str]:
        """The files that he got."""
        return {address: words for address, words in self.pages.items() if SURNAME in words and ".pdf" in address}

    def found(self, marks: set[str]) -> set[str]:
        """Where any of these marks stands, by itself: a figure within another one, or within a hash, is no mark."""
        any_of = re.compile("|".join(rf"(?<!\w){re.escape(mark)}(?!\w)" for mark in sorted(marks)) or "$.")
        return {f"{address}: {mark}" for address, words in self.pages.items() for mark in any_of.findall(words)}


def visit(state: State) -> Visitor:
    """A visitor in a state of release, who also searches for what he may not know."""
    Release.objects.all().delete()
    for decision in state.decisions:
        decide(*decision)
    # Whatever is decided makes another version of the tournament; nothing of the one before may be handed out.
    Tournament.objects.update(**({"is_public": True, "names_shown": "full"} | state.cup), version=F("version") + 1)
    # Not the marks themselves: the page says what it was asked for.
    searches = [f"/t/cup/{page}/?q={SURNAME.lower()[:5]}" for page in ("standings", "entries")]
    return Visitor().crawl(["/", "/t/cup/", *searches], addresses())


def leaks(cup: Tournament, state: State, visitor: Visitor) -> set[str]:
    """What gets out to a visitor in a state of release, and links that lead nowhere."""
    shown = figures(cup, set(ALL - state.results), set(ALL - state.standings))
    hidden = figures(cup, set(state.results), set(state.standings)) - shown
    names = set() if state.sees_names else {SURNAME, WORDS}
    papers = set() if state.sees_papers else set(visitor.papers)
    return visitor.dead | visitor.found(private(cup) | hidden | names) | papers


@pytest.mark.django_db
def test_nothing_gets_out_in_any_state_of_release() -> None:
    cup = make_scene()
    visitors = {name: visit(state) for name, state in STATES.items()}

    assert {name: found for name, state in STATES.items() if (found := leaks(cup, state, visitors[name]))} == {}
    # A visitor who reads nothing would find nothing.
    marks, reader = {SURNAME, WORDS, *figures(cup, set(ALL), set(ALL))}, visitors["everything"]
    assert {mark for mark in marks if not reader.found({mark})} == set()
    assert len(reader.papers) == Document.objects.count()

"""A long walk through the program by everybody at once: what each has before him, sent otherwise than it should be.

The same seed takes the same walk, but for the tokens and codes in it. After each episode everything is as it was built,
so that there is always something left to be asked for.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from urllib.parse import unquote_plus, urlencode

from django.core.cache import cache
from django.db import transaction
from django.urls import Resolver404, resolve

from tests.tournament.access.forms import Form, forms_in
from tournament.models import Tournament

from .addresses import Route, all_routes, chosen
from .asking import Answer, Request, Wire
from .bodies import Filled, filled, mutated, packed, rubbish, tournament_file
from .holding import BY_READING, broken, faults, fingerprint, versions
from .report import Report
from .values import DEAL, LANGUAGES, ODD_COOKIES, ODD_HEADERS, ODD_QUERIES, odd
from .world import RIGHTS, Somebody, World

EPISODE = 100
"""Requests after which everything is as it was built."""
PLACES_SEEN, TRIES = 3, 6
"""On a tour: tables of a tournament at which a page is opened, and how often a form is sent until it is accepted."""
METHODS = ["GET"] * 12 + ["HEAD"] * 2 + ["POST"] * 6 + ["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "FOO"]
ASKED = re.compile(r"[?&;]([\w-]+)=([^\"&#]{0,40})")
NEVER_KEPT = re.compile(
    r"accounts:|login|logout|admin:|safety:|rehearsals:throw_away|access:end_sessions|access:dismiss|moving:|exchange:load"
    r"|access:club|planning:create|proposals:new|copies:new|access:accept"
)
"""What would take the ground from under those who come after it, or makes more and more."""
SEVERAL = {
    "entries:merge_players",
    "entries:merge_clubs",
    "safety:person",
    "exchange:load",
    "moving:receive",
    "access:accept",
}
"""Acts that write into the journals of more tournaments than the one in their address."""


@dataclass(frozen=True)
class Found:
    """A form that stood on a page that somebody has opened."""

    form: Form
    page: str
    who: Somebody

    @property
    def address(self) -> str:
        action = self.form.action.partition("#")[0]
        return action if action.startswith("/") else self.page


class Walk:
    """seed: of all chance."""

    def __init__(self, world: World, seed: str) -> None:
        self.world, self.chance, self.wire = world, Random(f"fuzz/{seed}"), Wire()
        self.routes = {route.name: route for route in all_routes()}
        self.report = Report()
        self.words: defaultdict[str, list[str]] = defaultdict(list)
        self.asked: defaultdict[str, list[str]] = defaultdict(list)
        self.bank: defaultdict[str, list[Found]] = defaultdict(list)
        self.quiet = ""
        self.seen, self.lookers = PLACES_SEEN, 2

    def go(self, steps: int) -> Report:
        """So many requests, and what came of them."""
        while self.report.steps < steps:
            with transaction.atomic():
                self._episode(min(EPISODE, steps - self.report.steps))
                transaction.set_rollback(True)
            cache.clear()
        return self.report

    def _episode(self, steps: int) -> None:
        self.world.look()
        self.quiet = self.chance.choice(self.world.slugs)
        before = fingerprint(Tournament.objects.get(slug=self.quiet))
        request = None
        for _step in range(steps):
            request = self._next()
            self._step(request)
            self.report.steps += 1
        if request is None:
            return
        if fingerprint(Tournament.objects.get(slug=self.quiet)) != before:
            self.report.note(f"{self.quiet} has changed though nobody who may has asked", request)
        for cup in Tournament.objects.filter(slug__in=self.world.slugs):
            for fault in broken(cup):
                self.report.note(f"{cup.slug} doesn't hold: {fault}", request)

    # -- one request ------------------------------------------------------------------------------------------------

    def _next(self) -> Request:
        if self.chance.random() < 0.4:
            return self._by_address()
        return self._by_form()

    def _by_address(self) -> Request:
        route = self._route()
        method = self._method(route)
        who, given = self._asker(route, method)
        request = Request(route.name, given, who.name, method, route.address(given), self._query())
        if method in ("POST", "PUT", "PATCH", "DELETE") and self.chance.random() < 0.7:
            request.body, request.content_type = self._body(route)
        return self._dressed(request, who)

    def _method(self, route: Route) -> str:
        """Any; mostly one that the address takes."""
        takes = [method for method in ("GET", "POST") if (route.name, method) in RIGHTS]
        return self.chance.choice(takes if takes and self.chance.random() < 0.8 else METHODS)

    def _route(self) -> Route:
        """Any; those that nobody has reached yet more often, those of the administrator's site seldom."""
        unreached = [name for name in self.routes if name not in self.report.reached]
        if unreached and self.chance.random() < 0.3:
            return self.routes[self.chance.choice(unreached)]
        name = self.chance.choice(list(self.routes))
        if name.startswith("admin:") and self.chance.random() < 0.7:
            name = self.chance.choice(list(self.routes))
        return self.routes[name]

    def _asker(self, route: Route, method: str) -> tuple[Somebody, dict[str, str]]:
        """Anybody, mostly somebody who may, and what he puts into the address: mostly of a tournament that he knows."""
        for _try in range(12):
            who = self.chance.choice(self.world.people)
            given = self._given(route, who)
            if (route.name, "GET") not in RIGHTS and (route.name, "POST") not in RIGHTS:
                keen = who.everything or not route.name.startswith(("admin:", "safety:", "moving:"))
            else:
                keen = who.may(route.name, method, given)
            if keen or self.chance.random() < 0.06:
                break
        return who, given

    def _given(self, route: Route, who: Somebody) -> dict[str, str]:
        known = list(who.roles) or self.world.slugs
        slug = self.chance.choice(known if self.chance.random() < 0.85 else self.world.slugs)
        if who.card and self.chance.random() < 0.8:
            slug = who.card[0]
        given = chosen(route, self.world.names[slug], list(self.world.names.values()), self.chance)
        if who.card and self.chance.random() < 0.8 and {"slug", "number", "table"} <= given.keys():
            given |= dict(zip(("slug", "number", "table"), who.card, strict=True))
        return given

    def _query(self) -> str:
        dice = self.chance.random()
        if dice < 0.5:
            return ""
        if dice < 0.7:
            return self.chance.choice(ODD_QUERIES)
        named = self.chance.sample(sorted(self.asked), min(len(self.asked), self.chance.randint(1, 3)))
        pairs = [(name, self._text(name)) for name in named]
        return urlencode(pairs, errors="surrogatepass")

    def _text(self, name: str) -> str:
        """What was seen under this name before, or something odd."""
        seen = self.asked.get(name) or self.words.get(name)
        return self.chance.choice(seen) if seen and self.chance.random() < 0.6 else odd(self.chance)

    def _body(self, route: Route) -> tuple[bytes, str]:
        if route.name == "moving:receive":
            return tournament_file(self.world.file, self.chance), "application/json"
        known = self.bank.get(route.name)
        if known and self.chance.random() < 0.6:
            return self._of_form(self.chance.choice(known).form)
        if self.chance.random() < 0.6 and self.words:
            names = self.chance.sample(sorted(self.words), min(len(self.words), self.chance.randint(1, 8)))
            return packed(Filled({name: [self._text(name)] for name in names}), self.chance)
        return rubbish(self.chance)

    # -- forms ------------------------------------------------------------------------------------------------------

    def tour(self, slugs: Sequence[str] = ()) -> None:
        """Every page that can be opened, by somebody who may, and every form on it sent as it should be.

        slugs: of the tournaments that are looked at, at one table each and by one person; none: all, by more.
        """
        self.seen, self.lookers = (1, 1) if slugs else (PLACES_SEEN, 2)
        self.world.look()
        for route in self.routes.values():
            for slug in slugs or self.world.slugs:
                with transaction.atomic():
                    self._visit(route, slug)
                    transaction.set_rollback(True)
                if "slug" not in route.parameters:
                    break
        self._add_scripted()

    def _add_scripted(self) -> None:
        """What scripts send without a form: a deal to be judged, and one that waited on a phone and isn't written."""
        for who in self.world.people:
            for slug in who.roles:
                number, table = self.world.names[slug]["place"][-1].split("/")
                given = {"slug": slug, "number": number, "table": table}
                for name in ("protocols:preview", "protocols:drop"):
                    fields = {key: [value] for key, value in (DEAL | {"lead": "1", "version": "0", "key": "a"}).items()}
                    form = Form(self.routes[name].address(given), fields)
                    self.bank[name].append(Found(form, form.action, who))

    def _visit(self, route: Route, slug: str) -> None:
        if route.name == "logout" or ((route.name, "POST") in RIGHTS and (route.name, "GET") not in RIGHTS):
            return
        places = self.world.names[slug]["place"] if "table" in route.parameters else [""]
        for place in self.chance.sample(places, min(len(places), self.seen)):
            names = self.world.names[slug] | ({"place": [place]} if place else {})
            given = chosen(route, names, [names], Random(1))
            able = [who for who in self.world.people if who.may(route.name, "GET", given)]
            for who in able[: self.lookers] or self._outside(route):
                for found in self._open(Request(route.name, given, who.name, "GET", route.address(given)), who):
                    tries = sum(self.report.tried[self._named(found.address)].values())
                    if self._named(found.address) not in self.report.posted and tries < TRIES:
                        self._send_through(found)

    def _send_through(self, found: "Found") -> None:
        """Send a form; what is asked once more, with what would follow, is answered once more."""
        with transaction.atomic():
            answer = self._step(self._sent(found, found.who, calm=True))
            again = forms_in(answer.text, found.page) if answer.status == 200 and answer.kind == "text/html" else []
            for form in again:
                second = Found(form, found.page, found.who)
                if self._named(second.address) == self._named(found.address):
                    self._step(self._sent(second, second.who, calm=True))
                    break
            transaction.set_rollback(True)

    def _outside(self, route: Route) -> list[Somebody]:
        """Who can ask for what isn't a tournament's desk."""
        if (route.name, "GET") in RIGHTS:
            return []
        people = {who.name: who for who in self.world.people}
        return [people["administrator"], people["account"], people["nobody"]]

    def _open(self, page: Request, who: Somebody) -> list["Found"]:
        """What can be sent from a page; it is kept, and so are the words on it."""
        self._dressed(page, who, calm=True)
        answer = self._step(page)
        self.report.steps += 1
        if answer.kind != "text/html" or answer.status != 200:
            return []
        found = [Found(form, page.path, who) for form in forms_in(answer.text, page.path)]
        for name, value in ASKED.findall(answer.text):
            _remember(self.asked[name], unquote_plus(value))
        for each in found:
            self.report.bank.add(self._named(each.address))
            kept = self.bank[self._named(each.address)]
            kept[:] = [*kept[-11:], each]
            for name, values in [*each.form.fields.items(), *each.form.offered.items()]:
                for value in values:
                    _remember(self.words[name], value)
        return found

    def _by_form(self) -> Request:
        """A form that was seen, mostly one that nobody has sent with success yet, filled in well or badly."""
        if not self.bank or self.chance.random() < 0.15:
            route = self._route()
            who, given = self._asker(route, "GET")
            self._open(Request(route.name, given, who.name, "GET", route.address(given), self._query()), who)
        new = [target for target in self.bank if target not in self.report.posted]
        names = new if new and self.chance.random() < 0.3 else list(self.bank)
        if not names:
            return self._by_address()
        found = self.chance.choice(self.bank[self.chance.choice(names)])
        return self._sent(found, found.who if self.chance.random() < 0.75 else self.chance.choice(self.world.people))

    def _sent(self, found: "Found", who: Somebody, *, calm: bool = False) -> Request:
        path, _mark, query = found.address.partition("?")
        body, kind = self._of_form(found.form, calm=calm)
        request = Request(self._named(path), {}, who.name, "POST", path, query, body, kind)
        return self._dressed(request, who, calm=calm)

    def _named(self, path: str) -> str:
        """The route of an address."""
        try:
            return resolve(path.partition("?")[0]).view_name or path
        except Resolver404:
            return path

    def _of_form(self, form: Form, *, calm: bool = False) -> tuple[bytes, str]:
        named = [name for slug, name in self.world.titles.items() if f"/{slug}/" in form.action]
        how = filled(form, self.chance, named or ["?"])
        if "file" in how.files and self.chance.random() < 0.6:
            how.files["file"] = tournament_file(self.world.file, self.chance)
        if not calm and self.chance.random() < 0.6:
            how = mutated(how, self._text, self.chance)
            return packed(how, self.chance)
        return packed(how, self.chance, calm=True)

    def _dressed(self, request: Request, who: Somebody, *, calm: bool = False) -> Request:
        """With the cookies of somebody, seldom of another, and headers that are seldom odd."""
        language = self.chance.choice(list(LANGUAGES))
        request.headers = {"HTTP_ACCEPT_LANGUAGE": language, "HTTP_REFERER": f"http://testserver{request.path[:200]}"}
        request.cookies = who.cookies
        if request.route == "moving:receive" and self.chance.random() < 0.8:
            request.headers["HTTP_AUTHORIZATION"] = f"Bearer {self.world.token}"
            return request
        if calm or self.chance.random() < 0.8:
            return request
        if self.chance.random() < 0.7:
            request.headers |= self.chance.choice(ODD_HEADERS)
        else:
            request.cookies = self.chance.choice(ODD_COOKIES)
            request.who = "nobody"
        return request

    def _step(self, request: Request) -> Answer:
        """Send it, and see that everything holds; what must not stay is undone."""
        who = next(each for each in self.world.people if each.name == request.who)
        # Of some acts the address doesn't say all tournaments that they may change.
        anywhere = request.route in SEVERAL | BY_READING
        may_change_quiet = f"/{self.quiet}/" in request.path and request.method not in ("GET", "HEAD", "OPTIONS")
        before = versions() if request.method not in ("GET", "HEAD") else None
        with transaction.atomic():
            answer = self.wire.send(request)
            self._look(request, answer, who, before)
            shared = {"tournament_player", "tournament_club"} & answer.wrote
            undone = NEVER_KEPT.match(request.route) or may_change_quiet or anywhere or answer.status >= 500 or shared
            if undone or who.everything or self.chance.random() < 0.4:
                transaction.set_rollback(True)
        return answer

    def _look(self, request: Request, answer: Answer, who: Somebody, before: dict[str, tuple[int, int]] | None) -> None:
        report = self.report
        report.statuses[answer.status] += 1
        report.answered.add(request.route)
        led_away = answer.headers.get("Location", "").startswith("/login/")
        if answer.status < 400 and not led_away:
            report.reached.add(request.route)
        if request.method == "POST":
            report.tried[request.route][answer.status] += 1
        if request.method == "POST" and answer.status < 400 and not led_away and answer.wrote - {"django_session"}:
            report.posted.add(request.route)
        for fault in faults(request, answer, who):
            report.note(fault, request, answer)
        if before is not None and answer.status < 500 and request.route not in SEVERAL and "admin" not in request.path:
            now = versions()
            for slug, far in before.items():
                if slug in now and now[slug] != far and f"/{slug}/" not in request.path:
                    report.note(f"an act on another tournament changed {slug}", request, answer)


def _remember(kept: list[str], value: str) -> None:
    if value not in kept and len(kept) < 12 and len(value) < 2000:
        kept.append(value)

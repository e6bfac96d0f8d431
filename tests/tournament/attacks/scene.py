"""One of everything that any address of the program can name, and all addresses with it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import F
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.factories import UserFactory
from tests.tournament.access.scene import built
from tournament.access import tokens
from tournament.access.services import make_links
from tournament.audit.services import Author
from tournament.entries.mail import key_of
from tournament.models import Invitation, Round, Tournament, User


@dataclass(frozen=True)
class Everything:
    """A tournament in play, and what stands in the addresses that lead to its things."""

    cup: Tournament
    arguments: dict[str, Any]
    administrator: User

    def addresses(self) -> dict[str, str]:
        """Each route of the program, by name, with an address of it."""
        found = {}
        for prefix, route in _routes(get_resolver()):
            name = f"{prefix}{route.name}"
            own = self._own().get(name, {})
            values = {each: own.get(each, self.arguments.get(each)) for each in route.pattern.converters}
            while name in found:  # one view under two addresses
                name += "+"
            found[name] = reverse(f"{prefix}{route.name}", kwargs=values)
        return found

    def _own(self) -> dict[str, dict[str, Any]]:
        """Where a name in an address means another thing than elsewhere."""
        person = {"pk": self.arguments["gone"], "kind": "player"}
        return {
            "access:open_link": {"token": self.arguments["link"]},
            "access:accept": {"token": self.arguments["invitation_token"]},
            "safety:person": person,
            "safety:person_data": person,
            "public:entry": {"number": self.arguments["entry"]},
            "public:tag": {"number": self.arguments["entry"]},
            "hall:my_table": {"number": self.arguments["entry"]},
        }

    def browser(self) -> Client:
        """The browser of the organiser who is every other official, too, and administrator."""
        browser = Client(raise_request_exception=False)
        browser.force_login(self.administrator)
        return browser


def everything() -> Everything:
    """A new scene; what is on its pages may be seen by everybody."""
    scene = built()
    # Of a rehearsal nothing is public.
    Tournament.objects.update(is_rehearsal=False, is_public=True, version=F("version") + 1)
    cup = Tournament.objects.get(pk=scene.cup.pk)
    round_ = Round.objects.get(tournament=cup)
    (link, *_others) = make_links(round_=round_, by=Author())
    request = cup.entry_requests.get()
    administrator = UserFactory(is_staff=True, is_superuser=True)
    for role in ("organiser", "chief_referee", "secretary", "referee"):
        cup.staff.create(user=administrator, role=role)
    arguments = scene.arguments | {
        "link": tokens.token_of(link.nonce),
        "invitation_token": tokens.invitation_of(Invitation.objects.get().nonce),
        "key": key_of(request),
        "player": scene.arguments["kept"],
        "rest": "nothing",
    }
    return Everything(cup, arguments, administrator)


POISON = {
    "X-Forwarded-Host": "evil.example",
    "X-Host": "evil.example",
    "X-Original-Host": "evil.example",
    "X-HTTP-Host-Override": "evil.example",
    "Forwarded": "for=1.2.3.4;host=evil.example;proto=https",
    "X-Original-URL": "//evil.example/",
    "X-Rewrite-URL": "//evil.example/",
    "X-Forwarded-Prefix": "//evil.example",
    "X-Forwarded-Scheme": "nothttps",
    "X-Forwarded-Server": "evil.example",
}


@dataclass(frozen=True)
class Answer:
    """What an address answered, and to whom; tables: which of them were written to meanwhile."""

    who: str
    name: str
    status: int
    headers: dict[str, str]
    body: bytes
    tables: list[str]

    @property
    def kind(self) -> str:
        return self.headers.get("Content-Type", "")

    @property
    def words(self) -> str:
        return self.body.decode("utf-8", "replace")


def asked(who: str, browser: Client, addresses: dict[str, str]) -> list[Answer]:
    """Ask for all these addresses, with headers that name another host."""
    found = []
    for name, address in addresses.items():
        with written() as tables:
            answer: Any = browser.get(address, headers=POISON)
            body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        found.append(Answer(who, name, answer.status_code, dict(answer.headers), body, tables))
    return found


WRITES = ("INSERT", "UPDATE", "DELETE")


@contextmanager
def written() -> Iterator[list[str]]:
    """Which tables are written to inside, as the database is told."""
    found: list[str] = []

    def look(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith(WRITES):
            found.append(" ".join(sql.split('"')[0:2]))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(look):
        yield found


def _routes(resolver: URLResolver, prefix: str = "") -> Iterator[tuple[str, URLPattern]]:
    for each in resolver.url_patterns:
        if isinstance(each, URLPattern):
            if each.name:
                yield prefix, each
        elif each.namespace == "admin":
            yield from (("admin:", one) for one in each.url_patterns if _is_plain(one))
        else:
            yield from _routes(each, f"{prefix}{each.namespace}:" if each.namespace else prefix)


def _is_plain(route: Any) -> bool:
    return isinstance(route, URLPattern) and route.name in ("index", "login", "password_change")

"""Tournaments in all states, and everybody who might ask for something in them.

`demo` is a round robin of which half is played, with protocols in every state; `stage` has one of everything that an
address can name; `swiss` and `single` have a round that is only proposed. The officials of `demo` are those of `swiss`
and `single`, too, and nobody in `stage`, which has its own.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from unittest import mock

from django.conf import settings
from django.test import Client
from django.utils import timezone

from tests.factories import EntryFactory, EntryRequestFactory, PaymentFactory, StageFactory, official
from tests.tournament.access.scene import built
from tests.tournament.access.ways import way_in
from tests.tournament.draw.play import BY, individual_rounds, players_stage, stage_of, swiss_rounds
from tournament.access import tokens
from tournament.access.queries import BY_LINK, PERMISSIONS
from tournament.access.services import invite, make_links
from tournament.desk.rights import ROLES, routes
from tournament.draw import services as draw
from tournament.entries.mail import key_of
from tournament.exchange.queries import dump
from tournament.hall.services import put_up
from tournament.management.commands import demo
from tournament.models import (
    AccessLink,
    Batch,
    Club,
    Document,
    EntryRequest,
    EntryTerms,
    Partida,
    Payment,
    Player,
    Protest,
    ProtocolRevision,
    Round,
    Ruling,
    Staff,
    TimetableLine,
    Tournament,
    User,
    Webhook,
)
from tournament.moving.services import give_token

RIGHTS = {(route, method): right for route, method, right in routes()}


@dataclass(frozen=True)
class Somebody:
    """Who asks: his cookies, his role in each tournament by slug, and the table that a card opens to him."""

    name: str
    cookies: str = ""
    roles: dict[str, str] = field(default_factory=dict)
    everything: bool = False
    card: tuple[str, str, str] | None = None

    def may(self, route: str, method: str, given: dict[str, str]) -> bool:
        """Whether the table of rights lets him ask for an address of the desk."""
        right = RIGHTS.get((route, "GET" if method == "HEAD" else method))
        if right is None:
            return False
        if self.card == (given.get("slug"), given.get("number"), given.get("table")) and right in BY_LINK:
            return True
        return self.everything or self.roles.get(given.get("slug", "")) in PERMISSIONS[right]


@dataclass
class World:
    """What there is: tournaments by slug, who asks, and what each tournament has to put into an address."""

    slugs: list[str]
    people: list[Somebody]
    names: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    token: str = ""
    file: dict[str, Any] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)

    def look(self) -> None:
        """See anew what the tournaments have."""
        self.titles = dict(Tournament.objects.filter(slug__in=self.slugs).values_list("slug", "name"))
        self.names = {slug: _names(Tournament.objects.get(slug=slug)) for slug in self.slugs}


def made() -> World:
    """All of it, in the database."""
    cup = _demo()
    scene = built().cup
    swiss, single = _swiss(), _single()
    for each in (cup, scene, swiss, single):
        _furnish(each)
    administrator = User.objects.create_superuser("administrator", password=None)
    world = World(
        [cup.slug, scene.slug, swiss.slug, single.slug],
        [
            Somebody("nobody"),
            Somebody("account", _cookies(User.objects.create_user("account"))),
            Somebody("administrator", _cookies(administrator), everything=True),
            *(_official(role, cup, swiss, single) for role in ROLES),
            *(_official(role, scene) for role in ROLES),
            _card(cup),
            _card(scene),
        ],
        token=give_token(name="Зал", by=administrator)[1],
        file=dump(cup) | {"slug": "sent"},
    )
    world.look()
    return world


def _demo() -> Tournament:
    """One round of it played, another in play: as much of it as takes no longer than it has to."""
    of_second = {(2, table): ruled for (_round, table), ruled in demo.RULINGS.items()}
    _round, *protest = demo.PROTEST
    small = {"PLAYED_ROUNDS": 1, "RULINGS": of_second, "PROTEST": (2, *protest), "WALKOVER": (1, 5)}
    with mock.patch.multiple(demo, **small):
        demo._Demo("a password of the tests").make()
    return Tournament.objects.get(slug="demo")


def _swiss() -> Tournament:
    stage = stage_of(8, slug="swiss")
    swiss_rounds(stage, 1)
    draw.propose_swiss(stage=stage, seed="1", by=BY)
    cup = stage.tournament
    StageFactory(tournament=cup, system="knockout")
    return cup


def _single() -> Tournament:
    stage = players_stage(9, slug="single")
    individual_rounds(stage, 1)
    draw.propose_individual(stage=stage, seed="1", by=BY)
    return stage.tournament


def _furnish(cup: Tournament) -> None:
    """What hangs on a tournament beside its rounds. It is public, unless it is a rehearsal."""
    Tournament.objects.filter(pk=cup.pk, is_rehearsal=False).update(is_public=True)
    EntryTerms.objects.update_or_create(tournament=cup, defaults={"is_open": True, "fee": 500, "currency": "₽"})
    if not cup.entry_requests.exists():
        EntryRequestFactory(tournament=cup, number=1)
    EntryRequestFactory(tournament=cup, key=f"a-key-of-{cup.slug}", state=EntryRequest.State.OFFERED.value)
    EntryFactory(tournament=cup)
    if not cup.payments.exists():
        PaymentFactory(entry=cup.entries.first())
    if not cup.timetable.exists():
        for hours in range(2):
            TimetableLine.objects.create(
                tournament=cup, starts_at=timezone.now() + timedelta(hours=hours), title=f"Перерыв {hours}"
            )
    if not cup.webhooks.exists():
        cup.webhooks.create(url="https://example.org/hook")
    invite(tournament=cup, role="referee", by=BY)
    put_up(tournament=cup, text="Обед", by=BY)
    round_ = cup.rounds.filter(state=Round.State.PUBLISHED.value).last()
    if round_ is not None and not round_.access_links.exists():
        make_links(round_=round_, by=BY)


def _cookies(user: User) -> str:
    browser = Client()
    browser.force_login(user)
    return f"{settings.SESSION_COOKIE_NAME}={browser.session.session_key}"


def _official(role: str, *cups: Tournament) -> Somebody:
    first, *others = cups
    user = official(first, role)
    for cup in others:
        Staff.objects.create(tournament=cup, user=user, role=role)
    return Somebody(f"{role} of {first.slug}", _cookies(user), {cup.slug: role for cup in cups})


def _card(cup: Tournament) -> Somebody:
    link = AccessLink.objects.filter(round__tournament=cup, revoked_at=None).select_related("round").last()
    assert link is not None
    browser = Client()
    browser.get(way_in(link))
    cookie = f"{settings.SESSION_COOKIE_NAME}={browser.session.session_key}"
    return Somebody(f"card of {cup.slug}", cookie, card=(cup.slug, str(link.round.number), str(link.table)))


def _names(cup: Tournament) -> dict[str, list[str]]:
    """By the name of a parameter, whatever it can be in this tournament."""
    published = cup.rounds.exclude(state=Round.State.PROPOSED.value)
    at_tables = Partida.objects.filter(round__in=published).values_list("round__number", "table")
    links = AccessLink.objects.filter(round__tournament=cup)
    offered = cup.invitations.all()
    of = {"partida__round__tournament": cup}
    rounds = list(cup.rounds.values_list("number", flat=True))
    found: dict[str, Iterable[object]] = {
        "slug": [cup.slug],
        "stage": cup.stages.values_list("number", flat=True),
        "number": [*rounds, *rounds, *cup.entry_requests.values_list("number", flat=True), 1, 2, 3],
        "table": Partida.objects.filter(round__tournament=cup, table__isnull=False).values_list("table", flat=True),
        "after": rounds,
        "entry": cup.entries.values_list("number", flat=True),
        "ruling": Ruling.objects.filter(**of).values_list("number", flat=True),
        "protest": Protest.objects.filter(protocol__partida__round__tournament=cup).values_list("number", flat=True),
        "revision": ProtocolRevision.objects.filter(protocol__partida__round__tournament=cup).values_list(
            "number", flat=True
        ),
        "place": [f"{number}/{table}" for number, table in at_tables if table],
        "slot": [1, 2],
        "seat": [1, 2, 3, 4],
        "code": Document.objects.filter(tournament=cup).values_list("code", flat=True),
        "batch": Batch.objects.filter(tournament=cup).values_list("pk", flat=True),
        "pk": [*cup.staff.values_list("pk", flat=True), *cup.staff.values_list("user", flat=True)],
        "receipt": Payment.objects.filter(tournament=cup).values_list("number", flat=True),
        "line": cup.timetable.values_list("pk", flat=True),
        "invitation": offered.values_list("pk", flat=True),
        "webhook": Webhook.objects.filter(tournament=cup).values_list("pk", flat=True),
        "key": [key_of(request) for request in cup.entry_requests.all()],
        "token": [
            *(tokens.token_of(nonce) for nonce in links.values_list("nonce", flat=True)[:3]),
            *(tokens.invitation_of(nonce) for nonce in offered.values_list("nonce", flat=True)),
        ],
        **_of_all(cup),
    }
    return {name: sorted({str(value) for value in values}) or ["1"] for name, values in found.items()}


def _of_all(cup: Tournament) -> dict[str, Iterable[object]]:
    """What no tournament has for itself."""
    players = list(Player.objects.filter(memberships__tournament=cup).values_list("pk", flat=True)[:3])
    clubs = list(Club.objects.order_by("pk").values_list("pk", flat=True)[:4])
    return {
        "player": players,
        "kept": players,
        "gone": players,
        "kept_club": clubs,
        "gone_club": clubs,
        "kind": ["csv", "xlsx", "json", "player", "account"],
        "what": ["entries", "draw", "results", "rulings", "standings", "journal"],
        "rest": ["nothing", "tournaments/x/y"],
        "sha256": ["0" * 64],
        "object_id": [cup.pk, *players],
        "content_type_id": [1, 2],
        "id": User.objects.values_list("pk", flat=True)[:5],
        "url": ["nothing/"],
        "app_label": ["tournament", "auth", "axes"],
    }

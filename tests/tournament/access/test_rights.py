"""Every page of the desk for every role, for an official of another tournament, and for nobody in particular."""

from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse
from django.utils import timezone

from tests.factories import (
    ClubFactory,
    EntryRequestFactory,
    PartidaFactory,
    PaymentFactory,
    ProtocolFactory,
    RoundFactory,
    StageFactory,
    TournamentFactory,
    UserFactory,
    official,
)
from tournament.audit.services import Author
from tournament.models import Batch, Document, Protest, ProtocolRevision, Ruling, Staff, TimetableLine, Tournament
from tournament.models import Batch, Document, Player, Protest, ProtocolRevision, Ruling, Staff, Tournament
from tournament.photos.picture import Picture
from tournament.photos.services import add as add_photo
from tournament.protocols.queries import sheet

# Long, and the same on any database.
pytestmark = pytest.mark.once

ROLES = {"O": "organiser", "C": "chief_referee", "S": "secretary", "R": "referee"}

# Route, method, initials of the roles that may. What a role may not is 403; to a stranger nothing is there: 404.
RIGHTS = """
desk:now                    GET  OCSR
desk:journal                GET  OC
desk:table                  GET  OC
planning:settings           GET  O
planning:settings           POST O
planning:change_event       POST O
planning:regulations        GET  O
planning:regulations        POST O
planning:add_stage          GET  O
planning:add_stage          POST O
planning:stage_regulations  GET  O
planning:stage_regulations  POST O
planning:follow_tournament  POST O
planning:remove_stage       POST O
rehearsals:overview         GET  OCSR
rehearsals:invent           POST OC
rehearsals:play             POST OC
rehearsals:throw_away       POST O
copies:new                  GET  O
copies:new                  POST O
planning:timetable          GET  OCSR
planning:timetable          POST OC
planning:timetable_line     GET  OC
planning:timetable_line     POST OC
planning:move_rest          POST OC
planning:remove_line        POST OC
safety:tournament           GET  O
safety:archive              POST O
safety:reopen               POST O
safety:delete               POST O
releases:overview           GET  OC
releases:change             POST OC
releases:hold_back          POST OC
releases:publish_all        POST OC
releases:names              POST OC
exchange:file               GET  OCSR
exchange:download           GET  OCSR
entries:list                GET  OCSR
entries:export              GET  OCSR
entries:import_pairs        GET  OS
entries:import_pairs        POST OS
entries:add                 GET  OS
entries:add                 POST OS
entries:edit                GET  OCS
entries:edit                POST OS
entries:pin                 POST OS
entries:pins                GET  OS
entries:pins                POST OS
entries:remove              GET  OS
entries:remove              POST OS
entries:withdraw            GET  OCS
entries:withdraw            POST OCS
entries:substitute          GET  OCS
entries:substitute          POST OCS
entries:reinstate           POST OCS
entries:terms               GET  OS
entries:terms               POST OS
entries:requests            GET  OS
entries:decide              POST OS
entries:check_in            GET  OCSR
entries:arrive              POST OCSR
entries:not_here            POST OCSR
entries:leave_out           POST OCS
entries:let_in              POST OCS
entries:fees                GET  OS
entries:pay                 GET  OS
entries:pay                 POST OS
entries:strike_receipt      POST OS
entries:namesakes           GET  OS
entries:merge_players       GET  OS
entries:merge_players       POST OS
entries:merge_clubs         GET  OS
entries:merge_clubs         POST OS
draw:overview               GET  OCSR
draw:lots                   POST OC
draw:round_robin            POST OC
draw:swiss                  POST OC
draw:knockout               POST OC
draw:individual             POST OC
draw:policy                 GET  OC
draw:policy                 POST OC
draw:bracket                GET  OCSR
draw:redraw                 POST OC
draw:swap                   POST OC
draw:by_hand                GET  OC
draw:by_hand                POST OC
draw:change                 GET  OC
draw:change                 POST OC
draw:publish                POST OC
draw:take_back              POST OC
protocols:list              GET  OCSR
protocols:entry             GET  OCSR
protocols:entry             POST OCSR
protocols:preview           POST OCSR
protocols:drop              POST OCSR
protocols:take_over         POST OCSR
protocols:take_back         POST OCSR
protocols:time              POST OCSR
protocols:take_back_time    POST OCSR
protocols:finish            POST OCSR
protocols:sign              POST OCSR
protocols:reopen            POST OCSR
protocols:confirm           POST OCSR
checking:queue              GET  OCSR
checking:confirm            POST OCSR
checking:send_back          POST OCSR
keying:overview             GET  OCSR
keying:paper                GET  OCSR
keying:paper                POST OCSR
corrections:correct         GET  C
corrections:correct         POST C
corrections:revision        GET  OCSR
protests:new                GET  OCSR
protests:new                POST OCSR
protests:decide             GET  C
protests:decide             POST C
signing:players             GET  OCSR
signing:draw                POST OCSR
signing:pin                 POST OCSR
signing:refuse              POST OCSR
photos:show                 GET  OCSR
photos:add                  POST OCSR
photos:remove               POST OCSR
officials:overview          GET  OCSR
officials:divide            POST OC
officials:change            POST OC
officials:mine              GET  OCSR
clock:state                 GET  OCSR
clock:start                 POST OC
clock:take_back_start       POST OC
clock:pause                 POST OC
clock:resume                POST OC
clock:add_time              POST OCSR
rulings:ledger              GET  OCSR
exports:file                GET  OCSR
rulings:new                 GET  CR
rulings:new                 POST CR
rulings:strike              POST C
rulings:restore             POST C
rulings:absent              POST OCSR
rulings:void                POST C
rulings:play_after_all      POST C
standings:table             GET  OCSR
standings:cross_table       GET  OCSR
standings:order             GET  OCSR
standings:why               GET  OCSR
standings:lots              POST OC
standings:close             POST OC
documents:list              GET  OCSR
documents:issue_protocol    POST OCS
documents:issue_standings   POST OCS
documents:issue_of_round    POST OCS
documents:approval          GET  OCSR
documents:release           POST C
documents:issue_report      POST OCS
documents:issue_diplomas    POST OCS
documents:tags              GET  OCSR
documents:receipt           GET  OS
documents:blanks            GET  OCS
documents:retry             POST OCS
documents:issue_round       POST OCS
documents:batch             GET  OCSR
documents:retry_batch       POST OCS
documents:batch_file        GET  OCSR
hall:message                GET  OCS
hall:message                POST OCS
hall:take_down              POST OCS
hall:cards                  GET  OCS
documents:print_copy        GET  OCSR
webhooks:list               GET  O
webhooks:list               POST O
webhooks:switch_off         POST O
webhooks:switch_on          POST O
webhooks:send_test          POST O
access:staff                GET  OCSR
access:staff                POST O
access:dismiss              POST O
access:club                 POST O
access:links                GET  OCS
access:make_links           POST OCS
access:revoke_links         POST OCS
access:print_links          GET  OCS
"""
CASES = [tuple(line.split()) for line in RIGHTS.strip().splitlines()]


@dataclass(frozen=True)
class Scene:
    """A tournament with one of everything that an address can name."""

    cup: Tournament
    arguments: dict[str, Any]

    def address(self, route: str) -> str:
        wanted = _arguments_of(route)
        return reverse(route, kwargs={name: self.arguments[name] for name in wanted})


@pytest.fixture
def scene(db: None) -> Scene:
    cup = TournamentFactory(is_rehearsal=True)
    round_ = RoundFactory(stage=StageFactory(tournament=cup, system="knockout"))
    protocol = ProtocolFactory(partida=PartidaFactory(round=round_))
    Ruling.objects.create(partida=protocol.partida, number=1, data={"code": "noise", "seat": 1}, made_at=timezone.now())
    Protest.objects.create(protocol=protocol, number=1, side="a", text="Не так", lodged_at=timezone.now())
    ProtocolRevision.objects.create(
        protocol=protocol, number=1, content=sheet(protocol.partida).as_dict(), sha256="", made_at=timezone.now()
    )
    document = Document.objects.create(
        tournament=cup,
        kind=Document.Kind.PROTOCOL.value,
        protocol=protocol,
        language="ru",
        content={"round": 1, "table": 1},
        state=Document.State.FAILED,
    )
    batch = Batch.objects.create(
        tournament=cup, round=round_, kind=Document.Kind.PROTOCOL.value, language="ru", created_at=timezone.now()
    )
    add_photo(partida=protocol.partida, picture=Picture(b"", "0" * 64, 1, 1), chief=True, by=Author())
    entry = protocol.partida.seats.get(number=1).entry
    EntryRequestFactory(tournament=cup, number=1)
    PaymentFactory(entry=entry, number=1)
    post = Staff.objects.create(tournament=cup, user=UserFactory(), role=Staff.Role.REFEREE.value)
    return Scene(
        cup,
        {
            "slug": cup.slug,
            "stage": 1,
            "number": 1,
            "table": protocol.partida.table,
            "ruling": 1,
            "protest": 1,
            "revision": 1,
            "slot": 1,
            "code": document.code,
            "batch": batch.pk,
            "seat": 1,
            "sha256": "0" * 64,
            "pk": post.pk,
            "after": 1,
            "entry": protocol.partida.seats.get(number=1).entry.number,
            "line": TimetableLine.objects.create(tournament=cup, starts_at=timezone.now(), title="Обед").pk,
            "entry": entry.number,
            "webhook": cup.webhooks.create(url="https://example.org/").pk,
            "receipt": 1,
            "kept": entry.members.get(slot=1).player_id,
            "gone": Player.objects.create(name="Двойник").pk,
            "kept_club": ClubFactory().pk,
            "gone_club": ClubFactory().pk,
            "what": "standings",
            "kind": "csv",
        },
    )


def _desk_routes() -> dict[str, URLPattern]:
    """The routes of the desk that belong to one tournament."""
    found = {}
    for feature in get_resolver().url_patterns:
        for route in getattr(feature, "url_patterns", []):
            address = f"{feature.pattern}{route.pattern}"
            if address.startswith("desk/<slug:slug>/"):
                found[f"{feature.app_name}:{route.name}"] = route
    return found


def _arguments_of(route: str) -> list[str]:
    return list(_desk_routes()[route].pattern.converters)


def test_the_table_above_has_every_route_of_the_desk() -> None:
    assert sorted(_desk_routes()) == sorted({route for route, *_ in CASES})


def _answer(scene: Scene, route: str, method: str, who: Client) -> int:
    ask = who.get if method == "GET" else who.post
    return ask(scene.address(route)).status_code


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(("route", "method", "allowed"), CASES)
def test_a_role_may_what_the_table_says_and_nothing_else(
    scene: Scene, route: str, method: str, allowed: str, role: str
) -> None:
    browser = Client()
    browser.force_login(official(scene.cup, ROLES[role]))

    answered = _answer(scene, route, method, browser)

    assert (answered in (200, 302, 422), answered == 403) == (role in allowed, role not in allowed)


@pytest.mark.parametrize(("route", "method", "allowed"), CASES)
def test_an_organiser_of_another_tournament_finds_nothing(scene: Scene, route: str, method: str, allowed: str) -> None:
    browser = Client()
    browser.force_login(official(TournamentFactory()))

    assert _answer(scene, route, method, browser) == 404


@pytest.mark.parametrize(("route", "method", "allowed"), CASES)
def test_who_is_not_logged_in_is_asked_to(scene: Scene, route: str, method: str, allowed: str) -> None:
    address = scene.address(route)
    browser = Client()

    answer = browser.get(address) if method == "GET" else browser.post(address)

    assert (answer.status_code, answer["Location"]) == (302, f"/login/?next={address}")

"""Every page of the desk for every role, for an official of another tournament, and for nobody in particular.

What is expected stands in `desk/rights.py`, from which the page and the data of the rights are made as well. Each
address is asked on the same scene: whatever an answer changes is undone before the next one is asked.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import transaction
from django.test import Client

from tests.factories import TournamentFactory, official
from tournament.access.queries import PERMISSIONS
from tournament.desk.rights import ROLES, WORDS, may_by_role, routes

from .scene import Scene, built, desk_routes

# Long, and the same on any database.
pytestmark = pytest.mark.once

# Who has which right: organiser, chief referee, secretary, referee.
RIGHTS = """
desk.see             OCSR
planning.change      O
timetable.change     OC
entries.change       O S
entries.withdraw     OCS
entries.check_in     OCSR
entries.fees         O S
draw.change          OC
protocols.write      OCSR
protocols.confirm    OCSR
protocols.take_back  OC
protocols.correct     C
protests.lodge       OCSR
protests.decide       C
officials.stand         R
officials.post       OC
clock.see            OCSR
clock.run            OC
clock.add            OCSR
rulings.make          C R
rulings.chief         C
absence.declare      OCSR
standings.close      OC
releases.change      OC
documents.issue      OCS
documents.approve     C
rehearsals.run       OC
access.change        O
access.links         OCS
audit.see            OC
safety.change        O
hall.speak           OCS
desk:now                    GET  OCSR
desk:journal                GET  OC
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
planning:plan_rounds        POST OC
planning:timetable_line     GET  OC
planning:timetable_line     POST OC
planning:move_rest          POST OC
planning:remove_line        POST OC
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
INITIALS = dict(zip("OCSR", ROLES, strict=True))

Answers = dict[tuple[str, str], int]


@pytest.fixture
def scene(db: None) -> Scene:
    return built()


@contextmanager
def _undone() -> Iterator[None]:
    """Whatever happens inside has not happened afterwards."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def _answers(scene: Scene, browser: Client) -> Answers:
    """What each address answers, each asked on the scene as it was built."""
    answers = {}
    for route, method, _right in routes():
        with _undone():
            ask = browser.get if method == "GET" else browser.post
            answers[route, method] = ask(scene.address(route)).status_code
    return answers


def _state(scene: Scene) -> tuple[int, ...]:
    cup = scene.cup
    counted = (cup.journal, cup.entries, cup.rounds, cup.stages, cup.staff, cup.documents, cup.webhooks)
    return tuple(rows.count() for rows in counted)


def _browser(scene: Scene, role: str) -> Client:
    browser = Client()
    browser.force_login(official(scene.cup, role))
    return browser


def test_who_has_which_right() -> None:
    expected = [line.split(maxsplit=1) for line in RIGHTS.strip().splitlines()]

    assert [(right, frozenset(INITIALS[i] for i in who if i != " ")) for right, who in expected] == list(
        PERMISSIONS.items()
    )


def test_the_table_of_rights_has_every_route_of_the_desk_and_a_word_for_every_right() -> None:
    assert sorted(desk_routes()) == sorted({route for route, *_ in routes()})
    assert list(WORDS) == list(PERMISSIONS)


@pytest.mark.parametrize("role", ROLES)
def test_a_role_may_what_the_table_says_and_nothing_else(scene: Scene, role: str) -> None:
    """What it may not is 403. The scene is the same after all of it, so that no answer hangs on the one before."""
    browser = _browser(scene, role)
    before = _state(scene)

    answers = _answers(scene, browser)

    allowed = {(route, method): "may" if may_by_role(right, role) else "may not" for route, method, right in routes()}
    assert {
        asked: "may" if code in (200, 302, 422) else "may not" if code == 403 else str(code)
        for asked, code in answers.items()
    } == allowed
    assert _state(scene) == before


@pytest.mark.parametrize("role", ROLES)
def test_an_official_of_another_tournament_finds_nothing(scene: Scene, role: str) -> None:
    stranger = Client()
    stranger.force_login(official(TournamentFactory(), role))

    assert {asked: code for asked, code in _answers(scene, stranger).items() if code != 404} == {}


def test_who_is_not_logged_in_is_asked_to(scene: Scene) -> None:
    browser, led = Client(), {}
    for route, method, _right in routes():
        address = scene.address(route)
        answer = browser.get(address) if method == "GET" else browser.post(address)
        led[route, method] = (answer.status_code, answer.get("Location"))

    assert led == {(route, method): (302, f"/login/?next={scene.address(route)}") for route, method, _ in routes()}

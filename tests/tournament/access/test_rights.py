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
from tournament.desk.rights import ROLES, WORDS, routes

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

    allowed = {(route, method): "may" if role in PERMISSIONS[right] else "may not" for route, method, right in routes()}
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

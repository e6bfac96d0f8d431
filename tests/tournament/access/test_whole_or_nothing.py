"""A fault at the last thing that a form writes: nothing of it is there, and its sender reads a sentence.

The forms are those of the pages, in tournaments that stand at different moments. `EVERY_WRITE=1` tries a fault at each
write instead of the last. What no form here does is watched all the same: tests/tournament/one_transaction.py.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.apps import apps
from django.conf import settings
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError, connection, transaction
from django.test import Client
from django.urls import Resolver404, resolve

from tests.factories import EntryRequestFactory, official
from tests.pages import browser_of
from tests.tournament.photos.sending import WHITE
from tests.tournament.protocols.sheets import DEALS, posted, protocol_with
from tournament.audit.services import Author
from tournament.desk.rights import routes
from tournament.protocols import services as protocols

from .forms import Form, forms_of, send
from .scene import Scene, desk_routes
from .test_collisions import (
    final_by_rules_of_its_own,
    message_is_up,
    nobody_yet,
    one_has_left,
    swiss,
    swiss_after_a_round,
    swiss_with_a_draw,
    table_in_play,
    table_with_a_ruling,
    told,
    with_referees,
)

EACH = os.environ.get("EVERY_WRITE") == "1"

REASON = {"reason": "Так решили"}
FILLED: dict[str, Any] = {
    "planning:settings": {"venue": "Зал Б"},
    "planning:change_event": {"event": "individual"},
    "planning:regulations": {"deals": "8"},
    "planning:add_stage": {"name": "Утешительный", "system": "swiss"},
    "planning:stage_regulations": {"target": "150"},
    "copies:new": {"name": "Кубок снова", "slug": "again"},
    "moving:upstream": {"url": "https://example.org/receive/", "token": "x"},
    "releases:change": {"kind": "draw", "round_number": "1", "level": "hidden"},
    "releases:names": {"names_shown": "initials"},
    "entries:add": {"player_1": "Новиков Н.", "player_2": "Носов О."},
    "entries:edit": {"club": "Волна"},
    "entries:pin": {"pin": "4711"},
    "entries:withdraw": REASON,
    "entries:reinstate": REASON,
    "entries:substitute": {"name": "Другой Д.", "reason": "Болезнь", "accept": ""},
    "entries:terms": {"capacity": "12", "is_open": "on"},
    "entries:pay": {"amount": "500", "way": "cash"},
    "entries:decide": {"decision": "accept"},
    "entries:strike_receipt": REASON,
    "draw:swiss": {"seed": "1"},
    "draw:policy": {"rounds": "3", "first": "lots"},
    "protocols:entry": posted(DEALS[0]) | {"version": None},
    "protests:new": {"side": "a", "text": "Не так"},
    "protests:decide": {"decision": "rejected", "reason": "Так"},
    "photos:add": {"photo": WHITE},
    "clock:pause": REASON,
    "clock:add_time": {"minutes": "2", "reason": "Костяшка"},
    "rulings:strike": REASON,
    "rulings:absent": {"winner": "a"},
    "rulings:void": REASON,
    "documents:issue_round": {"round": "1"},
    "hall:message": {"text": "Обед"},
    "webhooks:list": {"url": "https://example.com/"},
    "notices:chat": {"chat": "@another"},
    "access:staff": {"username": "novikov", "full_name": "Новиков", "role": "referee"},
    "access:club": {"club": "Сокол"},
    "safety:delete": {},
}


def with_a_request() -> Scene:
    scene = swiss()
    EntryRequestFactory(tournament=scene.cup)
    return scene


def sheet_that_is(step: str = "") -> Scene:
    """Table 1 with all its deals; entered, and signed."""
    partida = protocol_with(*DEALS).partida
    cup = partida.round.tournament
    if step:
        protocols.enter(partida=partida, version=0, by=Author(official(cup, "referee")))
    if step == "signed":
        protocols.sign(partida=partida, seats=[1, 2, 3, 4], by=Author())
    return Scene(cup, {})


# In which tournament, as whom, on which pages.
WALKS: list[tuple[Callable[[], Scene], str, str]] = [
    (table_in_play, "organiser", "protocols:entry desk:now entries:fees documents:list access:links"),
    (table_in_play, "organiser", "planning:timetable_line rehearsals:overview entries:merge_players"),
    (table_with_a_ruling, "chief_referee", "protocols:entry protests:decide"),
    (nobody_yet, "organiser", "planning:settings planning:regulations planning:add_stage copies:new"),
    (nobody_yet, "organiser", "safety:tournament moving:upstream webhooks:list access:staff entries:add hall:message"),
    (with_a_request, "organiser", "releases:overview entries:edit entries:pins entries:remove standings:table"),
    (with_a_request, "organiser", "entries:withdraw entries:substitute entries:terms entries:check_in entries:pay"),
    (with_a_request, "organiser", "entries:requests draw:overview draw:policy planning:settings"),
    (swiss_with_a_draw, "organiser", "draw:overview draw:change"),
    (with_referees, "organiser", "officials:overview access:links desk:now"),
    (swiss_after_a_round, "organiser", "desk:now standings:table protocols:entry draw:overview"),
    (one_has_left, "organiser", "entries:edit"),
    (final_by_rules_of_its_own, "organiser", "planning:settings"),
    (message_is_up, "organiser", "hall:message"),
    (told, "organiser", "webhooks:list"),
    (sheet_that_is, "referee", "protocols:entry"),
    (lambda: sheet_that_is("entered"), "referee", "protocols:entry signing:players"),
    (lambda: sheet_that_is("signed"), "chief_referee", "protocols:entry checking:queue"),
]
# What is written here by no form of these pages; a new route has to be placed here on purpose, or among the pages.
WATCHED = """
    access:dismiss access:end_sessions access:revoke_invitation checking:send_back clock:resume
    corrections:correct documents:issue_diplomas documents:issue_report documents:issue_round documents:release
    documents:retry_batch draw:by_hand draw:individual draw:knockout draw:round_robin draw:swap
    entries:import_pairs entries:let_in entries:merge_clubs entries:not_here entries:strike_receipt keying:paper
    moving:send moving:stop moving:take_over notices:announce notices:chat officials:change
    planning:follow_tournament planning:move_rest planning:plan_rounds planning:stage_regulations
    planning:timetable protests:new protocols:drop protocols:preview protocols:sign protocols:take_back_time
    protocols:take_over protocols:time rehearsals:invent rehearsals:throw_away releases:publish_all rulings:new
    rulings:play_after_all rulings:restore safety:delete safety:reopen signing:draw signing:pin signing:refuse
    standings:lots webhooks:switch_on
"""
NOTHING = "Nothing was written."


@pytest.mark.once
@pytest.mark.slow
@pytest.mark.django_db
def test_a_fault_at_the_last_write_leaves_nothing() -> None:
    proven: set[str] = set()
    for scene, role, pages in WALKS:
        with undone():
            here = scene()
            browser = browser_of(here.cup, role)
            browser.raise_request_exception = False
            for route, form in _forms(browser, here, pages.split()).items():
                if route not in proven and _is_proven(browser, form, FILLED.get(route, {})):
                    proven.add(route)

    wanted = {route for route, method, _right in routes() if method == "POST"}
    assert sorted(wanted - proven) == sorted(WATCHED.split())


def _forms(browser: Client, scene: Scene, pages: list[str]) -> dict[str, Form]:
    """The first form to each route on these pages of round 1, table 1, entry 1."""
    names = {name for route in desk_routes().values() for name in route.pattern.converters}
    asked = Scene(scene.cup, {**dict.fromkeys(names, 1), **scene.arguments, "slug": scene.cup.slug})
    found: dict[str, Form] = {}
    for page in pages:
        address = asked.address(page)
        assert (page, browser.get(address).status_code) == (page, 200)
        for form in forms_of(browser, address):
            try:
                found.setdefault(resolve(form.action).view_name, form)
            except Resolver404:  # an address within the page
                continue
    return found


def _is_proven(browser: Client, form: Form, filled: dict[str, Any]) -> bool:
    with undone(), failing_at(None) as writes:
        answer = _sent(browser, form, filled)
    if answer.status_code not in (200, 302) or not any('"tournament_auditrecord"' in write for write in writes):
        return False
    for place in range(len(writes)) if EACH else [len(writes) - 1]:
        before, files = everything(), photos()
        with undone():
            with failing_at(place):
                answer = _sent(browser, form, filled)
            assert (form.action, answer.status_code, NOTHING in answer.content.decode()) == (form.action, 503, True)
            assert everything() == before, f"{form.action}: {writes[place]}"
            assert photos() <= files, form.action
    return True


def _sent(browser: Client, form: Form, filled: dict[str, Any]) -> Any:
    # Who writes at a table stands there, and would be the one from the time before.
    cache.clear()
    fields = {key: value for key, value in filled.items() if value is not None}
    if "photo" in fields:
        fields["photo"] = SimpleUploadedFile("a.jpg", fields["photo"])
    return send(browser, form, **fields)


@contextmanager
def undone() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@contextmanager
def failing_at(place: int | None) -> Iterator[list[str]]:
    """A full disk at this write; gives the writes so far."""
    done: list[str] = []

    def look(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql[:6] in ("INSERT", "UPDATE", "DELETE"):
            if len(done) == place:
                raise OperationalError("no space") from psycopg.errors.DiskFull("no space")
            done.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(look):
        yield done


def everything() -> dict[str, list[Any]]:
    """All rows of all tables of the program."""
    models = apps.get_app_config("tournament").get_models()
    return {model.__name__: list(model._base_manager.order_by("pk").values_list()) for model in models}


def photos() -> set[Path]:
    """All files of papers and photos."""
    return set(Path(settings.MEDIA_ROOT).rglob("*.*"))

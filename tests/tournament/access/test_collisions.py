"""Two people on one screen: both open a form, both send it. Nothing of the first is lost without the second knowing.

`GUARDED` says for each form of the desk what keeps it from that. Those that the program guards by what a page showed
(`audit/collisions.py`) are walked here: the pages are opened in two browsers, the forms in them filled in and sent.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from tests.factories import StageFactory, TournamentFactory
from tests.pages import browser_of, errors_of, messages_of
from tests.tournament.draw.play import play, stage_of
from tests.tournament.photos.sending import BLACK, WHITE
from tournament.access.services import make_links
from tournament.audit.collisions import OVERWRITES
from tournament.audit.services import Author
from tournament.desk.rights import routes
from tournament.desk.tables import ACTIONS
from tournament.draw.services import propose_swiss, publish
from tournament.entries.services import withdraw
from tournament.hall.services import put_up
from tournament.models import Round, Ruling, Tournament
from tournament.planning.services import change_stage_regulations

from .forms import form_to, forms_of, send
from .scene import Scene, built

BY = Author()
SHOWN = "what was done since the page was shown is compared by what it would undo"
VERSION = "the sheet's version, or its hash: tests of protocols, signing, keying, checking, corrections, rulings"
SEEN = "a fingerprint of what was shown: tests of draw, officials, documents, planning, entries"
ADDS = "it adds and takes nothing away; what is there already is refused as known, or answered as it was"
STATE = "its object is in another state after the first, and the second is told so"
ASKS = "nothing is written yet"

GUARDED = {
    SHOWN: """
        planning:settings planning:change_event planning:regulations planning:stage_regulations planning:add_stage
        planning:follow_tournament planning:remove_stage releases:change releases:hold_back releases:publish_all
        releases:names entries:pin entries:pins entries:remove entries:withdraw entries:substitute
        entries:reinstate draw:lots draw:round_robin draw:swiss draw:knockout draw:individual draw:policy
        draw:take_back photos:add photos:remove officials:divide clock:take_back_start clock:pause clock:resume
        clock:add_time rulings:strike rulings:restore rulings:absent rulings:void rulings:play_after_all
        standings:lots access:club access:revoke_links hall:message hall:take_down webhooks:switch_off
        webhooks:switch_on notices:announce notices:chat moving:upstream
    """,
    VERSION: """
        protocols:entry protocols:drop protocols:take_over protocols:take_back protocols:time
        protocols:take_back_time protocols:finish protocols:sign protocols:reopen protocols:confirm checking:confirm
        checking:send_back keying:paper corrections:correct rulings:new signing:draw signing:pin signing:refuse
    """,
    SEEN: """
        draw:redraw draw:swap draw:by_hand draw:change draw:publish officials:change documents:release
        planning:timetable planning:timetable_line planning:plan_rounds planning:move_rest planning:remove_line
        entries:edit entries:terms entries:pay
    """,
    ADDS: """
        entries:import_pairs entries:add protests:new documents:issue_protocol documents:issue_standings
        documents:issue_of_round documents:issue_report documents:issue_diplomas documents:issue_round
        webhooks:list webhooks:send_test access:staff access:make_links access:invite copies:new rehearsals:invent
        rehearsals:play entries:arrive entries:not_here moving:send
    """,
    STATE: """
        protests:decide clock:start standings:close documents:retry documents:retry_batch access:dismiss
        access:end_sessions access:revoke_invitation safety:archive safety:reopen safety:delete
        rehearsals:throw_away entries:decide entries:leave_out entries:let_in entries:strike_receipt
        entries:merge_players entries:merge_clubs moving:stop moving:take_over
    """,
    ASKS: "protocols:preview",
}


def test_every_form_of_the_desk_is_kept_from_collisions() -> None:
    named = [route for each in GUARDED.values() for route in each.split()]

    assert sorted(named) == sorted(route for route, method, _right in routes() if method == "POST")


def test_what_collides_are_acts_that_there_are() -> None:
    named = {*OVERWRITES, *(action for actions in OVERWRITES.values() for action in actions)}

    assert sorted(named - set(ACTIONS)) == []


# -- the scenes -------------------------------------------------------------------------------------------------------


def table_in_play() -> Scene:
    """Table 1 of a round whose clock runs; nothing is written yet."""
    scene = built()
    Ruling.objects.all().delete()
    Round.objects.update(started_at=timezone.now() - timedelta(minutes=20))
    return scene


def table_with_a_ruling() -> Scene:
    scene = built()
    Round.objects.update(started_at=timezone.now() - timedelta(minutes=20))
    return scene


def nobody_yet() -> Scene:
    cup = TournamentFactory()
    StageFactory(tournament=cup, system="swiss")
    return Scene(cup, {})


def swiss() -> Scene:
    """Eight pairs, a Swiss that begins, and a final after it."""
    stage = stage_of(8)
    StageFactory(tournament=stage.tournament, system="knockout", name="Финал")
    return Scene(stage.tournament, {})


def swiss_with_a_draw() -> Scene:
    scene = swiss()
    propose_swiss(stage=scene.cup.stages.get(number=1), seed="1", by=BY)
    return scene


def swiss_in_play() -> Scene:
    scene = swiss_with_a_draw()
    publish(round_=scene.cup.rounds.get(), by=BY)
    make_links(round_=scene.cup.rounds.get(), by=BY)
    return scene


def swiss_after_a_round() -> Scene:
    scene = swiss()
    play(propose_swiss(stage=scene.cup.stages.get(number=1), seed="1", by=BY))
    return scene


def final_by_rules_of_its_own() -> Scene:
    scene = swiss()
    stage = scene.cup.stages.get(number=2)
    change_stage_regulations(stage=stage, regulations=scene.cup.regulations.value.replace(target=150), by=BY)
    return scene


def one_has_left() -> Scene:
    scene = swiss()
    withdraw(entry=scene.cup.entries.get(number=1), from_round=1, reason="Заболел", by=BY)
    return scene


def message_is_up() -> Scene:
    scene = nobody_yet()
    put_up(tournament=scene.cup, text="Обед до 14:00", by=BY)
    return scene


def told() -> Scene:
    scene = nobody_yet()
    scene.cup.webhooks.create(url="https://example.org/")
    return scene


def with_referees() -> Scene:
    scene = swiss_in_play()
    for _ in range(2):
        browser_of(scene.cup, "referee")
    return scene


MEANWHILE = "what was done meanwhile"

# -- the walk ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Case:
    """A form on a page, by the ends of their addresses; what the first fills in, and what the second; their role.

    told: what the second reads; where both want the same, that it is so.
    """

    scene: Callable[[], Scene]
    page: str
    action: str
    first: dict[str, Any] = field(default_factory=dict)
    second: dict[str, Any] | None = None
    role: str = "organiser"
    told: str = MEANWHILE


CASES = [
    Case(nobody_yet, "settings/", "settings/", {"name": "Кубок А"}, {"venue": "Зал Б"}),
    Case(nobody_yet, "settings/", "settings/event/", {"event": "individual"}, {"event": "pairs"}),
    Case(nobody_yet, "regulations/", "regulations/", {"deals": "8"}, {"deals": "12"}),
    Case(swiss, "stages/2/regulations/", "stages/2/regulations/", {"target": "150"}, {"target": "120"}),
    Case(swiss, "stages/add/", "stages/add/", {"name": "Утешительный", "system": "swiss"}),
    Case(
        final_by_rules_of_its_own,
        "stages/2/regulations/",
        "stages/2/follow/",
        told="Stage «Финал» is played as the tournament.",
    ),
    Case(swiss, "settings/", "stages/2/remove/"),
    Case(swiss, "publication/", "publication/names/", {"names_shown": "initials"}, {"names_shown": "full"}),
    Case(
        swiss_in_play,
        "publication/",
        "publication/change/",
        {"kind": "draw", "round_number": "1", "level": "hidden"},
        {"kind": "draw", "round_number": "1", "level": "officials"},
    ),
    Case(
        swiss,
        "publication/",
        "publication/hold-back/",
        told="All results and standings are held back: only officials see them.",
    ),
    Case(swiss, "entries/1/", "entries/1/pin/", {"pin": "4711"}, {"pin": "1147"}),
    Case(
        swiss,
        "entries/pins/",
        "entries/pins/",
        told="Every pair has its PIN already. To print a list, give all of them new ones.",
    ),
    Case(swiss, "entries/1/remove/", "entries/1/remove/"),
    Case(
        swiss,
        "entries/1/withdraw/",
        "entries/1/withdraw/",
        {"reason": "Заболел"},
        told="Entry 1 has already withdrawn from round 1.",
    ),
    Case(
        one_has_left,
        "entries/1/",
        "entries/1/reinstate/",
        {"reason": "Выздоровел"},
        told="Entry 1 hasn't withdrawn, so it can't return.",
    ),
    Case(
        swiss,
        "entries/1/substitute/1/",
        "entries/1/substitute/1/",
        {"name": "Новый Н.", "reason": "Болезнь", "accept": ""},
        {"name": "Другой Д.", "reason": "Болезнь", "accept": ""},
    ),
    Case(
        swiss,
        "draw/",
        "draw/1/swiss/",
        {"seed": "1"},
        {"seed": "2"},
        told="Round 1 is already drawn. Take it back first if it should be drawn again.",
    ),
    Case(swiss_with_a_draw, "draw/", "draw/rounds/1/take-back/"),
    Case(table_in_play, "protocols/1/1/", "protocols/1/1/photo/add/", {"photo": WHITE}, {"photo": BLACK}),
    Case(
        table_in_play,
        "protocols/1/1/",
        "protocols/1/1/photo/remove/",
        told="There is no photo with this protocol any more.",
    ),
    Case(table_in_play, "protocols/1/1/", "protocols/1/1/add-time/", {"minutes": "2", "reason": "Костяшка"}),
    Case(
        table_in_play,
        "",
        "rounds/1/clock/pause/",
        {"reason": "Погас свет"},
        told="The clock of round 1 already stands still.",
    ),
    Case(table_in_play, "", "rounds/1/clock/start/take-back/", told="The clock of round 1 hasn't been started yet."),
    Case(
        table_with_a_ruling,
        "protocols/1/1/",
        "protocols/1/1/rulings/1/strike/",
        {"reason": "Не было"},
        role="chief_referee",
        told="This ruling is already struck out.",
    ),
    Case(
        table_in_play,
        "protocols/1/1/",
        "protocols/1/1/absent/",
        {"winner": "a"},
        {"winner": "b"},
        told="Nothing is played at this table: walkover.",
    ),
    Case(
        table_in_play,
        "protocols/1/1/",
        "protocols/1/1/void/",
        {"reason": "Сговор"},
        role="chief_referee",
        told="Nothing is played at this table: void.",
    ),
    Case(with_referees, "referees/", "referees/1/divide/"),
    Case(
        swiss_in_play,
        "links/1/",
        "links/1/revoke/",
        told="No table link of round 1 is in force, so there is nothing to withdraw.",
    ),
    Case(swiss, "staff/", "staff/{post}/club/", {"club": "Сокол"}, {"club": "Волна"}),
    Case(nobody_yet, "hall/", "hall/", {"text": "Обед"}, {"text": "Сбор в 14:00"}),
    Case(message_is_up, "hall/", "hall/take-down/", told="No message is up: there is nothing to take down."),
    Case(
        told,
        "webhooks/",
        "webhooks/{webhook}/switch-off/",
        told="Switched off: https://example.org/ is told nothing more. What still waits for it waits on.",
    ),
]


def _filled(fields: dict[str, Any]) -> dict[str, Any]:
    return {key: SimpleUploadedFile("a.jpg", value) if key == "photo" else value for key, value in fields.items()}


@pytest.mark.once
@pytest.mark.django_db
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.action or "now")
def test_who_comes_second_is_told_what_was_done_before_him(case: Case) -> None:
    """Nothing is written, and he reads who did what; or the program's own words say what is so now."""
    cup = case.scene().cup
    first, second = browser_of(cup, case.role), browser_of(cup, case.role)
    action = _address(cup, case.action)
    page = _address(cup, case.page)
    forms = [form_to(browser, page, action) for browser in (first, second)]

    filled = (case.first, case.first if case.second is None else case.second)
    sent = zip((first, second), forms, filled, strict=True)
    taken, refused = [send(browser, form, **_filled(fields)) for browser, form, fields in sent]

    assert taken.status_code in (200, 302)
    assert _told(refused, cup) == case.told


def _address(cup: Tournament, end: str) -> str:
    """An address of the tournament by its end; a name in braces stands for the key of its only row."""
    rows: dict[str, Any] = {"{post}": cup.staff, "{webhook}": cup.webhooks}
    for name in [name for name in rows if name in end]:
        end = end.replace(name, str(rows[name].earliest("pk").pk))
    return reverse("desk:now", args=[cup.slug]) + end


def _told(answer: Any, cup: Tournament) -> str:
    """What the second reads: what was done meanwhile, or the program's refusal."""
    if answer.status_code == 409:
        last = cup.journal.latest("number")
        assert [line.what for line in answer.context["lines"]] == [ACTIONS[last.action]]
        return MEANWHILE
    if answer.status_code == 302:
        return " ".join(messages_of(answer.client.get(answer["Location"])))
    wrong = [error for errors in errors_of(answer).values() for error in errors] if answer.status_code == 422 else []
    return " ".join([*wrong, *messages_of(answer)])


@pytest.mark.django_db
def test_every_form_says_how_the_tournament_stood() -> None:
    scene = swiss_in_play()
    browser = browser_of(scene.cup)
    Tournament.objects.update(version=17)
    pages = ["", "settings/", "entries/1/", "draw/", "referees/", "publication/", "staff/", "hall/", "links/1/"]

    forms = [form for page in pages for form in forms_of(browser, _address(scene.cup, page))]

    assert [(form.action, form.fields.get("as_of")) for form in forms if form.fields.get("as_of") != ["17"]] == []


@pytest.mark.django_db
def test_what_somebody_does_from_one_page_twice_is_his_own_affair_only_if_he_saw_it() -> None:
    """The page that answers an act knows it; a window that was opened before doesn't."""
    cup = swiss().cup
    browser, page = browser_of(cup), _address(cup, "entries/pins/")
    old = form_to(browser, page, page)

    answer = send(browser, old)
    again = browser.post(page, {"as_of": cup.journal.count(), "anew": ""})
    from_the_old_window = send(browser, old, anew="")

    assert (answer.status_code, again.status_code, from_the_old_window.status_code) == (200, 200, 409)
    assert from_the_old_window.context["own"] is True


@pytest.mark.django_db
def test_a_form_that_comes_back_with_its_mistakes_still_says_what_its_sender_saw() -> None:
    cup = nobody_yet().cup
    slow, quick = browser_of(cup), browser_of(cup)
    page = _address(cup, "settings/")
    form = form_to(slow, page, page)
    send(quick, form, venue="Зал Б")

    back = send(slow, form, name="")
    as_of = back.content.decode().partition('name="as_of" value="')[2].partition('"')[0]

    assert (back.status_code, as_of) == (422, form.fields["as_of"][0])


@pytest.mark.django_db
@pytest.mark.parametrize("as_of", ["", "x", "-1", "9" * 30, "²"])
def test_a_form_that_says_nothing_sensible_is_one_that_says_nothing(as_of: str) -> None:
    cup = nobody_yet().cup

    answer = browser_of(cup).post(_address(cup, "hall/"), {"text": "Обед", "as_of": as_of})

    assert answer.status_code == 302

"""The page on which a referee rules: what happened, what follows, the act."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import PartidaFactory, RoundFactory, TournamentFactory
from tests.pages import browser_of, errors_of, messages_of
from tests.tournament.protocols.sheets import DEALS
from tournament.models import Protocol, Round, Ruling

from .rows import confirm, playing, rule, sheet, write

URL = "/desk/cup/protocols/1/1/rulings/new/"
PAGE = "/desk/cup/protocols/1/1/"


def said(code: str = "noise", seat: int = 2, deal: int = 2, **more: Any) -> dict[str, Any]:
    """An infraction as the page sends it."""
    return {"code": code, "seat": seat, "deal": deal, "version": 0} | more


def look(browser: Client, **wanted: Any) -> Any:
    return browser.post(URL, said(**wanted))


def accept(browser: Client, **wanted: Any) -> Any:
    """Look at what follows, then accept it."""
    seen = look(browser, **wanted).context.get("seen", "")
    return browser.post(URL, said(**wanted) | {"accept": "1", "seen": seen})


def kept() -> list[dict[str, Any]]:
    return list(Ruling.objects.values_list("data", flat=True))


def test_first_the_consequence_is_shown_and_nothing_written(referee: Client) -> None:
    assert reverse("rulings:new", args=["cup", 1, 1]) == URL
    page = look(referee)

    assert {key: page.context[key] for key in ("infraction", "penalty", "why", "deal_effect")} == {
        "infraction": "Talking during the deal (R9.4)",
        "penalty": "warning",
        "why": "",
        "deal_effect": "The deal goes on.",
    }
    assert kept() == []


def test_then_it_is_written_down(referee: Client) -> None:
    response = accept(referee)

    assert response["Location"] == PAGE
    assert kept() == [{"code": "noise", "seat": 2, "deal": 2}]


def test_a_repeated_breach_says_why_it_costs_more(referee: Client, protocol: Protocol) -> None:
    rule(protocol, "noise", seat=2)

    page = look(referee, version=1)

    assert (page.context["penalty"], page.context["why"]) == ("fine of 40 points", "The same kind again.")
    assert page.context["outcome"].fines == (0, 40)


def test_a_partida_that_it_loses_is_shown_as_it_will_count(referee: Client) -> None:
    """R10.3: lost by the ruling, the most points to nothing; the deal doesn't go on."""
    page = look(referee, departs="on", loses="on", reason="Сдал партию сопернику")

    assert page.context["outcome"].points == (200, 0)
    said = " ".join(page.content.decode().split())
    assert "The score is 31 : 0 and becomes 200 : 0." in said
    assert "The deal goes on." not in said


def test_the_page_begins_with_the_deal_being_played_and_what_the_address_names(referee: Client) -> None:
    form = referee.get(URL, {"code": "move_time"}).context["form"]

    assert (form["code"].value(), form["deal"].value()) == ("move_time", 2)
    assert form.fields["deal"].choices == [(2, "deal 2, being played"), (1, "deal 1"), (0, "before the first deal")]


def test_a_pass_with_a_playable_tile_breaks_the_deal_being_played(referee: Client, protocol: Protocol) -> None:
    """R9.3."""
    accept(referee, code="pass_with_tile")

    assert [line.kind for line in sheet(protocol).score.lines] == ["domino", "broken"]


def test_found_later_the_deal_stands(referee: Client, protocol: Protocol) -> None:
    """R9.3: whenever it is found, the pair is fined."""
    page = look(referee, code="pass_with_tile", deal=1)
    accept(referee, code="pass_with_tile", deal=1)

    assert page.context["deal_stands"] is True
    assert [line.kind for line in sheet(protocol).score.lines] == ["domino"]
    assert sheet(protocol).score.fines == (0, 40)


def test_the_opponents_are_asked_and_told_what_either_brings(referee: Client) -> None:
    """R9.2."""
    page = look(referee, code="wrong_lead")

    assert page.context["form"].fields["choice"].choices == [
        ("deal_again", "deal again: fine of 40 points"),
        ("play_on", "play on: no consequence"),
    ]
    assert errors_of(accept(referee, code="wrong_lead")) == {"choice": ["Choose one of the two."]}
    assert kept() == []


@pytest.mark.parametrize(("choice", "kinds", "leader"), [("deal_again", 2, 2), ("play_on", 1, 4)])
def test_and_their_choice_is_done(referee: Client, protocol: Protocol, choice: str, kinds: int, leader: int) -> None:
    """R9.2: dealt again, the rightful seat leads; played on, the one who led."""
    accept(referee, code="wrong_lead", seat=4, choice=choice)

    assert (len(sheet(protocol).score.lines), sheet(protocol).leader) == (kinds, leader)


def test_who_should_have_led_is_asked_before_anything_is_written(db: None) -> None:
    """R4.1, R5.6."""
    referee = browser_of(playing().partida.round.tournament, "referee")
    wanted = {"code": "pass_with_tile", "deal": 1}

    assert look(referee, **wanted).context["asks_lead"] is True
    assert errors_of(accept(referee, **wanted)) == {
        "lead": ["Say who should have led the first deal: it is played again with that lead (R5.6)."]
    }
    assert accept(referee, **wanted, lead=3).status_code == 302


def test_what_the_table_leaves_to_the_referee_he_says(db: None) -> None:
    """FEM: broken if it caused exposed tiles."""
    protocol = playing(DEALS[0], sanctions="femundo_2025")
    referee = browser_of(protocol.partida.round.tournament, "referee")

    assert errors_of(accept(referee, code="pass_with_tile")) == {"effect": ["Choose one of the two."]}
    accept(referee, code="pass_with_tile", effect="broken")
    assert [line.kind for line in sheet(protocol).score.lines] == ["domino", "broken"]


def test_only_what_was_shown_is_accepted(referee: Client) -> None:
    """Whoever changes the infraction after looking looks again."""
    seen = look(referee, code="noise").context["seen"]

    page = referee.post(URL, said(code="signs") | {"accept": "1", "seen": seen})

    assert (page.status_code, page.context["penalty"], kept()) == (200, "fine of 40 points", [])


def test_sent_twice_it_is_written_once(referee: Client) -> None:
    """R10.4."""
    accept(referee)
    again = accept(referee)

    assert errors_of(again) == {
        "__all__": [
            "This protocol was changed on another device meanwhile (version 1, yours is 0). "
            "Look at what is written now and enter yours again if it is still missing."
        ]
    }
    assert len(kept()) == 1


def test_a_departure_is_written_with_its_reason(referee: Client) -> None:
    """R10.7."""
    accept(referee, departs="on", fine="30", card="yellow", reason="Спорил с судьёй")

    (data,) = kept()
    assert (data["departure"], data["reason"]) == ({"fine": 30, "card": "yellow"}, "Спорил с судьёй")


def test_without_a_table_of_infractions_the_referee_says_what_follows(db: None) -> None:
    protocol = playing(DEALS[0], sanctions="none")
    referee = browser_of(protocol.partida.round.tournament, "referee")

    assert referee.get(URL).context["form"]["departs"].value() is True
    accept(referee, code="other", departs="on", warning="on", reason="Шумел")
    assert kept() == [{"code": "other", "seat": 2, "deal": 2, "departure": {"warning": True}, "reason": "Шумел"}]


@pytest.mark.parametrize(
    ("wrong", "errors"),
    [
        ({"seat": 5}, {"seat": ["This player isn't at the table."]}),
        ({"seat": ""}, {"seat": ["This field is required."]}),
        ({"code": ""}, {"code": ["This field is required."]}),
        ({"code": "yawning"}, {"code": ["Select a valid choice. yawning is not one of the available choices."]}),
        ({"deal": 3}, {"deal": ["Select a valid choice. 3 is not one of the available choices."]}),
        ({"departs": "on", "fine": "20"}, {"reason": ["Departing from the regulations needs a reason."]}),
        (
            {"departs": "on", "fine": "101", "reason": "Грубо"},
            {"fine": ["A fine of 202 points is above the regulations’ bound of 200."]},
        ),
        (
            {"departs": "on", "fine": "-1", "reason": "Грубо"},
            {"fine": ["Ensure this value is greater than or equal to 0."]},
        ),
        ({"departs": "on", "fine": "x", "reason": "Грубо"}, {"fine": ["Enter a whole number."]}),
        ({"version": ""}, {"version": ["This field is required."]}),
    ],
)
def test_what_cannot_be_is_said_at_its_field(
    referee: Client, wrong: dict[str, Any], errors: dict[str, list[str]]
) -> None:
    response = referee.post(URL, said() | wrong | {"accept": "1"})

    assert (response.status_code, errors_of(response), kept()) == (422, errors, [])


def test_before_the_start_nobody_has_broken_a_rule(db: None) -> None:
    referee = browser_of(playing().partida.round.tournament, "referee")
    Round.objects.update(started_at=None)

    assert errors_of(accept(referee, deal=1)) == {
        "__all__": ["Round 1 hasn't started yet, so nobody can have broken a rule in it."]
    }


def test_after_time_ran_out_a_broken_deal_waits_for_the_answer(referee: Client) -> None:
    """R6.2."""
    Round.objects.update(started_at=timezone.now() - timedelta(minutes=41))

    assert errors_of(accept(referee, code="pass_with_tile")) == {
        "__all__": [
            "Time has run out. Say first what was going on at that moment: it decides how many deals follow (R6.2)."
        ]
    }
    assert kept() == []


# -- a confirmed protocol (R11.4) --------------------------------------------------------------------------


@pytest.fixture
def confirmed(protocol: Protocol) -> Protocol:
    write(protocol, *DEALS[1:])
    confirm(protocol)
    return Protocol.objects.get()


def test_on_a_confirmed_protocol_the_chief_referee_rules_with_a_reason(confirmed: Protocol, chief: Client) -> None:
    wanted = {"code": "signs", "seat": 1, "deal": 4, "version": confirmed.version}

    page = look(chief, **wanted)
    assert (page.context["outcome"].totals, page.context["outcome"].winner) == ((37, 50), "b")
    assert errors_of(accept(chief, **wanted)) == {
        "correction": [
            "The protocol is confirmed. A ruling now is a correction by the chief referee and needs its reason (R11.4)."
        ]
    }
    accept(chief, **wanted, correction="Решение апелляционного жюри")
    assert sheet(confirmed).winner == "b"


def test_a_referee_does_not(confirmed: Protocol, referee: Client) -> None:
    assert look(referee).status_code == 403


@pytest.mark.parametrize("state", ["entered", "accepted"])
def test_while_the_players_sign_the_page_says_what_to_do_first(referee: Client, state: str) -> None:
    Protocol.objects.update(state=state)

    assert "data-ruling" not in referee.get(URL).content.decode()
    assert errors_of(accept(referee, deal=1)) == {
        "__all__": [f"The sheet is {state}: open it again first, the players have to sign the ruling too."]
    }


# -- who and where -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("role", "status"), [("organiser", 403), ("secretary", 403), (None, 404)])
def test_only_referees_rule(protocol: Protocol, role: str | None, status: int) -> None:
    browser = browser_of(protocol.partida.round.tournament, role)

    assert [browser.get(URL).status_code, browser.post(URL, said()).status_code] == [status, status]


def test_an_official_of_another_tournament_finds_nothing(protocol: Protocol) -> None:
    assert browser_of(TournamentFactory(), "chief_referee").get(URL).status_code == 404


def test_a_table_without_a_protocol_is_not_ruled_on(protocol: Protocol, referee: Client) -> None:
    stage = protocol.partida.round.stage
    PartidaFactory(round=RoundFactory(stage=stage, state="proposed"))

    assert referee.get("/desk/cup/protocols/2/1/rulings/new/").status_code == 404


def test_the_way_to_it_stands_beside_the_deal_for_those_who_may(protocol: Protocol) -> None:
    cup = protocol.partida.round.tournament

    offered = {role: URL in browser_of(cup, role).get(PAGE).content.decode() for role in ("referee", "secretary")}

    assert offered == {"referee": True, "secretary": False}


def test_what_was_done_is_said_on_the_page_of_the_table(referee: Client) -> None:
    seen = look(referee).context["seen"]

    page = referee.post(URL, said() | {"accept": "1", "seen": seen}, follow=True)

    assert messages_of(page) == ["The ruling is written down."]
    assert [(row.what, row.who.player, row.deal, row.consequence) for row in page.context["rulings"]] == [
        ("Talking during the deal (R9.4)", "Ким К.", "deal 2, being played", "warning")
    ]

"""The protocol page of a table: what it shows in each state, and writing down a deal or totals."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

import scoring
from tests.factories import PartidaFactory
from tests.pages import browser_of, errors_of, messages_of, rows_of
from tournament.models import Protocol
from tournament.protocols import queries

from .sheets import BY_TILES, DEALS, SECOND, address, afresh, by_tiles, posted, protocol_with

URL = "/desk/cup/protocols/1/1/"
MEETING = {"target": 100, "deals": None, "minutes": None, "best_of": 3, "detail": "totals"}


def totals(protocol: Protocol) -> tuple[int, int]:
    return queries.sheet(protocol.partida).score.totals


def test_the_page_shows_what_is_written_and_what_comes(referee: Client) -> None:
    response = referee.get(URL)

    assert reverse("protocols:entry", args=["cup", 1, 1]) == URL
    assert [(side.key, side.name, side.points) for side in response.context["sides"]] == [
        ("a", "Иванов И. / Петров П.", 31),
        ("b", "Ким К. / Ли Л.", 0),
    ]
    assert rows_of(response) == [
        ["1", "31", "", "31 : 0", "Domino", "3 Петров П.", "1", "14", "6", "0", "11", "6–5", ""]
    ]
    assert (response.context["next_step"], response.context["leader"].player) == ("The next deal.", "Ким К.")


def test_a_deal_is_written_down(referee: Client, protocol: Protocol) -> None:
    response = referee.post(URL, posted(SECOND))

    assert response.headers["Location"] == URL
    assert totals(protocol) == (31, 22)


def test_the_same_request_again_leads_to_the_same_page_and_writes_nothing(referee: Client, protocol: Protocol) -> None:
    for _ in range(2):
        assert referee.post(URL, posted(SECOND, key="a1")).headers["Location"] == URL

    assert totals(protocol) == (31, 22)


def test_the_first_deal_asks_who_led_and_repeats_as_well(db: None) -> None:
    protocol = protocol_with()
    referee = browser_of(protocol.partida.round.tournament, "referee")

    unsaid = referee.post(URL, posted(DEALS[0], lead=None))
    assert errors_of(unsaid) == {"lead": ["Say who led this deal."]}
    for _ in range(2):
        assert referee.post(URL, posted(DEALS[0], key="a1")).status_code == 302
    assert totals(protocol) == (31, 0)


def test_the_hand_that_went_out_may_be_left_empty(referee: Client, protocol: Protocol) -> None:
    referee.post(URL, posted(SECOND, pips_2=""))

    assert queries.sheet(protocol.partida).deals[-1].pips == (10, 0, 8, 4)


def test_in_a_fish_one_end_is_enough(referee: Client, protocol: Protocol) -> None:
    fish = replace(DEALS[2], lead=2)

    referee.post(URL, posted(fish, end_2=None))

    assert queries.sheet(protocol.partida).deals[-1] == fish


def test_a_broken_deal_needs_nothing_else_and_is_led_again(referee: Client, protocol: Protocol) -> None:
    referee.post(URL, {"version": 0, "lead": 2, "ending": "broken"})

    score = queries.sheet(protocol.partida).score
    assert (score.lines[-1].kind, score.totals, score.next.lead) == ("broken", (31, 0), 2)


@pytest.mark.parametrize(
    ("change", "errors"),
    [
        ({"ending": None}, {"ending": ["This field is required."]}),
        ({"ending": "win"}, {"ending": ["Select a valid choice. win is not one of the available choices."]}),
        ({"closer": None}, {"closer": ["Say who laid the last tile."]}),
        ({"closer": 5}, {"closer": ["Select a valid choice. 5 is not one of the available choices."]}),
        ({"pips_1": ""}, {"pips_1": ["How many pips are left with seat 1?"]}),
        ({"pips_1": "x"}, {"pips_1": ["Enter a whole number."]}),
        ({"pips_1": "-1"}, {"pips_1": ["-1 is not possible here: from 0 to 168."]}),
        ({"end_2": None}, {"end_2": ["The layout has two open ends: choose both."]}),
        (
            {"end_1": None, "end_2": None},
            {"end_1": ["Write the two open ends: the regulations ask for them."]},
        ),
        (
            {"pips_4": "5"},
            {"end_1": ["23 pips are left, but with the open ends 3 and 3 it is an even number."]},
        ),
        (
            {"pips_2": "3"},
            {"pips_2": ["Seat 2 went out, so nothing is left there, but 3 pips are written."]},
        ),
        ({"lead": 3}, {"lead": ["Seat 3 is written as leading deal 2, but the lead belongs to seat 2."]}),
    ],
)
def test_what_cannot_be_is_said_at_its_field_and_nothing_is_written(
    referee: Client, protocol: Protocol, change: dict[str, Any], errors: dict[str, list[str]]
) -> None:
    response = referee.post(URL, posted(SECOND) | change if None not in change.values() else posted(SECOND, **change))

    assert (response.status_code, errors_of(response)) == (422, errors)
    assert totals(protocol) == (31, 0)


def test_the_rule_stands_beside_its_refusal(referee: Client) -> None:
    response = referee.post(URL, posted(SECOND, pips_4=5))

    assert response.context["form"].broken_rules() == [
        ("end_1", "23 pips are left, but with the open ends 3 and 3 it is an even number.", "R5.4")
    ]


def test_who_saw_an_older_sheet_is_shown_the_newer_one_and_can_go_on_from_it(
    referee: Client, protocol: Protocol
) -> None:
    referee.post(URL, posted(SECOND))

    late = referee.post(URL, posted(SECOND, key="b1"))

    assert late.status_code == 422
    assert errors_of(late)["__all__"] == [
        "This protocol was changed on another device meanwhile (version 1, yours is 0). "
        "Look at what is written now and enter yours again if it is still missing."
    ]
    assert [row[3] for row in rows_of(late)] == ["31 : 0", "31 : 22"]
    assert hidden(late, "version") == ["1"]
    assert hidden(late, "lead") == ["3"]


def test_an_unfinished_form_over_an_older_sheet_says_so_too(referee: Client) -> None:
    referee.post(URL, posted(SECOND))

    late = referee.post(URL, posted(SECOND, pips_1=""))

    assert sorted(errors_of(late)) == ["__all__", "pips_1"]


def hidden(response: Any, name: str) -> list[str]:
    """The values of the page's hidden fields of that name in the form of the deal."""
    form = response.content.decode().partition("data-deal")[2].partition("</form>")[0]
    return [
        part.partition('value="')[2].partition('"')[0]
        for part in form.split("<input")
        if f'name="{name}"' in part and 'type="hidden"' in part
    ]


@pytest.mark.parametrize(
    ("state", "said"),
    [
        ("open", "Deal 5 cannot be written: the partida was over after deal 4."),
        ("entered", "The protocol is already entered: deals can't be added or taken back any more."),
    ],
)
def test_after_the_end_a_late_deal_is_refused_and_the_result_stands(played: Protocol, state: str, said: str) -> None:
    Protocol.objects.filter(pk=played.pk).update(state=state)
    referee = browser_of(played.partida.round.tournament, "referee")

    response = referee.post(URL, posted(DEALS[0]), follow=True)

    assert (messages_of(response), totals(played)) == ([said], (77, 50))


@pytest.mark.parametrize("state", ["open", "entered", "accepted", "confirmed", "corrected"])
def test_the_page_of_a_partida_that_is_over_shows_its_result_in_every_state(played: Protocol, state: str) -> None:
    Protocol.objects.filter(pk=played.pk).update(state=state)

    response = browser_of(played.partida.round.tournament, "chief_referee").get(URL)

    assert [side.name for side in response.context["sides"] if side.won] == ["Иванов И. / Петров П."]
    assert response.context["form"] is None
    assert [row[3] for row in rows_of(response)] == ["31 : 0", "31 : 22", "77 : 22", "77 : 50"]


def test_only_the_chief_referee_is_offered_corrections(played: Protocol) -> None:
    Protocol.objects.filter(pk=played.pk).update(state="confirmed")
    cup = played.partida.round.tournament

    offered = {
        role: address("corrections:correct") in browser_of(cup, role).get(URL).content.decode()
        for role in ("chief_referee", "referee")
    }

    assert offered == {"chief_referee": True, "referee": False}


# -- by tiles (R5.4) -----------------------------------------------------------------------------------------


@pytest.fixture
def last(db: None) -> Protocol:
    """The protocol before its last deal, which seat 4 leads."""
    return protocol_with(*DEALS[:3])


@pytest.fixture
def by_hand(last: Protocol) -> Client:
    return browser_of(last.partida.round.tournament, "referee")


@pytest.mark.parametrize("change", [{}, {"way": ""}])
def test_a_deal_is_written_down_by_its_tiles(by_hand: Client, last: Protocol, change: dict[str, str]) -> None:
    """The number laid is counted from them (R5.4a)."""
    response = by_hand.post(URL, by_tiles(BY_TILES) | change)

    assert response.status_code == 302
    assert queries.sheet(last.partida).deals[-1] == BY_TILES


def test_by_pips_no_tile_counts(by_hand: Client, last: Protocol) -> None:
    by_hand.post(URL, posted(DEALS[3], way="pips", tiles_1="6-6"))

    assert queries.sheet(last.partida).deals[-1] == DEALS[3]


HELD = {tile for hand in BY_TILES.tiles or () for tile in hand}
FIRST = by_tiles(BY_TILES)["tiles_1"].split()[0]
LAID = next(scoring.tile_text(tile) for tile in scoring.TILES if tile not in HELD)


@pytest.mark.parametrize(
    ("change", "errors"),
    [
        ({"tiles_2": ""}, {"tiles_2": ["Seat 2 has no tile left: only the one who went out by domino has none."]}),
        ({"tiles_4": LAID}, {"tiles_4": ["Seat 4 went out, but 1 tiles are written there."]}),
        ({"tiles_3": FIRST}, {"tiles_3": [f"Tile {FIRST} is written twice."]}),
        ({"tiles_3": "7-9"}, {"tiles_3": ["“7-9” is not a tile: write two halves from 0 to 6, for example 6-4."]}),
        (
            {"tiles_3": " ".join(29 * ["6-6"])},
            {"tiles_3": ["Seat 3 holds 29 tiles: a hand has seven at most."]},
        ),
    ],
)
def test_tiles_that_cannot_be_are_said_at_their_hand(
    by_hand: Client, last: Protocol, change: dict[str, str], errors: dict[str, list[str]]
) -> None:
    response = by_hand.post(URL, by_tiles(BY_TILES) | change)

    assert (response.status_code, errors_of(response)) == (422, errors)
    assert afresh(last.partida).deals.count() == 3


def test_what_was_given_by_tiles_is_there_again_after_a_refusal(by_hand: Client) -> None:
    form = by_hand.post(URL, by_tiles(BY_TILES, end_1="", end_2="")).context["form"]

    assert {name: form[name].value() for name in ("way", "tiles_1")} == {
        "way": "tiles",
        "tiles_1": by_tiles(BY_TILES)["tiles_1"],
    }


def test_the_board_has_every_tile_once(referee: Client) -> None:
    """R2.1."""
    assert sorted(referee.get(URL).context["form"].board) == sorted(scoring.TILES)


# -- what looks like a slip (R5.4a) --------------------------------------------------------------------------

BLANK = "Seat 3 has 0 pips but did not go out. Is the double blank the only tile there?"


def test_what_looks_like_a_slip_is_asked_at_its_field_before_it_is_written(referee: Client, protocol: Protocol) -> None:
    response = referee.post(URL, posted(SECOND, pips_3=0))

    assert (response.status_code, errors_of(response)) == (422, {"pips_3": [BLANK]})
    assert [(asked.key, asked.answered) for asked in response.context["form"].questions] == [
        ("deal.only_blank 3", False)
    ]
    assert totals(protocol) == (31, 0)


def test_with_the_answer_it_is_written(referee: Client, protocol: Protocol) -> None:
    referee.post(URL, posted(SECOND, pips_3=0, sure=["deal.only_blank 3"]))

    assert totals(protocol) == (31, 14)


def test_an_answer_to_another_question_is_none(referee: Client, protocol: Protocol) -> None:
    response = referee.post(URL, posted(SECOND, pips_3=0, sure=["deal.only_blank 1", "deal.hand_heavy 3 28"]))

    assert errors_of(response) == {"pips_3": [BLANK]}


def test_a_close_fish_by_tiles_is_asked_at_the_tiles(by_hand: Client) -> None:
    """R5.2."""
    fish = next(
        deal for deal in map(scoring.playout, range(100)) if [one.code for one in scoring.questions(deal)] == CLOSE
    )

    response = by_hand.post(URL, by_tiles(fish, lead=4))

    assert list(errors_of(response)) == ["tiles_1"]


CLOSE = ["deal.fish_close"]


# -- the clock and the rulings of the table (R6, R10) --------------------------------------------------------


@pytest.mark.parametrize(("sanctions", "code"), [("fdr", "move_time"), ("femundo_2025", "time_5_20_60"), ("none", "")])
def test_from_the_move_timer_it_is_one_step_to_the_ruling(db: None, sanctions: str, code: str) -> None:
    """R6.4."""
    referee = browser_of(protocol_with(sanctions=sanctions).partida.round.tournament, "referee")

    page = referee.get(URL)

    assert (page.context["move_code"], page.context["move_seconds"]) == (code, {"only": 5, "choice": 20, "fish": 60})
    assert f'href="{address("rulings:new")}?code={code}"' in page.content.decode()


def test_the_clock_of_the_table_stands_in_the_strip_while_it_plays(referee: Client, protocol: Protocol) -> None:
    """R6.5: with the address where the script asks for the time."""
    shown = f'data-clock="{reverse("clock:state", args=["cup", 1])}?table=1"'

    assert shown in referee.get(URL).content.decode()
    Protocol.objects.update(state="entered")
    assert shown not in referee.get(URL).content.decode()


def test_without_a_limit_there_is_no_clock(db: None) -> None:
    page = browser_of(protocol_with(minutes=None).partida.round.tournament, "referee").get(URL)

    assert (page.context["face"], "data-clock=" in page.content.decode()) == (None, False)


def test_what_is_half_written_is_kept_for_this_deal_only(referee: Client) -> None:
    """The script keeps it under the number of written deals; what was refused comes back from the server."""
    assert 'data-draft="1"' in referee.get(URL).content.decode()
    assert "data-draft" not in referee.post(URL, posted(SECOND, pips_1="")).content.decode()


# -- totals only ---------------------------------------------------------------------------------------------


def test_the_points_of_the_parts_are_written_and_can_be_written_anew(db: None) -> None:
    protocol = protocol_with(**MEETING)
    referee = browser_of(protocol.partida.round.tournament, "referee")

    for version, first in enumerate((90, 40)):
        parts = {"part_1_a": 100, "part_1_b": first, "part_2_a": 100, "part_2_b": 0}
        assert referee.post(URL, parts | {"version": version}).status_code == 302

    assert afresh(protocol.partida).parts == [[100, 40], [100, 0]]
    assert referee.get(URL).context["form"]["part_1_b"].value() == 40


@pytest.mark.parametrize(
    ("parts", "errors"),
    [
        ({}, {"part_1_a": ["Both sides need their points."], "part_1_b": ["Both sides need their points."]}),
        ({"part_1_a": 100}, {"part_1_b": ["Both sides need their points."]}),
        ({"part_1_a": "x", "part_1_b": 0}, {"part_1_a": ["Enter a whole number."]}),
        (
            {"part_2_a": 100, "part_2_b": 0},
            {"part_1_a": ["Both sides need their points."], "part_1_b": ["Both sides need their points."]},
        ),
        (
            {"part_1_a": 100, "part_1_b": 100},
            {"part_1_a": ["Part 1 stands level at 100–100: a part has a winner."]},
        ),
    ],
)
def test_parts_that_cannot_be_are_refused(db: None, parts: dict[str, Any], errors: dict[str, list[str]]) -> None:
    protocol = protocol_with(**MEETING)

    response = browser_of(protocol.partida.round.tournament, "referee").post(URL, parts | {"version": 0})

    assert (response.status_code, errors_of(response)) == (422, errors)
    assert afresh(protocol.partida).parts is None


# -- tables without a protocol -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "winner", "said"),
    [
        ("walkover", "b", "Nothing is played at this table: walkover."),
        ("both_absent", "", "Nothing is played at this table: both absent."),
        ("played", "", "This round isn't published yet"),
    ],
)
def test_a_table_without_a_protocol_says_why(
    referee: Client, protocol: Protocol, kind: str, winner: str, said: str
) -> None:
    PartidaFactory(round=protocol.partida.round, kind=kind, winner=winner)
    url = reverse("protocols:entry", args=["cup", 1, 2])

    for response in (referee.get(url), referee.post(url, posted(DEALS[0]))):
        assert (response.status_code, said in response.content.decode()) == (200, True)


def test_a_strange_number_of_deals_in_the_address_is_no_fault(referee: Client) -> None:
    assert referee.get("/desk/cup/protocols/99999999999999999999/1/").status_code == 404


def test_the_engine_knows_no_more_about_the_deal_than_was_written(referee: Client, protocol: Protocol) -> None:
    referee.post(URL, posted(SECOND, laid=24, void="on"))

    assert afresh(protocol.partida).deals.last().data == SECOND.to_dict() | {"laid": 24, "void": True}
    assert queries.sheet(protocol.partida).score.lines[-1].points == scoring.Score(0, 0)

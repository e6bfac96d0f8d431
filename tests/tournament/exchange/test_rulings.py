"""The rulings of a file: what they come to follows from all of them, and is what the program makes of them (R10)."""

import copy
import json
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings

from tests.tournament.exchange.documents import DEAL, Document, canonical, small
from tournament.audit.services import Author
from tournament.clock.services import MOST_ADDED_SECONDS
from tournament.exchange.checks import problems, regulations_by_path
from tournament.exchange.ledger import read_ledger
from tournament.exchange.queries import dump
from tournament.exchange.services import load
from tournament.exchange.shape import SCHEMA as SCHEMA_FILE
from tournament.ledger.queries import ledger
from tournament.models import Partida, Tournament
from tournament.protocols.queries import sheet

FIRST = "stages[0].rounds[0].partidas[0]"
SECOND = "stages[0].rounds[1].partidas[0]"
LIE: Document = {"code": "lie_to_referee", "seat": 1, "deal": 1}


def cup(first: list[Document], second: list[Document], **regulations: Any) -> Document:
    """Two rounds of the same pairs, each of one deal to 30; entry 1 sits on 1 and 3, then on 2 and 4."""
    document = small()
    document["regulations"] = {"preset": "femundo_2025", "target": 30} | regulations
    stage = document["stages"][0]
    stage["rounds"] = [
        {"number": number, "partidas": [{"table": 1, "a": a, "b": b, "deals": [dict(DEAL)]}]}
        for number, a, b in ((1, 1, 2), (2, 2, 1))
    ]
    for round_, rulings in zip(stage["rounds"], (first, second), strict=True):
        round_["partidas"][0]["rulings"] = copy.deepcopy(rulings)
    return document


def found(document: Document) -> list[tuple[str, str]]:
    return [(problem.path, problem.sentence) for problem in problems(document)]


def partida_of(tournament: Tournament, round_: int) -> Partida:
    return Partida.objects.get(round__tournament=tournament, round__number=round_, table=1)


# -- what they come to ---------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_second_yellow_card_in_a_later_round_is_a_red_one_and_loses_the_partida() -> None:
    """R10.3: the same player, on seat 1 in the first round and on seat 2 in the second."""
    lost = sheet(partida_of(load(cup([LIE], [LIE | {"seat": 2}]), Author()), 2))
    assert [(line.decision.penalty.card, line.decision.why) for line in lost.rulings] == [("red", ("two_yellows",))]
    assert (lost.winner, lost.totals, lost.score.by) == ("a", (30, 0), "ruling")


@pytest.mark.django_db
def test_a_struck_out_ruling_does_not_escalate() -> None:
    """R10.4."""
    struck = LIE | {"withdrawn": "the other table"}
    played = sheet(partida_of(load(cup([struck], [LIE | {"seat": 2}]), Author()), 2))
    assert [line.decision.penalty.card for line in played.rulings] == ["yellow"]
    assert (played.winner, played.totals) == ("a", (31, 0))


def test_another_player_of_the_pair_has_an_account_of_his_own() -> None:
    """R10.3."""
    assert _cards(cup([LIE], [LIE | {"seat": 4}])) == {FIRST: ["yellow"], SECOND: ["yellow"]}


def _cards(document: Document) -> dict[str, list[str | None]]:
    book = read_ledger(document, regulations_by_path(document))
    return {place: [one.penalty.card for one in decisions] for place, decisions in book.decisions.items()}


def test_a_substitute_does_not_inherit_the_card_of_the_one_who_left() -> None:
    """R8.5, R10.3."""
    document = cup([LIE], [LIE | {"seat": 2}])
    document["entries"][0]["substitutes"] = [{"place": 1, "player": "Запасной", "from_round": 2}]
    assert _cards(document) == {FIRST: ["yellow"], SECOND: ["yellow"]}


@pytest.mark.django_db
def test_a_wrong_lead_that_was_let_stand_is_the_lead_of_its_deal() -> None:
    """R9.2: after a broken deal seat 1 leads again, but seat 2 led and the opponents played on."""
    broken = {"lead": 1, "ending": "broken"}
    ruling = {"code": "wrong_lead", "seat": 2, "deal": 2, "choice": "play_on"}
    document = cup([ruling], [], preset="fdr")
    document["stages"][0]["rounds"][0]["partidas"][0]["deals"] = [broken, DEAL | {"lead": 2}]
    assert [line.lead for line in sheet(partida_of(load(document, Author()), 1)).score.lines] == [1, 2]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(canonical())
@pytest.mark.django_db
def test_they_come_to_the_same_in_the_file_and_in_the_program(document: Document) -> None:
    """R10.3: whatever the rulings, the program's ledger of the loaded tournament is the file's."""
    book = read_ledger(document, regulations_by_path(document))
    with transaction.atomic():
        lines = ledger(load(document, Author())).lines
        transaction.set_rollback(True)
    said = [(one.penalty, one.why) for decisions in book.decisions.values() for one in decisions]
    assert Counter(said) == Counter((line.decision.penalty, line.decision.why) for line in lines)


# -- what is carried -----------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_what_is_default_is_left_out_and_a_withdrawn_one_stays() -> None:
    """R10.4."""
    written = [
        {"code": "phone", "seat": 3},
        {"code": "phone", "seat": 3, "deal": 1, "departure": {}, "reason": "a sick child", "withdrawn": "no phone"},
    ]
    wordy = cup([written[0] | {"deal": 0, "reason": ""}, written[1]], [])
    wordy["stages"][0]["rounds"][0]["partidas"][0]["rulings"][1]["departure"] = {"warning": False, "fine": 0}
    carried = dump(load(wordy, Author()))["stages"][0]["rounds"][0]["partidas"][0]["rulings"]
    assert json.dumps(carried) == json.dumps(written)


@pytest.mark.django_db
def test_time_given_back_is_carried_with_its_reason() -> None:
    """R6.1."""
    document = small()
    added = [{"seconds": 90, "reason": "a tile on the floor"}, {"seconds": 300, "reason": "a protest"}]
    document["stages"][0]["rounds"][0]["partidas"][0]["added"] = added
    partida = partida_of(load(document, Author()), 1)
    assert sheet(partida).as_dict()["added"] == added
    assert sheet(partida).clock.added == timedelta(seconds=390)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("unplayed", "totals", "winner"),
    [
        ({"kind": "walkover", "winner": "b"}, [0, 30], "b"),
        ({"kind": "both_absent"}, [0, 0], None),
        ({"kind": "void", "deals": [DEAL]}, [0, 0], None),
    ],
    ids=lambda case: case["kind"] if isinstance(case, dict) else "",
)
def test_what_was_not_played_is_confirmed_with_a_first_revision(
    unplayed: Document, totals: list[int], winner: str | None
) -> None:
    """R8.2, R8.3, R11.2."""
    document = small()
    document["stages"][0]["rounds"][0]["partidas"][0] = {"table": 1, "a": 1, "b": 2} | unplayed
    partida = load(document, Author()).rounds.get(number=1).partidas.get(table=1)
    content = partida.protocol.revisions.get(number=1).content
    assert (content["by"], content["totals"], content["winner"]) == (unplayed["kind"], totals, winner)


# -- what can't be -------------------------------------------------------------------------------------------------

GRAVE: Document = LIE | {"departure": {"fine": 110}, "reason": "a threat"}
# What is wrong → (rulings of the first round, of the second, path, sentence).
WRONG: dict[str, tuple[list[Document], list[Document], str, str]] = {
    "unknown infraction (R10.1)": (
        [LIE, LIE | {"code": "whistling"}],
        [],
        f"{FIRST}.rulings[1].code",
        "“whistling” is no infraction of the table “femundo_2025”.",
    ),
    "a struck-out one too": (
        [LIE | {"code": "whistling", "withdrawn": "no"}],
        [],
        f"{FIRST}.rulings[0].code",
        "“whistling” is no infraction of the table “femundo_2025”.",
    ),
    "no such deal (R10.1)": (
        # The first has an effect on all four seats, the second none.
        [LIE | {"code": "phone"}, LIE | {"withdrawn": "no"}, LIE | {"code": "talk_in_hand", "deal": 3, "seat": 2}],
        [],
        f"{FIRST}.rulings[2].deal",
        "There is no deal 3 to rule on: 1 are written.",
    ),
    "departure without a reason (R10.7)": (
        [LIE | {"departure": {"warning": True}}],
        [],
        f"{FIRST}.rulings[0].reason",
        "Departing from the regulations needs a reason.",
    ),
    "fine above the bound (R10.2)": (
        [GRAVE],
        [],
        f"{FIRST}.rulings[0].departure",
        "A fine of 33 points is above the regulations’ bound of 30.",
    ),
    "fine that is no figure": (
        [LIE | {"departure": {"fine": "much"}, "reason": "a threat"}],
        [],
        f"{FIRST}.rulings[0].departure.fine",
        "A whole number is expected here, not “much”.",
    ),
    "deal after the partida was lost (R10.6)": (
        [LIE, LIE | {"seat": 3, "deal": 0}],
        [LIE | {"seat": 2, "deal": 0}],
        f"{SECOND}.deals[0]",
        "Deal 1 cannot be written: the partida was over after deal 0.",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_can_not_be_is_said_where_it_is(case: str) -> None:
    first, second, path, sentence = WRONG[case]
    assert found(cup(first, second)) == [(path, sentence)]


def test_without_a_ruling_of_another_round_the_partida_is_not_over() -> None:
    """R10.4: with the first ruling the second loses the partida before a deal is played; struck out, it doesn't."""
    document = cup([LIE], [LIE | {"seat": 2, "deal": 0}])
    del document["stages"][0]["rounds"][1]["partidas"][0]["deals"]
    assert found(document) == []
    document["stages"][0]["rounds"][0]["partidas"][0]["rulings"][0]["withdrawn"] = "the other table"
    sentence = "The partida isn't over, so its state can't be «confirmed»: only «open»."
    assert found(document) == [(f"{SECOND}.state", sentence)]


SHAPE: dict[str, tuple[Document, str, str]] = {
    "key of another program": (
        LIE | {"points": 40},
        "points",
        "The key «points» isn't known here. Known are: code, seat, deal, choice, departure, reason, withdrawn.",
    ),
    "no infraction": ({"seat": 1}, "code", "The key «code» is missing."),
    "no such seat": (LIE | {"seat": 5}, "seat", "5 is too big: at most 4."),
    "no such choice": (LIE | {"choice": "ask"}, "choice", '"ask" isn\'t one of: "deal_again", "play_on".'),
    "no such card": (
        LIE | {"departure": {"card": "green"}},
        "departure.card",
        '"green" isn\'t one of: "yellow", "red", "black".',
    ),
    "struck out without a reason": (
        LIE | {"withdrawn": " "},
        "withdrawn",
        '" " hasn\'t the form that is needed here: a letter at least.',
    ),
}


@pytest.mark.parametrize("case", SHAPE)
def test_the_shape_of_a_ruling(case: str) -> None:
    ruling, key, sentence = SHAPE[case]
    assert found(cup([ruling], [])) == [(f"{FIRST}.rulings[0].{key}", sentence)]


def test_a_partida_is_not_judged_while_a_ruling_before_it_is_wrong() -> None:
    """What the later ruling comes to isn't known: with the first it loses the partida, alone it doesn't."""
    document = cup([LIE | {"deal": 9}], [LIE | {"seat": 2, "deal": 0}])
    document["stages"][0]["rounds"][0]["partidas"][0]["rulings"].append({"code": "whistling", "seat": 1})
    assert [path for path, _sentence in found(document)] == [f"{FIRST}.rulings[1].code"]


@pytest.mark.parametrize(
    ("added", "path", "sentence"),
    [
        ({"seconds": 86400, "reason": "a day"}, "added[0].seconds", "86400 is too big: at most 1800."),
        (
            {"seconds": 60, "reason": ""},
            "added[0].reason",
            '"" hasn\'t the form that is needed here: a letter at least.',
        ),
    ],
)
def test_time_that_can_not_be_given_back(added: Document, path: str, sentence: str) -> None:
    """R6.1."""
    document = small()
    document["stages"][0]["rounds"][0]["partidas"][0]["added"] = [added]
    assert found(document) == [(f"{FIRST}.{path}", sentence)]


def test_no_time_is_given_back_where_there_is_no_limit() -> None:
    """R3.4."""
    document = cup([], [], minutes=None)
    document["stages"][0]["rounds"][0]["partidas"][0]["added"] = [{"seconds": 60, "reason": "a fly"}]
    sentence = "The regulations set no time for a partida, so none can have run out or been added (R3.4)."
    assert found(document) == [(f"{FIRST}.added", sentence)]


def test_the_longest_time_is_that_of_the_desk() -> None:
    schema = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))
    assert schema["$defs"]["added"]["properties"]["seconds"]["maximum"] == MOST_ADDED_SECONDS

"""An individual event in the tournament file: four entries at a table, by their seats (R1.3, R13.4)."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from tests.tournament.draw.play import BY, individual_rounds, players_stage
from tests.tournament.exchange.documents import Document, individual
from tests.tournament.exchange.test_identity import through
from tournament.audit.services import Author
from tournament.draw import services as draw
from tournament.entries import services as entries
from tournament.exchange.checks import problems
from tournament.exchange.queries import dump
from tournament.exchange.services import load
from tournament.ledger.queries import ledger
from tournament.models import Partida, Seat
from tournament.standings.queries import table

pytestmark = pytest.mark.django_db


def small() -> Document:
    """A sound file: five players, a round played by totals, one of them free."""
    players = ["Иванов И.", "Ким К.", "Núñez J.", "Петров П.", "Цой Ц."]
    partidas: list[Document] = [
        {"table": 1, "seats": [3, 1, 2, 5], "points": [100, 60]},
        {"a": 4, "kind": "bye"},
    ]
    return {
        "format": "domino-tournament/1",
        "slug": "alone",
        "name": "Личный кубок",
        "timezone": "Europe/Moscow",
        "event": "individual",
        "regulations": {"preset": "fdr", "target": 100, "detail": "totals", "pays": "offender"},
        "entries": [{"number": number, "players": [name]} for number, name in enumerate(players, start=1)],
        "stages": [{"name": "Этап", "system": "individual", "rounds": [{"number": 1, "partidas": partidas}]}],
    }


def test_a_small_file_comes_back_as_it_was() -> None:
    assert problems(small()) == []
    assert through(small()) == small()


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(individual())
def test_a_canonical_file_comes_back_as_it_was(document: Document) -> None:
    assert through(document) == document


def test_the_seats_are_those_of_the_file() -> None:
    load(small(), Author())

    seats = [(s.partida.table, s.number, s.entry.number) for s in Seat.objects.select_related("entry", "partida")]
    assert sorted(seats, key=str) == [(1, 1, 3), (1, 2, 1), (1, 3, 2), (1, 4, 5), (None, 1, 4)]


def test_partners_count_alike_and_stand_each_for_himself() -> None:
    """R8.6"""
    rows = table(load(small(), Author()).stages.get()).rows

    assert {row.entry: (row.standing.wins, row.standing.difference) for row in rows if row.entry != 4} == {
        3: (1, 40),
        2: (1, 40),
        1: (0, -40),
        5: (0, -40),
    }


def test_what_the_program_made_is_written_and_read_back() -> None:
    stage = players_stage(10)
    individual_rounds(stage, 2)
    third = draw.propose_individual(stage=stage, seed="жребий", by=BY)
    draw.publish(round_=third, by=BY)
    Partida.objects.filter(round=third, table=1).update(kind="walkover", winner="b")
    entries.withdraw(entry=stage.tournament.entries.get(number=4), from_round=4, reason="болезнь", by=BY)

    written = dump(stage.tournament)

    assert problems(written) == []
    assert dump(load(written, Author(), slug="again")) == written | {"slug": "again"}
    assert [len(partida.get("seats", ())) for partida in written["stages"][0]["rounds"][0]["partidas"]] == [4, 4, 0, 0]


def stage_of(document: Document) -> Document:
    found: Document = document["stages"][0]
    return found


def partida(document: Document, index: int = 0) -> Document:
    found: Document = stage_of(document)["rounds"][0]["partidas"][index]
    return found


FIRST = "stages[0].rounds[0].partidas[0]"
BYE = "stages[0].rounds[0].partidas[1]"
SIDES = "In an individual event «seats» has the entries on seats 1 to 4, and no sides are said."

# What is done to the sound file → where it is said, and how.
WRONG: dict[str, tuple[Callable[[Document], Any], list[tuple[str, str]]]] = {
    "a pair among players": (
        lambda d: d["entries"][0].update(players=["А", "Б"]),
        [("entries[0].players", "There are 2 here; at most 1 can stand.")],
    ),
    "a substitute in a second place": (
        lambda d: d["entries"][0].update(substitutes=[{"place": 2, "player": "А", "from_round": 2}]),
        [("entries[0].substitutes[0].place", "2 is too big: at most 1.")],
    ),
    "a system of pairs": (
        lambda d: stage_of(d).update(system="swiss"),
        [
            (
                "stages[0].system",
                "A stage «Swiss» is for pairs. In an individual event partners and opponents are drawn anew each "
                "round.",
            )
        ],
    ),
    "sides instead of seats": (
        lambda d: partida(d).update(a=partida(d).pop("seats")[0], b=1),
        [(f"{FIRST}.seats", "The key «seats» is missing."), (f"{FIRST}.a", SIDES), (f"{FIRST}.b", SIDES)],
    ),
    "sides beside seats": (
        lambda d: partida(d).update(b=4),
        [(f"{BYE}.a", f"Entry 4 is already seated in this round, in {FIRST}."), (f"{FIRST}.b", SIDES)],
    ),
    "three on four seats": (
        lambda d: partida(d).update(seats=[3, 1, 2]),
        [(f"{FIRST}.seats", "There are 3 here; at least 4 are needed.")],
    ),
    "the same one on two seats": (
        lambda d: partida(d).update(seats=[3, 1, 2, 3]),
        [(f"{FIRST}.seats[3]", f"Entry 3 is already seated in this round, in {FIRST}.")],
    ),
    "a stranger on a seat": (
        lambda d: partida(d).update(seats=[3, 1, 2, 9]),
        [(f"{FIRST}.seats[3]", "There is no entry 9 in this file.")],
    ),
    "not in the lineup": (
        lambda d: stage_of(d).update(lineup=[[1, 2, 3, 4]]),
        [(f"{FIRST}.seats[3]", "Entry 5 isn't in the lineup of this stage.")],
    ),
    "nobody in a bye": (lambda d: partida(d, 1).pop("a"), [(f"{BYE}.a", "The key «a» is missing.")]),
    "four in a bye": (
        lambda d: partida(d, 1).update(seats=[1, 2, 3, 5]),
        [
            (f"{BYE}.seats[0]", f"Entry 1 is already seated in this round, in {FIRST}."),
            (f"{BYE}.seats[1]", f"Entry 2 is already seated in this round, in {FIRST}."),
            (f"{BYE}.seats[2]", f"Entry 3 is already seated in this round, in {FIRST}."),
            (f"{BYE}.seats[3]", f"Entry 5 is already seated in this round, in {FIRST}."),
            (
                f"{BYE}.seats",
                "A bye has neither an opponent nor a table nor a result: «seats» can't stand here.",
            ),
        ],
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_does_not_fit_is_said_at_its_path(case: str) -> None:
    spoil, said = WRONG[case]
    document = small()
    spoil(document)

    assert [(problem.path, problem.sentence) for problem in problems(document)] == said


def test_seats_are_for_individual_events_only() -> None:
    pairs = small() | {"event": "pairs"}
    pairs["entries"] = [{"number": n, "players": [f"А {n}", f"Б {n}"]} for n in range(1, 6)]
    stage_of(pairs)["system"] = "free"

    assert [(problem.path, problem.sentence) for problem in problems(pairs)] == [
        (f"{FIRST}.a", "The key «a» is missing."),
        (f"{FIRST}.b", "Side «b» is missing. Only a bye has no opponent."),
        (f"{FIRST}.seats", "«seats» is for individual events. In an event for pairs the sides are «a» and «b»."),
    ]


def test_a_ruling_is_against_the_player_on_his_seat() -> None:
    """R10.3: an offence of one player, wherever he sits, makes the next one a repetition."""
    document = small()
    document["regulations"] = {"preset": "femundo_2025", "pays": "offender"}
    ruling: Document = {"code": "gesture_comment", "seat": 1, "deal": 1}
    first = {"number": 1, "partidas": [{"table": 1, "seats": [3, 1, 2, 5], "state": "open", "rulings": [ruling]}]}
    again: Document = {"number": 2, "partidas": [{"table": 1, "seats": [1, 3, 2, 5], "state": "open"}]}
    again["partidas"][0]["rulings"] = [ruling | {"seat": 2}]
    stage_of(document)["rounds"] = [first, again]

    cup = load(document, Author())

    assert [line.decision.why for line in ledger(cup).lines] == [(), ("repeat",)]

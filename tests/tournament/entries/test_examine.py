"""What forbids a pair to register, and what should only be looked at."""

import pytest

from tests.factories import ClubFactory, EntryFactory
from tournament.entries.queries import Application
from tournament.entries.register import examine
from tournament.models import Entry, Tournament

NEW = Application(("Ким К.", "Ли Л."))


def said(cup: Tournament, *applications: Application, apart_from: Entry | None = None) -> list[tuple[str, ...]]:
    """Line, field and sentence of every error."""
    examined = examine(cup, dict(enumerate(applications, 2)), apart_from=apart_from)
    return [(row.line, error.field, str(error)) for row in examined for error in row.errors]


def numbers(cup: Tournament, *asked: int | None) -> list[int | None]:
    applications = {n: Application((f"А{n}", f"Б{n}"), number=number) for n, number in enumerate(asked)}
    return [row.application.number for row in examine(cup, applications)]


@pytest.fixture
def ivanov(cup: Tournament) -> Entry:
    return EntryFactory(tournament=cup, number=5, players=("Иванов И.", "Петров П."))


def test_a_new_pair_may_register(cup: Tournament, ivanov: Entry) -> None:
    assert said(cup, NEW) == []


def test_numbers_are_as_asked_for_or_the_lowest_free(cup: Tournament, ivanov: Entry) -> None:
    assert numbers(cup, None, 2, None, None, None) == [1, 2, 3, 4, 6]


@pytest.mark.parametrize(
    ("players", "field", "sentence"),
    [
        ((), "player_1", "No player is named. A pair needs two (R1.3)."),
        (("Ким К.",), "player_2", "Only Ким К. is named. A pair needs two players (R1.3)."),
        (("А", "Б", "В"), "player_2", "3 players are named, a pair has two (R1.3): А / Б / В."),
        (
            ("Ким К.", "КИМ  к."),
            "player_2",
            "Ким К. is named twice in this pair. If these are two people, add the patronymic to tell them apart.",
        ),
        (("А" * 201, "Б"), "player_1", f"«{'А' * 30}…» has 201 letters; at most 200 can be kept."),
        # Its search key spells the letter out and is longer than the name.
        (("ﷺ" * 20, "Б"), "player_1", f"«{'ﷺ' * 20}…» has 360 letters; at most 200 can be kept."),
    ],
)
def test_a_pair_has_two_players(cup: Tournament, players: tuple[str, ...], field: str, sentence: str) -> None:
    assert said(cup, Application(players)) == [(2, field, sentence)]


def test_club_and_country_have_their_lengths(cup: Tournament) -> None:
    assert said(cup, Application(NEW.players, club="к" * 201, country="с" * 61)) == [
        (2, "club", f"«{'к' * 30}…» has 201 letters; at most 200 can be kept."),
        (2, "country", f"«{'с' * 30}…» has 61 letters; at most 60 can be kept."),
    ]


def test_a_number_is_given_once(cup: Tournament, ivanov: Entry) -> None:
    five, six = Application(("А", "Б"), number=5), Application(("В", "Г"), number=6)
    assert said(cup, five, six, Application(("Д", "Е"), number=6)) == [
        (2, "number", "Number 5 is taken: pair 5. Give another one, or none for the next free."),
        (4, "number", "Number 6 is taken: line 3. Give another one, or none for the next free."),
    ]


def test_a_pair_registers_once(cup: Tournament, ivanov: Entry) -> None:
    turned = Application(("ПЕТРОВ П.", "Иванов И."))
    assert said(cup, turned, NEW, NEW) == [
        (2, "player_1", "The pair ПЕТРОВ П. / Иванов И. is registered already: pair 5."),
        (4, "player_1", "The pair Ким К. / Ли Л. is registered already: line 3."),
    ]


def test_a_player_plays_in_one_pair(cup: Tournament, ivanov: Entry) -> None:
    """R1.3; whether it is another person of the same name can't be known while a club is missing."""
    remedy = (
        "If this is another person of the same name, tell them apart: give the club of each, or add the patronymic."
    )
    assert said(cup, Application(("Ли Л.", "иванов и."), club="Спартак"), Application(("Ли Л.", "Цой Ц."))) == [
        (2, "player_2", f"иванов и. already plays: pair 5. {remedy}"),
        (3, "player_1", f"Ли Л. already plays: line 2. {remedy}"),
    ]


def test_namesakes_of_one_club_are_one_person(cup: Tournament) -> None:
    first, second = Application(("Ли Л.", "А"), club="Спартак"), Application(("Ли Л.", "Б"), club="СПАРТАК")
    assert [(line, field) for line, field, _sentence in said(cup, first, second)] == [(3, "player_1")]


def test_namesakes_of_two_clubs_are_two_persons_and_it_is_said(cup: Tournament) -> None:
    EntryFactory(tournament=cup, number=5, players=("Иванов И.", "Петров П."), club=ClubFactory(name="Динамо"))
    (row,) = examine(cup, {2: Application(("Ли Л.", "Иванов И."), club="Спартак")})
    assert row.errors == ()
    assert [(warning.field, str(warning)) for warning in row.warnings] == [
        (
            "player_2",
            "Иванов И. has the same name as a player of another club (pair 5) and is taken for another person.",
        )
    ]


def test_an_entry_is_not_in_its_own_way(cup: Tournament, ivanov: Entry) -> None:
    same = Application(("Иванов И.", "Сидоров С."), number=5)
    assert said(cup, same, apart_from=ivanov) == []

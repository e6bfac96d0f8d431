"""The bracket of a knockout as a page (R13.3, R11.4)."""

from typing import Any

import pytest
from django.urls import reverse

from tests.factories import StageFactory, TournamentFactory
from tests.pages import browser_of
from tests.tournament.draw.play import BY, play, result, stage_of
from tournament.draw import services
from tournament.models import Round, Stage

ROUTE = "draw:bracket"


def drawn(pairs: int, rounds: int = 1, slug: str = "cup", **policy: object) -> Stage:
    """A knockout with seeds by number; the given rounds are played, the next one is proposed."""
    stage = stage_of(pairs, "knockout", slug=slug, **policy)
    for number in range(1, pairs + 1):
        stage.tournament.entries.filter(number=number).update(seed=number)
    for _ in range(rounds):
        play(services.propose_knockout(stage=stage, seed="1", by=BY))
    return stage


def address(stage: Stage, query: str = "") -> str:
    return reverse(ROUTE, args=[stage.tournament.slug, stage.number]) + query


def shown(page: Any) -> list[tuple[str, list[tuple[str, str]]]]:
    """Each round with its meetings, by the two sides' words, the pairs by number only."""
    return [
        (round_.title, [tuple(side.name.partition(" · ")[0] for side in meeting.sides) for meeting in round_.meetings])
        for _title, rounds in page.context["bracket"].sections
        for round_ in rounds
    ]


@pytest.mark.django_db
def test_winners_stand_in_the_next_round_and_the_rest_says_where_it_comes_from() -> None:
    stage = drawn(8, third_place=True)

    page = browser_of(stage.tournament).get(address(stage))

    assert shown(page) == [
        ("Quarter-final", [("1", "8"), ("4", "5"), ("2", "7"), ("3", "6")]),
        ("Semi-final", [("1", "4"), ("2", "3")]),
        ("Final", [("winner of meeting 5", "winner of meeting 6")]),
        ("", [("loser of meeting 5", "loser of meeting 6")]),
    ]
    assert page.context["bracket"].places == tuple((5, f"{n} · Игрок {n}-1 / Игрок {n}-2") for n in (5, 6, 7, 8))


@pytest.mark.django_db
def test_a_double_elimination_has_two_sides_and_a_final() -> None:
    stage = drawn(4, double=True)

    page = browser_of(stage.tournament).get(address(stage))

    assert [title for title, _meetings in shown(page)] == [
        "Round 1",
        "Round 2",
        "Round 1",
        "Round 2",
        "First final",
        "Second final",
    ]


@pytest.mark.django_db
def test_meetings_are_numbered_through_the_bracket_and_have_their_points() -> None:
    stage = drawn(8)

    page = browser_of(stage.tournament).get(address(stage))

    ((_title, rounds),) = page.context["bracket"].sections
    assert [[meeting.number for meeting in round_.meetings] for round_ in rounds] == [[1, 2, 3, 4], [5, 6], [7]]
    first = rounds[0].meetings[0]
    assert [(side.entry, side.points, side.won) for side in first.sides] == [(1, 100, True), (8, 1, False)]
    assert [side.points for side in rounds[1].meetings[0].sides] == [None, None]


@pytest.mark.django_db
def test_lines_lead_two_meetings_into_one_and_on_the_losers_side_also_one_into_one() -> None:
    stage = drawn(8, double=True)

    page = browser_of(stage.tournament).get(address(stage))

    assert [[round_.joins for round_ in rounds] for _title, rounds in page.context["bracket"].sections] == [
        ["two", "two", ""],
        ["one", "two", "one", ""],
        ["one", ""],
    ]


@pytest.mark.django_db
def test_a_second_final_says_when_it_is_played() -> None:
    stage = drawn(4, double=True)

    page = browser_of(stage.tournament).get(address(stage))

    *_sides, (_title, finals) = page.context["bracket"].sections
    assert [round_.meetings[0].note for round_ in finals] == [
        "",
        "Only if the winner of the losers' side wins meeting 6.",
    ]


@pytest.mark.django_db
def test_it_is_shown_what_a_correction_would_touch() -> None:
    stage = drawn(4, rounds=1)
    play(services.propose_knockout(stage=stage, seed="1", by=BY))

    page = browser_of(stage.tournament).get(address(stage, "?meeting=main1.1"))

    told = page.context["correction"]
    assert (told.title, told.winner) == ("Semi-final, meeting 1", "4 · Игрок 4-1 / Игрок 4-2")
    assert told.touched == ("Final: 4 – 2 instead of 1 – 2. It has begun in round 2 and stays as it is.",)


@pytest.mark.django_db
def test_a_torn_bracket_says_so() -> None:
    stage = drawn(4)
    services.propose_knockout(stage=stage, seed="1", by=BY)
    result(Round.objects.first().partidas.get(seats__entry__number=1, seats__slot=1), winner=max)

    page = browser_of(stage.tournament).get(address(stage))

    assert page.context["bracket"].torn == (
        "Round 2 was drawn with 1 – 2, but by the results as they are now 4 – 2 should meet. Take that round back, or "
        "have the partida annulled if it has begun; nothing is changed by itself.",
    )


@pytest.mark.django_db
@pytest.mark.parametrize("asked", ["?meeting=main9.9", "?meeting=", "?meeting=main2.1"])
def test_a_meeting_without_a_winner_has_nothing_to_be_corrected(asked: str) -> None:
    stage = drawn(4)

    assert browser_of(stage.tournament).get(address(stage, asked)).context["correction"] is None


@pytest.mark.django_db
def test_before_the_first_round_there_is_no_bracket() -> None:
    stage = drawn(4, rounds=0)

    page = browser_of(stage.tournament).get(address(stage))

    assert (page.status_code, "bracket" in page.context) == (200, False)


@pytest.mark.django_db
def test_a_stage_of_another_system_has_no_bracket() -> None:
    stage = StageFactory(system="swiss")

    assert browser_of(stage.tournament).get(address(stage)).status_code == 404


@pytest.mark.django_db
def test_the_page_is_only_read() -> None:
    stage = drawn(4, rounds=0)

    assert browser_of(stage.tournament).post(address(stage)).status_code == 405


@pytest.mark.django_db
def test_an_organiser_of_another_tournament_finds_nothing() -> None:
    assert browser_of(TournamentFactory()).get(address(drawn(4))).status_code == 404


@pytest.mark.django_db
def test_four_pairs_and_eight_take_as_many_queries(django_assert_num_queries: Any) -> None:
    four, eight = drawn(4), drawn(8, slug="another")
    organisers = [browser_of(stage.tournament) for stage in (four, eight)]

    with django_assert_num_queries(19):
        organisers[0].get(address(four))
    with django_assert_num_queries(19):
        organisers[1].get(address(eight))

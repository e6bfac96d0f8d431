"""What a reader sees of a tournament: what was decided, what follows from it, and names."""

import pytest

from tests.factories import RoundFactory, StageFactory, TournamentFactory
from tournament.models import Release, Round, Stage, Tournament
from tournament.releases.queries import DEFAULTS, OF_ROUNDS, Seen, seen

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    """A public tournament with three published rounds and a proposed one."""
    stage: Stage = StageFactory(tournament__is_public=True)
    for state in ("closed", "closed", "published", "proposed"):
        RoundFactory(stage=stage, state=state)
    return stage


def decide(stage: Stage, kind: str, level: str, round_number: int | None = None) -> None:
    Release.objects.create(tournament=stage.tournament, kind=kind, level=level, round_number=round_number)


def public(stage: Stage) -> Seen:
    return seen(Tournament.objects.get(pk=stage.tournament.pk), official=False)


def rounds_by_kind(reader: Seen) -> dict[str, list[int]]:
    return {kind: sorted(reader.rounds(kind)) for kind in OF_ROUNDS}


ALL, NONE = [1, 2, 3], list[int]()


def test_each_kind_has_a_level_by_default() -> None:
    assert set(DEFAULTS) == {kind.value for kind in Release.Kind}


def test_by_default_everyone_sees_all_but_protocols_and_rulings(stage: Stage) -> None:
    assert rounds_by_kind(public(stage)) == {
        "draw": ALL,
        "results": ALL,
        "standings": ALL,
        "protocols": NONE,
        "rulings": NONE,
        "documents": ALL,
    }
    assert public(stage).may("entries") is True


def test_officials_see_what_is_shown_to_them_too(stage: Stage) -> None:
    assert rounds_by_kind(seen(stage.tournament, official=True)) == dict.fromkeys(OF_ROUNDS, ALL)


def test_of_a_tournament_that_is_not_public_the_public_sees_nothing(stage: Stage) -> None:
    Tournament.objects.update(is_public=False)
    assert rounds_by_kind(public(stage)) == dict.fromkeys(OF_ROUNDS, NONE)
    assert (public(stage).shown, public(stage).may("entries"), public(stage).last_standings(stage)) == (
        False,
        False,
        None,
    )
    assert rounds_by_kind(seen(stage.tournament, official=True)) == dict.fromkeys(OF_ROUNDS, ALL)


def test_what_is_hidden_is_hidden_from_officials_too(stage: Stage) -> None:
    decide(stage, "results", "hidden")
    assert rounds_by_kind(seen(stage.tournament, official=True))["results"] == NONE


def test_a_round_goes_before_the_tournament(stage: Stage) -> None:
    decide(stage, "protocols", "public")
    decide(stage, "protocols", "officials", 2)
    assert rounds_by_kind(public(stage))["protocols"] == [1, 3]


def test_results_that_are_held_back_take_with_them_what_gives_them_away(stage: Stage) -> None:
    decide(stage, "protocols", "public")
    decide(stage, "rulings", "public")
    decide(stage, "results", "officials", 2)
    assert rounds_by_kind(public(stage)) == {
        "draw": ALL,
        "results": [1, 3],
        "standings": [1],
        "protocols": [1, 3],
        "rulings": [1, 3],
        "documents": ALL,
    }
    assert public(stage).last_standings(stage) == 1
    assert (public(stage).up_to("results", 1), public(stage).up_to("results", 3)) == (True, False)


def test_results_need_the_draw(stage: Stage) -> None:
    decide(stage, "draw", "hidden", 3)
    assert rounds_by_kind(public(stage))["results"] == [1, 2]


def test_a_round_that_is_not_published_is_seen_by_nobody(stage: Stage) -> None:
    for number in (4, 5, -1):
        assert seen(stage.tournament, official=True).may("draw", number) is False
        assert seen(stage.tournament, official=True).up_to("draw", number) is False


def test_a_round_can_be_held_back_before_it_is_drawn_and_stays_so(stage: Stage) -> None:
    decide(stage, "results", "officials", 4)
    Round.objects.update(state="published")
    assert rounds_by_kind(public(stage))["results"] == [1, 2, 3]


def test_the_newest_standings_are_those_of_the_stage(stage: Stage) -> None:
    final = StageFactory(tournament=stage.tournament)
    assert public(stage).last_standings(final) is None
    RoundFactory(stage=final)
    assert (public(stage).last_standings(stage), public(stage).last_standings(final)) == (3, 5)


def test_one_query_whatever_was_decided(stage: Stage, django_assert_num_queries: object) -> None:
    for kind in OF_ROUNDS:
        decide(stage, kind, "officials")
        decide(stage, kind, "public", 1)
    with django_assert_num_queries(1):  # type: ignore[operator]
        reader = seen(stage.tournament, official=False)
    assert sorted(reader.rounds("results")) == [1]


def test_names_become_initials_for_the_public_only() -> None:
    cup = TournamentFactory(is_public=True, names_shown="initials")
    assert seen(cup, official=False).name("Ёлкина Анна-Мария") == "Ё. А."
    assert seen(cup, official=True).name("Ёлкина Анна-Мария") == "Ёлкина Анна-Мария"
    cup.names_shown = "full"
    assert seen(cup, official=False).name("Ёлкина Анна-Мария") == "Ёлкина Анна-Мария"


PAPERS = ("draw", "protocol", "standings", "cross_table", "bracket")


def papers(reader: Seen, round_number: int) -> list[str]:
    return [kind for kind in PAPERS if reader.may_paper(kind, round_number)]


def test_a_paper_is_released_with_what_it_says(stage: Stage) -> None:
    assert papers(public(stage), 3) == ["draw", "standings", "cross_table", "bracket"]
    decide(stage, "results", "officials", 2)
    assert papers(public(stage), 3) == ["draw"]
    assert papers(public(stage), 4) == []
    decide(stage, "documents", "officials")
    assert papers(public(stage), 3) == []
    assert papers(seen(stage.tournament, official=True), 3) == list(PAPERS)


def test_papers_have_names_in_full_so_they_are_not_for_readers_of_initials(stage: Stage) -> None:
    Tournament.objects.update(names_shown="initials")
    assert papers(public(stage), 3) == []
    assert papers(seen(stage.tournament, official=True), 3) == list(PAPERS)


def test_what_officials_wrote_in_their_own_words_is_not_for_readers_of_initials() -> None:
    cup = TournamentFactory(is_public=True, names_shown="initials")
    assert (seen(cup, official=False).words("Иванов ушёл"), seen(cup, official=True).words("Иванов ушёл")) == (
        "",
        "Иванов ушёл",
    )


def test_an_official_knows_what_everyone_sees(stage: Stage) -> None:
    assert seen(stage.tournament, official=True).public == public(stage)

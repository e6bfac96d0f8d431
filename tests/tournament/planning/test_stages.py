"""Stages are added and, while they have no rounds, removed."""

from typing import Any

import pytest
from django.urls import reverse

from tests.factories import EntryFactory, RoundFactory, StageFactory, TournamentFactory
from tests.pages import browser_of, errors_of, messages_of
from tournament.models import Stage, Tournament

ADD, REMOVE = "planning:add_stage", "planning:remove_stage"


@pytest.fixture
def cup(db: None) -> Tournament:
    cup: Tournament = TournamentFactory()
    StageFactory(tournament=cup, name="Отбор")
    return cup


def form(**typed: Any) -> dict[str, Any]:
    return {"name": "Финал", "system": "swiss"} | typed


def add(cup: Tournament) -> str:
    return reverse(ADD, args=[cup.slug])


def remove(cup: Tournament, number: int) -> str:
    return reverse(REMOVE, args=[cup.slug, number])


def stages(cup: Tournament) -> list[tuple[int, str]]:
    return list(cup.stages.values_list("number", "name"))


def test_a_stage_is_added_after_the_others(cup: Tournament) -> None:
    assert browser_of(cup).get(add(cup)).status_code == 200

    page = browser_of(cup).post(add(cup), form(), follow=True)

    assert page.redirect_chain == [(reverse("planning:settings", args=[cup.slug]), 302)]
    assert messages_of(page) == ["Stage «Финал» is added."]
    assert stages(cup) == [(1, "Отбор"), (2, "Финал")]


def test_its_own_regulations_are_asked_for_next(cup: Tournament) -> None:
    page = browser_of(cup).post(add(cup), form(own="on"))
    assert page["Location"] == reverse("planning:stage_regulations", args=[cup.slug, 2])


@pytest.mark.parametrize(
    ("typed", "errors"),
    [
        ({"name": " "}, {"name": ["This field is required."]}),
        ({"name": "Ф" * 101}, {"name": ["Ensure this value has at most 100 characters (it has 101)."]}),
        ({"system": "lottery"}, {"system": ["Select a valid choice. lottery is not one of the available choices."]}),
    ],
)
def test_what_was_typed_wrong_is_said(cup: Tournament, typed: dict[str, str], errors: dict[str, list[str]]) -> None:
    page = browser_of(cup).post(add(cup), form(**typed))
    assert (page.status_code, errors_of(page), stages(cup)) == (422, errors, [(1, "Отбор")])


def test_the_draw_offers_the_new_stage(cup: Tournament) -> None:
    EntryFactory.create_batch(2, tournament=cup)
    RoundFactory(stage=cup.stages.get())
    final = StageFactory(tournament=cup, name="Финал")
    overview = reverse("draw:overview", args=[cup.slug])

    def drawn(**wanted: Any) -> tuple[Stage, bool]:
        context = browser_of(cup).get(overview, wanted).context
        return context["stage"].name, context["fresh"]

    assert drawn() == ("Отбор", False)
    assert drawn(stage=final.number) == ("Финал", True)
    assert drawn(stage="9" * 30) == drawn(stage="x") == drawn(stage=3) == ("Отбор", False)


def test_the_last_stage_is_removed_while_it_has_no_rounds(cup: Tournament) -> None:
    StageFactory(tournament=cup, name="Финал")

    page = browser_of(cup).post(remove(cup, 2), follow=True)

    assert (messages_of(page), stages(cup)) == (["Stage «Финал» is removed."], [(1, "Отбор")])
    record = cup.journal.get()
    assert (record.action, record.subject, record.data["name"]) == ("stage.removed", "stage:2", "Финал")


def test_a_stage_with_rounds_stays(cup: Tournament) -> None:
    RoundFactory(stage=StageFactory(tournament=cup, name="Финал"))

    page = browser_of(cup).post(remove(cup, 2), follow=True)

    said = "Stage «Финал» has rounds, so it can't be removed. Take its rounds back first."
    assert (messages_of(page), len(stages(cup))) == ([said], 2)


def test_only_the_last_of_several_goes(cup: Tournament) -> None:
    said = "Stage «Отбор» stays: a tournament has a first stage, and only the last of several can be removed."

    assert messages_of(browser_of(cup).post(remove(cup, 1), follow=True)) == [said]
    StageFactory(tournament=cup)
    assert messages_of(browser_of(cup).post(remove(cup, 1), follow=True)) == [said]
    assert len(stages(cup)) == 2


def test_other_verbs(cup: Tournament) -> None:
    assert browser_of(cup).put(add(cup)).status_code == 405
    assert browser_of(cup).get(remove(cup, 1)).status_code == 405


def test_only_the_organiser_plans_stages(cup: Tournament) -> None:
    StageFactory(tournament=cup)
    for role in ("chief_referee", "secretary"):
        assert browser_of(cup, role).post(add(cup), form()).status_code == 403
        assert browser_of(cup, role).post(remove(cup, 2)).status_code == 403
    assert len(stages(cup)) == 2


def test_another_tournaments_organiser_finds_nothing(cup: Tournament) -> None:
    StageFactory(tournament=cup)
    other = TournamentFactory()
    assert browser_of(other).post(add(cup), form()).status_code == 404
    assert browser_of(other).post(remove(cup, 2)).status_code == 404
    assert browser_of(other).post(remove(other, 2)).status_code == 404
    assert len(stages(cup)) == 2

"""A stage that is played by regulations of its own (R3.5)."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

import scoring
from tests.factories import EntryFactory, RoundFactory, StageFactory, TournamentFactory
from tests.pages import browser_of, errors_of, messages_of, rows_of
from tests.tournament.planning.filled import filled
from tournament.audit.services import Author
from tournament.draw.services import propose_by_lots, publish
from tournament.models import Regulations, Round, Stage, Tournament
from tournament.planning import services
from tournament.planning.queries import suggested_regulations
from tournament.standings.queries import table

ROUTE = "planning:stage_regulations"
FOLLOW = "planning:follow_tournament"
BY = Author()
FINAL = {"preset": "spain_200", "target": 300, "minutes": 90}


@pytest.fixture
def cup(db: None) -> Tournament:
    cup: Tournament = TournamentFactory(rules=scoring.preset("spain_200"))
    StageFactory(tournament=cup, name="Отбор")
    return cup


@pytest.fixture
def final(cup: Tournament) -> Stage:
    return StageFactory(tournament=cup, name="Финал")


def address(stage: Stage, route: str = ROUTE) -> str:
    return reverse(route, args=[stage.tournament.slug, stage.number])


def sent(stage: Stage, **typed: Any) -> dict[str, Any]:
    return filled(suggested_regulations(stage), **typed)


def fresh(stage: Stage) -> Stage:
    return Stage.objects.get(pk=stage.pk)


def give(stage: Stage, **changes: Any) -> None:
    rules = stage.tournament.regulations.value.replace(**changes)
    services.change_stage_regulations(stage=stage, regulations=rules, by=BY)


def test_a_final_begins_with_what_the_preset_changes_for_it(final: Stage) -> None:
    page = browser_of(final.tournament).get(address(final))

    assert rows_of(page)[:2] == [
        ["Points that win at once", "200", "300", "R3.2"],
        ["Minutes for a partida", "45", "90", "R3.4"],
    ]
    assert (page.context["own"], final.regulations.data) == (None, {"preset": "spain_200"})


def test_the_first_stage_and_other_presets_begin_as_the_tournament(cup: Tournament) -> None:
    assert suggested_regulations(cup.stages.get()).to_dict() == {"preset": "spain_200"}
    other = StageFactory(tournament=TournamentFactory(rules__deals=8), number=2)
    assert suggested_regulations(other).to_dict() == {"preset": "fdr_deals", "deals": 8}


def test_it_gets_regulations_of_its_own(final: Stage) -> None:
    page = browser_of(final.tournament).post(address(final), sent(final), follow=True)

    assert messages_of(page) == ["These regulations hold for all rounds of this stage published from now on."]
    assert (fresh(final).regulations.data, final.tournament.regulations.data) == (FINAL, {"preset": "spain_200"})
    record = final.tournament.journal.get()
    assert (record.action, record.subject, record.data) == (
        "stage.regulations_changed",
        "stage:2",
        {"before": {}, "after": FINAL},
    )


def test_its_regulations_change_by_versions_of_their_own(final: Stage) -> None:
    give(final, target=300)
    browser_of(final.tournament).post(address(final), filled(fresh(final).regulations.value, minutes="60"))

    versions = [(version.number, version.value.target, version.value.minutes) for version in versions_of(final)]
    assert (versions, final.tournament.regulations.number) == ([(1, 300, 45), (2, 300, 60)], 1)


def versions_of(stage: Stage) -> list[Regulations]:
    return list(stage.regulations_versions.all())


def test_the_same_once_more_is_no_new_version(final: Stage) -> None:
    give(final, target=300)
    give(final, target=300)
    assert (len(versions_of(final)), final.tournament.journal.count()) == (1, 1)


def test_a_change_of_the_tournament_reaches_only_stages_without_their_own(cup: Tournament, final: Stage) -> None:
    give(final, target=300)
    services.change_regulations(tournament=cup, regulations=scoring.preset("spain_200").replace(minutes=30), by=BY)

    assert [stage.regulations.value.minutes for stage in cup.stages.all()] == [30, 45]


def test_rounds_are_published_with_their_stages_regulations(cup: Tournament, final: Stage) -> None:
    EntryFactory.create_batch(2, tournament=cup)
    give(final, target=300)
    rounds = [propose_by_lots(stage=stage, seed="1", by=BY) for stage in cup.stages.all()]
    assert [round_.rules.target for round_ in rounds] == [200, 300]

    publish(round_=rounds[1], by=BY)
    give(final, target=150)

    assert Round.objects.get(pk=rounds[1].pk).rules.target == 300


def test_standings_before_the_first_round_are_by_the_stages_regulations(final: Stage) -> None:
    give(final, criteria=["points_for"])
    assert list(table(fresh(final)).rules.criteria) == ["points_for"]


def test_a_published_round_keeps_what_its_stage_had(final: Stage) -> None:
    round_ = RoundFactory(stage=final)
    give(final, target=300)
    assert Round.objects.get(pk=round_.pk).rules.target == 200


def test_the_page_of_the_settings_says_what_each_stage_is_played_by(cup: Tournament, final: Stage) -> None:
    give(final, target=300, minutes=90)
    page = browser_of(cup).get(reverse("planning:settings", args=[cup.slug]))
    assert [row[3] for row in rows_of(page)] == ["as the tournament", "to 300 points, 90 minutes"]


def test_a_number_is_given_once_to_a_tournament_and_once_to_a_stage(cup: Tournament, final: Stage) -> None:
    give(final, target=300)
    for stage in (None, final):
        with pytest.raises(IntegrityError), transaction.atomic():
            Regulations.objects.create(tournament=cup, stage=stage, number=1, data={"preset": "fdr"})


def test_only_read_and_posted_to(final: Stage) -> None:
    assert browser_of(final.tournament).put(address(final)).status_code == 405


def test_only_the_organiser_changes_them(final: Stage) -> None:
    assert browser_of(final.tournament, "chief_referee").post(address(final), sent(final)).status_code == 403
    assert versions_of(final) == []


def test_a_stage_of_another_tournament_is_not_found(final: Stage) -> None:
    other = TournamentFactory()
    assert browser_of(other).post(address(final), sent(final)).status_code == 404
    for number in (1, 10**20):
        assert browser_of(other).get(reverse(ROUTE, args=[other.slug, number])).status_code == 404


def test_a_contradiction_is_refused_at_its_field(final: Stage) -> None:
    page = browser_of(final.tournament).post(address(final), sent(final, deals="10"))
    assert (page.status_code, list(errors_of(page)), versions_of(final)) == (422, ["deals"], [])


# -- as the tournament again --------------------------------------------------------------------------------------


def test_it_is_played_as_the_tournament_again(final: Stage) -> None:
    give(final, target=300)

    page = browser_of(final.tournament).post(address(final, FOLLOW), follow=True)

    assert messages_of(page) == ["Stage «Финал» is played as the tournament."]
    assert fresh(final).own_regulations is None
    assert fresh(final).regulations == final.tournament.regulations
    assert [version.data for version in versions_of(final)] == [
        {"preset": "spain_200", "target": 300},
        {},
    ]


def test_and_can_get_its_own_once_more(final: Stage) -> None:
    give(final, target=300)
    services.change_stage_regulations(stage=final, regulations=None, by=BY)
    give(final, target=150)
    assert fresh(final).regulations.value.target == 150


def test_a_stage_without_its_own_has_nothing_to_take_back(final: Stage) -> None:
    browser_of(final.tournament).post(address(final, FOLLOW))
    assert (versions_of(final), final.tournament.journal.count()) == ([], 0)


def test_it_is_only_posted_to(final: Stage) -> None:
    assert browser_of(final.tournament).get(address(final, FOLLOW)).status_code == 405


def test_only_the_organiser_takes_them_back(final: Stage) -> None:
    give(final, target=300)
    assert browser_of(final.tournament, "chief_referee").post(address(final, FOLLOW)).status_code == 403
    assert browser_of(TournamentFactory()).post(address(final, FOLLOW)).status_code == 404
    assert fresh(final).regulations.value.target == 300

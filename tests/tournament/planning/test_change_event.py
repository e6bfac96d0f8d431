"""Pairs, or everybody for himself: chosen with the tournament, and changed while nobody is registered (R1.3)."""

import pytest
from django.test import Client
from django.urls import reverse

import scoring
from tests.factories import EntryFactory, StageFactory, TournamentFactory, UserFactory
from tests.pages import browser_of, errors_of, messages_of
from tournament.audit.services import Author
from tournament.models import Tournament
from tournament.phrases import Refused
from tournament.planning import services

ROUTE = "planning:change_event"
BY = Author()


@pytest.fixture
def cup(db: None) -> Tournament:
    cup = TournamentFactory(slug="cup")
    StageFactory(tournament=cup, name="Отбор", system="round_robin", policy={})
    return cup


def address(cup: Tournament) -> str:
    return reverse(ROUTE, args=[cup.slug])


# -- when it is created ------------------------------------------------------------------------------------------


def created(**values: str) -> Tournament:
    organiser = Client()
    organiser.force_login(UserFactory())
    form = {"name": "Кубок", "timezone": "Europe/Moscow", "preset": "fdr", "stage_name": "Этап", "system": "swiss"}
    page = organiser.post(reverse("planning:create"), form | values, follow=True)
    assert messages_of(page) == ["The tournament is created. Now register the players."]
    return Tournament.objects.get()


@pytest.mark.django_db
def test_an_individual_event_has_its_system_and_the_offender_alone_pays() -> None:
    """R10.5, R13.4"""
    cup = created(event="individual")

    assert (cup.event, [stage.system for stage in cup.stages.all()]) == ("individual", ["individual"])
    assert cup.regulations.data == {"preset": "fdr", "pays": "offender"}


def test_without_a_kind_of_event_nothing_is_made(db: None) -> None:
    organiser = Client()
    organiser.force_login(UserFactory())

    page = organiser.post(reverse("planning:create"), {"name": "Кубок", "timezone": "Europe/Moscow"})

    assert errors_of(page)["event"] == ["This field is required."]
    assert Tournament.objects.count() == 0


@pytest.mark.parametrize(
    ("event", "system", "said"),
    [
        (
            "individual",
            "swiss",
            "A stage «Swiss» is for pairs. In an individual event partners and opponents are drawn anew each round.",
        ),
        (
            "pairs",
            "individual",
            "A stage «individual» is for individual events. In an event for pairs the partners stay together.",
        ),
    ],
)
def test_a_system_that_does_not_fit_is_refused(db: None, event: str, system: str, said: str) -> None:
    cup = TournamentFactory(event=event)

    with pytest.raises(Refused) as at_creation:
        services.create_tournament(
            name="Кубок",
            venue="",
            timezone="UTC",
            regulations=scoring.preset("fdr"),
            stage_name="Этап",
            system=system,
            event=event,
            by=BY,
        )
    with pytest.raises(Refused) as later:
        services.add_stage(tournament=cup, name="Финал", system=system, by=BY)

    assert (str(at_creation.value), str(later.value)) == (said, said)


@pytest.mark.parametrize(
    ("event", "systems"),
    [("pairs", ["round_robin", "swiss", "knockout", "free"]), ("individual", ["individual"])],
)
def test_a_further_stage_offers_what_fits(cup: Tournament, event: str, systems: list[str]) -> None:
    Tournament.objects.update(event=event)

    form = browser_of(cup).get(reverse("planning:add_stage", args=["cup"])).context["form"]

    assert [value for value, _label in form.fields["system"].choices] == systems


def test_a_preset_to_begin_anew_with_has_the_offender_pay_alone(cup: Tournament) -> None:
    Tournament.objects.update(event="individual")

    page = browser_of(cup).get(reverse("planning:regulations", args=["cup"]) + "?preset=femundo_2025")

    assert (page.context["form"].rules.preset, page.context["form"].rules.pays) == ("femundo_2025", "offender")


# -- afterwards --------------------------------------------------------------------------------------------------


def test_the_stages_and_the_regulations_follow(cup: Tournament) -> None:
    final = StageFactory(tournament=cup, name="Финал", system="knockout", policy={"third_place": True})
    services.change_stage_regulations(stage=final, regulations=scoring.preset("fdr"), by=BY)

    page = browser_of(cup).post(address(cup), {"event": "individual"}, follow=True)

    cup.refresh_from_db()
    final.refresh_from_db()
    assert messages_of(page) == ["Saved. Look at the systems of the stages and at the regulations (R10.5)."]
    assert (cup.event, cup.regulations.number, cup.regulations.value.pays) == ("individual", 2, "offender")
    assert [(stage.system, stage.policy) for stage in cup.stages.all()] == [("individual", {})] * 2
    assert final.regulations.value.pays == "offender"
    assert cup.journal.last().data == {"before": "pairs", "after": "individual"}


def test_and_back_again(cup: Tournament) -> None:
    for event in ("individual", "pairs"):
        services.change_event(tournament=cup, event=event, by=BY)

    cup.refresh_from_db()
    assert (cup.event, cup.regulations.value.pays, cup.stages.get().system) == ("pairs", "pair", "swiss")


def test_the_same_again_leaves_no_record(cup: Tournament) -> None:
    services.change_event(tournament=cup, event="pairs", by=BY)

    assert (cup.journal.count(), cup.stages.get().system) == (0, "round_robin")


def test_once_somebody_is_registered_it_stays(cup: Tournament) -> None:
    EntryFactory(tournament=cup)

    page = browser_of(cup).post(address(cup), {"event": "individual"}, follow=True)

    assert messages_of(page) == [
        "Entries are registered already (1), so the kind of event stays. Remove them first, or create another "
        "tournament."
    ]
    assert (Tournament.objects.get().event, page.context["event_open"]) == ("pairs", False)


@pytest.mark.parametrize("event", ["teams", ""])
def test_an_unknown_kind_is_refused(cup: Tournament, event: str) -> None:
    page = browser_of(cup).post(address(cup), {"event": event}, follow=True)

    assert messages_of(page) == ["Say whether pairs play or everybody for himself."]


def test_the_button_is_only_pressed(cup: Tournament) -> None:
    assert browser_of(cup).get(address(cup)).status_code == 405


def test_only_the_organiser_decides(cup: Tournament) -> None:
    assert browser_of(cup, "secretary").post(address(cup), {"event": "individual"}).status_code == 403


def test_an_organiser_of_another_tournament_finds_nothing(cup: Tournament) -> None:
    assert browser_of(TournamentFactory()).post(address(cup), {"event": "individual"}).status_code == 404

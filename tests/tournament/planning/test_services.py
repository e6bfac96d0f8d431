"""Planning: addresses made from names, refusals, versions, stages."""

import pytest
from django.urls import reverse

import scoring
from tests.factories import TournamentFactory, UserFactory
from tournament.audit.services import Author
from tournament.models import Tournament
from tournament.phrases import Refused
from tournament.planning import services

BY = Author()


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Кубок Москвы — 2026", "kubok-moskvy-2026"),
        ("Чемпионат Щёлково", "chempionat-shchelkovo"),
        ("Объединённый съезд", "obedinennyy-sezd"),
        ("Copa de Ávila", "copa-de-avila"),
        ("大会", "tournament"),
        ("—", "tournament"),
    ],
)
def test_an_address_is_readable(name: str, slug: str) -> None:
    assert services.slug_of(name) == slug


@pytest.mark.parametrize("page", ["new", "load"])
def test_no_tournament_takes_the_address_of_a_page_of_the_desk(db: None, page: str) -> None:
    assert services.free_slug(page) == f"{page}-2"
    assert reverse("desk:index") + f"{page}/" in {reverse("planning:create"), reverse("exchange:load")}


def test_a_free_address_is_found_among_many(db: None) -> None:
    for slug in ("kubok", "kubok-2", "kubok-4"):
        TournamentFactory(slug=slug)

    assert services.free_slug("Кубок") == "kubok-3"


def create(**values: object) -> Tournament:
    wanted = {
        "name": "Кубок",
        "venue": "",
        "timezone": "Europe/Moscow",
        "regulations": scoring.preset("fdr"),
        "stage_name": "Этап",
        "system": "swiss",
        "by": BY,
    }
    return services.create_tournament(**wanted | values)  # type: ignore[arg-type]  # one dict of all kinds


def test_a_tournament_needs_a_name(db: None) -> None:
    with pytest.raises(Refused, match=r"^A tournament needs a name\.$"):
        create(name=" ")


def test_a_taken_address_is_refused_and_nothing_is_made(db: None) -> None:
    TournamentFactory(slug="kubok")

    with pytest.raises(Refused) as refusal:
        create(slug="kubok")
    assert str(refusal.value) == "The address «kubok» is already taken by another tournament."
    assert Tournament.objects.count() == 1


def test_the_creation_is_the_first_act_in_the_journal(db: None) -> None:
    organiser = UserFactory()

    cup = create(by=Author(organiser))

    record = cup.journal.get()
    assert (record.number, record.action, record.actor) == (1, "tournament.created", organiser)
    assert record.data == {
        "name": "Кубок",
        "event": "pairs",
        "regulations": {"preset": "fdr"},
        "system": "swiss",
    }


def test_the_same_regulations_make_no_new_version(db: None) -> None:
    cup = TournamentFactory(rules__deals=8)

    services.change_regulations(tournament=cup, regulations=scoring.preset("fdr_deals").replace(deals=8), by=BY)

    assert (cup.regulations.number, cup.journal.count()) == (1, 0)


def test_new_regulations_keep_the_old_ones_beside_them(db: None) -> None:
    cup = TournamentFactory(rules__deals=8)

    services.change_regulations(tournament=cup, regulations=scoring.preset("fdr"), by=BY)

    assert [version.data for version in cup.regulations_versions.all()] == [
        {"preset": "fdr_deals", "deals": 8},
        {"preset": "fdr"},
    ]
    assert cup.journal.get().data == {
        "before": {"preset": "fdr_deals", "deals": 8},
        "after": {"preset": "fdr"},
    }


def test_a_further_stage_follows_the_others(db: None) -> None:
    cup = create()

    final = services.add_stage(tournament=cup, name="Финал", system="knockout", by=BY)

    assert [(stage.number, stage.name) for stage in cup.stages.all()] == [(1, "Этап"), (2, "Финал")]
    assert (final.rounds.count(), cup.journal.last().subject) == (0, "stage:2")

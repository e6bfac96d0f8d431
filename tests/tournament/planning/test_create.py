"""A tournament from a preset; whoever makes it becomes its organiser."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import TournamentFactory, UserFactory
from tests.pages import errors_of, messages_of
from tournament.models import Tournament

ROUTE = "planning:create"


@pytest.fixture
def me(db: None) -> Client:
    someone = Client()
    someone.force_login(UserFactory(username="ivanov"))
    return someone


def form(**values: Any) -> dict[str, Any]:
    return {
        "name": "Кубок Москвы",
        "venue": "ЦДШ",
        "timezone": "Europe/Moscow",
        "preset": "fdr_deals",
        "event": "pairs",
        "stage_name": "Основной этап",
        "system": "round_robin",
    } | values


def test_the_default_is_the_federations_rules_with_twelve_deals(me: Client) -> None:
    assert me.get(reverse(ROUTE)).context["form"]["preset"].initial == "fdr_deals"


def test_a_tournament_is_made_with_its_regulations_its_stage_and_its_organiser(me: Client) -> None:
    page = me.post(reverse(ROUTE), form(deals="8"), follow=True)

    cup = Tournament.objects.get()
    assert (cup.slug, cup.name, cup.venue, cup.is_public) == ("kubok-moskvy", "Кубок Москвы", "ЦДШ", False)
    assert (cup.regulations.number, cup.regulations.data) == (1, {"preset": "fdr_deals", "deals": 8})
    assert [(stage.number, stage.name, stage.system) for stage in cup.stages.all()] == [
        (1, "Основной этап", "round_robin")
    ]
    assert [(post.user.username, post.role) for post in cup.staff.all()] == [("ivanov", "organiser")]
    assert page.redirect_chain == [("/desk/kubok-moskvy/entries/", 302)]
    assert messages_of(page) == ["The tournament is created. Now register the pairs."]


def test_the_page_is_only_read_and_posted_to(me: Client) -> None:
    assert me.delete(reverse(ROUTE)).status_code == 405


def test_who_is_not_logged_in_is_asked_to(db: None) -> None:
    assert Client().get(reverse(ROUTE))["Location"] == "/login/?next=/desk/new/"


def test_another_tournament_of_the_same_name_gets_an_address_of_its_own(me: Client) -> None:
    other = TournamentFactory(slug="kubok-moskvy", name="Кубок Москвы")

    me.post(reverse(ROUTE), form())

    assert Tournament.objects.exclude(pk=other.pk).get().slug == "kubok-moskvy-2"


@pytest.mark.parametrize(
    ("typed", "errors"),
    [
        ({"name": "  "}, {"name": ["This field is required."]}),
        (
            {"timezone": "Moscow"},
            {"timezone": ["Select a valid choice. Moscow is not one of the available choices."]},
        ),
        (
            {"deals": "10"},
            {
                "deals": [
                    "10 deals cannot be played: the number of deals is a multiple of four, "
                    "so that each player leads equally often."
                ]
            },
        ),
        ({"deals": "twelve"}, {"deals": ["Enter a whole number."]}),
        ({"minutes": "0"}, {"minutes": ["Ensure this value is greater than or equal to 1."]}),
        ({"target": "9" * 30}, {"target": ["Ensure this value is less than or equal to 10000."]}),
        (
            {"system": "lottery"},
            {"system": ["Select a valid choice. lottery is not one of the available choices."]},
        ),
    ],
)
def test_what_was_typed_wrong_is_said_and_nothing_is_made(
    me: Client, typed: dict[str, str], errors: dict[str, list[str]]
) -> None:
    page = me.post(reverse(ROUTE), form(**typed))

    assert (page.status_code, errors_of(page), Tournament.objects.count()) == (422, errors, 0)


def test_a_broken_rule_is_cited_beside_the_field(me: Client) -> None:
    page = me.post(reverse(ROUTE), form(deals="10"))

    assert page.context["form"].errors["deals"].as_data()[0].code == "R3.1"

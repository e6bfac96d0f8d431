"""The desk's list of papers."""

from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.factories import RoundFactory, StageFactory, TournamentFactory, official
from tests.tournament.documents.conftest import Cup
from tournament.documents import services
from tournament.models import Document


def address(cup: Cup) -> str:
    return reverse("documents:list", args=[cup.tournament.slug])


def test_it_shows_each_paper_and_what_can_be_done_with_it(cup: Cup, organiser: Client) -> None:
    document = cup.made("en")

    answer = organiser.get(address(cup))

    (row,) = answer.context["table"].data
    assert (row.about, row.code, row.state) == ("Protocol, round 1, table 1", document.code, "ready")
    assert f'href="/documents/{document.code}.pdf"' in answer.content.decode()


def test_it_asks_again_until_every_paper_is_ready(cup: Cup, organiser: Client) -> None:
    document = cup.issue()
    waiting = organiser.get(address(cup), headers={"HX-Request": "true"})
    services.make(document)
    ready = organiser.get(address(cup), headers={"HX-Request": "true"})

    assert waiting.templates[0].name == "documents/_papers.html"
    assert ("every 2s" in waiting.content.decode(), "every 2s" in ready.content.decode()) == (True, False)


def test_a_referee_sees_it_but_has_nothing_to_issue(cup: Cup, referee: Client) -> None:
    answer = referee.get(address(cup))

    assert answer.status_code == 200
    assert ("protocol_form" in answer.context, "standings_form" in answer.context) == (False, False)


def test_the_time_of_issue_is_that_of_the_hall(cup: Cup, organiser: Client) -> None:
    document = cup.made("en")
    noon = datetime(2026, 11, 30, 9, 5, tzinfo=UTC)
    type(cup.tournament).objects.filter(pk=cup.tournament.pk).update(timezone="Europe/Moscow")
    Document.objects.filter(pk=document.pk).update(created_at=noon)

    (row,) = organiser.get(address(cup)).context["table"].rows

    assert row.get_cell("issued") == "11/30/2026 12:05 p.m."


def test_an_empty_list_says_what_to_do(organiser: Client, cup: Cup) -> None:
    assert "No paper has been issued yet." in organiser.get(address(cup)).content.decode()


def test_before_anything_is_confirmed_it_says_what_is_missing(db: None, client: Client) -> None:
    tournament = TournamentFactory()
    RoundFactory(stage=StageFactory(tournament=tournament), state="proposed")
    client.force_login(official(tournament))

    said = client.get(reverse("documents:list", args=[tournament.slug])).content.decode()

    assert "Protocols can be issued once a second official has confirmed them." in said
    assert "Standings can be issued once a round is published." in said


def test_a_failed_paper_says_why_and_can_be_tried_again(cup: Cup, organiser: Client, referee: Client) -> None:
    document = cup.issue("en")
    Document.objects.filter(pk=document.pk).update(state="failed", error="The disk is full.")

    said = organiser.get(address(cup)).content.decode()

    assert "The disk is full." in said
    assert f'action="/desk/{cup.tournament.slug}/documents/{document.code}/retry/"' in said
    assert "/retry/" not in referee.get(address(cup)).content.decode()


@pytest.mark.parametrize("languages", [["en"], ["en", "ru", "es"]])
def test_it_takes_the_same_queries_for_any_number_of_papers(
    cup: Cup, organiser: Client, languages: list[str], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for language in languages:
        cup.issue(language)

    with django_assert_num_queries(20):
        organiser.get(address(cup))


@pytest.mark.parametrize("query", ["per_page=-1", "per_page=1000000", "page=-1", "page=x", "sort=nothing"])
def test_an_odd_address_is_no_error(cup: Cup, organiser: Client, query: str) -> None:
    cup.issue()

    answer = organiser.get(f"{address(cup)}?{query}")

    assert (answer.status_code, len(answer.context["table"].paginated_rows)) == (200, 1)


def test_it_can_only_be_read(cup: Cup, organiser: Client) -> None:
    assert organiser.post(address(cup)).status_code == 405


def test_another_tournaments_official_gets_nothing(cup: Cup, stranger: Client) -> None:
    assert stranger.get(address(cup)).status_code == 404


def test_who_is_not_logged_in_is_asked_to(cup: Cup, client: Client) -> None:
    assert client.get(address(cup)).headers["Location"] == f"/login/?next={address(cup)}"

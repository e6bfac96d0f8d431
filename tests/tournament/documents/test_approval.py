"""The page on which papers wait for the chief referee."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.factories import official
from tests.tournament.documents.conftest import Cup
from tournament.audit.services import Author
from tournament.documents import services
from tournament.models import Document, Staff


def address(cup: Cup) -> str:
    return reverse("documents:approval", args=[cup.tournament.slug])


def asked_for(cup: Cup, language: str = "en") -> Document:
    """A paper that the secretary has issued."""
    by = Author(official(cup.tournament, "secretary"))
    return services.issue_protocol(protocol=cup.protocol, language=language, by=by)


def test_the_chief_referee_sees_what_waits_and_releases_one_or_all(cup: Cup, organiser: Client) -> None:
    document = asked_for(cup)

    answer = organiser.get(address(cup))
    (row,) = answer.context["rows"]

    assert (row.code, row.about, row.url) == (
        document.code,
        "Protocol, round 1, table 1",
        f"/desk/{cup.tournament.slug}/protocols/1/1/",
    )
    said = answer.content.decode()
    assert f'name="code" value="{document.code}"' in said
    assert "Release 1 paper" in said


def test_others_read_whom_it_waits_for(cup: Cup, referee: Client) -> None:
    asked_for(cup)

    said = referee.get(address(cup)).content.decode()

    assert f"These papers wait for the chief referee: {cup.organiser}." in said
    assert 'name="code"' not in said


def test_a_tournament_without_a_chief_referee_is_told_to_appoint_one(cup: Cup, referee: Client) -> None:
    asked_for(cup)
    Staff.objects.filter(role="chief_referee").delete()

    said = referee.get(address(cup)).content.decode()

    assert "this tournament has none yet. The organiser appoints one." in said


def test_when_nothing_waits_it_says_so(cup: Cup, organiser: Client) -> None:
    cup.issue()

    assert "No paper waits to be released." in organiser.get(address(cup)).content.decode()


@pytest.mark.parametrize("languages", [["en"], ["en", "ru", "es"]])
def test_it_takes_the_same_queries_for_any_number_of_papers(
    cup: Cup, organiser: Client, languages: list[str], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for language in languages:
        asked_for(cup, language)

    with django_assert_num_queries(6):
        organiser.get(address(cup))


def test_it_can_only_be_read(cup: Cup, organiser: Client) -> None:
    assert organiser.post(address(cup)).status_code == 405


def test_another_tournaments_official_gets_nothing(cup: Cup, stranger: Client) -> None:
    assert stranger.get(address(cup)).status_code == 404


def test_lists_of_papers_lead_here(cup: Cup, secretary: Client) -> None:
    asked_for(cup)

    said = secretary.get(reverse("documents:list", args=[cup.tournament.slug])).content.decode()

    assert f'href="{address(cup)}"' in said
    assert "1 paper waits for the chief referee" in said


def test_the_chief_referee_finds_it_among_what_needs_a_hand(cup: Cup, organiser: Client, referee: Client) -> None:
    asked_for(cup)
    now = reverse("desk:now", args=[cup.tournament.slug])

    assert "1 paper waits for you to release it" in organiser.get(now).content.decode()
    assert address(cup) not in referee.get(now).content.decode()

"""The papers that everybody may have."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.pages import browser_of, rows_of
from tests.tournament.documents.conftest import Cup, make_cup
from tournament.audit.services import Author
from tournament.documents import services
from tournament.models import Document, Tournament

from .release import decide, initials


@pytest.fixture
def papers(db: None) -> Cup:
    """A public tournament with a protocol and standings on paper; their files aren't made, they only count as ready."""
    cup = make_cup()
    cup.issue()
    services.issue_standings(stage=cup.round.stage, after_round=1, language="ru", by=Author())
    Document.objects.update(state="ready")
    Tournament.objects.update(is_public=True)
    return cup


def url(cup: Cup) -> str:
    return reverse("public:documents", args=[cup.tournament.slug])


def about(page: Any) -> list[str]:
    return [row[0].rsplit(" PDF", 1)[0] for row in rows_of(page)]


def test_what_they_are_about_and_the_way_to_their_files(client: Client, papers: Cup) -> None:
    assert reverse("public:documents", args=["cup"]) == "/t/cup/documents/"

    page = client.get(url(papers))

    assert about(page) == ["Standings after round 1"]
    code = Document.objects.get(kind="standings").code
    assert f'href="/documents/{code}.pdf"' in page.content.decode()


def test_protocols_are_among_them_once_they_are_released(client: Client, papers: Cup) -> None:
    assert about(browser_of(papers.tournament).get(url(papers))) == [
        "Standings after round 1",
        "Protocol, round 1, table 1",
    ]
    decide("protocols", "public")
    assert about(client.get(url(papers))) == ["Standings after round 1", "Protocol, round 1, table 1"]


def test_results_that_are_held_back_take_their_papers_with_them(client: Client, papers: Cup) -> None:
    decide("results", "officials")

    page = client.get(url(papers))

    assert (page.status_code, about(page)) == (200, [])
    assert "No paper is published yet." in page.content.decode()


@pytest.mark.parametrize("state", ["queued", "failed"])
def test_what_is_not_made_is_not_there(client: Client, papers: Cup, state: str) -> None:
    Document.objects.update(state=state)

    assert about(client.get(url(papers))) == []


def test_who_reads_initials_gets_none(client: Client, papers: Cup) -> None:
    initials()

    assert [who.get(url(papers)).status_code for who in (client, browser_of(papers.tournament))] == [404, 200]


@pytest.mark.parametrize("asked", ["?page=0&per_page=-1", "?sort=password", "?page=last" + "x" * 10_000])
def test_whatever_the_address_asks_they_are_shown(client: Client, papers: Cup, asked: str) -> None:
    assert about(client.get(url(papers) + asked)) == ["Standings after round 1"]


def test_nothing_is_posted_to_it(client: Client, papers: Cup) -> None:
    assert client.post(url(papers)).status_code == 405


@pytest.mark.parametrize("more", [0, 20])
def test_more_papers_need_no_more_queries(
    client: Client, papers: Cup, more: int, django_assert_num_queries: Any
) -> None:
    made = Document.objects.get(kind="standings")
    for _paper in range(more):
        Document.objects.create(
            tournament=made.tournament, kind="standings", round=made.round, language="en", content={}, state="ready"
        )

    with django_assert_num_queries(6):
        assert len(about(client.get(url(papers)))) == 1 + more

"""The file of a paper."""

import hashlib

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.documents.conftest import Cup
from tournament.documents import queries
from tournament.models import Document, Release, Tournament

# Long, and the same on any database.
pytestmark = pytest.mark.once


def address(code: str) -> str:
    return reverse("documents:download", args=[code])


@pytest.fixture
def paper(cup: Cup) -> Document:
    """A paper that is ready."""
    return cup.made()


def test_the_file_is_the_one_on_record(paper: Document, organiser: Client) -> None:
    answer = organiser.get(address(paper.code))

    assert (answer.headers["Content-Type"], answer.headers["Content-Disposition"]) == (
        "application/pdf",
        f'inline; filename="protocol-{paper.code}.pdf"',
    )
    assert hashlib.sha256(answer.getvalue()).hexdigest() == paper.sha256


def test_everyone_may_have_it_once_protocols_are_released(cup: Cup, paper: Document, client: Client) -> None:
    cup.tournament.is_public = True
    cup.tournament.save()

    assert client.get(address(paper.code)).status_code == 404
    Release.objects.create(tournament=cup.tournament, kind="protocols", level="public")
    answer = client.get(address(paper.code))

    assert (answer.status_code, len(answer.getvalue())) == (200, paper.size)


def test_a_paper_with_names_is_not_for_readers_of_initials(cup: Cup, paper: Document, client: Client) -> None:
    Tournament.objects.update(is_public=True, names_shown="initials")
    Release.objects.create(tournament=cup.tournament, kind="protocols", level="public")

    assert client.get(address(paper.code)).status_code == 404


def test_of_a_tournament_that_is_not_public_only_its_officials_have_it(
    paper: Document, client: Client, referee: Client, stranger: Client
) -> None:
    answers = [browser.get(address(paper.code)) for browser in (client, referee, stranger)]
    for answer in answers:
        answer.close()

    assert [answer.status_code for answer in answers] == [404, 200, 404]


def test_it_can_only_be_read(paper: Document, organiser: Client) -> None:
    assert organiser.post(address(paper.code)).status_code == 405


@pytest.mark.parametrize("code", ["7KQM-2XRA-9D", "..", "x" * 300])
def test_a_code_that_was_never_issued_is_not_found(code: str, organiser: Client) -> None:
    assert organiser.get(address(code)).status_code == 404


def test_a_paper_in_the_making_has_no_file_yet(cup: Cup, organiser: Client) -> None:
    assert organiser.get(address(cup.issue().code)).status_code == 404


def test_a_file_that_is_gone_from_the_disk_is_not_found(paper: Document, organiser: Client) -> None:
    queries.path(paper).unlink()

    assert organiser.get(address(paper.code)).status_code == 404

"""Trying again to make a paper that failed."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.documents.conftest import Cup
from tournament.jobs import run_queued
from tournament.models import Document


@pytest.fixture
def failed(cup: Cup) -> Document:
    """A paper that could not be made."""
    document = cup.issue("en")
    document.state, document.error = "failed", "The disk is full."
    document.save()
    return document


def address(document: Document) -> str:
    return reverse("documents:retry", args=[document.tournament.slug, document.code])


def test_it_is_made_after_all(failed: Document, organiser: Client) -> None:
    organiser.post(address(failed))
    assert run_queued() == 1

    failed.refresh_from_db()
    assert (failed.state, failed.error) == ("ready", "")


def test_it_takes_a_form_sent(failed: Document, organiser: Client) -> None:
    assert organiser.get(address(failed)).status_code == 405


def test_a_referee_may_not(failed: Document, referee: Client) -> None:
    assert referee.post(address(failed)).status_code == 403


def test_another_tournaments_official_may_not(failed: Document, stranger: Client) -> None:
    assert stranger.post(address(failed)).status_code == 404


def test_another_tournaments_paper_is_not_found(failed: Document, other_cup: Cup, stranger: Client) -> None:
    """Asked for under one's own tournament's address."""
    answer = stranger.post(reverse("documents:retry", args=[other_cup.tournament.slug, failed.code]))

    failed.refresh_from_db()
    assert (answer.status_code, failed.state) == (404, "failed")


def test_a_paper_that_is_ready_is_left_alone(cup: Cup, organiser: Client) -> None:
    document = cup.made("en")

    answer = organiser.post(address(document), follow=True)

    assert [str(message) for message in answer.context["messages"]] == [
        "This paper is ready; only one that failed can be made again."
    ]

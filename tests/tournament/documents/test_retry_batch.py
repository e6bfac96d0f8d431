"""Trying again to make the papers of a round that failed."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.documents.conftest import Cup
from tests.tournament.documents.test_batches import ordered, states
from tournament.documents import tasks
from tournament.jobs import run_queued
from tournament.models import Batch, Document, Job


@pytest.fixture
def failed(cup: Cup) -> Batch:
    """A batch of two papers that could not be made."""
    cup.add_table()
    batch = ordered(cup)
    tasks.issue_batch(batch.pk)
    Job.objects.all().delete()
    Document.objects.update(state="failed", error="The disk is full.")
    return batch


def address(batch: Batch) -> str:
    return reverse("documents:retry_batch", args=[batch.tournament.slug, batch.pk])


def test_all_are_made_after_all(failed: Batch, organiser: Client) -> None:
    answer = organiser.post(address(failed))

    assert answer.headers["Location"] == reverse("documents:batch", args=[failed.tournament.slug, failed.pk])
    assert run_queued() == 2
    assert states(failed) == [(1, "ready"), (2, "ready")]


def test_one_is_made_by_its_code(failed: Batch, organiser: Client) -> None:
    second = Document.objects.get(protocol__partida__table=2)

    organiser.post(address(failed), {"code": second.code})

    assert run_queued() == 1
    assert states(failed) == [(1, "failed"), (2, "ready")]


def test_a_second_press_says_that_nothing_has_failed(failed: Batch, organiser: Client) -> None:
    organiser.post(address(failed))

    answer = organiser.post(address(failed), follow=True)

    assert [str(message) for message in answer.context["messages"]] == [
        "No paper of this round has failed, so there is nothing to try again."
    ]
    assert Job.objects.count() == 2


def test_another_tournaments_code_is_left_alone(failed: Batch, other_cup: Cup, organiser: Client) -> None:
    theirs = other_cup.issue("en")
    Document.objects.filter(pk=theirs.pk).update(state="failed")

    organiser.post(address(failed), {"code": theirs.code})

    theirs.refresh_from_db()
    assert (theirs.state, Job.objects.count()) == ("failed", 0)


def test_it_takes_a_form_sent(failed: Batch, organiser: Client) -> None:
    assert organiser.get(address(failed)).status_code == 405


def test_a_referee_may_not(failed: Batch, referee: Client) -> None:
    assert referee.post(address(failed)).status_code == 403


def test_another_tournaments_official_may_not(failed: Batch, stranger: Client) -> None:
    assert stranger.post(address(failed)).status_code == 404


def test_another_tournaments_batch_is_not_found(failed: Batch, other_cup: Cup, stranger: Client) -> None:
    answer = stranger.post(reverse("documents:retry_batch", args=[other_cup.tournament.slug, failed.pk]))

    assert (answer.status_code, Job.objects.count()) == (404, 0)

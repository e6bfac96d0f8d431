"""Issuing all protocols of a round at the desk."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.documents.conftest import Cup
from tournament.documents import batches
from tournament.jobs import run_queued
from tournament.models import Batch, Job


def address(cup: Cup) -> str:
    return reverse("documents:issue_round", args=[cup.tournament.slug])


def test_it_leads_to_the_page_on_which_the_papers_become_ready(cup: Cup, organiser: Client) -> None:
    answer = organiser.post(address(cup), {"round": cup.round.pk, "language": "en"})

    batch = Batch.objects.get()
    assert answer.headers["Location"] == f"/desk/{cup.tournament.slug}/documents/batches/{batch.pk}/"
    assert run_queued() == 2
    assert batches.progress(batch).ready == 1


def test_it_takes_a_form_sent(cup: Cup, organiser: Client) -> None:
    assert organiser.get(address(cup)).status_code == 405


def test_a_referee_may_not(cup: Cup, referee: Client) -> None:
    answer = referee.post(address(cup), {"round": cup.round.pk, "language": "en"})

    assert (answer.status_code, Batch.objects.count()) == (403, 0)


def test_another_tournaments_official_may_not(cup: Cup, stranger: Client) -> None:
    answer = stranger.post(address(cup), {"round": cup.round.pk, "language": "en"})

    assert (answer.status_code, Batch.objects.count()) == (404, 0)


def test_another_tournaments_round_is_no_choice(cup: Cup, other_cup: Cup, organiser: Client) -> None:
    answer = organiser.post(address(cup), {"round": other_cup.round.pk, "language": "en"})

    assert (answer.status_code, list(answer.context["round_form"].errors)) == (422, ["round"])
    assert Job.objects.count() == 0


@pytest.mark.parametrize("state", ["open", "entered", "accepted"])
def test_a_round_without_a_confirmed_protocol_is_no_choice(cup: Cup, organiser: Client, state: str) -> None:
    cup.protocol.state = state
    cup.protocol.save()

    answer = organiser.post(address(cup), {"round": cup.round.pk, "language": "en"})

    assert (answer.status_code, Batch.objects.count()) == (422, 0)


def test_a_language_that_is_none_is_told_at_its_field(cup: Cup, organiser: Client) -> None:
    answer = organiser.post(address(cup), {"round": cup.round.pk, "language": "xx"})

    assert (answer.status_code, list(answer.context["round_form"].errors)) == (422, ["language"])


def test_on_letter_it_is_an_order_of_its_own(cup: Cup, organiser: Client) -> None:
    for sheet in ("a4", "letter"):
        organiser.post(address(cup), {"round": cup.round.pk, "language": "en", "sheet": sheet})
    run_queued()

    batches_made = Batch.objects.order_by("pk")
    papers = [line.document for batch in batches_made for line in batches.progress(batch).lines]
    assert [(paper.sheet, paper.state) for paper in papers if paper] == [("a4", "ready"), ("letter", "ready")]

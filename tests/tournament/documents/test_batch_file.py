"""The papers of a round as one ZIP."""

import zipfile
from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.documents.conftest import Cup
from tests.tournament.documents.test_batches import ordered
from tournament.documents import queries
from tournament.jobs import run_queued
from tournament.models import Batch, Document


@pytest.fixture
def batch(cup: Cup) -> Batch:
    """A batch of one paper that is ready."""
    batch = ordered(cup)
    run_queued()
    return batch


def address(batch: Batch) -> str:
    return reverse("documents:batch_file", args=[batch.tournament.slug, batch.pk])


def test_it_is_a_download_with_every_paper(batch: Batch, organiser: Client) -> None:
    answer = organiser.get(address(batch))
    data = answer.getvalue()

    assert answer.headers["Content-Disposition"] == (
        f'attachment; filename="{batch.tournament.slug}-round-01-protocols-en.zip"'
    )
    assert (answer.headers["Content-Type"], int(answer.headers["Content-Length"])) == ("application/zip", len(data))
    assert zipfile.ZipFile(BytesIO(data)).namelist() == [f"round-01_table-01_{Document.objects.get().code}.pdf"]


def test_a_file_that_is_gone_is_told_on_the_page(batch: Batch, organiser: Client) -> None:
    document = Document.objects.get()
    queries.path(document).unlink()

    answer = organiser.get(address(batch), follow=True)

    assert [str(message).partition(" is missing")[0] for message in answer.context["messages"]] == [
        f"The file of paper {document.code} (table 1)"
    ]


def test_its_officials_have_it_and_no_others(
    batch: Batch, organiser: Client, referee: Client, stranger: Client
) -> None:
    answers = [browser.get(address(batch)) for browser in (organiser, referee, stranger)]
    for answer in answers:
        answer.close()

    assert [answer.status_code for answer in answers] == [200, 200, 404]


def test_another_tournaments_batch_is_not_found(batch: Batch, other_cup: Cup, stranger: Client) -> None:
    answer = stranger.get(reverse("documents:batch_file", args=[other_cup.tournament.slug, batch.pk]))

    assert answer.status_code == 404


def test_it_can_only_be_read(batch: Batch, organiser: Client) -> None:
    assert organiser.post(address(batch)).status_code == 405

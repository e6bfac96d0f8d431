"""The page on which the papers of a round become ready."""

from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, Settings

from tests.tournament.documents.conftest import Cup
from tests.tournament.documents.test_batches import ordered
from tournament.documents import tasks
from tournament.jobs import run_queued
from tournament.models import Batch


def address(batch: Batch) -> str:
    return reverse("documents:batch", args=[batch.tournament.slug, batch.pk])


def test_it_asks_again_until_every_paper_is_ready(cup: Cup, organiser: Client) -> None:
    batch = ordered(cup)
    waiting = organiser.get(address(batch), headers={"HX-Request": "true"})
    run_queued()
    ready = organiser.get(address(batch), headers={"HX-Request": "true"})

    assert waiting.templates[0].name == "documents/_batch.html"
    assert ("every 2s" in waiting.content.decode(), "every 2s" in ready.content.decode()) == (True, False)
    assert "1 of 1 paper is ready." in ready.content.decode()


def test_without_scripts_it_is_loaded_anew_by_hand(cup: Cup, organiser: Client) -> None:
    batch = ordered(cup)
    waiting = organiser.get(address(batch)).content.decode()
    run_queued()
    ready = organiser.get(address(batch)).content.decode()

    assert ("Look how far it is" in waiting, "Look how far it is" in ready) == (True, False)


def test_the_time_of_the_order_is_that_of_the_hall(cup: Cup, organiser: Client) -> None:
    batch = ordered(cup)
    type(cup.tournament).objects.filter(pk=cup.tournament.pk).update(timezone="Europe/Moscow")
    Batch.objects.filter(pk=batch.pk).update(created_at=datetime(2026, 11, 30, 9, 5, tzinfo=UTC))

    assert "11/30/2026 12:05 p.m." in organiser.get(address(batch)).content.decode()


def test_it_names_the_tables_without_a_paper(cup: Cup, organiser: Client) -> None:
    cup.add_table("entered")
    batch = ordered(cup)
    run_queued()
    cup.add_table()

    said = " ".join(organiser.get(address(batch)).content.decode().split())

    assert "Not confirmed, so without a paper, tables: 2." in said
    assert "Confirmed, but not issued yet, tables: 3." in said


def test_a_failure_can_be_tried_again_by_who_may_issue(
    cup: Cup, organiser: Client, referee: Client, settings: Settings
) -> None:
    settings.SEAL_PKCS12 = "/nowhere/seal.p12"
    batch = ordered(cup)
    run_queued()

    seen = [browser.get(address(batch)).content.decode() for browser in (organiser, referee)]

    assert ["SEAL_PKCS12 names /nowhere/seal.p12." in said for said in seen] == [True, True]
    assert ["Try all again" in said for said in seen] == [True, False]


@pytest.mark.parametrize("tables", [1, 3])
def test_it_takes_the_same_queries_for_any_number_of_tables(
    cup: Cup, organiser: Client, tables: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _more in range(tables - 1):
        cup.add_table()
    batch = ordered(cup)
    tasks.issue_batch(batch.pk)

    with django_assert_num_queries(8):
        organiser.get(address(batch))


def test_the_list_of_papers_leads_to_it(cup: Cup, organiser: Client) -> None:
    batch = ordered(cup)

    answer = organiser.get(reverse("documents:list", args=[cup.tournament.slug]))

    assert f'href="{address(batch)}"' in answer.content.decode()


def test_it_can_only_be_read(cup: Cup, organiser: Client) -> None:
    assert organiser.post(address(ordered(cup))).status_code == 405


def test_another_tournaments_official_gets_nothing(cup: Cup, stranger: Client) -> None:
    assert stranger.get(address(ordered(cup))).status_code == 404


def test_another_tournaments_batch_is_not_found(cup: Cup, other_cup: Cup, organiser: Client) -> None:
    """Asked for under one's own tournament's address."""
    answer = organiser.get(reverse("documents:batch", args=[cup.tournament.slug, ordered(other_cup).pk]))

    assert answer.status_code == 404

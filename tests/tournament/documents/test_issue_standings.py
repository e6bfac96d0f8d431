"""Issuing the paper of the standings at the desk."""

from django.test import Client
from django.urls import reverse

from tests.factories import RoundFactory
from tests.tournament.documents.conftest import Cup
from tournament.documents import queries
from tournament.documents.queries import Finding, Standing
from tournament.jobs import run_queued
from tournament.models import Document


def address(cup: Cup) -> str:
    return reverse("documents:issue_standings", args=[cup.tournament.slug])


def test_they_are_issued_made_and_genuine(cup: Cup, organiser: Client) -> None:
    organiser.post(address(cup), {"round": cup.round.pk, "language": "ru"})
    run_queued()

    document = Document.objects.get()
    found = queries.check_file(queries.path(document).read_bytes())
    assert (document.kind, document.round, found.finding, found.standing) == (
        "standings",
        cup.round,
        Finding.GENUINE,
        Standing.CURRENT,
    )


def test_it_takes_a_form_sent(cup: Cup, organiser: Client) -> None:
    assert organiser.get(address(cup)).status_code == 405


def test_a_referee_may_not(cup: Cup, referee: Client) -> None:
    answer = referee.post(address(cup), {"round": cup.round.pk, "language": "ru"})

    assert (answer.status_code, Document.objects.count()) == (403, 0)


def test_another_tournaments_official_may_not(cup: Cup, stranger: Client) -> None:
    answer = stranger.post(address(cup), {"round": cup.round.pk, "language": "ru"})

    assert (answer.status_code, Document.objects.count()) == (404, 0)


def test_another_tournaments_round_is_no_choice(cup: Cup, other_cup: Cup, organiser: Client) -> None:
    answer = organiser.post(address(cup), {"round": other_cup.round.pk, "language": "ru"})

    assert (answer.status_code, list(answer.context["standings_form"].errors)) == (422, ["round"])


def test_a_round_that_is_only_proposed_is_no_choice(cup: Cup, organiser: Client) -> None:
    proposed = RoundFactory(stage=cup.round.stage, state="proposed")

    answer = organiser.post(address(cup), {"round": proposed.pk, "language": "ru"})

    assert (answer.status_code, list(answer.context["standings_form"].errors)) == (422, ["round"])


def test_on_letter_they_are_a_paper_of_their_own(cup: Cup, organiser: Client) -> None:
    """Both say the same: the size is none of what they say."""
    for sheet in ("a4", "letter", "letter"):
        organiser.post(address(cup), {"round": cup.round.pk, "language": "ru", "sheet": sheet})

    papers = Document.objects.order_by("pk")
    assert [(paper.sheet, paper.revision, paper.replaced_by) for paper in papers] == [
        ("a4", 1, None),
        ("letter", 1, None),
    ]
    assert len({paper.content_sha256 for paper in papers}) == 1

"""Issuing the paper of a protocol at the desk."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from tests.tournament.documents.conftest import Cup
from tests.tournament.documents.test_pdf import information
from tournament.documents import queries
from tournament.jobs import run_queued
from tournament.models import Document, Job


def address(cup: Cup) -> str:
    return reverse("documents:issue_protocol", args=[cup.tournament.slug])


def test_it_is_issued_made_and_ready_to_be_checked(cup: Cup, organiser: Client) -> None:
    """From the button to the page that anyone sees."""
    answer = organiser.post(address(cup), {"protocol": cup.protocol.pk, "language": "en"})
    assert answer.headers["Location"] == f"/desk/{cup.tournament.slug}/documents/"
    assert run_queued() == 1

    document = Document.objects.get()
    assert (document.state, document.language, document.created_by) == ("ready", "en", cup.organiser)
    assert document.verify_url == f"http://testserver/verify/{document.code}"
    assert Client().get(f"/verify/{document.code}").context["standing"] == "current"


def test_a_second_time_it_says_that_the_paper_is_there(cup: Cup, organiser: Client) -> None:
    document = cup.made("en")

    answer = organiser.post(address(cup), {"protocol": cup.protocol.pk, "language": "en"}, follow=True)

    assert [str(message) for message in answer.context["messages"]] == [
        f"Protocol, round 1, table 1: nothing has changed since, this is the paper: {document.code}."
    ]
    assert not Job.objects.exists()


def test_it_takes_a_form_sent(cup: Cup, organiser: Client) -> None:
    assert organiser.get(address(cup)).status_code == 405


def test_a_referee_may_not(cup: Cup, referee: Client) -> None:
    answer = referee.post(address(cup), {"protocol": cup.protocol.pk, "language": "en"})

    assert (answer.status_code, Document.objects.count()) == (403, 0)


def test_another_tournaments_official_may_not(cup: Cup, stranger: Client) -> None:
    answer = stranger.post(address(cup), {"protocol": cup.protocol.pk, "language": "en"})

    assert (answer.status_code, Document.objects.count()) == (404, 0)


def test_another_tournaments_protocol_is_no_choice(cup: Cup, other_cup: Cup, organiser: Client) -> None:
    answer = organiser.post(address(cup), {"protocol": other_cup.protocol.pk, "language": "en"})

    assert (answer.status_code, Document.objects.count()) == (422, 0)
    assert answer.context["protocol_form"].errors == {
        "protocol": ["Select a valid choice. That choice is not one of the available choices."]
    }


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"language": "en"}, "protocol"),
        ({"protocol": "x", "language": "en"}, "protocol"),
        ({"language": "xx"}, "language"),
    ],
)
def test_bad_input_is_told_at_its_field(cup: Cup, organiser: Client, sent: dict[str, str], field: str) -> None:
    answer = organiser.post(address(cup), {"protocol": cup.protocol.pk, **sent} if field == "language" else sent)

    assert (answer.status_code, list(answer.context["protocol_form"].errors)) == (422, [field])
    assert Document.objects.count() == 0


def test_a_protocol_that_was_reopened_meanwhile_is_no_choice(cup: Cup, organiser: Client) -> None:
    cup.protocol.state = "open"
    cup.protocol.save()

    answer = organiser.post(address(cup), {"protocol": cup.protocol.pk, "language": "en"})

    assert (answer.status_code, Document.objects.count()) == (422, 0)


def test_a_wrong_certificate_is_told_in_the_list(cup: Cup, organiser: Client, settings: Settings) -> None:
    settings.SEAL_PKCS12 = "/nowhere/seal.p12"
    organiser.post(address(cup), {"protocol": cup.protocol.pk, "language": "en"})
    run_queued()

    (row,) = organiser.get(f"/desk/{cup.tournament.slug}/documents/").context["table"].data

    assert (row.state, row.may_retry, row.error) == (
        "failed",
        True,
        "The file to seal with isn't there or can't be read: SEAL_PKCS12 names /nowhere/seal.p12.",
    )


def test_it_is_made_on_the_size_that_was_asked_for(cup: Cup, organiser: Client) -> None:
    organiser.post(address(cup), {"protocol": cup.protocol.pk, "language": "en", "sheet": "letter"})
    run_queued()

    document = Document.objects.get()
    assert information(queries.path(document).read_bytes())["Page size"] == "612 x 792 pts (letter)"
    assert document.content_sha256 == cup.issue("en").content_sha256


def test_a_size_that_is_none_is_told_at_its_field(cup: Cup, organiser: Client) -> None:
    answer = organiser.post(address(cup), {"protocol": cup.protocol.pk, "language": "en", "sheet": "a3"})

    assert (answer.status_code, list(answer.context["protocol_form"].errors)) == (422, ["sheet"])

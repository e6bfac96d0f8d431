"""Letters to those who asked for a place: each state is told once, and a letter that fails is tried again by itself."""

import smtplib

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from tests.factories import EntryRequestFactory
from tests.pages import browser_of
from tests.services.servers import free_port
from tournament.entries import tasks
from tournament.jobs import run_queued
from tournament.models import Job, Tournament


def letters(cup: Tournament) -> list[tuple[str, list[str]]]:
    """What a job sends now: subjects and addresses."""
    mail.outbox.clear()
    tasks.tell_registrants(cup.pk, "https://domino.example.org")
    return [(letter.subject, letter.to) for letter in mail.outbox]


def test_each_state_is_told_once_in_the_senders_language(cup: Tournament) -> None:
    EntryRequestFactory(tournament=cup, email="a@example.org", state="listed", language="en")
    EntryRequestFactory(tournament=cup, email="", state="accepted")
    assert letters(cup) == [("Кубок Москвы: your request (on the waiting list)", ["a@example.org"])]
    assert letters(cup) == []
    cup.entry_requests.filter(number=1).update(state="declined", reason="Мест нет")
    assert letters(cup) == [("Кубок Москвы: your request (declined)", ["a@example.org"])]
    assert "was declined: Мест нет" in mail.outbox[0].body


def test_a_letter_leads_to_the_request(cup: Tournament, client: Client) -> None:
    EntryRequestFactory(tournament=cup, email="a@example.org", players=["Ким К.", "Ли Л."])
    letters(cup)
    link = mail.outbox[0].body.strip().splitlines()[-1]
    assert link.startswith("https://domino.example.org/t/cup/register/")
    page = client.get(link.removeprefix("https://domino.example.org"))
    assert page.context["asked"].players == ["Ким К.", "Ли Л."]


def test_a_name_of_several_lines_is_one_line_of_the_subject(cup: Tournament) -> None:
    Tournament.objects.filter(pk=cup.pk).update(name="Кубок\r\nBcc: all@example.org")
    EntryRequestFactory(tournament=cup, email="a@example.org")
    assert letters(cup) == [("Кубок Bcc: all@example.org: your request (waits for the organiser)", ["a@example.org"])]


def test_a_letter_that_fails_does_not_hold_up_the_others(cup: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    EntryRequestFactory(tournament=cup, email="refused@example.org")
    EntryRequestFactory(tournament=cup, email="b@example.org")
    send = mail.EmailMessage.send

    def picky(letter: mail.EmailMessage, fail_silently: bool = False) -> int:
        if letter.to == ["refused@example.org"]:
            raise smtplib.SMTPRecipientsRefused({"refused@example.org": (550, b"no such mailbox")})
        return send(letter)

    monkeypatch.setattr(mail.EmailMessage, "send", picky)
    assert letters(cup) == [("Кубок Москвы: your request (waits for the organiser)", ["b@example.org"])]
    assert list(cup.entry_requests.values_list("told", flat=True)) == ["", "new"]


def test_letters_that_fail_are_tried_again_by_themselves_with_growing_pauses(
    cup: Tournament, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Against a port at which nobody listens; when the server is there again, all go out and nothing waits any more."""
    EntryRequestFactory(tournament=cup, email="a@example.org")
    EntryRequestFactory(tournament=cup, email="b@example.org")
    local_memory = settings.EMAIL_BACKEND
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_PORT = free_port()
    assert letters(cup) == []
    pauses = []
    for _attempt in range(3):
        waiting = Job.objects.get(status="queued")
        pauses.append(round((waiting.due - timezone.now()).total_seconds() / 60))
        Job.objects.update(due=timezone.now())
        run_queued()
    assert pauses == [1, 5, 15]

    settings.EMAIL_BACKEND = local_memory
    Job.objects.filter(status="queued").update(due=timezone.now())
    run_queued()
    assert [letter.to for letter in mail.outbox] == [["a@example.org"], ["b@example.org"]]
    assert not Job.objects.filter(status="queued").exists()


def test_while_letters_wait_to_be_tried_again_another_act_asks_for_no_second_row_of_attempts(
    cup: Tournament, settings: Settings
) -> None:
    EntryRequestFactory(tournament=cup, email="a@example.org")
    settings.EMAIL_BACKEND, settings.EMAIL_PORT = "django.core.mail.backends.smtp.EmailBackend", free_port()
    for _act in range(3):
        letters(cup)
    assert Job.objects.filter(status="queued").count() == 1


def test_a_server_that_sends_no_letters_counts_nobody_as_told(cup: Tournament, settings: Settings) -> None:
    """LOG_FORMAT=json without EMAIL_URL: the desk reads that they are to be told otherwise."""
    EntryRequestFactory(tournament=cup, email="a@example.org")
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
    letters(cup)
    assert cup.entry_requests.get().told == ""
    page = browser_of(cup).get("/desk/cup/entries/requests/").content.decode()
    assert "This server sends no e-mail: tell them yourself." in page

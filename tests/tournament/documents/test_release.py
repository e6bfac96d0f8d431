"""The chief referee's approval lets papers be sealed; nobody else's does."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import official
from tests.tournament.documents.conftest import Cup
from tests.tournament.documents.test_approval import asked_for
from tests.tournament.documents.test_batches import ordered, states
from tests.tournament.documents.test_pdf import text
from tests.tournament.documents.test_services import correct
from tournament.audit.services import Author
from tournament.documents import queries, services
from tournament.documents.queries import Standing
from tournament.jobs import run_queued
from tournament.models import AuditRecord, Document


def release(browser: Client, cup: Cup, *, code: str = "", seen: datetime | None = None) -> list[str]:
    """Press the button; what the next page says."""
    sent = {"seen": (seen or timezone.now()).isoformat(), "code": code}
    answer = browser.post(reverse("documents:release", args=[cup.tournament.slug]), sent, follow=True)
    return [str(message) for message in answer.context["messages"]]


def replaced_in_the_list(browser: Client, cup: Cup) -> dict[int, int | None]:
    """By which revision each revision is replaced, as the list of papers says it."""
    table = browser.get(reverse("documents:list", args=[cup.tournament.slug])).context["table"]
    return {row.revision: row.replaced_by for row in table.data}


def state(document: Document) -> str:
    document.refresh_from_db()
    return document.state


def test_a_paper_that_another_official_issues_waits_and_has_no_file(cup: Cup) -> None:
    document = asked_for(cup)
    services.make(document)

    assert (state(document), document.file, queries.path(document).exists()) == ("waiting", "", False)


def test_a_released_paper_is_made_and_says_by_whom_and_when(cup: Cup, organiser: Client) -> None:
    type(cup.tournament).objects.update(timezone="Europe/Moscow")
    document = asked_for(cup)

    assert release(organiser, cup, code=document.code) == ["1 paper is released, and being made."]
    Document.objects.update(approved_at=datetime(2026, 3, 14, 9, 5, tzinfo=UTC))
    run_queued()

    assert (state(document), document.approved_by) == ("ready", cup.organiser)
    words = f"Released by the chief referee: {cup.organiser}, March 14, 2026 12:05 MSK"
    assert words in text(queries.path(document).read_bytes())
    assert words in organiser.get(reverse("documents:verify_code", args=[document.code])).content.decode()


def test_the_journal_names_what_was_released(cup: Cup, organiser: Client) -> None:
    document = asked_for(cup)
    release(organiser, cup)

    record = AuditRecord.objects.get(action="document.approve")
    assert (record.actor, record.subject, record.data) == (
        cup.organiser,
        f"protocol {document.code}",
        {"papers": [["protocol", document.code, document.content_sha256]]},
    )


def test_all_are_released_by_one_act(cup: Cup, organiser: Client) -> None:
    documents = [asked_for(cup, language) for language in ("en", "ru", "es")]

    assert release(organiser, cup) == ["3 papers are released, and being made."]

    assert run_queued() == 3
    assert [state(document) for document in documents] == ["ready"] * 3
    assert AuditRecord.objects.filter(action="document.approve").count() == 1


def test_a_chief_referee_who_issues_a_paper_has_released_it(cup: Cup) -> None:
    document = cup.issue()

    assert (document.state, document.approved_by) == ("queued", cup.organiser)


def test_a_chief_referee_who_issues_what_waits_releases_it(cup: Cup) -> None:
    waiting = asked_for(cup)

    assert cup.issue("en") == waiting
    assert (state(waiting), waiting.approved_by) == ("queued", cup.organiser)


def test_what_was_asked_for_after_the_page_was_shown_stays(cup: Cup, organiser: Client) -> None:
    seen, unseen = asked_for(cup, "en"), asked_for(cup, "ru")

    release(organiser, cup, seen=seen.created_at)

    assert [state(seen), state(unseen)] == ["queued", "waiting"]


def test_a_paper_that_waits_says_what_is_so_now_and_keeps_its_code(cup: Cup, organiser: Client) -> None:
    """Nobody has it yet; but who has seen what it said before doesn't release it unseen."""
    document = asked_for(cup)
    shown, said = document.created_at, document.content_sha256
    correct(cup)

    assert asked_for(cup) == document
    document.refresh_from_db()
    assert (document.revision, document.content_sha256 != said) == (1, True)
    assert release(organiser, cup, seen=shown, code=document.code) == [
        "None of the papers that this page has shown waits any more: they were released, or say something else by now. "
        "Look at the list again."
    ]
    assert state(document) == "waiting"


def test_a_revision_that_waits_replaces_nothing_yet(cup: Cup, organiser: Client) -> None:
    old = cup.made("en")
    correct(cup)
    new = asked_for(cup)
    old.refresh_from_db()
    assert (queries.standing(old), queries.latest(old)) == (Standing.OUTDATED, old)
    assert organiser.get(reverse("documents:verify_code", args=[new.code])).status_code == 404
    assert replaced_in_the_list(organiser, cup) == {1: None, 2: None}

    release(organiser, cup)
    assert replaced_in_the_list(organiser, cup) == {1: 2, 2: None}
    old = Document.objects.get(pk=old.pk)
    assert (queries.standing(old), queries.latest(old)) == (Standing.REPLACED, new)


def test_the_papers_of_a_round_wait_together(cup: Cup, organiser: Client) -> None:
    cup.add_table()
    batch = ordered(cup, by=Author(official(cup.tournament, "secretary")))
    run_queued()
    assert states(batch) == [(1, "waiting"), (2, "waiting")]

    release(organiser, cup)
    run_queued()
    assert states(batch) == [(1, "ready"), (2, "ready")]


def test_a_failed_paper_is_tried_again_without_another_approval(cup: Cup, organiser: Client) -> None:
    document = asked_for(cup)
    release(organiser, cup)
    Document.objects.update(state="failed", error="The disk is full.")

    services.retry(document=document, by=Author())
    document.refresh_from_db()
    services.make(document)

    assert (state(document), document.approved_by) == ("ready", cup.organiser)


def test_others_are_told_whose_act_it_is(cup: Cup, secretary: Client) -> None:
    document = asked_for(cup)

    answer = secretary.post(
        reverse("documents:release", args=[cup.tournament.slug]), {"seen": timezone.now().isoformat()}
    )

    assert answer.status_code == 403
    assert f"Papers are released by the chief referee alone: {cup.organiser}." in answer.content.decode()
    assert state(document) == "waiting"


def test_another_tournaments_chief_referee_releases_nothing(cup: Cup, other_cup: Cup, stranger: Client) -> None:
    document, now = asked_for(cup), timezone.now().isoformat()

    answer = stranger.post(reverse("documents:release", args=[cup.tournament.slug]), {"seen": now})
    assert answer.status_code == 404
    release(stranger, other_cup, code=document.code)

    assert state(document) == "waiting"


@pytest.mark.parametrize("seen", ["", "yesterday", "2026-13-45T00:00"])
def test_a_page_without_its_time_releases_nothing(cup: Cup, organiser: Client, seen: str) -> None:
    document = asked_for(cup)

    answer = organiser.post(reverse("documents:release", args=[cup.tournament.slug]), {"seen": seen})

    assert (answer.status_code, state(document)) == (302, "waiting")


def test_it_is_no_page_to_be_read(cup: Cup, organiser: Client) -> None:
    assert organiser.get(reverse("documents:release", args=[cup.tournament.slug])).status_code == 405


def test_an_old_page_releases_nothing_twice(cup: Cup, organiser: Client) -> None:
    asked_for(cup)
    release(organiser, cup)

    assert release(organiser, cup, seen=timezone.now() + timedelta(days=1))[0].startswith("None of the papers")
    assert AuditRecord.objects.filter(action="document.approve").count() == 1

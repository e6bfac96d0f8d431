"""All protocols of a round: each paper issued and made once, whatever is repeated, and handed over as sealed."""

import hashlib
import zipfile
from pathlib import Path

import pytest
from pytest_django import DjangoAssertNumQueries, Settings

from tests.tournament.documents.conftest import Cup
from tests.tournament.documents.test_services import correct
from tournament.audit.services import Author
from tournament.documents import batches, queries, tasks
from tournament.documents.batches import Progress
from tournament.documents.queries import Finding
from tournament.jobs import run_queued
from tournament.models import AuditRecord, Batch, Document, Job
from tournament.phrases import Refused


def ordered(cup: Cup, language: str = "en", by: Author | None = None) -> Batch:
    """An order for the papers of the cup's round, with the job that issues them."""
    batch = batches.order(round_=cup.round, language=language, by=by or Author(cup.organiser), site="http://hall:8000/")
    tasks.issue_batch.delay_once_on_commit(batch.pk)
    return batch


def progress(batch: Batch) -> Progress:
    batch.refresh_from_db()
    return batches.progress(batch)


def states(batch: Batch) -> list[tuple[int | None, str]]:
    return [(line.table, line.state) for line in progress(batch).lines]


def test_each_confirmed_protocol_becomes_a_paper_and_no_other_does(cup: Cup) -> None:
    """R11.2."""
    cup.add_table("corrected")
    cup.add_table("entered")
    batch = ordered(cup)

    assert run_queued() == 3  # one job that issues, one for each paper

    assert states(batch) == [(1, "ready"), (2, "ready"), (3, "unconfirmed")]
    assert {document.created_by for document in Document.objects.all()} == {cup.organiser}
    assert {document.verify_url.partition("/verify/")[0] for document in Document.objects.all()} == {"http://hall:8000"}


def test_it_says_how_far_it_is(cup: Cup) -> None:
    cup.add_table()
    batch = ordered(cup)
    said = [(progress(batch).ready, progress(batch).total, progress(batch).under_way)]

    while job := Job.objects.filter(status="queued").first():
        run_queued(iter([True, False]).__next__)
        said.append((progress(batch).ready, progress(batch).total, progress(batch).under_way))
        assert Job.objects.get(pk=job.pk).status == "done"

    assert said == [(0, 2, True), (0, 2, True), (1, 2, True), (2, 2, False)]


def test_repeated_it_makes_nothing_that_is_there(cup: Cup) -> None:
    cup.add_table()
    first = ordered(cup)
    run_queued()
    files = {document.pk: document.sha256 for document in Document.objects.all()}

    again = ordered(cup)

    assert (again, run_queued()) == (first, 1)  # the job that looks, and none for a paper
    assert {document.pk: document.sha256 for document in Document.objects.all()} == files


def test_pressed_twice_it_is_one_job(cup: Cup) -> None:
    ordered(cup)
    ordered(cup)

    assert Job.objects.count() == 1


def test_a_paper_that_waits_already_is_not_asked_for_twice(cup: Cup) -> None:
    batch = ordered(cup)
    tasks.issue_batch(batch.pk)
    tasks.issue_batch(batch.pk)

    assert Job.objects.filter(task="tournament.documents.tasks.make").count() == 1


def test_stopped_half_way_it_goes_on_where_it_was(cup: Cup) -> None:
    second = cup.add_table()
    batch = ordered(cup)

    with pytest.raises(KeyboardInterrupt):
        batches.issue(batch=batch, ask=_stop_at(2))
    assert (Document.objects.count(), progress(batch).preparing) == (1, True)
    run_queued()

    assert states(batch) == [(1, "ready"), (2, "ready")]
    assert second.documents.count() == 1


def _stop_at(number: int):  # type: ignore[no-untyped-def]
    """Asks for papers as the task does, and is killed at the one with this number."""
    asked: list[int] = []

    def ask(document_id: int) -> None:
        asked.append(document_id)
        if len(asked) == number:
            raise KeyboardInterrupt
        tasks.make.delay_once_on_commit(document_id)

    return ask


def test_only_what_changed_is_issued_anew(cup: Cup) -> None:
    cup.add_table()
    batch = ordered(cup)
    run_queued()
    correct(cup)

    ordered(cup)

    assert run_queued() == 2
    assert [line.document.revision for line in progress(batch).lines if line.document] == [2, 1]


def test_a_round_of_unconfirmed_protocols_is_refused(cup: Cup) -> None:
    cup.protocol.state = "accepted"
    cup.protocol.save()

    with pytest.raises(Refused) as refused:
        batches.order(round_=cup.round, language="en", by=Author())

    assert (refused.value.code, Batch.objects.count()) == ("batch.nothing", 0)


def test_one_protocol_that_cannot_be_issued_does_not_hold_up_the_others(cup: Cup) -> None:
    cup.add_table()
    cup.protocol.deals.update(data={})
    batch = ordered(cup)
    run_queued()

    assert states(batch) == [(1, "missing"), (2, "ready")]
    assert not progress(batch).under_way


def test_the_journal_says_who_ordered_what(cup: Cup) -> None:
    ordered(cup)

    record = AuditRecord.objects.get(action="document.batch")
    assert (record.actor, record.data) == (cup.organiser, {"round": 1, "language": "en", "protocols": 1})


@pytest.mark.parametrize("tables", [1, 3])
def test_how_far_it_is_takes_two_queries(
    cup: Cup, tables: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _more in range(tables - 1):
        cup.add_table()
    batch = ordered(cup)
    tasks.issue_batch(batch.pk)

    with django_assert_num_queries(2):
        assert len(batches.progress(batch).lines) == tables


# -- failures ------------------------------------------------------------------------------------------------


@pytest.fixture
def failed(cup: Cup, settings: Settings) -> Batch:
    """A batch of two papers, neither of which could be made while the certificate was missing."""
    settings.SEAL_PKCS12 = "/nowhere/seal.p12"
    cup.add_table()
    batch = ordered(cup)
    run_queued()
    settings.SEAL_PKCS12 = ""
    return batch


def test_a_failure_is_told_at_its_table(failed: Batch) -> None:
    missing = "The file to seal with isn't there or can't be read: SEAL_PKCS12 names /nowhere/seal.p12."

    assert [(line.table, line.document and line.document.error) for line in progress(failed).failed] == [
        (1, missing),
        (2, missing),
    ]


def test_one_paper_or_all_are_tried_again(failed: Batch) -> None:
    document = progress(failed).failed[1].document
    assert document is not None

    one = batches.retry(batch=failed, code=document.code, by=Author())
    the_rest = batches.retry(batch=failed, code="", by=Author())

    assert ([each.pk for each in one], len(the_rest)) == ([document.pk], 1)
    with pytest.raises(Refused) as refused:
        batches.retry(batch=failed, code="", by=Author())
    assert refused.value.code == "batch.none_failed"


def test_ordered_again_failed_papers_are_made(failed: Batch, cup: Cup) -> None:
    ordered(cup)
    run_queued()

    assert states(failed) == [(1, "ready"), (2, "ready")]


# -- the ZIP -------------------------------------------------------------------------------------------------


@pytest.fixture
def batch(cup: Cup) -> Batch:
    """A batch of two papers that are ready."""
    cup.add_table()
    batch = ordered(cup)
    run_queued()
    batch.refresh_from_db()
    return batch


def test_the_zip_has_the_sealed_files_by_round_and_table(batch: Batch) -> None:
    with batches.archive(batch) as file, zipfile.ZipFile(file) as archive:
        assert archive.testzip() is None
        inside = {name: archive.read(name) for name in archive.namelist()}

    documents = [line.document for line in batches.progress(batch).lines if line.document]
    assert list(inside) == [
        f"round-01_table-{table:02}_{document.code}.pdf" for table, document in enumerate(documents, 1)
    ]
    assert [hashlib.sha256(data).hexdigest() for data in inside.values()] == [each.sha256 for each in documents]
    assert {queries.check_file(data).finding for data in inside.values()} == {Finding.GENUINE}


def test_nothing_of_the_zip_stays_on_the_disk(batch: Batch, settings: Settings) -> None:
    before = sorted(Path(settings.MEDIA_ROOT).rglob("*"))

    with batches.archive(batch):
        assert sorted(Path(settings.MEDIA_ROOT).rglob("*")) == before


def test_a_protocol_that_was_opened_again_is_left_out(batch: Batch, cup: Cup) -> None:
    cup.protocol.state = "open"
    cup.protocol.save()

    with batches.archive(batch) as file, zipfile.ZipFile(file) as archive:
        assert [name[:17] for name in archive.namelist()] == ["round-01_table-02"]


@pytest.mark.parametrize("harm", ["gone", "changed"])
def test_a_damaged_file_is_named_and_not_handed_over(batch: Batch, harm: str) -> None:
    document = batches.progress(batch).lines[1].document
    assert document is not None
    path = queries.path(document)
    path.unlink() if harm == "gone" else path.write_bytes(path.read_bytes() + b"\n")

    with pytest.raises(Refused) as refused:
        batches.archive(batch)

    assert str(refused.value) == (
        f"The file of paper {document.code} (table 2) is missing on the server or isn't the one that was sealed. "
        "Restore it from a backup; nothing was downloaded."
    )


def test_without_a_paper_there_is_no_zip(cup: Cup) -> None:
    with pytest.raises(Refused) as refused:
        batches.archive(ordered(cup))

    assert refused.value.code == "batch.empty"

"""The papers of a round as one PDF for the printer."""

from io import BytesIO

import pikepdf
import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.documents.conftest import Cup
from tests.tournament.documents.test_batches import ordered
from tests.tournament.documents.test_pdf import text
from tournament.documents import batches, printing, queries, sealing
from tournament.jobs import run_queued
from tournament.models import Batch, Document

# Long, and the same on any database.
pytestmark = pytest.mark.once

MARK = "Print copy. The sealed original is found by the code on this page."


@pytest.fixture
def batch(cup: Cup) -> Batch:
    """A batch of two papers that are ready."""
    cup.add_table()
    batch = ordered(cup)
    run_queued()
    return batch


def address(batch: Batch) -> str:
    return reverse("documents:print_copy", args=[batch.tournament.slug, batch.pk])


def test_it_has_the_pages_of_every_paper_by_table_each_marked_and_with_its_code(
    batch: Batch, organiser: Client
) -> None:
    answer = organiser.get(address(batch))
    data = answer.getvalue()

    assert (answer.headers["Content-Type"], answer.headers["Content-Disposition"]) == (
        "application/pdf",
        f'inline; filename="{batch.tournament.slug}-round-01-protocols-en.pdf"',
    )
    pages = [text(data, "-raw", "-f", page, "-l", page) for page in ("1", "2")]
    codes = [document.code for document in Document.objects.order_by("protocol__partida__table")]
    assert [[code for code in codes if code in page] for page in pages] == [[code] for code in codes]
    assert [page.count(MARK) for page in pages] == [1, 1]
    assert [page.count("1 / 1") for page in pages] == [1, 1], "the mark's own page has a foot, too"


def test_it_is_no_sealed_paper_itself(batch: Batch) -> None:
    """No seal, no attachment, no tags of one of the papers: it can't be taken for an original."""
    with batches.print_copy(batch) as file:
        data = file.read()

    assert sealing.check(data).verdict is sealing.Verdict.FOREIGN
    with pikepdf.open(BytesIO(data)) as copy:
        assert sorted(copy.Root.keys()) == ["/Pages", "/Type", "/ViewerPreferences"]
        assert str(copy.docinfo["/Title"]) == "Protocols of round 1, print copy"
        assert [sorted({"/Annots", "/StructParents"} & set(page.keys())) for page in copy.pages] == [[], []]


def test_the_mark_stands_at_the_top_of_a_page_of_any_size() -> None:
    """Letter, A4 across: it is laid on at the page's own upper left corner."""
    sizes = [(612, 792), (842, 595)]
    papers, mark = [blank(*size) for size in sizes], blank(595, 842)
    file = BytesIO()

    assert printing.print_copy(papers, mark, "Copy", file) == 2

    with pikepdf.open(file) as copy:
        assert [tuple(float(edge) for edge in page.mediabox[2:]) for page in copy.pages] == sizes
        for page, (_width, height) in zip(copy.pages, sizes, strict=True):
            (moved,) = [each.operands for each in pikepdf.parse_content_stream(page) if str(each.operator) == "cm"]
            assert float(moved[5]) == pytest.approx(height + printing.LIFT - 842)


def blank(width: int, height: int) -> bytes:
    """A file with an empty page of this size in points."""
    file = BytesIO()
    with pikepdf.new() as paper:
        paper.add_blank_page(page_size=(width, height))
        paper.save(file)
    return file.getvalue()


def test_a_file_that_is_gone_is_told_on_the_page(batch: Batch, organiser: Client) -> None:
    document = Document.objects.order_by("protocol__partida__table").first()
    assert document is not None
    queries.path(document).unlink()

    answer = organiser.get(address(batch), follow=True)

    assert [str(message).partition(" is missing")[0] for message in answer.context["messages"]] == [
        f"The file of paper {document.code} (table 1)"
    ]


def test_before_a_paper_is_ready_there_is_nothing_to_print(cup: Cup, organiser: Client) -> None:
    answer = organiser.get(address(ordered(cup)), follow=True)

    assert [str(message) for message in answer.context["messages"]] == [
        "No paper of this round is ready yet, so there is nothing to download."
    ]


def test_its_officials_have_it_and_no_others(
    batch: Batch, other_cup: Cup, organiser: Client, referee: Client, stranger: Client
) -> None:
    answers = [browser.get(address(batch)) for browser in (organiser, referee, stranger)]
    answers.append(stranger.get(reverse("documents:print_copy", args=[other_cup.tournament.slug, batch.pk])))
    for answer in answers:
        answer.close()

    assert [answer.status_code for answer in answers] == [200, 200, 404, 404]


def test_it_can_only_be_read(batch: Batch, organiser: Client) -> None:
    assert organiser.post(address(batch)).status_code == 405

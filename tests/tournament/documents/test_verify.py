"""The public page that checks a paper by its code or its file."""

import resource
import zlib
from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from tests.tournament.documents import contents
from tests.tournament.documents.conftest import Cup
from tests.tournament.documents.test_pdf import printed
from tournament.documents import forms, queries

# Long, and the same on any database.
pytestmark = pytest.mark.once

PAGE = reverse("documents:verify")


def upload(client: Client, data: bytes) -> HttpResponse:
    return client.post(PAGE, {"file": SimpleUploadedFile("paper.pdf", data, "application/pdf")})


def test_a_code_in_any_form_leads_to_what_the_paper_says(cup: Cup, client: Client) -> None:
    document = cup.made()

    answer = client.post(PAGE, {"code": f" {document.code.replace('-', ' ').lower()} "})

    assert answer.headers["Location"] == f"/verify/{document.code}"


def test_a_genuine_file_is_called_genuine_and_current(cup: Cup, client: Client) -> None:
    document = cup.made()

    answer = upload(client, queries.path(document).read_bytes())

    said = answer.content.decode()
    assert (answer.status_code, answer.context["finding"]) == (200, "genuine")
    assert "This file is genuine and current." in said
    assert "This is a development seal" in said
    assert f'href="/verify/{document.code}"' in said


def test_a_replaced_file_is_called_genuine_and_replaced(cup: Cup, client: Client) -> None:
    old = cup.made()
    cup.protocol.time_after_deals, cup.protocol.time_in_progress = 12, False
    cup.protocol.save()
    cup.made()

    said = upload(client, queries.path(old).read_bytes()).content.decode()

    assert "This file is genuine, but replaced by revision 2." in said


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda data: data + b"\n", "This file was changed after we sealed it: it is not genuine."),
        (lambda data: data[:-9], "This file is not ours: it carries no seal of ours that can be read."),
        (lambda data: b"no PDF", "This file is not ours: it carries no seal of ours that can be read."),
    ],
)
def test_another_file_is_not_genuine(change: Callable[[bytes], bytes], said: str, cup: Cup, client: Client) -> None:
    data = queries.path(cup.made()).read_bytes()

    assert said in upload(client, change(data)).content.decode()


def test_a_paper_without_our_seal_is_not_ours(db: None, client: Client) -> None:
    answer = upload(client, printed("protocol", contents.protocol()))

    assert answer.context["finding"] == "foreign"


@pytest.mark.parametrize("code", ["", "123", "x" * 41, "0KQM-2XRA-9D"])
def test_a_code_that_cannot_be_one_is_told(code: str, db: None, client: Client) -> None:
    answer = client.post(PAGE, {"code": code})

    assert (answer.status_code, list(answer.context["code_form"].errors)) == (422, ["code"])


def test_a_file_that_is_too_large_is_not_even_read(db: None, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forms, "MAX_FILE", 100)

    answer = upload(client, b"x" * 101)

    assert (answer.status_code, answer.context["file_form"].errors) == (
        422,
        {"file": ["The file has more than 20 MB: none of our papers is that large."]},
    )


def pdf(*objects: bytes) -> bytes:
    """A file of these objects, the last of which is its table of objects."""
    body = b"%PDF-1.7\n" + b"\n".join(objects[:-1])
    return body + b"\n" + objects[-1] + b"\nstartxref\n%d\n%%%%EOF\n" % (len(body) + 1)


def unfolding(times: int) -> bytes:
    """A table of objects of some kilobytes that unfolds to gigabytes."""
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(bytes(1 << 20)) for _megabyte in range(times)) + packer.flush()
    entries = b"/Type/XRef/Size 999999999/W[1 2 1]/Root 2 0 R/Filter/FlateDecode"
    return b"1 0 obj\n<<%b/Length %d>>\nstream\n%b\nendstream\nendobj" % (entries, len(packed), packed)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(pdf(unfolding(1500)), id="a bomb of 1.5 MB that unfolds to 1.5 GB"),
        pytest.param(pdf(b"[" * 1_000_000), id="a million brackets in each other"),
        pytest.param(pdf(b"1 0 obj\n<</Root 1 0 R/Prev 9/Size 1>>\nendobj\ntrailer\n<</Prev 9>>"), id="a circle"),
    ],
)
def test_a_hostile_file_costs_a_process_of_its_own_and_nobody_else(data: bytes, db: None, client: Client) -> None:
    """None of its work is done in the program; what it takes there is bounded (`test_fence.py`)."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    answer = upload(client, data)

    assert (answer.status_code, answer.context["finding"]) == (200, "foreign")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100 * 1024


def test_an_empty_file_is_told(db: None, client: Client) -> None:
    answer = upload(client, b"")

    assert (answer.status_code, answer.context["file_form"].errors) == (422, {"file": ["The submitted file is empty."]})


def test_nothing_at_all_is_told(db: None, client: Client) -> None:
    assert client.post(PAGE).status_code == 422


def test_it_is_open_to_everyone(db: None, client: Client) -> None:
    assert client.get(PAGE).status_code == 200


def test_other_methods_are_refused(db: None, client: Client) -> None:
    assert client.put(PAGE).status_code == 405


def test_a_broken_certificate_of_the_server_is_no_error_of_the_visitor(
    cup: Cup, client: Client, settings: Settings
) -> None:
    data = queries.path(cup.made()).read_bytes()
    settings.SEAL_PKCS12 = "/nowhere/seal.p12"

    assert upload(client, data).context["finding"] == "genuine"

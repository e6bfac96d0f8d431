"""What the paper with a code says, for whoever holds it."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.tournament.documents.conftest import Cup
from tournament.audit.services import Author
from tournament.documents import queries, services

# Long, and the same on any database.
pytestmark = pytest.mark.once


def address(code: str) -> str:
    return reverse("documents:verify_code", args=[code])


def test_it_says_what_the_paper_says(cup: Cup, client: Client) -> None:
    """Even of a tournament that isn't public: who has the code has the paper."""
    document = cup.made()

    answer = client.get(address(document.code))

    paper = answer.context["paper"]
    totals = tuple(document.content["totals"])
    assert (paper.score, len(paper.deals)) == (totals, len(document.content["deals"]))
    said = answer.content.decode()
    assert "A document with this code was issued here, and it is current." in said
    assert f'<h2 id="result">{totals[0]} : {totals[1]}</h2>' in said
    assert document.sha256 in said


def test_it_says_the_table_of_standings(cup: Cup, client: Client) -> None:
    document = services.issue_standings(stage=cup.round.stage, after_round=1, language="ru", by=Author())
    services.make(document)

    answer = client.get(address(document.code))

    assert [row.place for row in answer.context["paper"].rows] == ["1", "2"]


def test_a_replaced_paper_leads_to_the_one_that_holds(cup: Cup, client: Client) -> None:
    old = cup.made()
    cup.protocol.time_after_deals, cup.protocol.time_in_progress = 12, False
    cup.protocol.save()
    outdated = client.get(address(old.code))
    new = cup.made()

    answer = client.get(address(old.code))

    assert (outdated.context["standing"], answer.context["standing"]) == ("outdated", "replaced")
    assert "This document is replaced by revision 2." in answer.content.decode()
    assert f'href="/verify/{new.code}"' in answer.content.decode()


def test_a_code_in_another_form_leads_to_the_printed_one(cup: Cup, client: Client) -> None:
    document = cup.made()

    answer = client.get(address(document.code.lower().replace("-", "")))

    assert (answer.status_code, answer.headers["Location"]) == (301, f"/verify/{document.code}")


def test_a_code_that_was_never_issued_is_not_found(db: None, client: Client) -> None:
    answer = client.get(address("7KQM-2XRA-9D"))

    assert answer.status_code == 404
    assert "No document with the code 7KQM-2XRA-9D was issued here." in answer.content.decode()


def test_a_paper_in_the_making_is_not_issued_yet(cup: Cup, client: Client) -> None:
    assert client.get(address(cup.issue().code)).status_code == 404


def test_a_file_can_be_compared_with_it(cup: Cup, client: Client) -> None:
    document = cup.made()
    data = queries.path(document).read_bytes()

    answers = [
        client.post(address(document.code), {"file": SimpleUploadedFile("paper.pdf", sent)})
        for sent in (data, data + b"\n")
    ]

    assert [answer.context["finding"] for answer in answers] == ["genuine", "changed"]


def test_a_genuine_file_of_another_code_is_told(cup: Cup, client: Client) -> None:
    mine, other = cup.made("ru"), cup.made("en")
    sent = SimpleUploadedFile("paper.pdf", queries.path(other).read_bytes())

    said = client.post(address(mine.code), {"file": sent}).content.decode()

    assert f"This is document {other.code}: what it says" in said


def test_no_file_is_told(cup: Cup, client: Client) -> None:
    answer = client.post(address(cup.made().code))

    assert (answer.status_code, answer.context["file_form"].errors) == (422, {"file": ["This field is required."]})


def test_other_methods_are_refused(cup: Cup, client: Client) -> None:
    assert client.put(address(cup.issue().code)).status_code == 405


def test_names_that_look_like_markup_are_only_names(cup: Cup, client: Client) -> None:
    document = cup.made()
    document.content["seats"][0]["player"] = "<script>alert(1)</script>"
    document.content["sides"]["a"]["players"][0] = "<script>alert(1)</script>"
    document.save()

    assert "<script>alert" not in client.get(address(document.code)).content.decode()

"""Codes as people write them."""

import pytest

from tests.tournament.documents.conftest import Cup
from tournament.documents.queries import by_code, normalised


@pytest.mark.parametrize("code", ["7KQM-2XRA-9D", "7kqm2xra9d", " 7kqm 2xra 9d ", "7KQM–2XRA–9D", "7-K-Q-M2XRA9D"])
def test_a_code_is_read_in_any_case_with_or_without_dashes(code: str) -> None:
    assert normalised(code) == "7KQM-2XRA-9D"


@pytest.mark.parametrize(
    "code", ["", "7KQM-2XRA-9", "7KQM-2XRA-9DD", "0KQM-2XRA-9D", "OKQM-2XRA-9D", "../../../9D", "7KQM_2XRA_9D"]
)
def test_what_cannot_be_a_code_is_none(code: str) -> None:
    assert normalised(code) is None


def test_a_paper_is_found_by_its_code_in_any_form(cup: Cup) -> None:
    document = cup.issue()

    assert by_code(document.code.lower().replace("-", "")) == document


def test_no_paper_is_found_by_a_code_that_was_never_issued(cup: Cup) -> None:
    assert by_code("7KQM-2XRA-9D") is None

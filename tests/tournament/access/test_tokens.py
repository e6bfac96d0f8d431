"""What opens a table follows from a nonce and the installation's secret, and is typed in any way."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.access import tokens

NONCE = "00112233445566778899aabbccddeeff"


@given(st.text("0123456789abcdef", min_size=32, max_size=32))
def test_a_code_is_understood_as_it_is_printed(nonce: str) -> None:
    code = tokens.code_of(nonce)

    assert (len(code), tokens.normalised(tokens.grouped(code))) == (8, code)


@pytest.mark.parametrize(
    "typed",
    ["7KQM2XRA", "7kqm-2xra", " 7KQM 2XRA ", "7KQM–2XRA", "7.kqm.2.xra", "7кqм-2хrа", "7КQМ2ХRА", "7 K Q M 2 X R A"],
)
def test_case_gaps_dashes_and_russian_letters_do_not_matter(typed: str) -> None:
    assert tokens.normalised(typed) == "7KQM2XRA"


@pytest.mark.parametrize(
    "typed", ["", "7KQM", "7KQM-2XRA-9", "7KQM-2XR0", "7KQM-2XR1", "7KQM-2XRO", "7KQM/2XRA", "😀" * 8]
)
def test_what_can_be_no_code_is_none(typed: str) -> None:
    assert tokens.normalised(typed) is None


def test_token_and_code_follow_from_the_nonce() -> None:
    assert (tokens.token_of(NONCE), tokens.code_of(NONCE)) == (tokens.token_of(NONCE), tokens.code_of(NONCE))
    assert len(tokens.token_of(NONCE)) == 22


def test_another_secret_makes_another_token_and_another_code(settings: object) -> None:
    before = tokens.token_of(NONCE), tokens.code_of(NONCE), tokens.code_fingerprint("7KQM2XRA")
    settings.SECRET_KEY = "another"  # type: ignore[attr-defined]

    after = tokens.token_of(NONCE), tokens.code_of(NONCE), tokens.code_fingerprint("7KQM2XRA")
    assert [one == other for one, other in zip(before, after, strict=True)] == [False, False, False]

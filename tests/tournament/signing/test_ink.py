"""What is a signature and what isn't: strokes as a page sends them."""

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tournament.phrases import Refused
from tournament.signing import ink

LONG_WAY = [[0, 0, 0], [1000, 400, 50]]


def refusal(text: str) -> str:
    with pytest.raises(Refused) as refused:
        ink.read(text)
    return refused.value.code


@pytest.mark.parametrize(
    "strokes",
    [
        [LONG_WAY],
        [[[5, 5, 0]], LONG_WAY],  # the dot of an i
        [[[0, 0, moment], [1000, 400, moment]] for moment in range(200)],
        [[[moment % 1000, moment % 400, moment] for moment in range(3000)]],
    ],
    ids=["one stroke", "with a dot", "200 strokes", "3000 points"],
)
def test_a_signature_is_kept_as_it_was_drawn(strokes: list[list[list[int]]]) -> None:
    assert ink.read(json.dumps(strokes)) == strokes


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ink",
        "null",
        "1",
        '"ink"',
        "{}",
        "[[]]",
        "[1]",
        "[[1]]",
        "[[[1]]]",
        "[[[1,2]]]",
        "[[[1,2,3,4]]]",
        '[[["1",2,3]]]',
        "[[[null,2,3]]]",
        "[[[true,2,3]]]",
        "[[[1.5,2,3]]]",
        "[[[1e3,2,3]]]",
        "[[[NaN,2,3]]]",
        "[[[Infinity,2,3]]]",
        "[[[-1,2,3]]]",
        "[[[1001,2,3]]]",
        "[[[1,401,3]]]",
        "[[[1,2,-3]]]",
        "[[[1,2,600001]]]",
        "[[[0,0,9],[1000,400,8]]]",
        "[[[0,0,9],[1000,400,9]],[[0,0,8],[1,1,9]]]",
        f"[[[{'9' * 5000},2,3]]]",
        "[" * 60_000,
        '<svg onload="alert(1)">',
    ],
    ids=lambda text: text[:40],
)
def test_what_has_another_shape_can_not_be_read(text: str) -> None:
    assert refusal(text) == "signing.unreadable"


@pytest.mark.parametrize(
    "text",
    [
        json.dumps([LONG_WAY] * 201),
        "[[" + ",".join(["[1,1,1]"] * 5001) + "]]",
        json.dumps([LONG_WAY]) + " " * 64 * 1024,
        "[[[1,1,1]]]" * 100_000,
    ],
    ids=["201 strokes", "5001 points", "64 KB", "a megabyte"],
)
def test_more_than_a_signature_is_refused(text: str) -> None:
    assert refusal(text) == "signing.too_much"


@pytest.mark.parametrize("strokes", [[], [[[500, 200, 0]]], [[[500, 200, 0], [520, 210, 9]]]], ids=str)
def test_nothing_a_dot_and_a_dash_are_no_signature(strokes: list[list[list[int]]]) -> None:
    assert refusal(json.dumps(strokes)) == "signing.too_little"


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-9, 2000) | st.floats() | st.text(max_size=3),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=2), inner, max_size=2),
        max_leaves=30,
    )
)
@example([LONG_WAY])
def test_whatever_is_sent_is_read_as_whole_numbers_or_refused_in_words(sent: object) -> None:
    try:
        strokes = ink.read(json.dumps(sent))
    except Refused:
        return
    assert {type(value) for stroke in strokes for point in stroke for value in point} == {int}

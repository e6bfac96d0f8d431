"""The table of refusals: complete, and used to the last line."""

import ast
import pickle
import string
from pathlib import Path
from typing import get_args

import pytest

import scoring
from scoring import REASONS, REFUSALS, RULE_OF, RULE_OF_REASON, RuleViolation
from scoring.partida import By

SOURCES = sorted(Path(scoring.__file__).parent.rglob("*.py"))


def words_of(*skipped):
    """Every text that stands in the code of the engine but in the files skipped."""
    return {
        node.value
        for source in SOURCES
        if source.name not in skipped
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def test_every_refusal_is_used():
    used = words_of("errors.py")
    assert [code for code in REFUSALS if code not in used] == []


def test_every_reason_is_used():
    used = words_of("partida.py")
    assert [code for code in REASONS if code not in used and not code.startswith("over.")] == []
    assert {code for code in REASONS if code.startswith("over.")} == {f"over.{by}" for by in get_args(By)}


@pytest.mark.parametrize("code", REFUSALS)
def test_a_refusal_says_what_is_wrong_in_a_sentence(code):
    names = [name for _, name, _, _ in string.Formatter().parse(REFUSALS[code]) if name]
    text = str(RuleViolation(code, **dict.fromkeys(names, "7")))
    assert text[0].isupper() or text[0] in "“7"
    assert text.endswith(".")
    assert RULE_OF[code] == "shape" or RULE_OF[code].startswith("R")


@pytest.mark.parametrize("code", REASONS)
def test_a_reason_is_a_sentence(code):
    assert REASONS[code].endswith(".")
    assert RULE_OF_REASON[code].startswith("R")


def test_a_refusal_survives_pickling():
    error = RuleViolation("deal.closer_holds", field="pips.2", seat=2, pips=5)
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301 — its own bytes
    assert (copy.code, copy.field, copy.params, str(copy)) == (
        error.code,
        error.field,
        error.params,
        str(error),
    )


def test_a_refusal_is_seen_from_outside_with_its_whole_path():
    inner = RuleViolation("deal.ends_missing", field="ends")
    assert inner.within("deals[6]").within("partidas[2]").field == "partidas[2].deals[6].ends"
    assert RuleViolation("deal.hands_missing").within("deals[6]").field == "deals[6]"


def test_a_long_value_is_cut_in_the_sentence():
    with pytest.raises(RuleViolation) as caught:
        scoring.Deal.from_dict({"ending": "x" * 1000})
    assert len(str(caught.value)) < 150

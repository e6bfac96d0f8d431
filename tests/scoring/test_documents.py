"""docs/regulations.md names everything that there is, and nothing that there isn't."""

import re
from pathlib import Path

import pytest

import scoring
from scoring import CRITERIA, FIELDS, PRESETS, QUESTIONS, REASONS, REFUSALS, SANCTIONS

HERE = Path(__file__).parent
DOCUMENT = (HERE.parents[1] / "docs" / "regulations.md").read_text(encoding="utf-8")
INFRACTIONS = [code for table in SANCTIONS.values() for code in table.infractions]
ROWS = [re.split(r"\s*\|\s*", line.strip("| ")) for line in DOCUMENT.splitlines() if re.match(r"\| R\d", line)]
RULES = [row for row in ROWS if row[-1] == "—" or "::" in row[-1]]


@pytest.mark.parametrize("name", [*FIELDS, *PRESETS, *CRITERIA, *REASONS, *REFUSALS, *QUESTIONS, *INFRACTIONS])
def test_everything_that_can_be_set_or_said_is_documented(name):
    assert f"| `{name}`" in DOCUMENT


@pytest.mark.parametrize("row", [row for row in ROWS if row not in RULES], ids=lambda row: row[1])
def test_a_sentence_is_documented_as_it_is_said(row):
    rule, code, sentence = row
    said = {code: (scoring.RULE_OF[code], text) for code, text in REFUSALS.items()}
    said |= {code: (scoring.RULE_OF_REASON[code], text) for code, text in REASONS.items()}
    said |= {code: (scoring.RULE_OF_QUESTION[code], text) for code, text in QUESTIONS.items()}
    assert said[code.strip("`")] == (rule, sentence)


@pytest.mark.parametrize("row", RULES, ids=lambda row: row[0])
def test_a_rule_is_kept_by_a_function_and_a_test_that_exist(row):
    _, _, where, test = row
    for name in re.findall(r"`([\w.]+)`", where):
        owner, _, attribute = name.partition(".")
        assert not attribute or attribute in scoring.Next.__annotations__ or hasattr(getattr(scoring, owner), attribute)
        assert owner in scoring.__all__
    if test != "—":
        file, _, function = test.strip("`").partition("::")
        assert f"def {function}(" in (HERE / file).read_text(encoding="utf-8")


def test_every_rule_of_play_has_its_row():
    """R2 to R12, each number once and in order."""
    numbers = [row[0] for row in RULES]
    assert len(numbers) == len(set(numbers))
    assert {number.split(".")[0] for number in numbers} >= {f"R{number}" for number in range(2, 13)}
    assert {rule for rule in scoring.RULE_OF.values() if rule != "shape"} <= set(numbers)

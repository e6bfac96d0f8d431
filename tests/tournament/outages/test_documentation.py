"""Each line of docs/reliability.md says what people see, what is kept, what is to be done, and which test shows it."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
HEAD = ["moment", "people see", "what is kept", "comes back by itself", "the administrator", "test"]
TEST = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


def _tables() -> list[list[str]]:
    lines = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    return [row for row in rows if not set(row[0]) <= set("-")]


LINES = [row for row in _tables() if row != HEAD]


def test_each_line_is_whole() -> None:
    assert [row for row in LINES if len(row) != len(HEAD) or not all(row)] == []


@pytest.mark.parametrize("row", LINES, ids=lambda row: row[0])
def test_each_line_names_tests_that_there_are(row: list[str]) -> None:
    named = TEST.findall(row[-1])

    assert named, "the line names no test"
    assert [
        (path, name)
        for path, name in named
        if not (ROOT / path).exists() or f"def {name}(" not in (ROOT / path).read_text(encoding="utf-8")
    ] == []

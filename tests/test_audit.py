"""`make audit`: what is known is named, and what could not be asked for is never taken for sound."""

import importlib.util
from pathlib import Path
from typing import Any

import pytest

_spec = importlib.util.spec_from_file_location("audit", Path(__file__).resolve().parent.parent / ".ci" / "audit.py")
assert _spec is not None
assert _spec.loader is not None
audit = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(audit)

SOUND = {"name": "django", "version": "5.2.19", "vulns": []}
WEAK = {"name": "lxml", "version": "6.1.3", "vulns": [{"id": "CVE-2026-1", "fix_versions": ["6.1.4"]}]}
NOT_ASKED = {"name": "yarl", "skip_reason": "Dependency not found on PyPI"}


@pytest.mark.parametrize(
    ("asked", "status", "last"),
    [
        ([SOUND], 0, "1 of 1 packages were asked for, 0 known weaknesses."),
        ([SOUND, WEAK], 1, "2 of 2 packages were asked for, 1 known weaknesses."),
        ([SOUND, NOT_ASKED], 2, "1 of 2 packages were asked for, 0 known weaknesses."),
        ([NOT_ASKED], 2, audit.NOT_REACHED),
    ],
)
def test_what_was_not_asked_for_is_not_sound(
    asked: list[dict[str, Any]], status: int, last: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audit.report(asked) == status
    assert capsys.readouterr().out.splitlines()[-1] == last


def test_a_weakness_is_named_with_the_version_that_mends_it(capsys: pytest.CaptureFixture[str]) -> None:
    audit.report([WEAK])

    assert capsys.readouterr().out.splitlines()[0] == "lxml 6.1.3: CVE-2026-1, mended in: 6.1.4"

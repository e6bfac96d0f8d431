"""What all tests share: tests left out are named loudly, and are a failure where none may be left out."""

import json
import os
from pathlib import Path

import pytest

MISSING = Path(__file__).resolve().parent.parent / ".run" / "missing.json"
"""What `make test` found missing: for the program itself, and for tests only; a line each, with how to get it."""

_missing = json.loads(MISSING.read_text(encoding="utf-8")) if MISSING.exists() else {"program": [], "tests": []}
# Without its libraries the program cannot start; the engine can be tested all the same.
_no_program = ["browser", "services", "tournament", "test_house.py", "test_messages.py", "test_rules_documented.py"]
collect_ignore = _no_program if _missing["program"] else []

GET_THEM_ALL = "As root on Debian, `make test` installs what is missing by itself."


def _left_out(config: pytest.Config) -> list[str]:
    """The reasons for which tests were skipped or not even looked at, each once."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped", []) if reporter else []
    reasons = {report.longrepr[2].removeprefix("Skipped: ") for report in skipped}
    return sorted({*_missing["program"], *_missing["tests"], *reasons})


def pytest_sessionfinish(session: pytest.Session) -> None:
    nothing_failed = session.exitstatus == pytest.ExitCode.OK
    if os.environ.get("CI") == "true" and nothing_failed and _left_out(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    reasons = _left_out(config)
    if reasons:
        terminalreporter.section("TESTS WERE LEFT OUT", sep="!", red=True, bold=True)
        for reason in reasons:
            terminalreporter.line(reason, red=True)
        terminalreporter.line(GET_THEM_ALL)

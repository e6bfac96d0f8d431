"""What all tests share: tests left out are named loudly, and are a failure where none may be left out."""

import gc
import json
import os
from collections import Counter
from pathlib import Path

import pytest

MISSING = Path(__file__).resolve().parent.parent / ".run" / "missing.json"
"""What `make test` found missing: for the program itself, and for tests only; a line each, with how to get it."""

_missing = json.loads(MISSING.read_text(encoding="utf-8")) if MISSING.exists() else {"program": [], "tests": []}
# Without its libraries the program cannot start; the engine can be tested all the same.
_no_program = ["browser", "services", "tournament", "test_house.py", "test_messages.py", "test_rules_documented.py"]
_no_program += ["test_security.py"]
collect_ignore = _no_program if _missing["program"] else []

DATABASE_FIXTURES = {"db", "transactional_db", "django_db_reset_sequences", "live_server"}
"""What pytest-django gives to tests that ask the database, by mark or through another fixture."""

GET_THEM_ALL = "As root on Debian, `make test` installs what is missing by itself."


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--only-database", action="store_true", help="leave out the tests that no database can change")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--only-database"):
        items[:] = [item for item in items if _asks_the_database(item)]
    _longest_first(items)


def pytest_collection_finish() -> None:
    # Program and tests stay until the end: nothing of theirs need be looked through for what nobody uses any more.
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 5)


def _longest_first(items: list[pytest.Item]) -> None:
    """Puts files first that are given the most time, then those with slow tests, then those with many.

    So no process ends long after the others.
    """
    tests = Counter(item.path for item in items)
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    given: dict[Path, float] = {}
    for item in items:
        if mark := item.get_closest_marker("timeout"):
            given[item.path] = max(given.get(item.path, 0), *mark.args)
    items.sort(key=lambda item: (-given.get(item.path, 0), item.path not in slow, -tests[item.path], item.path))


def _asks_the_database(item: pytest.Item) -> bool:
    """Whether a test uses tables, and says something that another database might gainsay."""
    if item.get_closest_marker("once"):
        return False
    fixtures = set(getattr(item, "fixturenames", ()))
    return item.get_closest_marker("django_db") is not None or not fixtures.isdisjoint(DATABASE_FIXTURES)


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

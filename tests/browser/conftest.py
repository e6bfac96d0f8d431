"""One program and one Chromium for all walks; each person of a walk has a window of their own."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.program import CHROMIUM_FLAGS, Site, chromium, run, serving
from tests.browser.windows import PHONE, Console, log_in, window
from tests.services.servers import Missing

NewWindow = Callable[[ViewportSize], Page]
WindowOf = Callable[[str, str], tuple[Page, Console]]

ADMINISTRATOR = "administrator"

# A busy machine is slow, and a page that is right is right a little later, too.
expect.set_options(timeout=20_000)


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    try:
        return {"executable_path": chromium(), "args": CHROMIUM_FLAGS}
    except Missing as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def site(browser_type_launch_args: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The program, started once for all walks."""
    with serving(tmp_path_factory.mktemp("program")) as running:
        yield running


@pytest.fixture
def new_window(browser: Browser, site: Site) -> Iterator[NewWindow]:
    """Opens a window for one more person; what any window's console complains of fails the test."""
    consoles: list[Console] = []
    with ExitStack() as windows:

        def open_one(size: ViewportSize) -> Page:
            page = windows.enter_context(window(browser, site, size, "en"))
            consoles.append(Console(page))
            return page

        yield open_one
    assert [complaint for console in consoles for complaint in console.complaints()] == []


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What a whole event costs its people is said at the end of the run, by whichever process it was walked."""
    for report in terminalreporter.stats.get("passed", []):
        for name, value in report.user_properties:
            if name == "effort":
                terminalreporter.line(f"{report.nodeid}: {value}")


@pytest.fixture(scope="session")
def other_draws(site: Site) -> None:
    """Tournaments beside the demo, each drawn in another way, and an administrator of the installation."""
    made = f"User.objects.create_superuser({ADMINISTRATOR!r}, password={site.password!r})"
    run(site, "from tournament.models import User", made)
    run(site, "from tests.browser import draws, entering", "draws.make()", "entering.make()")


@pytest.fixture(scope="module")
def window_of(browser: Browser, site: Site) -> Iterator[WindowOf]:
    """The window of an account (or of a visitor) in a language, opened once and logged in once."""
    with ExitStack() as windows:

        @cache
        def open_one(account: str, language: str) -> tuple[Page, Console]:
            page = windows.enter_context(window(browser, site, PHONE, language))
            if account:
                log_in(page, account, site.password)
            return page, Console(page)

        yield open_one

"""Windows of a browser: one person's each, and what their consoles say."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, ConsoleMessage, Page, Response, ViewportSize

from tests.browser.program import Site

PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1280, "height": 800}


WITHOUT_NETWORK = ("net::ERR_INTERNET_DISCONNECTED", "htmx:sendError", "htmx:afterRequest", "a status of 503 (")
"""What a window says whose network, or server, was taken away on purpose; a page that is no more than that is noted."""
UNHURRIED = ("was preloaded using link preload but not used within a few seconds",)
"""What some versions of Chromium say of a page that is looked at for long; what a page loads is weighed elsewhere."""


class Console:
    """What a window complains of: errors of scripts and policies, files that are missing, faults of the server."""

    def __init__(self, page: Page) -> None:
        self._said: list[tuple[str, str]] = []  # where, what
        self._visited: set[str] = set()
        page.on("console", self._listen)
        page.on("pageerror", lambda error: self._said.append(("", str(error))))
        page.on("response", self._note)

    def _listen(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._said.append((message.location["url"], message.text))

    def _note(self, response: Response) -> None:
        if response.request.is_navigation_request():
            self._visited.add(response.url)
            if response.status >= 500:
                self._said.append(("", f"{response.status} at {response.url}"))

    def complaints(self) -> list[str]:
        """All since the last time. A page's own status, such as 404 or 422, is its answer and no complaint."""
        own = "Failed to load resource: the server responded with a status of 4"
        heard = [
            f"{where}: {said}"
            for where, said in self._said
            if not (where in self._visited and said.startswith(own))
            and not any(each in said for each in (*WITHOUT_NETWORK, *UNHURRIED))
        ]
        self._said.clear()
        return heard


@contextmanager
def window(browser: Browser, site: Site, size: ViewportSize, language: str, *, scripts: bool = True) -> Iterator[Page]:
    """A window without any history, its reader speaking `language`; nothing in it moves."""
    context = browser.new_context(
        base_url=site.url,
        viewport=size,
        locale=language,
        color_scheme="light",
        reduced_motion="reduce",
        java_script_enabled=scripts,
    )
    context.set_default_timeout(20_000)
    try:
        yield context.new_page()
    finally:
        context.close()


def log_in(page: Page, username: str, password: str) -> None:
    """Log in as one who was sent to the login page, or as one who went there."""
    if "/login/" not in page.url:
        page.goto("/login/")
    page.locator("[name=username]").fill(username)
    page.locator("[name=password]").fill(password)
    page.locator("main button[type=submit]").click()

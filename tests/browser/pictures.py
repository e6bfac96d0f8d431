"""Takes the pictures of the README from the demo tournament: `make pictures`."""

import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.browser.program import CHROMIUM_FLAGS, ROOT, Site, chromium, serving
from tests.browser.windows import DESK, PHONE, log_in, window

PICTURES = ROOT / "docs" / "pictures"
OPEN_TABLE = "/desk/demo/protocols/6/5/"
"""The table of the demo at which play goes on."""


def main() -> None:
    """Starts the program with a demo of its own, takes the pictures and stops it."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="domino-pictures-") as data, serving(Path(data)) as site:
        take_pictures(site)


def take_pictures(site: Site) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM_FLAGS)
        with window(browser, site, DESK, "ru") as page:
            log_in(page, "chief", site.password)
            page.goto("/desk/demo/")
            take(page, "desk.png")
        with window(browser, site, PHONE, "ru") as page:
            log_in(page, "referee", site.password)
            page.goto(OPEN_TABLE)
            fill_in_a_deal(page)
            take(page, "protocol.png")


def fill_in_a_deal(page: Page) -> None:
    """Seat 2 has gone out; what the deal would bring stands above the button."""
    page.locator("main label:has([name=closer][value='2'])").click()
    for seat, pips in ((1, 12), (3, 5), (4, 17)):
        page.locator(f"[name=pips_{seat}]").fill(str(pips))
    for end in (5, 3):
        page.locator(f"[data-half='{end}']").click()
    page.locator("#preview p").wait_for()


def take(page: Page, name: str) -> None:
    """What stands in the window now, as a file."""
    page.evaluate("() => { document.activeElement.blur(); scrollTo(0, 0); }")
    page.screenshot(path=PICTURES / name)


if __name__ == "__main__":
    main()

"""Takes the pictures of the documentation from the demo tournament, and of each kind of paper: `make pictures`."""

import tempfile
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Page, sync_playwright

import scoring
from tests.browser.paper_pictures import take_papers
from tests.browser.program import CHROMIUM_FLAGS, ROOT, Site, chromium, serving
from tests.browser.signing import draw
from tests.browser.tapping import Thumb
from tests.browser.windows import DESK, PHONE, log_in, window

PICTURES = ROOT / "docs" / "pictures"
OPEN_TABLE = "/desk/demo/protocols/6/5/"
"""The table of the demo at which play goes on."""
ENDED_TABLE = "/desk/demo/protocols/6/4/signing/?seat=1#signer"
"""The table of the demo whose players are asked to sign."""
LANGUAGES = ("en", "ru")
PLAN = {
    "name": "Осенний кубок",
    "timezone": "Europe/Moscow",
    "event": "pairs",
    "preset": "fdr_deals",
    "entries": "24",
    "halls": "12",
    "first_day": "2026-12-05",
    "days": "1",
    "opens": "10:00",
    "closes": "19:00",
    "changeover": "10",
}
"""What an organiser has: 24 pairs, 12 tables and a day."""
BY_TILES = next(
    deal
    for deal in (scoring.playout(seed, lead=3) for seed in range(1000))
    if (deal.ending.value, deal.closer, deal.laid) == ("domino", 2, 22) and not scoring.questions(deal)
)
"""A deal that seat 2 closed, six tiles being left."""


def main() -> None:
    """Starts the program with a demo of its own, takes the pictures and stops it."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="domino-pictures-") as data, serving(Path(data)) as site:
        take_pictures(site)
    take_papers(PICTURES)


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
        for language in LANGUAGES:
            with window(browser, site, PHONE, language) as page:
                take_the_referees(page, site, language)
            with window(browser, site, DESK, language) as page:
                take_the_organisers(page, site, language)


def take_the_referees(page: Page, site: Site, language: str) -> None:
    """A deal by pips, a deal by tiles, and a player who signs: for docs/referee.md and its translations."""
    log_in(page, "referee", site.password)
    page.goto(OPEN_TABLE)
    fill_in_a_deal(page)
    show(page, ".hands-row", f"referee-pips-{language}.png")
    page.goto(OPEN_TABLE)
    lay_out_a_deal(page)
    show(page, ".hands-row", f"referee-tiles-{language}.png")
    page.goto(ENDED_TABLE)
    draw(page)
    show(page, "#signer", f"referee-signing-{language}.png")


def take_the_organisers(page: Page, site: Site, language: str) -> None:
    """A plan with what it proposes, the check-in and the console: for docs/organiser.md and its translation."""
    log_in(page, "organiser", site.password)
    page.goto("/desk/new/plan/?" + urlencode(PLAN))
    page.locator("main table").first.scroll_into_view_if_needed()
    page.screenshot(path=PICTURES / f"organiser-plan-{language}.png")
    for name, address in (("check-in", "/desk/demo/entries/check-in/"), ("now", "/desk/demo/")):
        page.goto(address)
        take(page, f"organiser-{name}-{language}.png")


def lay_out_a_deal(page: Page) -> None:
    """The hands are given their tiles from the board, then the ends are told."""
    thumb = Thumb(page)
    thumb.press("way", "tiles")
    thumb.fill_in(BY_TILES, first=False, way="tiles")
    page.locator("#preview p").first.wait_for()


def fill_in_a_deal(page: Page) -> None:
    """Seat 2 has gone out; what the deal would bring stands above the button."""
    page.locator("main label:has([name=closer][value='2'])").click()
    for seat, pips in ((1, 12), (3, 5), (4, 17)):
        page.locator(f"[name=pips_{seat}]").fill(str(pips))
    for end in (5, 3):
        page.locator(f"[data-half='{end}']").click()
    page.locator("#preview p").wait_for()


def show(page: Page, selector: str, name: str) -> None:
    """The window with this part of the page below the strip, as a file."""
    page.evaluate("() => document.activeElement.blur()")
    page.locator(selector).evaluate("part => part.scrollIntoView({ block: 'start' })")
    page.wait_for_timeout(300)
    page.screenshot(path=PICTURES / name)


def take(page: Page, name: str) -> None:
    """What stands in the window now, as a file."""
    page.evaluate("() => { document.activeElement.blur(); scrollTo(0, 0); }")
    page.screenshot(path=PICTURES / name)


if __name__ == "__main__":
    main()

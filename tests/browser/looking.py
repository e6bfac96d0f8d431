"""What is wrong with a page that was just opened, in every window and colour."""

from playwright.sync_api import Page

from tests.browser import inspection
from tests.browser.windows import DESK, PHONE, Console
from tournament.management.commands.demo import OFFICIALS, SLUG

# Accounts and addresses as they are spelt, zones and keys as they are marked, a size of paper: no words.
LATIN_NAMES = [*(account for account, *_ in OFFICIALS), SLUG, "solo", "Europe", "Moscow", "Esc", "Letter"]


def look(page: Page, console: Console, language: str) -> list[str]:
    """All that is wrong with it at a desk and on a phone, and what the console complained of."""
    # A click comes back as soon as the next page begins.
    page.wait_for_load_state()
    spoken = page.locator("html").get_attribute("lang")
    found = [] if spoken == language else [f"the page is in {spoken}"]
    if language == "ru":
        found += inspection.english_words(page, *LATIN_NAMES)
    # Labels are cut in one language or the other; what axe looks for is the same in both.
    inspect = inspection.faults if language == "ru" else inspection.misfits
    for name, size in (("desk", DESK), ("phone", PHONE)):
        page.set_viewport_size(size)
        found += [f"{name}: {fault}" for fault in inspect(page)]
    return found + console.complaints()

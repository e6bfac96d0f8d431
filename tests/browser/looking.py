"""What is wrong with a page that was just opened, in every window and colour."""

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser import inspection
from tests.browser.windows import DESK, PHONE, Console
from tournament.management.commands.demo import OFFICIALS, SLUG

# Accounts and addresses as they are spelt, zones and keys as they are marked, a size of paper: no words.
LATIN_NAMES = [*(account for account, *_ in OFFICIALS), SLUG, "solo", "proba", "domino", "guest", "example", "org"]
LATIN_NAMES += [
    "administrator",
    "manage",
    "py",
    "backup",
    "Europe",
    "Moscow",
    "Esc",
    "Enter",
    "Letter",
    "Chrome",
    "Linux",
    "Telegram",
]


def look(page: Page, console: Console, language: str) -> list[str]:
    """All that is wrong with an official's page at a desk and on a phone, and what the console complained of."""
    # Labels are cut in one language or the other; what axe looks for is the same in both.
    inspect = inspection.faults if language == "ru" else inspection.misfits
    return _of_language(page, language) + _in_windows(page, inspect) + console.complaints()


def look_in_public(page: Page, console: Console, language: str) -> list[str]:
    """The same of a page for everyone: axe looks at its words in each language, at how it is printed in one."""
    if language == "ru":
        return look(page, console, language) + inspection.faults_on_paper(page)
    found = _of_language(page, language) + _in_windows(page, inspection.misfits)
    return found + inspection.faults_of_words(page) + console.complaints()


def _of_language(page: Page, language: str) -> list[str]:
    # A click comes back as soon as the next page begins.
    page.wait_for_load_state()
    spoken = page.locator("html").get_attribute("lang")
    found = [] if spoken == language else [f"the page is in {spoken}"]
    return found + (inspection.english_words(page, *LATIN_NAMES) if language == "ru" else [])


def _in_windows(page: Page, inspect: Callable[[Page], list[str]]) -> list[str]:
    found = []
    for name, size in (("desk", DESK), ("phone", PHONE)):
        page.set_viewport_size(size)
        found += [f"{name}: {fault}" for fault in inspect(page)]
    return found

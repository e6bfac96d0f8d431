"""A result is corrected after the next round was drawn from it, and a pair protests: what each of them sees.

Each page on the way is looked at: nothing for axe to find in light or dark, nothing cut, no word of the console.
"""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import draws, program
from tests.browser.conftest import NewWindow
from tests.browser.program import Site
from tests.browser.refereeing import press
from tests.browser.walk import look, says
from tests.browser.windows import PHONE, log_in

pytestmark = pytest.mark.browser

DESK, PUBLIC = f"/desk/{draws.CORRECTED}/", f"/t/{draws.CORRECTED}/"
TEXT = "Счёт записан наоборот."


def test_a_correction_and_a_protest_from_the_table_to_the_public(new_window: NewWindow, site: Site) -> None:
    program.run(site, "from tests.browser import draws", "draws.make_to_correct()")
    chief, referee, visitor = (new_window(PHONE) for _person in range(3))
    log_in(chief, "chief", site.password)
    log_in(referee, "referee", site.password)

    correct(chief)
    read_errata(visitor)

    protest(referee)
    expect(doubts(visitor)).to_contain_text("Under protest: round 1, table 2.")
    look(visitor)
    reject(chief)
    expect(doubts(visitor)).to_have_count(0)


def correct(page: Page) -> None:
    """Table 1 was 100 : 41; side B has won 100 : 60. First what would follow, then the act (R11.4)."""
    page.goto(f"{DESK}protocols/1/1/")
    page.get_by_role("link", name="Correct the protocol").click()
    look(page)
    page.locator("[name=part_1_a]").fill("60")
    page.locator("[name=part_1_b]").fill("100")
    page.get_by_label("Reason").fill(TEXT)
    page.get_by_role("button", name="See what would follow").last.click()
    follows = page.locator("#follows")
    expect(follows).to_contain_text("Another pair wins.")
    expect(follows.locator("li")).to_have_text(
        "Round 2 was drawn from the old result. By the corrected standings it would be drawn otherwise. Its pairings "
        "still break no rule of the draw. It has no results yet: it can be taken back and drawn again."
    )
    look(page)
    page.get_by_role("button", name="Correct the protocol").click()
    says(page, "Corrected: a new revision of the protocol counts now.")
    look(page)
    page.get_by_role("link", name="Revision 2").click()
    expect(page.locator("#differences + ul li")).to_have_text(
        ["Part 1: 100 : 41 → 60 : 100.", "Result: 100 : 41 → 60 : 100."]
    )
    look(page)


def read_errata(page: Page) -> None:
    """From the standings to the erratum (R11.4)."""
    page.goto(PUBLIC)
    page.get_by_role("link", name="Errata").click()
    erratum = page.locator(".errata > li")
    expect(erratum.locator("strong")).to_have_text("100 : 41 → 60 : 100")
    expect(erratum).to_contain_text(TEXT)
    look(page)


def protest(page: Page) -> None:
    """The referee writes a pair's protest down (R11.5)."""
    page.goto(f"{DESK}protocols/1/2/")
    page.get_by_role("link", name="A pair protests").click()
    look(page)
    press(page, "side", "b")
    page.get_by_label("What it protests against").fill(TEXT)
    page.get_by_role("button", name="Lodge the protest").click()
    says(page, "The protest is written down: the chief referee decides it.")
    look(page)


def doubts(page: Page) -> Locator:
    """What the public page says of results under protest, as it is now."""
    page.goto(PUBLIC)
    return page.locator("main .message-warning")


def reject(page: Page) -> None:
    """The chief referee comes to it from what the desk says needs a hand."""
    page.goto(DESK)
    page.get_by_role("link", name="Decide the protest").click()
    look(page)
    press(page, "decision", "rejected")
    page.get_by_label("Reason").fill("Счёт верен: обе пары подписали его.")
    page.get_by_role("button", name="Decide", exact=True).click()
    says(page, "The protest is rejected: the result stands.")
    look(page)

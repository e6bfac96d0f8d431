"""The clock of a round as the people of a hall use it (R6): started, running out, and the question that decides."""

import time

from playwright.sync_api import Page, expect

from tests.browser.program import Site, set_clock
from tests.browser.walk import Walk, go, look, says


def start_clock(page: Page, walk: Walk) -> None:
    """The chief referee starts it at the desk, for all tables at once (R6.1)."""
    go(page, walk, "Now")
    expect(page.locator("[data-clock]")).to_have_attribute("data-phase", "waiting")
    page.get_by_role("button", name="Start the clock of round 1").click()
    says(page, "The clock of round 1 is running.")
    expect(page.locator("[data-clock-words]")).to_have_text("time left")
    look(page)


def time_runs_out(page: Page, site: Site, walk: Walk) -> None:
    """Time ends on the open page of a table, which asks at that moment what was going on."""
    question = page.get_by_role("heading", name="Time is over. What was going on at that moment?")
    expect(question).to_be_hidden()
    minutes = walk.regulations.minutes
    assert minutes is not None
    set_clock(site, walk.slug, round_=1, seconds=60 * minutes - 2)
    # The phone is taken up again: the page asks the server how late it is.
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    expect(question).to_be_visible()
    expect(page.locator("[data-clock-left]")).to_have_text("0:00")
    look(page)


def answer(page: Page, moment: str) -> None:
    """What was going on when time ran out."""
    page.get_by_role("button", name=moment).click()
    expect(page.get_by_role("heading", name="Time is over.")).to_have_count(0)


def minutes_wrong(page: Page) -> int:
    """By how many minutes the phone's own clock is ahead."""
    return round((float(page.evaluate("() => Date.now()")) / 1000 - time.time()) / 60)


def shown_by_script(page: Page) -> int:
    """Seconds left as the page counts them, once it has heard from the server."""
    expect(page.locator("[data-clock-ends]")).to_have_count(0)
    left = page.locator("[data-clock-left]")
    before = left.inner_text()
    expect(left).not_to_have_text(before)
    minutes, seconds = left.inner_text().split(":")
    return 60 * int(minutes) + int(seconds)


def left_by_server(page: Page) -> float:
    """Seconds left as the server counts them."""
    answer = page.request.get(str(page.locator("[data-clock]").get_attribute("data-clock")))
    return float(answer.json()["left"]) / 1000

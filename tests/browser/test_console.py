"""The console by keyboard, and as new as the tournament: what another official does is there at once."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewWindow
from tests.browser.inspection import axe_faults, misfits
from tests.browser.program import Site
from tests.browser.windows import DESK, log_in

pytestmark = pytest.mark.browser


def arrived(page: Page, address: str) -> None:
    """The page of this address is there, and its keys are: they are pressed into it next."""
    expect(page).to_have_url(re.compile(address))
    page.wait_for_load_state()


def test_the_console_by_keyboard_and_as_new_as_the_tournament(new_window: NewWindow, site: Site) -> None:
    desk, other = new_window(DESK), new_window(DESK)
    log_in(desk, "chief", site.password)
    desk.goto("/desk/demo/")
    desk.keyboard.press("?")
    keys = desk.get_by_role("dialog", name="Keys")
    expect(keys).to_contain_text("To a table by its number")
    assert misfits(desk) + axe_faults(desk) == []
    desk.keyboard.press("Escape")
    expect(keys).to_be_hidden()

    desk.keyboard.press("j")
    expect(desk.locator("[data-line]").first).to_be_focused()

    # Another official stops the clock of the hall; later he lets it go on.
    log_in(other, "organiser", site.password)
    other.goto("/desk/demo/")
    other.get_by_text("Stop the clock of the hall").click()
    other.get_by_label("Reason").fill("Light")
    other.get_by_role("button", name="Stop the clock", exact=True).click()
    expect(desk.get_by_role("heading", name="The clock stands still")).to_be_visible()
    expect(desk.locator("[data-line]").first).to_be_focused()
    other.get_by_role("button", name="Let the clock go on").click()
    expect(desk.get_by_role("heading", name="The clock stands still")).to_be_hidden()

    desk.keyboard.press("d")
    arrived(desk, "/desk/demo/draw/")
    desk.keyboard.press("g")
    desk.keyboard.type("4")
    desk.keyboard.press("Enter")
    arrived(desk, "/desk/demo/protocols/6/4/")

    # From one table to another, and back to the console.
    desk.keyboard.press("/")
    desk.keyboard.type("5")
    desk.keyboard.press("Enter")
    arrived(desk, "/desk/demo/protocols/6/5/")
    desk.locator("body").click(position={"x": 2, "y": 2})
    desk.keyboard.press("t")
    arrived(desk, "/desk/demo/$")

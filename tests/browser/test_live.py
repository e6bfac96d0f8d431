"""Pages that renew themselves: a confirmed protocol on the public page, the hall's screen, the phone of a pair."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewWindow
from tests.browser.inspection import axe_faults, misfits
from tests.browser.program import Site
from tests.browser.windows import DESK, PHONE, log_in

pytestmark = pytest.mark.browser

WITHIN = 5_000
"""Milliseconds in which a confirmed protocol is on the public pages."""
HALL = {"width": 1920, "height": 1080}
SIGNED = "/desk/demo/protocols/6/3/"
"""The table of the demo whose protocol is signed and waits for its confirmation."""


def put_up(desk: Page, text: str) -> None:
    desk.goto("/desk/demo/hall/")
    desk.get_by_label("Message").fill(text)
    desk.locator("main .button-main").click()
    expect(desk.locator("#messages")).to_have_text("The message is up in the hall.")


def test_what_is_confirmed_is_on_all_screens_within_five_seconds(new_window: NewWindow, site: Site) -> None:
    official, reader, hall, pair = new_window(DESK), new_window(PHONE), new_window(HALL), new_window(PHONE)
    log_in(official, "chief", site.password)
    reader.goto("/t/demo/rounds/6/")
    hall.goto("/t/demo/hall/")
    pair.goto("/t/demo/my-table/")
    table = reader.locator(".scoreboard > li").filter(has_text="Table 3")
    expect(table).to_contain_text("waiting for confirmation")
    number = re.search(r"\d+", (official.goto(SIGNED) and official.locator("main").inner_text()) or "")
    assert number is not None

    # What each page is like before it is waited for.
    pair.get_by_label("Your number or your name").fill("1")
    pair.get_by_role("button", name="Find my table").click()
    expect(pair.locator(".my-table").first).to_be_visible()
    for page in (hall, pair):
        assert misfits(page) + axe_faults(page) == []

    official.get_by_role("button", name="Checked: confirm the result").click()
    expect(table).not_to_contain_text("waiting for confirmation", timeout=WITHIN)
    expect(table).to_have_class(re.compile("changed"))
    expect(hall.locator(".hall-round")).to_contain_text("3 of 5 tables in", timeout=WITHIN)

    put_up(official, "Обед до 14:00")
    for page in (hall, pair):
        expect(page.get_by_text("Обед до 14:00")).to_be_visible(timeout=WITHIN)

    # The network goes and comes back: the screen says so, and recovers by itself.
    hall.context.set_offline(True)
    expect(hall.locator("[data-live-note]")).to_contain_text("No connection", timeout=60_000)
    hall.context.set_offline(False)
    expect(hall.locator("[data-live-note]")).to_be_hidden()

    # The pair's phone knows its table from now on.
    pair.goto("/t/demo/")
    expect(pair.get_by_role("link", name="My table")).to_have_attribute("href", "/t/demo/my-table/1/")


def test_the_screen_rotates_and_its_panels_fit(new_window: NewWindow, site: Site) -> None:
    hall = new_window(HALL)
    hall.clock.install()
    hall.goto("/t/demo/hall/")
    panels = hall.locator("[data-panel]")
    shown = []
    for _ in range(panels.count()):
        visible = hall.locator("[data-panel]:not([hidden])")
        expect(visible).to_have_count(1)
        shown.append(visible.get_attribute("data-panel"))
        assert visible.evaluate("panel => panel.scrollHeight <= panel.clientHeight + 1")
        hall.clock.run_for(12_000)

    assert sorted(map(str, shown)) == sorted(panels.evaluate_all("all => all.map((panel) => panel.dataset.panel)"))

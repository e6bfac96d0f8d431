"""A hall that writes on paper: two officials type each sheet by keyboard alone, a queue is worked off by keys.

Each page on the way is looked at: nothing for axe to find in light or dark, nothing cut, no word of the console.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import draws, program
from tests.browser.conftest import NewWindow
from tests.browser.program import Site
from tests.browser.walk import look, says
from tests.browser.windows import DESK, PHONE, log_in

pytestmark = pytest.mark.browser

SCORES = [(100, 41), (85, 100), (100, 97), (12, 100), (100, 0), (66, 100), (100, 58), (99, 100)]
SLIP, RIGHT = "85", "58"


@pytest.fixture(scope="module")
def papers(site: Site) -> Site:
    program.run(site, "from tests.browser import draws", "draws.make_papers()")
    return site


def keys(page: Page, *cells: object) -> None:
    """Type into cell after cell, Enter after each; where the cursor stands is the page's business."""
    for cell in cells:
        page.keyboard.type(str(cell))
        page.keyboard.press("Enter")


def on_table(page: Page, number: int, words: str) -> None:
    expect(page.locator("h1")).to_have_text(f"Table {number} {words}")
    expect(page.locator("[autofocus]").first).to_be_focused()


def test_eight_tables_by_keyboard_alone_and_again_by_a_second_official(new_window: NewWindow, papers: Site) -> None:
    first, second, phone = new_window(DESK), new_window(DESK), new_window(PHONE)
    for page, username in ((first, "secretary"), (second, "referee"), (phone, "secretary")):
        log_in(page, username, papers.password)
    first.goto(f"/desk/{draws.PAPER}/keying/")
    for table, (a, b) in enumerate(SCORES, start=1):
        on_table(first, table, "typed from paper")
        if table == 1:
            look(first)
        keys(first, a, RIGHT if (table, b) == (7, 58) else b, 1234)
    says(first, "Table 8 is typed in.")
    look(first)

    second.goto(f"/desk/{draws.PAPER}/keying/")
    for table, (a, b) in enumerate(SCORES, start=1):
        on_table(second, table, "second typing")
        keys(second, a, SLIP if table == 7 else b, 1234)
        if table == 7:
            decide(second)
    says(second, "Table 8: typed twice the same, confirmed.")
    expect(second.locator(".desk-status")).to_contain_text("8 of 8 tables confirmed")
    look(second)

    phone.goto(f"/desk/{draws.PAPER}/protocols/")
    expect(phone.locator("tbody .badge-confirmed")).to_have_count(8)


def decide(page: Page) -> None:
    """Both figures are shown, and the cell that differs is typed again from the paper: here the first was right."""
    expect(page.locator("#differences ~ table tbody td")).to_have_text([RIGHT, SLIP])
    expect(page.locator("[name=part_1_b]")).to_be_focused()
    expect(page.locator("[name=part_1_b]")).to_have_value("")
    look(page)
    keys(page, RIGHT, "")
    says(page, "Table 7: typed twice the same, confirmed.")


def test_a_sheet_with_its_deals_is_overruled_and_confirmed_in_the_queue(new_window: NewWindow, papers: Site) -> None:
    first, second = new_window(DESK), new_window(DESK)
    log_in(first, "secretary", papers.password)
    log_in(second, "referee", papers.password)
    first.goto(f"/desk/{draws.PAPER_DEALS}/keying/")
    first.keyboard.press("/")
    keys(first, 1)
    on_table(first, 1, "typed from paper")
    deals(first, last=99)
    wrong = first.locator("[name=deal_4-pips_3]")
    expect(wrong).to_be_focused()
    expect(first.locator("#id_deal_4-pips_3_error li")).to_have_text(
        "Seat 3 cannot hold 99 pips: 69 is the most possible. Rule R5.4"
    )
    look(first)
    wrong.fill("12")
    first.locator("[name=signed]").press("Enter")
    says(first, "Table 1 is typed in.")

    second.goto(f"/desk/{draws.PAPER_DEALS}/keying/")
    on_table(second, 1, "second typing")
    deals(second, last=14)
    expect(second.locator("#differences ~ table tbody :is(th, td)")).to_have_text(
        ["Deal 4: Pips of seat 3", "12", "14"]
    )
    look(second)
    keys(second, 14)
    second.locator("[name=signed]").press("Enter")
    says(second, "Table 1 is written anew as you typed it. Now another official confirms it (R11.2).")

    confirm_by_key(first)


def deals(page: Page, *, last: int) -> None:
    """Four deals; Enter leaves out the hand of whoever went out, a fish's second end, every leader but the first."""
    keys(page, "d", 1, 3, 14, 6, 11, 6, 5)
    keys(page, "d", 2, 10, 8, 4, 3, 3)
    keys(page, "f", 1, 5, 20, 6, 15, 2)
    keys(page, "d", 4, 9, 7, last, 6, 4)
    keys(page, "", "", 1234)


def confirm_by_key(page: Page) -> None:
    """From what needs a hand: b opens the reason, c confirms, and the page says that nothing waits any more."""
    page.goto(f"/desk/{draws.PAPER_DEALS}/")
    page.get_by_role("link", name="Confirm one after another").click()
    expect(page.locator("html[data-keys]")).to_be_attached()
    look(page)
    page.keyboard.press("b")
    expect(page.get_by_label("What is wrong")).to_be_focused()
    page.keyboard.press("c")
    expect(page.get_by_label("What is wrong")).to_have_value("c")
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("c")
    says(page, "Table 1 is confirmed.")
    expect(page.get_by_text("No signed protocol waits for you.")).to_be_visible()
    look(page)

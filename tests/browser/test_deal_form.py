"""The form of a deal under the referee's fingers: keys, tiles, ends, what it says meanwhile, and the way back."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import program
from tests.browser.conftest import NewWindow
from tests.browser.program import Site
from tests.browser.tapping import Thumb
from tests.browser.windows import PHONE, log_in

pytestmark = pytest.mark.browser

SLUG = "keys"
URL = f"/desk/{SLUG}/protocols/1/1/"
PIPS = [f"[name=pips_{seat}]" for seat in (1, 2, 3, 4)]


@pytest.fixture(scope="module", autouse=True)
def _table(site: Site) -> None:
    program.run(site, "from tests.browser import tapping", f"tapping.make({SLUG!r})")


@pytest.fixture
def page(new_window: NewWindow, site: Site) -> Page:
    """The phone of a referee at a sheet on which nothing is written."""
    page = new_window(PHONE)
    log_in(page, "organiser", site.password)
    page.goto(URL)
    return page


def hands(page: Page) -> list[str]:
    return [page.locator(field).input_value() for field in PIPS]


def test_a_keyboard_writes_into_the_lit_hand(page: Page) -> None:
    thumb = Thumb(page)
    thumb.press("closer", 2)
    for key in ("1", "4", "9", "3", "Backspace", "5"):
        page.keyboard.press(key)

    # 14 is whole, and so is 9, for no hand has 90; the 3 was erased.
    assert hands(page) == ["14", "0", "9", "5"]


def test_the_phones_own_keys_stay_away(page: Page) -> None:
    assert [page.locator(field).get_attribute("inputmode") for field in PIPS] == 4 * ["none"]


def test_tiles_are_given_and_taken_back(page: Page) -> None:
    thumb = Thumb(page)
    thumb.press("way", "tiles")
    thumb.press("closer", 1)
    for tile in ("6-6", "6-5", "6-5"):
        thumb.tap(f"[data-tile='{tile}']")
    thumb.draw("6-4", 4)

    assert hands(page) == ["0", "12", "", "10"]
    expect(page.locator("[data-tile='6-4']")).to_have_attribute("aria-label", "6–4, seat 4")
    expect(page.locator("[data-tile='6-5']")).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".laid")).to_have_text("On the table: 26 tiles")
    expect(page.locator("#preview")).to_contain_text("Left so far: Side A 0 · Side B 22")


def test_a_full_hand_takes_no_more(page: Page) -> None:
    """R5.4."""
    thumb = Thumb(page)
    thumb.press("way", "tiles")
    for half in range(7):
        thumb.tap(f"[data-tile='6-{half}']")
    thumb.tap("[data-tile='5-5']")

    expect(page.locator(".laid")).to_have_text("Seat 1 has seven tiles already (R5.4).")
    expect(page.locator("[data-tile='5-5']")).to_have_attribute("aria-pressed", "false")


def test_the_way_is_remembered_and_what_was_given_is_kept(page: Page) -> None:
    thumb = Thumb(page)
    thumb.press("way", "tiles")
    thumb.tap("[data-tile='3-2']")
    page.reload()

    expect(page.locator("[data-board]")).to_be_visible()
    expect(page.locator("[data-keypad]")).to_be_hidden()
    assert hands(page) == ["5", "", "", ""]


def test_the_entry_that_cannot_be_is_marked_while_it_is_written(page: Page) -> None:
    """R5.4: the ends and the pips left aren't both even or both odd."""
    thumb = Thumb(page)
    thumb.press("closer", 2)
    for digit in "101013":
        thumb.tap(f"[data-digit='{digit}']")
    for half in "36":
        thumb.tap(f"[data-half='{half}']")
    expect(page.locator("[data-ends]")).not_to_have_attribute("data-wrong-now", "")

    thumb.tap("[data-clear]")
    thumb.tap("[data-half='5']")

    expect(page.locator("[data-ends]")).to_have_attribute("data-wrong-now", "")
    expect(page.locator("#preview .errors li")).to_have_text(
        "33 pips are left, but with the open ends 3 and 5 it is an even number. Rule R5.4"
    )


def test_a_question_is_answered_before_the_deal_goes_out(page: Page) -> None:
    """R5.4a; and for two minutes it can be taken back."""
    page.clock.install()
    thumb = Thumb(page)
    thumb.press("lead", 1)
    thumb.press("closer", 2)
    for digit in "301013":
        thumb.tap(f"[data-digit='{digit}']")
    for half in "36":
        thumb.tap(f"[data-half='{half}']")
    page.clock.run_for(1000)
    expect(page.locator("button[data-write]")).to_have_text("Write down 53")

    thumb.tap("button[data-write]")
    expect(page.locator("[name=sure]")).to_be_focused()
    page.locator("[name=sure]").check()
    thumb.tap("button[data-write]")

    back = page.get_by_role("button", name="Take the last deal back")
    expect(back).to_be_visible()
    page.clock.fast_forward("02:01")
    expect(back).to_be_hidden()
    expect(page.get_by_text("The last deal was written wrongly")).to_be_visible()

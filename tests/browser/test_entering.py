"""From the public form into the hall: a pair asks for a place on its phone, is let in, pays and is checked in."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import program
from tests.browser.conftest import NewWindow
from tests.browser.entering import BARE
from tests.browser.program import Site
from tests.browser.windows import DESK, PHONE, log_in
from tournament.public.guard import SHORTEST

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module", autouse=True)
def _cup(site: Site) -> None:
    program.run(site, "from tests.browser import entering", "entering.make_bare()")


def _ask(phone: Page) -> None:
    """Fill in the form as a person does, who takes a few seconds."""
    phone.goto(f"/t/{BARE}/")
    phone.get_by_role("link", name="Ask for a place").click()
    phone.wait_for_timeout(SHORTEST * 1000 + 1000)
    for name, text in {
        "player_1": "Ким К.",
        "player_2": "Ли Л.",
        "contact_name": "Ким",
        "email": "kim@example.org",
    }.items():
        phone.locator(f"[name={name}]").fill(text)
    phone.locator("[name=consent]").check()
    phone.get_by_role("button", name="Send the request").click()
    expect(phone.locator("main .lead")).to_have_text("Your request waits for the organiser.")


def _accept(desk: Page) -> None:
    desk.get_by_role("link", name="Entries", exact=True).click()
    desk.get_by_role("link", name="Requests: 1").click()
    desk.get_by_role("button", name=re.compile("^Accept")).click()
    expect(desk.locator(".messages")).to_contain_text("Request 1 is entered as number 1.")


def _take_the_fee(desk: Page) -> None:
    desk.goto(f"/desk/{BARE}/entries/fees/")
    desk.get_by_role("link", name="Ким К. / Ли Л.").click()
    desk.get_by_role("button", name="Take it and make a receipt").click()
    receipt = desk.get_by_role("link", name="Print the receipt").get_attribute("href")
    assert desk.request.get(receipt or "").body().startswith(b"%PDF")


def _check_in(steward: Page) -> None:
    """By the address in the QR code of the name tag, with the script and with the tap taken back."""
    steward.goto(f"/t/{BARE}/tags/1/")
    count = steward.locator(".check-in-count")
    expect(count).to_have_text("0 of 1 are here")
    steward.locator(".check-in-tag button").click()
    expect(count).to_have_text("1 of 1 are here")
    steward.locator("#tap-1").click()
    expect(count).to_have_text("0 of 1 are here")
    steward.locator("#tap-1").click()
    expect(count).to_have_text("1 of 1 are here")


def test_a_pair_comes_from_the_form_into_the_hall(new_window: NewWindow, site: Site) -> None:
    phone, desk, steward = new_window(PHONE), new_window(DESK), new_window(PHONE)
    _ask(phone)
    log_in(desk, "organiser", site.password)
    desk.goto(f"/desk/{BARE}/")
    _accept(desk)
    phone.reload()
    expect(phone.locator("main .lead")).to_have_text("You are entered as number 1.")
    _take_the_fee(desk)
    phone.reload()
    expect(phone.locator("main .facts")).to_contain_text("paid")
    log_in(steward, "organiser", site.password)
    _check_in(steward)

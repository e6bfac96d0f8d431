"""A referee without an account: the card on the table is scanned, or its code typed, and a deal is written."""

import re

import pytest
from playwright.sync_api import Page, expect

from scoring import Deal, Ending
from tests.browser import program, refereeing
from tests.browser.conftest import NewWindow
from tests.browser.program import Site
from tests.browser.walk import look, says
from tests.browser.windows import PHONE

pytestmark = pytest.mark.browser

DEALS = [
    Deal(lead=1, ending=Ending.DOMINO, closer=3, pips=(14, 6, 0, 11), ends=(6, 5)),
    Deal(lead=2, ending=Ending.DOMINO, closer=2, pips=(10, 0, 8, 4), ends=(3, 3)),
]
PROTOCOL = re.compile(r"/desk/links/protocols/1/1/$")


@pytest.fixture(scope="module")
def card(site: Site) -> tuple[str, str]:
    """What the card of the table says: the token in its QR code, and the short code."""
    file = site.data / "card"
    program.run(site, "from tests.browser import ways", f"ways.make({str(file)!r})")
    token, code = file.read_text(encoding="ascii").split()
    return token, code


def _write(page: Page, number: int) -> None:
    refereeing.fill_in(page, DEALS[number - 1], first=number == 1)
    refereeing.write_down(page)
    expect(page.locator("table.deals tbody tr")).to_have_count(number)
    look(page)


def test_a_deal_is_written_by_a_scanned_card_and_the_next_by_the_typed_code(
    new_window: NewWindow, card: tuple[str, str]
) -> None:
    token, code = card
    scanning, typing = new_window(PHONE), new_window(PHONE)

    scanning.goto(f"/table/{token}/")
    expect(scanning).to_have_url(PROTOCOL)
    says(scanning, "You write the protocol of round 1, table 1. No account is needed; each act is recorded.")
    look(scanning)
    _write(scanning, 1)

    typing.goto("/table/")
    typing.get_by_label("Code of the table").fill(f"{code[:4]} {code[4:]}".lower())
    typing.get_by_role("button", name="Open the protocol").click()
    expect(typing).to_have_url(PROTOCOL)
    typing.get_by_role("button", name="Take it over: write on this device").click()
    _write(typing, 2)

    scanning.goto("/desk/links/")
    expect(scanning).to_have_url(re.compile(r"/login/\?next=/desk/links/$"))
    scanning.goto("/table/")
    scanning.get_by_role("link", name="Round 1 · table 1").click()
    expect(scanning).to_have_url(PROTOCOL)

"""A round is adjusted on its page and published, and the next one is drawn before all results are in (R13.6)."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser import program
from tests.browser.conftest import NewWindow
from tests.browser.program import Site
from tests.browser.walk import look, says
from tests.browser.windows import DESK, PHONE, log_in

pytestmark = pytest.mark.browser


@pytest.fixture(params=[("swap-phone", PHONE), ("swap-desk", DESK)], ids=["phone", "desk"])
def page(request: pytest.FixtureRequest, new_window: NewWindow, site: Site) -> Page:
    """The page of the proposed round 2: table 1 has 1–3, table 2 has 2–5, table 3 has 4–6."""
    slug: str
    size: ViewportSize
    slug, size = request.param
    program.run(site, "from tests.browser import draws", f"draws.make_adjustable({slug!r})")
    page = new_window(size)
    log_in(page, "organiser", site.password)
    page.goto(f"/desk/{slug}/draw/")
    return page


def pair(number: int) -> str:
    return f"#pair-{number}"


def seated(page: Page, *numbers: int) -> None:
    """The pairs stand in this order, table by table."""
    expect(page.locator("button.pair .muted")).to_have_text([str(number) for number in numbers])


def test_from_the_proposal_to_a_draw_that_does_not_wait(page: Page) -> None:
    mark_and_let_go(page)
    swap_by_two_clicks(page)
    swap_by_dragging(page)
    swap_with_a_reason(page)
    publish_and_draw_without_waiting(page)


def mark_and_let_go(page: Page) -> None:
    """The first press marks; Escape and the same pair once more let go."""
    status = page.locator("[data-swap-status]")
    page.locator(pair(3)).press("Enter")
    expect(page.locator(pair(3))).to_have_attribute("aria-pressed", "true")
    expect(status).to_contain_text("Now choose who changes places with 3 ")
    look(page)
    page.keyboard.press("Escape")
    expect(page.locator(pair(3))).to_have_attribute("aria-pressed", "false")
    page.locator(pair(3)).click()
    page.locator(pair(3)).click()
    expect(page.locator(".pair[aria-pressed=true]")).to_have_count(0)
    expect(status).to_contain_text("Press two pairs one after the other")


def swap_by_two_clicks(page: Page) -> None:
    page.locator(pair(3)).click()
    page.locator(pair(5)).click()
    says(page, "Pairs 3 and 5 have changed places.")
    seated(page, 1, 5, 2, 3, 4, 6)
    expect(page.get_by_text("changed by hand", exact=True)).to_have_count(2)
    look(page)


def swap_by_dragging(page: Page) -> None:
    """The same two once more: nothing is left of the change."""
    page.locator(pair(5)).drag_to(page.locator(pair(3)))
    says(page, "Pairs 5 and 3 have changed places.")
    seated(page, 1, 3, 2, 5, 4, 6)
    expect(page.get_by_text("changed by hand", exact=True)).to_have_count(0)


def swap_with_a_reason(page: Page) -> None:
    """1 and 2 have met: that is said before it is done, and nothing is done without a reason."""
    page.locator(pair(3)).click()
    page.locator(pair(2)).click()
    expect(page.locator("#swap-reason p").nth(1)).to_have_text(
        "Pairs 1 and 2 have already met; give a reason if they must meet again (R13.1)."
    )
    seated(page, 1, 3, 2, 5, 4, 6)
    look(page)
    page.get_by_label("Reason").fill("The hall wants them on its screen")
    page.get_by_role("button", name="Change places all the same").click()
    says(page, "Pairs 3 and 2 have changed places.")
    seated(page, 1, 2, 3, 5, 4, 6)
    page.get_by_text("Why?").first.click()
    expect(page.locator(".why li").first).to_have_text(
        "Changed by hand by Мария Лебедева: The hall wants them on its screen"
    )
    look(page)


def publish_and_draw_without_waiting(page: Page) -> None:
    page.get_by_role("button", name="Publish round 2").click()
    links = page.get_by_role("list", name="Protocols to be confirmed").get_by_role("link")
    expect(links).to_have_text([f"round 2, table {table}" for table in (1, 2, 3)])
    page.get_by_text("Draw without waiting for them").click()
    page.get_by_label("Reason not to wait").fill("The hall closes at six")
    look(page)
    page.get_by_role("button", name="Draw round 3 without them").click()
    says(page, "Drawn. Look it over, then publish it.")
    said = page.get_by_text("Drawn before these results were confirmed")
    words = (
        "Drawn before these results were confirmed, and without them: round 2, tables 1, 2, 3. "
        "Reason: The hall closes at six"
    )
    expect(said).to_have_text(words)
    look(page)

    page.get_by_role("button", name="Publish round 3").click()
    page.locator(".top-name a").click()
    page.goto(f"{page.url}rounds/3/")
    expect(said).to_have_text(words)
    look(page)

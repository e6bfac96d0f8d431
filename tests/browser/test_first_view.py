"""The first view of a public page: light, and nothing in it moves once it is there."""

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.program import Site
from tests.browser.windows import PHONE, window

pytestmark = pytest.mark.browser

MOST_BYTES = 60 * 1024
SHIFTS = """() => {
  window.shifted = 0;
  const count = (list) => {
    for (const entry of list.getEntries()) window.shifted += entry.hadRecentInput ? 0 : entry.value;
  };
  new PerformanceObserver(count).observe({ type: "layout-shift", buffered: true });
}"""


def weigh(page: Page, url: str) -> dict[str, int]:
    """What came over the wire, headers included, until nothing more comes: bytes by address.

    Without htmx, which no first view waits for: it comes with the first question for news, seconds later.
    """
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    asked: dict[str, str] = {}
    came: dict[str, int] = {}
    network.on("Network.responseReceived", lambda said: asked.update({said["requestId"]: said["response"]["url"]}))
    network.on(
        "Network.loadingFinished", lambda said: came.update({asked[said["requestId"]]: said["encodedDataLength"]})
    )
    page.goto(url)
    page.wait_for_load_state("networkidle", timeout=60_000)
    return {address: size for address, size in came.items() if "htmx" not in address}


@pytest.mark.parametrize("language", ["ru", "es"])
def test_the_first_view_is_under_sixty_kilobytes_and_nothing_in_it_moves(
    browser: Browser, site: Site, language: str
) -> None:
    """A phone that has never been here, over http without any help: page, styles, scripts, letters, pictures."""
    with window(browser, site, PHONE, language) as page:
        page.add_init_script(f"({SHIFTS})()")
        came = weigh(page, "/t/demo/")

        assert f"{site.url}/t/demo/" in came
        assert page.request.get("/t/demo/").text().count("htmx-2") == 1  # its address, for later
        assert any(address.endswith(".woff2") for address in came)
        assert sum(came.values()) < MOST_BYTES, came
        assert page.evaluate("shifted") < 0.1


def test_the_card_for_messengers_is_where_the_page_says(browser: Browser, site: Site) -> None:
    with window(browser, site, PHONE, "ru") as page:
        page.goto("/t/demo/")
        address = page.locator('meta[property="og:image"]').get_attribute("content")
        assert address == f"{site.url}/t/demo/card.png"
        answer = page.request.get(address)

        assert (answer.status, answer.body()[:8]) == (200, b"\x89PNG\r\n\x1a\n")

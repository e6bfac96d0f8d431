"""The whole public site in a browser that runs no scripts: every page is read, and whatever can be asked is asked by
links and forms."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import inspection
from tests.browser.program import Site
from tests.browser.test_public_pages import PAGES
from tests.browser.windows import PHONE, window

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("other_draws")]

# What only a script could show or press; deals wait on no device that runs none.
KEPT_BACK = """() => {
  const words = (element) => element.textContent.trim().replace(/\\s+/g, " ");
  const hidden = [...document.querySelectorAll("main [hidden]:not([data-elsewhere])")]
    .map((each) => `kept back: ${words(each)}`);
  const dead = [...document.querySelectorAll("button[type=button], main [onclick]")]
    .filter((each) => each.checkVisibility()).map((each) => `presses nothing: ${words(each)}`);
  return [...hidden, ...dead];
}"""


@pytest.fixture(scope="module")
def page(browser: Browser, site: Site) -> Iterator[Page]:
    with window(browser, site, PHONE, "en", scripts=False) as page:
        yield page


def faults(page: Page, path: str) -> list[str]:
    """What keeps somebody without scripts from reading a page."""
    page.goto(path)
    found = page.evaluate(KEPT_BACK) + inspection.misfits(page)
    return found + ([] if page.locator("h1").is_visible() else ["no heading is seen"])


def test_every_page_is_whole(page: Page) -> None:
    assert {path: found for path in PAGES if (found := faults(page, path))} == {}


def names(page: Page) -> list[str]:
    # A click comes back as soon as the next page begins.
    page.wait_for_load_state()
    return page.locator("main tbody .name a").all_inner_texts()


def test_a_reader_finds_his_way_by_links_and_forms(page: Page) -> None:
    page.goto("/")
    page.locator("main a[href='/t/demo/']").click()
    page.locator("nav.site").get_by_role("link", name="Standings", exact=True).click()
    everyone = names(page)

    # Sorted, another round, searched, all of them again.
    page.get_by_role("columnheader", name="Pair").get_by_role("link").click()
    assert (names(page) != everyone, sorted(names(page))) == (True, sorted(everyone))
    page.locator("nav.rounds").get_by_role("link", name="2", exact=True).click()
    expect(page.locator(".lead")).to_contain_text("after round 2")
    wanted = names(page)[5]
    page.get_by_label("Name, club or number").fill(wanted.split()[0].upper())
    page.get_by_role("button", name="Search").click()
    assert wanted in names(page)
    assert len(names(page)) < len(everyone)
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV").click()
    assert download.value.suggested_filename == "demo-standings-2.csv"
    page.get_by_role("link", name="Show all").click()
    assert sorted(names(page)) == sorted(everyone)

    # Why this place, with a sum unfolded; then the entry itself and one of its protocols.
    page.locator("main tbody .place a").first.click()
    sums = page.locator("main details")
    sums.last.locator("summary").click()
    expect(sums.last.locator("tbody tr").first).to_be_visible()
    page.goto("/t/demo/entries/")
    page.get_by_role("link", name=wanted).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(wanted)

    # The rounds, deal by deal; the pages under "More" unfold.
    page.goto("/t/demo/rounds/6/")
    page.locator("nav.rounds").get_by_role("link", name="5", exact=True).click()
    page.get_by_role("link", name="Deal by deal").first.click()
    expect(page.get_by_role("table")).to_be_visible()
    page.locator("nav.site summary").click()
    page.locator("nav.site").get_by_role("link", name="Cross-table").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Cross-table")

    # My table by its number, a code that is none, another language on the same page.
    page.goto("/t/demo/my-table/")
    page.locator("[name=wanted]").fill("5")
    page.get_by_role("button", name="Find my table").click()
    expect(page).to_have_url("/t/demo/my-table/5/")
    page.goto("/verify/")
    page.locator("[name=code]").fill("2222-2222-22")
    page.locator("form:has([name=code]) button").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.goto("/t/demo/standings/2/?sort=name")
    page.locator(".top summary").click()
    page.locator("button[value=ru]").click()
    expect(page).to_have_url("/t/demo/standings/2/?sort=name")
    expect(page.locator("html")).to_have_attribute("lang", "ru")
    expect(page.get_by_role("heading", level=1)).to_have_text("Таблица")

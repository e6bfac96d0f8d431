"""How many touches a deal costs: twelve real deals written by pips and by tiles, open ends included."""

import pytest
from playwright.sync_api import Page, expect

import scoring
from tests.browser import inspection, program
from tests.browser.conftest import NewWindow
from tests.browser.program import Site
from tests.browser.tapping import Thumb
from tests.browser.windows import PHONE, log_in

pytestmark = [pytest.mark.browser, pytest.mark.slow]

DEALS = scoring.playout_partida(scoring.preset("fdr_deals"), 263)
"""Twelve deals played out by the rules, four of them fishes, and three that raise a question."""

# Text under 16 px, and targets under 56 px or nearer than 8 px to each other, of what is to be seen.
SMALL = """() => {
  const shown = (element) => element.checkVisibility() && !element.closest(".visually-hidden, .who, .skip");
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const size = parseFloat(getComputedStyle(element).fontSize);
    if (walker.currentNode.data.trim() && shown(element) && size < 16)
      found.push(`${size} px: ${walker.currentNode.data.trim()}`);
  }
  const targets = "[data-deal] :is(button, label:has([type=radio])), .thumb a, .hand";
  const keys = [...document.querySelectorAll(targets)].filter(shown);
  const places = keys.map((key) => [key, key.getBoundingClientRect()]);
  for (const [key, place] of places) {
    if (Math.min(place.width, place.height) < 55.9)
      found.push(`${Math.round(place.width)} by ${Math.round(place.height)} px: ${key.innerText || key.ariaLabel}`);
    for (const [other, its] of places) {
      const across = Math.max(place.left - its.right, its.left - place.right);
      const down = Math.max(place.top - its.bottom, its.top - place.bottom);
      const beside = other !== key && Boolean(other.closest(".thumb")) === Boolean(key.closest(".thumb"));
      const apart = Math.max(across, down);
      if (beside && !key.contains(other) && !other.contains(key) && apart < 7.9)
        found.push(`${apart} px between ${key.innerText || key.ariaLabel} and ${other.innerText || other.ariaLabel}`);
    }
  }
  return found;
}"""


@pytest.fixture
def table(new_window: NewWindow, site: Site, request: pytest.FixtureRequest) -> Page:
    """The phone of a referee at an empty sheet."""
    slug = f"taps-{request.node.callspec.id}"
    program.run(site, "from tests.browser import tapping", f"tapping.make({slug!r})")
    page = new_window(PHONE)
    log_in(page, "organiser", site.password)
    page.goto(f"/desk/{slug}/protocols/1/1/")
    return page


@pytest.mark.parametrize("way", ["pips", "tiles"])
def test_a_protocol_in_few_taps(table: Page, way: str) -> None:
    table.locator(f"label:has([name=way][value={way}])").click()
    assert table.evaluate(SMALL) == []
    assert inspection.faults(table) == []

    touches = [Thumb(table).write(deal, first=number == 0, way=way) for number, deal in enumerate(DEALS)]

    left = [sum(map(len, deal.tiles or ())) for deal in DEALS]
    counts = f"{sum(touches)} touches, {sum(touches) / len(DEALS):.1f} a deal, {sum(left)} tiles left"
    print(f"{way}: {counts}: {touches}")  # noqa: T201 -- the counts are what one wants to see
    score = scoring.play(scoring.preset("fdr_deals"), DEALS)
    expect(table.locator(".strip .total")).to_have_text([str(score.totals.a), str(score.totals.b)])
    # Who led is asked once in a partida (R4.1).
    touches[0] -= 1
    if way == "pips":
        assert sum(touches) <= 11 * len(DEALS)
    else:
        assert [number for number, count in enumerate(touches) if count > 5 + left[number]] == []

"""Every page of the officials, in the demo and in other draws: on a phone, at a desk, in light and dark, in Russian and
English. What visitors see: `test_public_pages`.

Nothing for axe to find, nothing that scrolls sideways, no label cut, no word of English in a Russian page, nothing
that the console complains of.
"""

from urllib.parse import urlencode

import pytest

from tests.browser.conftest import ADMINISTRATOR, WindowOf
from tests.browser.looking import look

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("other_draws")]

PLAN = "/desk/new/plan/?" + urlencode(
    {
        "name": "Кубок",
        "timezone": "Europe/Moscow",
        "event": "pairs",
        "preset": "fdr_deals",
        "entries": "15",
        "halls": "8",
        "first_day": "2026-12-05",
        "days": "1",
        "opens": "10:00",
        "closes": "19:00",
        "changeover": "10",
    }
)
"""What can be played by fifteen pairs at eight tables on a day."""
PAGES = {
    "organiser": [
        "/desk/",
        "/desk/new/",
        "/desk/load/",
        "/desk/new/plan/",
        PLAN,
        PLAN.replace("halls=8", "halls=2"),
        "/desk/demo/timetable/",
        "/desk/demo/copy/",
        "/desk/proba/",
        "/desk/proba/timetable/",
        "/desk/proba/rehearsal/",
        "/desk/proba/settings/",
        "/t/proba/hall/",
        "/desk/demo/",
        "/desk/demo/?table=99",
        "/desk/demo/hall/",
        "/desk/demo/hall/cards/",
        "/desk/demo/entries/",
        "/desk/demo/entries/?q=ё",
        "/desk/demo/entries/?q=nobody",
        "/desk/demo/entries/add/",
        "/desk/demo/entries/import/",
        "/desk/demo/entries/1/",
        "/desk/demo/entries/pins/",
        "/desk/demo/entries/1/remove/",
        "/desk/demo/entries/1/withdraw/",
        "/desk/demo/entries/1/substitute/1/",
        "/desk/demo/entries/check-in/",
        "/desk/demo/entries/fees/",
        "/desk/demo/entries/requests/",
        "/desk/demo/entries/namesakes/",
        "/desk/zayavki/entries/requests/",
        "/desk/zayavki/entries/terms/",
        "/desk/zayavki/entries/check-in/?number=3",
        "/desk/zayavki/entries/fees/",
        "/desk/zayavki/entries/2/fee/",
        "/desk/zayavki/entries/namesakes/",
        "/desk/demo/draw/",
        "/desk/demo/draw/?round=6",
        "/desk/demo/draw/1/by-hand/",
        "/desk/demo/draw/rounds/7/change/",
        "/desk/demo/checking/",
        "/desk/demo/keying/6/3/",
        "/desk/demo/keying/6/4/",
        "/desk/demo/keying/6/5/",
        "/desk/demo/rulings/",
        "/desk/demo/standings/",
        "/desk/demo/standings/?after=5",
        "/desk/demo/standings/order/?order=buchholz.wins.lots&caps=",
        "/desk/demo/standings/cross-table/",
        "/desk/swiss/standings/cross-table/?after=1",
        "/desk/demo/documents/",
        "/desk/demo/publication/",
        "/desk/demo/staff/",
        "/desk/demo/referees/",
        "/desk/demo/referees/?round=1",
        "/desk/demo/links/6/",
        "/desk/demo/links/6/print/",
        "/desk/demo/links/1/",
        "/desk/demo/rights/",
        "/desk/demo/announce/6/",
        "/account/",
        "/account/second-factor/",
        "/desk/demo/journal/",
        "/desk/demo/journal/?page=2",
        "/desk/demo/journal/?verify&text=стол&round=6&table=1",
        "/desk/demo/journal/6/1/",
        "/desk/demo/safety/",
        "/desk/demo/moving/",
        "/desk/demo/settings/",
        "/desk/demo/webhooks/",
        "/desk/demo/regulations/",
        "/desk/demo/regulations/?preset=femundo_2025",
        "/desk/demo/stages/add/",
        "/desk/demo/stages/1/regulations/",
        "/desk/demo/file/",
        "/desk/nowhere/",
        "/desk/swiss/draw/",
        "/desk/swiss/draw/?round=2",
        "/desk/swiss/draw/?swap=1",
        "/desk/swiss/draw/?swap=2&with=8",
        "/desk/swiss/draw/1/policy/",
        "/desk/swiss/draw/rounds/3/change/",
        "/desk/cup/draw/",
        "/desk/cup/draw/1/policy/",
        "/desk/cup/draw/1/bracket/",
        "/desk/cup/draw/1/bracket/?meeting=main1.2",
        "/desk/double/draw/1/bracket/",
        "/desk/doubtful/draw/",
        "/desk/groups/standings/cross-table/",
        "/desk/solo/draw/",
        "/desk/solo/draw/1/policy/",
        "/desk/solo/entries/",
        "/desk/solo/entries/add/",
        "/desk/solo/entries/1/",
        "/desk/solo/protocols/1/1/",
        "/desk/solo/settings/",
        "/desk/solo/standings/",
    ],
    ADMINISTRATOR: [
        "/installation/",
        "/installation/health/",
        "/installation/tokens/",
        "/installation/persons/?q=а",
        "/installation/persons/player/1/",
    ],
    "chief": [
        "/desk/demo/documents/approval/",
        "/desk/demo/protocols/2/5/",
        "/desk/demo/protocols/6/1/",
        "/desk/demo/protocols/6/1/correct/?deal=2",
        "/desk/demo/protocols/6/1/revisions/2/",
        "/desk/demo/protocols/6/2/protests/1/",
        "/desk/demo/protocols/6/1/rulings/new/",
        "/desk/demo/protocols/6/5/",
    ],
    "referee": [
        "/desk/demo/mine/",
        "/desk/demo/referees/",
        "/desk/demo/checking/",
        "/desk/demo/keying/6/3/",
        "/desk/demo/protocols/",
        "/desk/demo/protocols/?round=1",
        "/desk/demo/protocols/2/5/",
        "/desk/demo/protocols/6/2/",
        "/desk/demo/protocols/6/3/",
        "/desk/demo/protocols/6/4/",
        "/desk/demo/protocols/6/3/signing/",
        "/desk/demo/protocols/6/4/signing/",
        "/desk/demo/protocols/6/4/signing/?seat=2",
        "/desk/demo/protocols/6/4/signing/?seat=3&turned=1",
        "/desk/demo/protocols/6/3/rulings/new/",
        "/desk/demo/protocols/6/3/protests/new/",
        "/desk/demo/protocols/6/5/",
        "/desk/demo/protocols/6/5/rulings/new/",
        "/desk/demo/protocols/6/5/rulings/new/?code=move_time",
        "/desk/demo/protocols/7/1/",
        "/desk/demo/settings/",
    ],
}
UNFOLDING = ["/desk/demo/standings/5/3/", "/desk/swiss/draw/", "/desk/swiss/draw/?round=2", "/desk/cup/draw/"]
"""Pages with sums, reasons, proofs and acts that a reader unfolds."""


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize(("account", "path"), [(account, path) for account in PAGES for path in PAGES[account]])
def test_nothing_is_wrong_with_a_page(window_of: WindowOf, account: str, path: str, language: str) -> None:
    page, console = window_of(account, language)
    page.goto(path)
    assert look(page, console, language) == []


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize("path", UNFOLDING)
def test_nothing_is_wrong_with_what_unfolds(window_of: WindowOf, path: str, language: str) -> None:
    page, console = window_of("organiser", language)
    page.goto(path)
    page.evaluate("() => document.querySelectorAll('main details').forEach(each => { each.open = true; })")
    assert look(page, console, language) == []


@pytest.mark.parametrize("language", ["ru", "en"])
def test_nothing_is_wrong_with_the_page_of_a_rounds_papers(window_of: WindowOf, language: str) -> None:
    page, console = window_of("organiser", language)
    page.goto("/desk/demo/documents/")
    page.locator("form[action$='/documents/round/'] button").click()
    page.locator("#batch:not([hx-get])").wait_for(timeout=60_000)
    assert look(page, console, language) == []


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize("number", [0, 1], ids=["standings", "protocol"])
def test_nothing_is_wrong_with_the_page_of_a_paper(window_of: WindowOf, number: int, language: str) -> None:
    page, console = window_of("organiser", language)
    page.goto("/desk/demo/documents/")
    page.locator("main a[href^='/verify/']").nth(number).click()
    assert look(page, console, language) == []

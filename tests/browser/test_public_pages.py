"""Every page that a visitor can open, in the demo and in other draws: at a desk, on a phone and on paper, in light and
dark, in Russian, English and Spanish.

Nothing for axe to find, nothing that scrolls sideways, no label cut, no word of English in a Russian page, nothing
that the console complains of.
"""

import pytest

from tests.browser.conftest import WindowOf
from tests.browser.looking import look_in_public

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("other_draws")]

PAGES = [
    "/",
    "/t/demo/",
    "/t/demo/rounds/5/",
    "/t/demo/rounds/6/",
    "/t/demo/standings/5/3/",
    "/t/demo/errata/",
    "/t/demo/standings/?q=ё",
    "/t/demo/rounds/5/tables/1/",
    "/t/demo/entries/",
    "/t/demo/entries/3/",
    "/t/zayavki/",
    "/t/zayavki/register/",
    "/players/1/",
    "/t/demo/rulings/",
    "/t/demo/documents/",
    "/t/solo/entries/1/",
    "/t/demo/hall/",
    "/t/demo/my-table/?wanted=nobody",
    "/t/demo/my-table/5/",
    "/t/solo/my-table/1/",
    "/login/",
    "/login/?next=/desk/demo/",
    "/verify/",
    "/verify/2222-2222-22",
    "/nowhere/",
    "/api/v1/",
    "/table/",
    "/table/nothing/",
    "/invitation/nothing/",
    "/t/swiss/",
    "/t/swiss/timetable/",
    "/t/swiss/hall/",
    "/t/demo/timetable/",
    "/t/cup/",
    "/t/cup/brackets/1/",
    "/t/demo/cross-tables/1/",
    "/t/groups/cross-tables/1/",
    "/t/double/brackets/1/",
    "/t/solo/",
    "/t/solo/rounds/1/",
]


@pytest.mark.parametrize("language", ["ru", "en", "es"])
@pytest.mark.parametrize("path", PAGES)
def test_nothing_is_wrong_with_a_page(window_of: WindowOf, path: str, language: str) -> None:
    page, console = window_of("", language)
    page.goto(path)
    assert look_in_public(page, console, language) == []

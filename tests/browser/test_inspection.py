"""The inspections see what is wrong: a page that has every fault, and one that has none."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import inspection
from tests.browser.program import Site
from tests.browser.windows import PHONE, Console, window

pytestmark = pytest.mark.browser

SOUND = """<html lang="ru"><title>Стол</title>
<meta name="viewport" content="width=device-width">
<main><h1>Стол 1</h1><button>Записать</button> <span lang="en">English</span> PDF</main></html>"""


@pytest.fixture
def page(browser: Browser, site: Site) -> Iterator[Page]:
    with window(browser, site, PHONE, "ru") as page:
        yield page


def test_a_sound_page_has_no_faults(page: Page) -> None:
    page.set_content(SOUND)
    assert inspection.faults(page) == []
    assert inspection.english_words(page) == []


def test_a_wide_page_and_a_cut_label_are_seen(page: Page) -> None:
    narrow = '<button style="width: 40px; overflow: hidden; white-space: nowrap">Записать</button>'
    page.set_content(SOUND.replace("<button>", f'<p style="width: 500px">x</p>{narrow}<button>'))
    assert inspection.misfits(page) == ["the page is 508 px wide in a window of 390", "cut: button “Записать”"]


def test_pale_words_are_seen_in_the_colours_that_have_them(page: Page) -> None:
    pale = "<style>@media (prefers-color-scheme: dark) { h1 { color: #999 } }</style>"
    page.set_content(pale + SOUND)
    (fault,) = inspection.faults(page)
    assert fault.startswith("dark: color-contrast: <h1>Стол 1</h1>")
    assert inspection.axe_faults(page) == []


def test_a_field_without_a_name_is_seen(page: Page) -> None:
    page.set_content(SOUND.replace("<button>", "<input><button>"))
    (fault,) = inspection.axe_faults(page)
    assert fault.startswith("label: <input>")


def test_english_is_seen_in_words_and_in_names_for_readers(page: Page) -> None:
    page.set_content(SOUND.replace("<button>", '<button aria-label="Write demo">Save </button><button>'))
    assert inspection.english_words(page, "demo") == ["Save", "Write"]


def test_a_page_is_answered_with_404_and_its_console_complains_of_what_is_missing_in_it(page: Page) -> None:
    console = Console(page)
    page.goto("/nowhere/")
    assert console.complaints() == []
    with page.expect_console_message():
        page.evaluate("document.body.append(Object.assign(new Image(), {src: '/missing.png'}))")
    (complaint,) = console.complaints()
    assert complaint.endswith(
        "/missing.png: Failed to load resource: the server responded with a status of 404 (Not Found)"
    )

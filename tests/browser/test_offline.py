"""Bad Wi-Fi and two devices on the referee's page: nothing is lost, overwritten, or done silently."""

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

import scoring
from tests.browser import program
from tests.browser.conftest import NewWindow
from tests.browser.program import Site
from tests.browser.tapping import Thumb
from tests.browser.windows import DESK, PHONE, log_in

pytestmark = pytest.mark.browser

RULES = scoring.preset("fdr_deals")
DEALS = next(
    deals
    for deals in (scoring.playout_partida(RULES, seed) for seed in range(1000))
    if not any(scoring.questions(replace(deal, tiles=None, laid=None)) for deal in deals[:7])
)
"""Seven deals of which none raises a question when it is written by pips, and more."""


@pytest.fixture
def table(site: Site, request: pytest.FixtureRequest) -> str:
    """The address of a table on whose sheet nothing is written."""
    slug = re.sub(r"\W+", "-", request.node.name)[:40].strip("-")
    program.run(
        site,
        "from tests.browser import tapping",
        f"tapping.make({slug!r})",
        "from tournament.models import Staff, Tournament, User",
        f"chief = dict(tournament=Tournament.objects.get(slug={slug!r}), role='chief_referee')",
        "Staff.objects.create(user=User.objects.get(username='chief'), **chief)",
    )
    return f"/desk/{slug}/protocols/1/1/"


@pytest.fixture
def phone(new_window: NewWindow, site: Site, table: str) -> Page:
    return opened(new_window, site, table)


def opened(new_window: NewWindow, site: Site, table: str, username: str = "organiser") -> Page:
    page = new_window(PHONE)
    log_in(page, username, site.password)
    page.goto(table)
    expect(page.locator("[data-network]")).to_have_text("● online")
    return page


def write(page: Page, deal: scoring.Deal, *, first: bool = False) -> None:
    """A deal typed and sent, whatever becomes of it."""
    Thumb(page).fill_in(deal, first=first)
    page.locator("button[data-write]").click()


def rows(page: Page) -> int:
    return page.locator("table.deals tbody tr").count()


def waits(page: Page, count: int) -> None:
    expect(page.locator("[data-waiting-deals] li")).to_have_count(count)


def go_offline(page: Page) -> None:
    page.context.set_offline(True)
    expect(page.locator("[data-network]")).to_contain_text("no network")


def test_five_deals_without_network_and_a_reload_in_between(phone: Page, table: str) -> None:
    """Three minutes without network: all five wait, in order, and are written once it is back.

    So does one that is answered by 503 and no more, as by a proxy whose server is away; the page opens all the same.
    """
    # The worker has to look after the page before the network goes.
    phone.evaluate("navigator.serviceWorker.ready.then(() => caches.open('domino'))")
    phone.reload()
    phone.wait_for_function("navigator.serviceWorker.controller !== null")
    phone.wait_for_function("() => caches.match(location.pathname).then(Boolean)")
    go_offline(phone)
    for number, deal in enumerate(DEALS[:3], start=1):
        write(phone, deal, first=number == 1)
        waits(phone, number)
    score = scoring.play(RULES, DEALS[:3])
    expect(phone.locator(".strip .total")).to_have_text([str(score.totals.a), str(score.totals.b)])
    expect(phone.locator("[data-coming-deal]")).to_contain_text(f"Deal 4 of 12 · seat {score.next.lead}")
    expect(phone.locator("[data-provisional-note]")).to_have_text("Not yet checked by the server")

    phone.reload()
    waits(phone, 3)
    for number, deal in enumerate(DEALS[3:5], start=4):
        write(phone, deal)
        waits(phone, number)
    expect(phone.locator("[data-network]")).to_have_text("○ no network · waiting: 5")

    phone.context.set_offline(False)
    expect(phone.locator("table.deals tbody tr")).to_have_count(5)
    waits(phone, 0)
    score = scoring.play(RULES, DEALS[:5])
    expect(phone.locator(".strip .total")).to_have_text([str(score.totals.a), str(score.totals.b)])
    expect(phone.locator("[data-network]")).to_have_text("● online")

    # The network is there, and the server says that it is being started again.
    sheet = re.compile(re.escape(table) + "$")
    phone.context.route(sheet, lambda route: route.fulfill(status=503, json={"detail": "Just a moment"}))
    write(phone, DEALS[5])
    waits(phone, 1)
    phone.reload()
    waits(phone, 1)
    phone.context.unroute(sheet)
    phone.evaluate("window.dispatchEvent(new Event('online'))")
    expect(phone.locator("table.deals tbody tr")).to_have_count(6)
    waits(phone, 0)


def test_what_is_half_written_stays_when_the_waiting_deals_are_sent(phone: Page) -> None:
    go_offline(phone)
    write(phone, DEALS[0], first=True)
    waits(phone, 1)
    Thumb(phone).press("closer", 2)
    for digit in "14":
        phone.locator(f"[data-digit='{digit}']").click()

    phone.context.set_offline(False)

    expect(phone.locator("table.deals tbody tr")).to_have_count(1)
    expect(phone.locator("[name=pips_1]")).to_have_value("14")


@pytest.fixture
def desk(new_window: NewWindow, site: Site, table: str) -> Page:
    """The desk at the same sheet, at a screen."""
    page = new_window(DESK)
    log_in(page, "chief", site.password)
    page.goto(table)
    return page


def both_write(phone: Page, desk: Page) -> None:
    """The phone has two deals that wait; the desk has written another first one meanwhile."""
    go_offline(phone)
    for number, deal in enumerate(DEALS[:2], start=1):
        write(phone, deal, first=number == 1)
        waits(phone, number)
    write(desk, DEALS[0], first=True)
    expect(desk.locator("table.deals tbody tr")).to_have_count(1)
    phone.context.set_offline(False)
    expect(phone.get_by_role("heading", name="This sheet was changed elsewhere meanwhile")).to_be_visible()


def test_both_versions_side_by_side_and_mine_is_dropped(phone: Page, desk: Page, site: Site, table: str) -> None:
    both_write(phone, desk)
    expect(phone.locator("[data-mine] li")).to_have_count(2)
    expect(phone.locator("[data-theirs] li")).to_have_count(1)
    expect(phone.locator("[data-theirs] li")).to_contain_text("Борис Громов")

    phone.get_by_text("Keep the server's, drop mine…").click()
    phone.get_by_role("button", name="Yes, drop it").click()

    # The second of mine now stands against a sheet that its writer has not seen either.
    expect(phone.locator("[data-mine] li")).to_have_count(1)
    phone.get_by_role("button", name="Write mine after it, as the next deal").click()
    expect(phone.locator("table.deals tbody tr")).to_have_count(2)
    waits(phone, 0)
    program.run(
        site,
        "from tournament.models import AuditRecord",
        f"here = AuditRecord.objects.filter(tournament__slug={table.split('/')[2]!r}).order_by('-number')",
        "acts = list(here.values_list('action', flat=True)[:3])",
        "assert acts == ['deal.chosen', 'deal.recorded', 'deal.dropped'], acts",
    )


def test_mine_in_place_of_the_last_deal(phone: Page, desk: Page) -> None:
    both_write(phone, desk)

    phone.get_by_role("button", name="Put mine in place of deal 1 on the server").click()

    expect(phone.locator("table.deals tbody tr")).to_have_count(2)
    waits(phone, 0)


def test_two_phones_and_one_of_them_writes(phone: Page, new_window: NewWindow, site: Site, table: str) -> None:
    write(phone, DEALS[0], first=True)
    expect(phone.locator("table.deals tbody tr")).to_have_count(1)
    second = opened(new_window, site, table, "chief")
    expect(second.locator("[data-presence]")).to_contain_text("Мария Лебедева has it open since")
    expect(second.locator("form[data-deal]")).to_be_hidden()

    second.get_by_role("button", name="Take it over: write on this device").click()
    expect(second.locator("form[data-deal]")).to_be_visible()
    phone.reload()
    expect(phone.get_by_text("There the sheet is written now; here it is only read.")).to_be_visible()

    write(second, DEALS[1])
    expect(second.locator("table.deals tbody tr")).to_have_count(2)


def test_a_double_tap_and_a_request_whose_answer_was_lost(phone: Page) -> None:
    Thumb(phone).fill_in(DEALS[0], first=True)
    answers = []

    def lose_the_first(route) -> None:  # type: ignore[no-untyped-def]
        if route.request.method == "POST" and not answers:
            answers.append(route.fetch().status)
            route.abort("internetdisconnected")
        else:
            route.continue_()

    phone.route(re.compile(r"/protocols/1/1/$"), lose_the_first)
    phone.locator("button[data-write]").dblclick()

    waits(phone, 1)
    assert answers == [201]
    phone.evaluate("window.dispatchEvent(new Event('online'))")
    expect(phone.locator("table.deals tbody tr")).to_have_count(1)
    waits(phone, 0)


def test_a_phone_whose_clock_is_wrong(new_window: NewWindow, site: Site, table: str) -> None:
    """It shows when a deal was typed by the server's clock, seven hours from its own."""
    page = new_window(PHONE)
    page.add_init_script("const real = Date.now; Date.now = () => real() - 7 * 3600e3;")
    log_in(page, "organiser", site.password)
    with page.expect_response(re.compile("/clock/")):
        page.goto(table)
    expect(page.locator("[data-network]")).to_have_text("● online")
    before = page.evaluate("Math.round(Number(localStorage.getItem('server clock less ours')) / 60000)")
    go_offline(page)
    write(page, DEALS[0], first=True)

    waits(page, 1)
    shown = page.evaluate(
        "outbox.all().then(([entry]) => Math.abs(entry.at + entry.offset - (Date.now() + 7 * 3600e3)) < 60_000)"
    )
    assert (before, shown) == (7 * 60, True)
    page.context.set_offline(False)
    expect(page.locator("table.deals tbody tr")).to_have_count(1)


def test_a_refused_deal_comes_back_into_the_form(phone: Page) -> None:
    """R5.4: what can't be waits until it is mended."""
    go_offline(phone)
    Thumb(phone).fill_in(DEALS[0], first=True)
    holder = next(seat for seat in scoring.SEATS if seat != DEALS[0].closer)
    phone.locator(f"[name=pips_{holder}]").fill("99")
    phone.locator("button[data-write]").click()
    waits(phone, 1)
    phone.context.set_offline(False)
    expect(phone.get_by_text(f"Seat {holder} cannot hold 99 pips: 69 is the most possible.")).to_be_visible()

    phone.get_by_role("button", name="Open it in the form to mend it").click()
    assert DEALS[0].pips
    wrong = phone.locator(f"[name=pips_{holder}]")
    expect(wrong).to_have_value("99")
    wrong.fill(str(DEALS[0].pips[holder - 1]))
    phone.locator("button[data-write]").click()

    expect(phone.locator("table.deals tbody tr")).to_have_count(1)
    waits(phone, 0)


def test_what_waits_outlives_a_logout_and_is_seen_at_the_next_login(phone: Page, site: Site, table: str) -> None:
    go_offline(phone)
    write(phone, DEALS[0], first=True)
    waits(phone, 1)
    phone.route(
        re.compile(r"/protocols/1/1/$"),
        lambda route: route.abort("internetdisconnected") if route.request.method == "POST" else route.continue_(),
    )
    phone.context.set_offline(False)
    phone.context.clear_cookies()
    phone.unroute_all()
    log_in(phone, "chief", site.password)
    phone.goto(table)

    expect(phone.get_by_role("heading", name="Deals of somebody else wait here")).to_be_visible()
    expect(phone.locator("[data-trouble]")).to_contain_text("They were written by Мария Лебедева")
    phone.get_by_role("button", name="Send it as Борис Громов").click()
    expect(phone.locator("table.deals tbody tr")).to_have_count(1)
    waits(phone, 0)

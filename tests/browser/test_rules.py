"""A partida in which the rules are broken, time runs out and the score is level: from the clock to the sealed paper.

Each page on the way is looked at: nothing for axe to find in light or dark, nothing cut, no word of the console.
"""

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from scoring import Deal, Ending
from tests.browser import organising, papers, refereeing, timekeeping
from tests.browser.conftest import NewWindow
from tests.browser.program import Site, set_clock
from tests.browser.ruling import Breach, read_ledger, rule, rule_by_timer
from tests.browser.walk import Walk, look
from tests.browser.windows import PHONE, log_in
from tournament.management.commands.demo import SLUG

pytestmark = [pytest.mark.browser, pytest.mark.slow]

OUT = Ending.DOMINO
DEALS = (
    Deal(lead=1, ending=OUT, closer=2, pips=(30, 0, 20, 30), ends=(6, 4)),  # B +80
    Deal(lead=2, ending=OUT, closer=4, pips=(25, 15, 20, 0), ends=(2, 2)),  # B +60
    Deal(lead=3, ending=OUT, closer=3, pips=(20, 30, 0, 25), ends=(6, 5)),  # A +75
    Deal(lead=4, ending=OUT, closer=1, pips=(0, 20, 12, 18), ends=(5, 3)),  # A +50, time runs out meanwhile
    Deal(lead=1, ending=OUT, closer=2, pips=(9, 0, 6, 10), ends=(4, 1)),  # B +25, one more: 85 : 85
    Deal(lead=2, ending=OUT, closer=3, pips=(14, 6, 0, 11), ends=(6, 5)),  # A +31, extra
)
WALK = Walk(
    size=PHONE,
    name="Кубок судей",
    slug="kubok-sudey",
    preset="fdr_deals",
    rules="Russian Federation, 12 deals, 40 minutes",
    system="Swiss",
    deals=DEALS,
    deal="Deal {number} of 12",
    score=(116, 85),
)
SLOW = "Over the time for a move: 5 s with one possible move, 20 s with a choice, 60 s when a fish can be closed (R6.4)"
GOES_ON, BROKEN = "The deal goes on.", "The deal is broken and dealt again with the same lead."
BREACHES = [
    Breach("move_time", SLOW, 2, "1", "warning", GOES_ON),
    Breach("move_time", SLOW, 2, "2", "fine of 40 points", GOES_ON, why="The same kind again."),
    Breach(
        "wrong_lead",
        "A player without the lead puts a tile (R9.2)",
        4,
        "3, broken",
        "fine of 40 points",
        "The opponents choose: deal again, or play on (R9.2).",
        choice="deal_again",
    ),
    Breach(
        "pass_with_tile",
        "A pass with a playable tile, whenever found (R9.3)",
        1,
        "4, broken",
        "fine of 40 points",
        BROKEN,
    ),
]


def test_a_partida_with_its_rulings_to_the_paper(new_window: NewWindow, site: Site) -> None:
    organiser, chief, referee = (new_window(PHONE) for _person in range(3))
    prepare(organiser, site)
    log_in(chief, "chief", site.password)
    timekeeping.start_clock(chief, WALK)

    log_in(referee, "referee", site.password)
    refereeing.open_protocol(referee, WALK)
    names = refereeing.players(referee)
    play_with_breaches(referee)
    play_until_time_is_over(referee, site)
    refereeing.have_it_signed(referee)
    read_ledger(referee, WALK, BREACHES, names)

    refereeing.confirm(chief, WALK)
    protocol = papers.issue_protocol(chief)
    assert papers.rulings_in(protocol) == [breach.printed(names) for breach in BREACHES]
    assert f"A {WALK.score[0]} : {WALK.score[1]} B" in papers.text_of(protocol.file)


def prepare(page: Page, site: Site) -> None:
    """Two pairs, a chief referee and a referee, and the round that is theirs."""
    log_in(page, "organiser", site.password)
    organising.create_tournament(page, WALK)
    organising.import_two_pairs(page)
    organising.appoint(page, WALK, "chief", "Chief referee")
    organising.appoint(page, WALK, "referee", "Referee")
    organising.draw_by_lots(page, WALK)
    organising.publish_round(page)


def play_with_breaches(page: Page) -> None:
    """A warning, a fine for the same again, a wrong lead and a pass with a playable tile; two deals are broken."""
    warning, fine, wrong_lead, false_pass = BREACHES
    rule_by_timer(page, warning, seconds=5)
    write(page, 0, (0, 80), "Deal 2 of 12", lead=2)
    rule(page, fine)
    stands(page, (0, 40), "Deal 2 of 12", lead=2)
    write(page, 1, (0, 100), "Deal 3 of 12", lead=3)
    rule(page, wrong_lead)
    stands(page, (0, 60), "Deal 3 of 12", "The broken deal is played again with the same lead.", lead=3)
    look(page)
    write(page, 2, (75, 60), "Deal 4 of 12", lead=4)
    rule(page, false_pass)
    stands(page, (35, 60), "Deal 4 of 12", "The broken deal is played again with the same lead.", lead=4)


def play_until_time_is_over(page: Page, site: Site) -> None:
    """Time runs out while the fourth deal is counted: one more follows, then, level, an extra one (R6.2, R7.1)."""
    refereeing.fill_in(page, DEALS[3], first=False)
    timekeeping.time_runs_out(page, site, WALK)
    timekeeping.answer(page, "Its points were being counted")
    stands(page, (35, 60), "Deal 4 of 12", "Time is up: this deal and one more.", lead=4)
    look(page)
    # What was filled in before the question is still there.
    write(page, None, (85, 60), "Deal 5 of 12", "Time is up: one more deal is played.", lead=1)
    write(page, 4, (85, 85), "Deal 6 of 12", "Level: an extra deal decides.", lead=2)
    look(page)
    refereeing.fill_in(page, DEALS[5], first=False)
    refereeing.write_down(page)
    expect(page.locator(".strip .next")).to_have_text(["The partida is over: the extra deal has decided."])
    expect(page.locator(".strip .total")).to_have_text(["116", "85"])
    look(page)


def write(page: Page, deal: int | None, totals: tuple[int, int], coming: str, *said: str, lead: int) -> None:
    """Write a deal of `DEALS` down, None: as it is filled in already; see how it stands then."""
    if deal is not None:
        refereeing.fill_in(page, DEALS[deal], first=deal == 0)
    refereeing.write_down(page)
    stands(page, totals, coming, *said, lead=lead)


def stands(page: Page, totals: tuple[int, int], coming: str, *said: str, lead: int) -> None:
    """Net totals, the coming deal and who leads it, and what is special about it."""
    expect(page.locator(".strip .total")).to_have_text([str(points) for points in totals])
    leads = f"{coming} · seat {lead}, {refereeing.players(page)[lead]}, leads"
    expect(page.locator(".strip .next")).to_have_text([leads, *said])


@pytest.mark.parametrize("minutes", [-7, 7])
def test_a_phone_that_is_wrong_shows_the_right_time(new_window: NewWindow, site: Site, minutes: int) -> None:
    """R6.5."""
    set_clock(site, SLUG, round_=6, seconds=600)
    page = new_window(PHONE)
    page.clock.install(time=datetime.now(UTC) + timedelta(minutes=minutes))
    log_in(page, "referee", site.password)
    page.goto("/desk/demo/protocols/6/5/")

    assert timekeeping.minutes_wrong(page) == minutes
    assert timekeeping.shown_by_script(page) == pytest.approx(timekeeping.left_by_server(page), abs=3)
    assert timekeeping.left_by_server(page) == pytest.approx(1800, abs=120)

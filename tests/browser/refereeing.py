"""What the referees do at a table: one writes the protocol and has it signed, another confirms it."""

import re
from collections.abc import Sequence

from playwright.sync_api import Page, expect

import scoring
from tests.browser.tapping import Thumb
from tests.browser.walk import Walk, go, look, says

SAID = {
    "deal.first": ["The first deal: the players turn a tile each, the most pips lead."],
    "deal.next": [],
    "last_deal.number": ["The last deal by number."],
    "extra_deal.level": ["Level: an extra deal decides."],
    "over.extra": ["The partida is over: the extra deal has decided."],
    "over.target": ["The partida is over: the target is reached."],
}
"""What the page says of what comes next, beside the deal's number and its leader."""


def open_protocol(page: Page, walk: Walk) -> None:
    """The protocol of table 1."""
    go(page, walk, "Protocols")
    page.locator("main tbody th a", has_text=re.compile(r"^1$")).click()


def write_protocol(page: Page, walk: Walk) -> None:
    """Every deal of table 1, after one that can't be."""
    open_protocol(page, walk)
    names = players(page)
    _strip_says(page, walk, names, [])
    look(page)
    _refuse_the_impossible(page, walk.deals[0])
    for number, deal in enumerate(walk.deals, start=1):
        fill_in(page, deal, first=number == 1)
        write_down(page)
        _strip_says(page, walk, names, walk.deals[:number])
        expect(page.locator("table.deals tbody tr")).to_have_count(number)
        if number == 1:
            look(page)
    look(page)


def players(page: Page) -> dict[int, str]:
    """The players by seat, from the names of the sides in the strip: A sits on 1 and 3 (R1.2)."""
    a, b = (name.split(" / ") for name in sides(page))
    return {1: a[0], 2: b[0], 3: a[1], 4: b[1]}


def sides(page: Page) -> tuple[str, str]:
    """The pairs at the table, A and B."""
    names = page.locator(".strip .name")
    # One by one, since only so the page that is still on its way is waited for.
    a, b = (" ".join((names.nth(place).text_content() or "").split()) for place in (0, 1))
    return a.removeprefix("Side A "), b.removeprefix("Side B ")


def _strip_says(page: Page, walk: Walk, names: dict[int, str], deals: Sequence[scoring.Deal]) -> None:
    """Both totals, which deal comes and who leads it, and what is special about it."""
    score = scoring.play(walk.regulations, deals)
    coming = score.next
    words = SAID[coming.reason]
    if not coming.over:
        leads = f" · seat {coming.lead}, {names[coming.lead]}, leads" if coming.lead else ""
        words = [walk.deal.format(number=coming.deal_number) + leads, *words]
    expect(page.locator(".strip .total")).to_have_text([str(score.totals.a), str(score.totals.b)])
    expect(page.locator(".strip .next")).to_have_text(words)


def fill_in(page: Page, deal: scoring.Deal, *, first: bool) -> None:
    """Write a deal into the form as it lies on the table."""
    Thumb(page).fill_in(deal, first=first)


def write_down(page: Page) -> None:
    """Press the main button, with the questions answered."""
    Thumb(page).send()


def press(page: Page, name: str, value: object) -> None:
    """Press the key of a choice."""
    page.locator(f"main label:has([name={name}][value='{value}'])").click()


def _refuse_the_impossible(page: Page, deal: scoring.Deal) -> None:
    """More pips than seven tiles can have: refused at that hand, nothing written, the rest kept (R5.4)."""
    seat = next(seat for seat in (1, 2, 3, 4) if seat != deal.closer)
    fill_in(page, deal, first=True)
    page.locator(f"[name=pips_{seat}]").fill("99")
    refusal = f"Seat {seat} cannot hold 99 pips: 69 is the most possible. Rule R5.4"
    expect(page.locator("#preview .errors li")).to_have_text(refusal)
    page.get_by_role("button", name="Write down the deal").click()
    expect(page.locator(".hand.field-wrong")).to_have_attribute("data-hand", str(seat))
    expect(page.locator(".hands .errors li")).to_have_text(refusal)
    expect(page.get_by_text("No deal is written yet.")).to_be_visible()
    look(page)


def have_it_signed(page: Page) -> None:
    """All four sign on paper; the writer himself can go no further (R11.2, R11.3)."""
    hand_over(page)
    page.get_by_text("They sign on paper").click()
    look(page)
    for seat in (1, 2, 3, 4):
        press(page, "seats", seat)
    page.get_by_role("button", name="They have signed on paper").click()
    await_the_second_official(page)


def hand_over(page: Page) -> None:
    """The partida is over: the page turns to the players."""
    page.get_by_role("button", name="Hand to the players to sign").click()
    expect(page.get_by_role("heading", name="Signatures")).to_be_visible()
    look(page)


def await_the_second_official(page: Page) -> None:
    """All have answered, and whoever wrote the protocol doesn't confirm it (R11.2)."""
    expect(page.locator(".signed li")).to_have_count(4)
    expect(page.locator("main section > .message-warning")).to_have_text(
        "You wrote this protocol. Now another official has to check and confirm it: show him this page or tell the "
        "desk (R11.2)."
    )
    expect(page.get_by_role("button", name="Checked: confirm the result")).to_have_count(0)
    look(page)


def confirm(page: Page, walk: Walk) -> None:
    """A second official comes to it from what the desk says needs a hand."""
    go(page, walk, "Now")
    page.get_by_role("link", name="Check and confirm Table 1").click()
    look(page)
    page.get_by_role("button", name="Checked: confirm the result").click()
    says(page, "Confirmed: the result counts in the standings now.")
    look(page)

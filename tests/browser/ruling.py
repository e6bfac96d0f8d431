"""What a referee does when a rule is broken: what happened, who, what follows, the act; and how the ledger shows it."""

from dataclasses import dataclass

from playwright.sync_api import Page, expect

from tests.browser.refereeing import press
from tests.browser.walk import Walk, go, look, says

CHOSEN = {"deal_again": "The opponents chose to deal again."}
"""What the paper says of the opponents' choice (R9.2)."""


@dataclass(frozen=True)
class Breach:
    """A breach of the rules and what follows from it, in the words of the page.

    `code` and `words` are the infraction's, `deal` is the written one, `why` says why it costs more than the first
    time, `effect` what becomes of the deal, `choice` what the opponents choose if they are asked.
    """

    code: str
    words: str
    seat: int
    deal: str
    costs: str
    effect: str
    why: str = ""
    choice: str = ""

    def printed(self, names: dict[int, str]) -> str:
        """The ruling as the paper of the protocol has it."""
        notes = (self.why, CHOSEN.get(self.choice))
        return " ".join(filter(None, (f"{self.deal} {self.seat}. {names[self.seat]}", self.words, *notes, self.costs)))


def rule(page: Page, breach: Breach) -> None:
    """From the page of the table to the ruling and back; nothing is written before the consequence is shown."""
    page.get_by_role("link", name="Infraction").click()
    page.get_by_label("What happened").select_option(breach.code)
    look(page)
    decide(page, breach)


def rule_by_timer(page: Page, breach: Breach, seconds: int) -> None:
    """A move takes longer than the seconds that it has (R6.4): the timer leads to the ruling."""
    page.locator(f"[data-move-timer] [data-seconds='{seconds}']").click()
    page.locator("[data-move-over]").get_by_role("link", name="Rule on it").click()
    expect(page.get_by_label("What happened")).to_have_value(breach.code)
    decide(page, breach)


def decide(page: Page, breach: Breach) -> None:
    """Who did it, what follows, the act."""
    press(page, "seat", breach.seat)
    page.get_by_role("button", name="See what follows").click()
    said = [breach.costs.capitalize(), breach.words, breach.why, breach.effect]
    follows = page.locator("[data-consequence]")
    expect(follows.locator("> h2, > p").filter(has_not_text="The score is")).to_have_text(list(filter(None, said)))
    look(page)
    if breach.choice:
        press(page, "choice", breach.choice)
    page.get_by_role("button", name="Write the ruling down").click()
    says(page, "The ruling is written down.")


def read_ledger(page: Page, walk: Walk, breaches: list[Breach], names: dict[int, str]) -> None:
    """The ledger has every ruling, in order, with its article."""
    go(page, walk, "Rulings")
    rows = [row.locator("th, td").all_inner_texts()[2:6] for row in page.locator("main tbody tr").all()]
    assert rows == [[names[breach.seat], breach.words, breach.costs, breach.why] for breach in breaches]

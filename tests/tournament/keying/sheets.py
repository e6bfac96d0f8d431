"""The partida of `protocols/sheets.py` as it is typed from paper, and the browsers that type it."""

from typing import Any

from django.test import Client

import scoring
from tests.tournament.protocols.sheets import DEALS, address
from tournament.keying.queries import Typed
from tournament.models import User

ROUTE = "keying:paper"
ALL_FOUR = frozenset(scoring.SEATS)
# Nobody writes leads on paper but the first (R4.1).
TYPED = Typed(deals=DEALS, signed=ALL_FOUR)
LETTERS = {scoring.Ending.DOMINO: "d", scoring.Ending.FISH: "f", scoring.Ending.BROKEN: "b"}


def browser_for(user: User) -> Client:
    browser = Client()
    browser.force_login(user)
    return browser


def posted(*deals: scoring.Deal, version: int = 0, **changes: Any) -> dict[str, Any]:
    """The page's form filled in by these deals; a change to None empties a cell, `deal_2__pips_4` is one of a row."""
    fields: dict[str, Any] = {"version": version, "count": 6, "signed": "1234"}
    for number, deal in enumerate(deals, 1):
        row = {"ending": LETTERS[deal.ending], "closer": deal.closer}
        row |= {f"pips_{seat}": pips for seat, pips in enumerate(deal.pips or (), 1)}
        row |= {f"end_{place}": end for place, end in enumerate(deal.ends or (), 1)}
        row |= {"lead": deal.lead} if number == 1 else {}
        fields |= {f"deal_{number}-{name}": value for name, value in row.items()}
    fields |= {name.replace("__", "-"): value for name, value in changes.items()}
    return {name: value for name, value in fields.items() if value is not None}


def type_in(browser: Client, *deals: scoring.Deal, **changes: Any) -> Any:
    return browser.post(address(ROUTE), posted(*(deals or DEALS), **changes), follow=True)


def wrong_cells(response: Any) -> dict[str, list[str]]:
    """What the page says is wrong, by cell."""
    parts = response.context["form"].parts
    return {form.add_prefix(name): list(said) for form in parts for name, said in form.errors.items()}

"""To whom a draw is told by e-mail. A source is a function that gives the addresses of a tournament's people."""

from collections.abc import Callable, Iterable

from tournament.models import Tournament

Source = Callable[[Tournament], Iterable[str]]


def of_staff(tournament: Tournament) -> Iterable[str]:
    """The officials who have written an address into their accounts."""
    addresses = tournament.staff.filter(user__is_active=True).exclude(user__email="")
    return addresses.order_by("user__email").values_list("user__email", flat=True)


def of_entries(tournament: Tournament) -> Iterable[str]:
    """Those who asked for the place of a pair that plays, and gave an address with it."""
    asked = tournament.entry_requests.filter(entry__isnull=False, entry__withdrawn_from__isnull=True).exclude(email="")
    return asked.order_by("entry__number").values_list("email", flat=True)


SOURCES: tuple[Source, ...] = (of_staff, of_entries)
"""Whoever else has contacts adds his source here."""


def recipients(tournament: Tournament) -> list[str]:
    """All addresses, each once however it is spelt, in the order of their sources."""
    found: dict[str, str] = {}
    for source in SOURCES:
        for address in source(tournament):
            found.setdefault(address.casefold(), address)
    return list(found.values())

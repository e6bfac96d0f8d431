"""Pages as tests read them: who asks, what was said, what stands in the tables."""

from html.parser import HTMLParser
from typing import Any

from django.test import Client

from tests.factories import UserFactory, official
from tournament.models import Tournament


def browser_of(tournament: Tournament, role: str | None = "organiser") -> Client:
    """The browser of someone with this role in the tournament; None: of an account without any."""
    browser = Client()
    browser.force_login(official(tournament, role) if role else UserFactory())
    return browser


def messages_of(response: Any) -> list[str]:
    """What the page says on top about what was just done."""
    return [str(message) for message in response.context["messages"]]


def errors_of(response: Any) -> dict[str, list[str]]:
    """What the page's form says is wrong, by field; `__all__` is the form as a whole."""
    return {field: list(errors) for field, errors in response.context["form"].errors.items()}


def rows_of(response: Any) -> list[list[str]]:
    """The body rows of all tables of a page, each a list of its cells' words."""
    reader = _Rows()
    reader.feed(response.content.decode())
    return reader.rows


class _Rows(HTMLParser):
    """Collects the words of the cells between <tbody> and </tbody>; a <details> only by its summary."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self._inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("tbody", "details", "summary"):
            self._inside.append(tag)
        elif tag == "tr" and "tbody" in self._inside:
            self.rows.append([])
        elif tag in ("td", "th") and "tbody" in self._inside:
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("tbody", "details", "summary"):
            self._inside.remove(tag)

    def handle_data(self, data: str) -> None:
        hidden = "details" in self._inside and "summary" not in self._inside
        if "tbody" in self._inside and self.rows and self.rows[-1] and not hidden:
            self.rows[-1][-1] = " ".join(f"{self.rows[-1][-1]} {data}".split())

"""The forms of a page as a browser sends them."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from django.test import Client


@dataclass
class Form:
    """A form that is sent by POST: to which address, and what it holds before anybody has touched it.

    offered: what can be chosen by name of the field: options, boxes, buttons. kinds: the type of each field.
    """

    action: str
    fields: dict[str, list[str]] = field(default_factory=dict)
    offered: dict[str, list[str]] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)


def forms_of(browser: Client, page: str) -> list[Form]:
    """All forms of a page that are sent by POST, but for the menu's."""
    answer = browser.get(page)
    assert answer.status_code == 200, (page, answer.status_code)
    return forms_in(answer.content.decode(), page)


def forms_in(html: str, page: str) -> list[Form]:
    """All forms of what was answered for a page that are sent by POST, but for the menu's."""
    reader = _Forms(page)
    reader.feed(html)
    return [form for form in reader.forms if form.action not in ("/logout/", "/language/")]


def form_to(browser: Client, page: str, action: str) -> Form:
    """The first form of a page that is sent to this address."""
    found = [form for form in forms_of(browser, page) if form.action == action]
    assert found, (page, action)
    return found[0]


def send(browser: Client, form: Form, **filled: Any) -> Any:
    """Send a form with some of its fields filled in; the browser says from which page it comes."""
    return browser.post(form.action, {**form.fields, **filled})


class _Forms(HTMLParser):
    """Collects forms and what is in their fields. A button is no field: what is pressed is filled in."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.page = page.partition("?")[0]
        self.forms: list[Form] = []
        self._form: Form | None = None
        self._named = ""
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag == "form" and said.get("method") == "post":
            self._form = Form(said.get("action") or self.page)
            self.forms.append(self._form)
        if self._form is None:
            return
        name = said.get("name", "")
        kind = said.get("type", "text")
        box = kind in ("checkbox", "radio")
        self._offer(tag, said)
        if tag == "input" and name and kind != "file" and (not box or "checked" in said):
            self._form.fields.setdefault(name, []).append(said.get("value", "on" if box else ""))
        elif tag == "select":
            self._select = name
        elif tag == "option" and self._select and "selected" in said:
            self._form.fields.setdefault(self._select, []).append(said.get("value", ""))
        elif tag == "textarea":
            self._named = name
            self._form.fields[name] = [""]

    def _offer(self, tag: str, said: dict[str, str]) -> None:
        """Note the type of a field, and what it can be made to say."""
        if self._form is None:
            return
        kind = said.get("type", "text") if tag == "input" else tag
        name = self._select if tag == "option" else said.get("name", "")
        if name and tag in ("input", "select", "textarea", "button"):
            self._form.kinds[name] = kind
        if name and (kind in ("checkbox", "radio", "submit") or tag in ("option", "button")):
            self._form.offered.setdefault(name, []).append(said.get("value", "on"))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = ""
        elif tag == "textarea":
            self._named = ""

    def handle_data(self, data: str) -> None:
        if self._form is not None and self._named:
            self._form.fields[self._named][0] += data.removeprefix("\n")

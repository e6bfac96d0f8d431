"""A refusal is told where the reader looks next, and nothing else is held back."""

import pytest
from django import forms
from django.contrib.messages import get_messages
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpRequest
from django.test import RequestFactory

from tournament.phrases import Refused
from tournament.replies import refusal_in, refusal_said

ERASED = "This person is erased already: Ivan."


class NameForm(forms.Form):
    name = forms.CharField()


@pytest.fixture
def request_() -> HttpRequest:
    request = RequestFactory().post("/")
    request._messages = CookieStorage(request)  # type: ignore[attr-defined]
    return request


def test_it_stands_on_the_next_page_and_the_rest_of_the_block_is_left_out(request_: HttpRequest) -> None:
    done = []
    with refusal_said(request_):
        done.append("before")
        if done:
            raise Refused("safety.erased_already", name="Ivan")
        done.append("after")

    assert [(each.level_tag, each.message) for each in get_messages(request_)] == [("error", ERASED)]
    assert done == ["before"]


@pytest.mark.parametrize(
    ("field", "where"),
    [("name", "name"), (None, "__all__"), ("of another form", "__all__")],
    ids=["at its field", "above the form", "above a form that has no such field"],
)
def test_it_stands_in_the_form(field: str | None, where: str) -> None:
    form = NameForm({"name": "Ivan"})
    with refusal_in(form):
        raise Refused("safety.erased_already", field=field, name="Ivan")

    assert form.errors == {where: [ERASED]}


def test_a_fault_of_the_program_goes_on(request_: HttpRequest) -> None:
    with pytest.raises(ValueError, match="no number"), refusal_said(request_):
        int("no number")
    with pytest.raises(ValueError, match="no number"), refusal_in(NameForm({})):
        int("no number")

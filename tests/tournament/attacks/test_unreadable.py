"""A character that no database keeps, in whatever a view reads by itself instead of by a form."""

import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from .scene import everything

PROGRAM = Path(__file__).resolve().parents[3] / "tournament"
READ = re.compile(r"\b(?:GET|POST)(?:\.get(?:list)?\(|\[)\"(\w+)\"")
NUL = "a\x00b"


def names() -> list[str]:
    """The fields that views read by themselves."""
    return sorted({name for file in PROGRAM.rglob("*.py") for name in READ.findall(file.read_text(encoding="utf-8"))})


@pytest.mark.slow
@pytest.mark.parametrize("method", ["get", "post"])
def test_it_is_a_fault_of_nobody_s(db: None, method: str) -> None:
    """PostgreSQL can't even be asked for it."""
    scene, asked = everything(), dict.fromkeys(names(), NUL)
    assert {"q", "code", "number", "round"} <= set(asked)

    failed = [
        name
        for name, address in scene.addresses().items()
        # What is asked may end the log-in.
        if getattr(scene.browser(), method)(address, asked).status_code >= 500
    ]

    assert failed == []


def test_neither_is_it_kept_with_a_deal_that_is_dropped(db: None) -> None:
    """What a phone had written is recorded as it was, whatever it was."""
    scene = everything()
    address = scene.addresses()["protocols:drop"]

    answer = scene.browser().post(address, {"key": "a", "lead": NUL, "closer": "1"})

    assert answer.status_code < 500
    dropped = scene.cup.journal.filter(action="deal.dropped").get()
    assert dropped.data["said"] == {"lead": "ab", "closer": "1"}


def test_an_account_longer_than_any_is_asked_of_no_database(db: None) -> None:
    """Django's own form says how long it may be, and doesn't look."""
    answer = Client().post(reverse("login"), {"username": "я" * 300, "password": "no"})

    form = answer.context["form"]
    assert form.errors == {"username": ["Ensure this value has at most 150 characters (it has 300)."]}

"""The administrator's site: what its own pages never ask for is refused in words, and is no fault of the server."""

import html
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests.factories import UserFactory

pytestmark = pytest.mark.django_db

TOO_LARGE = 10**30


@pytest.fixture
def administrator() -> Client:
    browser = Client()
    browser.force_login(UserFactory(is_staff=True, is_superuser=True))
    return browser


@pytest.mark.parametrize(
    ("page", "asked"),
    [
        ("admin:axes_accesslog_changelist", {"action": "delete_selected", "_selected_action": "null"}),
        ("admin:auth_group_changelist", {"action": "delete_selected", "_selected_action": "one"}),
    ],
)
def test_rows_that_no_list_has_are_refused(administrator: Client, page: str, asked: dict[str, Any]) -> None:
    answer = administrator.post(reverse(page), asked)

    assert answer.status_code == 400
    assert "<h1>The request can't be read</h1>" in html.unescape(answer.content.decode())


def test_a_number_that_no_row_can_have_is_refused(administrator: Client) -> None:
    """SQLite can't even be asked for it; PostgreSQL finds nothing, and the page says so at the field."""
    answer = administrator.post(reverse("admin:auth_group_add"), {"name": "Судьи", "permissions": TOO_LARGE})

    assert answer.status_code == (400 if connection.vendor == "sqlite" else 200)

"""A tournament, and a browser of someone who has a role in it."""

from collections.abc import Callable

import pytest
from django.test import Client

from tests.factories import TournamentFactory, UserFactory, official
from tournament.models import Tournament


@pytest.fixture
def cup(db: None) -> Tournament:
    return TournamentFactory(slug="cup", name="Кубок Москвы")


@pytest.fixture
def browser_of(cup: Tournament) -> Callable[..., Client]:
    """`browser_of("secretary")` of the cup, or of another tournament; `browser_of(None)` of a stranger."""

    def logged_in(role: str | None, tournament: Tournament = cup) -> Client:
        browser = Client()
        browser.force_login(official(tournament, role) if role else UserFactory())
        return browser

    return logged_in


@pytest.fixture
def secretary(browser_of: Callable[..., Client]) -> Client:
    return browser_of("secretary")

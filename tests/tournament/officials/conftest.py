"""The hall of these tests."""

import pytest
from django.test import Client

from tests.pages import browser_of

from .hall import Hall
from .hall import hall as new_hall


@pytest.fixture
def hall(db: None) -> Hall:
    return new_hall()


@pytest.fixture
def chief(hall: Hall) -> Client:
    return browser_of(hall.cup, "chief_referee")

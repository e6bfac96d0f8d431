"""What all tests of the program share."""

from collections.abc import Iterator

import pytest
from django.utils import translation


@pytest.fixture(autouse=True)
def _own_language() -> Iterator[None]:
    """A request in another language leaves it to its thread; the next test begins in its own."""
    yield
    translation.deactivate()

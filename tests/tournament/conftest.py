"""What all tests of the program share."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db.models.fields.related_descriptors import ForwardManyToOneDescriptor
from django.db.models.signals import post_save
from django.utils import translation

from tests.tournament.one_transaction import watched
from tournament.desk.details import wordless
from tournament.desk.tables import ACTIONS
from tournament.models import AuditRecord


@pytest.fixture(autouse=True)
def _own_language() -> Iterator[None]:
    """A request in another language leaves it to its thread; the next test begins in its own."""
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def _acts_have_words() -> Iterator[None]:
    """Whatever any test does, the journal can say in words: no code of an act, and no key on record, is without any."""
    without: set[str] = set()

    def look(instance: AuditRecord, **_: object) -> None:
        without.update({instance.action} - ACTIONS.keys())
        without.update(f"{instance.action}: {key}" for key in wordless(instance.action, instance.data))

    post_save.connect(look, sender=AuditRecord)
    yield
    post_save.disconnect(look, sender=AuditRecord)
    assert without == set(), "give them words in desk/tables.py and desk/labels.py"


@pytest.fixture(autouse=True)
def _forms_are_one_transaction() -> Iterator[None]:
    """Whatever any test sends to the program is written as a whole or not at all."""
    told: list[str] = []
    with watched(told):
        yield
    assert told == [], "a fault between the two would leave half of it"


@pytest.fixture(autouse=True)
def _what_rows_point_to_is_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fetched apart, each is a condition of its own, and SQLite takes a thousand of them: no page for 501 pairs."""

    def refuse(descriptor: Any, *_: object) -> None:
        raise AssertionError(f"{descriptor.field} is fetched apart: join it with select_related")

    monkeypatch.setattr(ForwardManyToOneDescriptor, "get_prefetch_querysets", refuse)


@pytest.fixture(autouse=True)
def _cache_of_its_own() -> None:
    """Accounts of other tests, which had the same keys, were heard of a moment ago."""
    cache.clear()

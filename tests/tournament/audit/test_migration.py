"""Journals that were written before the chain was salted: what held still holds, what didn't still doesn't."""

import hashlib
import json
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps

from tests.factories import TournamentFactory
from tournament.audit.chain import Fault, verify
from tournament.audit.services import Author, act
from tournament.models import AuditRecord, Tournament

chain_anew = import_module("tournament.migrations.0020_safety").chain_anew
REFEREES = {9: "kim", 10: "lee"}


def as_of_old(cup: Tournament) -> None:
    """Two records with the hashes that an earlier version gave them: the keys of the first were numbers then."""
    previous = ""
    for number, data in enumerate(({"referees": REFEREES}, {"name": "Кубок"}), 1):
        with act(cup, "referees.posted", Author()) as doing:
            doing.data = data
        record = cup.journal.get(number=number)
        said: list[Any] = [previous, number, record.at.isoformat(), None, "—", "referees.posted", "", data, ""]
        previous_hash, previous = (
            previous,
            hashlib.sha256(json.dumps(said, ensure_ascii=False, sort_keys=True).encode()).hexdigest(),
        )
        AuditRecord.objects.filter(pk=record.pk).update(
            previous_hash=previous_hash, hash=previous, salt="", content_sha256=""
        )


class _StaysAsItIs(AuditRecord):
    """As a migration sees the table: rows without the rules of the program."""

    class Meta:
        proxy = True
        app_label = "tournament"

    def save(self, *args: Any, **kwargs: Any) -> None:
        super(AuditRecord, self).save(*args, **kwargs)


class _Apps:
    def get_model(self, app: str, name: str) -> Any:
        return _StaysAsItIs if name == "AuditRecord" else apps.get_model(app, name)


@pytest.fixture
def cup(db: None) -> Tournament:
    return TournamentFactory()


def test_what_held_holds(cup: Tournament) -> None:
    as_of_old(cup)
    chain_anew(_Apps(), None)

    assert verify(cup.journal.all()).faults == []


def test_what_was_changed_before_is_found_afterwards(cup: Tournament) -> None:
    as_of_old(cup)
    cup.journal.filter(number=1).update(data={"referees": {"9": "kim"}})
    chain_anew(_Apps(), None)

    assert verify(cup.journal.all()).faults == [Fault(1, "changed")]

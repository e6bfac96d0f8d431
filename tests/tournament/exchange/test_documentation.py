"""docs/tournament-file.md: its example loads, and each key of the schema is explained."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tournament.audit.services import Author
from tournament.exchange.queries import dump
from tournament.exchange.services import load
from tournament.exchange.shape import SCHEMA

DOCUMENTATION = (Path(__file__).parents[3] / "docs" / "tournament-file.md").read_text(encoding="utf-8")


def example() -> dict[str, Any]:
    (block,) = re.findall(r"```json\n(.*?)```", DOCUMENTATION, re.DOTALL)
    return json.loads(block)


def keys_of(schema: Any) -> set[str]:
    """The names of all properties in a schema and below it."""
    if isinstance(schema, list):
        return set().union(*map(keys_of, schema))
    if not isinstance(schema, dict):
        return set()
    own = set(schema["properties"]) if isinstance(schema.get("properties"), dict) else set()
    return own.union(*map(keys_of, schema.values()))


@pytest.mark.django_db
def test_the_example_is_a_canonical_file() -> None:
    document = example()
    assert dump(load(document, Author())) == document


def test_each_key_of_the_schema_is_explained() -> None:
    explained = set(re.findall(r"`([a-z_]+)`", DOCUMENTATION))
    assert sorted(keys_of(json.loads(SCHEMA.read_text(encoding="utf-8"))) - explained) == []

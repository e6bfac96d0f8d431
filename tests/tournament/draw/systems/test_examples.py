"""The examples in the documentation of the systems run, and give what they say."""

import doctest
import importlib

import pytest


@pytest.mark.parametrize("name", ["lots", "round_robin", "groups", "knockout"])
def test_examples(name: str) -> None:
    tried = doctest.testmod(importlib.import_module(f"tournament.draw.systems.{name}"))

    assert tried.attempted > 0
    assert tried.failed == 0

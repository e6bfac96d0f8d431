"""The examples in the docstrings run."""

import doctest
import importlib
import pkgutil

import pytest

import scoring

MODULES = ["scoring", *(module.name for module in pkgutil.walk_packages(scoring.__path__, "scoring."))]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_examples():
    tried = [doctest.testmod(importlib.import_module(name)).attempted for name in MODULES]
    assert sum(tried) > 40

"""The interface keeps to what its description says of it, whoever asks for whatever: checked by schemathesis.

Its checks: no fault of the server; only statuses, kinds of content, headers and shapes that are described; what is
described as right isn't refused, what can't be isn't taken. There are no scopes: everybody reads the same, and a token,
which is for sending tournaments, gives nothing here.
"""

import os
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.test import Client
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable

from tests.factories import UserFactory, official
from tests.tournament.api.asking import SITE
from tournament.api import documentation
from tournament.api.views import api
from tournament.models import Tournament
from tournament.moving.services import give_token

EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "8"))
SEEDED = "FUZZ_SEED" not in os.environ
PATHS = list(documentation.schema(api)["paths"])
ODD = st.dictionaries(st.text(min_size=1, max_size=8), st.text(max_size=20), max_size=2)


@pytest.fixture
def described(cup: Tournament) -> Iterator[Any]:
    """The interface by its description, asked in this process, with the connection of the test."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield schemathesis.openapi.from_wsgi("/api/v1/openapi.json", get_wsgi_application())
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def askers(cup: Tournament) -> list[dict[str, str]]:
    """Headers of nobody, of an official, of a program with a token to send by, and of one whose token is none."""
    browser = Client()
    browser.force_login(official(cup))
    token = give_token(name="Зал", by=UserFactory())[1]
    return [
        {},
        {"Cookie": f"sessionid={browser.session.session_key}"},
        {"Authorization": f"Bearer {token}"},
        {"Authorization": "Bearer none", "Accept-Language": "ru"},
        {"If-None-Match": "*"},
    ]


@pytest.mark.parametrize("path", PATHS)
def test_an_address_answers_as_it_is_described(described: Any, askers: list[dict[str, str]], path: str) -> None:
    asked = 0
    for mode in schemathesis.GenerationMode:

        @settings(
            max_examples=EXAMPLES,
            derandomize=SEEDED,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(
            case=described[path]["GET"].as_strategy(generation_mode=mode),
            who=st.sampled_from(askers),
            known=st.booleans(),
            odd=ODD,
        )
        def ask(case: Any, who: dict[str, str], known: bool, odd: dict[str, str]) -> None:
            nonlocal asked
            asked += 1
            if known and "slug" in (case.path_parameters or {}):
                case.path_parameters |= {"slug": "cup"}
            answer = case.call(headers=who, params=odd, base_url=SITE)
            case.validate_response(answer)

        try:
            ask()
        except Unsatisfiable:
            # Any text may be asked for as a name: there is no wrong one.
            continue

    assert asked >= EXAMPLES

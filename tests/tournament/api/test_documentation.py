"""The interface as people read it: made by the server from its description, nothing is fetched from elsewhere."""

import re

from django.test import Client

from tests.tournament.api.asking import address, ask
from tournament.api import documentation
from tournament.api.views import api

ROUTE = "api:documentation"


def test_every_address_and_every_field_is_explained(client: Client, db: None) -> None:
    page = client.get(address(ROUTE))
    words = page.content.decode()

    schema = documentation.schema(api)
    assert page.status_code == 200
    assert [path for path in schema["paths"] if f"GET {path}<" not in words] == []
    fields = {name for shape in schema["components"]["schemas"].values() for name in shape["properties"]}
    assert sorted(name for name in fields if f"<code>{name}</code>" not in words) == []


def test_every_answer_that_it_names_stands_on_it(client: Client, db: None) -> None:
    words = client.get(address(ROUTE)).content.decode()

    targets = set(re.findall(r'href="#(\w+)"', words)) - {"main"}
    assert targets
    assert sorted(target for target in targets if f'id="{target}"' not in words) == []


def test_nothing_is_fetched_from_elsewhere(client: Client, db: None) -> None:
    words = client.get(address(ROUTE)).content.decode()

    assert re.findall(r'(?:src|href)="(?:https?:)?//', words) == []


def test_it_is_a_page_like_others_and_only_read(db: None) -> None:
    assert ask(address(ROUTE))["Content-Type"] == "text/html; charset=utf-8"
    assert Client().post(address(ROUTE)).status_code == 405

"""Another program that asks: what it gets, each answer checked against the description that was published for it."""

from typing import Any

from django.test import Client
from django.urls import resolve, reverse
from jsonschema import Draft202012Validator

from tournament.api import documentation
from tournament.api.views import api

SITE = "http://testserver"
SOMEBODY = Client()


def ask(url: str, **headers: str) -> Any:
    """The answer to somebody without an account."""
    return SOMEBODY.get(url, headers=headers)


def read(url: str) -> Any:
    """The data at an address; they are what the description says, and a program may rely on them."""
    answer = ask(url)
    assert answer.status_code == 200, answer.content
    data = answer.json()
    assert problems(str(resolve(url.partition("?")[0]).url_name), data) == []
    return data


def why_not(url: str) -> tuple[int, str]:
    """The status and the sentence of an answer without data."""
    answer = ask(url)
    assert set(answer.json()) == {"detail"}
    return answer.status_code, answer.json()["detail"]


def problems(name: str, data: Any) -> list[str]:
    """Where data differ from the shape that the address of this name promises."""
    schema = documentation.schema(api)
    operations = {each["get"]["operationId"]: each["get"] for each in schema["paths"].values()}
    shape = operations[name]["responses"][200]["content"]["application/json"]["schema"]
    strict = {
        key: {**each, "additionalProperties": False} if "properties" in each else each
        for key, each in schema["components"]["schemas"].items()
    }
    validator = Draft202012Validator({**shape, "components": {"schemas": strict}})
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(data)]


def address(route: str, *arguments: object) -> str:
    return reverse(route, args=arguments)

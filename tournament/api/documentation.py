"""The interface described by its own shapes: as OpenAPI for programs, as a page for people."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from ninja import NinjaAPI

Schema = Mapping[str, Any]
ETAG = {
    "description": "Changes with the tournament's version and the language",
    "required": True,
    "schema": {"type": "string", "pattern": '^"[0-9a-f]{32}"$'},
}


@dataclass(frozen=True)
class Field:
    """A field of a shape or a parameter of an address. kind: its type in words; shape: that which it leads to."""

    name: str
    kind: str
    about: str
    shape: str = ""


@dataclass(frozen=True)
class Operation:
    """An address that can be asked for, by the name of its view."""

    name: str
    path: str
    about: str
    parameters: tuple[Field, ...]
    shape: str


@dataclass(frozen=True)
class Shape:
    """What an answer, or a part of it, consists of."""

    name: str
    fields: tuple[Field, ...]


def schema(api: NinjaAPI, site: str = "") -> dict[str, Any]:
    """The whole interface as OpenAPI 3.1."""
    found = dict(api.get_openapi_schema(path_prefix=reverse("api:documentation")))
    for methods in found["paths"].values():
        _add_conditions(methods["get"]["responses"])
    return found | ({"servers": [{"url": site}]} if site else {})


def _add_conditions(responses: dict[Any, Any]) -> None:
    """What any address answers to a program that has asked before, and how it knows what it has."""
    responses[200]["headers"] = {"ETag": ETAG}
    responses[304] = {"description": "Nothing has changed since this ETag (If-None-Match)"}
    responses[412] = {"description": "It has another ETag now (If-Match)"}


def page(api: NinjaAPI) -> dict[str, Any]:
    """What the page says: the operations, then the shapes that they answer with."""
    found = schema(api)
    shapes = found["components"]["schemas"]
    return {
        "operations": [_operation(path, methods["get"]) for path, methods in found["paths"].items()],
        "shapes": [_shape(name, shape) for name, shape in shapes.items()],
    }


def _operation(path: str, said: Schema) -> Operation:
    answer = said["responses"][200]["content"]["application/json"]["schema"]
    parameters = [
        Field(each["name"], _kind(each["schema"]), _translated(each["schema"].get("description", "")))
        for each in said.get("parameters", ())
        if each["in"] == "query"
    ]
    return Operation(said["operationId"], path, _translated(said["summary"]), tuple(parameters), _leads_to(answer))


def _shape(name: str, said: Schema) -> Shape:
    fields = [
        Field(key, _kind(its), _translated(its.get("description", "")), _leads_to(its))
        for key, its in said["properties"].items()
    ]
    return Shape(name, tuple(fields))


def _translated(text: str) -> str:
    return _(text) if text else ""


def _leads_to(said: Schema) -> str:
    """The shape that a type is made of, if there is one."""
    if "$ref" in said:
        return str(said["$ref"]).rpartition("/")[2]
    parts = [said.get("items"), *said.get("anyOf", ()), *said.get("prefixItems", ())]
    return next(filter(None, (_leads_to(part) for part in parts if part)), "")


def _kind(said: Schema) -> str:
    """A type as JSON calls it: `integer`, `array of StageRow`, `string or null`."""
    if "$ref" in said:
        return _leads_to(said)
    if "anyOf" in said:
        return " | ".join(map(_kind, said["anyOf"]))
    if "enum" in said:
        return " | ".join(f'"{value}"' for value in said["enum"])
    if "prefixItems" in said:
        return f"[{', '.join(map(_kind, said['prefixItems']))}]"
    kind = str(said.get("format") or said.get("type", "object"))
    return f"array of {_kind(said['items'])}" if kind == "array" and "items" in said else kind

"""The shape of a tournament file: from bytes to a document, and the document against `schema.json`."""

import codecs
import json
import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _
from jsonschema import Draft202012Validator, ValidationError
from jsonschema.validators import extend

from tournament.phrases import Refused

LARGEST_FILE = 20_000_000
SCHEMA = Path(__file__).with_name("schema.json")
WHOLE_DOCUMENT = "$"
# The format itself nests nine deep; a draw's record may go on from there.
DEEPEST = 20
UNKEEPABLE = re.compile("[\x00\ud800-\udfff]")


@dataclass(frozen=True)
class Problem:
    """Something wrong at a path of the document, such as `entries[3].players[1]`, as a sentence."""

    path: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.path}: {self.sentence}"


class Unreadable(Exception):
    """The bytes are no JSON document; `problem` says where it breaks off or goes wrong."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


def read(raw: bytes) -> Any:
    """The document that these bytes of a file hold; raises `Unreadable`."""
    if len(raw) > LARGEST_FILE:
        raise _unreadable("file.too_large", size=len(raw), limit=LARGEST_FILE)
    text = _text(raw.removeprefix(codecs.BOM_UTF8))
    if not text.strip():
        raise _unreadable("file.empty")
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_number, parse_float=_decimal)
    except json.JSONDecodeError as error:
        cut = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated")
        code = "file.cut" if cut else "file.not_json"
        end = _end(text) if cut else (error.lineno, error.colno)
        raise _unreadable(code, line=end[0], column=end[1]) from None
    except ValueError:  # Python's own limit for the figures of a whole number
        raise _unreadable("file.no_number", value="123…") from None
    except RecursionError:
        raise _unreadable("file.too_deep") from None


def _text(raw: bytes) -> str:
    """UTF-8; a file may also have been cut within a letter, which is for the parser to say."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.reason != "unexpected end of data":
            raise _unreadable("file.encoding") from None
        return raw[: error.start].decode("utf-8")


def _no_number(text: str) -> float:
    """NaN and Infinity are no JSON, though the parser would take them."""
    raise _unreadable("file.no_number", value=text)


def _decimal(text: str) -> float:
    value = float(text)
    return value if math.isfinite(value) else _no_number(text[:40])


def _unreadable(code: str, **params: Any) -> Unreadable:
    return Unreadable(Problem(WHOLE_DOCUMENT, str(Refused(code, **params))))


def _end(text: str) -> tuple[int, int]:
    """Line and column, from 1, of the last character."""
    lines = text.rstrip().split("\n")
    return len(lines), len(lines[-1])


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys stand once: of two equal ones JSON would silently keep the last."""
    made = dict(pairs)
    if len(made) < len(pairs):
        keys = [key for key, _value in pairs]
        raise _unreadable("file.twice", key=next(key for key in keys if keys.count(key) > 1))
    return made


def seated_in(partida: Mapping[str, Any]) -> list[tuple[str, int]]:
    """The entries of a partida with the key under which each stands: `a`, `b`, or `seats[2]`."""
    sides = [(side, partida[side]) for side in ("a", "b") if partida.get(side) is not None]
    return sides + [(f"seats[{at}]", entry) for at, entry in enumerate(partida.get("seats", ()))]


def rounds_of(document: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Each round of the document with its path."""
    for index, stage in enumerate(document["stages"]):
        for number, round_ in enumerate(stage["rounds"]):
            yield f"stages[{index}].rounds[{number}]", round_


def partidas_of(round_: Mapping[str, Any], where: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Each partida of a round with its path."""
    for index, partida in enumerate(round_["partidas"]):
        yield f"{where}.partidas[{index}]", partida


def in_place(entry: Mapping[str, Any], place: int, round_: int) -> str:
    """Who plays in a place (1 or 2) of an entry in a round: the one who began, or the last substitute (R8.5)."""
    names = [entry["players"][place - 1]]
    for substitute in entry.get("substitutes", ()):
        if substitute["place"] == place and substitute["from_round"] <= round_:
            names.append(substitute["player"])
    return str(names[-1])


def _is_whole(_checker: object, value: object) -> bool:
    """JSON Schema takes 1.0 for an integer; here points are whole numbers and stay what they are."""
    return isinstance(value, int) and not isinstance(value, bool)


@cache
def _validator() -> Any:
    whole = Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_whole)
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    # A deal's own shape is checked by the engine, which reads each deal anyway: half the time of a large file.
    del schema["$defs"]["partida"]["properties"]["deals"]["items"]
    return extend(Draft202012Validator, type_checker=whole)(schema)


def shape_problems(document: Any) -> list[Problem]:
    """Where the document differs from the schema, in the order of the document."""
    found = [Problem(path, str(Refused(code))) for path, code in _unkeepable(document)]
    if not found:
        errors = _validator().iter_errors(document)
        for error in sorted(errors, key=lambda error: _place(document, error)):
            found += _rephrased(error)
    return found


def _place(document: Any, error: ValidationError) -> list[int]:
    """Where the error stands in the document: items by their index, keys by the order in which they are written."""
    place, value = [], document
    for step in error.absolute_path:
        place.append(step if isinstance(step, int) else list(value).index(step))
        value = value[step]
    return place


def _unkeepable(document: Any) -> Iterator[tuple[str, str]]:
    """What no database keeps: U+0000, half of a surrogate pair, endless nesting. With its path and code."""
    waiting = [("", document, 0)]
    while waiting:
        path, value, depth = waiting.pop()
        inner: list[tuple[str, Any]] = []
        if isinstance(value, str) and UNKEEPABLE.search(value):
            yield path or WHOLE_DOCUMENT, "file.letters"
        elif isinstance(value, list):
            inner = [(f"{path}[{index}]", item) for index, item in enumerate(value)]
        elif isinstance(value, dict):
            keys = {key: UNKEEPABLE.sub("?", key) for key in value}
            yield from ((under(path, shown), "file.letters") for key, shown in keys.items() if key != shown)
            inner = [(under(path, keys[key]), item) for key, item in value.items()]
        if inner and depth == DEEPEST:
            yield path, "file.too_deep"
        else:
            waiting += [(place, item, depth + 1) for place, item in reversed(inner)]


def under(path: str, key: str) -> str:
    """The path of a key in the object at a path."""
    return f"{path}.{key}" if path else key


def _path(error: ValidationError) -> str:
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in error.absolute_path)
    return "".join(steps).removeprefix(".")


def _rephrased(error: ValidationError) -> Iterator[Problem]:
    """An error of the schema's validator as sentences for people."""
    path = _path(error)
    if error.validator == "additionalProperties":
        known = error.schema["properties"]
        for key in sorted(set(error.instance) - set(known)):
            refusal = Refused("file.unknown_key", key=key[:60], known=", ".join(known))
            yield Problem(under(path, key[:60]), str(refusal))
    elif error.validator == "required":
        # One error a missing key; the validator names it only in its English sentence.
        for key in error.validator_value:
            if error.message.startswith(repr(key)):
                yield Problem(under(path, key), str(Refused("file.missing_key", key=key)))
    else:
        code, params = _REPHRASE[str(error.validator)](error)
        yield Problem(path or WHOLE_DOCUMENT, str(Refused(code, **params)))


def _shown(value: Any) -> str:
    """A value as JSON writes it, short enough for a sentence."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:60]}…"


def _wrong_type(error: ValidationError) -> tuple[str, dict[str, Any]]:
    names = {
        "integer": _("a whole number"),
        "string": _("a text"),
        "array": _("a list"),
        "object": _("an object with keys"),
        "boolean": _("true or false"),
        "null": "null",
    }
    wanted = error.validator_value if isinstance(error.validator_value, list) else [error.validator_value]
    expected = " / ".join(str(names[name]) for name in wanted)
    return "file.wrong_type", {"value": _shown(error.instance), "expected": expected}


def _not_one_of(error: ValidationError) -> tuple[str, dict[str, Any]]:
    known = error.validator_value if error.validator == "enum" else [error.validator_value]
    return "file.not_one_of", {"value": _shown(error.instance), "known": ", ".join(map(_shown, known))}


def _limit(code: str) -> Callable[[ValidationError], tuple[str, dict[str, Any]]]:
    return lambda error: (code, {"value": _shown(error.instance), "limit": error.validator_value})


def _count(code: str) -> Callable[[ValidationError], tuple[str, dict[str, Any]]]:
    return lambda error: (
        code,
        {"count": len(error.instance), "length": len(error.instance), "limit": error.validator_value},
    )


_REPHRASE: dict[str, Callable[[ValidationError], tuple[str, dict[str, Any]]]] = {
    "type": _wrong_type,
    "enum": _not_one_of,
    "const": _not_one_of,
    "minimum": _limit("file.too_small"),
    "maximum": _limit("file.too_big"),
    "maxLength": _count("file.long_text"),
    "minItems": _count("file.too_few"),
    "maxItems": _count("file.too_many"),
    "pattern": lambda error: (
        "file.pattern",
        {"value": _shown(error.instance), "form": error.schema["x-form"]},
    ),
}

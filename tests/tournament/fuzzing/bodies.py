"""Bodies of requests: forms filled in well, forms filled in badly, and what is no form."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.parse import urlencode

from tests.tournament.access.forms import Form
from tests.tournament.photos.pictures import photo
from tournament.exchange.origin import signed

from .values import KNOWN, ORDINARY, odd

LIST = "Иванов Иван;Петров Пётр;Сокол\nКим К;Ли Л;Дупль\n".encode()
FILES = [
    b"",
    b"\x00",
    b"\xff\xfe\x00",
    b"{}",
    b"[]",
    b'{"format": 1}',
    b"%PDF-1.7",
    b"PK\x03\x04",
    LIST,
    photo(),
    b"x" * 100_000,
]
BOUNDARY = "a-boundary"


@dataclass
class Filled:
    """Fields with their values, and files by field."""

    fields: dict[str, list[str]]
    files: dict[str, bytes] = field(default_factory=dict)


def filled(form: Form, chance: Random, typed: list[str]) -> Filled:
    """A form as somebody fills it in: what is empty gets something of its kind, one button is pressed.

    typed: what has to be typed where an act asks for it. In half of all forms no choice is changed.
    """
    how = Filled({name: list(values) for name, values in form.fields.items()})
    lively = chance.random() < 0.5
    for name, kind in form.kinds.items():
        offered = form.offered.get(name, [])
        if kind == "file":
            if chance.random() < 0.5:
                how.files[name] = chance.choice([LIST, photo()])
        elif kind in ("button", "submit"):
            how.fields[name] = [chance.choice(offered)]
        elif kind == "checkbox":
            if lively:
                how.fields[name] = chance.sample(offered, chance.randint(0, len(offered)))
        elif offered:
            if (lively and chance.random() < 0.3) or not how.fields.get(name):
                how.fields[name] = [chance.choice(offered)]
        elif not any(how.fields.get(name, [])) and (kind in ORDINARY or name in KNOWN):
            known = typed if name == "typed" else KNOWN.get(name)
            if known or lively:
                how.fields[name] = [chance.choice(known or ORDINARY[kind])]
    return how


def mutated(how: Filled, text: Callable[[str], str], chance: Random) -> Filled:
    """One to three fields otherwise than they should be."""
    for _time in range(chance.randint(1, 3)):
        names = sorted(how.fields)
        if not names:
            break
        name, other = chance.choice(names), chance.choice(names)
        change = chance.randrange(8)
        if change == 0:
            how.fields.pop(name)
        elif change == 1:
            how.fields[name] = how.fields[name] * 2 + [odd(chance)]
        elif change == 2:
            how.fields[name], how.fields[other] = how.fields[other], how.fields[name]
        elif change == 3:
            how.files[name] = chance.choice(FILES)
        elif change == 4 and how.files:
            how.fields[chance.choice(sorted(how.files))] = [odd(chance)]
        elif change == 5 and how.files:
            how.files[chance.choice(sorted(how.files))] = chance.choice(FILES)
        elif change == 6:
            how.fields[name] = [text(name)]
        else:
            how.fields[name] = [odd(chance)]
    return how


def packed(how: Filled, chance: Random, *, calm: bool = False) -> tuple[bytes, str]:
    """As a browser sends it; seldom, unless it is to be `calm`, as none would."""
    dice = 0.5 if calm else chance.random()
    if how.files or dice < 0.1:
        body, kind = _multipart(how), f"multipart/form-data; boundary={BOUNDARY}"
    else:
        pairs = [(name, value) for name, values in how.fields.items() for value in values]
        body = urlencode(pairs, errors="surrogatepass").encode()
        kind = "application/x-www-form-urlencoded"
    if dice > 0.95:
        body = body[: chance.randint(0, len(body))]
    elif dice > 0.92:
        kind = chance.choice(
            [f"{kind}; charset=utf-16", f"{kind}; charset=nothing", "text/plain", "", "multipart/form-data"]
        )
    elif dice > 0.9:
        body, kind = json.dumps(how.fields).encode(), "application/json"
    return body, kind


def tournament_file(document: dict[str, Any], chance: Random) -> bytes:
    """A signed tournament file in which a few things are otherwise than they can be; one in six is whole."""
    changed = json.loads(json.dumps(document, default=str))
    for _time in range(chance.randrange(6)):
        _spoil(changed, chance)
    try:
        return json.dumps(signed(changed, chance.choice([1, 99, 2**70]))).encode()
    except Exception:  # what can't be signed is sent as it is
        return json.dumps(changed).encode("utf-8", "surrogatepass")


ODD_JSON: list[Any] = [
    *(
        None,
        True,
        0,
        -1,
        1.5,
        2**31,
        2**63,
        1e308,
        "",
        "x",
        "\x00",
        "a\x00b",
        "\ud800",
        "я" * 5_000,
        "0001-01-01T00:00:00+14:00",
    ),
    *(
        "9999-12-31T23:59:59-12:00",
        "2026-13-01",
        [],
        {},
        [[]],
        [None],
        {"a": 1},
        [1, 2],
        "demo",
        "../x",
        32_768,
        10**30,
    ),
]


def _spoil(data: Any, chance: Random) -> None:
    """Go down any way, and put something else at its end."""
    while isinstance(data, dict | list) and data:
        key = chance.choice(list(data)) if isinstance(data, dict) else chance.randrange(len(data))
        below = data[key]
        if not isinstance(below, dict | list) or not below or chance.random() < 0.1:
            what = chance.randrange(8)
            if what == 0:
                del data[key]
            elif what == 1 and isinstance(data, list):
                data.append(below)
            else:
                data[key] = chance.choice(ODD_JSON)
            return
        data = below


def rubbish(chance: Random) -> tuple[bytes, str]:
    """No form at all."""
    many = "&".join(f"a{number}=1" for number in range(1_500)).encode()
    odd_json: list[Any] = [None, 1e309, [], {"deals": {}}, {"a": "\ud800"}, [[[]]], "x", {"key": 1, "version": "x"}]
    bodies = [b"", b"\x00\xff", b"{", many, b"[" * 5_000, b"a=1&a=%ff%00", json.dumps(chance.choice(odd_json)).encode()]
    kinds = [
        "application/x-www-form-urlencoded",
        "application/json",
        f"multipart/form-data; boundary={BOUNDARY}",
        "multipart/form-data; boundary=\x00",
        "application/octet-stream",
        "text/html; charset=\xff",
    ]
    return chance.choice(bodies), chance.choice(kinds)


def _multipart(how: Filled) -> bytes:
    parts = [
        (name, "", value.encode("utf-8", "surrogatepass")) for name, values in how.fields.items() for value in values
    ]
    parts += [(name, '; filename="list.csv"', data) for name, data in how.files.items()]
    body = b""
    for name, more, data in parts:
        head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"{more}\r\n\r\n'
        body += head.encode("utf-8", "surrogatepass") + data + b"\r\n"
    return body + f"--{BOUNDARY}--\r\n".encode()

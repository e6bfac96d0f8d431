"""What never stands in a log, whichever way it would get there."""

from collections.abc import Iterator

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from tournament.logs.redaction import safe

OPEN = {
    "photos:show": "the picture's own fingerprint; who may not see its table gets nothing by it",
    "api:not_found": "an address that leads nowhere",
}
"""Routes whose text is no secret, and why; every other that takes one is an address that opens something."""
SECRET = "Zq7-Xw_secretsecret"


def _routes(patterns: "list[URLPattern | URLResolver]", before: str = "", space: str = "") -> Iterator[tuple[str, str]]:
    """The name and the pattern of each route of our own that takes a text."""
    for each in patterns:
        if isinstance(each, URLResolver):
            yield from _routes(each.url_patterns, before + str(each.pattern), each.namespace or "")
        elif "<str:" in str(each.pattern) or "<path:" in str(each.pattern):
            yield f"{space}:{each.name}", f"/{before}{each.pattern}"


def _filled(pattern: str) -> str:
    for part, value in {"<slug:slug>": "cup", "<str:key>": SECRET, "<str:token>": SECRET, "<str:code>": SECRET}.items():
        pattern = pattern.replace(part, value)
    return pattern


def test_no_address_that_opens_something_is_written_in_full() -> None:
    found = dict(route for route in _routes(get_resolver().url_patterns) if not route[1].startswith("/admin/"))
    telling = [name for name, pattern in found.items() if name not in OPEN and SECRET in safe(_filled(pattern))]
    unfilled = [name for name, pattern in found.items() if name not in OPEN and SECRET not in _filled(pattern)]

    assert (telling, unfilled) == ([], [])
    assert {"access:open_link", "access:accept", "public:request", "documents:verify_code"} <= found.keys()


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Not Found: /table/Zq7-Xw_secret", "Not Found: /table/…"),
        ("redis://:password@host:6379/0 is away", "redis://…@host:6379/0 is away"),
        ("postgres://domino:password@db/domino", "postgres://…@db/domino"),
        ("{'ivanov.i+cup@mail.example.org': (550, b'no')}", "{'…@…': (550, b'no')}"),
        ("https://api.telegram.org/bot123456:AA-bb_cc/sendMessage", "https://api.telegram.org/bot…/sendMessage"),
        ("Authorization: Bearer abc.def", "Authorization: Bearer …"),
        ("Table 7 has no protocol.", "Table 7 has no protocol."),
        ("/t/cup/rounds/3/tables/7/", "/t/cup/rounds/3/tables/7/"),
    ],
)
def test_what_stands_in_the_place_of_a_secret(text: str, written: str) -> None:
    assert safe(text) == written

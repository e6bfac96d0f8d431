"""Static files as a laptop serves them: text goes out compressed, though nothing was built."""

import gzip
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from pytest_django import Settings

PACKED = {"Accept-Encoding": "gzip, deflate"}


@pytest.fixture(autouse=True)
def _as_a_laptop_serves_them(settings: Settings) -> None:
    settings.WHITENOISE_USE_FINDERS = True


def ask(address: str, **headers: str) -> Any:
    response = Client().get(f"/static/{address}", headers=headers)
    return response, b"".join(response.streaming_content)  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["css/base.css", "js/live.js", "img/tiles.svg"])
def test_text_is_compressed_for_those_who_can_read_it(name: str) -> None:
    plain = (Path(settings.BASE_DIR) / "static" / name).read_bytes()
    packed, body = ask(name, **PACKED)

    assert (packed["Content-Encoding"], packed["Vary"]) == ("gzip", "Accept-Encoding")
    # Comments are for who writes a style sheet.
    assert gzip.decompress(body) == re.sub(rb"/\*.*?\*/", b"", plain, flags=re.S)
    assert ask(name)[1] == plain


@pytest.mark.parametrize(
    "name", ["vendor/noto-sans-2.015/noto-sans-basic-400-normal.woff2", "admin/css/base.css", "img/icon-512.png"]
)
def test_what_is_small_already_or_read_by_few_goes_as_it_lies(name: str) -> None:
    assert not ask(name, **PACKED)[0].has_header("Content-Encoding")


def test_what_does_nothing_by_itself_is_only_kept_from_being_taken_for_something_else() -> None:
    """The policies of pages would be a fifth of a first view (`tests/browser/test_first_view.py`)."""
    headers = ask("css/base.css")[0].headers

    assert headers["X-Content-Type-Options"] == "nosniff"
    assert {"Content-Security-Policy", "Permissions-Policy", "X-Frame-Options"}.isdisjoint(headers)


def test_a_changed_file_is_compressed_anew(tmp_path: Path) -> None:
    from tournament.static_files import _packed

    file = tmp_path / "page.css"
    file.write_text("a {}")
    before = _packed(file)
    file.write_text("b {}")

    assert gzip.decompress(_packed(file).read_bytes()) == b"b {}"
    assert gzip.decompress(before.read_bytes()) == b"a {}"


def test_two_processes_that_start_at_once_dont_take_each_others_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one finishes while this one is between writing and renaming: gunicorn starts several workers."""
    from tournament.static_files import _packed

    file = tmp_path / "both.css"
    file.write_text("both {}")
    rename = Path.replace

    def late(self: Path, target: Path) -> Path:
        monkeypatch.setattr(Path, "replace", rename)
        _packed(file)
        return rename(self, target)

    monkeypatch.setattr(Path, "replace", late)
    packed = _packed(file)

    assert gzip.decompress(packed.read_bytes()) == b"both {}"
    assert [each.name for each in packed.parent.glob(f"*{packed.stem}*")] == [packed.name]

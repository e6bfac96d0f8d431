"""Every sentence for people exists in Russian and Spanish, and none of them is a guess."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("ru", "es")
GATHER = ["makemessages", "--no-obsolete", "--no-location", *(f"--locale={code}" for code in LANGUAGES)]


@pytest.fixture(scope="module")
def gathered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program in which the messages have been gathered anew."""
    if shutil.which("xgettext") is None:
        pytest.skip("gettext is not installed: apt-get install gettext")
    copy = tmp_path_factory.mktemp("messages")
    for folder in ("tournament", "templates"):
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
    ran = subprocess.run(
        [sys.executable, "-m", "django", *GATHER],
        cwd=copy,
        env={**os.environ, **_gathering_settings(copy)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return copy


def _gathering_settings(copy: Path) -> dict[str, str]:
    """Settings that know nothing but the folder of the catalogues: gathering needs no more."""
    (copy / "gathering.py").write_text(f"LOCALE_PATHS = [{str(copy / 'tournament' / 'locale')!r}]\n")
    return {"DJANGO_SETTINGS_MODULE": "gathering", "PYTHONPATH": str(copy)}


def _catalogue(folder: Path, language: str) -> Path:
    return folder / "tournament" / "locale" / language / "LC_MESSAGES" / "django.po"


def _messages(catalogue: Path, *filters: str) -> list[str]:
    """The messages that pass the filters of msgattrib, sorted, as they stand in the catalogue."""
    command = ["msgattrib", "--no-obsolete", *filters, str(catalogue)]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    _head, *entries = output.strip().split("\n\n") if output else [""]
    return sorted(entry[entry.index("msgid ") : entry.index("msgstr")] for entry in entries)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_translated(gathered: Path, language: str) -> None:
    assert _messages(_catalogue(gathered, language), "--untranslated") == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_is_a_guess(gathered: Path, language: str) -> None:
    assert _messages(_catalogue(gathered, language), "--only-fuzzy") == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_is_left_of_a_message_that_is_gone(gathered: Path, language: str) -> None:
    assert _messages(_catalogue(ROOT, language)) == _messages(_catalogue(gathered, language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_and_plurals_fit_their_messages(language: str) -> None:
    checked = subprocess.run(
        ["msgfmt", "--check", "--output-file=/dev/null", str(_catalogue(ROOT, language))],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (checked.returncode, checked.stderr) == (0, "")


def test_no_message_hides_in_an_f_string() -> None:
    """It would be gathered by nobody, and so be said in English to everybody."""
    hidden = re.compile(r"""f["'][^"'\n]*\{(?:_|gettext|ngettext|pgettext)\(""")
    files = (ROOT / "tournament").rglob("*.py")
    found = [file.relative_to(ROOT).as_posix() for file in files if hidden.search(file.read_text(encoding="utf-8"))]

    assert found == []

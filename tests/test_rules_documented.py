"""docs/regulations.md is true of the program too, and every sentence of the rules can be said in every language.

What it says of the engine alone is checked in `tests/scoring/test_documents.py`.
"""

import ast
import gettext
import importlib
import inspect
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from django.utils.translation import override

import scoring
from tournament import refusals, regulation_phrases, rule_phrases

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = (ROOT / "docs" / "regulations.md").read_text(encoding="utf-8")
RULE = re.compile(r"R\d+\.\d+a?")


def rows_under(heading: str) -> list[list[str]]:
    """The cells of the table under a heading, without its head."""
    part = DOCUMENT.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines[2:]]


def code(cell: str) -> str:
    return cell.strip("`")


# -- the rules that the program keeps -----------------------------------------------------------------------------

KEPT = rows_under("What the program keeps")


def names_in(path: Path) -> set[str]:
    """The functions and classes of a file, methods as `Class.method`."""
    body = ast.parse(path.read_text(encoding="utf-8")).body
    named = (ast.FunctionDef, ast.ClassDef)
    methods = {
        f"{each.name}.{inner.name}"
        for each in body
        if isinstance(each, ast.ClassDef)
        for inner in each.body
        if isinstance(inner, ast.FunctionDef)
    }
    return {each.name for each in body if isinstance(each, named)} | methods


@pytest.mark.parametrize("row", KEPT, ids=lambda row: f"{row[1]} {code(row[0])}")
def test_a_rule_is_kept_by_a_function_and_a_test_that_exist(row: list[str]) -> None:
    where, _rule, _what, test = row
    module, function = code(where).split("::")
    assert function in names_in(ROOT / "tournament" / module)
    file, case = code(test).split("::")
    assert case in names_in(ROOT / "tests" / "tournament" / file)


def test_what_the_engine_leaves_to_the_program_is_kept_there() -> None:
    left = {rule for rule, _what, where, _test in rows_under("From rule to test") if where.startswith("— the program")}
    assert sorted(left - {row[1] for row in KEPT}) == []


def test_every_rule_that_the_program_cites_has_its_row() -> None:
    rows = {row[0] for row in rows_under("From rule to test")}
    cited = {rule for sentence in in_english(refusals.REFUSALS).values() for rule in RULE.findall(sentence)}
    assert sorted(rule for rule in cited - rows if not rule.startswith(("R1.", "R13."))) == []


# -- what the program refuses by a rule ---------------------------------------------------------------------------


def in_english(messages: Mapping[str, Any]) -> dict[str, str]:
    with override("en"):
        return {name: str(message) for name, message in messages.items()}


def test_every_refusal_by_a_rule_is_documented_as_it_is_said() -> None:
    by_rule = {name: said for name, said in in_english(refusals.REFUSALS).items() if RULE.search(said)}
    assert [[f"`{name}`", said] for name, said in by_rule.items()] == rows_under("What the program refuses by a rule")


# -- the matrix of results ----------------------------------------------------------------------------------------


def test_the_matrix_is_the_one_of_the_engine() -> None:
    """A test of the engine reads the table in the docstring and plays each of its rows."""
    lines = str(importlib.import_module("scoring.results").__doc__).splitlines()
    edges = [number for number, line in enumerate(lines) if line.startswith("=====")]
    engine = [re.split(r"\s{2,}", line.strip()) for line in lines[edges[1] + 1 : edges[2]]]
    assert [[code(kind), *cells] for kind, *cells in rows_under("How a result counts")] == engine


# -- the presets and where their values are from ------------------------------------------------------------------


def own_marks(module: Any) -> dict[str, bool]:
    """Field → whether the comment beside its value says that it is ours, in one file of a preset."""
    lines = re.findall(r'^    "(\w+)": .*?  # (.*)$', inspect.getsource(module).split("FINAL: Final")[0], re.M)
    return {name: comment.startswith("ours") for name, comment in lines}


def value_in_document(value: Any) -> str:
    if isinstance(value, dict):
        signed = [f"{value[f'{side}_difference']:+d}".replace("-", "−") for side in ("winner", "loser")]
        return f"{value['winner_points']}–{value['loser_points']}, {' / '.join(signed)}"
    if isinstance(value, list):
        return ", ".join(value)
    if value is None or isinstance(value, bool):
        return {None: "—", True: "yes", False: "no"}[value]
    return str(value)


def preset_column(name: str) -> dict[str, str]:
    """A preset's column: field → value, slanted where it is ours."""
    modules = [importlib.import_module(f"scoring.presets.{name}")]
    if modules[0].VALUES.keys() - own_marks(modules[0]).keys():
        modules.insert(0, importlib.import_module("scoring.presets.fdr"))  # which it takes over and changes
    ours: dict[str, bool] = {}
    for module in modules:
        ours |= own_marks(module)
    values = scoring.PRESETS[name].values
    return {
        field: f"*{value_in_document(values[field])}*" if ours[field] else value_in_document(values[field])
        for field in scoring.FIELDS
    }


def test_every_value_of_a_preset_is_documented_with_its_origin() -> None:
    columns = [preset_column(name) for name in scoring.PRESETS]
    assert [[f"`{field}`", *(column[field] for column in columns)] for field in scoring.FIELDS] == rows_under(
        "Where a preset's values are from"
    )


def test_every_preset_names_its_source() -> None:
    sources = [
        [name, str(importlib.import_module(f"scoring.presets.{name}").__doc__).splitlines()[0]]
        for name in scoring.PRESETS
    ]
    assert [[code(name), source] for name, source in rows_under("The sources of the presets")] == sources


# -- words for everything that the rules say ----------------------------------------------------------------------


def test_every_sentence_of_the_engine_is_a_message_word_for_word() -> None:
    assert in_english(rule_phrases.REFUSED_BY_RULE) == scoring.REFUSALS
    assert in_english(rule_phrases.NEXT) == scoring.REASONS
    assert in_english(rule_phrases.QUESTIONS) == scoring.QUESTIONS
    assert set(rule_phrases.WHYS) == set(scoring.WHYS)


def test_every_infraction_is_a_message_word_for_word() -> None:
    titles = {line.title for table in scoring.SANCTIONS.values() for line in table.infractions.values()}
    assert in_english(rule_phrases.INFRACTIONS) == {title: title for title in titles}


def sentences() -> Iterator[str]:
    """Everything that is said of the rules: refusals, steps, reasons, infractions, fields and their values."""
    groups: list[Mapping[Any, Any]] = [
        refusals.REFUSALS,
        rule_phrases.REFUSED_BY_RULE,
        rule_phrases.NEXT,
        rule_phrases.QUESTIONS,
        rule_phrases.WHYS,
        rule_phrases.INFRACTIONS,
        regulation_phrases.PRESETS,
        regulation_phrases.FIELDS,
        regulation_phrases.HELP,
        *regulation_phrases.VALUES.values(),
    ]
    for group in groups:
        yield from in_english(group).values()


CATALOGUES = sorted((ROOT / "tournament" / "locale").glob("*/LC_MESSAGES/django.po"))


class Untranslated(gettext.NullTranslations):
    """What answers for a message that a catalogue doesn't have."""

    def gettext(self, message: str) -> str:
        return ""


def translations(catalogue: Path, folder: Path) -> gettext.GNUTranslations:
    """The finished translations of a catalogue; what is only guessed isn't among them."""
    compiled = folder / "django.mo"
    subprocess.run(["msgfmt", f"--output-file={compiled}", str(catalogue)], check=True)
    with compiled.open("rb") as file:
        said = gettext.GNUTranslations(file)
    said.add_fallback(Untranslated())
    return said


def test_every_sentence_of_the_rules_is_said_in_every_language(tmp_path: Path) -> None:
    if shutil.which("msgfmt") is None:
        pytest.skip("gettext is not installed: apt-get install gettext")
    missing = [
        f"{catalogue.parent.parent.name}: {sentence}"
        for catalogue in CATALOGUES
        for said in [translations(catalogue, tmp_path)]
        for sentence in sentences()
        if not said.gettext(sentence)
    ]
    assert missing == []

"""The house keeps its own rules: those that no other tool looks after. Each test names the offenders."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import environ
from django.urls import URLPattern, URLResolver, get_resolver

ROOT = Path(__file__).resolve().parent.parent
REQUIREMENT = re.compile(r"^([A-Za-z0-9][A-Za-z0-9_.-]*)", re.M)


def _sources(*folders: str, pattern: str = "*.py") -> list[Path]:
    return [path for folder in folders for path in sorted((ROOT / folder).rglob(pattern))]


def _here(path: Path) -> str:
    return str(path.relative_to(ROOT))


def _imported(path: Path) -> Iterator[str]:
    """The modules that a file imports, as they are named there."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield str(node.module)


# -- the engine ----------------------------------------------------------------------------------------------


def test_the_engine_needs_nothing_but_the_standard_library() -> None:
    own = {*sys.stdlib_module_names, "scoring"}
    foreign = [
        f"{_here(path)}: {name}"
        for path in _sources("scoring")
        for name in _imported(path)
        if name.partition(".")[0] not in own
    ]
    assert foreign == []


def test_the_program_says_scoring_deal_and_never_deal_alone() -> None:
    unclear = [
        _here(path)
        for path in _sources("tournament")
        if re.search(r"^\s*from scoring\b", path.read_text(encoding="utf-8"), re.M)
    ]
    assert unclear == []


# -- routes --------------------------------------------------------------------------------------------------


def _routes() -> list[tuple[str, URLPattern]]:
    """The feature and the pattern of every route of our own."""
    return [
        (str(resolver.app_name), pattern)
        for resolver in get_resolver().url_patterns
        if isinstance(resolver, URLResolver) and (ROOT / "tournament" / str(resolver.app_name)).is_dir()
        for pattern in resolver.url_patterns
    ]


def test_a_route_its_view_and_its_feature_bear_one_name() -> None:
    odd = [
        f"{feature}:{route.name} -> {route.callback.__module__}.{route.callback.__name__}"
        for feature, route in _routes()
        if route.callback.__module__.split(".")[:3] != ["tournament", feature, "views"]
        or route.callback.__name__.rstrip("_") != route.name
    ]
    assert odd == []


def test_every_route_is_asked_for_in_the_tests_of_its_feature() -> None:
    untested = []
    for feature, route in _routes():
        tests = "".join(path.read_text(encoding="utf-8") for path in _sources(f"tests/tournament/{feature}"))
        if f'"{feature}:{route.name}"' not in tests:
            untested.append(f"{feature}:{route.name}")
    assert untested == []


# -- pages ---------------------------------------------------------------------------------------------------

TAG = re.compile(r"{%.*?%}|{#.*?#}|{{.*?}}", re.S)
INLINE = {
    "a script in the page": re.compile(r"<script(?![^>]*\bsrc=)[^>]*>(?!\s*</script>)", re.I),
    "a style in the page": re.compile(r"<style\b", re.I),
    "a style attribute": re.compile(r"\sstyle\s*=", re.I),
    "an event attribute": re.compile(r"<[^>]*\son[a-z]+\s*=", re.I),
}


def test_no_page_has_a_script_or_a_style_that_the_content_security_policy_refuses() -> None:
    inline = [
        f"{_here(path)}: {what}"
        for path in _sources("templates", pattern="*.html")
        for what, pattern in INLINE.items()
        if pattern.search(TAG.sub("", path.read_text(encoding="utf-8")))
    ]
    assert inline == []


# -- documentation -------------------------------------------------------------------------------------------


def test_every_variable_of_the_environment_is_explained() -> None:
    code = (ROOT / "tournament" / "settings.py").read_text(encoding="utf-8")
    kinds = "|".join(name for name in dir(environ.Env) if not name.startswith("_"))
    read = set(re.findall(rf"\benv\.(?:{kinds})\(\s*\"([A-Z_]+)\"", code))
    explained = set(re.findall(r"^\| `([A-Z_]+)`", (ROOT / "docs" / "settings.md").read_text("utf-8"), re.M))

    assert read == explained


def test_every_requirement_has_its_version_and_its_reason() -> None:
    wanted = {
        name.lower()
        for file in ("requirements.txt", "requirements-dev.txt")
        for name in REQUIREMENT.findall((ROOT / file).read_text(encoding="utf-8"))
    }
    constraints = (ROOT / "constraints.txt").read_text(encoding="utf-8").replace("_", "-")
    pinned = {name.lower() for name in REQUIREMENT.findall(constraints)}
    decisions = (ROOT / "docs" / "decisions.md").read_text(encoding="utf-8").lower()

    assert sorted(wanted - pinned) == []
    assert sorted(name for name in wanted if f"`{name}`" not in decisions) == []


def test_every_link_between_documents_leads_somewhere() -> None:
    documents = [*ROOT.glob("*.md"), *_sources("docs", pattern="*.md")]
    dead = [
        f"{_here(document)}: {target}"
        for document in documents
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", document.read_text(encoding="utf-8"))
        if "://" not in target and not (document.parent / target).exists()
    ]
    assert dead == []


def test_every_exception_from_a_check_gives_its_reason() -> None:
    bare = [
        f"{_here(path)}: {line.strip()}"
        for path in _sources("scoring", "tournament", "tests", ".ci")
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.search(r"#\s*noqa(: [A-Z0-9, ]+)?$", line)
    ]
    assert bare == []

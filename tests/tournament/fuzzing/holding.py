"""What holds after every request, whoever sent whatever."""

import json
import re
from collections.abc import Iterator
from hashlib import sha256
from typing import Any
from urllib.parse import unquote_to_bytes

from django.apps import apps
from django.db.models import Model
from django.urls import Resolver404, resolve

from tournament.audit.chain import verify
from tournament.exchange.checks import problems
from tournament.exchange.queries import dump
from tournament.models import Tournament

from .asking import Answer, Request
from .values import LANGUAGES
from .world import RIGHTS, Somebody

OF_EVERYBODY = {
    "django_session",
    "tournament_signin",
    "axes_accessattempt",
    "axes_accesslog",
    "axes_accessfailurelog",
    "tournament_user",
    "tournament_job",
    "otp_totp_totpdevice",
    "otp_static_staticdevice",
    "otp_static_statictoken",
}
"""What belongs to no tournament."""

SAFE = ("GET", "HEAD", "OPTIONS")
BY_READING = {"access:open_link", "access:accept", "hall:my_table"}
"""Reading is an act there: a card is used."""

TAGS = re.compile(r"<(script|style)\b.*?</\1>|<[^>]*>", re.S)
LANG = re.compile(r'<html[^>]* lang="([\w-]+)"')


def faults(request: Request, answer: Answer, who: Somebody) -> Iterator[str]:
    """What is wrong with an answer."""
    if answer.thrown or answer.status >= 500:
        yield f"{answer.status}: {answer.thrown.strip().splitlines()[-1] if answer.thrown else 'no exception'}"
        return
    if "Traceback (most recent call last)" in answer.text:
        yield "a traceback is shown"
    yield from _unreadable(request, answer)
    yield from _overstepped(request, answer, who)


def _unreadable(request: Request, answer: Answer) -> Iterator[str]:
    if request.method == "HEAD":
        if answer.content:
            yield "HEAD is answered with a body"
        return
    if answer.status in (204, 304, 412) or 300 <= answer.status < 400:
        return
    if answer.kind == "application/json":
        try:
            json.loads(answer.content)
        except ValueError:
            yield "what is called JSON is none"
    if answer.status >= 400 and request.method != "OPTIONS" and len(TAGS.sub("", answer.text).strip()) < 12:
        yield f"{answer.status} without a word"
    if answer.kind == "text/html" and "HTTP_HX_REQUEST" not in request.headers:
        yield from _in_another_language(request, answer)


def _in_another_language(request: Request, answer: Answer) -> Iterator[str]:
    wanted = LANGUAGES.get(request.headers.get("HTTP_ACCEPT_LANGUAGE", ""))
    said = LANG.search(answer.text)
    if said and wanted and "django_language" not in request.cookies and said[1] != wanted:
        yield f"in {said[1]}, not in {wanted}"


def _overstepped(request: Request, answer: Answer, who: Somebody) -> Iterator[str]:
    """Whoever may not has got nothing, and written nothing; whoever reads has written nothing."""
    wrote = {table for table in answer.wrote if table.startswith("tournament_")} - OF_EVERYBODY
    if request.method in SAFE and wrote and request.route not in BY_READING:
        yield f"reading writes {sorted(wrote)}"
    named = _named(request)
    if named is None or ((named, "GET") not in RIGHTS and (named, "POST") not in RIGHTS):
        return
    if not who.may(named, request.method, _given(request)):
        if answer.status < 300 and request.method != "OPTIONS":
            yield "it was answered to somebody who may not ask"
        if wrote:
            yield f"somebody who may not wrote {sorted(wrote)}"


def _named(request: Request) -> str | None:
    """The route that the address leads to, which may be another than was meant."""
    try:
        return resolve(_path(request)).view_name
    except Resolver404:
        return None


def _given(request: Request) -> dict[str, str]:
    return {name: str(value) for name, value in resolve(_path(request)).kwargs.items()}


def _path(request: Request) -> str:
    return unquote_to_bytes(request.path).decode("utf-8", "replace")


# -- what is kept ---------------------------------------------------------------------------------------------------


def versions() -> dict[str, tuple[int, int]]:
    """How far each tournament and its journal have come; any act raises both."""
    found = Tournament.objects.order_by("slug").values_list("slug", "version", "journal__number")
    far: dict[str, tuple[int, int]] = {}
    for slug, version, number in found:
        far[slug] = (version, max(number or 0, far.get(slug, (0, 0))[1]))
    return far


def broken(cup: Tournament) -> list[str]:
    """What doesn't hold in a tournament: its journal's chain, or what its file would say."""
    found = [f"journal {fault.number}: {fault.kind}" for fault in verify(cup.journal.all()).faults]
    document = json.loads(json.dumps(dump(cup)))
    return [*found, *(f"file {problem}" for problem in problems(document))]


def fingerprint(cup: Tournament) -> str:
    """All rows of a tournament, of whatever table."""
    said: list[Any] = [Tournament.objects.filter(pk=cup.pk).values_list().get()]
    for model, way in _tables():
        said.append(list(model._default_manager.filter(**{way: cup.pk}).order_by("pk").values_list()))
    return sha256(repr(said).encode("utf-8", "surrogatepass")).hexdigest()


def _tables() -> Iterator[tuple[type[Model], str]]:
    for model in apps.get_app_config("tournament").get_models():
        way = _way(model)
        if way:
            yield model, way


def _way(model: type[Model], deep: int = 4) -> str:
    """How a row leads to its tournament; empty if it leads to none."""
    named = [each for each in model._meta.get_fields() if each.many_to_one or each.one_to_one]
    foreign = [each for each in named if each.concrete]
    if any(each.related_model is Tournament for each in foreign):
        return next(each.name for each in foreign if each.related_model is Tournament)
    for each in foreign if deep else ():
        if further := _way(each.related_model, deep - 1):  # type: ignore[arg-type]
            return f"{each.name}__{further}"
    return ""

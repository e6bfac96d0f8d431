"""How an answer goes out: to every origin, with the tournament's version as its ETag, rendered once a version.

What is asked for here is published, and the same for everyone: no cookie is read, so any page may ask (CORS), any
proxy may keep the answer, and nobody sees by it more than without being logged in.
"""

import re
from collections.abc import Callable
from functools import wraps
from hashlib import sha256

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from pydantic import ValidationError

from tournament.models import Tournament
from tournament.phrases import Refused, sentence

from .shapes import Page

READING = ("GET", "HEAD", "OPTIONS")
KEPT = 3600
"""Seconds for which rendered bytes are kept; a new version is another key."""
WORTH_KEEPING = re.compile(r"(after=\d{1,5})?")
"""What an address may ask for if its answer is to be kept: the ways to ask for parts have no end, a cache has."""
OPEN = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": ", ".join(READING),
    "Access-Control-Allow-Headers": "If-None-Match, Accept-Language",
    "Access-Control-Expose-Headers": "ETag",
    "Access-Control-Max-Age": "86400",
}

View = Callable[..., HttpResponseBase]


def for_everyone(view: View) -> View:
    """A view of published data as other programs ask for it; `slug` among its arguments says whose version counts."""

    @wraps(view)
    def answered(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if request.method == "OPTIONS":
            answer: HttpResponseBase = HttpResponse(status=204)
        elif request.method not in READING:
            answer = refusal(_("This is only read: GET, HEAD and OPTIONS are answered."), 405)
            answer["Allow"] = ", ".join(READING)
        else:
            answer = _read(view, request, *args, **kwargs)
        for name, value in OPEN.items():
            answer[name] = value
        return answer

    # Nothing is changed and no cookie is read, so a foreign page can't do harm in anybody's name.
    vars(answered)["csrf_exempt"] = True
    return answered


def refusal(sentence: str, status: int) -> JsonResponse:
    """Why there is no answer."""
    return JsonResponse({"detail": sentence}, status=status, json_dumps_params={"ensure_ascii": False})


def site_of(request: HttpRequest) -> str:
    """How addresses begin that are written into an answer."""
    return settings.PUBLIC_URL or f"{request.scheme}://{request.get_host()}"


def _read(view: View, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
    etag = _etag(request, kwargs.get("slug"))
    # Whoever names this very ETag has read the answer before. What `*` and If-Match ask for is known when there is one.
    is_known = etag is not None and etag in request.headers.get("If-None-Match", "")
    unchanged = get_conditional_response(request, etag=etag) if is_known else None
    answer = unchanged or _kept(etag) or _rendered(view, request, etag, *args, **kwargs)
    if etag and answer.status_code == 200 and isinstance(answer, HttpResponse):
        answer = get_conditional_response(request, etag=etag, response=answer) or answer
    if etag and answer.status_code in (200, 304):
        answer["ETag"] = etag
    # It may be kept by everyone, who asks each time whether it still holds.
    answer["Cache-Control"] = "public, no-cache"
    patch_vary_headers(answer, ["Accept-Language"])
    return answer


def _rendered(view: View, request: HttpRequest, etag: str | None, *args: object, **kwargs: object) -> HttpResponseBase:
    # The server leaves the body of an answer to HEAD out.
    method, request.method = request.method, "GET"
    asked = request.META["QUERY_STRING"]
    try:
        answer = view(request, *args, **kwargs)
    except Refused as refused:
        return refusal(sentence(refused), 404)
    finally:
        request.method = method
    if etag and answer.status_code == 200 and isinstance(answer, HttpResponse) and WORTH_KEEPING.fullmatch(asked):
        cache.set(f"api/{etag[1:-1]}", (answer.content, answer["Content-Type"]), KEPT)
    return answer


def _etag(request: HttpRequest, slug: object) -> str | None:
    """What an answer depends on; None where there is no such public tournament.

    The list of tournaments depends on how many there are, and on those that it shows: not on ten thousand others.
    """
    shown = Tournament.objects.filter(is_public=True)
    if slug is None:
        part = _part_of_list(request)
        version: object = (shown.count(), list(shown.values_list("pk", "version")[part]))
    else:
        version = shown.filter(slug=slug).values_list("pk", "version").first()
        if version is None:
            return None
    what = (settings.VERSION, version, site_of(request), request.get_full_path(), get_language())
    return f'"{sha256(repr(what).encode()).hexdigest()[:32]}"'


def _part_of_list(request: HttpRequest) -> slice:
    """The part that is asked for; of what can't be asked for the answer is an error, which has no version."""
    try:
        page = Page.model_validate({name: request.GET[name] for name in Page.model_fields if name in request.GET})
    except ValidationError:
        page = Page()
    return slice(page.offset, page.offset + page.limit)


def _kept(etag: str | None) -> HttpResponse | None:
    """The answer as it was rendered before for the same version."""
    kept = cache.get(f"api/{etag[1:-1]}") if etag else None
    return HttpResponse(kept[0], content_type=kept[1]) if kept else None

"""The first of all middlewares: what it can answer costs nothing of the others."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.urls import Resolver404, resolve

from .drawing import draw_soon, drawn, drawn_once, may_lag
from .keeping import Packed, kept, labelled, unpacked
from .reading import reading_of

View = Callable[..., HttpResponse]

AGAIN = "Live-Again"
"""The header that asks a page to come back in a moment."""


def live(view: View) -> View:
    """For views of a tournament's published pages: `middleware` answers for them while it can."""

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        vars(request)["live"] = vars(request).get("reading")
        try:
            return view(request, *args, **kwargs)
        except Exception:
            # The page of the error asks for no news.
            del vars(request)["live"]
            raise

    vars(answered)["is_live"] = True
    return answered


def middleware(get_response: View) -> View:
    """The first of all: what it can answer costs nothing of the others."""

    def answer(request: HttpRequest) -> HttpResponse:
        reading = reading_of(request)
        if reading is None:
            return get_response(request)
        if reading.etag in request.META.get("HTTP_IF_NONE_MATCH", ""):
            return labelled(HttpResponseNotModified(), reading.etag, shared=reading.shared)
        packed = kept(reading.address) if reading.shared else None
        if packed and packed.etag == reading.etag:
            return unpacked(request, packed)
        vars(request)["reading"] = reading
        if packed and may_lag(reading, packed):
            draw_soon(request, reading, get_response)
            return _a_moment_old(request, packed)
        if not _is_live(request):
            return get_response(request)
        return (drawn_once if reading.shared else drawn)(request, reading, get_response)

    return answer


def _a_moment_old(request: HttpRequest, packed: Packed) -> HttpResponse:
    if packed.etag in request.META.get("HTTP_IF_NONE_MATCH", ""):
        response = labelled(HttpResponseNotModified(), packed.etag, shared=True)
    else:
        response = unpacked(request, packed)
    response.headers[AGAIN] = "1"
    return response


def _is_live(request: HttpRequest) -> bool:
    try:
        return hasattr(resolve(request.path_info).func, "is_live")
    except Resolver404:
        return False

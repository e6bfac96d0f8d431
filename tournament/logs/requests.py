"""The outermost of all middlewares: gives a request its id, and writes down how it was answered."""

import logging
import re
import time
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, ResolverMatch, resolve

from tournament.logs.context import request_id

HEADER = "X-Request-ID"
GIVEN = re.compile(r"[A-Za-z0-9._-]{8,64}")
"""How an id looks that is taken from whoever asks; any other is replaced by one of our own."""

logger = logging.getLogger(__name__)
View = Callable[[HttpRequest], HttpResponse]


def middleware(get_response: View) -> View:
    """Each answer tells the id of its request, by which its lines are found in the log."""

    def answer(request: HttpRequest) -> HttpResponse:
        begun = time.perf_counter()
        given = request.headers.get(HEADER, "")
        token = request_id.set(given if GIVEN.fullmatch(given) else uuid4().hex)
        try:
            response = get_response(request)
            response.headers[HEADER] = request_id.get()
            if logger.isEnabledFor(logging.INFO):
                _write(request, response, time.perf_counter() - begun)
        finally:
            request_id.reset(token)
        return response

    return answer


def route_of(request: HttpRequest) -> ResolverMatch | None:
    """The route of a request; what the first middlewares answer has never been looked up."""
    if request.resolver_match is not None:
        return request.resolver_match
    try:
        return resolve(request.path_info)
    except Resolver404:
        return None


def _write(request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    route = route_of(request)
    # For whom no account was looked up, none is looked up for the log.
    user: Any = vars(request).get("_cached_user")
    fields = {
        "method": request.method,
        "path": request.path,
        "view": route.view_name if route else None,
        "tournament": route.kwargs.get("slug") if route else None,
        "user": getattr(user, "pk", None),
        "status": response.status_code,
        "ms": round(seconds * 1000, 1),
    }
    logger.info("%s %s %s", request.method, request.path, response.status_code, extra={"fields": fields})

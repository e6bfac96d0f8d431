"""A request whose transaction was given up for another's is done once more, if nothing of it has been written.

PostgreSQL ends a deadlock by giving one of the two up; all of it is undone. Whoever pressed the button can't do any
better about that than press it again, so that is done for him: once, and only if no other transaction of the same
request has been committed. Letters and messages are sent by jobs, which begin after a commit: so nothing was sent.
"""

import logging
from collections.abc import Callable
from typing import Any

from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse

from .causes import COLLIDED, outage_in

SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")
WRITES = ("INSERT", "UPDATE", "DELETE")

logger = logging.getLogger(__name__)
View = Callable[[HttpRequest], HttpResponse]
Execute = Callable[[str, Any, bool, dict[str, Any]], Any]


class _Again(HttpResponse):
    """In place of an answer: the request is to be done once more."""


def middleware(get_response: View) -> View:
    """The innermost of all: what it does again is the view alone."""

    def answer(request: HttpRequest) -> HttpResponse:
        if request.method in SAFE:
            return get_response(request)
        with connection.execute_wrapper(_watching(request)):
            response = get_response(request)
            if isinstance(response, _Again):
                for _name, files in request.FILES.lists():
                    for file in files:
                        file.seek(0)
                response = get_response(request)
        return response

    def process_exception(request: HttpRequest, exception: Exception) -> HttpResponse | None:
        outage = outage_in(exception)
        if outage is None or outage.code != COLLIDED or has_written(request) or vars(request).get("repeated"):
            return None
        vars(request)["repeated"] = True
        logger.warning("%s %s is done once more: %s", request.method, request.path, outage.said)
        return _Again(status=503)

    vars(answer)["process_exception"] = process_exception
    return answer


def has_written(request: HttpRequest) -> bool:
    """Whether anything that this request has written is committed."""
    return bool(vars(request).get("has_written"))


def _watching(request: HttpRequest) -> Callable[..., Any]:
    def note() -> None:
        vars(request)["has_written"] = True

    def watch(execute: Execute, sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        result = execute(sql, params, many, context)
        if sql.lstrip()[:6].upper() in WRITES:
            # After the commit, or now where there is no transaction; never if it is rolled back.
            transaction.on_commit(note)
        return result

    return watch

"""A request as it comes over the wire, byte by byte, and what was answered, written and thrown."""

import re
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote_to_bytes

from django.core.signals import got_request_exception
from django.db import connection
from django.http import HttpResponseBase
from django.test import RequestFactory
from django.test.client import ClientHandler, FakePayload

WRITES = re.compile(r'\s*(?:INSERT INTO|UPDATE|DELETE FROM) "(\w+)"')


@dataclass
class Request:
    """What is sent. headers: as the gateway names them."""

    route: str
    given: dict[str, str]
    who: str
    method: str
    path: str
    query: str = ""
    body: bytes = b""
    content_type: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    cookies: str = ""

    def __str__(self) -> str:
        """All that is needed to send it again."""
        asked = self.path + (f"?{self.query}" if self.query else "")
        body = self.body if len(self.body) < 3000 else self.body[:1500] + b" ... " + self.body[-500:]
        said = f"{self.who}: {self.method} {asked[:600]} ({self.route}) {self.headers} {self.content_type}"
        return f"{said}\n    {body!r}"


@dataclass
class Answer:
    """What came back. wrote: the tables to which something was written, undone or not."""

    status: int
    content: bytes
    headers: dict[str, str]
    wrote: set[str]
    thrown: str = ""

    @property
    def kind(self) -> str:
        return self.headers.get("Content-Type", "").partition(";")[0]

    @property
    def text(self) -> str:
        return self.content.decode("utf-8", "replace")


class Wire(RequestFactory):
    """Sends requests to the program in this process."""

    def __init__(self) -> None:
        super().__init__()
        self.handler = ClientHandler(enforce_csrf_checks=False)

    def send(self, request: Request) -> Answer:
        wrote: set[str] = set()
        thrown: list[str] = []
        with _listening(wrote, thrown):
            try:
                response = self.handler(self._environ(request))
                content = _content(response)
            except Exception:
                return Answer(500, b"", {}, wrote, traceback.format_exc())
        return Answer(response.status_code, content, dict(response.headers), wrote, "\n".join(thrown))

    def _environ(self, request: Request) -> dict[str, Any]:
        said: dict[str, Any] = {
            "PATH_INFO": unquote_to_bytes(request.path).decode("latin-1"),
            "QUERY_STRING": request.query,
            "REQUEST_METHOD": request.method,
            "wsgi.input": FakePayload(request.body),
            "HTTP_COOKIE": request.cookies,
            **request.headers,
        }
        if request.body or request.method in ("POST", "PUT", "PATCH"):
            said["CONTENT_LENGTH"] = str(len(request.body))
            said["CONTENT_TYPE"] = request.content_type
        return self._base_environ() | said


def _content(response: HttpResponseBase) -> bytes:
    parts = response.streaming_content if response.streaming else [response.content]  # type: ignore[attr-defined]
    return b"".join(parts)


@contextmanager
def _listening(wrote: set[str], thrown: list[str]) -> Iterator[None]:
    """Note the tables that are written to, and every exception that becomes a fault of the server."""

    def note(execute: Any, sql: str, parameters: Any, many: bool, context: Any) -> Any:
        if named := WRITES.match(sql):
            wrote.add(named[1])
        return execute(sql, parameters, many, context)

    def hear(**_said: Any) -> None:
        thrown.append(traceback.format_exc())

    got_request_exception.connect(hear)
    try:
        with connection.execute_wrapper(note):
            yield
    finally:
        got_request_exception.disconnect(hear)

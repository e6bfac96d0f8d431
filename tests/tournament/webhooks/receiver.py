"""Another program's side: a real server on loopback that keeps what it is sent and answers as it is told."""

import hmac
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


@dataclass(frozen=True)
class Message:
    """What came in."""

    path: str
    headers: dict[str, str]
    body: bytes

    def is_signed_with(self, secret: str) -> bool:
        """Whether its signature is good, by the specification and not by our code."""
        key = b64decode(secret.removeprefix("whsec_"))
        signed = f"{self.headers['webhook-id']}.{self.headers['webhook-timestamp']}.".encode() + self.body
        expected = "v1," + b64encode(hmac.new(key, signed, sha256).digest()).decode()
        return hmac.compare_digest(expected, self.headers["webhook-signature"])


Answering = Callable[[BaseHTTPRequestHandler], None]


def saying(status: int, text: str = "", **headers: str) -> Answering:
    """An answer of this status."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(text.encode()))}.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(text.encode())

    return answer


@dataclass
class Receiver:
    """The server: `received` so far, and how it will answer; the last answer stays."""

    url: str = ""
    received: list[Message] = field(default_factory=list)
    answers: list[Answering] = field(default_factory=lambda: [saying(200, "ok")])

    def take(self, handler: BaseHTTPRequestHandler) -> None:
        body = handler.rfile.read(int(handler.headers["Content-Length"]))
        headers = {name.lower(): value for name, value in handler.headers.items()}
        self.received.append(Message(handler.path, headers, body))
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        answer(handler)


@contextmanager
def receiving() -> Iterator[Receiver]:
    """A receiver on a free port."""
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            receiver.take(self)

        def log_message(self, *said: object) -> None:
            """Nothing is printed."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    receiver.url = f"http://127.0.0.1:{server.server_port}/hook"
    thread = Thread(target=server.serve_forever, args=[0.01], daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
        thread.join()

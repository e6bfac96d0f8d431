"""A real mail server on loopback that keeps what it is given, or refuses it."""

import socketserver
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from threading import Thread


@dataclass
class PostOffice:
    """The server: its port, the letters so far, and whether it takes any."""

    port: int = 0
    letters: list[EmailMessage] = field(default_factory=list)
    takes: bool = True


@contextmanager
def post_office() -> Iterator[PostOffice]:
    """A mail server on a free port."""
    office = PostOffice()

    class Talk(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.wfile.write(b"220 here\r\n")
            for line in self.rfile:
                word = line[:4].upper().strip()
                if word == b"QUIT":
                    self.wfile.write(b"221 bye\r\n")
                    return
                if word == b"RCPT" and not office.takes:
                    self.wfile.write(b"451 later\r\n")
                elif word == b"DATA":
                    self.wfile.write(b"354 go on\r\n")
                    letter = b"".join(iter(self.rfile.readline, b".\r\n"))
                    office.letters.append(message_from_bytes(letter, policy=policy.default))
                    self.wfile.write(b"250 taken\r\n")
                else:
                    self.wfile.write(b"250 well\r\n")

    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Talk)
    server.daemon_threads = True
    office.port = server.server_address[1]
    thread = Thread(target=server.serve_forever, args=[0.01], daemon=True)
    thread.start()
    try:
        yield office
    finally:
        server.shutdown()
        server.server_close()
        thread.join()

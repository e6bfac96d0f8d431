"""One message over the wire: to a public address only, without redirects, within bounds of time and size.

Whoever registers an address could otherwise make the server ask its own neighbours. So the name is resolved here, at
each sending, all its addresses are looked at, and the connection goes to one of just these: a name that points
elsewhere a moment later leads nowhere.
"""

import ssl
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from socket import IPPROTO_TCP, SHUT_RDWR, SOCK_STREAM, create_connection, getaddrinfo, socket
from threading import Event, Timer
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

SILENCE = 5.0
"""Seconds without a byte after which an address is taken for dead."""
ALTOGETHER = 10.0
"""Seconds that a message may take in all, however busily it is answered."""
MOST_READ = 200
"""Bytes of an answer that are read, for the organiser to see."""
MOST_TRIED = 2
"""Addresses of one name that are tried."""
PORTS = {"http": 80, "https": 443}
# IPv6 addresses in which a translator finds one of IPv4.
TRANSLATED = ip_network("64:ff9b::/96")


@dataclass(frozen=True)
class Limits:
    """How long an address may say nothing, how long a message may take in all (seconds), and how many bytes of the
    answer are read.
    """

    silence: float
    altogether: float
    most_read: int


NOT_PUBLIC = "not a public address"
TOO_SLOW = "too slow"


class NotPublic(Exception):
    """A name leads to an address of a private network."""


@dataclass(frozen=True)
class Answer:
    """What came of an attempt. status: of the answer, None where none came; text: its beginning, or the fault."""

    status: int | None
    text: str

    @property
    def is_good(self) -> bool:
        """Whether the message has arrived: any status from 200 to 299."""
        return self.status is not None and 200 <= self.status < 300


def send(url: str, body: bytes, headers: Mapping[str, str], limits: Limits | None = None) -> Answer:
    """Send a message; whatever goes wrong is the answer. limits: those above, unless others are given."""
    limits = limits or Limits(SILENCE, ALTOGETHER, MOST_READ)
    try:
        target = urlsplit(url)
        host, port = target.hostname or "", target.port or PORTS[target.scheme]
        connection = HTTPConnection(host, port, timeout=limits.silence)
        connection.default_port = PORTS[target.scheme]
        connection.sock = _reached(_addresses(host, port), port, limits.silence)
    except NotPublic:
        return Answer(None, NOT_PUBLIC)
    except (OSError, ValueError, KeyError) as fault:
        return Answer(None, _words(fault))
    if target.scheme == "https":
        context = ssl.create_default_context()
        connection.sock = context.wrap_socket(connection.sock, server_hostname=host, do_handshake_on_connect=False)
    return _in_time(connection, limits, lambda: _asked(connection, target, body, headers, limits.most_read))


def _in_time(connection: HTTPConnection, limits: Limits, ask: Callable[[], Answer]) -> Answer:
    """The answer, or that none came before the connection was cut."""
    late = Event()
    cut = Timer(limits.altogether, _cut, [connection.sock, late])
    cut.start()
    try:
        return ask()
    except (OSError, HTTPException, AttributeError, ValueError) as fault:
        # A socket that is cut between two steps of TLS has lost an attribute; a header may hold what none can.
        return Answer(None, TOO_SLOW if late.is_set() or isinstance(fault, TimeoutError) else _words(fault))
    finally:
        cut.cancel()
        connection.close()


def _asked(
    connection: HTTPConnection, target: SplitResult, body: bytes, headers: Mapping[str, str], most_read: int
) -> Answer:
    if isinstance(connection.sock, ssl.SSLSocket):
        connection.sock.do_handshake()
    path = (target.path or "/") + (f"?{target.query}" if target.query else "")
    said = {"Content-Type": "application/json", "User-Agent": f"domino-tournament/{settings.VERSION}"}
    connection.request("POST", path, body, said | dict(headers))
    answer = connection.getresponse()
    text = answer.read(most_read).decode("utf-8", "replace").replace("\x00", "\ufffd")
    return Answer(answer.status, text)


def _cut(connection: socket, late: Event) -> None:
    late.set()
    with suppress(OSError):
        connection.shutdown(SHUT_RDWR)


def _addresses(host: str, port: int) -> list[str]:
    """All addresses of a name; NotPublic if one of them isn't, OSError or UnicodeError if it has none."""
    found = [str(each[4][0]) for each in getaddrinfo(host, port, type=SOCK_STREAM, proto=IPPROTO_TCP)]
    if not settings.WEBHOOKS_PRIVATE and not all(map(is_public, found)):
        raise NotPublic
    return found[:MOST_TRIED]


def is_public(address: str) -> bool:
    """Whether an address is reached over the internet by everyone, whatever notation hides it.

    >>> [is_public(each) for each in ("93.184.215.14", "127.0.0.1", "10.1.2.3", "::ffff:192.168.0.1", "169.254.1.1")]
    [True, False, False, False, False]
    """
    value = ip_address(address.partition("%")[0])
    if isinstance(value, IPv6Address):
        inner = value.ipv4_mapped or value.sixtofour
        if value in TRANSLATED:
            inner = IPv4Address(int(value) & 0xFFFFFFFF)
        if inner:
            value = inner
    return value.is_global and not value.is_multicast


def _reached(addresses: list[str], port: int, silence: float) -> socket:
    """A connection to the first of these addresses that answers; the last one's OSError if none does."""
    for address in addresses[:-1]:
        with suppress(OSError):
            return create_connection((address, port), silence)
    return create_connection((addresses[-1], port), silence)


def _words(fault: Exception) -> str:
    """A fault in a line."""
    return f"{type(fault).__name__}: {fault}"[:MOST_READ]

"""A message over the wire: where it may go, and how little its receiver can do to us."""

import socket
import time
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest
from pytest_django import Settings

from tournament.webhooks import sending
from tournament.webhooks.sending import NOT_PUBLIC, TOO_SLOW, Answer, is_public, send

from .receiver import Receiver, saying


def test_a_message_is_a_post_with_its_body_and_headers(receiver: Receiver) -> None:
    answer = send(f"{receiver.url}?to=us", "{«»}".encode(), {"webhook-id": "7"})

    (message,) = receiver.received
    assert answer == Answer(200, "ok")
    assert (message.path, message.body) == ("/hook?to=us", "{«»}".encode())
    assert (message.headers["content-type"], message.headers["webhook-id"]) == ("application/json", "7")


def test_a_redirect_is_an_answer_and_isnt_followed(receiver: Receiver) -> None:
    receiver.answers = [saying(302, Location=receiver.url)]

    answer = send(receiver.url, b"{}", {})

    assert (answer, answer.is_good, len(receiver.received)) == (Answer(302, ""), False, 1)


def test_only_the_beginning_of_an_answer_is_read(receiver: Receiver) -> None:
    receiver.answers = [saying(200, "я" * 1_000_000)]

    assert send(receiver.url, b"{}", {}) == Answer(200, "я" * 100)


def test_an_address_of_the_private_network_is_asked_nothing(receiver: Receiver, settings: Settings) -> None:
    settings.WEBHOOKS_PRIVATE = False

    assert send(receiver.url, b"{}", {}) == Answer(None, NOT_PUBLIC)
    assert receiver.received == []


@pytest.mark.parametrize("found", [["10.0.0.1"], ["93.184.215.14", "127.0.0.1"], ["fd00::1"], ["::ffff:127.0.0.1"]])
def test_a_name_is_asked_nothing_if_any_of_its_addresses_is_private(
    monkeypatch: pytest.MonkeyPatch, found: list[str]
) -> None:
    """What a name leads to is looked at when something is sent, since it may lead elsewhere by then."""
    asked: list[Any] = []
    monkeypatch.setattr(sending, "getaddrinfo", lambda *_about, **_how: [(0, 0, 0, "", (each, 80)) for each in found])
    monkeypatch.setattr(sending, "create_connection", lambda *about: asked.append(about))

    assert send("http://domino.example/", b"{}", {}) == Answer(None, NOT_PUBLIC)
    assert asked == []


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.215.14", True),
        ("2606:2800:21f:cb07:6820:80da:af6b:8b2c", True),
        ("0.0.0.1", False),
        ("127.8.8.8", False),
        ("10.1.1.1", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("224.0.0.1", False),
        ("::", False),
        ("::1", False),
        ("fe80::1%eth0", False),
        ("fd12::1", False),
        ("::ffff:10.0.0.1", False),
        ("64:ff9b::7f00:1", False),
        ("2002:7f00:1::", False),
    ],
)
def test_what_is_a_public_address(address: str, public: bool) -> None:
    assert is_public(address) == public


def test_nobody_there_is_an_answer_in_words(settings: Settings) -> None:
    settings.WEBHOOKS_PRIVATE = True
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        answer = send(f"http://127.0.0.1:{free.getsockname()[1]}/", b"{}", {})

    assert (answer.status, answer.text.partition(":")[0]) == (None, "ConnectionRefusedError")


def test_what_is_no_https_is_an_answer_in_words(receiver: Receiver) -> None:
    answer = send(receiver.url.replace("http:", "https:"), b"{}", {})

    assert (answer.status, answer.text.partition(":")[0]) == (None, "SSLError")


def test_silence_ends(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "SILENCE", 0.05)
    receiver.answers = [lambda _handler: time.sleep(0.3)]

    assert send(receiver.url, b"{}", {}) == Answer(None, TOO_SLOW)


def test_who_answers_drop_by_drop_is_cut_off(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "ALTOGETHER", 0.1)

    def drip(handler: BaseHTTPRequestHandler) -> None:
        for letter in b"HTTP/1.1 200 OK\r\nX: " + b"x" * 40:
            try:
                handler.wfile.write(bytes([letter]))
            except OSError:
                return
            time.sleep(0.01)

    receiver.answers = [drip]
    began = time.monotonic()

    assert send(receiver.url, b"{}", {}) == Answer(None, TOO_SLOW)
    assert time.monotonic() - began < 0.5


@pytest.mark.parametrize("url", ["ftp://example.org/", "http://[", "http:///x", "http://пример..рф/", "nonsense"])
def test_what_is_no_address_is_an_answer_too(url: str) -> None:
    assert send(url, b"{}", {}).status is None

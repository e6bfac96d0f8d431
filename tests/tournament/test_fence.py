"""Files of strangers are taken apart behind a fence: what they cost, and what they learn, is bounded."""

import json
from pathlib import Path

import pytest

from tournament import fence

# Processes of their own, without a database.
pytestmark = pytest.mark.once


def behind(name: str, data: bytes = b"") -> bytes:
    return fence.behind(f"tests.tournament.behind:{name}", data)


def test_the_answer_comes_back() -> None:
    assert behind("length", b"\x00" * 1_000_000) == b"1000000"


@pytest.mark.parametrize(("name", "words"), [("takes_memory", "MemoryError"), ("fails", "not what it seems")])
def test_what_breaks_it_breaks_nobody_else(name: str, words: str) -> None:
    with pytest.raises(fence.Fenced, match=words):
        behind(name)


def test_work_without_end_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fence, "SECONDS", 1)

    with pytest.raises(fence.Fenced, match="ended with -"):
        behind("never_ends")


def test_waiting_without_end_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fence, "PATIENCE", 1.0)

    with pytest.raises(fence.Fenced, match="more than 1 seconds"):
        behind("waits")


def test_no_secret_of_the_program_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "s" * 50)
    monkeypatch.setenv("DATABASE_URL", "postgres://domino:secret@db/domino")

    assert {"SECRET_KEY", "DATABASE_URL", "DATA_DIR"}.isdisjoint(json.loads(behind("environment")))


def test_no_file_is_written(tmp_path: Path) -> None:
    with pytest.raises(fence.Fenced, match="File too large"):
        behind("writes", str(tmp_path / "file").encode())

    assert (tmp_path / "file").read_bytes() == b""


def test_more_than_two_at_once_wait_for_their_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fence, "PATIENCE", 0.1)
    turns = [fence._turns.acquire(), fence._turns.acquire()]
    try:
        with pytest.raises(fence.Fenced, match="no turn came"):
            behind("length")
    finally:
        for _turn in turns:
            fence._turns.release()

    monkeypatch.setattr(fence, "PATIENCE", 60.0)
    assert behind("length", b"12") == b"2"

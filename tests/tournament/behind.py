"""What is done behind a fence in `test_fence.py`: functions of bytes that a hostile file would bring a parser to."""

import json
import os
from pathlib import Path


def length(data: bytes) -> bytes:
    return str(len(data)).encode()


def takes_memory(data: bytes) -> bytes:
    return bytes(4_000_000_000)


def never_ends(data: bytes) -> bytes:
    while True:
        pass


def waits(data: bytes) -> bytes:
    import time

    time.sleep(600)
    return b""


def fails(data: bytes) -> bytes:
    raise ValueError("not what it seems")


def environment(data: bytes) -> bytes:
    return json.dumps(sorted(os.environ)).encode()


def writes(data: bytes) -> bytes:
    Path(data.decode()).write_bytes(b"written")
    return b""

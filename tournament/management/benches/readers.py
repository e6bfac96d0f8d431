"""Hundreds of readers who ask a page for news, as a process: `python readers.py PORT PATH READERS EVERY SECONDS`.

Standard library only. Each reader asks for the part of the page that changes, every so many seconds, with the ETag
that he has got, as live.js does. At the end one line of JSON: milliseconds of each answer by its status, and what
went wrong.
"""

import asyncio
import json
import random
import re
import sys
import time
from collections import defaultdict

JITTER = 0.1
PATIENCE = 30.0
ETAG = re.compile(rb"^etag: (.*?)\r?$", re.I | re.M)
Times = dict[str, list[float]]


async def main(port: int, path: str, readers: int, every: float, seconds: float) -> None:
    """All readers at once, from now on for so many seconds."""
    times: Times = defaultdict(list)
    faults: list[str] = []
    until = time.perf_counter() + seconds
    await asyncio.gather(*(_reader(port, path, every, until, times, faults) for _ in range(readers)))
    print(json.dumps({"times": times, "faults": faults[:20], "fault_count": len(faults)}))


async def _reader(port: int, path: str, every: float, until: float, times: Times, faults: list[str]) -> None:
    await asyncio.sleep(random.uniform(0, every))  # noqa: S311 - nothing secret
    etag = ""
    while time.perf_counter() < until:
        began = time.perf_counter()
        try:
            status, etag = await asyncio.wait_for(_ask(port, path, etag), PATIENCE)
            times[status].append((time.perf_counter() - began) * 1000)
        except (OSError, TimeoutError, ValueError) as error:
            faults.append(f"{type(error).__name__}: {error}")
        pause = every * random.uniform(1 - JITTER, 1 + JITTER)  # noqa: S311 - nothing secret
        await asyncio.sleep(max(0.0, began + pause - time.perf_counter()))


async def _ask(port: int, path: str, etag: str) -> tuple[str, str]:
    """One question; the status of its answer, and the ETag to ask with the next time."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Accept-Encoding: gzip", "Connection: close"]
    lines += ["HX-Request: true", *([f"If-None-Match: {etag}"] if etag else [])]
    writer.write("\r\n".join([*lines, "", ""]).encode())
    answer = await reader.read(-1)
    writer.close()
    head, _, _body = answer.partition(b"\r\n\r\n")
    status = head[9:12].decode()
    found = ETAG.search(head)
    if status not in ("200", "304") or not found:
        raise ValueError(f"answer {status or 'without a word'}")
    return status, found[1].decode()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), float(sys.argv[4]), float(sys.argv[5])))

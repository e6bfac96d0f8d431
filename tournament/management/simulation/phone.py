"""A referee with a phone, as a process: `python phone.py < tables.json`. Standard library only.

Each table is opened by the code of its card. Deals are written turn and turn about on all of the referee's tables, as
the page sends them: with a key, and once more under the same key whenever the answer may have been lost. Some answers
are lost on purpose, some deals sent twice. At the end one line of JSON: what was acknowledged, and what went wrong.
"""

import http.client
import json
import random
import sys
import time
from collections.abc import Iterable
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode

LOST, TWICE = 0.1, 0.1
"""How likely an answer doesn't arrive, and how likely a deal that was answered is sent once more."""
PATIENCE, TRIES = 60.0, 5
CREATED, OK, FOUND = 201, 200, 302
Fields = list[tuple[str, str]]


class Phone:
    """A browser: it keeps cookies, and notes what was acknowledged and what went wrong."""

    def __init__(self, port: int) -> None:
        self.port, self.cookies = port, SimpleCookie()
        self.taken: list[dict[str, Any]] = []
        self.faults: list[str] = []
        self.sent = 0

    def ask(self, path: str, fields: Fields | None = None, *, script: bool = False, deaf: bool = False) -> Any:
        """Status and body of an answer; None where none arrives. deaf: it is sent, and the answer isn't awaited."""
        headers = {"Cookie": "; ".join(f"{name}={each.value}" for name, each in self.cookies.items())}
        headers |= {"Accept": "application/json"} if script else {}
        if fields is not None:
            token = self.cookies["csrftoken"].value
            headers |= {"X-CSRFToken": token, "Content-Type": "application/x-www-form-urlencoded"}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request("GET" if fields is None else "POST", path, urlencode(fields or []), headers)
            if deaf:
                return None
            answer = connection.getresponse()
            for line in answer.headers.get_all("Set-Cookie") or ():
                self.cookies.load(line)
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException) as error:
            self.faults.append(f"{type(error).__name__} at {path}")
            return None
        finally:
            connection.close()

    def open_table(self, code: str) -> None:
        self.ask("/table/")
        self.ask("/table/", [("code", code)])

    def write(self, path: str, key: str, deal: Fields, version: int) -> int | None:
        """Send a deal until it is acknowledged: the version of the protocol after it, None if it never is."""
        fields = [*deal, ("version", str(version)), ("key", key)]
        if random.random() < LOST:  # noqa: S311 - nothing secret
            self.sent += 1
            self.ask(path, fields, script=True, deaf=True)
        for _ in range(TRIES):
            self.sent += 1
            began = time.perf_counter()
            answer = self.ask(path, fields, script=True)
            if answer is None or answer[0] >= 500:
                self.faults += [f"{answer[0]} at {path}"] if answer else []
                continue
            status, body = answer
            if status not in (CREATED, OK):
                self.faults.append(f"{status} at {path}: {body.decode()[:200]}")
                return None
            said = json.loads(body)
            took = (time.perf_counter() - began) * 1000
            self.taken.append({"path": path, "key": said["key"], "number": said["number"], "ms": took})
            return int(said["version"])
        return None

    def write_again(self, path: str, key: str, deal: Fields, version: int) -> None:
        """The same once more under the same key: it is known already."""
        self.sent += 1
        answer = self.ask(path, [*deal, ("version", str(version)), ("key", key)], script=True)
        if answer is None or answer[0] != OK:
            self.faults.append(f"sent again, {answer[0] if answer else 'no answer'} at {path}")

    def have_it_signed(self, path: str, version: int) -> None:
        """The partida is over: the page turns to the players, who sign on paper."""
        for what, fields in (("finish", []), ("sign", [("seats", str(seat)) for seat in (1, 2, 3, 4)])):
            answer = self.ask(f"{path}{what}/", [("version", str(version)), *fields])
            if answer is None or answer[0] != FOUND:
                self.faults.append(f"{answer[0] if answer else 'no answer'} at {path}{what}/")
            version += 1


class Table:
    """A table of the referee: where its protocol is, and which deals are still to be written."""

    def __init__(self, path: str, deals: Iterable[Fields]) -> None:
        self.path, self.version, self.number = path, 0, 0
        self.left = list(deals)

    def play_one(self, phone: Phone) -> None:
        """The next deal; after the last one the signatures."""
        deal = self.left.pop(0)
        self.number += 1
        key = f"{self.number}-{random.getrandbits(64):x}"
        version = phone.write(self.path, key, deal, self.version)
        if version is None:
            self.left.clear()
            return
        if random.random() < TWICE:  # noqa: S311 - nothing secret
            phone.write_again(self.path, key, deal, self.version)
        self.version = version
        if not self.left:
            phone.have_it_signed(self.path, version)


def main() -> None:
    """All tables to their end, or until the time is over; `pause`: seconds between two deals at most."""
    work = json.load(sys.stdin)
    random.seed(work["seed"])
    phone = Phone(work["port"])
    tables = [Table(each["path"], [[tuple(two) for two in deal] for deal in each["deals"]]) for each in work["tables"]]
    for each in work["tables"]:
        phone.open_table(each["code"])
    while playing := [table for table in tables if table.left]:
        random.choice(playing).play_one(phone)  # noqa: S311 - nothing secret
        time.sleep(random.uniform(0, work["pause"]))  # noqa: S311 - nothing secret
    print(json.dumps({"taken": phone.taken, "faults": phone.faults, "sent": phone.sent}))


if __name__ == "__main__":
    main()

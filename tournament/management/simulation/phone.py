"""A referee with a phone, as a process: `python phone.py`, told by lines of JSON. Standard library only.

The first line says where the server is; each other one names the tables of a round. Each table is opened by the code
of its card; that this is done is answered by a line, and with the next word all referees begin at once. Deals are
written turn and turn about on all of the referee's tables, as the page sends them: with a key, and again under the same
key until the key comes back. Some answers are lost on purpose, some deals sent twice. At the end of the round one line
says what was acknowledged, when the server was away, and what went wrong.
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
SILENCE = 10.0
"""Seconds after which a request counts as lost, as in outbox.js."""
AGAIN = 0.2, 1.0
"""Seconds until a request is repeated that got no answer. A page waits longer; to hurry is the harder case."""
CREATED, OK, FOUND, AWAY = 201, 200, 302, 503
Fields = list[tuple[str, str]]
Answer = tuple[int, bytes]


class Phone:
    """A browser: it keeps cookies, and notes what was acknowledged, what got no answer, and what went wrong.

    patience: seconds for which a request is repeated that gets none.
    """

    def __init__(self, port: int, patience: float) -> None:
        self.port, self.patience, self.cookies = port, patience, SimpleCookie()
        self.begin()

    def begin(self) -> None:
        """Nothing is noted yet of this round."""
        self.taken: list[dict[str, Any]] = []
        self.outages: list[tuple[float, str]] = []
        self.faults: list[str] = []
        self.sent = 0

    def ask(self, path: str, fields: Fields | None = None, *, script: bool = False) -> Answer | None:
        """Status and body of the answer, however often it has to be asked for; None, a fault, where none comes."""
        until = time.monotonic() + self.patience
        while True:
            self.sent += script
            answer, away = self._asked(path, fields, script)
            if not away:
                return answer
            self.outages.append((time.time(), away))
            if time.monotonic() > until:
                self.faults.append(f"no answer for {self.patience:.0f} s at {path}: {away}")
                return None
            time.sleep(random.uniform(*AGAIN))  # noqa: S311 - nothing secret

    def _asked(self, path: str, fields: Fields | None, script: bool) -> tuple[Answer | None, str]:
        """An answer; or none, and in a word why: the server is away, or says so itself."""
        try:
            connection = self._sent(path, fields, script)
            try:
                answer = connection.getresponse()
                body = answer.read()
            finally:
                connection.close()
        except (OSError, http.client.HTTPException) as error:
            return None, type(error).__name__
        for line in answer.headers.get_all("Set-Cookie") or ():
            self.cookies.load(line)
        if answer.status != AWAY:
            return (answer.status, body), ""
        calm = answer.headers["Retry-After"] and (not script or json.loads(body)["detail"])
        if not calm:
            self.faults.append(f"503 without a word at {path}")
        return None, str(AWAY)

    def _sent(self, path: str, fields: Fields | None, script: bool) -> http.client.HTTPConnection:
        headers = {"Cookie": "; ".join(f"{name}={each.value}" for name, each in self.cookies.items())}
        headers |= {"Accept": "application/json"} if script else {}
        if fields is not None:
            token = self.cookies["csrftoken"].value
            headers |= {"X-CSRFToken": token, "Content-Type": "application/x-www-form-urlencoded"}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SILENCE)
        try:
            connection.request("GET" if fields is None else "POST", path, urlencode(fields or []), headers)
        except OSError:
            connection.close()
            raise
        return connection

    def lose(self, path: str, fields: Fields) -> None:
        """Send a deal, and hear no answer: it may be written or not."""
        self.sent += 1
        try:
            self._sent(path, fields, script=True).close()
        except OSError as error:
            self.outages.append((time.time(), type(error).__name__))

    def open_table(self, code: str) -> None:
        """By the code of its card, as a referee types it in."""
        self.ask("/table/")
        self.expect(FOUND, "/table/", [("code", code)])

    def write(self, path: str, key: str, deal: Fields, version: int) -> int | None:
        """Send a deal until it is acknowledged: the version of the protocol after it, None if it never is."""
        fields = [*deal, ("version", str(version)), ("key", key)]
        if random.random() < LOST:  # noqa: S311 - nothing secret
            self.lose(path, fields)
        began = time.perf_counter()
        answer = self.ask(path, fields, script=True)
        if answer is None:
            return None
        status, body = answer
        if status not in (CREATED, OK):
            self.faults.append(f"{status} at {path}: {body.decode()[:200]}")
            return None
        said = json.loads(body)
        took = (time.perf_counter() - began) * 1000
        self.taken.append({"path": path, "key": said["key"], "number": said["number"], "ms": took})
        return int(said["version"])

    def write_again(self, path: str, key: str, deal: Fields, version: int) -> None:
        """The same once more under the same key: it is known already."""
        answer = self.ask(path, [*deal, ("version", str(version)), ("key", key)], script=True)
        if answer and answer[0] != OK:
            self.faults.append(f"sent again, {answer[0]} at {path}")

    def have_it_signed(self, path: str, version: int) -> None:
        """The partida is over: the page turns to the players, who sign on paper."""
        signatures = [("seats", str(seat)) for seat in (1, 2, 3, 4)]
        self.expect(FOUND, f"{path}finish/", [("version", str(version))])
        self.expect(FOUND, f"{path}sign/", [("version", str(version + 1)), *signatures])

    def expect(self, status: int, path: str, fields: Fields | None = None) -> None:
        """Another status is a fault."""
        answer = self.ask(path, fields)
        if answer and answer[0] != status:
            self.faults.append(f"{answer[0]} at {path}")


class Table:
    """A table of the referee: where its protocol is, and which deals are still to be written."""

    def __init__(self, path: str, deals: Iterable[Fields]) -> None:
        self.path, self.version, self.number = path, 0, 0
        self.left = list(deals)

    def play_one(self, phone: Phone, *, shown: bool) -> None:
        """The next deal, and the page anew if it is `shown`; after the last deal the signatures."""
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
        elif shown:
            phone.expect(OK, self.path)


def main() -> None:
    """One round after another, until there is none any more.

    `pause`: seconds between two deals at most; without any, the page isn't shown between them either.
    """
    about = json.loads(sys.stdin.readline())
    random.seed(about["seed"])
    phone = Phone(about["port"], about["patience"])
    while line := sys.stdin.readline():
        round_ = json.loads(line)
        phone.begin()
        tables = [Table(each["path"], [[tuple(two) for two in deal] for deal in each["deals"]]) for each in round_]
        for each in round_:
            phone.open_table(each["code"])
            phone.expect(OK, each["path"])
        print("ready", flush=True)
        sys.stdin.readline()
        # That all open their tables at once isn't what is watched.
        phone.outages.clear()
        while playing := [table for table in tables if table.left]:
            # First the pause, so that a hall doesn't press all at once.
            time.sleep(random.uniform(0, about["pause"]))  # noqa: S311 - nothing secret
            random.choice(playing).play_one(phone, shown=about["pause"] > 0)  # noqa: S311 - nothing secret
        said = {"taken": phone.taken, "faults": phone.faults, "sent": phone.sent, "outages": phone.outages}
        print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main()

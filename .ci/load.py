"""The load of a hall, as it is measured for docs/load.md: readers, and referees who write, on a laptop and on a server.

`python .ci/load.py [SECONDS]`: so long the hall is watched each time. PostgreSQL and Redis are begun for it. The
document is written when every limit has been kept.
"""

import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")

from tests.services import servers  # noqa: E402 - the project is no package that could be installed
from tests.services.installation import durable_postgres  # noqa: E402 - as above

DOCUMENT = ROOT / "docs" / "load.md"
INTRODUCTION = """# A hall under load

Written by `make load` (`SECONDS=120`), which measures all of it again and fails where a limit isn't kept. Each part has
data of its own, on the loopback of one machine that also plays the referees and readers: a process for each referee.
Without a pause it is seen how many deals a second can be written; with one, the page is shown after each deal, and 99
of 100 deals have to be saved within 300 ms from the press to the acknowledgement. Ten seconds at most from deal to deal
are five on average, and in life a deal takes a minute and more. One answer in ten is lost on purpose, one deal in ten
sent twice; afterwards every acknowledged deal is looked for in the database. PostgreSQL runs with `fsync` and
`synchronous_commit`, SQLite with `synchronous=FULL`.

A machine on which the program is three times slower (12 and 14 deals a second without a pause, instead of 37) doesn't
keep the limit at this pace: there 99 of 100 were saved within 1,087 ms on SQLite and 465 ms on PostgreSQL, and within
385 ms on SQLite with twice the pause. Nothing was lost or doubled there either.
"""


def main(seconds: str) -> None:
    """Runs each part, shows what it says, and writes it down."""
    with ExitStack() as until_the_end:
        _postgres, database = until_the_end.enter_context(durable_postgres(rest=1))
        redis = until_the_end.enter_context(servers.redis())
        parts = {
            "Referees on a laptop": ["hall", "--seconds", seconds],
            "Referees on a server": ["hall", "--seconds", seconds, "--database", database, "--redis", redis],
            "Readers": ["load"],
        }
        said = {heading: bench(*arguments) for heading, arguments in parts.items()}
    lines = [INTRODUCTION, machine(version_of_postgres())]
    for heading, its in said.items():
        lines += ["", f"## {heading}", "", "```", *its, "```"]
    DOCUMENT.write_text("\n".join([*lines, ""]), encoding="utf-8")


def bench(*arguments: str) -> list[str]:
    """What `manage.py bench` says, line by line, shown as it comes; its failure is ours."""
    command = [sys.executable, "-W", "error", "manage.py", "bench", *arguments]
    lines = []
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout or ():
            print(line, end="", flush=True)
            lines.append(line.rstrip())
    if process.returncode:
        sys.exit("Not all limits were kept; docs/load.md is as it was.")
    return lines


def version_of_postgres() -> str:
    """Such as “PostgreSQL 15.8”."""
    program = servers.postgres_programs() / "postgres"
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.split()
    return f"PostgreSQL {said[2]}"


def machine(*more: str) -> str:
    """Where it was measured."""
    import django

    django.setup()
    from tournament.management.benches.machine import described

    return described(*more)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "120")

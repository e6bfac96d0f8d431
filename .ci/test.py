"""Runs all tests: those of the tables on PostgreSQL first, those in Chromium, then everything else on SQLite.

All servers are real, on ports of their own, and stopped at the end. Without PostgreSQL the first run is left
out and the last says so; with CI=true that is a failure.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.services import servers  # noqa: E402 - the project is no package that could be installed

# The tests of a file stay together: they share servers and browsers. (xdist 3.8 knows no groups under pytest 9.2.)
# In which order the files come, tests/conftest.py says: xdist looks at the number of their tests alone.
FILES = ["--dist", "loadfile", "--no-loadscope-reorder"]
PYTEST = [sys.executable, "-m", "pytest", "--numprocesses", "2", *FILES, "--no-header", "-q"]


BROWSER = "tests/browser"
# What a federation's server has: PostgreSQL, Redis, workers. A laptop has none of them.
WORKERS = ("tests/services/test_jobs_in_worker.py", "tests/services/test_papers_by_workers.py")


def main() -> int:
    """The worst exit status of the three runs."""
    on_postgres = run_on_postgres()
    done = () if on_postgres is None else WORKERS
    # The browser's driver keeps an event loop running, and beside one Django refuses to ask the database.
    return max(on_postgres or 0, run_pytest(BROWSER), run_pytest(*(f"--ignore={path}" for path in (BROWSER, *done))))


def run_on_postgres() -> int | None:
    """The tests that ask the database, on PostgreSQL; None where it is missing: the last run tells that."""
    if json.loads((ROOT / ".run" / "missing.json").read_text(encoding="utf-8"))["program"]:
        return None
    try:
        with servers.postgres() as url:
            print("On PostgreSQL:", flush=True)
            return run_pytest("--only-database", "tests/tournament", "tests/services", DATABASE_URL=url)
    except servers.Missing:
        return None


def run_pytest(*wanted: str, **environment: str) -> int:
    """Pytest's exit status."""
    variables = {**os.environ, **environment}
    return subprocess.run([*PYTEST, *wanted], cwd=ROOT, env=variables, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())

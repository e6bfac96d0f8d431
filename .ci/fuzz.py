"""A long walk of the fuzz on SQLite and on PostgreSQL: `make fuzz FUZZ_STEPS=20000 FUZZ_SEED=7`.

Without a seed each run takes another way; it is printed, and repeats the run.
"""

import os
import secrets
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.services import servers  # noqa: E402 - the project is no package that could be installed

TESTS = ["tests/tournament/fuzzing", "tests/tournament/api/test_conformance.py"]
PYTEST = [
    sys.executable,
    "-m",
    "pytest",
    "--no-header",
    "-q",
    "--capture=no",
    "-p",
    "no:logging",
]


def main() -> int:
    """The worst exit status of both."""
    seed = os.environ.get("FUZZ_SEED") or secrets.token_hex(4)
    steps = os.environ.get("FUZZ_STEPS") or "20000"
    wanted = {
        "FUZZ_SEED": seed,
        "FUZZ_STEPS": steps,
        "FUZZ_EXAMPLES": str(max(8, int(steps) // 100)),
    }
    print(f"FUZZ_SEED={seed} FUZZ_STEPS={steps}, on SQLite:", flush=True)
    worst = run(wanted)
    with servers.postgres() as url:
        print(f"FUZZ_SEED={seed} FUZZ_STEPS={steps}, on PostgreSQL:", flush=True)
        return max(worst, run(wanted | {"DATABASE_URL": url}))


def run(wanted: dict[str, str]) -> int:
    """Pytest's exit status."""
    return subprocess.run([*PYTEST, *TESTS], cwd=ROOT, env={**os.environ, **wanted}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())

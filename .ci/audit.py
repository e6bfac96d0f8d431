"""Asks for known weaknesses of whatever the program is installed with, and says what could not be asked.

Exit status 0: all were asked for and none is known; 1: some are; 2: not all could be asked for, for whatever reason.
It isn't part of `.ci/run`: what is found tomorrow must not fail what was built today.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
ASK = ["-m", "pip_audit", "--requirement", "constraints.txt", "--no-deps", "--disable-pip", "--format", "json"]
PATIENCE = 600
NOT_REACHED = (
    "Nothing was audited: the list of known weaknesses (https://pypi.org) can't be reached from here. "
    "Run `make audit` on a machine with internet; docs/security.md says when it was done last."
)


def main() -> int:
    """Asks, prints, returns the exit status."""
    done = subprocess.run(
        [sys.executable, *ASK, *sys.argv[1:]],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    try:
        asked: list[dict[str, Any]] = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        last = done.stderr.strip().splitlines()[-1:] or ["pip-audit said nothing"]
        print(NOT_REACHED, last[0], sep="\n  ")
        return 2
    return report(asked)


def report(asked: list[dict[str, Any]]) -> int:
    """What is known of each, in words."""
    answered = [each for each in asked if "skip_reason" not in each]
    skipped = [each["name"] for each in asked if "skip_reason" in each]
    if not answered:
        print(NOT_REACHED)
        return 2
    weak = [(each, fault) for each in answered for fault in each["vulns"]]
    for each, fault in weak:
        mended = ", ".join(fault["fix_versions"]) or "none yet"
        print(f"{each['name']} {each['version']}: {fault['id']}, mended in: {mended}")
    if skipped:
        print(f"Nothing is known of {len(skipped)}: {', '.join(skipped)}.")
    print(f"{len(answered)} of {len(asked)} packages were asked for, {len(weak)} known weaknesses.")
    return 1 if weak else 2 if skipped else 0


if __name__ == "__main__":
    sys.exit(main())

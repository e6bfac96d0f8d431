"""Whatever officials do in whatever order, a tournament keeps its promises; `make fuzz` goes on for long."""

import os
import sys

import pytest

from .course import Course

SEED = os.environ.get("FUZZ_SEED", "1")
STEPS = int(os.environ.get("FUZZ_STEPS", "0")) // 10 or 80
LENGTH = 300
"""Acts of one course; then another begins."""


@pytest.mark.slow
@pytest.mark.timeout(0 if "FUZZ_STEPS" in os.environ else 300)
def test_a_tournament_keeps_its_promises(db: None) -> None:
    for number in range(0, STEPS, LENGTH):
        course = Course(f"{SEED}/{number}")

        broken = course.go(min(LENGTH, STEPS - number))

        sys.stdout.write(f"\n{dict(course.done)}\nrefused: {dict(course.refused)}\n")
        assert broken == []

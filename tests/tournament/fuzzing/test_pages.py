"""Every route of the program, asked by everybody in every way: no fault of the server, and no right overstepped.

Small and always the same here; `make fuzz` goes on for long, and otherwise each time. FUZZ_SEED and FUZZ_STEPS repeat a
walk: what it found is named with the whole request.
"""

import logging
import os
import sys
from collections.abc import Iterator

import pytest

from .walk import Walk
from .world import made

SEED, STEPS = os.environ.get("FUZZ_SEED", "1"), int(os.environ.get("FUZZ_STEPS", "150"))
SMALL = "FUZZ_STEPS" not in os.environ


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """What is refused is written to the log, and here nearly everything is."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.slow
@pytest.mark.timeout(0 if not SMALL else 300)
# In the administrator's filters a moment may stand without a zone: it's taken for one of the server's.
@pytest.mark.filterwarnings("ignore:DateTimeField .* received a naive datetime:RuntimeWarning")
def test_nothing_breaks_and_nobody_oversteps(db: None) -> None:
    walk = Walk(made(), SEED)
    walk.tour(walk.world.slugs[:1] if SMALL else ())

    report = walk.go(walk.report.steps + STEPS)

    sys.stdout.write(f"\n{report}\n")
    assert list(report.found) == []

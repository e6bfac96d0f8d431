"""`manage.py bench slips`: what the checks of a deal catch, and what docs/slips.md says of it."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from tournament.management.benches.slips import Counts, count

DOCUMENT = (Path(__file__).resolve().parents[3] / "docs" / "slips.md").read_text(encoding="utf-8")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def counts() -> Counts:
    return count(1000, seed=1)


def kinds(counts: Counts, way: str) -> list[str]:
    return [kind for made, kind in counts.made if made == way]


def test_the_document_has_the_table_that_is_printed() -> None:
    out = StringIO()
    call_command("bench", "slips", stdout=out)

    assert out.getvalue() in DOCUMENT


def test_tiles_with_control_figures_catch_nine_slips_of_ten(counts: Counts) -> None:
    """R5.4a: of every kind but a tile moved between hands, which leaves the same chain on the table."""
    caught = {
        kind: counts.share("tiles", kind, "ends_and_count", "refused", "questioned") for kind in kinds(counts, "tiles")
    }
    assert [kind for kind, share in caught.items() if share < 90] == ["a tile in the wrong hand"]


def test_pips_with_the_open_ends_catch_every_other_slip(counts: Counts) -> None:
    """R5.4a."""
    caught = {kind: counts.share("pips", kind, "ends", "refused", "questioned") for kind in kinds(counts, "pips")}
    assert {kind: share for kind, share in caught.items() if share < 50} == {}


def test_a_wrong_closer_never_passes_unasked(counts: Counts) -> None:
    """R5.4: someone else holds nothing then."""
    for way in ("tiles", "pips"):
        assert counts.share(way, "wrong closer", "none", "refused", "questioned") == 100


def test_few_right_deals_are_questioned(counts: Counts) -> None:
    assert max(counts.asked.values()) < 250

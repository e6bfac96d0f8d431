"""`manage.py simulate`: whole events through the services, every draw verified, nothing left behind (R13.1)."""

import io
import re

import pytest
from django.core.management import CommandError, call_command

from tournament.models import Tournament

pytestmark = pytest.mark.django_db


def simulated(*arguments: str) -> list[str]:
    """The lines that the command says, without the seconds that it took."""
    out = io.StringIO()
    call_command("simulate", *arguments, stdout=out)
    return re.sub(r" in \d+ s", "", out.getvalue()).splitlines()


def test_no_draw_of_an_event_breaks_a_rule_that_it_could_keep() -> None:
    said = simulated("--events", "2", "--pairs", "8", "14", "--rounds", "4", "5", "--seed", "Москва")

    assert said == [
        "2 events, 10 rounds. Avoidable breaches: none.",
        "Breaches that no draw could avoid: none.",
    ]
    assert Tournament.objects.count() == 0


def test_what_no_draw_could_avoid_is_counted() -> None:
    """Three pairs are through with each other after three rounds."""
    said = simulated("--events", "1", "--pairs", "3", "3", "--rounds", "5", "5", "--seed", "1")

    assert said[0] == "1 events, 5 rounds. Avoidable breaches: none."
    assert said[1] == "Breaches that no draw could avoid: rematch 2, second_free 1."


@pytest.mark.parametrize(
    "arguments",
    [("--events", "0"), ("--pairs", "1", "8"), ("--pairs", "9", "8"), ("--rounds", "0", "3")],
)
def test_figures_that_make_no_event_are_refused(arguments: tuple[str, ...]) -> None:
    with pytest.raises(CommandError) as refusal:
        simulated(*arguments)
    assert str(refusal.value) == "At least one event, two pairs and one round; the least first, then the most."

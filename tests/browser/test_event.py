"""One event of 24 pairs from "we'd like to hold a tournament" to the final report, through the screens alone."""

import re
from collections.abc import Callable

import pytest

from tests.browser import event
from tests.browser.conftest import NewWindow
from tests.browser.papers import lines_of, text_of
from tests.browser.program import Site

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(1200)]


def test_a_whole_event(new_window: NewWindow, site: Site, record_property: Callable[[str, object], None]) -> None:
    hall = event.Hall.open(new_window, site)
    event.plan(hall.organiser)
    event.appoint(hall.organiser)
    event.register(hall.organiser)
    event.check_in(hall.secretary)

    scores: dict[int, dict[int, str]] = {}
    for number in range(1, event.ROUNDS + 1):
        event.draw(hall.organiser, number)
        if number == 4:
            scores[3][1] = event.correct(hall.chief, 3, 1) + "*"
        tables = event.codes(hall.organiser, number)
        event.start(hall.chief)
        if number == 1:
            absent = event.miss(hall, site, number)
            del tables[absent]
        if number == 2:
            event.fine(hall.chief, number, 5)
        scores[number] = event.play_totals(hall, tables, seed=number)
        event.confirm_all(hall.secretary)
        event.close(hall.organiser, number)
        if number == 3:
            event.withdraw(hall.organiser, event.LEAVING)
    scores[1][absent] = "walkover"

    for number in (event.ROUNDS + 1, event.ROUNDS + 2):
        event.draw(hall.organiser, number)
        tables = event.codes(hall.organiser, number)
        event.start(hall.chief)
        scores[number] = event.play_deals(hall, tables, seed=number)
        event.confirm_all(hall.secretary)
        if number == event.ROUNDS + 1:
            event.protest(hall, number, 1)
        event.close(hall.organiser, number)

    report = event.report(hall.chief)
    record_property("effort", str(hall.effort))
    assert event.results_in(lines_of(report)) == scores
    # Twelve tables, of which one is empty and then, with a pair gone, eleven; two semi-finals, a final, third place.
    figures = re.search(r"Pairs (\d+) Players (\d+) Rounds (\d+) Partidas played (\d+)", text_of(report))
    assert figures
    assert figures.groups() == ("24", "48", "7", "61")

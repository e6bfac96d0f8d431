"""One tournament from its creation to its sealed papers, as the people of a hall walk it: on a phone, at a desk.

Each page on the way is looked at: nothing for axe to find in light or dark, nothing cut, no word of the console.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

import scoring
from tests.browser import organising, papers, reading, refereeing, signing
from tests.browser.conftest import NewWindow
from tests.browser.program import Site
from tests.browser.walk import PAIRS, Walk
from tests.browser.windows import DESK, PHONE, log_in

Draw = Callable[[Page, Walk], None]
Sign = Callable[[Page], None]

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# Twelve deals leave the sides level: an extra deal decides.
ON_A_PHONE = Walk(
    size=PHONE,
    name="Кубок двора",
    slug="kubok-dvora",
    preset="fdr_deals",
    rules="Russian Federation, 12 deals, 40 minutes",
    system="Swiss",
    deals=scoring.playout_partida(scoring.preset("fdr_deals"), 257),
    deal="Deal {number} of 12",
    score=(228, 206),
    mark="under protest",
)
# Seven deals, three of them fishes and one of these drawn.
AT_A_DESK = Walk(
    size=DESK,
    name="Кубок дворца",
    slug="kubok-dvortsa",
    preset="fdr",
    rules="Russian Federation, to 200 points, 40 minutes",
    system="round robin",
    deals=scoring.playout_partida(scoring.preset("fdr"), 120),
    deal="Deal {number}, to 200 points",
    score=(0, 203),
)


@pytest.mark.parametrize(
    ("walk", "draw", "sign", "signed"),
    [
        (ON_A_PHONE, organising.draw_by_lots, signing.sign_with_fingers, ["signed with a finger"] * 3 + ["refused"]),
        (AT_A_DESK, organising.draw_all_rounds, refereeing.have_it_signed, ["signed"] * 4),
    ],
    ids=["lots-on-a-phone", "round-robin-at-a-desk"],
)
def test_from_creation_to_sealed_papers(
    new_window: NewWindow, site: Site, walk: Walk, draw: Draw, sign: Sign, signed: list[str]
) -> None:
    organiser, chief, referee, checker, visitor = (new_window(walk.size) for _person in range(5))

    log_in(organiser, "organiser", site.password)
    organising.create_tournament(organiser, walk)
    organising.import_pairs(organiser, walk)
    account, password = organising.appoint_referees(organiser, walk)
    organising.appoint(organiser, walk, "chief", "Chief referee")
    draw(organiser, walk)
    organising.publish_round(organiser)

    log_in(referee, "referee", site.password)
    refereeing.write_protocol(referee, walk)
    sides, seats = refereeing.sides(referee), refereeing.players(referee)
    sign(referee)
    signing.photograph(referee)

    log_in(checker, account, password)
    refereeing.confirm(checker, walk)

    reading.read_at_the_desk(organiser, walk, sides)
    organising.show_to_the_public(organiser, walk)
    reading.read_in_public(visitor, walk, sides)

    log_in(chief, "chief", site.password)
    protocol, standings = papers.issue_papers(organiser, chief, walk)
    assert papers.seats_in(protocol) == seats
    assert f"A {walk.score[0]} : {walk.score[1]} B" in papers.text_of(protocol.file)
    assert papers.signatures_in(protocol) == signed
    assert sorted(papers.pairs_in(standings)) == sorted(map(str, PAIRS))
    papers.check(visitor, protocol)
    papers.check(visitor, standings)

"""What a phone without network reckons by itself is what the engine would say: points, totals, number and leader."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

import scoring
from tournament.protocols.basis import basis

pytestmark = pytest.mark.browser

SCRIPT = Path(__file__).resolve().parents[2] / "static" / "js" / "provisional.js"
PARTIDAS = 5
"""Of each preset; with every way to lead, every tariff of fishes, and parts."""


@pytest.fixture
def reckoner(browser: Browser) -> Iterator[Page]:
    """A page with nothing on it but the script."""
    page = browser.new_page()
    page.add_script_tag(path=str(SCRIPT))
    yield page
    page.close()


def regulations() -> list[scoring.Regulations]:
    known = [scoring.preset(name) for name in sorted(scoring.PRESETS)]
    by_deals = [rules.replace(detail="deals") for rules in known]
    return by_deals + [rules.replace(lead="alternate") for rules in by_deals]


def written_down(deal: scoring.Deal, random: Random) -> scoring.Deal:
    """As a referee may have it: with its tiles, by pips alone, won but void (R5.5), or broken (R5.6)."""
    if random.random() < 0.1:
        return scoring.Deal(lead=deal.lead, ending=scoring.Ending.BROKEN)
    said: dict[str, Any] = deal.to_dict() | ({"void": True} if random.random() < 0.1 else {})
    if random.random() < 0.5:
        said["pips"] = list(deal.pips or ())
        del said["tiles"]
    return scoring.Deal.from_dict(said)


def partida(rules: scoring.Regulations, seed: int) -> list[scoring.Deal]:
    random, deals = Random(seed), []
    while not (coming := scoring.play(rules, deals).next).over and len(deals) < 60:
        lead = random.choice(coming.may_lead)
        deals.append(written_down(scoring.playout(random, lead), random))
    return deals


def fields(deal: scoring.Deal) -> list[tuple[str, str]]:
    """A deal as the form has it."""
    said = {"lead": str(deal.lead), "ending": deal.ending.value, "closer": str(deal.closer or "")}
    if deal.tiles:
        hands = zip(scoring.SEATS, deal.tiles, strict=True)
        said |= {"way": "tiles"} | {f"tiles_{seat}": " ".join(map(scoring.tile_text, hand)) for seat, hand in hands}
    elif deal.pips:
        said |= {"way": "pips"} | {
            f"pips_{seat}": str(left) for seat, left in zip(scoring.SEATS, deal.pips, strict=True)
        }
    return [*said.items(), *([("void", "on")] if deal.void else [])]


def expected(rules: scoring.Regulations, deals: list[scoring.Deal], known: int) -> dict[str, Any]:
    """What the engine says after all these deals, and of those that the server doesn't know yet."""
    score = scoring.play(rules, deals)
    part, coming = score.next.part, score.next
    return {
        "points": [sum(line.points) for line in score.lines[known:]],
        "totals": list(score.lines[-1].totals),
        "kinds": [line.kind for line in score.lines[known:]],
        "sure": coming.kind in ("deal", "last_deal") and part == score.lines[-1].part,
        "number": coming.deal_number,
        "lead": list(coming.may_lead),
    }


ASK = """(cases) => cases.map(({basis, deals}) => {
  const said = provisional.after(basis, deals.map(provisional.dealOf));
  return {
    points: said.added.map((deal) => deal.points), totals: said.totals, kinds: said.added.map((deal) => deal.kind),
    sure: said.ends === null, number: said.number, lead: said.lead,
  };
})"""


def cases(rules: scoring.Regulations) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Every stretch of up to five deals of some partidas: what the page is given, what the engine says."""
    asked, wanted = [], []
    for seed in range(PARTIDAS):
        deals = partida(rules, seed)
        for known in range(len(deals)):
            score = scoring.play(rules, deals[:known])
            for end in range(known + 1, min(known + 5, len(deals)) + 1):
                said = expected(rules, deals[:end], known)
                given = basis(rules, score, timed=False)
                asked.append({"basis": given, "deals": [fields(deal) for deal in deals[known:end]]})
                wanted.append(said)
                if not said["sure"]:
                    break  # from here on only the server knows
    return asked, wanted


@pytest.mark.parametrize("rules", regulations(), ids=lambda rules: f"{rules.preset}-{rules.lead}")
def test_it_says_what_the_engine_says(reckoner: Page, rules: scoring.Regulations) -> None:
    asked, wanted = cases(rules)

    answers = reckoner.evaluate(ASK, json.loads(json.dumps(asked)))

    for answer, said in zip(answers, wanted, strict=True):
        # Whether another deal follows is told, or left to the server: never told wrongly.
        if answer["sure"]:
            assert answer == said
        else:
            assert [answer[name] for name in ("points", "kinds")] == [said[name] for name in ("points", "kinds")]
    assert sum(answer["sure"] for answer in answers) >= 0.9 * sum(said["sure"] for said in wanted)


def test_fines_that_keep_a_total_at_nothing_are_the_servers_to_know(reckoner: Page) -> None:
    """R10.2: nobody sinks below 0, so what is left of the fine can't be told from the score."""
    rules = scoring.preset("fdr_deals").replace(pays="pair", fine="deduct")
    deals = [scoring.playout(1, 1), scoring.playout(2, 2)]
    fined = scoring.play(rules, deals[:1], [scoring.Ruling(seat=seat, points=500) for seat in (1, 2)])

    (answer,) = reckoner.evaluate(ASK, [{"basis": basis(rules, fined, timed=False), "deals": [fields(deals[1])]}])

    assert (answer["totals"], answer["sure"]) == (None, False)


def test_once_time_has_run_out_only_the_server_knows_what_follows(reckoner: Page) -> None:
    """R6.2."""
    rules = scoring.preset("fdr_deals")
    given = basis(rules, scoring.play(rules, []), timed=True)

    (answer,) = reckoner.evaluate(ASK, [{"basis": given, "deals": [fields(scoring.playout(1, 1))]}])

    assert answer["sure"] is False

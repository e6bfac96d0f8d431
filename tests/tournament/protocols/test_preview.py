"""What the deal in the form would bring, before it is written."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from tests.pages import browser_of
from tournament.models import AuditRecord, Protocol

from .sheets import BY_TILES, DEALS, SECOND, address, afresh, by_tiles, posted, protocol_with


def words(response: Any) -> str:
    """What stands in the answer, without its marks."""
    text = response.content.decode()
    while "<" in text:
        before, _, rest = text.partition("<")
        text = f"{before} {rest.partition('>')[2]}"
    return " ".join(text.split())


def trial(referee: Client, **changes: Any) -> Any:
    return referee.post(address("protocols:preview"), posted(SECOND, **changes))


def test_the_deal_is_told_in_words_and_not_written(referee: Client, protocol: Protocol) -> None:
    response = trial(referee)

    assert words(response) == "→ Side B Ким К. / Ли Л. +22 → 31 : 22"
    assert 'data-write="Write down 22"' in response.content.decode()
    assert (afresh(protocol.partida).deals.count(), AuditRecord.objects.count()) == (1, 0)


AGAIN = "The broken deal is played again with the same lead."
CLOSE = "The sides differ by 0 pips only. Is every tile counted in its own hand? Yes, it is right Rule R5.2"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            {"ending": "fish", "closer": 1, "pips_1": 8, "pips_2": 6, "pips_3": 4, "pips_4": 6},
            f"The sums are equal: nobody scores (R5.3). → 31 : 0 {CLOSE}",
        ),
        ({"ending": "broken"}, f"The deal is broken: nobody scores (R5.6). → 31 : 0 {AGAIN}"),
        ({"pips_4": 5}, "23 pips are left, but with the open ends 3 and 3 it is an even number. Rule R5.4"),
    ],
)
def test_what_it_brings_or_breaks(referee: Client, change: dict[str, Any], said: str) -> None:
    response = trial(referee, **change)

    assert (response.status_code, words(response)) == (200, said)


NOTHING = {"closer": None, "end_1": None, "end_2": None} | {f"pips_{seat}": "" for seat in (1, 2, 3, 4)}
WON = "→ Side B Ким К. / Ли Л. +22 → 31 : 22 Still to write:"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            NOTHING,
            "Still to write: who laid the last tile, what is left with seats 1, 2, 3, 4, the open ends.",
        ),
        ({"pips_4": ""}, "Left so far: Side A 18 · Side B 0 Still to write: what is left with seats 4."),
        # The points are known before the ends are; who led doesn't matter to them.
        ({"end_1": None, "end_2": None}, f"{WON} the open ends."),
        ({"end_2": None}, f"{WON} the open ends."),
        (
            {"ending": "fish", "pips_1": 10, "pips_2": 7, "pips_3": 8, "pips_4": "", "end_2": None},
            "Left so far: Side A 18 · Side B 7 Still to write: what is left with seats 4.",
        ),
        # What can't come right any more is said at once.
        ({"pips_1": 70, "pips_4": ""}, "Seat 1 cannot hold 70 pips: 69 is the most possible. Rule R5.4"),
    ],
)
def test_what_is_missing_is_no_mistake(referee: Client, change: dict[str, Any], said: str) -> None:
    """R5.4 as the deal is written."""
    assert words(trial(referee, **change)) == said


def test_a_refusal_names_the_field_that_cannot_be(referee: Client) -> None:
    assert '<li data-field="pips_1">' in trial(referee, pips_1=70).content.decode()


def test_before_the_first_deal_who_led_may_still_be_unsaid(db: None) -> None:
    referee = browser_of(protocol_with().partida.round.tournament, "referee")

    said = words(trial(referee, lead=None))

    assert said == "→ Side B Ким К. / Ли Л. +22 → 0 : 22 Still to write: who led."


@pytest.mark.parametrize(
    ("control", "missing"),
    [("none", ""), ("ends", "the open ends"), ("ends_and_count", "the open ends, how many tiles are laid")],
)
def test_the_control_figures_are_missed_where_the_regulations_ask_for_them(
    db: None, control: str, missing: str
) -> None:
    """R5.4a."""
    referee = browser_of(protocol_with(replace(DEALS[0], laid=20), control=control).partida.round.tournament, "referee")

    said = words(trial(referee, end_1=None, end_2=None))

    assert said.partition("Still to write: ")[2] == (f"{missing}." if missing else "")


def test_by_tiles_the_number_laid_is_counted(db: None) -> None:
    """R5.4a."""
    protocol = protocol_with(*(replace(deal, laid=20) for deal in DEALS[:3]), control="ends_and_count")
    referee = browser_of(protocol.partida.round.tournament, "referee")

    assert "Still to write" not in words(referee.post(address("protocols:preview"), by_tiles(BY_TILES)))
    assert referee.post("/desk/cup/protocols/1/1/", by_tiles(BY_TILES)).status_code == 302


def test_a_chain_of_tiles_is_judged_once_the_ends_are_chosen(referee: Client) -> None:
    """R5.4: before that more tiles may follow."""
    some = {"lead": 2, "tiles_1": "6-4", "tiles_2": "3-1", "tiles_3": "5-2", "end_1": "", "end_2": ""}
    trying = by_tiles(BY_TILES) | some

    early = referee.post(address("protocols:preview"), trying)
    late = referee.post(address("protocols:preview"), trying | {"end_1": 1, "end_2": 2})

    assert words(early) == "→ Side B Ким К. / Ли Л. +21 → 31 : 21 Still to write: the open ends."
    assert words(late).startswith("Left so far: Side A 17 · Side B 4 The tiles on the table cannot form one chain: ")


def test_an_answered_question_stays_answered(referee: Client) -> None:
    key = "deal.hand_heavy 1 30"

    boxes = [trial(referee, pips_1=30, sure=sure).content.decode().count(" checked") for sure in ([], [key])]

    assert boxes == [0, 1]


@pytest.mark.parametrize("lead", [1, None])
def test_after_the_last_deal_no_other_is_worth_anything(played: Protocol, lead: int | None) -> None:
    """Neither with the leader that a page named before, nor without one."""
    referee = browser_of(played.partida.round.tournament, "referee")

    over = "Deal 5 cannot be written: the partida was over after deal 4. Rule R7.1"
    assert words(trial(referee, lead=lead)) == f"Left so far: Side A 18 · Side B 4 {over}"

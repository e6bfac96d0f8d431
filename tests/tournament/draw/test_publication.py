"""A round is checked once more when it is published, against all that was played till then (R13.6)."""

from typing import Any

import pytest
from django.urls import reverse

from tests.factories import EntryFactory
from tests.pages import browser_of, messages_of
from tests.tournament.draw.play import BY, play, stage_of, swiss_rounds
from tournament.draw import adjusting, publication, queries, services
from tournament.draw.policy import StagePolicy
from tournament.draw.systems import Pairing
from tournament.models import Entry, Partida, Round, Stage
from tournament.phrases import Refused

pytestmark = pytest.mark.django_db


def pair_again(round_: Round, *pairings: tuple[int, int | None]) -> None:
    """Seat a proposed round otherwise behind the back of the checks, as a wrong file or a faulty system would."""
    before = round_.draw
    adjusting.change_by_hand(round_=round_, pairings=[Pairing(a, b) for a, b in pairings], reason="—", by=BY)
    Round.objects.filter(pk=round_.pk).update(draw=before)
    round_.refresh_from_db()


def refused(round_: Round, **given: Any) -> Refused:
    with pytest.raises(Refused) as refusal:
        services.publish(round_=round_, by=BY, **given)
    assert Round.objects.get(pk=round_.pk).state == "proposed"
    return refusal.value


def forbid(stage: Stage, pairing: Pairing) -> None:
    """Two who must not meet from now on."""
    forbidden = [{"entries": list(pairing.entries), "reason": "family"}]
    services.set_policy(stage=stage, policy=StagePolicy.from_dict({"forbidden": forbidden}), by=BY)


@pytest.fixture
def rematch() -> Round:
    """The second round of a Swiss of four in which those who have just met would meet again."""
    stage = stage_of(4)
    (first,) = swiss_rounds(stage, 1)
    second = services.propose_swiss(stage=stage, seed="1", by=BY)
    pair_again(second, *queries.pairings_of(first))
    return second


@pytest.fixture
def wished() -> Round:
    """The same second round, changed by hand to those meetings, because the pairs wish it."""
    stage = stage_of(4)
    (first,) = swiss_rounds(stage, 1)
    second = services.propose_swiss(stage=stage, seed="1", by=BY)
    pairings = [Pairing(a, b) for a, b in queries.pairings_of(first)]
    adjusting.change_by_hand(round_=second, pairings=pairings, reason="Their wish.", by=BY)
    second.refresh_from_db()
    return second


def test_a_round_that_breaks_nothing_has_no_doubts() -> None:
    stage = stage_of(6)
    swiss_rounds(stage, 1)

    assert publication.doubts(services.propose_swiss(stage=stage, seed="1", by=BY)) == []


def test_a_rematch_that_another_draw_avoids_is_not_published(rematch: Round) -> None:
    refusal = refused(rematch)

    assert refusal.code == "draw.avoidable"
    assert publication.doubts(rematch) == [
        f"Pairs {a} and {b} have already met; give a reason if they must meet again (R13.1)."
        for a, b in queries.pairings_of(rematch)
    ]


def test_with_a_reason_it_is_and_the_reason_is_on_record(rematch: Round) -> None:
    services.publish(round_=rematch, reason=" The hall closes at six. ", by=BY)

    rematch.refresh_from_db()
    accepted = [["rematch", a, b] for a, b in queries.pairings_of(rematch)]
    assert (rematch.state, rematch.draw["accepted"]) == ("published", accepted)
    assert rematch.draw["reason"] == "The hall closes at six."
    record = rematch.tournament.journal.last()
    assert (record.action, record.data["accepted"]) == ("draw.published", accepted)


def test_drawn_anew_it_needs_no_reason(rematch: Round) -> None:
    adjusting.redraw(round_=rematch, keep=[], seed="2", by=BY)

    play(Round.objects.get(number=2))

    assert Round.objects.get(number=2).state == "published"


def test_a_rematch_that_no_draw_avoids_passes() -> None:
    """After three rounds everybody of four has met everybody."""
    stage = stage_of(4)
    swiss_rounds(stage, 3)

    assert publication.doubts(services.propose_swiss(stage=stage, seed="1", by=BY)) == []


def test_what_was_accepted_when_it_was_seated_by_hand_passes(wished: Round) -> None:
    play(wished)

    assert Round.objects.get(number=2).draw["reason"] == "Their wish."


def test_both_reasons_are_kept(wished: Round) -> None:
    forbid(wished.stage, Pairing(*queries.pairings_of(wished)[0]))

    services.publish(round_=wished, reason="Too late.", by=BY)

    wished.refresh_from_db()
    assert wished.draw["reason"] == "Their wish. · Too late."
    assert [code for code, *_entries in wished.draw["accepted"]] == ["rematch", "rematch", "forbidden"]


def test_two_who_were_forbidden_to_meet_since_the_draw_need_a_reason() -> None:
    stage = stage_of(4)
    first = services.propose_swiss(stage=stage, seed="1", by=BY)
    a, b = queries.pairings_of(first)[0]
    forbid(stage, Pairing(a, b))

    assert publication.doubts(Round.objects.get()) == [
        f"Pairs {a} and {b} must not meet; give a reason if they have to (R13.1)."
    ]


def test_whose_opponent_withdrew_and_who_was_free_before_needs_a_reason() -> None:
    """Five pairs: 5 was free at first; its opponent withdraws, so it would be free again (R8.4)."""
    stage = stage_of(5)
    for number in range(1, 6):
        Entry.objects.filter(number=number).update(seed=number)
    swiss_rounds(stage, 1)
    second = services.propose_swiss(stage=stage, seed="1", by=BY)
    (opponent,) = (set(pairing) - {5} for pairing in queries.pairings_of(second) if 5 in pairing)
    free = next(a for a, b in queries.pairings_of(second) if b is None)

    Entry.objects.filter(number__in=opponent).update(withdrawn_from=2)

    assert publication.doubts(second) == [
        f"More than one pair is free: {', '.join(str(a) for a in (5, free))}.",
        "Pair 5 was already free once; give a reason if it must be free again (R8.4).",
    ]


def test_a_walkover_confirmed_since_the_draw_is_a_free_game() -> None:
    stage = stage_of(3)
    (first,) = swiss_rounds(stage, 1)
    second = services.propose_swiss(stage=stage, seed="1", by=BY)
    free = next(a for a, b in queries.pairings_of(second) if b is None)
    played = first.partidas.get(table=1)
    side = played.seats.get(entry__number=free, slot=1).side

    Partida.objects.filter(pk=played.pk).update(kind="walkover", winner=side)

    assert publication.doubts(second) == [
        f"Pair {free} was already free once; give a reason if it must be free again (R8.4)."
    ]


def test_who_returned_since_the_draw_has_to_be_drawn() -> None:
    stage = stage_of(4)
    Entry.objects.filter(number=4).update(withdrawn_from=1)
    first = services.propose_swiss(stage=stage, seed="1", by=BY)
    Entry.objects.filter(number=4).update(withdrawn_from=None)

    assert refused(first, reason="Whatever.").code == "draw.late"


def test_a_round_robin_goes_on_as_it_was_planned() -> None:
    """A second leg meets again, and whose opponent has withdrawn is free as often as that happens."""
    stage = stage_of(4, "round_robin")
    rounds = services.propose_round_robin(stage=stage, legs=2, seed=None, by=BY)
    Entry.objects.filter(number=4).update(withdrawn_from=1)
    EntryFactory(tournament=stage.tournament)

    for round_ in rounds:
        play(round_)

    assert [round_.state for round_ in stage.rounds.all()] == ["published"] * 6


def test_a_meeting_that_comes_again_because_a_table_was_changed_needs_a_reason() -> None:
    stage = stage_of(4, "round_robin")
    rounds = services.propose_round_robin(stage=stage, legs=1, seed=None, by=BY)
    later = [Pairing(a, b) for a, b in queries.pairings_of(rounds[1])]
    adjusting.change_by_hand(round_=rounds[0], pairings=later, reason="", by=BY)
    play(rounds[0])

    assert refused(rounds[1]).code == "draw.avoidable"
    services.publish(round_=rounds[1], reason="They agreed.", by=BY)


def test_in_a_bracket_sit_only_those_who_are_due() -> None:
    stage = stage_of(4, "knockout")
    round_ = services.propose_knockout(stage=stage, seed="1", by=BY)
    meetings = [meeting for meeting in round_.draw["meetings"] if meeting[0] == "main1.1"]
    Round.objects.filter(pk=round_.pk).update(draw={**round_.draw, "meetings": meetings})

    assert refused(round_, reason="Whatever.").code == "draw.bracket_seats"


# -- the page ------------------------------------------------------------------------------------------------


def address(round_: Round) -> str:
    return reverse("draw:publish", args=["cup", round_.number])


def test_the_page_says_what_another_draw_would_keep_and_asks_for_a_reason(rematch: Round) -> None:
    page = browser_of(rematch.tournament).get(reverse("draw:overview", args=["cup"]))

    assert page.context["doubts"] == publication.doubts(rematch)
    assert page.context["publish_form"]["reason"].field.required is True


def test_without_a_reason_the_page_tells_why_it_is_not_published(rematch: Round) -> None:
    page = browser_of(rematch.tournament).post(address(rematch), {"reason": " "}, follow=True)

    assert messages_of(page) == [str(refused(rematch))]


def test_a_reason_that_is_too_long_is_said(rematch: Round) -> None:
    page = browser_of(rematch.tournament).post(address(rematch), {"reason": "x" * 501}, follow=True)

    assert messages_of(page) == [
        "Reason to publish it as it is: Ensure this value has at most 500 characters (it has 501)."
    ]


def test_the_reason_goes_with_the_button(rematch: Round) -> None:
    browser_of(rematch.tournament, "chief_referee").post(address(rematch), {"reason": "The hall closes."})

    assert Round.objects.get(number=2).state == "published"


@pytest.mark.parametrize("pairs", [4, 12])
def test_looking_takes_as_many_queries_for_four_as_for_twelve(pairs: int, django_assert_num_queries: Any) -> None:
    stage: Stage = stage_of(pairs)
    swiss_rounds(stage, pairs // 4)
    proposed = Round.objects.select_related("stage__tournament").get(
        pk=services.propose_swiss(stage=stage, seed="1", by=BY).pk
    )

    with django_assert_num_queries(4):
        publication.doubts(proposed)

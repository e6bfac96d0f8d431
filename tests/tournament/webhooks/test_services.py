"""What happens is told: each event in its transaction, sent by a job, tried again, held back, at last given up."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from pytest_django import Settings

import scoring
from tests.factories import TournamentFactory, UserFactory
from tests.tournament.draw.play import BY, stage_of
from tournament.audit.services import Author
from tournament.corrections.queries import Correction
from tournament.corrections.services import correct
from tournament.draw import services as draw
from tournament.jobs import run_queued
from tournament.models import Job, Partida, Round, Tournament, Webhook, WebhookEvent
from tournament.phrases import Refused
from tournament.planning.services import change_tournament
from tournament.protocols import services as writing
from tournament.releases.services import hold_back, publish_all, release
from tournament.standings.services import close_round
from tournament.webhooks import services, signature
from tournament.webhooks.services import PAUSES

from .receiver import Receiver, saying


def told(receiver: Receiver) -> list[dict[str, Any]]:
    """What the other program has been told, but for ids and times."""
    return [{key: json.loads(each.body)[key] for key in ("type", "data")} for each in receiver.received]


def events(webhook: Webhook) -> list[tuple[str, str, int]]:
    """The messages to an address: kind, state, attempts."""
    return list(webhook.events.values_list("kind", "state", "attempts"))


def later() -> int:
    """Time passes until everything is due, and the jobs are done; how many there were."""
    WebhookEvent.objects.filter(state="waiting").update(due=timezone.now())
    Job.objects.filter(status="queued").update(due=None)
    return run_queued()


def publish(cup: Tournament) -> Round:
    """The first round of an event of two pairs, published."""
    stage = stage_of(2, slug="event")
    Tournament.objects.filter(pk=stage.tournament.pk).update(is_public=cup.is_public)
    Webhook.objects.update(tournament=stage.tournament)
    round_ = draw.propose_swiss(stage=stage, seed="1", by=BY)
    draw.publish(round_=round_, by=BY)
    return round_


def confirm(partida: Partida, points: tuple[int, int]) -> None:
    """Totals, signed by all and confirmed by a second official."""
    writing.record_totals(partida=partida, parts=[points], version=0, by=BY)
    writing.enter(partida=partida, version=1, by=BY)
    writing.sign(partida=partida, seats=scoring.SEATS, by=BY)
    writing.confirm(partida=partida, by=Author(UserFactory()))


def test_a_round_is_told_from_its_draw_to_its_end(cup: Tournament, webhook: Webhook, receiver: Receiver) -> None:
    round_ = publish(cup)
    table = round_.partidas.get(table=1)
    confirm(table, (100, 40))
    correct(partida=table, correction=Correction(parts=((100, 45),)), reason="Описка", by=BY)
    close_round(round_=round_, by=BY)
    assert receiver.received == []

    run_queued()

    kinds = ["draw.published", "result.confirmed", "result.corrected", "round.closed"]
    assert [each["type"] for each in told(receiver)] == kinds
    assert [(state, attempts) for _kind, state, attempts in events(webhook)] == [("delivered", 1)] * 4


def test_a_result_is_told_as_the_interface_shows_it(cup: Tournament, webhook: Webhook, receiver: Receiver) -> None:
    round_ = publish(cup)
    confirm(round_.partidas.get(table=1), (100, 40))
    run_queued()

    row = {
        "table": 1,
        "a": {"entries": [1], "players": ["Игрок 1-1", "Игрок 1-2"]},
        "b": {"entries": [2], "players": ["Игрок 2-1", "Игрок 2-2"]},
        "result": {
            "kind": "played",
            "points": [100, 40],
            "parts": None,
            "winner": "a",
            "corrected": False,
            "under_protest": False,
        },
    }
    address = "https://domino.example/api/v1/tournaments/event/rounds/1/tables"
    about = {"tournament": "event", "round": 1, "url": address}
    seats = {seat.side: seat.entry.number for seat in round_.partidas.get(table=1).seats.all()}
    if seats["a"] == 2:
        row["a"], row["b"] = row["b"], row["a"]
    assert told(receiver)[1] == {"type": "result.confirmed", "data": {**about, "table": row}}


def test_a_message_is_signed_and_says_when_it_was_sent(webhook: Webhook, receiver: Receiver) -> None:
    services.send_test(webhook=webhook, by=BY)
    run_queued()

    (message,) = receiver.received
    body = json.loads(message.body)
    assert message.is_signed_with(signature.secret_of(webhook.nonce))
    assert not message.is_signed_with(signature.secret_of("another"))
    assert abs(int(message.headers["webhook-timestamp"]) - timezone.now().timestamp()) < 60
    assert (body["id"], body["type"], body["data"]) == (message.headers["webhook-id"], "test", {})


def test_what_is_rolled_back_is_told_nobody(cup: Tournament, webhook: Webhook) -> None:
    with transaction.atomic():
        services.tell(tournament=cup, kind="round.closed", round_number=1)
        transaction.set_rollback(True)

    assert (events(webhook), Job.objects.count()) == ([], 0)


def test_without_addresses_nothing_is_written(cup: Tournament) -> None:
    services.tell(tournament=cup, kind="round.closed", round_number=1)

    assert (WebhookEvent.objects.count(), Job.objects.count()) == (0, 0)


def test_another_tournaments_events_are_not_told(webhook: Webhook) -> None:
    services.tell(tournament=TournamentFactory(), kind="round.closed", round_number=1)

    assert events(webhook) == []


@pytest.mark.django_db(transaction=True)
def test_a_broker_that_is_down_loses_nothing(webhook: Webhook, receiver: Receiver, settings: Settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:9/0"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tournament.jobs.delivery._publish", lambda _job, _queue: False)
        services.send_test(webhook=webhook, by=BY)
    settings.REDIS_URL = ""

    run_queued()

    assert events(webhook) == [("test", "delivered", 1)]


# -- attempts ------------------------------------------------------------------------------------------------------


def test_a_refused_message_is_sent_again_ever_later_and_at_last_given_up(webhook: Webhook, receiver: Receiver) -> None:
    receiver.answers = [saying(500, "down for repairs")]
    services.send_test(webhook=webhook, by=BY)

    run_queued()
    for pause in PAUSES:
        event = webhook.events.get()
        waits = event.due - (event.tried_at or event.due)
        assert abs(waits - pause) < timedelta(seconds=1)
        later()

    event = webhook.events.get()
    assert (event.state, event.attempts, event.status, event.answer) == ("given_up", 9, 500, "down for repairs")
    assert {json.loads(message.body)["id"] for message in receiver.received} == {str(event.key)}
    assert (len(receiver.received), later()) == (9, 0)


def test_a_message_that_is_refused_holds_up_no_other(webhook: Webhook, receiver: Receiver) -> None:
    receiver.answers = [saying(400), saying(204)]
    for _message in range(2):
        services.send_test(webhook=webhook, by=BY)

    run_queued()

    assert events(webhook) == [("test", "waiting", 1), ("test", "delivered", 1)]


def test_an_address_that_is_dead_is_asked_once_for_all_that_waits(webhook: Webhook, receiver: Receiver) -> None:
    """Each attempt may take ten seconds, and others wait for their jobs meanwhile."""
    Webhook.objects.update(url="http://127.0.0.1:1/")
    for _message in range(3):
        services.send_test(webhook=webhook, by=BY)
    run_queued()
    services.send_test(webhook=webhook, by=BY)
    run_queued()

    assert events(webhook) == [("test", "waiting", 1)] * 3 + [("test", "waiting", 0)]
    assert len(set(webhook.events.values_list("due", flat=True))) == 1

    Webhook.objects.update(url=receiver.url)
    later()

    assert {state for _kind, state, _attempts in events(webhook)} == {"delivered"}
    assert [json.loads(each.body)["id"] for each in receiver.received] == [str(e.key) for e in webhook.events.all()]


def test_all_that_waits_for_a_dead_address_is_given_up_in_time(webhook: Webhook) -> None:
    Webhook.objects.update(url="http://127.0.0.1:1/")
    for _message in range(2):
        services.send_test(webhook=webhook, by=BY)

    run_queued()
    for _pause in PAUSES:
        later()

    assert [state for _kind, state, _attempts in events(webhook)] == ["given_up"] * 2


def test_what_a_dying_sender_held_is_sent_a_minute_later(webhook: Webhook, receiver: Receiver) -> None:
    """At least once: the receiver knows a repeated message by its id."""
    services.send_test(webhook=webhook, by=BY)
    webhook.events.update(due=timezone.now() + services.LEASE, attempts=1)  # claimed, and nothing more

    run_queued()
    assert receiver.received == []
    later()

    assert events(webhook) == [("test", "delivered", 2)]


def test_a_job_that_waits_for_its_time_is_asked_for_once(webhook: Webhook, receiver: Receiver) -> None:
    receiver.answers = [saying(500)]
    services.send_test(webhook=webhook, by=BY)
    for _look in range(3):
        services.deliver(webhook=webhook, body_of=lambda _event: {})
    run_queued()

    assert Job.objects.filter(status="queued").count() == 1


# -- what isn't public ---------------------------------------------------------------------------------------------


def test_what_is_not_public_waits_until_it_is(cup: Tournament, webhook: Webhook, receiver: Receiver) -> None:
    cup.is_public = False
    round_ = publish(cup)
    run_queued()
    assert (told(receiver), events(webhook)) == ([], [("draw.published", "held", 0)])

    event = round_.tournament
    change_tournament(tournament=event, name=event.name, venue="", timezone=event.timezone, is_public=True, by=Author())
    run_queued()

    assert [each["type"] for each in told(receiver)] == ["draw.published"]


def test_results_held_back_for_the_ceremony_are_told_at_the_ceremony(
    cup: Tournament, webhook: Webhook, receiver: Receiver
) -> None:
    round_ = publish(cup)
    hold_back(tournament=round_.tournament, by=BY)
    confirm(round_.partidas.get(table=1), (100, 40))
    run_queued()
    assert events(webhook) == [("draw.published", "delivered", 1), ("result.confirmed", "held", 0)]

    publish_all(tournament=round_.tournament, by=BY)
    run_queued()

    assert [each["type"] for each in told(receiver)] == ["draw.published", "result.confirmed"]


def test_a_draw_is_told_when_its_round_is_released(cup: Tournament, webhook: Webhook, receiver: Receiver) -> None:
    round_ = publish(cup)
    release(tournament=round_.tournament, kind="draw", round_number=1, level="officials", by=BY)
    run_queued()
    assert told(receiver) == []

    release(tournament=round_.tournament, kind="draw", round_number=1, level="public", by=BY)
    run_queued()

    assert [each["type"] for each in told(receiver)] == ["draw.published"]


# -- a round that is taken back (R13.6) ----------------------------------------------------------------------------


def test_a_draw_of_which_nobody_was_told_yet_is_not_told_at_all(
    cup: Tournament, webhook: Webhook, receiver: Receiver
) -> None:
    round_ = publish(cup)
    draw.take_back(round_=round_, by=BY)

    run_queued()

    assert (told(receiver), events(webhook)) == ([], [])


def test_who_was_told_of_a_draw_is_told_that_it_holds_no_more_and_of_the_next_one(
    cup: Tournament, webhook: Webhook, receiver: Receiver
) -> None:
    round_ = publish(cup)
    run_queued()
    draw.take_back(round_=round_, by=BY)
    run_queued()
    draw.publish(round_=round_, by=BY)
    run_queued()

    first, gone, second = told(receiver)
    assert [each["type"] for each in (first, gone, second)] == ["draw.published", "draw.taken_back", "draw.published"]
    address = "https://domino.example/api/v1/tournaments/event/rounds/1/tables"
    assert gone["data"] == {"tournament": "event", "round": 1, "url": address, "details": None}
    assert second["data"]["details"]["state"] == "published"


def test_what_was_not_sent_meanwhile_is_put_right_before(cup: Tournament, webhook: Webhook, receiver: Receiver) -> None:
    """Published, taken back, published, taken back, while the first message alone has gone out."""
    round_ = publish(cup)
    run_queued()
    draw.take_back(round_=round_, by=BY)
    draw.publish(round_=round_, by=BY)
    draw.take_back(round_=round_, by=BY)
    run_queued()

    assert [each["type"] for each in told(receiver)] == ["draw.published", "draw.taken_back"]


def test_a_draw_that_an_address_may_have_read_is_taken_back_there_too(
    cup: Tournament, webhook: Webhook, receiver: Receiver
) -> None:
    receiver.answers = [saying(500), saying(200)]
    round_ = publish(cup)
    run_queued()
    draw.take_back(round_=round_, by=BY)
    draw.publish(round_=round_, by=BY)
    later()

    assert [each["type"] for each in told(receiver)] == ["draw.published", "draw.taken_back", "draw.published"]
    assert events(webhook) == [("draw.taken_back", "delivered", 1), ("draw.published", "delivered", 1)]


def test_who_came_later_is_told_nothing_of_it(cup: Tournament, webhook: Webhook, receiver: Receiver) -> None:
    services.switch_off(webhook=webhook, by=BY)
    round_ = publish(cup)
    services.switch_on(webhook=Webhook.objects.get(), by=BY)
    draw.take_back(round_=round_, by=BY)
    run_queued()

    assert (told(receiver), events(webhook)) == ([], [])


# -- addresses -----------------------------------------------------------------------------------------------------


def test_who_is_switched_off_is_told_nothing(cup: Tournament, webhook: Webhook, receiver: Receiver) -> None:
    services.send_test(webhook=webhook, by=BY)
    services.switch_off(webhook=webhook, by=BY)
    services.tell(tournament=cup, kind="round.closed", round_number=1)

    run_queued()
    assert (receiver.received, events(webhook)) == ([], [("test", "waiting", 0)])

    services.switch_on(webhook=webhook, by=BY)
    run_queued()
    assert events(webhook) == [("test", "delivered", 1)]


def test_to_switch_twice_is_to_switch_once(cup: Tournament, webhook: Webhook) -> None:
    for _twice in range(2):
        services.switch_off(webhook=webhook, by=BY)

    assert list(cup.journal.values_list("action", flat=True)) == ["webhook.added", "webhook.switched_off"]


def test_an_address_is_told_once(cup: Tournament, webhook: Webhook) -> None:
    with pytest.raises(Refused, match="on the list already") as refused:
        services.add(tournament=cup, url=webhook.url, by=BY)

    assert refused.value.field == "url"


def test_ten_addresses_are_enough(cup: Tournament, webhook: Webhook) -> None:
    for number in range(9):
        services.add(tournament=cup, url=f"https://example.org/{number}", by=BY)
    with pytest.raises(Refused, match="10 addresses"):
        services.add(tournament=cup, url="https://example.org/", by=BY)
    services.switch_off(webhook=webhook, by=BY)

    services.add(tournament=cup, url="https://example.org/", by=BY)

    with pytest.raises(Refused, match="10 addresses"):
        services.switch_on(webhook=webhook, by=BY)

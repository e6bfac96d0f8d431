"""Places asked for by the public: decided at the desk, waited for in a line, told by e-mail."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import (
    EntryFactory,
    EntryRequestFactory,
    PartidaFactory,
    PaymentFactory,
    RoundFactory,
    StageFactory,
)
from tests.pages import messages_of
from tournament.audit.services import Author
from tournament.entries import registration, services
from tournament.entries.queries import Application
from tournament.models import AuditRecord, EntryRequest, EntryTerms, Tournament
from tournament.phrases import Refused

URL = reverse("entries:requests", args=["cup"])
BY = Author()
CONTACT = registration.Contact("Иван", "ivan@example.org", "+7 900", "Приедем")


def opened(cup: Tournament, **terms: Any) -> EntryTerms:
    return EntryTerms.objects.create(tournament=cup, is_open=True, **terms)


def ask(cup: Tournament, *players: str, key: str = "") -> EntryRequest:
    application = Application(players or ("Гость Г.", "Гостев Г."))
    return registration.ask(
        tournament=cup, application=application, contact=CONTACT, key=key or application.pair, language="ru", by=BY
    )


def states(cup: Tournament) -> list[str]:
    return list(cup.entry_requests.values_list("state", flat=True))


def decide(browser: Client, number: int, decision: str, *, seen: str = "new", reason: str = "") -> Any:
    url = reverse("entries:decide", args=["cup", number])
    return browser.post(url, {"decision": decision, "seen": seen, "reason": reason}, follow=True)


def refused(call: Callable[[], object]) -> str:
    with pytest.raises(Refused) as refusal:
        call()
    return refusal.value.code


# -- asking --------------------------------------------------------------------------------------------------


def test_a_request_waits_and_nothing_is_registered_yet(cup: Tournament) -> None:
    opened(cup)
    request = ask(cup)
    assert (request.number, request.state, cup.entries.count()) == (1, "new", 0)


def test_the_same_form_sent_twice_is_one_request(cup: Tournament) -> None:
    opened(cup)
    assert ask(cup, key="k") == ask(cup, key="k")
    assert AuditRecord.objects.filter(action="request.made").count() == 1


def test_who_asks_again_is_told_that_he_has_asked(cup: Tournament) -> None:
    opened(cup)
    ask(cup, "Ким К.", "Ли Л.")
    assert refused(lambda: ask(cup, "ли л.", "Ким  К.")) == "registration.asked_already"


def test_who_plays_already_needs_no_place(cup: Tournament) -> None:
    opened(cup)
    EntryFactory(tournament=cup, players=("Ким К.", "Ли Л."))
    assert refused(lambda: ask(cup, "Ким К.", "Цой Ц.")) == "entries.player_taken"


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"is_open": False}, "registration.closed"),
        ({"is_open": True, "deadline": timezone.now() - timedelta(hours=1)}, "registration.over"),
    ],
)
def test_nothing_is_taken_while_registration_is_closed(cup: Tournament, terms: dict[str, Any], code: str) -> None:
    EntryTerms.objects.create(tournament=cup, **terms)
    assert refused(lambda: ask(cup)) == code


def test_without_terms_nothing_is_taken(cup: Tournament) -> None:
    assert refused(lambda: ask(cup)) == "registration.closed"


def test_the_journal_never_has_the_contact(cup: Tournament) -> None:
    """It can't be erased from a chained journal, so it must not get into it."""
    opened(cup)
    request = ask(cup)
    registration.accept(request=request, seen="new", by=BY)
    kept = json.dumps(list(AuditRecord.objects.values_list("data", flat=True)), ensure_ascii=False)
    assert [word for word in ("ivan@example.org", "+7 900", "Приедем") if word in kept] == []


# -- deciding ------------------------------------------------------------------------------------------------


def test_an_accepted_request_is_an_entry(secretary: Client, cup: Tournament) -> None:
    EntryRequestFactory(tournament=cup, players=["Ким К.", "Ли Л."], club="Спартак")
    page = decide(secretary, 1, "accept")
    entry = cup.entries.get()
    assert (str(entry), str(entry.club), messages_of(page)) == (
        "Ким К. / Ли Л.",
        "Спартак",
        ["Request 1 is entered as number 1."],
    )
    assert entry.request.state == "accepted"


def test_a_request_of_one_player_in_an_individual_event(secretary: Client, cup: Tournament) -> None:
    """R1.3."""
    Tournament.objects.filter(pk=cup.pk).update(event="individual")
    EntryRequestFactory(tournament=cup, players=["Ким К."])
    decide(secretary, 1, "accept")
    assert str(cup.entries.get()) == "Ким К."


def test_no_more_are_accepted_than_there_are_places(secretary: Client, cup: Tournament) -> None:
    opened(cup, capacity=1)
    EntryFactory(tournament=cup)
    EntryRequestFactory(tournament=cup)
    page = decide(secretary, 1, "accept")
    assert (states(cup), messages_of(page)) == (
        ["new"],
        ["All places are taken. Put request 1 on the waiting list, or raise the number of places in the terms."],
    )


def test_a_request_is_declined_with_a_reason_only(secretary: Client, cup: Tournament) -> None:
    EntryRequestFactory(tournament=cup)
    assert messages_of(decide(secretary, 1, "decline")) == ["Say why: whoever sent the request reads it."]
    assert states(cup) == ["new"]
    decide(secretary, 1, "decline", reason="Мест нет")
    assert [(each.state, each.reason) for each in cup.entry_requests.all()] == [("declined", "Мест нет")]


def test_two_who_decide_at_once_decide_once(secretary: Client, cup: Tournament) -> None:
    EntryRequestFactory(tournament=cup)
    decide(secretary, 1, "list")
    page = decide(secretary, 1, "decline", reason="Мест нет")
    assert (states(cup), messages_of(page)) == (
        ["listed"],
        ["Request 1 has been decided meanwhile: it is on the waiting list."],
    )


@pytest.mark.parametrize("number", [2, 2**40])
def test_a_request_that_is_not_there(secretary: Client, cup: Tournament, number: int) -> None:
    assert decide(secretary, number, "accept").status_code == 404


def test_the_page_says_who_is_known_by_a_name_like_that(secretary: Client, cup: Tournament) -> None:
    EntryFactory(tournament=cup, players=("Иванов Алексей", "Ли Л."))
    EntryRequestFactory(tournament=cup, players=["Алексей Иваноа", "Цой Ц."])
    ((_request, alike),) = secretary.get(URL).context["new"]
    assert alike == ["Иванов Алексей"]


@pytest.mark.parametrize("count", [1, 3])
def test_queries_do_not_grow_with_the_requests(
    secretary: Client, cup: Tournament, count: int, django_assert_num_queries: Any
) -> None:
    opened(cup, capacity=9)
    for state in ("new", "listed", "offered", "declined"):
        for _each in range(count):
            EntryRequestFactory(tournament=cup, state=state, listed_at=timezone.now())
    # session, account, tournament, roles; known players; requests; terms twice, entries and offers counted
    with django_assert_num_queries(10):
        secretary.get(URL)


# -- the waiting list ----------------------------------------------------------------------------------------


def full(cup: Tournament) -> list[EntryRequest]:
    """One place, taken by a request; three more wait in line."""
    opened(cup, capacity=1)
    requests = [ask(cup, f"Гость {n}-1", f"Гость {n}-2") for n in range(1, 5)]
    registration.accept(request=requests[0], seen="new", by=BY)
    for each in requests[1:]:
        registration.put_on_list(request=each, seen="new", by=BY)
    return requests


def test_a_place_that_becomes_free_is_offered_to_the_next_in_line(cup: Tournament) -> None:
    first, second, *_rest = full(cup)
    registration.take_back(request=first, by=BY)
    assert (states(cup), cup.entries.count()) == (["withdrawn", "offered", "listed", "listed"], 0)
    registration.take_offer(request=second, by=BY)
    assert (states(cup), str(cup.entries.get())) == (
        ["withdrawn", "accepted", "listed", "listed"],
        "Гость 2-1 / Гость 2-2",
    )


def test_an_offer_that_is_not_taken_goes_on_to_the_next(cup: Tournament) -> None:
    first, second, *_rest = full(cup)
    registration.take_back(request=first, by=BY)
    registration.take_back(request=second, by=BY)
    assert states(cup) == ["withdrawn", "withdrawn", "offered", "listed"]


def test_more_places_are_offered_at_once(cup: Tournament) -> None:
    full(cup)
    cup.refresh_from_db()
    registration.set_terms(tournament=cup, version=cup.version, by=BY, capacity=3)
    assert states(cup) == ["accepted", "offered", "offered", "listed"]


def test_an_entry_that_is_removed_or_withdraws_before_it_played_leaves_its_place(cup: Tournament) -> None:
    full(cup)
    services.remove_entry(entry=cup.entries.get(), by=BY)
    assert states(cup) == ["withdrawn", "offered", "listed", "listed"]
    entry = registration.take_offer(request=cup.entry_requests.get(number=2), by=BY)
    services.withdraw(entry=entry, from_round=1, reason="болезнь", by=BY)
    assert states(cup) == ["withdrawn", "accepted", "offered", "listed"]


def test_an_offer_is_taken_once(cup: Tournament) -> None:
    first, second, *_rest = full(cup)
    assert refused(lambda: registration.take_offer(request=second, by=BY)) == "registration.decided"
    registration.take_back(request=first, by=BY)
    registration.take_offer(request=second, by=BY)
    assert refused(lambda: registration.take_offer(request=second, by=BY)) == "registration.decided"


def test_who_is_drawn_or_has_paid_withdraws_at_the_desk(cup: Tournament) -> None:
    opened(cup)
    seated, paid = (ask(cup, f"А {name}", f"Б {name}") for name in ("Первая", "Вторая"))
    entry = registration.accept(request=seated, seen="new", by=BY)
    PartidaFactory(
        round=RoundFactory(stage=StageFactory(tournament=cup)), entries=(entry, EntryFactory(tournament=cup))
    )
    PaymentFactory(entry=registration.accept(request=paid, seen="new", by=BY))
    assert refused(lambda: registration.take_back(request=seated, by=BY)) == "registration.seated"
    assert refused(lambda: registration.take_back(request=paid, by=BY)) == "registration.paid"


# -- the terms -----------------------------------------------------------------------------------------------

TERMS = {"is_open": "on", "deadline": "2026-12-05T18:30", "capacity": "24", "fee": "1500", "currency": "₽"}


def save_terms(browser: Client, cup: Tournament, **typed: str) -> Any:
    cup.refresh_from_db()
    return browser.post(reverse("entries:terms", args=["cup"]), TERMS | {"version": str(cup.version)} | typed)


def test_the_deadline_is_by_the_clock_of_the_hall(secretary: Client, cup: Tournament) -> None:
    Tournament.objects.filter(pk=cup.pk).update(timezone="Asia/Vladivostok")
    assert save_terms(secretary, cup).status_code == 302
    deadline = cup.entry_terms.deadline
    assert deadline is not None
    assert deadline.isoformat() == "2026-12-05T08:30:00+00:00"
    assert 'value="2026-12-05T18:30"' in secretary.get(reverse("entries:terms", args=["cup"])).content.decode()


def test_a_deadline_of_which_no_clock_knows_is_refused(secretary: Client, cup: Tournament) -> None:
    page = save_terms(secretary, cup, deadline="0001-01-01T00:00")

    said = {"deadline": ["Choose a day between the years 1980 and 2199."]}
    assert (page.status_code, page.context["form"].errors) == (422, said)


def test_terms_that_were_changed_meanwhile_are_not_overwritten(secretary: Client, cup: Tournament) -> None:
    save_terms(secretary, cup)
    answer = save_terms(secretary, cup, version="0", capacity="5")
    assert (answer.status_code, EntryTerms.objects.get().capacity) == (422, 24)


@pytest.mark.parametrize("typed", [{"fee": "-1"}, {"capacity": "0"}, {"deadline": "завтра"}, {"fee": "1e99"}])
def test_terms_that_cannot_be(secretary: Client, cup: Tournament, typed: dict[str, str]) -> None:
    answer = save_terms(secretary, cup, **typed)
    assert (answer.status_code, list(answer.context["form"].errors), EntryTerms.objects.count()) == (
        422,
        list(typed),
        0,
    )

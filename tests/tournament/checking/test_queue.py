"""The queue of signed protocols: the oldest first, another one for each official, never one's own."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from tests.factories import PartidaFactory, ProtocolFactory, TournamentFactory, official
from tests.pages import browser_of, messages_of
from tests.tournament.caching import AWAY
from tests.tournament.protocols.sheets import DEALS, protocol_with
from tournament.checking.queries import waiting
from tournament.models import Partida, Protocol, Tournament, User


@pytest.fixture(autouse=True)
def nobody_looks() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def cup(db: None) -> Tournament:
    """Three signed protocols: table 2 has waited longest, then 1, then 3."""
    protocol = protocol_with(*DEALS)
    rest = [ProtocolFactory(partida=PartidaFactory(round=protocol.partida.round), deals=DEALS) for _table in range(2)]
    for minutes, signed in zip((20, 30, 10), (protocol, *rest), strict=True):
        at = timezone.now() - timedelta(minutes=minutes)
        Protocol.objects.filter(pk=signed.pk).update(state="accepted", accepted_at=at)
    return protocol.partida.round.tournament


@pytest.fixture
def one(cup: Tournament) -> Client:
    return browser_of(cup, "secretary")


@pytest.fixture
def two(cup: Tournament) -> Client:
    return browser_of(cup, "secretary")


def queue(browser: Client, after: object = "") -> Any:
    return browser.get(reverse("checking:queue", args=["cup"]), {"after": after})


def offered(response: Any) -> int | None:
    line = response.context["offered"]
    return line.table if line else None


def act(browser: Client, route: str, table: int, **fields: Any) -> Any:
    address = reverse(route, args=["cup", 1, table])
    return browser.post(address, {"version": 0} | fields, follow=True)


def state(table: int) -> str:
    return Protocol.objects.get(partida__table=table).state


def test_the_oldest_comes_first_with_how_far_the_round_is(one: Client) -> None:
    response = queue(one)

    progress = response.context["progress"]
    assert (offered(response), response.context["others"], progress.done, progress.total) == (2, 2, 0, 3)


def test_confirming_brings_the_next(one: Client) -> None:
    response = act(one, "checking:confirm", 2)

    assert (messages_of(response), state(2), offered(response)) == (["Table 2 is confirmed."], "confirmed", 1)


def test_sending_back_needs_its_reason_and_brings_the_next(one: Client) -> None:
    queue(one)
    without = act(one, "checking:send_back", 2)
    kept = state(2)
    response = act(one, "checking:send_back", 2, reason="Раздача 2 не та")

    assert (offered(without), kept) == (2, "accepted")
    assert messages_of(response) == ["Table 2 is sent back: its referee reads the reason."]
    assert (state(2), offered(response)) == ("open", 1)
    assert Protocol.objects.get(partida__table=2).sent_back_reason == "Раздача 2 не та"


def test_what_is_put_off_comes_again_last(one: Client) -> None:
    first = queue(one).context["offered"]
    second = queue(one, first.partida)
    after = act(one, "checking:confirm", 1, after=first.partida)

    assert [offered(second), offered(after)] == [1, 3]
    assert offered(queue(one, after.context["offered"].partida)) == 2


def test_each_official_is_offered_another_one(one: Client, two: Client) -> None:
    assert [offered(queue(each)) for each in (one, two, one)] == [2, 1, 2]


def test_what_is_let_go_is_offered_to_others(one: Client, two: Client) -> None:
    held = queue(one).context["offered"]
    queue(one, held.partida)

    assert offered(queue(two)) == 2


def test_more_officials_than_protocols_are_told_who_else_looks(cup: Tournament) -> None:
    """Nobody is locked out: an opened page may be a forgotten one."""
    users = [official(cup, "secretary") for _number in range(4)]
    responses = []
    for user in users:
        browser = Client()
        browser.force_login(user)
        responses.append(queue(browser))

    assert [offered(response) for response in responses] == [2, 1, 3, 2]
    assert [response.context["holder"] for response in responses] == ["", "", "", str(users[0])]


def test_what_another_has_confirmed_meanwhile_is_said(one: Client, cup: Tournament) -> None:
    quick = official(cup, "secretary")
    browser = Client()
    browser.force_login(quick)
    act(browser, "checking:confirm", 2)

    assert messages_of(act(one, "checking:confirm", 2)) == [f"{quick} has confirmed table 2 meanwhile."]
    assert Protocol.objects.get(partida__table=2).confirmed_by == quick


def test_what_another_has_sent_back_meanwhile_is_said(one: Client, cup: Tournament) -> None:
    quick = official(cup, "secretary")
    browser = Client()
    browser.force_login(quick)
    act(browser, "checking:send_back", 2, reason="Не та")

    assert messages_of(act(one, "checking:confirm", 2)) == [f"{quick} has sent table 2 back meanwhile: Не та"]


def test_a_press_on_an_older_page_confirms_nothing(one: Client) -> None:
    act(one, "checking:confirm", 2, version=7)

    assert state(2) == "accepted"


@pytest.mark.parametrize("fields", [{"version": ""}, {"version": "x"}, {"after": "../x"}])
def test_a_request_of_another_making_confirms_nothing_unseen(one: Client, fields: dict[str, str]) -> None:
    response = act(one, "checking:confirm", 2, **fields)

    assert response.status_code == 200
    assert state(2) == ("confirmed" if "after" in fields else "accepted")


def test_one_s_own_are_listed_but_not_offered(cup: Tournament) -> None:
    writer: User = official(cup, "secretary")
    Protocol.objects.filter(partida__table__in=[1, 2]).update(entered_by=writer)
    browser = Client()
    browser.force_login(writer)

    response = queue(browser)

    assert offered(response) == 3
    assert [line.table for line in response.context["mine"]] == [2, 1]
    assert [line.table for line in queue(browser, "x").context["mine"]] == [2, 1]


def test_whoever_wrote_one_deal_wrote_it(cup: Tournament) -> None:
    writer: User = official(cup, "referee")
    Protocol.objects.get(partida__table=2).deals.filter(number=1).update(recorded_by=writer)

    assert [line.mine for line in waiting(cup, writer.pk)] == [True, False, False]


def test_a_walkover_is_confirmed_here_too(one: Client, cup: Tournament) -> None:
    Partida.objects.filter(table=2).update(kind="walkover", winner="a")

    response = queue(one)
    act(one, "checking:confirm", 2)

    assert (offered(response), state(2)) == (2, "confirmed")


def test_when_nothing_waits_the_page_says_so(db: None) -> None:
    protocol = protocol_with()

    response = queue(browser_of(protocol.partida.round.tournament))

    assert (response.status_code, offered(response), response.context["mine"]) == (200, None, [])


@pytest.mark.parametrize("tables", [1, 3])
def test_the_queue_takes_three_queries(cup: Tournament, tables: int, django_assert_num_queries: Any) -> None:
    Protocol.objects.filter(partida__table__gt=tables).update(state="open")

    with django_assert_num_queries(3):
        assert len(waiting(cup, None)) == tables


def test_what_only_looks_decides_nothing(one: Client) -> None:
    answers = [one.get(reverse(f"checking:{act}", args=["cup", 1, 2])).status_code for act in ("confirm", "send_back")]

    assert (answers, one.post(reverse("checking:queue", args=["cup"])).status_code) == ([405, 405], 405)
    assert state(2) == "accepted"


def test_another_tournament_s_official_finds_nothing(cup: Tournament) -> None:
    stranger = browser_of(TournamentFactory())

    answers = [act(stranger, route, 2, reason="x").status_code for route in ("checking:confirm", "checking:send_back")]

    assert [queue(stranger).status_code, *answers] == [404, 404, 404]
    assert state(2) == "accepted"


def test_while_the_cache_is_away_all_are_offered_the_same(one: Client, two: Client, settings: Settings) -> None:
    """Who has which sheet open binds nobody: the version of the protocol decides."""
    settings.CACHES = settings.CACHES | {"default": AWAY}

    assert [offered(queue(each)) for each in (one, two)] == [2, 2]
    act(one, "checking:confirm", 2)
    assert offered(queue(two)) == 1

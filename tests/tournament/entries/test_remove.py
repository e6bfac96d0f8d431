"""Taking an entry off the list."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import EntryFactory, PartidaFactory, RoundFactory, TournamentFactory
from tournament.models import Entry, Tournament

URL = reverse("entries:remove", args=["cup", 7])


@pytest.fixture(autouse=True)
def entry(cup: Tournament) -> Entry:
    return EntryFactory(tournament=cup, number=7)


def test_it_is_asked_first(secretary: Client, cup: Tournament) -> None:
    assert secretary.get(URL).status_code == 200
    assert cup.entries.count() == 1


def test_it_is_removed(secretary: Client, cup: Tournament) -> None:
    assert secretary.post(URL).headers["Location"] == reverse("entries:list", args=["cup"])
    assert cup.entries.count() == 0


def test_who_was_seated_stays(secretary: Client, cup: Tournament, entry: Entry) -> None:
    PartidaFactory(round=RoundFactory(stage__tournament=cup), entries=(entry, EntryFactory(tournament=cup)))
    response = secretary.post(URL, follow=True)
    assert [str(message) for message in response.context["messages"]] == [
        "Entry 7 is seated in round 1 and can't be removed. Withdraw it: what it played stays (R8.5)."
    ]
    assert cup.entries.count() == 2


def test_an_entry_that_is_not_there(secretary: Client) -> None:
    assert secretary.post(reverse("entries:remove", args=["cup", 9])).status_code == 404


def test_another_verb(secretary: Client) -> None:
    assert secretary.delete(URL).status_code == 405


def test_a_referee_may_not(browser_of: Callable[..., Client], cup: Tournament) -> None:
    assert browser_of("referee").post(URL).status_code == 403
    assert cup.entries.count() == 1


def test_another_tournaments_secretary_finds_nothing(browser_of: Callable[..., Client], cup: Tournament) -> None:
    assert browser_of("secretary", TournamentFactory()).post(URL).status_code == 404
    assert cup.entries.count() == 1

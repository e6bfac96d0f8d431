"""Withdrawal from a round on, and return (R8.5)."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from scoring import preset
from tests.factories import (
    EntryFactory,
    PartidaFactory,
    ProtocolFactory,
    RoundFactory,
    StageFactory,
    TournamentFactory,
)
from tests.pages import messages_of
from tests.tournament.entries.expulsion import expel
from tournament.audit.services import Author
from tournament.draw.services import publish
from tournament.models import Entry, Partida, Protocol, Regulations, Tournament
from tournament.standings.queries import table

URL = reverse("entries:withdraw", args=["cup", 7])
RETURN_URL = reverse("entries:reinstate", args=["cup", 7])
TYPED = {"from_round": "1", "reason": "болезнь"}
BACK = {"reason": "выздоровел"}


@pytest.fixture(autouse=True)
def entry(cup: Tournament) -> Entry:
    return EntryFactory(tournament=cup, number=7)


def withdrawn_from(entry: Entry) -> int | None:
    return Entry.objects.get(pk=entry.pk).withdrawn_from


def test_it_withdraws(secretary: Client, entry: Entry) -> None:
    assert secretary.get(URL).status_code == 200
    assert secretary.post(URL, TYPED).headers["Location"] == reverse("entries:list", args=["cup"])
    assert withdrawn_from(entry) == 1


def rounds_of(entry: Entry) -> dict[str, Partida]:
    """A proposed round, one that is published and not begun, one in which it is free."""
    stage = StageFactory(tournament=entry.tournament)
    other = EntryFactory(tournament=entry.tournament)
    free = PartidaFactory(round=RoundFactory(stage=stage), entries=(entry,), kind="bye")
    published = PartidaFactory(round=RoundFactory(stage=stage), entries=(entry, other))
    ProtocolFactory(partida=published)
    proposed = PartidaFactory(round=RoundFactory(stage=stage, state="proposed"), entries=(entry, other))
    return {"free": free, "published": published, "proposed": proposed}


def test_rounds_in_which_it_still_sits_are_said_with_what_is_to_be_done(secretary: Client, entry: Entry) -> None:
    rounds_of(entry)

    before = secretary.get(URL)
    after = secretary.post(URL, TYPED, follow=True)

    asked = [(2, "walkover"), (3, "draw")]
    assert [(line.round, line.follows) for line in before.context["ahead"]] == asked
    assert after.redirect_chain == [(reverse("entries:edit", args=["cup", 7]), 302)]
    assert [(line.round, line.follows) for line in after.context["ahead"]] == asked


def test_its_opponent_is_free_when_the_round_is_published(secretary: Client, entry: Entry) -> None:
    proposed = rounds_of(entry)["proposed"].round
    secretary.post(URL, TYPED)

    publish(round_=proposed, by=Author())

    assert [(partida.kind, partida.seats.count()) for partida in proposed.partidas.all()] == [("bye", 2)]


def test_what_it_did_not_play_counts_nothing_for_it(secretary: Client, entry: Entry) -> None:
    """R12.5: neither the round in which it was free, nor the walkover its opponent got."""
    published = rounds_of(entry)["published"]
    Partida.objects.filter(pk=published.pk).update(kind="walkover", winner="b")
    Protocol.objects.update(state="confirmed")

    def rows() -> dict[object, tuple[int, int, int]]:
        standings = [row.standing for row in table(published.round.stage).rows]
        return {row.entry: (row.wins, row.losses, row.difference) for row in standings}

    assert rows() == {7: (1, 1, -100), 2: (1, 0, 200)}
    secretary.post(URL, TYPED)
    assert rows() == {7: (0, 0, 0), 2: (1, 0, 200)}


def test_it_cannot_withdraw_from_what_it_has_played(secretary: Client, entry: Entry) -> None:
    published = rounds_of(entry)["published"]
    Protocol.objects.filter(partida=published).update(state="confirmed")

    page = secretary.post(URL, TYPED)

    assert page.context["form"].errors == {
        "from_round": ["Something is already written of entry 7 in round 2. It can withdraw from round 3 on (R8.5)."]
    }
    assert (withdrawn_from(entry), page.context["form"]["from_round"].field.min_value) == (None, 1)
    assert secretary.get(URL).context["form"]["from_round"].value() == 3


def test_it_returns(secretary: Client, entry: Entry) -> None:
    secretary.post(URL, TYPED)
    assert secretary.post(RETURN_URL, BACK).headers["Location"] == reverse("entries:list", args=["cup"])
    assert withdrawn_from(entry) is None
    assert entry.tournament.journal.last().data == {"was_withdrawn_from": 1, "reason": "выздоровел"}


def test_it_returns_for_a_reason(secretary: Client, entry: Entry) -> None:
    secretary.post(URL, TYPED)
    page = secretary.post(RETURN_URL, {"reason": " "}, follow=True)
    assert messages_of(page)[-1] == "Say why it returns: the journal keeps the reason."
    assert withdrawn_from(entry) == 1


def test_it_does_not_return_with_an_expelled_player(secretary: Client, cup: Tournament, entry: Entry) -> None:
    """R8.5: expelled is never again."""
    Regulations.objects.filter(tournament=cup).update(data=preset("femundo_2025").to_dict())
    expel(entry, RoundFactory(stage__tournament=cup))
    secretary.post(URL, TYPED | {"from_round": "2"})

    page = secretary.post(RETURN_URL, BACK, follow=True)

    said = "Игрок 7-1 is expelled from round 2 on and plays no more in this tournament (R8.5)."
    assert (messages_of(page)[-1], withdrawn_from(entry)) == (said, 2)


def test_it_cannot_return_without_having_left(secretary: Client) -> None:
    response = secretary.post(RETURN_URL, BACK, follow=True)
    assert [str(message) for message in response.context["messages"]] == [
        "Entry 7 hasn't withdrawn, so it can't return."
    ]


@pytest.mark.parametrize(
    ("typed", "errors"),
    [
        ({"from_round": "0"}, {"from_round": ["Ensure this value is greater than or equal to 1."]}),
        ({"from_round": "40000"}, {"from_round": ["Ensure this value is less than or equal to 9999."]}),
        ({"reason": " "}, {"reason": ["This field is required."]}),
    ],
)
def test_round_and_reason_are_needed(
    secretary: Client, entry: Entry, typed: dict[str, str], errors: dict[str, list[str]]
) -> None:
    response = secretary.post(URL, TYPED | typed)
    assert (response.status_code, response.context["form"].errors) == (422, errors)
    assert withdrawn_from(entry) is None


def test_it_withdraws_once(secretary: Client, entry: Entry) -> None:
    secretary.post(URL, TYPED)
    response = secretary.post(URL, TYPED | {"from_round": "2"})
    assert response.context["form"].non_field_errors() == ["Entry 7 has already withdrawn from round 1."]
    assert withdrawn_from(entry) == 1


def test_another_verb(secretary: Client) -> None:
    assert secretary.put(URL).status_code == 405
    assert secretary.get(RETURN_URL).status_code == 405


def test_a_referee_may_not(browser_of: Callable[..., Client], entry: Entry) -> None:
    referee = browser_of("referee")
    assert referee.post(URL, TYPED).status_code == 403
    assert referee.post(RETURN_URL, BACK).status_code == 403
    assert withdrawn_from(entry) is None


def test_another_tournaments_secretary_finds_nothing(browser_of: Callable[..., Client], entry: Entry) -> None:
    other = browser_of("secretary", TournamentFactory())
    assert other.post(URL, TYPED).status_code == 404
    assert other.post(RETURN_URL, BACK).status_code == 404
    assert withdrawn_from(entry) is None

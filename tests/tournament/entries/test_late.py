"""Coming late: with which round an entry begins, and until when it may (R12.5)."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import EntryRequestFactory, RoundFactory, StageFactory
from tests.pages import errors_of, messages_of
from tests.tournament.draw.play import BY
from tournament.draw.queries import playing
from tournament.entries.joining import Joining, joining
from tournament.entries.queries import Application
from tournament.entries.services import add_entry
from tournament.models import EntryTerms, Tournament

ADD = reverse("entries:add", args=["cup"])
PAIR = {"player_1": "Ким К.", "player_2": "Ли Л.", "last": "1"}
TOO_LATE = (
    "An entry would begin with round 3, and the terms of entry let nobody begin after round 2. The organiser can "
    "change the terms."
)


def played(cup: Tournament, *states: str, system: str = "free") -> None:
    stage = StageFactory(tournament=cup, system=system)
    for state in states:
        RoundFactory(stage=stage, state=state)


@pytest.mark.parametrize(
    ("states", "system", "expected"),
    [
        ((), "swiss", Joining(first=1, missed=0, proposed=None, stage="")),
        (("proposed",), "swiss", Joining(first=1, missed=0, proposed=1, stage="")),
        (("closed", "published"), "swiss", Joining(first=3, missed=2, proposed=None, stage="")),
        (("closed", "proposed"), "swiss", Joining(first=2, missed=1, proposed=2, stage="")),
        (("closed",), "knockout", Joining(first=2, missed=1, proposed=None, stage="Финал")),
        (("closed",), "round_robin", Joining(first=2, missed=1, proposed=None, stage="Финал")),
    ],
)
def test_what_entering_now_means(cup: Tournament, states: tuple[str, ...], system: str, expected: Joining) -> None:
    played(cup, *states, system=system)
    cup.stages.update(name="Финал")
    assert joining(cup) == expected


def test_a_late_entry_is_drawn_from_the_next_round_on(cup: Tournament) -> None:
    played(cup, "closed", "published", system="swiss")
    entry = add_entry(tournament=cup, application=Application(("Ким К.", "Ли Л.")), by=BY)
    assert list(playing(cup, 3)) == [entry]


def test_the_page_says_that_it_is_late(secretary: Client, cup: Tournament) -> None:
    assert secretary.get(ADD).context["late"].is_late is False
    played(cup, "closed")
    assert "It plays from round 2 on; what it missed counts nothing (R12.5)." in secretary.get(ADD).content.decode()


@pytest.mark.parametrize(("last", "entered"), [(None, 1), (3, 1), (2, 0)])
def test_the_organiser_sets_the_last_round_with_which_one_may_begin(
    secretary: Client, cup: Tournament, last: int | None, entered: int
) -> None:
    EntryTerms.objects.create(tournament=cup, last_round=last)
    played(cup, "closed", "closed")
    answer: Any = secretary.post(ADD, PAIR)
    assert cup.entries.count() == entered
    assert entered or errors_of(answer) == {"__all__": [TOO_LATE]}


def test_neither_a_list_nor_a_request_comes_in_later(secretary: Client, cup: Tournament) -> None:
    EntryTerms.objects.create(tournament=cup, last_round=2)
    played(cup, "closed", "closed")
    EntryRequestFactory(tournament=cup)
    imported = secretary.post(reverse("entries:import_pairs", args=["cup"]), {"text": "Пара\nА / Б", "accept": "1"})
    url = reverse("entries:decide", args=["cup", 1])
    decided = secretary.post(url, {"decision": "accept", "seen": "new"}, follow=True)
    assert (messages_of(imported), messages_of(decided), cup.entries.count()) == ([TOO_LATE], [TOO_LATE], 0)

"""One pair by hand."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import EntryFactory, TournamentFactory
from tournament.entries.queries import Application, application_of, entries_of
from tournament.models import Tournament

URL = reverse("entries:add", args=["cup"])
KIM = {"player_1": " Ким  К. ", "player_2": "Ли Л.", "club": "", "country": "", "seed": "", "number": ""}


def registered(cup: Tournament) -> list[Application]:
    return list(map(application_of, entries_of(cup)))


def test_a_pair_registers_and_the_next_can_be_typed(secretary: Client, cup: Tournament) -> None:
    assert secretary.post(URL, KIM).headers["Location"] == URL
    assert registered(cup) == [Application(("Ким К.", "Ли Л."), number=1)]


def test_the_last_pair_leads_to_the_list(secretary: Client) -> None:
    assert secretary.post(URL, KIM | {"last": "1"}).headers["Location"] == reverse("entries:list", args=["cup"])


def test_a_namesake_is_registered_with_a_warning(secretary: Client) -> None:
    secretary.post(URL, KIM | {"club": "Спартак"}, follow=True)
    response = secretary.post(URL, KIM | {"player_2": "Цой Ц.", "club": "Динамо"}, follow=True)
    assert [str(message) for message in response.context["messages"]] == [
        "Registered as number 2.",
        "Ким К. has the same name as a player of another club (pair 1) and is taken for another person.",
    ]


@pytest.mark.parametrize(
    ("change", "errors"),
    [
        ({"player_2": ""}, {"player_2": ["This field is required."]}),
        ({"seed": "0"}, {"seed": ["Ensure this value is greater than or equal to 1."]}),
        ({"number": "5"}, {"number": ["Number 5 is taken: pair 5. Give another one, or none for the next free."]}),
        (
            {"player_2": "КИМ К."},
            {
                "player_2": [
                    "Ким К. is named twice in this pair. If these are two people, "
                    "add the patronymic to tell them apart."
                ]
            },
        ),
    ],
)
def test_what_cannot_be_is_said_at_its_field(
    secretary: Client, cup: Tournament, change: dict[str, str], errors: dict[str, list[str]]
) -> None:
    EntryFactory(tournament=cup, number=5)
    response = secretary.post(URL, KIM | change)
    assert (response.status_code, response.context["form"].errors) == (422, errors)
    assert len(registered(cup)) == 1


def test_another_verb(secretary: Client) -> None:
    assert secretary.put(URL).status_code == 405


def test_a_chief_referee_may_not(browser_of: Callable[..., Client], cup: Tournament) -> None:
    assert browser_of("chief_referee").post(URL, KIM).status_code == 403
    assert registered(cup) == []


def test_another_tournaments_secretary_finds_nothing(browser_of: Callable[..., Client], cup: Tournament) -> None:
    assert browser_of("secretary", TournamentFactory()).post(URL, KIM).status_code == 404
    assert registered(cup) == []

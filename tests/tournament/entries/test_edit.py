"""Correcting an entry."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from scoring import preset
from tests.factories import EntryFactory, PartidaFactory, RoundFactory, TournamentFactory
from tests.pages import rows_of
from tests.tournament.entries.expulsion import expel
from tournament.audit.services import Author
from tournament.entries.queries import Application, application_of, entry_for
from tournament.entries.services import substitute, withdraw
from tournament.models import Regulations, Tournament

URL = reverse("entries:edit", args=["cup", 7])
TYPED = {"player_1": "Иванов Иван", "player_2": "Петров П.", "club": "Спартак", "country": "Россия", "seed": "2"}


@pytest.fixture(autouse=True)
def _entry_7(cup: Tournament) -> None:
    EntryFactory(tournament=cup, number=7, players=("Иванов И.", "Петров П."))


def entry_7(cup: Tournament) -> Application:
    return application_of(entry_for(cup, 7))


def test_the_page_shows_what_is_registered(secretary: Client, cup: Tournament) -> None:
    form = secretary.get(URL).context["form"]
    assert {name: form[name].value() for name in TYPED} == {
        "player_1": "Иванов И.",
        "player_2": "Петров П.",
        "club": "",
        "country": "",
        "seed": None,
    }


def test_the_entry_is_corrected(secretary: Client, cup: Tournament) -> None:
    assert secretary.post(URL, TYPED).headers["Location"] == reverse("entries:list", args=["cup"])
    assert entry_7(cup) == Application(("Иванов Иван", "Петров П."), "Спартак", "Россия", number=7, seed=2)


def test_a_player_of_another_pair_is_refused(secretary: Client, cup: Tournament) -> None:
    EntryFactory(tournament=cup, number=8, players=("Ким К.", "Ли Л."))
    response = secretary.post(URL, TYPED | {"player_2": "Ли Л.", "club": ""})
    assert (response.status_code, response.context["form"].errors) == (
        422,
        {
            "player_2": [
                "Ли Л. already plays: pair 8. If this is another person of the same name, tell them apart: "
                "give the club of each, or add the patronymic."
            ]
        },
    )
    assert entry_7(cup).players == ("Иванов И.", "Петров П.")


def test_only_who_never_sat_can_be_removed_from_here(secretary: Client, cup: Tournament) -> None:
    remove = reverse("entries:remove", args=["cup", 7])
    assert secretary.get(URL).content.decode().count(remove) == 1
    PartidaFactory(round=RoundFactory(stage__tournament=cup), entries=(entry_for(cup, 7), EntryFactory(tournament=cup)))
    assert secretary.get(URL).content.decode().count(remove) == 0


def test_the_chief_referee_corrects_no_names_but_lets_a_pair_leave(browser_of: Callable[..., Client]) -> None:
    chief = browser_of("chief_referee")
    page = chief.get(URL)
    links = [reverse(f"entries:{act}", args=["cup", 7, *slot]) in page.content.decode() for act, slot in ACTS]
    assert (page.context["may_change"], links) == (False, [True, True, True, False])
    assert chief.post(URL, TYPED).status_code == 403


ACTS: list[tuple[str, list[int]]] = [("withdraw", []), ("substitute", [1]), ("substitute", [2]), ("remove", [])]


def test_who_played_when_is_said(secretary: Client, cup: Tournament) -> None:
    substitute(entry=entry_for(cup, 7), slot=2, name="Цой Ц.", from_round=3, reason="болезнь", by=Author())
    assert [row[:2] for row in rows_of(secretary.get(URL))] == [
        ["Иванов И.", "from 1 on"],
        ["Петров П.", "1 to 2"],
        ["Цой Ц.", "from 3 on"],
    ]


def test_who_is_expelled_keeps_a_withdrawn_pair_out(secretary: Client, cup: Tournament) -> None:
    """R8.5."""
    Regulations.objects.filter(tournament=cup).update(data=preset("femundo_2025").to_dict())
    expel(entry_for(cup, 7), RoundFactory(stage__tournament=cup))
    withdraw(entry=entry_for(cup, 7), from_round=2, reason="", by=Author())

    page = secretary.get(URL)

    assert page.context["expelled"] == {"Иванов И.": 2}
    assert reverse("entries:reinstate", args=["cup", 7]) not in page.content.decode()


def test_an_entry_that_is_not_there(secretary: Client) -> None:
    assert secretary.get(reverse("entries:edit", args=["cup", 9])).status_code == 404
    assert secretary.get(reverse("entries:edit", args=["cup", 10**20])).status_code == 404


def test_another_verb(secretary: Client) -> None:
    assert secretary.put(URL).status_code == 405


def test_a_referee_may_not(browser_of: Callable[..., Client], cup: Tournament) -> None:
    assert browser_of("referee").post(URL, TYPED).status_code == 403
    assert entry_7(cup).players == ("Иванов И.", "Петров П.")


def test_another_tournaments_secretary_finds_nothing(browser_of: Callable[..., Client], cup: Tournament) -> None:
    other = TournamentFactory(slug="other")
    browser = browser_of("secretary", other)
    assert browser.post(URL, TYPED).status_code == 404
    assert browser.post(reverse("entries:edit", args=["other", 7]), TYPED).status_code == 404
    assert entry_7(cup).players == ("Иванов И.", "Петров П.")


def test_what_another_has_corrected_meanwhile_is_not_overwritten(
    secretary: Client, browser_of: Callable[..., Client], cup: Tournament
) -> None:
    seen = secretary.get(URL).context["form"]["seen"].value()
    browser_of("organiser").post(URL, TYPED | {"seen": seen})
    response = secretary.post(URL, TYPED | {"seen": seen, "player_1": "Иванов Илья"})
    assert (response.status_code, response.context["form"].non_field_errors()) == (
        422,
        [
            "Somebody has corrected this entry meanwhile: it is Иванов Иван / Петров П. now. Open its page again and "
            "look at what stands there."
        ],
    )
    assert entry_7(cup).players == ("Иванов Иван", "Петров П.")


def test_two_who_correct_the_same_way_agree(
    secretary: Client, browser_of: Callable[..., Client], cup: Tournament
) -> None:
    seen = secretary.get(URL).context["form"]["seen"].value()
    assert [
        browser.post(URL, TYPED | {"seen": seen}).status_code for browser in (browser_of("organiser"), secretary)
    ] == [302, 302]

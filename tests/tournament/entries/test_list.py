"""The list of entries: search, order, and a fixed number of queries."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from scoring import preset
from tests.factories import ClubFactory, EntryFactory, RoundFactory, TournamentFactory
from tests.tournament.entries.expulsion import expel
from tournament.audit.services import Author
from tournament.entries.services import substitute
from tournament.entries.tables import ROWS_ON_A_PAGE
from tournament.models import Regulations, Tournament

URL = reverse("entries:list", args=["cup"])


@pytest.fixture
def three(cup: Tournament) -> None:
    EntryFactory(tournament=cup, number=7, players=("Иванов И.", "Королёв П."), club=ClubFactory(name="Спартак"))
    EntryFactory(tournament=cup, number=8, players=("Ким К.", "Ли Л."), seed=1, country="Россия")
    EntryFactory(tournament=cup, number=70, players=("José Núñez", "Ana Peña"), withdrawn_from=3)


def found(browser: Client, **wanted: str | int) -> list[int]:
    return [row.record.number for row in browser.get(URL, wanted).context["table"].paginated_rows]


def test_all_entries_by_number(secretary: Client, three: None) -> None:
    response = secretary.get(URL)
    rows = [
        (row.number, row.pair, row.club, row.country, row.seed, row.state, row.url)
        for row in response.context["table"].data
    ]
    assert rows == [
        (7, "Иванов И. / Королёв П.", "Спартак", "", None, "", "/desk/cup/entries/7/"),
        (8, "Ким К. / Ли Л.", "", "Россия", 1, "", "/desk/cup/entries/8/"),
        (70, "José Núñez / Ana Peña", "", "", None, "withdrawn from round 3", "/desk/cup/entries/70/"),
    ]


@pytest.mark.parametrize(
    ("wanted", "numbers"),
    [
        ("иванов", [7]),
        ("КОРОЛЕВ", [7]),
        ("nunez", [70]),
        ("спарт", [7]),
        ("7", [7]),
        ("к", [7, 8]),
        ("%", []),
        ("9" * 30, []),
    ],
)
def test_search_in_names_clubs_and_numbers(secretary: Client, three: None, wanted: str, numbers: list[int]) -> None:
    assert found(secretary, q=wanted) == numbers


def test_who_is_expelled_is_named_as_long_as_he_is_in_the_pair(secretary: Client, cup: Tournament, three: None) -> None:
    """R8.5."""
    Regulations.objects.filter(tournament=cup).update(data=preset("femundo_2025").to_dict())
    entry = cup.entries.get(number=7)
    expel(entry, RoundFactory(stage__tournament=cup))

    def state() -> str:
        return str(next(row.state for row in secretary.get(URL).context["table"].data if row.number == 7))

    assert state() == "Иванов И. expelled from round 2"
    substitute(entry=entry, slot=1, name="Цой Ц.", from_round=2, reason="", by=Author())
    assert state() == ""


def test_a_substitute_stands_in_the_list_for_who_left(secretary: Client, cup: Tournament, three: None) -> None:
    entry = cup.entries.get(number=7)
    substitute(entry=entry, slot=2, name="Цой Ц.", from_round=2, reason="", by=Author())
    assert secretary.get(URL).context["table"].data[0].pair == "Иванов И. / Цой Ц."


def test_sorted_by_a_column(secretary: Client, three: None) -> None:
    assert found(secretary, sort="-number") == [70, 8, 7]
    assert found(secretary, sort="pair") == [70, 7, 8]


@pytest.mark.parametrize("per_page", ["-1", "0", "1000000", "x"])
def test_the_address_does_not_choose_how_many_rows_are_shown(secretary: Client, cup: Tournament, per_page: str) -> None:
    for _number in range(ROWS_ON_A_PAGE + 1):
        EntryFactory(tournament=cup)
    assert len(found(secretary, per_page=per_page)) == ROWS_ON_A_PAGE
    assert found(secretary, per_page=per_page, page=99) == [ROWS_ON_A_PAGE + 1]


@pytest.mark.parametrize("count", [1, 3])
def test_queries_do_not_grow_with_the_list(
    secretary: Client, cup: Tournament, count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(count):
        EntryFactory(tournament=cup, club=ClubFactory(name=f"Клуб {number}"))
    # session, account, tournament, roles; entries with clubs, members with players; the ledger; requests that wait
    with django_assert_num_queries(8):
        secretary.get(URL)


def test_an_empty_list_tells_what_to_do(browser_of: Callable[..., Client]) -> None:
    def advice(role: str) -> str:
        text = browser_of(role).get(URL).content.decode()
        return text.split('<div class="empty">')[1].split("<p>")[1].split("</p>")[0]

    assert advice("secretary") == (
        "No pair is registered yet. Import a list from a spreadsheet, or add pairs one by one."
    )
    assert advice("referee") == "No pair is registered yet. The secretary or the organiser registers them."


def test_only_read(secretary: Client) -> None:
    assert secretary.post(URL).status_code == 405


def test_every_role_reads_but_only_some_change(browser_of: Callable[..., Client], three: None) -> None:
    response = browser_of("referee").get(URL)
    assert [row.url for row in response.context["table"].data] == ["", "", ""]


def test_strangers_learn_nothing(browser_of: Callable[..., Client]) -> None:
    assert browser_of(None).get(URL).status_code == 404
    assert browser_of("organiser", TournamentFactory()).get(URL).status_code == 404
    assert Client().get(URL).headers["Location"] == f"{reverse('login')}?next={URL}"

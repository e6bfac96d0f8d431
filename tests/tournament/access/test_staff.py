"""The officials of a tournament: seen by all of them, appointed by the organiser."""

from typing import Any

import pytest
from django.urls import reverse

from tests.factories import TournamentFactory, UserFactory, official
from tests.pages import browser_of, errors_of, messages_of, rows_of
from tournament.models import Staff, Tournament, User

ROUTE = "access:staff"


@pytest.fixture
def cup(db: None) -> Tournament:
    return TournamentFactory()


def address(cup: Tournament) -> str:
    return reverse(ROUTE, args=[cup.slug])


def form(**values: str) -> dict[str, str]:
    return {"username": "petrov", "full_name": "", "role": "referee"} | values


def test_everybody_with_a_role_sees_who_is_who(cup: Tournament) -> None:
    official(cup, "secretary")
    secretary = cup.staff.get().user

    rows = rows_of(browser_of(cup, "referee").get(address(cup)))

    assert [row[1:] for row in rows if row[0] == secretary.username] == [[secretary.username, "Secretary", "—", "—"]]


def test_an_account_that_exists_gets_a_role(cup: Tournament) -> None:
    UserFactory(username="petrov", first_name="Пётр", last_name="Петров")

    page = browser_of(cup).post(address(cup), form(), follow=True)

    assert messages_of(page) == ["Appointed: Пётр Петров: Referee."]
    assert [post.user.username for post in cup.staff.filter(role="referee")] == ["petrov"]


def test_a_new_account_gets_a_password_that_is_shown_once_and_works(cup: Tournament) -> None:
    organiser = browser_of(cup)

    page = organiser.post(address(cup), form(full_name="Пётр Петров"))

    account = page.context["new_account"]
    assert rows_of(page)[-1] == [
        "Пётр Петров",
        "petrov",
        "Referee",
        "—",
        "—",
        "Club Пётр Петров: Referee Sessions Пётр Петров: Referee Take the role away",
    ]
    assert User.objects.get(username="petrov").check_password(account["password"]) is True
    assert organiser.get(address(cup)).context["new_account"] is None
    assert cup.journal.get().data == {"user": "petrov", "role": "referee"}


def test_the_page_is_only_read_and_posted_to(cup: Tournament) -> None:
    assert browser_of(cup).put(address(cup)).status_code == 405


def test_a_referee_appoints_nobody(cup: Tournament) -> None:
    UserFactory(username="petrov")

    assert browser_of(cup, "referee").post(address(cup), form()).status_code == 403
    assert cup.staff.filter(user__username="petrov").exists() is False


def test_an_organiser_of_another_tournament_finds_nothing(cup: Tournament) -> None:
    assert browser_of(TournamentFactory()).get(address(cup)).status_code == 404


@pytest.mark.parametrize(
    ("typed", "errors"),
    [
        ({"username": ""}, {"username": ["This field is required."]}),
        ({"username": "nobody"}, {"username": ["There is no account «nobody»."]}),
        (
            {"username": "known", "full_name": "Иван Иванов"},
            {"username": ["There is already an account «known». Add it without a name to give it this role."]},
        ),
        ({"username": "known", "role": "secretary"}, {"username": ["known already has this role."]}),
        (
            {"role": "king"},
            {"role": ["Select a valid choice. king is not one of the available choices."]},
        ),
    ],
)
def test_what_was_typed_wrong_is_said_and_nobody_is_appointed(
    cup: Tournament, typed: dict[str, str], errors: dict[str, list[str]]
) -> None:
    Staff.objects.create(tournament=cup, user=UserFactory(username="known"), role="secretary")
    organiser = browser_of(cup)

    page = organiser.post(address(cup), form(**typed))

    assert (page.status_code, errors_of(page)) == (422, errors)
    assert (cup.staff.count(), User.objects.count(), cup.journal.count()) == (2, 2, 0)


def test_one_official_and_three_take_as_many_queries(
    cup: Tournament, django_assert_num_queries: Any, django_assert_max_num_queries: Any
) -> None:
    organiser = browser_of(cup)
    with django_assert_max_num_queries(10) as one:
        organiser.get(address(cup))
    for _ in range(2):
        official(cup, "referee")
    with django_assert_num_queries(len(one)):
        assert len(rows_of(organiser.get(address(cup)))) == 3

"""The club of an official is noted on the page of the staff (access:club)."""

import pytest
from django.urls import reverse

from tests.factories import ClubFactory, TournamentFactory, UserFactory
from tests.pages import browser_of, messages_of
from tournament.models import Club, Staff, Tournament

ROUTE = "access:club"


@pytest.fixture
def post(db: None) -> Staff:
    user = UserFactory(username="tikhonov", first_name="Олег", last_name="Тихонов")
    return Staff.objects.create(tournament=TournamentFactory(), user=user, role="referee")


def address(post: Staff, cup: Tournament | None = None) -> str:
    return reverse(ROUTE, args=[(cup or post.tournament).slug, post.pk])


def club_of(post: Staff) -> str | None:
    club = Staff.objects.get(pk=post.pk).club
    return club.name if club else None


def test_a_club_that_is_known_is_taken_however_it_is_spelt(post: Staff) -> None:
    ClubFactory(name="Клуб «Сокол»")

    page = browser_of(post.tournament).post(address(post), {"club": " клуб  «СОКОЛ»"}, follow=True)

    assert (messages_of(page), club_of(post)) == (["Saved: the club of Олег Тихонов."], "Клуб «Сокол»")
    assert Club.objects.count() == 1
    record = post.tournament.journal.get()
    assert (record.action, record.data["after"]) == ("staff.club_set", "клуб «СОКОЛ»")


def test_a_new_club_is_made_and_none_takes_it_away(post: Staff) -> None:
    organiser = browser_of(post.tournament)

    organiser.post(address(post), {"club": "Ак Барс"})
    assert club_of(post) == "Ак Барс"

    organiser.post(address(post), {"club": ""})
    assert club_of(post) is None


def test_the_same_again_is_no_act(post: Staff) -> None:
    organiser = browser_of(post.tournament)
    organiser.post(address(post), {"club": "Ак Барс"})
    organiser.post(address(post), {"club": "ак барс"})

    assert post.tournament.journal.count() == 1


def test_too_long_a_name_is_said(post: Staff) -> None:
    page = browser_of(post.tournament).post(address(post), {"club": "x" * 201}, follow=True)

    assert messages_of(page) == ["Ensure this value has at most 200 characters (it has 201)."]
    assert club_of(post) is None


def test_it_is_posted_by_the_organiser_of_this_tournament(post: Staff) -> None:
    mine = TournamentFactory()
    answers = [
        browser_of(post.tournament).get(address(post)).status_code,
        browser_of(post.tournament, "chief_referee").post(address(post), {"club": "x"}).status_code,
        browser_of(mine).post(address(post), {"club": "x"}).status_code,
        browser_of(mine).post(address(post, mine), {"club": "x"}).status_code,
    ]

    assert (answers, club_of(post)) == ([405, 403, 404, 404], None)

"""A role is taken away; the last organiser stays."""

import pytest
from django.urls import reverse

from tests.factories import TournamentFactory, UserFactory
from tests.pages import browser_of, messages_of
from tournament.models import Staff, Tournament

ROUTE = "access:dismiss"


@pytest.fixture
def post(db: None) -> Staff:
    """A referee of a tournament."""
    return Staff.objects.create(tournament=TournamentFactory(), user=UserFactory(), role="referee")


def address(post: Staff, cup: Tournament | None = None) -> str:
    return reverse(ROUTE, args=[(cup or post.tournament).slug, post.pk])


def test_the_organiser_takes_a_role_away(post: Staff) -> None:
    page = browser_of(post.tournament).post(address(post), follow=True)

    assert messages_of(page) == ["The role is taken away."]
    assert list(post.tournament.staff.filter(role="referee")) == []
    assert post.tournament.journal.get().data == {"user": post.user.username, "role": "referee"}


def test_the_last_organiser_stays(post: Staff) -> None:
    organiser = browser_of(post.tournament)
    last = post.tournament.staff.get(role="organiser")

    page = organiser.post(address(last), follow=True)

    assert messages_of(page) == ["A tournament needs an organiser: appoint another one first."]
    assert post.tournament.staff.filter(pk=last.pk).exists() is True


def test_a_role_is_not_taken_away_by_looking(post: Staff) -> None:
    assert browser_of(post.tournament).get(address(post)).status_code == 405


def test_a_secretary_takes_no_role_away(post: Staff) -> None:
    assert browser_of(post.tournament, "secretary").post(address(post)).status_code == 403


def test_an_organiser_of_another_tournament_finds_nothing(post: Staff) -> None:
    assert browser_of(TournamentFactory()).post(address(post)).status_code == 404


def test_a_post_is_reached_through_its_own_tournament_only(post: Staff) -> None:
    mine = TournamentFactory()

    assert browser_of(mine).post(address(post, cup=mine)).status_code == 404
    assert Staff.objects.filter(pk=post.pk).exists() is True

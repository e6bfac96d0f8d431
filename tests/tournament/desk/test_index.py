"""My tournaments."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import TournamentFactory, UserFactory, official
from tournament.desk import views
from tournament.models import Staff

ROUTE = "desk:index"


def names(someone: Client) -> list[str]:
    return [cup.name for cup in someone.get(reverse(ROUTE)).context["tournaments"]]


def of(user: Any) -> Client:
    someone = Client()
    someone.force_login(user)
    return someone


def test_those_in_which_i_have_a_role_each_once_the_newest_first(db: None) -> None:
    old, new, _foreign = (TournamentFactory(name=name) for name in ("Старый", "Новый", "Чужой"))
    me = official(old, "referee")
    for cup, role in ((old, "secretary"), (new, "referee")):
        Staff.objects.create(user=me, tournament=cup, role=role)

    assert names(of(me)) == ["Новый", "Старый"]


def test_an_administrator_has_them_by_pages(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "SHOWN_TOURNAMENTS", 2)
    for name in ("Первый", "Второй", "Третий"):
        TournamentFactory(name=name)
    someone = of(UserFactory(is_superuser=True))

    assert names(someone) == ["Третий", "Второй"]
    assert [cup.name for cup in someone.get(reverse(ROUTE), {"page": 2}).context["tournaments"]] == ["Первый"]


def test_a_new_account_has_none_yet(db: None) -> None:
    TournamentFactory()

    assert names(of(UserFactory())) == []


def test_an_administrator_of_the_server_sees_all(db: None) -> None:
    TournamentFactory(name="Чужой")

    assert names(of(UserFactory(is_superuser=True))) == ["Чужой"]


def test_the_page_is_only_read(db: None) -> None:
    assert of(UserFactory()).post(reverse(ROUTE)).status_code == 405


def test_who_is_not_logged_in_is_asked_to(db: None) -> None:
    assert Client().get(reverse(ROUTE))["Location"] == "/login/?next=/desk/"


def test_one_tournament_and_three_take_as_many_queries(db: None, django_assert_num_queries: Any) -> None:
    me = official(TournamentFactory())
    someone = of(me)
    with django_assert_num_queries(5):
        someone.get(reverse(ROUTE))
    for _ in range(2):
        Staff.objects.create(user=me, tournament=TournamentFactory(), role="referee")
    with django_assert_num_queries(5):
        assert len(names(someone)) == 3

"""The pages of an installation: backups, what was deleted, persons. They are its administrators' alone."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import EntryFactory, TournamentFactory, UserFactory
from tests.pages import errors_of, messages_of
from tournament import jobs
from tournament.backups import services, store
from tournament.models import DeletedTournament, Player

pytestmark = pytest.mark.django_db(transaction=True)


def administrator() -> Client:
    browser = Client()
    browser.force_login(UserFactory(is_superuser=True))
    return browser


def addresses() -> list[str]:
    player = Player.objects.create(name="Иванов Иван")
    return [
        reverse("safety:installation"),
        reverse("safety:persons"),
        reverse("safety:person", args=["player", player.pk]),
        reverse("safety:person_data", args=["player", player.pk]),
    ]


def test_administrators_see_them() -> None:
    browser = administrator()

    assert [browser.get(address).status_code for address in addresses()] == [200, 200, 200, 200]


def test_everybody_else_finds_nothing() -> None:
    browser = Client()
    browser.force_login(UserFactory(is_staff=True))
    asked = [*addresses(), reverse("safety:back_up")]

    assert [browser.get(address).status_code for address in asked] == [404] * 5
    assert browser.post(reverse("safety:back_up")).status_code == 404


def test_who_is_not_logged_in_is_asked_to(client: Client) -> None:
    answer = client.get(reverse("safety:installation"))

    assert (answer.status_code, answer["Location"]) == (302, "/login/?next=/installation/")


def test_a_backup_that_is_asked_for_stands_there_once_it_is_made() -> None:
    browser = administrator()
    page = browser.post(reverse("safety:back_up"), follow=True)
    waiting = page.context["making"]
    jobs.run_queued()
    after = browser.get(reverse("safety:installation")).context

    assert messages_of(page) == ["A backup is being made. It stands here once it is whole."]
    assert (waiting, after["making"]) == (True, False)
    assert [(row.name, row.why) for row in after["backups"]] == [(store.stored()[0].name, "asked for")]


def test_one_that_came_to_nothing_says_why(settings: Any, tmp_path: Any) -> None:
    (tmp_path / "file").write_text("")
    settings.BACKUP_DIR = tmp_path / "file" / "backups"
    browser = administrator()
    browser.post(reverse("safety:back_up"))
    jobs.run_queued()

    assert "No backup could be made or opened" in browser.get(reverse("safety:installation")).context["failed"].error


def test_one_backup_and_three_take_as_many_queries(django_assert_num_queries: Any) -> None:
    browser = administrator()
    for taken in (1, 3):
        for _ in range(taken - len(store.stored())):
            services.take(reason="by_hand")
        with django_assert_num_queries(5):
            browser.get(reverse("safety:installation"))


def test_what_was_deleted_is_named() -> None:
    DeletedTournament.objects.create(
        slug="cup",
        name="Кубок",
        deleted_at=timezone.now(),
        deleted_by_name="Ким",
        records=3,
        backup="20261130-1-deletion",
    )

    assert [each.name for each in administrator().get(reverse("safety:installation")).context["deleted"]] == ["Кубок"]


@pytest.mark.parametrize(("wanted", "names"), [("елкин", ["Ёлкин Пётр"]), ("", []), ("никто", [])])
def test_players_and_accounts_are_found(wanted: str, names: list[str]) -> None:
    EntryFactory(tournament=TournamentFactory(), players=("Ёлкин Пётр", "Иванов Иван"))
    page = administrator().get(reverse("safety:persons"), {"q": wanted})

    assert [row.who.name for row in page.context["found"]] == names


def test_a_person_gets_what_is_on_record_as_a_file() -> None:
    player = Player.objects.create(name="Иванов Иван")
    answer = administrator().get(reverse("safety:person_data", args=["player", player.pk]))

    assert answer["Content-Disposition"] == f'attachment; filename="player-{player.pk}.json"'
    assert json.loads(answer.content)["name"] == "Иванов Иван"


def test_a_person_is_erased_when_the_name_was_written() -> None:
    player = Player.objects.create(name="Иванов Иван")
    address, browser = reverse("safety:person", args=["player", player.pk]), administrator()
    refused = browser.post(address, {"typed": "Иванов"})
    done = browser.post(address, {"typed": "Иванов Иван"})

    assert (refused.status_code, errors_of(refused)) == (
        422,
        {"typed": ["What you wrote isn't the person's name. Nobody is erased. Write it as it is: Иванов Иван."]},
    )
    assert (done.status_code, done.context["who"].name) == (200, f"N. N. {player.pk}")


@pytest.mark.parametrize("address", ["/installation/persons/player/0/", "/installation/persons/robot/1/"])
def test_nobody_is_nobody(address: str) -> None:
    assert administrator().get(address).status_code == 404

"""A tournament that is archived is read and never written; one that is deleted leaves a record and a backup."""

from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.test import Client
from django.urls import reverse

from tests.factories import TournamentFactory, official
from tests.pages import browser_of, errors_of, messages_of
from tests.tournament.access.scene import built
from tests.tournament.documents.conftest import make_cup
from tournament.audit.services import Author
from tournament.backups import store
from tournament.desk.rights import routes
from tournament.models import Club, DeletedTournament, Document, Player, ProtocolPhoto, Round, Staff, Tournament
from tournament.photos.picture import Picture
from tournament.photos.services import add as add_photo
from tournament.safety import services

NAME = "Кубок «Дупль»"


@pytest.fixture
def cup(db: None) -> Tournament:
    return TournamentFactory(slug="cup", name=NAME)


def address(route: str, cup: Tournament) -> str:
    return reverse(route, args=[cup.slug])


# -- archived -----------------------------------------------------------------------------------------------------


def test_an_archived_tournament_says_so_and_can_be_opened_again(cup: Tournament) -> None:
    organiser = browser_of(cup)
    archived = organiser.post(address("safety:archive", cup), follow=True)
    cup.refresh_from_db()
    was = cup.archived_at
    opened = organiser.post(address("safety:reopen", cup), follow=True)
    cup.refresh_from_db()

    assert messages_of(archived) == ["The tournament is archived: it can be read, and nothing of it changes any more."]
    assert b"Archived: read-only." in archived.content
    assert messages_of(opened) == ["The tournament is open again: it can be changed."]
    assert (was is not None, cup.archived_at) == (True, None)
    assert [record.action for record in cup.journal.all()] == ["tournament.archived", "tournament.reopened"]


def test_twice_is_once(cup: Tournament) -> None:
    for _ in range(2):
        services.archive(tournament=cup, by=Author())
    assert cup.journal.count() == 1
    for _ in range(2):
        services.reopen(tournament=cup, by=Author())
    assert cup.journal.count() == 2


def test_its_public_pages_stay(cup: Tournament, client: Client) -> None:
    Tournament.objects.filter(pk=cup.pk).update(is_public=True)
    services.archive(tournament=cup, by=Author())

    assert client.get(reverse("public:tournament", args=[cup.slug])).status_code == 200


POSTS = [route for route, method, _right in routes() if method == "POST" and not route.startswith("safety:")]


@pytest.mark.django_db
def test_whatever_is_posted_changes_nothing() -> None:
    scene = built()
    everybody = official(scene.cup)
    for role in ("chief_referee", "secretary", "referee"):
        Staff.objects.create(tournament=scene.cup, user=everybody, role=role)
    browser = Client()
    browser.force_login(everybody)
    services.archive(tournament=scene.cup, by=Author())
    before = _state(scene.cup)

    answers = {route: browser.post(scene.address(route), FILLED_IN).status_code for route in POSTS}

    assert {route: status for route, status in answers.items() if status not in (200, 302, 404, 409, 422)} == {}
    assert _state(scene.cup) == before


# Fields by which many of these forms are whole, so that their services are asked.
FILLED_IN = {
    "reason": "Так надо",
    "name": "Кубок",
    "text": "Не так",
    "seed": "7",
    "version": "0",
    "seats": ["1"],
    "level": "hidden",
    "kind": "draw",
    "names_shown": "initials",
    "url": "https://example.org/hook",
    "players_1": "Иванов",
    "players_2": "Петров",
    "winner": "a",
    "side": "a",
    "username": "kim",
    "role": "referee",
    "language": "ru",
    "minutes": "5",
    "event": "individual",
    "ending": "broken",
    "lead": "1",
}


def _state(cup: Tournament) -> list[Any]:
    """Everything whose change would be a write: the version that each act raises, and rows by number."""
    cup.refresh_from_db()
    rounds = [(each.state, each.partidas.count()) for each in Round.objects.filter(tournament=cup)]
    return [cup.version, cup.name, cup.journal.count(), cup.entries.count(), cup.staff.count(), rounds]


def test_a_form_says_why_nothing_is_written(cup: Tournament) -> None:
    services.archive(tournament=cup, by=Author())

    page = browser_of(cup).post(reverse("releases:hold_back", args=[cup.slug]))
    data = browser_of(cup).post(reverse("releases:hold_back", args=[cup.slug]), headers={"accept": "application/json"})

    said = (
        "This tournament is archived: it can be read and nothing more. An organiser can open it again under “Safety”."
    )
    assert (page.status_code, page.context["why"]) == (409, said)
    assert (data.status_code, data.json()) == (409, {"detail": said})


# -- deleted ------------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_a_tournament_is_deleted_whole_after_a_backup() -> None:
    ours = make_cup()
    cup, name = ours.tournament, ours.tournament.name
    paper = ours.made()
    add_photo(partida=ours.protocol.partida, picture=Picture(b"jpeg", "0" * 64, 1, 1), chief=True, by=Author())
    photo = ProtocolPhoto.objects.get()
    last = cup.journal.order_by("number").last()
    players = Player.objects.count()
    other = TournamentFactory(slug="other")

    page = browser_of(cup).post(address("safety:delete", cup), {"typed": f" {name} "}, follow=True)

    left = DeletedTournament.objects.get()
    (backup,) = store.stored()
    assert messages_of(page) == [
        f"The tournament «{name}» is deleted. An administrator can open it again from the backup {backup.name}."
    ]
    assert list(Tournament.objects.all()) == [other]
    assert (Document.objects.count(), Player.objects.count(), Club.objects.count()) == (0, players, 0)
    assert (left.name, left.records, left.backup, left.held["entries"]) == (name, last.number, backup.name, 2)
    assert left.journal_hash == last.hash
    assert (backup.reason, backup.about, backup.files) == ("deletion", name, 2)
    files = Path(django_settings.MEDIA_ROOT)
    assert [(files / file).exists() for file in (paper.file, photo.file)] == [False, False]
    assert (backup.folder / "files" / paper.file).exists()


@pytest.mark.parametrize("typed", ["", "Кубок", "cup"])
def test_another_name_deletes_nothing(cup: Tournament, typed: str) -> None:
    page = browser_of(cup).post(address("safety:delete", cup), {"typed": typed})

    said = [
        "What you wrote isn't the name of the tournament. Nothing is deleted. Write it as it is: Кубок «Дупль»."
        if typed
        else "This field is required."
    ]
    assert (page.status_code, errors_of(page)) == (422, {"typed": said})
    assert (Tournament.objects.count(), store.stored()) == (1, [])


@pytest.mark.django_db(transaction=True)
def test_without_a_backup_nothing_is_deleted(settings: Any, tmp_path: Path) -> None:
    cup = TournamentFactory(slug="cup", name=NAME)
    (tmp_path / "file").write_text("")
    settings.BACKUP_DIR = tmp_path / "file" / "backups"

    page = browser_of(cup).post(address("safety:delete", cup), {"typed": NAME})

    assert (page.status_code, Tournament.objects.count()) == (422, 1)
    assert page.context["form"].errors["__all__"][0].startswith("No backup could be made or opened")


def test_the_page_is_the_organisers(cup: Tournament) -> None:
    assert [
        browser_of(cup, role).get(address("safety:tournament", cup)).status_code for role in ("organiser", "referee")
    ] == [
        200,
        403,
    ]


@pytest.mark.parametrize("route", ["safety:archive", "safety:reopen", "safety:delete"])
def test_nothing_is_done_by_looking(cup: Tournament, route: str) -> None:
    assert browser_of(cup).get(address(route, cup)).status_code == 405

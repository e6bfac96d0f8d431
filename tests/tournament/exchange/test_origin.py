"""Where a tournament file comes from, and whether it was changed on the way."""

import copy
import json
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from pytest_django import Settings

from tests.factories import UserFactory
from tests.pages import messages_of
from tests.tournament.exchange.documents import small
from tournament.audit.services import Author
from tournament.exchange import origin
from tournament.exchange.origin import origin_of, signed
from tournament.exchange.services import LoadError, load
from tournament.models import Tournament


def document() -> dict[str, Any]:
    made = small()
    del made["stages"][0]["rounds"][2]["partidas"][0]["deals"]
    return made


@pytest.fixture(autouse=True)
def _installation(settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    settings.INSTALLATION_NAME = "Зал «Дупль»"


@pytest.fixture
def elsewhere(settings: Settings, tmp_path: Path) -> Callable[[], None]:
    """From now on this is another installation."""

    def move() -> None:
        (tmp_path / "elsewhere").mkdir()
        settings.DATA_DIR = tmp_path / "elsewhere"

    return move


def test_a_file_says_who_wrote_it(elsewhere: Callable[[], None]) -> None:
    written = json.loads(json.dumps(signed(document(), 7), ensure_ascii=False))
    here = origin_of(written)
    own, said = here.own, str(here)
    elsewhere()
    there = origin_of(written)

    assert (here.state, here.name, here.version, own, there.own) == ("unchanged", "Зал «Дупль»", 7, True, False)
    assert said == f"Written by this installation on {here.at}, unchanged since."
    assert str(there) == f"From “Зал «Дупль»” (key {here.fingerprint}), written on {here.at}, unchanged since."


def test_a_file_without_a_signature_says_so() -> None:
    assert str(origin_of(document())) == "The file isn't signed: nobody says where it comes from."


def test_the_order_of_keys_and_the_layout_are_no_change() -> None:
    written = signed(document(), 7)

    assert origin_of(json.loads(json.dumps(written, sort_keys=True, indent=3))).state == "unchanged"


@pytest.mark.parametrize(
    "change",
    [
        lambda file: file["entries"][0].update(club="Ладья"),
        lambda file: file.update(name="Другой"),
        lambda file: file["origin"].update(name="Федерация"),
        lambda file: file["origin"].update(version=8),
        lambda file: file["origin"].update(signature="AAAA"),
        lambda file: file["origin"].update(signature="?"),
        lambda file: file["origin"].update(key="?"),
        lambda file: file["origin"].update(key=7),
        lambda file: file["origin"].pop("signature"),
    ],
)
def test_whatever_is_changed_is_told(change: Callable[[Any], object]) -> None:
    file = copy.deepcopy(signed(document(), 7))
    change(file)

    assert origin_of(file).state == "changed"


@pytest.mark.parametrize("nothing", [None, [], {}, {"origin": 7}])
def test_what_is_no_file_has_no_origin(nothing: Any) -> None:
    assert origin_of(nothing).state == "unsigned"


def test_the_key_is_nobody_elses_to_read(tmp_path: Path) -> None:
    first, second = origin.own_key(), origin.own_key()

    assert first == second
    assert stat.S_IMODE((tmp_path / "origin_key").stat().st_mode) == 0o600


@pytest.mark.django_db
def test_the_journal_keeps_where_it_came_from() -> None:
    file = signed(document(), 7)
    loaded = load(file, Author())

    record = loaded.journal.get()
    assert (record.data["signature"], record.data["origin"]) == (
        "unchanged",
        f"Зал «Дупль» ({origin_of(file).fingerprint})",
    )


@pytest.mark.django_db
def test_a_changed_file_is_loaded_only_by_somebody_who_means_it() -> None:
    file = signed(document(), 7) | {"name": "Другой"}

    with pytest.raises(LoadError) as refused:
        load(file, Author())
    (problem,) = refused.value.problems
    assert (problem.path, problem.sentence.startswith("The file was changed after “Зал «Дупль»”")) == ("origin", True)
    assert Tournament.objects.count() == 0
    assert load(file, Author(), although_changed=True).journal.get().data["signature"] == "changed"


@pytest.mark.django_db
def test_the_page_says_it(client: Any, tmp_path: Path) -> None:
    client.force_login(UserFactory())
    file = signed(document(), 7)
    path = tmp_path / "cup.json"
    path.write_text(json.dumps(file), encoding="utf-8")
    with path.open("rb") as upload:
        page = client.post(reverse("exchange:load"), {"file": upload}, follow=True)

    assert messages_of(page) == [f"The tournament is loaded; you are its organiser. {origin_of(file)}"]

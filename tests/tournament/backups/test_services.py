"""Backups: what one says of itself, how long it is kept, when the next is made, and the commands."""

import zipfile
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from pytest_django import Settings

from tests.factories import TournamentFactory
from tests.services.servers import free_port
from tournament.backups import databases, services, store, tasks
from tournament.models import Job
from tournament.phrases import Refused

pytestmark = pytest.mark.django_db(transaction=True)


def aged(backup: store.Backup, days: int) -> None:
    """The same backup, as if it had been made so many days ago."""
    at = (backup.moment - timedelta(days=days)).isoformat()
    manifest = backup.folder / store.MANIFEST
    manifest.write_text(manifest.read_text(encoding="utf-8").replace(backup.at, at), encoding="utf-8")


def names() -> list[str]:
    return [backup.name for backup in store.stored()]


def test_a_backup_says_when_why_and_how_much() -> None:
    TournamentFactory()
    taken = services.take(reason="deletion", about="Кубок")

    (kept,) = store.stored()
    assert kept == taken
    assert (kept.reason, kept.about, kept.figures["Tournament"], kept.files) == ("deletion", "Кубок", 1, 0)
    assert kept.moment <= timezone.now()
    assert store.fingerprint(kept.copy) == kept.sha256


def test_two_in_one_second_have_names_of_their_own() -> None:
    first, second = services.take(reason="by_hand"), services.take(reason="by_hand")

    assert sorted(names()) == sorted([first.name, second.name])


def test_what_was_begun_and_not_finished_is_no_backup() -> None:
    services.take(reason="by_hand")
    (store.root() / ".making-x").mkdir()
    (store.root() / "20260101-000000-by_hand").mkdir()

    assert len(names()) == 1


def test_old_ones_go_but_the_newest_stay(settings: Settings) -> None:
    settings.BACKUP_KEEP, settings.BACKUP_DAYS = 2, 30
    taken = [services.take(reason="schedule") for _ in range(4)]
    for days, backup in zip((60, 50, 40, 20), taken, strict=True):
        aged(backup, days)

    gone = store.prune(timezone.now())

    assert (sorted(gone), sorted(names())) == (
        sorted(backup.name for backup in taken[:2]),
        sorted(backup.name for backup in taken[2:]),
    )


def test_photos_and_papers_are_in_it_without_taking_space_twice() -> None:
    paper = Path(django_settings.MEDIA_ROOT) / "papers" / "one.pdf"
    paper.parent.mkdir(parents=True)
    paper.write_bytes(b"%PDF")

    backup = services.take(reason="by_hand")
    kept = backup.folder / "files" / "papers" / "one.pdf"
    same = kept.samefile(paper)
    paper.unlink()

    assert (backup.files, same, kept.read_bytes()) == (1, True, b"%PDF")


def test_where_nothing_can_be_written_it_says_so(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    settings.BACKUP_DIR = tmp_path / "file" / "backups"

    with pytest.raises(Refused, match="No backup could be made or opened") as refused:
        services.take(reason="by_hand")

    assert refused.value.code == "backup.failed"


def test_where_postgresql_cannot_be_asked_it_says_why() -> None:
    """Not what PostgreSQL's own programs advise below it."""
    port = free_port()

    with pytest.raises(Refused) as refused:
        databases._run("pg_dump", "--host=127.0.0.1", f"--port={port}", "domino")

    said = f'pg_dump: error: connection to server at "127.0.0.1", port {port} failed: Connection refused'
    assert refused.value.params == {"reason": said}


# -- by schedule --------------------------------------------------------------------------------------------------


def scheduled() -> list[Job]:
    return list(Job.objects.filter(task="tournament.backups.tasks.by_schedule", status="queued"))


def test_a_process_that_begins_asks_for_one_once() -> None:
    tasks.start()
    tasks.start()

    assert len(scheduled()) == 1


def test_the_first_day_has_one_too() -> None:
    tasks.start()
    (coming,) = scheduled()

    assert coming.due is not None
    assert coming.due < timezone.now() + timedelta(minutes=2)


def test_each_asks_for_the_next() -> None:
    tasks.by_schedule()
    (coming,) = scheduled()

    assert len(names()) == 1
    assert coming.due is not None
    assert coming.due > timezone.now() + timedelta(hours=23)


def test_one_that_was_made_meanwhile_is_enough() -> None:
    services.take(reason="by_hand")
    tasks.by_schedule()

    assert (len(names()), len(scheduled())) == (1, 1)


def test_one_that_fails_is_not_the_last(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    settings.BACKUP_DIR = tmp_path / "file" / "backups"

    with pytest.raises(Refused):
        tasks.by_schedule()

    assert len(scheduled()) == 1


def test_no_hours_no_schedule(settings: Settings) -> None:
    settings.BACKUP_HOURS = 0
    tasks.start()

    assert scheduled() == []


# -- commands -----------------------------------------------------------------------------------------------------


def said(*arguments: str) -> list[str]:
    out = StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue().splitlines()


def test_the_command_makes_and_lists_them() -> None:
    said("backup")
    (backup,) = store.stored()

    (line,) = said("backup", "--list")
    assert line.startswith(f"{backup.name}  database ")
    assert line.endswith(" MB, 0 files  asked for")


def test_one_file_is_carried_elsewhere_and_opened_there(settings: Settings, tmp_path: Path) -> None:
    said("backup", "--zip", str(tmp_path / "all.zip"))
    settings.BACKUP_DIR, settings.SECRET_KEY = tmp_path / "elsewhere", "another"

    lines = said("restore", str(tmp_path / "all.zip"), str(tmp_path / "new"))

    assert lines[0] == f"Opened: {tmp_path / 'new'}, 0 files."
    assert any("another secret key" in line for line in lines)
    assert names() == []


def test_what_an_installation_is_known_by_is_in_no_backup(settings: Settings, tmp_path: Path) -> None:
    """Its secret, the key of its seal, the key by which it signs its files: whoever finds a backup isn't it."""
    for name in ("secret_key", "origin_key", "seal/signer-key.pem"):
        (settings.DATA_DIR / name).parent.mkdir(exist_ok=True)
        (settings.DATA_DIR / name).write_text(f"the words of {name}")
    said("backup", "--zip", str(tmp_path / "all.zip"))
    (backup,) = store.stored()

    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        assert {name.partition("/")[2] for name in archive.namelist()} == {store.MANIFEST, backup.database}
        assert [name for name in archive.namelist() if b"the words of" in archive.read(name)] == []


def test_restore_says_how_to_switch(tmp_path: Path) -> None:
    said("backup")

    lines = said("restore", names()[0], str(tmp_path / "new"))

    assert f"  DATA_DIR={tmp_path / 'new'}" in lines


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        (["restore", "../../etc", "new"], "There is no backup «../../etc»"),
        (["restore", "nothing.zip", "new"], "nothing.zip: "),
    ],
)
def test_what_is_no_backup_is_not_opened(asked: list[str], answer: str) -> None:
    with pytest.raises(CommandError, match=answer):
        said(*asked)


# -- before an update ---------------------------------------------------------------------------------------------


@pytest.fixture
def behind() -> None:
    """The database lacks the newest migration."""
    (newest,) = MigrationLoader(connection).graph.leaf_nodes("tournament")
    MigrationRecorder(connection).record_unapplied(*newest)


def test_an_update_begins_with_a_backup(behind: None, settings: Settings, tmp_path: Path) -> None:
    TournamentFactory()
    (tmp_path / "file").write_text("")
    settings.BACKUP_DIR = tmp_path / "file" / "backups"

    with pytest.raises(CommandError, match="Nothing is changed, for no backup could be made before"):
        call_command("migrate")

    settings.BACKUP_DIR = tmp_path / "backups"
    call_command("migrate", "--fake", verbosity=0, stderr=StringIO())
    assert [backup.reason for backup in store.stored()] == ["update"]


def test_an_empty_database_needs_none(behind: None) -> None:
    call_command("migrate", "--fake", verbosity=0)

    assert names() == []


def test_a_database_that_is_up_to_date_needs_none() -> None:
    TournamentFactory()
    call_command("migrate", verbosity=0)

    assert names() == []

"""The restore drill: yesterday's backup is opened beside today's database, which stays as it is; figures are equal."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import connection, transaction

from tests.factories import TournamentFactory
from tests.services.conftest import database_url
from tests.tournament.draw.play import stage_of, swiss_rounds
from tournament.audit.services import Author, act
from tournament.backups import services, store
from tournament.backups.services import Opened
from tournament.models import AuditRecord, Tournament
from tournament.phrases import Refused

ROOT = Path(__file__).parents[3]

pytestmark = pytest.mark.django_db(transaction=True)


def played() -> Tournament:
    """Two rounds of six pairs, all confirmed."""
    stage = stage_of(6)
    swiss_rounds(stage, 2)
    return stage.tournament


def command(opened: Opened, *arguments: str) -> str:
    """What a command of the program says that is started with the opened database, and nothing of ours."""
    there = opened.database_url
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "tournament.settings",
        "DATA_DIR": str(opened.data_dir),
        "LANGUAGE_CODE": "en",
    }
    environment.pop("DATABASE_URL", None)
    if connection.vendor == "postgresql":
        environment["DATABASE_URL"] = there
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def everything() -> dict[str, Any]:
    """What an installation says of itself, to be compared."""
    return services.figures() | {
        "journal": list(AuditRecord.objects.order_by("tournament", "number").values_list("hash", flat=True))
    }


def test_yesterday_is_opened_beside_today(tmp_path: Path) -> None:
    cup = played()
    (django_settings.DATA_DIR / "secret_key").write_text("secret")
    (django_settings.MEDIA_ROOT / "papers").mkdir(parents=True)
    (django_settings.MEDIA_ROOT / "papers" / "one.pdf").write_bytes(b"%PDF-1")
    backup = services.take(reason="schedule")
    yesterday = services.figures()
    standings = _standings(cup)
    # Since then today went on: another tournament, a correction in the first, a paper.
    TournamentFactory(slug="today")
    with act(cup, "tournament.changed", Author()):
        Tournament.objects.filter(pk=cup.pk).update(name="Сегодня")
    papers = django_settings.MEDIA_ROOT / "papers"
    (papers / "two.pdf").write_bytes(b"%PDF-2")
    today = everything()

    opened = services.open_beside(backup=backup, folder=tmp_path / "yesterday")

    assert everything() == today
    assert command(opened, "standings", "cup", "--format", "csv") == standings
    assert command(opened, "verify_journal", "cup").startswith("cup: ")
    assert backup.figures == yesterday
    assert sorted(path.name for path in (opened.data_dir / "files" / "papers").iterdir()) == ["one.pdf"]
    assert (opened.files, opened.same_secret, (opened.data_dir / "secret_key").read_text()) == (1, True, "secret")
    assert sorted(path.name for path in papers.iterdir()) == ["one.pdf", "two.pdf"]


def _standings(cup: Tournament) -> str:
    """The same command on the database in use."""
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "tournament.settings",
        "DATABASE_URL": database_url(),
        "DATA_DIR": str(django_settings.DATA_DIR),
        "LANGUAGE_CODE": "en",
    }
    done = subprocess.run(
        [sys.executable, "manage.py", "standings", cup.slug, "--format", "csv"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_what_is_not_committed_is_in_no_backup() -> None:
    TournamentFactory()
    with transaction.atomic():
        TournamentFactory()
        backup = services.take(reason="by_hand")
    opened = services.open_beside(backup=backup, folder=store.root() / "opened")

    assert command(opened, "shell", "-c", "print(Tournament.objects.count())").strip().endswith("1")


def test_nothing_is_opened_over_what_is_there(tmp_path: Path) -> None:
    backup = services.take(reason="by_hand")
    (tmp_path / "taken").mkdir()

    with pytest.raises(Refused) as refused:
        services.open_beside(backup=backup, folder=tmp_path / "taken")

    assert (refused.value.code, list((tmp_path / "taken").iterdir())) == ("backup.folder_taken", [])


def test_a_damaged_backup_is_not_opened(tmp_path: Path) -> None:
    backup = services.take(reason="by_hand")
    data = bytearray(backup.copy.read_bytes())
    data[len(data) // 2] ^= 1
    backup.copy.write_bytes(data)

    with pytest.raises(Refused) as refused:
        services.open_beside(backup=backup, folder=tmp_path / "new")

    assert (refused.value.code, (tmp_path / "new").exists()) == ("backup.damaged", False)

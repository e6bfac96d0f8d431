"""`manage.py doctor`: each fault is made really, and told in words with what to do about it."""

import os
import stat
import subprocess
import sys
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.urls import reverse
from django.utils import timezone
from django_otp import DEVICE_ID_SESSION_KEY
from django_otp.plugins.otp_totp.models import TOTPDevice
from pytest_django import Settings

from tests.factories import TournamentFactory, UserFactory
from tests.services.servers import free_port
from tests.tournament.documents.certificates import PASSWORD, Federation
from tests.tournament.documents.conftest import make_cup
from tournament.audit.services import Author, act
from tournament.backups import services, store
from tournament.documents import pdf
from tournament.models import AuditRecord, Job
from tournament.safety import health
from tournament.safety.health import FAULT, WARNING, Finding, examine
from tournament.safety.words import FINDINGS, finding_words
from tournament.sweeping.leftovers import remove_leftovers

ROOT = Path(__file__).parents[3]

# Of its checks only one knows the database, and that one asks PostgreSQL for its clock.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]


@pytest.fixture(autouse=True)
def _healthy(settings: Settings, tmp_path: Path) -> None:
    """An installation in which all is well; each test spoils one thing."""
    federation = Federation(tmp_path)
    settings.SEAL_PKCS12 = str(federation.pkcs12(ec.generate_private_key(ec.SECP256R1())))
    settings.SEAL_PASSWORD = PASSWORD
    settings.SECRET_KEY = "a secret of the tests that is as long as it should be, and longer"
    settings.ALLOWED_HOSTS = ["domino.example.org"]
    settings.PUBLIC_URL, settings.HTTPS = "https://domino.example.org", True
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    settings.STATIC_BUILT = False
    services.take(reason="schedule")


def found() -> list[tuple[str, str]]:
    return [(finding.code, finding.level) for finding in examine()]


def words(code: str) -> str:
    """What is said about the only finding of that code."""
    (what, _todo), *_others = [finding_words(each) for each in examine() if each.code == code]
    return what


def test_nothing_is_wrong() -> None:
    out = StringIO()
    call_command("doctor", stdout=out)

    assert out.getvalue() == "All is well.\n"


def test_what_is_wrong_stands_first_with_what_to_do(settings: Settings) -> None:
    settings.DEBUG, settings.ALLOWED_HOSTS = True, ["*"]
    out = StringIO()

    with pytest.raises(SystemExit) as ended:
        call_command("doctor", stdout=out)

    assert ended.value.code == 1
    assert out.getvalue().splitlines()[:2] == [
        "FAULT: DEBUG is on: whoever causes an error reads the settings.",
        "    → Set DEBUG=false.",
    ]
    assert [line.split(":")[0] for line in out.getvalue().splitlines()[::2]] == ["FAULT", "warning"]


def test_warnings_alone_are_no_failure(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["*"]

    call_command("doctor", stdout=StringIO())


# -- database -----------------------------------------------------------------------------------------------------


def test_a_database_that_is_away(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "tournament.settings",
        "DATABASE_URL": f"postgres://domino@127.0.0.1:{free_port()}/domino",
        "DATA_DIR": str(tmp_path / "away"),
        "LANGUAGE_CODE": "en",
    }
    done = subprocess.run(
        [sys.executable, "manage.py", "doctor"], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )

    assert (done.returncode, "FAULT: The database can't be reached: " in done.stdout) == (1, True)


def test_a_database_behind_the_program() -> None:
    (newest,) = MigrationLoader(connection).graph.leaf_nodes("tournament")
    MigrationRecorder(connection).record_unapplied(*newest)
    try:
        assert (found(), words("migrations.behind")) == (
            [("migrations.behind", FAULT)],
            "The database is 1 steps behind this version of the program.",
        )
    finally:
        MigrationRecorder(connection).record_applied(*newest)


def test_sqlite_without_its_log() -> None:
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode=DELETE")
        try:
            assert found() == [("database.no_wal", WARNING)]
        finally:
            cursor.execute("PRAGMA journal_mode=WAL")


# -- the machine --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["MEDIA_ROOT", "BACKUP_DIR"])
def test_a_folder_that_cannot_be_written(settings: Settings, tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("")
    setattr(settings, name, tmp_path / "file" / "folder")

    assert ("folder.closed", FAULT) in found()
    assert words("folder.closed") == f"Nothing can be written to {tmp_path}/file/folder ({name}): Not a directory."


def test_a_disk_on_which_no_backup_fits_any_more(settings: Settings) -> None:
    # It takes no space, but a copy of it would.
    with (Path(settings.MEDIA_ROOT) / "large.jpg").open("wb") as file:
        file.truncate(10 * 2**40)

    assert found() == [("disk.full", FAULT)]


def test_a_clock_that_has_gone_back() -> None:
    cup = TournamentFactory()
    with act(cup, "tournament.changed", Author()):
        pass
    future = timezone.now() + timedelta(hours=1)
    AuditRecord.objects.update(at=future)

    assert ("clock.behind", FAULT) in found()
    assert future.isoformat(timespec="minutes") in words("clock.behind")


# -- settings -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changed", "finding"),
    [
        ({"ALLOWED_HOSTS": ["*"]}, ("hosts.any", WARNING)),
        ({"ALLOWED_HOSTS": ["localhost"], "PUBLIC_URL": ""}, ("hosts.local", WARNING)),
        ({"ALLOWED_HOSTS": ["other.example.org"]}, ("hosts.public", FAULT)),
        ({"HTTPS": False}, ("https.off", WARNING)),
        ({"DEBUG": True}, ("debug.on", FAULT)),
        ({"SECRET_KEY": "short"}, ("secret.weak", FAULT)),
        ({"SECRET_KEY": "a" * 60}, ("secret.weak", FAULT)),
        ({"STATIC_BUILT": True, "STATIC_ROOT": "/nowhere"}, ("static.missing", FAULT)),
        ({"SEAL_PKCS12": ""}, ("seal.development", WARNING)),
        ({"SEAL_PASSWORD": "wrong"}, ("seal.broken", FAULT)),
    ],
)
def test_a_setting_that_is_wrong(settings: Settings, changed: dict[str, Any], finding: tuple[str, str]) -> None:
    for name, value in changed.items():
        setattr(settings, name, value)

    assert found() == [finding]


def test_addresses_of_a_whole_domain_are_known(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = [".example.org"]

    assert found() == []


def test_a_secret_that_others_can_read(settings: Settings) -> None:
    kept = Path(settings.DATA_DIR) / "secret_key"
    kept.write_text("secret")
    kept.chmod(stat.S_IRUSR | stat.S_IROTH)

    assert found() == [("secret.readable", WARNING)]


def test_a_language_that_is_not_compiled(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "locale" / "ru" / "LC_MESSAGES").mkdir(parents=True)
    (tmp_path / "locale" / "ru" / "LC_MESSAGES" / "django.po").write_text("")
    settings.LOCALE_PATHS = [tmp_path / "locale"]

    assert (found(), words("translation.missing")) == (
        [("translation.missing", FAULT)],
        "The language “ru” isn't compiled: its pages are in English.",
    )


def test_a_mail_server_that_is_away(settings: Settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()

    assert found() == [("mail.away", FAULT)]


def test_a_broker_that_is_away(settings: Settings) -> None:
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"

    assert found() == [("broker.away", FAULT)]


# -- papers -------------------------------------------------------------------------------------------------------


def test_fonts_that_are_not_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(pdf, "FACES", (tmp_path / "NotoSans-Regular.ttf",))
    pdf.press.cache_clear()
    try:
        assert found() == [("pdf.broken", FAULT)]
    finally:
        pdf.press.cache_clear()


@pytest.mark.parametrize(
    ("days", "finding"),
    [((-400, 20), ("seal.expires", WARNING)), ((-400, -1), ("seal.broken", FAULT))],
)
def test_a_certificate_at_its_end(
    settings: Settings, tmp_path: Path, days: tuple[int, int], finding: tuple[str, str]
) -> None:
    federation = Federation(tmp_path, "Other")
    settings.SEAL_PKCS12 = str(federation.pkcs12(ec.generate_private_key(ec.SECP256R1()), days=days))

    assert found() == [finding]


def test_a_paper_without_its_file(settings: Settings) -> None:
    paper = make_cup().made()
    (Path(settings.MEDIA_ROOT) / paper.file).unlink()

    assert (found(), words("papers.missing")) == (
        [("papers.missing", FAULT)],
        f"The files of 1 papers are missing, among them {paper.code}.",
    )


# -- work and memory ----------------------------------------------------------------------------------------------


def test_files_that_killed_processes_have_left(settings: Settings) -> None:
    """Younger ones may still be on their way to their row."""
    folder = settings.MEDIA_ROOT / "photos" / "cup"
    folder.mkdir(parents=True)
    for name, age in (("old.jpg", 90_000), ("young.jpg", 0)):
        (folder / name).write_bytes(b"x")
        moment = timezone.now().timestamp() - age
        os.utime(folder / name, (moment, moment))

    assert found() == [("files.left", WARNING)]
    remove_leftovers()
    assert (found(), [path.name for path in folder.iterdir()]) == ([], ["young.jpg"])


def test_jobs_that_nobody_does() -> None:
    job = Job.objects.create(task="tournament.documents.tasks.render")
    Job.objects.filter(pk=job.pk).update(created=timezone.now() - timedelta(hours=1))

    assert found() == [("jobs.waiting", FAULT)]


def test_jobs_for_later_are_not_late() -> None:
    job = Job.objects.create(task="tournament.backups.tasks.by_schedule", due=timezone.now() + timedelta(hours=1))
    Job.objects.filter(pk=job.pk).update(created=timezone.now() - timedelta(hours=1))

    assert found() == []


def test_jobs_that_failed() -> None:
    Job.objects.create(task="x", status="failed", finished=timezone.now(), error="No space\nleft")

    assert (found(), words("jobs.failed")) == (
        [("jobs.failed", WARNING)],
        "1 jobs failed since yesterday; the last one: No space",
    )


def test_rows_that_nobody_sweeps() -> None:
    long_ago = timezone.now() - timedelta(days=98)
    Job.objects.create(task="x", status="done", finished=long_ago)
    Session.objects.create(session_key="k", expire_date=long_ago)

    assert (found(), words("rows.old")) == (
        [("rows.old", WARNING)],
        "What should have been removed more than 7 days ago is still there: jobs that have ended, sessions that have "
        "ended.",
    )


def test_no_backup_at_all(settings: Settings, tmp_path: Path) -> None:
    settings.BACKUP_DIR = tmp_path / "empty"

    assert found() == [("backup.none", WARNING)]


def test_a_backup_that_is_too_old() -> None:
    (backup,) = store.stored()
    manifest = backup.folder / store.MANIFEST
    old = (backup.moment - timedelta(days=3)).isoformat()
    manifest.write_text(manifest.read_text(encoding="utf-8").replace(backup.at, old), encoding="utf-8")

    assert (found(), words("backup.old")) == (
        [("backup.old", FAULT)],
        "The last backup is 3.0 days old, though one is due every 24 hours.",
    )


def test_a_backup_that_is_damaged() -> None:
    (backup,) = store.stored()
    with backup.copy.open("r+b") as file:
        file.write(b"x")

    assert found() == [("backup.damaged", FAULT)]


def test_a_journal_that_was_changed_from_outside() -> None:
    cup = TournamentFactory(slug="cup")
    with act(cup, "tournament.changed", Author()):
        pass
    AuditRecord.objects.update(actor_name="somebody else")

    assert (found(), words("journal.broken")) == (
        [("journal.broken", FAULT)],
        "The journal of “cup” was changed from outside.",
    )


def test_an_administrator_reads_the_same_on_a_page(client: Any, settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    administrator = UserFactory(is_superuser=True)
    client.force_login(administrator)
    # Over TLS an administrator works with a second factor.
    session = client.session
    session[DEVICE_ID_SESSION_KEY] = TOTPDevice.objects.create(user=administrator).persistent_id
    session.save()

    assert [row[:2] for row in client.get(reverse("safety:health")).context["found"]] == [("warning", "warning")]


def test_every_finding_has_its_words() -> None:
    source = Path(health.__file__).read_text(encoding="utf-8")

    assert {code for code in FINDINGS if f'("{code}"' not in source} == set()
    assert finding_words(Finding("debug.on", FAULT, {}))[1] == "Set DEBUG=false."

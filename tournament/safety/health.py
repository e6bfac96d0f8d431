"""What is wrong with an installation, in words, each with what to do about it.

A check yields what it found and nothing when all is well. None of them changes anything.
"""

import shutil
import stat
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import get_connection
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from tournament.audit.chain import verify
from tournament.backups import databases, store
from tournament.documents import pdf
from tournament.documents.queries import path as place_of
from tournament.documents.sealing import keys
from tournament.models import AuditRecord, Document, Job, Tournament
from tournament.phrases import Refused
from tournament.sweeping.leftovers import leftovers
from tournament.sweeping.services import WORDS, old

FAULT, WARNING = "fault", "warning"

LEAST_FREE = 500_000_000
"""Bytes that have to be free, however small the data are."""
EXPIRES_SOON = timedelta(days=30)
CLOCK_APART = timedelta(seconds=30)
"""So far may the clocks of this machine and of the database differ."""
PATIENCE = 5
"""Seconds in which a database has to answer."""
WAITS_TOO_LONG = timedelta(minutes=10)
LATE_SWEEP = timedelta(days=7)


@dataclass(frozen=True)
class Finding:
    """Something that is wrong: a key of `words.FINDINGS`, how bad it is, and the figures of its sentence."""

    code: str
    level: str
    params: dict[str, Any]


def fault(code: str, **params: Any) -> Finding:
    """What keeps the program, or something that it promises, from working."""
    return Finding(code, FAULT, params)


def warning(code: str, **params: Any) -> Finding:
    """What works, but not as it should, or not for long."""
    return Finding(code, WARNING, params)


def examine() -> list[Finding]:
    """Everything that is wrong, the worst first. Where the database can't be asked, what needs it is left out."""
    found = list(_each(WITHOUT_DATABASE))
    trouble = list(database())
    found += trouble
    if not any(each.code in ("database.away", "migrations.behind") for each in trouble):
        found += _each(WITH_DATABASE)
    return sorted(found, key=lambda each: each.level != FAULT)


def _each(checks: Iterable[Callable[[], Iterator[Finding]]]) -> Iterator[Finding]:
    for check in checks:
        yield from check()


# -- the database -------------------------------------------------------------------------------------------------


def database() -> Iterator[Finding]:
    """Whether it answers, is whole, and has the tables of this version."""
    try:
        reach_database()
        executor = MigrationExecutor(connection)
        behind = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    except DatabaseError as error:
        yield fault("database.away", reason=_first_line(error))
        return
    if behind:
        yield fault("migrations.behind", count=behind)
    if connection.vendor == databases.SQLITE:
        yield from _sqlite()
    else:
        yield from _postgresql()


def reach_database() -> None:
    """Raises DatabaseError where nobody answers within five seconds: the pool would wait for half a minute."""
    if connection.vendor == databases.POSTGRESQL:
        import psycopg

        said = connection.settings_dict
        known = {"host": said["HOST"], "port": said["PORT"], "user": said["USER"], "password": said["PASSWORD"]}
        given = {name: value for name, value in known.items() if value}
        try:
            psycopg.connect(**given, dbname=said["NAME"], connect_timeout=PATIENCE).close()
        except psycopg.OperationalError as error:
            raise DatabaseError(error) from error
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _sqlite() -> Iterator[Finding]:
    with connection.cursor() as cursor:
        said = cursor.execute("PRAGMA quick_check").fetchone()[0]
        mode = cursor.execute("PRAGMA journal_mode").fetchone()[0]
    if said != "ok":
        yield fault("database.damaged", reason=said.splitlines()[0])
    if mode != "wal":
        yield warning("database.no_wal", mode=mode)


def clock_of_database() -> Iterator[Finding]:
    """Whether the database's machine has the time of this one; SQLite has no clock of its own."""
    # Within a transaction it says when that began.
    if connection.vendor != databases.POSTGRESQL or connection.in_atomic_block:
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT now()")
        theirs = cursor.fetchone()[0]
    apart = abs(theirs - datetime.now(UTC))
    if apart > CLOCK_APART:
        yield fault("clock.apart", seconds=round(apart.total_seconds()))


def _postgresql() -> Iterator[Finding]:
    yield from clock_of_database()
    # The settings switch them off where they keep no connections: behind PgBouncer.
    if connection.settings_dict["DISABLE_SERVER_SIDE_CURSORS"] and not settings.DATABASE_DIRECT:
        yield warning("database.not_direct")
    for name in ("pg_dump", "pg_restore"):
        if databases.program(name) is None:
            yield fault("backup.no_program", program=name)


# -- the machine --------------------------------------------------------------------------------------------------


def folders() -> Iterator[Finding]:
    """Whether papers, photos and backups can be written."""
    for name in ("DATA_DIR", "MEDIA_ROOT", "BACKUP_DIR"):
        folder = Path(getattr(settings, name))
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                pass
        except OSError as error:
            yield fault("folder.closed", setting=name, folder=folder, reason=error.strerror or error)


def space() -> Iterator[Finding]:
    """Whether all that there is would fit once more: a backup begins with that."""
    folder = Path(settings.DATA_DIR)
    if not folder.is_dir():
        return
    free, needed = shutil.disk_usage(folder).free, max(LEAST_FREE, _size_of_data())
    if free < needed:
        yield fault("disk.full", folder=folder, free=free // 1_000_000, needed=needed // 1_000_000)


def _size_of_data() -> int:
    media = Path(settings.MEDIA_ROOT)
    files = sum(path.stat().st_size for path in media.rglob("*") if path.is_file()) if media.is_dir() else 0
    last = store.stored()[:1]
    return files + (last[0].size if last else 0)


def clock() -> Iterator[Finding]:
    """Whether this machine's clock has gone back: then the journal has acts that are still to come."""
    newest = AuditRecord.objects.order_by("-at").values_list("at", flat=True).first()
    if newest and newest > timezone.now() + CLOCK_APART:
        yield fault("clock.behind", newest=newest.isoformat(timespec="minutes"))


# -- settings -----------------------------------------------------------------------------------------------------


def addresses() -> Iterator[Finding]:
    """Whether phones in the hall can ask, and QR codes lead here."""
    hosts, public = settings.ALLOWED_HOSTS, urlsplit(settings.PUBLIC_URL)
    if "*" in hosts:
        yield warning("hosts.any")
    elif not [host for host in hosts if host not in ("localhost", "127.0.0.1", "[::1]")]:
        yield warning("hosts.local")
    if public.hostname and "*" not in hosts and not _allowed(public.hostname, hosts):
        yield fault("hosts.public", host=public.hostname)
    if public.scheme == "https" and not settings.HTTPS:
        yield warning("https.off", url=settings.PUBLIC_URL)


def _allowed(host: str, hosts: Iterable[str]) -> bool:
    return any(host == each or (each.startswith(".") and f".{host}".endswith(each)) for each in hosts)


def secrets() -> Iterator[Finding]:
    """Whether sessions and table links could be forged."""
    if settings.DEBUG:
        yield fault("debug.on")
    if len(settings.SECRET_KEY) < 50 or len(set(settings.SECRET_KEY)) < 5:
        yield fault("secret.weak")
    kept = Path(settings.DATA_DIR) / "secret_key"
    if kept.exists() and kept.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH):
        yield warning("secret.readable", file=kept)


def translations() -> Iterator[Finding]:
    """Whether each language is compiled."""
    for folder in settings.LOCALE_PATHS:
        for source in sorted(Path(folder).glob("*/LC_MESSAGES/*.po")):
            if not source.with_suffix(".mo").exists():
                yield fault("translation.missing", language=source.parts[-3])


def static_files() -> Iterator[Finding]:
    """Whether `collectstatic` was run where the settings say so."""
    manifest = Path(settings.STATIC_ROOT) / "staticfiles.json"
    if settings.STATIC_BUILT and not manifest.exists():
        yield fault("static.missing", folder=settings.STATIC_ROOT)


def mail() -> Iterator[Finding]:
    """Whether the server for e-mail takes any, if one is named."""
    if settings.EMAIL_HOST in ("", "localhost") or not settings.EMAIL_BACKEND.endswith("smtp.EmailBackend"):
        return
    try:
        with get_connection(timeout=5):
            pass
    except OSError as error:
        yield fault("mail.away", host=settings.EMAIL_HOST, reason=error)


# -- papers -------------------------------------------------------------------------------------------------------


def printing() -> Iterator[Finding]:
    """Whether a paper can be printed, with its own fonts."""
    try:
        pdf.press().print('<html lang="ru"><title>Ж</title><p>Ж ñ</p></html>', None)
    except (Refused, OSError) as error:
        yield fault("pdf.broken", reason=error)


def seal() -> Iterator[Finding]:
    """Whether papers can be sealed today, and for how long still."""
    if keys.is_development():
        yield warning("seal.development")
        return
    try:
        until = keys.key_of_today().certificate.not_valid_after_utc
    except Refused as refusal:
        yield fault("seal.broken", reason=refusal)
        return
    if until - datetime.now(UTC) < EXPIRES_SOON:
        yield warning("seal.expires", date=until.date().isoformat())


def papers() -> Iterator[Finding]:
    """Whether every paper on record still has its file."""
    papers = Document.objects.defer("content").select_related("tournament")
    ready = papers.filter(state=Document.State.READY).exclude(file="")
    gone = [paper.code for paper in ready.iterator() if not place_of(paper).exists()]
    if gone:
        yield fault("papers.missing", count=len(gone), first=gone[0])


def left() -> Iterator[Finding]:
    """Whether killed processes have left files that no paper and no photo is."""
    if found := leftovers():
        yield warning("files.left", count=len(found), first=found[0])


# -- work and memory ----------------------------------------------------------------------------------------------


def broker() -> Iterator[Finding]:
    """Whether Redis answers, if it is used."""
    if not settings.REDIS_URL:
        return
    import redis

    try:
        redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=3, socket_timeout=3).ping()
    except redis.RedisError as error:
        yield fault("broker.away", reason=_first_line(error))


def jobs() -> Iterator[Finding]:
    """Whether somebody does the work that is asked for."""
    now = timezone.now()
    waiting = Job.objects.filter(status=Job.Status.QUEUED, created__lt=now - WAITS_TOO_LONG)
    late = waiting.filter(due=None).count() + waiting.filter(due__lt=now - WAITS_TOO_LONG).count()
    if late:
        yield fault("jobs.waiting", count=late, minutes=round(WAITS_TOO_LONG.total_seconds() / 60))
    failed = Job.objects.filter(status=Job.Status.FAILED, finished__gt=now - timedelta(days=1))
    if last := failed.order_by("-finished").first():
        yield warning("jobs.failed", count=failed.count(), error=_first_line(last.error))


def sweeping() -> Iterator[Finding]:
    """Whether what has served is swept each day; a week late is too late."""
    if left := [str(WORDS[name]) for name, rows in old(LATE_SWEEP).items() if rows.exists()]:
        yield warning("rows.old", days=LATE_SWEEP.days, what=", ".join(left))


def backups() -> Iterator[Finding]:
    """Whether there is one that is young enough, and whole."""
    newest = store.stored()[:1]
    if not newest:
        yield warning("backup.none")
        return
    age, hours = timezone.now() - newest[0].moment, settings.BACKUP_HOURS
    if hours and age > 2 * timedelta(hours=hours):
        yield fault("backup.old", days=round(age / timedelta(days=1), 1), hours=hours)
    try:
        store.require_whole(newest[0])
    except Refused:
        yield fault("backup.damaged", name=newest[0].name)


def journals() -> Iterator[Finding]:
    """Whether each is as it was written."""
    for tournament in Tournament.objects.order_by("slug"):
        if not verify(tournament.journal.all()).intact:
            yield fault("journal.broken", slug=tournament.slug)


WITHOUT_DATABASE = (folders, space, addresses, secrets, translations, static_files, mail, printing, seal, broker)
WITH_DATABASE = (clock, jobs, sweeping, papers, left, backups, journals)


def _first_line(error: Any) -> str:
    return (str(error).strip().splitlines() or [""])[0]

"""The findings about an installation as sentences: what is wrong, and what to do."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from .health import FAULT, Finding

# By code: what is wrong, what to do.
FINDINGS: Mapping[str, tuple[Any, Any]] = {
    "database.away": (
        _("The database can't be reached: %(reason)s."),
        _("Is it running, and is DATABASE_URL right? Nothing that needs it was looked at."),
    ),
    "database.damaged": (
        _("The database file is damaged: %(reason)s."),
        _("Stop the program and open the last backup: manage.py restore."),
    ),
    "database.no_wal": (
        _("SQLite keeps its changes in the mode “%(mode)s”, in which readers wait for writers."),
        _("Run manage.py migrate once: it switches to “wal”."),
    ),
    "database.not_direct": (
        _("DATABASE_POOL is 0, and nothing says where PostgreSQL itself is: a backup spoils PgBouncer's connections."),
        _("Set DATABASE_DIRECT=host:port of PostgreSQL; without PgBouncer leave DATABASE_POOL out."),
    ),
    "migrations.behind": (
        _("The database is %(count)d steps behind this version of the program."),
        _("Run manage.py migrate; it makes a backup before. The rest was not looked at."),
    ),
    "clock.apart": (
        _("The clocks of this machine and of the database differ by %(seconds)d seconds."),
        _("Let both follow a time server: timedatectl set-ntp true."),
    ),
    "clock.behind": (
        _("The clock of this machine is behind: the journal has an act of %(newest)s."),
        _("Set it right before the next round: rounds are timed by it. timedatectl set-ntp true."),
    ),
    "disk.full": (
        _("%(free)d MB are free for %(folder)s, and a backup needs %(needed)d MB."),
        _("Make room, or name another disk in BACKUP_DIR and DATA_DIR."),
    ),
    "folder.closed": (
        _("Nothing can be written to %(folder)s (%(setting)s): %(reason)s."),
        _("Give the folder to the account that runs the program."),
    ),
    "hosts.any": (
        _("ALLOWED_HOSTS is “*”: the program answers under any name, and links in its papers could be forged."),
        _("Name its addresses instead."),
    ),
    "hosts.local": (
        _("ALLOWED_HOSTS names this machine alone: phones in the hall are refused."),
        _("Add its address in the network; make run does that by itself."),
    ),
    "hosts.public": (
        _("PUBLIC_URL leads to %(host)s, which ALLOWED_HOSTS doesn't name: the QR codes of papers are refused."),
        _("Add %(host)s to ALLOWED_HOSTS."),
    ),
    "https.off": (
        _("PUBLIC_URL is %(url)s, but HTTPS is off: cookies may travel in the open."),
        _("Set HTTPS=true behind the proxy."),
    ),
    "debug.on": (_("DEBUG is on: whoever causes an error reads the settings."), _("Set DEBUG=false.")),
    "secret.weak": (
        _("SECRET_KEY is too short or too plain: sessions and table links could be forged."),
        _("Take it out of the environment; a good one is made at the next start, and everybody logs in anew."),
    ),
    "secret.readable": (
        _("Others on this machine can read %(file)s."),
        _("chmod 600 %(file)s"),
    ),
    "translation.missing": (
        _("The language “%(language)s” isn't compiled: its pages are in English."),
        _("Run make run once, or manage.py compilemessages."),
    ),
    "static.missing": (
        _("STATIC_BUILT is on, but %(folder)s holds no built files: pages have no style."),
        _("Run manage.py collectstatic."),
    ),
    "mail.away": (
        _("The server for e-mail, %(host)s, can't be reached: %(reason)s."),
        _("Check its name, port and password; messages wait or are lost until then."),
    ),
    "pdf.broken": (
        _("No paper can be printed: %(reason)s"),
        _("Install what is missing: apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0."),
    ),
    "seal.development": (
        _("Papers get the development seal, which proves nothing to outsiders."),
        _("Name the organisation's certificate in SEAL_PKCS12; for a rehearsal nothing is to be done."),
    ),
    "seal.broken": (_("Papers can't be sealed: %(reason)s"), _("See docs/documents.md.")),
    "seal.expires": (
        _("The certificate to seal with expires on %(date)s."),
        _("Renew it before; papers that are sealed stay genuine."),
    ),
    "papers.missing": (
        _("The files of %(count)d papers are missing, among them %(first)s."),
        _("Copy them back from a backup's folder “files”."),
    ),
    "files.left": (
        _("%(count)d files belong to nothing: processes that were killed have left them, among them %(first)s."),
        _("They are removed after the next backup by schedule."),
    ),
    "broker.away": (
        _("Redis can't be reached: %(reason)s."),
        _("Start it, or take REDIS_URL out of the settings: a thread does the work then."),
    ),
    "jobs.waiting": (
        _("%(count)d jobs wait for more than %(minutes)d minutes: nobody does them."),
        _("Start a worker: celery -A tournament worker; or, without Redis, the program itself."),
    ),
    "jobs.failed": (
        _("%(count)d jobs failed since yesterday; the last one: %(error)s"),
        _("Papers say what is wrong in their list; try them again there."),
    ),
    "rows.old": (
        _("What should have been removed more than %(days)d days ago is still there: %(what)s."),
        _("Run manage.py sweep, and see whether jobs are done: it is swept once a day."),
    ),
    "backup.none": (_("There is no backup yet."), _("Run manage.py backup.")),
    "backup.old": (
        _("The last backup is %(days)s days old, though one is due every %(hours)d hours."),
        _("Run manage.py backup, and see whether jobs are done."),
    ),
    "backup.damaged": (_("The last backup, %(name)s, is damaged."), _("Run manage.py backup, and check the disk.")),
    "backup.no_program": (
        _("%(program)s isn't installed: no backup of PostgreSQL can be made or opened."),
        _("apt-get install postgresql-client"),
    ),
    "journal.broken": (
        _("The journal of “%(slug)s” was changed from outside."),
        _("manage.py verify_journal %(slug)s names the records."),
    ),
}


def finding_words(finding: Finding) -> tuple[str, str]:
    """What is wrong, and what to do."""
    what, todo = FINDINGS[finding.code]
    return str(what) % finding.params, str(todo) % finding.params


def level_words(finding: Finding) -> str:
    return str(_("FAULT") if finding.level == FAULT else pgettext("of an installation", "warning"))

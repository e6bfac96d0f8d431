"""Settings. Everything that differs between a laptop and a server comes from the environment.

With nothing set the program runs by itself: SQLite, tasks in a thread, files under `var/`. `DATABASE_URL`
and `REDIS_URL` turn it into a server. `docs/settings.md` explains each variable.
"""

import os
import re
from pathlib import Path
from urllib.parse import urlsplit

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key
from django.utils.translation import gettext_lazy as _

from tournament.logs import sentry

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

VERSION = re.search(r"^## (\S+)", (BASE_DIR / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)[1]  # type: ignore[index]

# -- where things are kept -----------------------------------------------------------------------------------

DATA_DIR = Path(env.str("DATA_DIR", str(BASE_DIR / "var")))
DATA_DIR.mkdir(parents=True, exist_ok=True)
MEDIA_ROOT = DATA_DIR / "files"


def _kept_secret(path: Path) -> str:
    """The secret of this installation, made at its first start and kept beside its data."""
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(get_random_secret_key(), encoding="ascii")
    return path.read_text(encoding="ascii")


# `line` for people; `json`: one object a line, and a line for each request and each job, for programs.
LOG_FORMAT = env.str("LOG_FORMAT", "line")
if LOG_FORMAT not in ("line", "json"):
    raise ImproperlyConfigured(f"LOG_FORMAT is line or json, not {LOG_FORMAT!r}.")
DEBUG = env.bool("DEBUG", False)
SECRET_KEY = env.str("SECRET_KEY", "") or _kept_secret(DATA_DIR / "secret_key")

# -- who may ask ---------------------------------------------------------------------------------------------

ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
# The address that is printed in papers and QR codes, such as https://domino.example.org; empty: the request's own.
PUBLIC_URL = env.str("PUBLIC_URL", "").rstrip("/")

# What this installation calls itself in the files that it signs; empty: its address.
INSTALLATION_NAME = env.str("INSTALLATION_NAME", "")

HTTPS = env.bool("HTTPS", False)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
# Asked on the machine itself, without TLS.
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "worker-src": [SELF],
        "manifest-src": [SELF],
    }
}

# -- the program ---------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "tournament",
    "tournament.accounts.apps.SupportConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.forms",
    "django_tables2",
    "django_htmx",
    "rules",
    "axes",
    "django_otp",
    "django_otp.plugins.otp_totp",
    "csp",
]

MIDDLEWARE = [
    "tournament.logs.requests.middleware",
    "tournament.headers.middleware",
    "tournament.live.middleware",
    # Before whatever may refuse a request, so that a refusal is no page to be framed either.
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "tournament.static_files.StaticFilesMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django_otp.middleware.OTPMiddleware",
    "tournament.accounts.presence.middleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
    "tournament.audit.closed.ClosedMiddleware",
    "tournament.desk.overtaken.middleware",
    "tournament.methods.middleware",
    "tournament.outages.repeating.middleware",
]

# So many proxies of ours stand before the program; each adds to X-Forwarded-For whom it was asked by.
PROXIES = env.int("PROXIES", 0)
if PROXIES:
    MIDDLEWARE.insert(0, "tournament.logs.origin.middleware")

ROOT_URLCONF = "tournament.urls"
WSGI_APPLICATION = "tournament.wsgi.application"
# A browser field that says what is wrong beside the field, and the rule in small type.
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            # Every form says how the tournament stood when it was drawn.
            "builtins": ["tournament.templatetags.forms"],
        },
    },
]
DJANGO_TABLES2_TEMPLATE = "_table.html"
DJANGO_TABLES2_TABLE_ATTRS = {"class": "dense"}

# -- people --------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "tournament.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "rules.permissions.ObjectPermissionBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "tournament.accounts.passwords.VariedValidator"},
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "desk:index"
LOGOUT_REDIRECT_URL = "public:index"
# By account and address together: one referee's typos must not lock a whole hall behind its Wi-Fi.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = 0.25  # hours
AXES_RESET_ON_SUCCESS = True
AXES_VERBOSE = False
# Who must prove his log-in with a second factor: nobody, `organisers` (with administrators), or `all` officials. With
# HTTPS administrators must in any case.
SECOND_FACTOR = env.str("SECOND_FACTOR", "")
OTP_TOTP_ISSUER = "Domino"
# An administrator takes a lost factor off an account; its secret is not for his eyes.
OTP_ADMIN_HIDE_SENSITIVE_DATA = True

# -- the database --------------------------------------------------------------------------------------------

DATABASES = {"default": env.db("DATABASE_URL", f"sqlite:///{DATA_DIR / 'domino.sqlite3'}")}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A write takes its lock when it begins and waits for it, rather than failing halfway; FULL survives a power
    # cut. The switch to WAL is made once, by `migrate`.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
    }
    # A connection is kept by its thread: whoever closes the last one waits while the log is written back to the file.
    DATABASES["default"]["CONN_MAX_AGE"] = None
else:
    # Nobody waits for ever, and nothing holds up a hall. A phone takes a request for lost after ten seconds, so whoever
    # waits for another's lock is told before that. A statement has half of what gunicorn gives a request (`migrate` has
    # as long as it takes). A transaction whose process stands still is undone by the server, and its lock is free. A
    # server that no longer answers is noticed after ten seconds, not after the kernel's quarter of an hour.
    # And what was answered as written is on the disk, whatever the server does for others.
    _session = {
        "lock_timeout": "8s",
        "statement_timeout": "30s",
        "idle_in_transaction_session_timeout": "60s",
        "synchronous_commit": "on",
    }
    # So many connections each process keeps at most. 0: none, for PgBouncer, whose own are lent for a transaction each:
    # then nothing may be left open on the server from one to the next, and a session's settings are those of the role.
    _most = env.int("DATABASE_POOL", 16)
    _kept = {
        "options": " ".join(f"-c {name}={value}" for name, value in _session.items()),
        "pool": {"min_size": 1, "max_size": _most, "timeout": 3, "reconnect_timeout": 2},
    }
    DATABASES["default"]["OPTIONS"] = {
        "connect_timeout": 3,
        "keepalives_idle": 10,
        "keepalives_interval": 3,
        "keepalives_count": 3,
        "tcp_user_timeout": 10_000,
    } | (_kept if _most else {})
    DATABASES["default"]["DISABLE_SERVER_SIDE_CURSORS"] = not _most
    # A connection that was lost meanwhile is never handed out.
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
# Where PostgreSQL itself is, host:port, if DATABASE_URL leads to PgBouncer: what backups and migrations tell their
# connections would hold for whoever is lent them next.
_direct = urlsplit("//" + env.str("DATABASE_DIRECT", ""))
DATABASE_DIRECT = {"HOST": _direct.hostname, "PORT": str(_direct.port or 5432)} if _direct.hostname else {}

# Copies of database and files: where they are kept, how often one is made (hours; 0: only when asked), and how many
# days each is kept; the newest BACKUP_KEEP are kept however old.
BACKUP_DIR = Path(env.str("BACKUP_DIR", str(DATA_DIR / "backups")))
BACKUP_HOURS = env.int("BACKUP_HOURS", 24)
BACKUP_DAYS = env.int("BACKUP_DAYS", 30)
BACKUP_KEEP = env.int("BACKUP_KEEP", 7)

# Days for which rows are kept that have served: done jobs, delivered messages, log-ins; 0: for good.
KEPT_DAYS = env.int("KEPT_DAYS", 90)

# -- work done later -----------------------------------------------------------------------------------------

REDIS_URL = env.str("REDIS_URL", "")
# Without Redis a thread of the web process does the jobs; False leaves them to a process that is told to.
JOBS_THREAD = env.bool("JOBS_THREAD", True)
# Which workers do the jobs of a feature, so that papers never wait for a slow address, nor a round's draw for papers;
# those of any other go to `default`. A worker is told by `--queues` what it takes, and else takes everything.
JOB_QUEUES = {
    "tournament.api": "webhooks",
    "tournament.documents": "documents",
    "tournament.entries": "webhooks",
    "tournament.moving": "webhooks",
    "tournament.notices": "webhooks",
}
# `pages` keeps what everybody reads (live.py): apart, so that many pages never push out a count or a presence.
CACHES: dict[str, dict[str, object]] = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    "pages": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "pages",
        "OPTIONS": {"MAX_ENTRIES": 500},
    },
}
if REDIS_URL:
    # A page can be drawn anew sooner than a Redis that doesn't answer is waited for.
    _impatient = {"socket_connect_timeout": 0.3, "socket_timeout": 0.3}
    _redis = {"BACKEND": "tournament.redis_cache.RedisCache", "LOCATION": REDIS_URL, "OPTIONS": _impatient}
    CACHES = {"default": _redis, "pages": {**_redis, "KEY_PREFIX": "pages"}}

# -- what is sent to people --------------------------------------------------------------------------------------

# smtp://user:password@host:587, smtp+tls:// or smtp+ssl://; empty: no e-mail is sent, and pages don't offer it.
EMAIL_URL = env.str("EMAIL_URL", "")
# Without one a letter is shown to whoever sits at the terminal; the log of a server has no addresses and no links.
_mail = env.email_url_config(EMAIL_URL or ("consolemail://" if LOG_FORMAT == "line" else "dummymail://"))
EMAIL_BACKEND, EMAIL_HOST, EMAIL_PORT = _mail["EMAIL_BACKEND"], _mail["EMAIL_HOST"], _mail["EMAIL_PORT"] or 25
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _mail["EMAIL_HOST_USER"] or "", _mail["EMAIL_HOST_PASSWORD"] or ""
EMAIL_USE_TLS, EMAIL_USE_SSL = _mail.get("EMAIL_USE_TLS", False), _mail.get("EMAIL_USE_SSL", False)
EMAIL_TIMEOUT = 20  # seconds
DEFAULT_FROM_EMAIL = env.str("EMAIL_FROM", "domino@localhost")
# The token of the bot that announces draws in Telegram; empty: none does. Each tournament names its chat.
TELEGRAM_TOKEN = env.str("TELEGRAM_TOKEN", "")
TELEGRAM_URL = env.str("TELEGRAM_URL", "https://api.telegram.org").rstrip("/")

# Whether other programs may be told of events at addresses of the private network, too: for a hall without internet.
WEBHOOKS_PRIVATE = env.bool("WEBHOOKS_PRIVATE", False)

# -- language and time ---------------------------------------------------------------------------------------

LANGUAGE_CODE = env.str("LANGUAGE_CODE", "ru")
LANGUAGES = [("ru", _("Russian")), ("en", _("English")), ("es", _("Spanish"))]
LOCALE_PATHS = [BASE_DIR / "tournament" / "locale"]
USE_TZ = True
TIME_ZONE = "UTC"

# -- static files --------------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATIC_ROOT.mkdir(exist_ok=True)  # WhiteNoise warns of a folder that is not there
STATICFILES_DIRS = [BASE_DIR / "static"]
# Built once with `collectstatic` on a server; a laptop serves the files as they lie.
STATIC_BUILT = env.bool("STATIC_BUILT", False)
WHITENOISE_USE_FINDERS = not STATIC_BUILT
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if STATIC_BUILT
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

# -- documents -----------------------------------------------------------------------------------------------

# The organisation's key and certificate, as one PKCS#12 file or as two PEM files; without them a development
# authority is made in DATA_DIR/seal.
SEAL_PKCS12 = env.str("SEAL_PKCS12", "")
SEAL_KEY = env.str("SEAL_KEY", "")
SEAL_CERTIFICATE = env.str("SEAL_CERTIFICATE", "")
SEAL_PASSWORD = env.str("SEAL_PASSWORD", "")
# PEM files of the authorities whose seals are ours, beside that of the certificate in use: for renewals.
SEAL_TRUSTED = env.list("SEAL_TRUSTED", default=[])
# Who stamps the time on each seal (RFC 3161), and PEM files of the authorities whose stamps are believed.
SEAL_TIMESTAMP_URL = env.str("SEAL_TIMESTAMP_URL", "")
SEAL_TIMESTAMP_TRUSTED = env.list("SEAL_TIMESTAMP_TRUSTED", default=[])

# -- logs ----------------------------------------------------------------------------------------------------

_each_act = "INFO" if LOG_FORMAT == "json" else "WARNING"
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "tournament.logs.formats.Line",
            "format": "{asctime} {levelname} {name} {message}",
            "style": "{",
        },
        "json": {"()": "tournament.logs.formats.Json"},
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", "INFO")},
    "loggers": {
        "tournament.logs.requests": {"level": _each_act},
        "tournament.jobs.execution": {"level": _each_act},
        "tournament.jobs.task": {"level": _each_act},
        # What it says of each message is said by the jobs.
        "celery": {"level": "WARNING"},
        # It tells at every start that it has started.
        "pikepdf": {"level": "WARNING"},
        # Django would write to the terminal by itself where DEBUG is on, past the formats above.
        "django": {"handlers": [], "level": "INFO"},
        "django.server": {"handlers": [], "level": "INFO", "propagate": True},
    },
}

# -- figures -------------------------------------------------------------------------------------------------

# Whoever bears it may read /metrics; empty: there is no such page, and nothing is counted.
METRICS_TOKEN = env.str("METRICS_TOKEN", "")
if METRICS_TOKEN:
    MIDDLEWARE.insert(
        MIDDLEWARE.index("tournament.logs.requests.middleware") + 1, "tournament.monitoring.figures.middleware"
    )
    # Each process counts in files there; it has to be known before the library is imported.
    _metrics = os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", str(DATA_DIR / "metrics"))
    Path(_metrics).mkdir(parents=True, exist_ok=True)

# Where errors are told, besides the log; needs the package sentry-sdk, which isn't among the requirements.
SENTRY_DSN = env.str("SENTRY_DSN", "")
if SENTRY_DSN:
    sentry.start(SENTRY_DSN, VERSION)

SILENCED_SYSTEM_CHECKS: list[str] = []

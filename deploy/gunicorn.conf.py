"""How gunicorn serves the program on a server; a laptop has its own line in `.ci/serve.py`.

Workers of one thread each, one a core and one more: pages that are drawn fight for the interpreter, and threads made
them four times slower. With SQLite use one worker with eight threads instead: WEB_CONCURRENCY=1 WEB_THREADS=8.
"""

import os
from pathlib import Path

bind = os.environ.get("BIND", "127.0.0.1:8000")
workers = int(os.environ.get("WEB_CONCURRENCY", (os.cpu_count() or 1) + 1))
threads = int(os.environ.get("WEB_THREADS", "1"))
timeout = 60
graceful_timeout = 30
# A worker's memory doesn't grow for ever, and not all of them are replaced at once.
max_requests, max_requests_jitter = 20_000, 2_000
forwarded_allow_ips = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1")
# Only where it lies in memory can a slow disk not hold up the sign of life.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 - gunicorn names its own file there

_format = "json" if os.environ.get("LOG_FORMAT") == "json" else "line"
logconfig_dict = {
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
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": _format}},
    "root": {"level": "INFO", "handlers": ["console"]},
    "loggers": {"gunicorn.error": {"level": "INFO", "handlers": [], "propagate": True, "qualname": "gunicorn.error"}},
}


def on_starting(server: object) -> None:
    """What processes counted that have long ended is forgotten: each start begins at nought, as Prometheus expects."""
    folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR") or Path(os.environ.get("DATA_DIR", "var")) / "metrics"
    for file in Path(folder).glob("*.db"):
        file.unlink(missing_ok=True)

"""How a record is written: as a line for people, or as one line of JSON for programs. Neither has a secret."""

import json
import logging
from datetime import UTC, datetime
from typing import Any

from .context import job_id, request_id
from .redaction import safe


class Line(logging.Formatter):
    """For people at a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        return safe(super().format(record))


class Json(logging.Formatter):
    """One object a line: time (UTC), level, logger, message; request and job if it is known whose the line is.

    What a record brings in its `fields` stands beside them: `logs.requests` names them for requests.
    """

    def format(self, record: logging.LogRecord) -> str:
        said: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": safe(record.getMessage()),
            "request": request_id.get() or None,
            "job": job_id.get(),
        }
        fields: dict[str, Any] = getattr(record, "fields", {})
        said |= {name: safe(value) if isinstance(value, str) else value for name, value in fields.items()}
        if record.exc_info:
            said["exception"] = safe(self.formatException(record.exc_info))
        return json.dumps({name: value for name, value in said.items() if value is not None}, ensure_ascii=False)

"""On whose behalf this thread works: every line that it logs says so."""

from contextvars import ContextVar

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""The request that is answered, or that asked for the job which is done; empty: none is known."""

job_id: ContextVar[int | None] = ContextVar("job_id", default=None)
"""The job that is done."""

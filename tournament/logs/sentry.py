"""Errors told to a Sentry, where `SENTRY_DSN` names one: what went wrong and where in the program, not to whom."""

from typing import Any

from django.core.exceptions import ImproperlyConfigured

from .context import job_id, request_id
from .redaction import safe


def start(dsn: str, release: str) -> None:
    """From now on errors are told. Raises ImproperlyConfigured where the package isn't installed."""
    try:
        import sentry_sdk
    except ImportError:
        raise ImproperlyConfigured(
            "SENTRY_DSN is set, but its package is not installed: pip install sentry-sdk (or take SENTRY_DSN away)."
        ) from None
    sentry_sdk.init(
        dsn=dsn,
        release=release,
        send_default_pii=False,
        # A variable may be a token, a body a player's e-mail; queries that went before may name both.
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        before_send=_without_secrets,
    )


def _without_secrets(event: Any, _hint: Any) -> Any:
    asked = event.pop("request", {})
    event["request"] = {name: asked[name] for name in ("method", "url") if name in asked}
    event["tags"] = {**event.get("tags", {}), "request_id": request_id.get() or None, "job": job_id.get()}
    event.pop("user", None)
    event.pop("breadcrumbs", None)
    return _safe(event)


def _safe(value: Any) -> Any:
    if isinstance(value, str):
        return safe(value)
    if isinstance(value, dict):
        return {key: _safe(each) for key, each in value.items()}
    return [_safe(each) for each in value] if isinstance(value, list | tuple) else value

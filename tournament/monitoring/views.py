"""Answers to programs that watch over this one. None asks who they are but the figures, which have a token."""

from secrets import compare_digest

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from . import readiness


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """The process lives and answers; it asks nobody else. Restart what doesn't answer this."""
    return HttpResponse("alive\n", content_type="text/plain; charset=utf-8")


@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """200 when requests can be answered; 503 when some part isn't ready: send them elsewhere, don't restart."""
    parts = readiness.parts()
    said = {part.name: {"state": part.word, "ms": part.milliseconds} for part in parts}
    ready = all(part.word == readiness.READY for part in parts)
    return JsonResponse({"ready": ready, **said}, status=200 if ready else 503)


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Figures for Prometheus, for whoever bears the token; without `METRICS_TOKEN` there is no such page."""
    given = request.headers.get("Authorization", "").encode()
    if not settings.METRICS_TOKEN or not compare_digest(given, f"Bearer {settings.METRICS_TOKEN}".encode()):
        raise Http404
    from . import figures  # its library is loaded only where it is used

    return HttpResponse(figures.page(), content_type=figures.CONTENT_TYPE)

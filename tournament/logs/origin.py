"""Whose address a request has behind a proxy: that of whoever asked the proxy, not the proxy's own.

Throttles, log-ins and the journal go by the address; by the proxy's they would lock out everybody together.
"""

from collections.abc import Callable
from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest, HttpResponse

View = Callable[[HttpRequest], HttpResponse]


def middleware(get_response: View) -> View:
    """Reads the address that the outermost of our `PROXIES` has put down; before it stands what anybody may say."""

    def answer(request: HttpRequest) -> HttpResponse:
        said = [part.strip() for part in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")]
        if len(said) >= settings.PROXIES and _is_address(said[-settings.PROXIES]):
            request.META["REMOTE_ADDR"] = said[-settings.PROXIES]
        return get_response(request)

    return answer


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True

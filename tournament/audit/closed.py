"""What a view answers that was about to change a closed tournament: a sentence, never a fault of the server."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from tournament.phrases import Refused

CLOSED = frozenset({"tournament.archived", "tournament.mirror"})
CONFLICT = 409


class ClosedMiddleware:
    """Views say what their own services refuse; that nothing at all is written here is said for all of them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """A page or, for a script, data with the sentence."""
        if not isinstance(exception, Refused) or exception.code not in CLOSED:
            return None
        if "application/json" in request.headers.get("Accept", ""):
            return JsonResponse({"detail": str(exception)}, status=CONFLICT)
        return render(request, "closed.html", {"why": str(exception)}, status=CONFLICT)

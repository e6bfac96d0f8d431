"""What is answered to a method that an address doesn't take: a sentence, where Django says nothing at all."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

View = Callable[[HttpRequest], HttpResponse]
NOT_TAKEN = 405


def middleware(get_response: View) -> View:
    """A page or, for a script, data; whoever opens the address of a button by hand is told where to press it."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        return response if response.status_code != NOT_TAKEN or response.content else _said(request, response)

    return answer


def _said(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    if "application/json" in request.headers.get("Accept", ""):
        said: HttpResponse = JsonResponse({"detail": _("This address isn't asked in this way.")}, status=NOT_TAKEN)
    else:
        said = render(request, "405.html", status=NOT_TAKEN)
    said.headers["Allow"] = response.headers.get("Allow", "")
    return said

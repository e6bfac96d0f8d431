"""What is answered when something broke: a sentence for a bad moment of the machine, else the page of a fault."""

import logging
import sys
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import get_language_from_request
from django.utils.translation import gettext_lazy as _
from django.views.defaults import server_error as fault

from .causes import AWAY, BUSY, COLLIDED, DISK_FULL, NO_MEMORY, READ_ONLY, SLOW, Outage, outage_in
from .repeating import SAFE, has_written

WHAT = {
    AWAY: _("The server's database can't be reached at the moment."),
    SLOW: _("The server's database takes too long at the moment."),
    BUSY: _("The server has too much to do at the moment: somebody else's step has not been finished yet."),
    COLLIDED: _("Two steps have got in each other's way, and yours has been stopped."),
    DISK_FULL: _("The server's disk is full. Tell the administrator: he has to make room."),
    READ_ONLY: _("The server can't write to its disk. Tell the administrator: the disk is read-only, or isn't his."),
    NO_MEMORY: _("The server has run out of memory at the moment."),
}
NOTHING = _("Nothing was written.")
UNSURE = _("Your step may have been written or not. Look before you repeat it.")

logger = logging.getLogger(__name__)


def server_error(request: HttpRequest) -> HttpResponseBase:
    """Django's handler of what nobody has caught, wherever it was raised: in a view, a middleware, a template."""
    outage = outage_in(sys.exc_info()[1])
    if outage is None:
        return fault(request)
    # One line for the log: a hall of readers would fill it with a thousand tracebacks.
    logger.warning("%s %s: %s (%s)", request.method, request.path, outage.code, outage.said)
    with translation.override(get_language_from_request(request)):
        response = _answer(request, outage)
    response.headers["Retry-After"] = str(outage.retry_after)
    response.headers["Cache-Control"] = "no-store"
    vars(response)["_has_been_logged"] = True
    return response


def _answer(request: HttpRequest, outage: Outage) -> HttpResponse:
    what = str(WHAT[outage.code])
    written = "" if request.method in SAFE else str(UNSURE if outage.unsure or has_written(request) else NOTHING)
    if "application/json" in request.headers.get("Accept", "") or request.path.startswith("/api/"):
        return JsonResponse({"detail": " ".join(filter(None, (what, written)))}, status=503)
    context: dict[str, Any] = {"what": what, "written": written, "seconds": outage.retry_after}
    context["is_sheet"] = "/protocols/" in request.path
    # Without the request: nobody's account is looked up in a database that is away.
    response = HttpResponse(render_to_string("503.html", context), status=503)
    if not written:
        # What only shows something comes back by itself, in the hall above all, where nobody presses anything.
        response.headers["Refresh"] = str(outage.retry_after)
    return response

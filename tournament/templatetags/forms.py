"""`{% csrf_token %}` says two things: that a form is ours, and how the tournament stood when it was drawn.

Django's own tag under its own name, so that no form can be written that lacks the second (`audit/collisions.py`).
"""

from typing import Any

from django import template
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.template.defaulttags import CsrfTokenNode
from django.utils.html import format_html

register = template.Library()


class FormTokenNode(CsrfTokenNode):
    """The token of a form, and the version of the tournament that its page shows."""

    def render(self, context: template.Context) -> str:
        version = _version(context)
        said = "" if version is None else format_html('<input type="hidden" name="as_of" value="{}">', version)
        return super().render(context) + said


def _version(context: template.Context) -> int | None:
    """Of what is shown. A form that comes back with its mistakes still shows what its sender saw when he opened it."""
    request: Any = context.get("request")
    if request is not None and request.method == "POST":
        as_of = vars(request).get("as_of")
        if as_of is not None and as_of.version is not None:
            return int(as_of.version)
        if (said := _sent(request)).isdecimal():
            return int(said[:18])
    version = getattr(context.get("tournament"), "version", None)
    return version if isinstance(version, int) else None


def _sent(request: Any) -> str:
    """What came as `as_of`. A page that says why a body can't be read has forms, too."""
    try:
        return str(request.POST.get("as_of", ""))
    except (BadRequest, SuspiciousOperation, MultiPartParserError, UnreadablePostError):
        return ""


@register.tag("csrf_token")
def csrf_token(_parser: template.base.Parser, _token: template.base.Token) -> FormTokenNode:
    """The hidden fields of every form that is sent by POST."""
    return FormTokenNode()

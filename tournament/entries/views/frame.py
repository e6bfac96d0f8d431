"""What all pages of this section are drawn with."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournament.models import Tournament


def page_of(request: HttpRequest, tournament: Tournament, page: str, context: dict[str, Any]) -> HttpResponse:
    """A page of this section; what was typed wrong is answered with 422."""
    form = context.get("form")
    status = 422 if form is not None and form.is_bound and form.errors else 200
    context |= {"tournament": tournament, "section": "entries"}
    return render(request, f"entries/{page}.html", context, status=status)

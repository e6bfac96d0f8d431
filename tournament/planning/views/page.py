"""What the pages of this section have in common."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournament.models import Tournament


def page_of(request: HttpRequest, tournament: Tournament, name: str, context: dict[str, Any]) -> HttpResponse:
    """A page of this section; what was typed wrong is answered with 422."""
    context |= {"tournament": tournament, "section": "settings"}
    return render(request, f"planning/{name}.html", context, status=422 if context["form"].errors else 200)

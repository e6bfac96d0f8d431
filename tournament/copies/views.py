"""The page on which a tournament is copied."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.access.queries import tournament_for
from tournament.audit.services import Author
from tournament.phrases import Refused, sentence

from . import services
from .forms import CopyForm


@login_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """A new tournament as this one was planned."""
    source = tournament_for(request, slug, "planning.change")
    form = CopyForm(request.POST or None, source=source, initial={"name": source.name})
    if request.method == "POST" and form.is_valid():
        try:
            made = services.copy(source=source, **form.cleaned_data, by=Author.of(request))
        except Refused as refusal:
            form.add_error(None, sentence(refusal))
        else:
            messages.success(request, _("This is the copy. Look it over before anybody registers."))
            return redirect("planning:settings", made.slug)
    context = {"tournament": source, "section": "settings", "form": form}
    return render(request, "copies/new.html", context, status=422 if form.errors else 200)

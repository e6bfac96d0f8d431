"""The officials of a tournament."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.audit.services import Author
from tournament.models import Staff, Tournament
from tournament.phrases import Refused, sentence

from . import services
from .forms import StaffForm
from .queries import may, tournament_for


@login_required
@require_http_methods(["GET", "POST"])
def staff(request: HttpRequest, slug: str) -> HttpResponse:
    """Who has which role; the organiser appoints."""
    tournament = tournament_for(request, slug, "desk.see" if request.method == "GET" else "access.change")
    form = StaffForm(request.POST or None)
    password = None
    if request.method == "POST" and form.is_valid():
        try:
            post, password = _appoint(request, tournament, form)
            messages.success(request, _("Appointed: %(post)s.") % {"post": post})
            if password is None:
                return redirect("access:staff", slug)
        except Refused as refusal:
            form.add_error(refusal.field, sentence(refusal))
    context = {
        "tournament": tournament,
        "section": "staff",
        "form": form if password is None else StaffForm(),
        "posts": tournament.staff.select_related("user"),
        # Shown once, on the answer to the request that made it, and kept nowhere.
        "new_account": {"username": form.cleaned_data["username"], "password": password} if password else None,
        "may_change": may(request.user, "access.change", tournament),
    }
    return render(request, "access/staff.html", context, status=422 if form.errors else 200)


def _appoint(request: HttpRequest, tournament: Tournament, form: StaffForm) -> tuple[Staff, str | None]:
    wanted = {key: form.cleaned_data[key] for key in ("username", "role")}
    if form.cleaned_data["full_name"]:
        name = form.cleaned_data["full_name"]
        return services.appoint_new(tournament=tournament, by=Author.of(request), full_name=name, **wanted)
    return services.appoint(tournament=tournament, by=Author.of(request), **wanted), None


@login_required
@require_POST
def dismiss(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take a role away."""
    tournament = tournament_for(request, slug, "access.change")
    post = get_object_or_404(Staff.objects.select_related("user", "tournament"), pk=pk, tournament=tournament)
    try:
        services.dismiss(post=post, by=Author.of(request))
        messages.success(request, _("The role is taken away."))
    except Refused as refusal:
        messages.error(request, sentence(refusal))
    return redirect("access:staff", slug)

"""An entry withdraws, returns, or another player takes a place in it (R8.5)."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.access.queries import tournament_for
from tournament.audit.services import Author
from tournament.entries import queries, services, tasks
from tournament.entries.forms import ReasonForm, SubstituteForm, WithdrawForm
from tournament.entries.leaving import ahead, member_in, next_round_of
from tournament.entries.mail import site_of
from tournament.entries.substitution import Substitution, substitution
from tournament.phrases import Refused, problem, sentence
from tournament.replies import refusal_said

from .frame import page_of


@login_required
@require_http_methods(["GET", "POST"])
def withdraw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The entry plays no more from a round on; its results stay."""
    tournament = tournament_for(request, slug, "entries.withdraw")
    entry = queries.entry_for(tournament, number)
    first = next_round_of(entry)
    form = WithdrawForm(request.POST or None, initial={"from_round": first})
    if request.method == "POST" and form.is_valid():
        try:
            with transaction.atomic():
                left = services.withdraw(entry=entry, by=Author.of(request), **form.cleaned_data)
                tasks.tell_registrants.delay_once_on_commit(tournament.pk, site_of(request))
        except Refused as refusal:
            form.add_error(*problem(refusal)[:2])
        else:
            messages.success(request, _("Entry %(number)d has withdrawn.") % {"number": number})
            return redirect("entries:edit", slug, number) if left else redirect("entries:list", slug)
    context = {"form": form, "entry": entry, "ahead": [line for line in ahead(entry, first) if line.follows]}
    return page_of(request, tournament, "withdraw", context)


@login_required
@require_http_methods(["GET", "POST"])
def substitute(request: HttpRequest, slug: str, number: int, slot: int) -> HttpResponse:
    """Another player takes a place of the entry from a round on: first a preview, then the act."""
    tournament = tournament_for(request, slug, "entries.withdraw")
    entry = queries.entry_for(tournament, number)
    form = SubstituteForm(request.POST or None, initial={"from_round": next_round_of(entry)})
    context = {"form": form, "entry": entry, "leaving": member_in(entry, slot)}
    if request.method == "POST" and form.is_valid():
        typed = form.cleaned_data
        try:
            if "accept" in request.POST:
                plan = services.substitute(entry=entry, slot=slot, by=Author.of(request), **typed)
                return _substituted(request, plan)
            context["plan"] = substitution(entry, slot, typed["name"], typed["from_round"])
        except Refused as refusal:
            form.add_error(*problem(refusal)[:2])
    return page_of(request, tournament, "substitute", context)


def _substituted(request: HttpRequest, plan: Substitution) -> HttpResponse:
    """Say what was done and of what the preview has warned."""
    entry = plan.leaving.entry
    done = _("%(name)s plays for entry %(number)d from round %(round)d on.")
    messages.success(request, done % {"name": plan.name, "number": entry.number, "round": plan.from_round})
    for warning in plan.warnings:
        messages.warning(request, sentence(warning))
    return redirect("entries:edit", entry.tournament.slug, entry.number)


@login_required
@require_POST
def reinstate(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A withdrawn entry returns."""
    tournament = tournament_for(request, slug, "entries.withdraw")
    entry = queries.entry_for(tournament, number)
    form = ReasonForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Say why it returns: the journal keeps the reason."))
        return redirect("entries:edit", slug, number)
    with refusal_said(request):
        services.reinstate(entry=entry, reason=form.cleaned_data["reason"], by=Author.of(request))
        messages.success(request, _("Entry %(number)d is back from the next draw on.") % {"number": number})
    return redirect("entries:list", slug)

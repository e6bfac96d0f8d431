"""Fees at the desk: who has paid, a receipt for each payment, what it all comes to."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournament.access.queries import tournament_for
from tournament.audit.services import Author
from tournament.entries import fees as accounts
from tournament.entries import queries
from tournament.entries.forms import PayForm, ReasonForm
from tournament.entries.joining import terms_of
from tournament.phrases import Refused, sentence
from tournament.replies import refusal_said

from .frame import page_of


@login_required
@require_GET
def fees(request: HttpRequest, slug: str) -> HttpResponse:
    """All entries with what they paid and what is still due, and the sums."""
    tournament = tournament_for(request, slug, "entries.fees")
    every = accounts.accounts(tournament)
    only = request.GET.get("only", "")
    context = {
        "accounts": [each for each in every if only != "owing" or each.rest],
        "sums": accounts.sums(every),
        "terms": terms_of(tournament),
        "only": only,
        "receipts": any(each.payments for each in every),
    }
    return page_of(request, tournament, "fees", context)


@login_required
@require_http_methods(["GET", "POST"])
def pay(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take a fee from an entry; its earlier receipts stand below."""
    tournament = tournament_for(request, slug, "entries.fees")
    entry = queries.entry_for(tournament, number)
    account = next(each for each in accounts.accounts(tournament) if each.entry.pk == entry.pk)
    initial = {"amount": account.rest or None, "seen": len(account.payments)}
    form = PayForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            receipt = accounts.take(entry=entry, by=Author.of(request), **form.cleaned_data)
        except Refused as refusal:
            form.add_error(None, sentence(refusal))
        else:
            messages.success(request, _("Receipt %(number)d is made.") % {"number": receipt.number})
            return redirect("entries:pay", slug, number)
    context = {"form": form, "account": account, "entry": entry, "terms": terms_of(tournament)}
    return page_of(request, tournament, "pay", context)


@login_required
@require_POST
def strike_receipt(request: HttpRequest, slug: str, receipt: int) -> HttpResponse:
    """A receipt that was a mistake counts no more."""
    tournament = tournament_for(request, slug, "entries.fees")
    payments = tournament.payments.select_related("tournament", "entry")
    found = payments.filter(number=receipt).first() if receipt < 2**31 else None
    if found is None:
        raise Http404
    form = ReasonForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Say why the receipt is struck out: the journal keeps the reason."))
        return redirect("entries:pay", slug, found.entry.number)
    with refusal_said(request):
        accounts.strike_out(receipt=found, reason=form.cleaned_data["reason"], by=Author.of(request))
        messages.success(request, _("Receipt %(number)d is struck out.") % {"number": receipt})
    return redirect("entries:pay", slug, found.entry.number)

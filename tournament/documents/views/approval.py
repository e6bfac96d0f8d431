"""The page on which the chief referee lets papers be sealed."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from tournament.access.queries import may, tournament_for
from tournament.audit.services import Author
from tournament.documents import approval as papers
from tournament.documents import tasks
from tournament.documents.forms import ReleaseForm
from tournament.documents.tables import waiting_rows
from tournament.phrases import Refused, sentence


@login_required
@require_GET
def approval(request: HttpRequest, slug: str) -> HttpResponse:
    """The papers that wait; every official sees them, and who can release them."""
    tournament = tournament_for(request, slug, "desk.see")
    rows = waiting_rows(tournament, papers.waiting(tournament))
    context = {
        "tournament": tournament,
        "section": "documents",
        "rows": rows,
        "seen": rows[-1].asked.isoformat() if rows else "",
        "may_release": may(request.user, "documents.approve", tournament),
        "chief_referees": papers.chief_referees(tournament),
    }
    return render(request, "documents/approval.html", context)


@login_required
@require_POST
def release(request: HttpRequest, slug: str) -> HttpResponse:
    """Release one of the papers that the page has shown, or all of them."""
    tournament = tournament_for(request, slug, "desk.see")
    if not may(request.user, "documents.approve", tournament):
        names = ", ".join(papers.chief_referees(tournament))
        refusal = Refused("approval.not_chief", names=names) if names else Refused("approval.nobody")
        raise PermissionDenied(sentence(refusal))
    form = ReleaseForm(request.POST)
    try:
        if not form.is_valid():
            raise Refused("approval.none")
        ask = tasks.make.delay_once_on_commit
        released = papers.release(tournament=tournament, **form.cleaned_data, by=Author.of(request), ask=ask)
    except Refused as refusal:
        messages.error(request, sentence(refusal))
        return redirect("documents:approval", slug)
    said = ngettext(
        "%(count)d paper is released, and being made.", "%(count)d papers are released, and being made.", len(released)
    )
    messages.success(request, said % {"count": len(released)})
    return redirect("documents:approval" if papers.waiting(tournament).exists() else "documents:list", slug)

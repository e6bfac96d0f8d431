"""What is printed and not kept: blank protocols of a round, name tags, receipts."""

from io import BytesIO
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from tournament.access.queries import tournament_for
from tournament.access.tables import TABLES_IN_A_FILE
from tournament.documents import pdf
from tournament.documents.forms import StreamedForm
from tournament.documents.papers.blank import blanks as blank_sheets
from tournament.documents.papers.receipt import receipt as receipt_paper
from tournament.documents.papers.tags import ENTRIES_IN_A_FILE
from tournament.documents.papers.tags import tags as name_tags
from tournament.models import Round
from tournament.phrases import Refused, sentence

from .papers import site


@login_required
@require_GET
@never_cache
def blanks(request: HttpRequest, slug: str, number: int) -> HttpResponse | FileResponse:
    """Blank protocol sheets of a round as a PDF: not recorded, and with the codes of the table links in force."""
    tournament = tournament_for(request, slug, "access.links")
    rounds = Round.objects.select_related("tournament", "stage", "regulations").defer("draw")
    round_ = get_object_or_404(rounds, tournament=tournament, number=number)
    form = StreamedForm(request.GET)
    if not form.is_valid():
        raise Http404
    try:
        paper = blank_sheets(round_, **form.cleaned_data, site=site(request), most=TABLES_IN_A_FILE)
        return _streamed("blank", {"round": round_, "paper": paper}, f"blanks-{slug}-{number}.pdf")
    except Refused as refusal:
        messages.error(request, sentence(refusal))
        return redirect("access:links", slug, number)


@login_required
@require_GET
@never_cache
def tags(request: HttpRequest, slug: str) -> HttpResponse | FileResponse:
    """Name tags of players and officials as a PDF: not recorded."""
    tournament = tournament_for(request, slug, "desk.see")
    form = StreamedForm(request.GET)
    if not form.is_valid():
        raise Http404
    try:
        paper = name_tags(tournament, **form.cleaned_data, site=site(request), most=ENTRIES_IN_A_FILE)
        return _streamed("tags", {"tournament": tournament, "paper": paper}, f"tags-{slug}.pdf")
    except Refused as refusal:
        messages.error(request, sentence(refusal))
        return redirect("entries:list", slug)


@login_required
@require_GET
@never_cache
def receipt(request: HttpRequest, slug: str, receipt: int) -> FileResponse:
    """A receipt for a fee as a PDF: its row is the record, the paper isn't kept."""
    tournament = tournament_for(request, slug, "entries.fees")
    payments = tournament.payments.select_related("tournament", "entry")
    paper = receipt_paper(get_object_or_404(payments, number=receipt))
    return _streamed("receipt", {"paper": paper}, f"receipt-{slug}-{receipt}.pdf")


def _streamed(template: str, context: dict[str, Any], name: str) -> FileResponse:
    """A paper that isn't kept."""
    data = pdf.render(f"documents/pdf/{template}.html", context, get_language() or "en")
    return FileResponse(BytesIO(data), content_type="application/pdf", filename=name)

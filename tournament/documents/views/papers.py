"""Papers at the desk: issued, listed, tried again; and the file of each."""

from collections.abc import Callable
from functools import partial
from io import BytesIO
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST, require_safe
from django_tables2 import RequestConfig

from tournament.access.queries import may, tournament_for
from tournament.access.tables import TABLES_IN_A_FILE
from tournament.audit.services import Author
from tournament.documents import batches, pdf, queries, services, tasks
from tournament.documents.forms import (
    BlankForm,
    IssueOfRoundForm,
    IssueProtocolForm,
    IssueRoundForm,
    IssueStandingsForm,
    first_error,
)
from tournament.documents.papers.blank import blanks as blank_sheets
from tournament.documents.tables import DocumentTable, about, rows_of
from tournament.models import Document, Round, Tournament
from tournament.phrases import Refused, sentence
from tournament.releases.queries import seen


@login_required
@require_GET
def list_(request: HttpRequest, slug: str) -> HttpResponse:
    """The tournament's papers; while one is in the making the list asks again every two seconds."""
    tournament = tournament_for(request, slug, "desk.see")
    return page(request, tournament)


def page(request: HttpRequest, tournament: Tournament, status: int = 200, **forms: Any) -> HttpResponse:
    """The list with the forms that issue papers."""
    may_issue = may(request.user, "documents.issue", tournament)
    rows = rows_of(tournament, queries.documents(tournament), may_issue=may_issue)
    table = DocumentTable(rows)
    RequestConfig(request).configure(table)
    context: dict[str, Any] = {
        "tournament": tournament,
        "section": "documents",
        "table": table,
        "in_the_making": sum(row.state == Document.State.QUEUED for row in rows),
        "to_release": sum(row.state == Document.State.WAITING for row in rows),
    }
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "documents/_papers.html", context)
    context["batches"] = batches.batches(tournament)
    if may_issue:
        initial = {"language": get_language()}
        context["protocol_form"] = IssueProtocolForm(tournament=tournament, initial=initial)
        context["round_form"] = IssueRoundForm(tournament=tournament, initial=initial)
        context["standings_form"] = IssueStandingsForm(tournament=tournament, initial=initial)
    return render(request, "documents/list.html", context | forms, status=status)


@login_required
@require_POST
def issue_protocol(request: HttpRequest, slug: str) -> HttpResponse:
    """Issue a paper of a confirmed protocol."""
    tournament = tournament_for(request, slug, "documents.issue")
    form = IssueProtocolForm(request.POST, tournament=tournament)
    if not form.is_valid():
        return page(request, tournament, status=422, protocol_form=form)
    issue = partial(services.issue_protocol, **form.cleaned_data, site=site(request), by=Author.of(request))
    return _ordered(request, slug, issue)


@login_required
@require_POST
def issue_standings(request: HttpRequest, slug: str) -> HttpResponse:
    """Issue a paper of the standings after a round."""
    tournament = tournament_for(request, slug, "documents.issue")
    form = IssueStandingsForm(request.POST, tournament=tournament)
    if not form.is_valid():
        return page(request, tournament, status=422, standings_form=form)
    round_, language = form.cleaned_data["round"], form.cleaned_data["language"]
    wanted = {"stage": round_.stage, "after_round": round_.number, "language": language}
    issue = partial(services.issue_standings, **wanted, site=site(request), by=Author.of(request))
    return _ordered(request, slug, issue)


@login_required
@require_POST
def issue_of_round(request: HttpRequest, slug: str) -> HttpResponse:
    """Issue the paper of a round's draw, or of the cross-table or bracket after it."""
    tournament = tournament_for(request, slug, "documents.issue")
    form = IssueOfRoundForm(request.POST, tournament=tournament)
    if not form.is_valid():
        messages.error(request, first_error(form))
        return redirect("documents:list", slug)
    asked = {"round_" if name == "round" else name: value for name, value in form.cleaned_data.items()}
    issue = partial(services.issue_of_round, **asked, site=site(request), by=Author.of(request))
    return _ordered(request, slug, issue)


@login_required
@require_GET
@never_cache
def blanks(request: HttpRequest, slug: str, number: int) -> HttpResponse | FileResponse:
    """Blank protocol sheets of a round as a PDF: not recorded, and with the codes of the table links in force."""
    tournament = tournament_for(request, slug, "access.links")
    rounds = Round.objects.select_related("tournament", "stage", "regulations").defer("draw")
    round_ = get_object_or_404(rounds, tournament=tournament, number=number)
    form = BlankForm(request.GET)
    if not form.is_valid():
        raise Http404
    sheet, first = form.cleaned_data["sheet"] or "a4", form.cleaned_data["first"] or 1
    try:
        paper = blank_sheets(round_, sheet=sheet, site=site(request), first=first, most=TABLES_IN_A_FILE)
        data = pdf.render("documents/pdf/blank.html", {"round": round_, "paper": paper}, get_language() or "en")
    except Refused as refusal:
        messages.error(request, sentence(refusal))
        return redirect("access:links", slug, number)
    return FileResponse(BytesIO(data), content_type="application/pdf", filename=f"blanks-{slug}-{number}.pdf")


@login_required
@require_POST
def retry(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Try again to make a paper that failed."""
    tournament = tournament_for(request, slug, "documents.issue")
    document = get_object_or_404(Document, tournament=tournament, code=code)
    return _ordered(request, slug, partial(services.retry, document=document, by=Author.of(request)))


def _ordered(request: HttpRequest, slug: str, issue: Callable[[], Document]) -> HttpResponse:
    """Issue a paper and ask for its file, both or neither."""
    try:
        with transaction.atomic():
            document = issue()
            if document.state == Document.State.QUEUED:
                tasks.make.delay_on_commit(document.pk)
    except Refused as refusal:
        messages.error(request, sentence(refusal))
    else:
        said = {"paper": about(document), "code": document.code}
        if document.state == Document.State.READY:
            messages.info(request, _("%(paper)s: nothing has changed since, this is the paper: %(code)s.") % said)
        elif document.state == Document.State.WAITING:
            messages.success(request, _("%(paper)s: paper %(code)s waits for the chief referee to release it.") % said)
        else:
            messages.success(request, _("%(paper)s: paper %(code)s is being made.") % said)
    return redirect("documents:list", slug)


def site(request: HttpRequest) -> str:
    """The address at which the program was asked."""
    return request.build_absolute_uri("/")


@require_safe
def download(request: HttpRequest, code: str) -> FileResponse:
    """The file of a paper: for its officials, and for everyone once what it says is released."""
    document = queries.by_code(code)
    if document is None or document.state != Document.State.READY or not may_download(request, document):
        raise Http404
    try:
        file = queries.path(document).open("rb")
    except FileNotFoundError:
        raise Http404 from None
    name = f"{document.kind}-{document.code}.pdf"
    return FileResponse(file, content_type="application/pdf", filename=name)


def may_download(request: HttpRequest, document: Document) -> bool:
    """Whether the reader may have the file of a paper."""
    official = may(request.user, "desk.see", document.tournament)
    return official or seen(document.tournament, official=False).may_paper(document.kind, document.of_round)

"""Papers at the desk: issued, listed, tried again; and the file of each."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST, require_safe
from django_tables2 import RequestConfig

from tournament.access.queries import may, tournament_for
from tournament.audit.services import Author
from tournament.documents import batches, queries, services, tasks
from tournament.documents.contents.finished import what_is_open
from tournament.documents.forms import (
    IssueDiplomasForm,
    IssueForm,
    IssueOfRoundForm,
    IssueProtocolForm,
    IssueRoundForm,
    IssueStandingsForm,
    first_error,
)
from tournament.documents.tables import DocumentTable, about, rows_of
from tournament.models import Document, Tournament
from tournament.phrases import sentence
from tournament.releases.queries import seen
from tournament.replies import refusal_said

FORMS = {
    "protocol_form": IssueProtocolForm,
    "round_form": IssueRoundForm,
    "standings_form": IssueStandingsForm,
    "of_round_form": IssueOfRoundForm,
}


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
        context |= _issue_forms(tournament)
    return render(request, "documents/list.html", context | forms, status=status)


def _issue_forms(tournament: Tournament) -> dict[str, Any]:
    """What can be issued, and what has to be done before the papers of the whole tournament can be."""
    initial = {"language": get_language()}
    of_rounds = {
        name: form(tournament=tournament, initial=initial, auto_id=f"{name}_%s") for name, form in FORMS.items()
    }
    return {
        **of_rounds,
        "report_form": IssueForm(initial=initial, auto_id="report_%s"),
        "diplomas_form": IssueDiplomasForm(initial=initial, auto_id="diplomas_%s"),
        "still_open": [sentence(refusal) for refusal in what_is_open(tournament)],
    }


@login_required
@require_POST
def issue_protocol(request: HttpRequest, slug: str) -> HttpResponse:
    """Issue a paper of a confirmed protocol."""
    tournament = tournament_for(request, slug, "documents.issue")
    form = IssueProtocolForm(request.POST, tournament=tournament)
    if not form.is_valid():
        return page(request, tournament, status=422, protocol_form=form)
    return _ordered(request, slug, partial(services.issue_protocol, **form.cleaned_data))


@login_required
@require_POST
def issue_standings(request: HttpRequest, slug: str) -> HttpResponse:
    """Issue a paper of the standings after a round."""
    tournament = tournament_for(request, slug, "documents.issue")
    form = IssueStandingsForm(request.POST, tournament=tournament)
    if not form.is_valid():
        return page(request, tournament, status=422, standings_form=form)
    asked = dict(form.cleaned_data)
    round_ = asked.pop("round")
    return _ordered(
        request, slug, partial(services.issue_standings, stage=round_.stage, after_round=round_.number, **asked)
    )


@login_required
@require_POST
def issue_of_round(request: HttpRequest, slug: str) -> HttpResponse:
    """Issue the paper of a round's draw, or of the cross-table, bracket or rulings after it."""
    tournament = tournament_for(request, slug, "documents.issue")
    form = IssueOfRoundForm(request.POST, tournament=tournament)
    if not form.is_valid():
        messages.error(request, first_error(form))
        return redirect("documents:list", slug)
    asked = {"round_" if name == "round" else name: value for name, value in form.cleaned_data.items()}
    return _ordered(request, slug, partial(services.issue_of_round, **asked))


@login_required
@require_POST
def issue_report(request: HttpRequest, slug: str) -> HttpResponse:
    """Issue the final report of a tournament that is over."""
    tournament = tournament_for(request, slug, "documents.issue")
    form = IssueForm(request.POST)
    if not form.is_valid():
        return page(request, tournament, status=422, report_form=form)
    asked = {"kind": Document.Kind.REPORT.value, **form.cleaned_data}
    return _ordered(request, slug, partial(services.issue_of_tournament, tournament=tournament, **asked))


@login_required
@require_POST
def issue_diplomas(request: HttpRequest, slug: str) -> HttpResponse:
    """Issue the diplomas of a tournament that is over."""
    tournament = tournament_for(request, slug, "documents.issue")
    form = IssueDiplomasForm(request.POST)
    if not form.is_valid():
        return page(request, tournament, status=422, diplomas_form=form)
    asked = {"kind": Document.Kind.DIPLOMAS.value, **form.cleaned_data}
    return _ordered(request, slug, partial(services.issue_of_tournament, tournament=tournament, **asked))


@login_required
@require_POST
def retry(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Try again to make a paper that failed."""
    tournament = tournament_for(request, slug, "documents.issue")
    document = get_object_or_404(Document, tournament=tournament, code=code)
    return _made(request, slug, partial(services.retry, document=document, by=Author.of(request)))


def _ordered(request: HttpRequest, slug: str, issue: Callable[..., Document]) -> HttpResponse:
    """Issue a paper in the name of who asks for it."""
    return _made(request, slug, partial(issue, site=site(request), by=Author.of(request)))


def _made(request: HttpRequest, slug: str, act: Callable[[], Document]) -> HttpResponse:
    """Put a paper in the queue and ask for its file, both or neither."""
    with refusal_said(request):
        with transaction.atomic():
            document = act()
            if document.state == Document.State.QUEUED:
                tasks.make.delay_on_commit(document.pk)
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

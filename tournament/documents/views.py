"""Papers at the desk, their files, and the public page on which anyone checks one."""

from collections.abc import Callable
from functools import partial
from io import BytesIO
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe
from django_tables2 import RequestConfig

from tournament.access.queries import may, tournament_for
from tournament.access.tables import TABLES_IN_A_FILE
from tournament.audit.services import Author
from tournament.models import Batch, Document, Round, Tournament
from tournament.phrases import Refused, sentence
from tournament.releases.queries import seen

from . import batches, papers, pdf, queries, services, tasks
from .forms import (
    BlankForm,
    CodeForm,
    FileForm,
    IssueOfRoundForm,
    IssueProtocolForm,
    IssueRoundForm,
    IssueStandingsForm,
    first_error,
)
from .papers.blank import blanks as blank_sheets
from .tables import DocumentTable, about, rows_of

# -- the desk ------------------------------------------------------------------------------------------------


@login_required
@require_GET
def list_(request: HttpRequest, slug: str) -> HttpResponse:
    """The tournament's papers; while one is in the making the list asks again every two seconds."""
    tournament = tournament_for(request, slug, "desk.see")
    return _list(request, tournament)


def _list(request: HttpRequest, tournament: Tournament, status: int = 200, **forms: Any) -> HttpResponse:
    may_issue = may(request.user, "documents.issue", tournament)
    rows = rows_of(tournament, queries.documents(tournament), may_issue=may_issue)
    table = DocumentTable(rows)
    RequestConfig(request).configure(table)
    context: dict[str, Any] = {
        "tournament": tournament,
        "section": "documents",
        "table": table,
        "waiting": sum(row.state == Document.State.QUEUED for row in rows),
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
        return _list(request, tournament, status=422, protocol_form=form)
    issue = partial(services.issue_protocol, **form.cleaned_data, site=_site(request), by=Author.of(request))
    return _ordered(request, slug, issue)


@login_required
@require_POST
def issue_standings(request: HttpRequest, slug: str) -> HttpResponse:
    """Issue a paper of the standings after a round."""
    tournament = tournament_for(request, slug, "documents.issue")
    form = IssueStandingsForm(request.POST, tournament=tournament)
    if not form.is_valid():
        return _list(request, tournament, status=422, standings_form=form)
    round_, language = form.cleaned_data["round"], form.cleaned_data["language"]
    wanted = {"stage": round_.stage, "after_round": round_.number, "language": language}
    issue = partial(services.issue_standings, **wanted, site=_site(request), by=Author.of(request))
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
    issue = partial(services.issue_of_round, **asked, site=_site(request), by=Author.of(request))
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
        paper = blank_sheets(round_, sheet=sheet, site=_site(request), first=first, most=TABLES_IN_A_FILE)
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
            if document.state != Document.State.READY:
                tasks.make.delay_on_commit(document.pk)
    except Refused as refusal:
        messages.error(request, sentence(refusal))
    else:
        said = {"paper": about(document), "code": document.code}
        if document.state == Document.State.READY:
            messages.info(request, _("%(paper)s: nothing has changed since, this is the paper: %(code)s.") % said)
        else:
            messages.success(request, _("%(paper)s: paper %(code)s is being made.") % said)
    return redirect("documents:list", slug)


def _site(request: HttpRequest) -> str:
    return request.build_absolute_uri("/")


# -- all protocols of a round --------------------------------------------------------------------------------


@login_required
@require_POST
def issue_round(request: HttpRequest, slug: str) -> HttpResponse:
    """Issue the papers of all confirmed protocols of a round."""
    tournament = tournament_for(request, slug, "documents.issue")
    form = IssueRoundForm(request.POST, tournament=tournament)
    if not form.is_valid():
        return _list(request, tournament, status=422, round_form=form)
    round_, language = form.cleaned_data["round"], form.cleaned_data["language"]
    try:
        with transaction.atomic():
            ordered = batches.order(round_=round_, language=language, by=Author.of(request), site=_site(request))
            tasks.issue_batch.delay_once_on_commit(ordered.pk)
    except Refused as refusal:
        messages.error(request, sentence(refusal))
        return redirect("documents:list", slug)
    return redirect("documents:batch", slug, ordered.pk)


@login_required
@require_GET
def batch(request: HttpRequest, slug: str, batch: int) -> HttpResponse:
    """How far the papers of a round are; while some are in the making the page asks again every two seconds."""
    tournament = tournament_for(request, slug, "desk.see")
    found = _batch(tournament, batch)
    context = {
        "tournament": tournament,
        "section": "documents",
        "batch": found,
        "asked": date_format(found.created_at.astimezone(tournament.zone), "SHORT_DATETIME_FORMAT"),
        "language_name": dict(settings.LANGUAGES)[found.language],
        "progress": batches.progress(found),
        "may_issue": may(request.user, "documents.issue", tournament),
    }
    part = request.htmx  # type: ignore[attr-defined]
    return render(request, "documents/_batch.html" if part else "documents/batch.html", context)


@login_required
@require_POST
def retry_batch(request: HttpRequest, slug: str, batch: int) -> HttpResponse:
    """Try again to make a paper of a batch that failed, or all that did."""
    tournament = tournament_for(request, slug, "documents.issue")
    found = _batch(tournament, batch)
    try:
        with transaction.atomic():
            for document in batches.retry(batch=found, code=request.POST.get("code", ""), by=Author.of(request)):
                tasks.make.delay_once_on_commit(document.pk)
    except Refused as refusal:
        messages.error(request, sentence(refusal))
    return redirect("documents:batch", slug, found.pk)


@login_required
@require_GET
def batch_file(request: HttpRequest, slug: str, batch: int) -> HttpResponse | FileResponse:
    """The papers of a batch that are ready, as one ZIP."""
    tournament = tournament_for(request, slug, "desk.see")
    found = _batch(tournament, batch)
    try:
        file = batches.archive(found)
    except Refused as refusal:
        messages.error(request, sentence(refusal))
    except OSError as error:
        messages.error(request, sentence(Refused("document.not_filed", reason=error.strerror or str(error))))
    else:
        name = f"{slug}-round-{found.round.number:02}-protocols-{found.language}.zip"
        return FileResponse(file, as_attachment=True, content_type="application/zip", filename=name)
    return redirect("documents:batch", slug, found.pk)


def _batch(tournament: Tournament, pk: int) -> Batch:
    return get_object_or_404(batches.batches(tournament), pk=pk)


# -- files and their check -----------------------------------------------------------------------------------


@require_safe
def download(request: HttpRequest, code: str) -> FileResponse:
    """The file of a paper: for its officials, and for everyone once what it says is released."""
    document = queries.by_code(code)
    if document is None or document.state != Document.State.READY or not _may_download(request, document):
        raise Http404
    try:
        file = queries.path(document).open("rb")
    except FileNotFoundError:
        raise Http404 from None
    name = f"{document.kind}-{document.code}.pdf"
    return FileResponse(file, content_type="application/pdf", filename=name)


def _may_download(request: HttpRequest, document: Document) -> bool:
    official = may(request.user, "desk.see", document.tournament)
    return official or seen(document.tournament, official=False).may_paper(document.kind, document.of_round)


@require_http_methods(["GET", "POST"])
def verify(request: HttpRequest) -> HttpResponse:
    """Check a paper by the code on it, or by the file itself."""
    by_file = "file" in request.FILES
    code_form = CodeForm(request.POST if request.method == "POST" and not by_file else None)
    file_form = FileForm(request.POST, request.FILES) if by_file else FileForm()
    if code_form.is_valid():
        return redirect("documents:verify_code", code_form.cleaned_data["code"])
    context: dict[str, Any] = {"code_form": code_form, "file_form": file_form}
    if file_form.is_valid():
        context |= _finding(file_form)
    failed = request.method == "POST" and "found" not in context
    return render(request, "documents/verify.html", context, status=422 if failed else 200)


@require_http_methods(["GET", "POST"])
def verify_code(request: HttpRequest, code: str) -> HttpResponse:
    """What the paper with this code says and whether it still holds; a file can be compared with it.

    The code is the key: who holds the paper may read here what it says, even if that isn't public. It doesn't lead
    on to the bracket after a later round, unless that is released.
    """
    document = queries.by_code(code)
    if document is None or document.state != Document.State.READY:
        context = {"code": code, "code_form": CodeForm()}
        return render(request, "documents/unknown_code.html", context, status=404)
    if code != document.code:
        return redirect("documents:verify_code", document.code, permanent=True)
    file_form = FileForm(request.POST, request.FILES) if request.method == "POST" else FileForm()
    latest = queries.latest(document)
    context = {"file_form": file_form, "standing": queries.standing(document).value} | _said(document)
    follow = latest.of_round == document.of_round or _may_download(request, latest)
    context |= {"latest": latest, "may_follow": follow}
    if request.method == "POST":
        if not file_form.is_valid():
            return render(request, "documents/verify_code.html", context, status=422)
        context |= _finding(file_form)
    return render(request, "documents/verify_code.html", context)


def _said(document: Document) -> dict[str, Any]:
    """What the templates show of a paper on record."""
    said = f"documents/_said_{document.kind}.html"
    return papers.context(document) | {"about": about(document), "said": said}


def _finding(form: FileForm) -> dict[str, Any]:
    """What an uploaded file is, for the templates."""
    found = queries.check_file(form.cleaned_data["file"].read())
    return {
        "found": found,
        "finding": found.finding.value,
        "found_latest": found.document and queries.latest(found.document),
    }

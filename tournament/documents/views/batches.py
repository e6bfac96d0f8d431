"""All protocols of a round: ordered, followed, handed over."""

from collections.abc import Callable
from typing import BinaryIO

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.formats import date_format
from django.views.decorators.http import require_GET, require_POST

from tournament.access.queries import may, tournament_for
from tournament.audit.services import Author
from tournament.documents import batches, tasks
from tournament.documents.forms import IssueRoundForm
from tournament.documents.papers.sheet import SHEETS
from tournament.models import Batch, Tournament
from tournament.phrases import Refused, sentence
from tournament.replies import refusal_said

from .papers import page, site


@login_required
@require_POST
def issue_round(request: HttpRequest, slug: str) -> HttpResponse:
    """Issue the papers of all confirmed protocols of a round."""
    tournament = tournament_for(request, slug, "documents.issue")
    form = IssueRoundForm(request.POST, tournament=tournament)
    if not form.is_valid():
        return page(request, tournament, status=422, round_form=form)
    asked = dict(form.cleaned_data)
    round_ = asked.pop("round")
    try:
        with transaction.atomic():
            ordered = batches.order(round_=round_, **asked, by=Author.of(request), site=site(request))
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
        "size_name": dict(SHEETS)[found.sheet],
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
    with refusal_said(request), transaction.atomic():
        for document in batches.retry(batch=found, code=request.POST.get("code", ""), by=Author.of(request)):
            tasks.make.delay_once_on_commit(document.pk)
    return redirect("documents:batch", slug, found.pk)


@login_required
@require_GET
def batch_file(request: HttpRequest, slug: str, batch: int) -> HttpResponse | FileResponse:
    """The papers of a batch that are ready, as one ZIP."""
    found = _batch(tournament_for(request, slug, "desk.see"), batch)
    return _handed_over(request, found, batches.archive, "zip")


@login_required
@require_GET
def print_copy(request: HttpRequest, slug: str, batch: int) -> HttpResponse | FileResponse:
    """The pages of a batch's papers that are ready, as one PDF for the printer."""
    found = _batch(tournament_for(request, slug, "desk.see"), batch)
    return _handed_over(request, found, batches.print_copy, "pdf")


def _handed_over(
    request: HttpRequest, found: Batch, made: Callable[[Batch], BinaryIO], kind: str
) -> HttpResponse | FileResponse:
    """A file of all papers of a batch, or the page of the batch that says why there is none."""
    slug = found.tournament.slug
    try:
        file = made(found)
    except Refused as refusal:
        messages.error(request, sentence(refusal))
    except OSError as error:
        messages.error(request, sentence(Refused("document.not_filed", reason=error.strerror or str(error))))
    else:
        size = "" if found.sheet == "a4" else f"-{found.sheet}"
        name = f"{slug}-round-{found.round.number:02}-protocols-{found.language}{size}.{kind}"
        return FileResponse(file, as_attachment=kind == "zip", content_type=f"application/{kind}", filename=name)
    return redirect("documents:batch", slug, found.pk)


def _batch(tournament: Tournament, pk: int) -> Batch:
    return get_object_or_404(batches.batches(tournament), pk=pk)

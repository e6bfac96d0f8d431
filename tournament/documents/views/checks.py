"""The public pages on which anyone checks a paper."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournament.documents import approval, papers, queries
from tournament.documents.forms import (
    CodeForm,
    FileForm,
)
from tournament.documents.tables import about
from tournament.models import Document

from .papers import may_download


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
    follow = latest.of_round == document.of_round or may_download(request, latest)
    context |= {"latest": latest, "may_follow": follow}
    if request.method == "POST":
        if not file_form.is_valid():
            return render(request, "documents/verify_code.html", context, status=422)
        context |= _finding(file_form)
    return render(request, "documents/verify_code.html", context)


def _said(document: Document) -> dict[str, Any]:
    """What the templates show of a paper on record."""
    said = f"documents/_said_{document.kind}.html"
    return papers.context(document) | {
        "about": about(document),
        "released": approval.words(document),
        "said": said,
    }


def _finding(form: FileForm) -> dict[str, Any]:
    """What an uploaded file is, for the templates."""
    found = queries.check_file(form.cleaned_data["file"].read())
    return {
        "found": found,
        "finding": found.finding.value,
        "found_latest": found.document and queries.latest(found.document),
    }

"""Sending results up, receiving them, and taking a mirror over."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from tournament.access.queries import administrator_required, tournament_for
from tournament.audit.services import Author
from tournament.exchange.services import LoadError
from tournament.exchange.shape import LARGEST_FILE, Unreadable, read
from tournament.models import Mirror, ReceivingToken, Upstream, User
from tournament.phrases import Refused, sentence
from tournament.replies import refusal_said

from . import services, tasks
from .forms import FileForm, TokenForm, UpstreamForm

PROBLEMS_SAID = 20

# -- of a tournament ----------------------------------------------------------------------------------------------


@login_required
@require_http_methods(["GET", "POST"])
def upstream(request: HttpRequest, slug: str) -> HttpResponse:
    """Where its results go, how far they have come; of a mirror, where it comes from."""
    tournament = tournament_for(request, slug, "safety.change")
    form = UpstreamForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            with transaction.atomic():
                named = services.name_upstream(tournament=tournament, by=Author.of(request), **form.cleaned_data)
                tasks.ask_again(named.pk)
        except Refused as refusal:
            form.add_error(None, sentence(refusal))
        else:
            messages.success(request, _("The results are being sent, and again whenever something is new."))
            return redirect("moving:upstream", slug)
    context = {
        "tournament": tournament,
        "section": "settings",
        "form": form,
        "upstream": Upstream.objects.filter(tournament=tournament).first(),
        "mirror": Mirror.objects.filter(tournament=tournament).first(),
    }
    return render(request, "moving/upstream.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def send(request: HttpRequest, slug: str) -> HttpResponse:
    """Try now instead of in a while."""
    tournament = tournament_for(request, slug, "safety.change")
    named = Upstream.objects.filter(tournament=tournament).first()
    if named is None:
        messages.error(request, _("No server is named to send to. Name one first."))
    else:
        tasks.ask_again(named.pk)
        messages.success(request, _("The results are being sent."))
    return redirect("moving:upstream", slug)


@login_required
@require_POST
def stop(request: HttpRequest, slug: str) -> HttpResponse:
    """Send nothing more."""
    tournament = tournament_for(request, slug, "safety.change")
    services.remove_upstream(tournament=tournament, by=Author.of(request))
    messages.success(request, _("Nothing more is sent. What has arrived there stays."))
    return redirect("moving:upstream", slug)


@login_required
@require_POST
def take_over(request: HttpRequest, slug: str) -> HttpResponse:
    """A mirror is played here from now on."""
    tournament = tournament_for(request, slug, "safety.change")
    with refusal_said(request):
        services.take_over(tournament=tournament, by=Author.of(request))
        messages.success(request, _("The tournament is played here now; nothing more is received for it."))
    return redirect("moving:upstream", slug)


# -- of the installation ------------------------------------------------------------------------------------------


@administrator_required
@require_http_methods(["GET", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """Who may send tournaments here; a new token is shown once."""
    form, context = TokenForm(request.POST or None), dict[str, Any]()
    if request.method == "POST" and form.is_valid() and isinstance(request.user, User):
        given, token = services.give_token(name=form.cleaned_data["name"], by=request.user)
        address = request.build_absolute_uri(reverse("moving:receive"))
        context, form = {"given": given, "token": token, "address": address}, TokenForm()
    context |= _tokens_page(form, FileForm())
    return render(request, "moving/tokens.html", context, status=422 if form.errors else 200)


@administrator_required
@require_POST
def receive_file(request: HttpRequest) -> HttpResponse:
    """What would have come over the net, brought as a file."""
    form = FileForm(request.POST, request.FILES)
    if not form.is_valid() or not isinstance(request.user, User):
        return render(request, "moving/tokens.html", _tokens_page(TokenForm(), form), status=422)
    try:
        document = read(form.cleaned_data["file"].read(LARGEST_FILE + 1))
        received = services.receive_file(document=document, by=Author.of(request))
    except (Unreadable, LoadError) as error:
        form.add_error("file", str(error).splitlines()[:PROBLEMS_SAID])
    except Refused as refusal:
        form.add_error("file", sentence(refusal))
    else:
        said = {
            "created": _("«%(name)s» is here now, as a mirror."),
            "updated": _("«%(name)s» is as the file says now."),
            "already": _("«%(name)s» was so already."),
        }
        messages.success(request, said[received.what] % {"name": received.tournament.name})
        return redirect("moving:tokens")
    return render(request, "moving/tokens.html", _tokens_page(TokenForm(), form), status=422)


def _tokens_page(form: TokenForm, file_form: FileForm) -> dict[str, Any]:
    return {"form": form, "file_form": file_form, "tokens": ReceivingToken.objects.all()[:200]}


@administrator_required
@require_POST
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    """Nothing more comes in by a token."""
    services.revoke_token(given=get_object_or_404(ReceivingToken, pk=pk))
    messages.success(request, _("The token is withdrawn. What has come in stays."))
    return redirect("moving:tokens")


# -- between installations ----------------------------------------------------------------------------------------


@csrf_exempt  # no session counts here: the token does
@require_POST
def receive(request: HttpRequest) -> HttpResponse:
    """A signed tournament file: 201 it is new here, 200 it is here, else why not, in words."""
    kind, _space, token = request.headers.get("Authorization", "").partition(" ")
    given = services.token_of(token) if kind.lower() == "bearer" and token else None
    if given is None:
        return _no(401, _("The token isn't known here, or was withdrawn. Ask this server's administrator for one."))
    try:
        document = read(request.read(LARGEST_FILE + 1))
        received = services.receive(document=document, given=given, by=Author(address=Author.of(request).address))
    except (Unreadable, LoadError) as error:
        return _no(422, "\n".join(str(error).splitlines()[:PROBLEMS_SAID]))
    except Refused as refusal:
        return _no(409, sentence(refusal))
    status = 201 if received.what == "created" else 200
    return JsonResponse({"slug": received.tournament.slug, "what": received.what}, status=status)


def _no(status: int, why: str) -> JsonResponse:
    return JsonResponse({"detail": why}, status=status)

"""The officials of a tournament, and the links that open a table without an account."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournament.accounts.forms import NewAccountForm
from tournament.accounts.services import sign_in
from tournament.audit.services import Author
from tournament.models import AccessLink, Club, Invitation, Round, Staff, Tournament, User
from tournament.phrases import Refused, sentence
from tournament.replies import refusal_in, refusal_said

from . import queries, services, throttle
from .forms import ClubForm, CodeForm, InviteForm, RevokeForm, StaffForm
from .queries import LINKS_HELD, may, tournament_for
from .tables import cards, invited, spans, staff_lines

MOST_HELD = 50
"""Links that one browser keeps; a referee has a few, and an old one is of no use."""


@login_required
@require_http_methods(["GET", "POST"])
def staff(request: HttpRequest, slug: str) -> HttpResponse:
    """Who has which role; the organiser appoints."""
    tournament = tournament_for(request, slug, "desk.see" if request.method == "GET" else "access.change")
    form = StaffForm(request.POST or None)
    account = None
    if request.method == "POST" and form.is_valid():
        with refusal_in(form):
            post, password = _appoint(request, tournament, form)
            messages.success(request, _("Appointed: %(post)s.") % {"post": post})
            if password is None:
                return redirect("access:staff", slug)
            account = {"username": form.cleaned_data["username"], "password": password}
    return _staff(request, tournament, StaffForm() if account else form, account=account)


def _staff(
    request: HttpRequest,
    tournament: Tournament,
    form: StaffForm,
    *,
    account: dict[str, str] | None = None,
    invite_form: InviteForm | None = None,
) -> HttpResponse:
    """The officials, where they are logged in, and the ways to have more of them."""
    wrong = form.errors or (invite_form and invite_form.errors)
    context = {
        "tournament": tournament,
        "section": "staff",
        "form": form,
        "lines": staff_lines(tournament.staff.select_related("user", "club")),
        "invite_form": invite_form or InviteForm(auto_id="invite_%s"),
        "invitations": invited(queries.invitations(tournament), request.build_absolute_uri("/")),
        "clubs": Club.objects.values_list("name", flat=True),
        # Shown once, on the answer to the request that made it, and kept nowhere.
        "new_account": account,
        "may_change": may(request.user, "access.change", tournament),
    }
    return render(request, "access/staff.html", context, status=422 if wrong else 200)


def _appoint(request: HttpRequest, tournament: Tournament, form: StaffForm) -> tuple[Staff, str | None]:
    wanted = {key: form.cleaned_data[key] for key in ("username", "role")}
    if form.cleaned_data["full_name"]:
        name = form.cleaned_data["full_name"]
        return services.appoint_new(tournament=tournament, by=Author.of(request), full_name=name, **wanted)
    return services.appoint(tournament=tournament, by=Author.of(request), **wanted), None


@login_required
@require_POST
def dismiss(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take a role away."""
    tournament = tournament_for(request, slug, "access.change")
    post = get_object_or_404(Staff.objects.select_related("user", "tournament"), pk=pk, tournament=tournament)
    with refusal_said(request):
        services.dismiss(post=post, by=Author.of(request))
        messages.success(request, _("The role is taken away."))
    return redirect("access:staff", slug)


@login_required
@require_POST
def club(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Note the club of an official, so that no table of it is given to him (R13.5)."""
    tournament = tournament_for(request, slug, "access.change")
    post = get_object_or_404(Staff.objects.select_related("user", "tournament"), pk=pk, tournament=tournament)
    form = ClubForm(request.POST)
    if form.is_valid():
        services.set_club(post=post, club=form.cleaned_data["club"], by=Author.of(request))
        messages.success(request, _("Saved: the club of %(user)s.") % {"user": post.user})
    else:
        messages.error(request, str(form.errors["club"][0]))
    return redirect("access:staff", slug)


@login_required
@require_POST
def end_sessions(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Log an official out everywhere."""
    tournament = tournament_for(request, slug, "access.change")
    post = get_object_or_404(Staff.objects.select_related("user", "tournament"), pk=pk, tournament=tournament)
    with refusal_said(request):
        services.end_sessions(post=post, by=Author.of(request))
        messages.success(request, _("%(user)s is logged out everywhere.") % {"user": post.user})
    return redirect("access:staff", slug)


# -- invitations --------------------------------------------------------------------------------------------------


@login_required
@require_POST
def invite(request: HttpRequest, slug: str) -> HttpResponse:
    """Invite somebody to a role."""
    tournament = tournament_for(request, slug, "access.change")
    form = InviteForm(request.POST, auto_id="invite_%s")
    if form.is_valid():
        site = request.build_absolute_uri("/")
        with refusal_in(form):
            services.invite(tournament=tournament, **form.cleaned_data, site=site, by=Author.of(request))
            messages.success(request, _("The invitation stands below: its link holds for one person, once."))
            return redirect("access:staff", slug)
    return _staff(request, tournament, StaffForm(), invite_form=form)


@login_required
@require_POST
def revoke_invitation(request: HttpRequest, slug: str, invitation: int) -> HttpResponse:
    """Withdraw an invitation."""
    tournament = tournament_for(request, slug, "access.change")
    wanted = get_object_or_404(Invitation.objects.select_related("tournament"), pk=invitation, tournament=tournament)
    with refusal_said(request):
        services.revoke_invitation(invitation=wanted, by=Author.of(request))
        messages.success(request, _("The invitation is withdrawn."))
    return redirect("access:staff", slug)


@require_http_methods(["GET", "POST"])
@never_cache
@sensitive_post_parameters("password")
def accept(request: HttpRequest, token: str) -> HttpResponse:
    """Whoever is invited takes his role: with the account in which he is logged in, or with one that he makes."""
    invitation = queries.invitation_by_token(token)
    refusal = _not_open(invitation)
    form = None if request.user.is_authenticated else NewAccountForm(request.POST or None)
    if invitation is not None and refusal is None and request.method == "POST":
        try:
            if _accepted(request, invitation, form):
                return _joined(request, invitation)
        except Refused as refused:
            refusal = _beside_its_field(form, refused)
    context = {
        "invitation": invitation if refusal is None else None,
        "refusal": sentence(refusal) if refusal else "",
        "form": form,
        "address": request.path,
    }
    status = 422 if form is not None and form.errors else 200
    if refusal:
        status = 410 if invitation else 404
    return render(request, "access/accept.html", context, status=status)


def _not_open(invitation: Invitation | None) -> Refused | None:
    if invitation is None:
        return Refused("invitation.unknown")
    return Refused(f"invitation.{invitation.ended}") if invitation.ended else None


def _accepted(request: HttpRequest, invitation: Invitation, form: NewAccountForm | None) -> bool:
    """Whether the role is taken: by the account that is logged in, or by a new one, which is logged in then."""
    if isinstance(request.user, User):
        services.accept(invitation=invitation, user=request.user, by=Author.of(request))
        return True
    if form is None or not form.is_valid():
        return False
    address = request.META.get("REMOTE_ADDR", "")
    user = services.accept_as_new(invitation=invitation, address=address, **form.cleaned_data)
    sign_in(request, user, "django.contrib.auth.backends.ModelBackend")
    return True


def _beside_its_field(form: NewAccountForm | None, refusal: Refused) -> Refused | None:
    """What is wrong with a field is said there; what is wrong with the invitation remains."""
    if form is None or not refusal.field:
        return refusal
    form.add_error(refusal.field, sentence(refusal))
    return None


def _joined(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    said = _("You are now: %(role)s of «%(tournament)s».")
    words = {"role": invitation.get_role_display(), "tournament": invitation.tournament}
    messages.success(request, said % words)
    return redirect("desk:now", invitation.tournament.slug)


# -- table links: the desk's pages --------------------------------------------------------------------------------


def _round(request: HttpRequest, slug: str, number: int) -> Round:
    """A round whose links the reader may make, print and withdraw."""
    tournament = tournament_for(request, slug, "access.links")
    rounds = Round.objects.select_related("tournament").defer("draw")
    return get_object_or_404(rounds, tournament=tournament, number=number)


@login_required
@require_GET
def links(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The links of a round by table: which are in force, when each was used."""
    round_ = _round(request, slug, number)
    rows = queries.link_rows(round_)
    context = {
        "tournament": round_.tournament,
        "section": "officials",
        "round": round_,
        "rows": rows,
        "spans": spans(rows),
        "in_force": sum(row.in_force for row in rows),
        "missing": sum(row.is_missing for row in rows),
    }
    return render(request, "access/links.html", context)


def _done(request: HttpRequest, round_: Round, do: Callable[..., object], said: str) -> HttpResponse:
    with refusal_said(request):
        do(round_=round_)
        messages.success(request, said)
    return redirect("access:links", round_.tournament.slug, round_.number)


@login_required
@require_POST
def make_links(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A link for each table that has none."""
    round_ = _round(request, slug, number)
    said = _("Every table of round %(round)d has its link. Print the cards and lay one on each table.")
    return _done(request, round_, partial(services.make_links, by=Author.of(request)), said % {"round": number})


@login_required
@require_POST
def revoke_links(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Withdraw all links of a round, or that of the table that the button names."""
    round_ = _round(request, slug, number)
    form = RevokeForm(request.POST)
    if not form.is_valid():
        messages.error(request, sentence(Refused("link.none", round=number)))
        return redirect("access:links", slug, number)
    table = form.cleaned_data["table"]
    said = _("The link of table %(table)d is withdrawn.") if table else _("All links of round %(round)d are withdrawn.")
    revoke = partial(services.revoke_links, table=table, by=Author.of(request))
    return _done(request, round_, revoke, said % {"round": number, "table": table})


@login_required
@require_GET
@never_cache
def print_links(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The cards of the links in force, to be printed and cut: QR code and short code of each table."""
    round_ = _round(request, slug, number)
    context = {
        "tournament": round_.tournament,
        "section": "officials",
        "round": round_,
        "cards": cards(queries.links_in_force(round_), request.build_absolute_uri("/")),
    }
    return render(request, "access/print_links.html", context)


# -- table links: the referee's way in ----------------------------------------------------------------------------


@require_GET
@never_cache
def open_link(request: HttpRequest, token: str) -> HttpResponse:
    """The address of a QR code: the link goes into the session, and the token out of the address."""
    link = queries.link_by_token(token)
    response = _opened(request, link) if link else _unknown(request)
    response["Referrer-Policy"] = "no-referrer"
    return response


def _unknown(request: HttpRequest) -> HttpResponse:
    """An address that never was a link's, or one whose round is gone."""
    form = CodeForm()
    context = {"form": form, "held": queries.links_held(request), "unknown": True}
    return render(request, "access/enter.html", context, status=404)


@require_http_methods(["GET", "POST"])
@never_cache
def enter(request: HttpRequest) -> HttpResponse:
    """The short code of a table is typed; the tables that this browser has already opened."""
    form = CodeForm(request.POST or None)
    status = 200
    if request.method == "POST":
        if throttle.CODES.is_blocked(request):
            messages.error(request, sentence(Refused("link.throttled")))
            status, form = 429, CodeForm()
        elif form.is_valid():
            if link := queries.link_by_code(form.cleaned_data["code"]):
                return _opened(request, link)
            throttle.CODES.count(request)
            form.add_error("code", sentence(Refused("link.unknown")))
    status = 422 if form.errors else status
    context = {"form": form, "held": queries.links_held(request)}
    return render(request, "access/enter.html", context, status=status)


def _opened(request: HttpRequest, link: AccessLink) -> HttpResponse:
    """To the protocol that a link opens; or why it doesn't any more."""
    if refusal := queries.ended(link):
        messages.error(request, sentence(refusal))
        return redirect("access:enter")
    tournament = link.round.tournament
    if not may(request.user, "desk.see", tournament):
        held = [pk for pk in request.session.get(LINKS_HELD, []) if pk != link.pk]
        request.session.cycle_key()  # who knew the session before gets nothing by it
        request.session[LINKS_HELD] = [*held, link.pk][-MOST_HELD:]
        said = _(
            "You write the protocol of round %(round)d, table %(table)d. No account is needed; each act is recorded."
        )
        messages.info(request, said % {"round": link.round.number, "table": link.table})
    services.note_opening(link)
    return redirect("protocols:entry", tournament.slug, link.round.number, link.table)

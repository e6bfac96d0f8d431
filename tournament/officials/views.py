"""Referees at tables: the page of a round, and a referee's own tables."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tournament.access.queries import may, tournament_for
from tournament.audit.services import Author
from tournament.models import Round, Tournament, User
from tournament.phrases import Refused, sentence
from tournament.replies import refusal_said

from . import queries, services
from .forms import PostsForm


@login_required
@require_GET
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    """The referees of a round, that of the round in play unless `?round=` names another."""
    tournament = tournament_for(request, slug, "desk.see")
    rounds = queries.shown_rounds(tournament)
    wanted = request.GET.get("round", "")
    chosen = rounds.filter(number=wanted).first() if wanted.isdecimal() and len(wanted) < 6 else None
    chosen = chosen or rounds.filter(state=Round.State.PUBLISHED.value).first() or rounds.last()
    if chosen is None:
        return render(request, "officials/overview.html", {"tournament": tournament, "section": "officials"})
    return _page(request, tournament, chosen)


def _page(request: HttpRequest, tournament: Tournament, round_: Round, form: PostsForm | None = None) -> HttpResponse:
    """The tables of a round with their referees; for who may, with the acts."""
    posts = form.posts if form else queries.posts(round_)
    referees = list(queries.referees(tournament))
    may_post = may(request.user, "officials.post", tournament)
    if may_post and referees and round_.state == Round.State.PUBLISHED.value:
        form = form or PostsForm(posts=posts, referees=referees, initial={"seen": queries.fingerprint(round_)})
    context = {
        "tournament": tournament,
        "section": "officials",
        "rounds": queries.shown_rounds(tournament),
        "round": round_,
        "posts": posts,
        "referees": referees,
        "own_clubs": [post for post in posts if post.own_club],
        "form": form,
        "may_divide": form is not None and not queries.begun(round_),
        "may_link": may(request.user, "access.links", tournament),
    }
    return render(request, "officials/overview.html", context, status=422 if form and form.errors else 200)


def _round(tournament: Tournament, number: int) -> Round:
    return get_object_or_404(Round.objects.select_related("tournament"), tournament=tournament, number=number)


@login_required
@require_POST
def divide(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Divide the referees over the tables anew."""
    tournament = tournament_for(request, slug, "officials.post")
    round_ = _round(tournament, number)
    with refusal_said(request):
        division = services.post_referees(round_=round_, by=Author.of(request))
        messages.success(request, _("The referees are divided over the tables of round %(round)d.") % {"round": number})
        if division.own_club:
            said = _("No division keeps every referee from his own club: tables %(tables)s.")
            messages.warning(request, said % {"tables": ", ".join(map(str, division.own_club))})
    return _back(slug, number)


@login_required
@require_POST
def change(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Send other referees to some tables, by hand."""
    tournament = tournament_for(request, slug, "officials.post")
    round_ = _round(tournament, number)
    posts, referees = queries.posts(round_), list(queries.referees(tournament))
    form = PostsForm(request.POST, posts=posts, referees=referees)
    if form.is_valid():
        wanted = {name: form.cleaned_data[name] for name in ("wanted", "reason", "seen")}
        try:
            services.change_referees(round_=round_, by=Author.of(request), **wanted)
            messages.success(request, _("Saved: the referees of round %(round)d.") % {"round": number})
            return _back(slug, number)
        except Refused as refusal:
            if refusal.field is None:
                messages.error(request, sentence(refusal))
                return _back(slug, number)
            form.add_error(refusal.field, sentence(refusal))
    return _page(request, tournament, round_, form)


def _back(slug: str, number: int) -> HttpResponse:
    return redirect(f"{reverse('officials:overview', args=[slug])}?round={number}")


@login_required
@require_GET
def mine(request: HttpRequest, slug: str) -> HttpResponse:
    """The tables at which I am the referee now, one tap from their protocols."""
    tournament = tournament_for(request, slug, "desk.see")
    assert isinstance(request.user, User)  # noqa: S101 -- for the type checker: `tournament_for` has seen to it
    context = {
        "tournament": tournament,
        "section": "mine",
        "my_tables": queries.tables_of(request.user, tournament),
        "rounds": queries.shown_rounds(tournament),
    }
    return render(request, "officials/mine.html", context)

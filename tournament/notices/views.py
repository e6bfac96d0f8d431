"""The announcement of a draw: what it will say, to whom, and what became of it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from tournament.access.queries import may, tournament_for
from tournament.audit.services import Author
from tournament.models import Notice, Round, Tournament
from tournament.replies import refusal_in

from . import queries, services
from .forms import AnnounceForm, ChatForm
from .words import draw_words

CHANNELS = {services.EMAIL: gettext_lazy("By e-mail"), services.TELEGRAM: gettext_lazy("To the Telegram chat")}


@login_required
@require_http_methods(["GET", "POST"])
def announce(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The draw of a round as it would be sent; sent, once that is asked for."""
    tournament = tournament_for(request, slug, "draw.change")
    round_ = get_object_or_404(Round.objects.defer("draw"), tournament=tournament, number=number)
    form = AnnounceForm(request.POST or None, channels=_open(queries.ways(tournament)))
    if request.method == "POST" and form.is_valid():
        with refusal_in(form):
            notices = services.announce(
                tournament=tournament,
                round_=round_,
                channels=form.cleaned_data["channels"],
                site=request.build_absolute_uri("/"),
                by=Author.of(request),
            )
            said = ngettext("%(number)d message is on its way.", "%(number)d messages are on their way.", len(notices))
            messages.success(request, said % {"number": len(notices)})
            return redirect("notices:announce", slug, number)
    return _page(request, tournament, round_, form)


def _open(ways: queries.Ways) -> list[tuple[str, str]]:
    is_open = {
        services.EMAIL: ways.email and bool(ways.addresses),
        services.TELEGRAM: ways.telegram and bool(ways.chat),
    }
    return [(channel, str(label)) for channel, label in CHANNELS.items() if is_open[channel]]


def _page(
    request: HttpRequest,
    tournament: Tournament,
    round_: Round,
    form: AnnounceForm | None = None,
    chat_form: ChatForm | None = None,
) -> HttpResponse:
    ways = queries.ways(tournament)
    form = form or AnnounceForm(channels=_open(ways))
    told = list(queries.told(tournament, round_))
    context = {
        "tournament": tournament,
        "section": "draw",
        "round": round_,
        "words": draw_words(tournament, round_, request.build_absolute_uri("/")),
        "ways": ways,
        "form": form,
        "may_plan": may(request.user, "planning.change", tournament),
        "chat_form": chat_form or ChatForm(initial={"chat": tournament.telegram_chat}),
        "told": told,
        "waiting": any(notice.state == Notice.State.WAITING.value for notice in told),
    }
    wrong = form.errors or (chat_form and chat_form.errors)
    return render(request, "notices/announce.html", context, status=422 if wrong else 200)


@login_required
@require_POST
def chat(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The Telegram chat of the tournament."""
    tournament = tournament_for(request, slug, "planning.change")
    round_ = get_object_or_404(Round.objects.defer("draw"), tournament=tournament, number=number)
    form = ChatForm(request.POST)
    if not form.is_valid():
        return _page(request, tournament, round_, chat_form=form)
    services.set_chat(tournament=tournament, chat=form.cleaned_data["chat"], by=Author.of(request))
    messages.success(request, _("Saved."))
    return redirect("notices:announce", slug, number)

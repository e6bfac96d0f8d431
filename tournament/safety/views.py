"""A tournament's safety for its organisers, and the whole installation's for its administrators."""

import json
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournament.access.queries import administrator_required, tournament_for
from tournament.audit.services import Author
from tournament.backups import store, tasks
from tournament.models import DeletedTournament, Job, Tournament
from tournament.replies import refusal_in

from . import erasing, services
from . import persons as people
from .forms import DeleteForm, EraseForm
from .health import examine
from .tables import backup_rows, found_rows
from .words import finding_words, level_words

# -- of a tournament ----------------------------------------------------------------------------------------------


@login_required
@require_GET
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """Its file, its archive, its end."""
    cup = tournament_for(request, slug, "safety.change")
    return _tournament_page(request, cup, DeleteForm())


def _tournament_page(request: HttpRequest, cup: Tournament, form: DeleteForm, status: int = 200) -> HttpResponse:
    context = {"tournament": cup, "section": "settings", "form": form}
    return render(request, "safety/tournament.html", context, status=status)


@login_required
@require_POST
def archive(request: HttpRequest, slug: str) -> HttpResponse:
    """Close it to writing."""
    cup = tournament_for(request, slug, "safety.change")
    services.archive(tournament=cup, by=Author.of(request))
    messages.success(request, _("The tournament is archived: it can be read, and nothing of it changes any more."))
    return redirect("safety:tournament", slug)


@login_required
@require_POST
def reopen(request: HttpRequest, slug: str) -> HttpResponse:
    """Open it again."""
    cup = tournament_for(request, slug, "safety.change")
    services.reopen(tournament=cup, by=Author.of(request))
    messages.success(request, _("The tournament is open again: it can be changed."))
    return redirect("safety:tournament", slug)


@login_required
@require_POST
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Delete it, if its name was written."""
    cup = tournament_for(request, slug, "safety.change")
    form = DeleteForm(request.POST)
    if form.is_valid():
        with refusal_in(form):
            left = services.delete(tournament=cup, typed=form.cleaned_data["typed"], by=Author.of(request))
            said = _(
                "The tournament «%(name)s» is deleted. An administrator can open it again from the backup %(backup)s."
            )
            messages.success(request, said % {"name": left.name, "backup": left.backup})
            return redirect("desk:index")
    return _tournament_page(request, cup, form, status=422)


# -- of the installation ------------------------------------------------------------------------------------------


@administrator_required
@require_GET
def installation(request: HttpRequest) -> HttpResponse:
    """Backups, and what was deleted."""
    making = Job.objects.filter(task__in=[tasks.now.name, tasks.by_schedule.name])
    context = {
        "backups": backup_rows(store.stored()),
        "folder": store.root(),
        "making": making.filter(status__in=[Job.Status.QUEUED, Job.Status.RUNNING], due=None).exists(),
        "failed": _failed(making),
        "deleted": DeletedTournament.objects.all()[:100],
    }
    return render(request, "safety/installation.html", context)


def _failed(making: Any) -> Job | None:
    """The last one that was asked for, if it came to nothing."""
    last = making.exclude(status=Job.Status.QUEUED).order_by("-pk").first()
    return last if last and last.status == Job.Status.FAILED else None


@administrator_required
@require_POST
def back_up(request: HttpRequest) -> HttpResponse:
    """Ask for a backup now."""
    tasks.now.delay_once_on_commit()
    messages.success(request, _("A backup is being made. It stands here once it is whole."))
    return redirect("safety:installation")


@administrator_required
@require_GET
def health(request: HttpRequest) -> HttpResponse:
    """What is wrong with the installation, and what to do."""
    found = [(each.level, level_words(each), *finding_words(each)) for each in examine()]
    return render(request, "safety/health.html", {"found": found})


@administrator_required
@require_GET
def persons(request: HttpRequest) -> HttpResponse:
    """Find a player or an account."""
    wanted = request.GET.get("q", "")[:200]
    context = {"wanted": wanted, "found": found_rows(people.found(wanted))}
    return render(request, "safety/persons.html", context)


@administrator_required
@require_http_methods(["GET", "POST"])
def person(request: HttpRequest, kind: str, pk: int) -> HttpResponse:
    """What is on record about somebody; he is erased if his name was written."""
    who = people.person(kind, pk)
    form = EraseForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusal_in(form):
            done = erasing.erase(who=who, typed=form.cleaned_data["typed"], by=Author.of(request))
            return render(request, "safety/erased.html", {"who": people.person(kind, pk), "done": done})
    context = {"who": who, "form": form, "data": people.data_of(who), "namesakes": people.namesakes(who)}
    return render(request, "safety/person.html", context, status=422 if form.errors else 200)


@administrator_required
@require_GET
def person_data(request: HttpRequest, kind: str, pk: int) -> HttpResponse:
    """The same as a file for him."""
    who = people.person(kind, pk)
    text = json.dumps(people.data_of(who), ensure_ascii=False, indent=1)
    response = HttpResponse(text + "\n", content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{kind}-{pk}.json"'
    return response

"""Published data for other programs: JSON under /api/v1, a calendar and a web feed.

Whoever is logged in sees here what everyone sees: the first line of each view loads a public tournament.
"""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, TypeVar
from urllib.parse import urlencode

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_safe
from ninja import NinjaAPI, Path, Query
from ninja.errors import ValidationError
from ninja.operation import Operation
from ninja.renderers import JSONRenderer

from tournament.models import Document, Tournament
from tournament.phrases import Refused, sentence

from . import calendars, documentation, feeds, queries, shapes
from .answers import refusal, site_of
from .queries import published

Item = TypeVar("Item")
Rows = dict[str, Any]
# As far as the database counts rounds and stages.
Number = Path[Annotated[int, shapes.Field(ge=1, le=32767)]]
BAD = {400: shapes.Trouble, 404: shapes.Trouble}


class _Renderer(JSONRenderer):
    """Names as people read them, not as six signs a letter."""

    json_dumps_params = {"ensure_ascii": False}


class _Api(NinjaAPI):
    """The interface; programs that are made from its description call an address as its view is called."""

    def get_openapi_operation_id(self, operation: Operation) -> str:
        return operation.view_func.__name__


api = _Api(
    title="Domino",
    version=settings.VERSION,
    docs_url=None,
    openapi_url=None,
    urls_namespace="api-v1",
    renderer=_Renderer(),
)


@api.exception_handler(Refused)
def _refused(request: HttpRequest, refused: Refused) -> HttpResponse:
    """What isn't public isn't there."""
    return refusal(sentence(refused), 404)


@api.exception_handler(ValidationError)
def _invalid(request: HttpRequest, invalid: ValidationError) -> HttpResponse:
    """The first parameter that can't be so; a number in the path that can't be one leads nowhere."""
    where, *_model, name = invalid.errors[0]["loc"]
    if where == "path":
        return not_found(request)
    said = gettext("«%(name)s» can't be «%(value)s»: see %(page)s.")
    value = request.GET.get(str(name), "")[:40]
    page = site_of(request) + reverse("api:documentation")
    return refusal(said % {"name": name, "value": value, "page": page}, 400)


def _part(
    request: HttpRequest, page: shapes.Page, found: Sequence[Item] | QuerySet[Any, Item], row: Callable[[Item], Rows]
) -> Rows:
    """A part of a list, and the address of the next one. Of a query no more is read than the part, and how many."""
    end = page.offset + page.limit
    count = found.count() if isinstance(found, QuerySet) else len(found)
    onward = urlencode({**request.GET.dict(), "limit": page.limit, "offset": end})
    return {
        "count": count,
        "limit": page.limit,
        "offset": page.offset,
        "next": f"{site_of(request)}{request.path}?{onward}" if end < count else None,
        "items": [row(item) for item in found[page.offset : end]],
    }


# -- tournaments ---------------------------------------------------------------------------------------------------


@api.get("/tournaments", response={200: shapes.TournamentPage, **BAD}, summary=_("The public tournaments"))
def tournaments(request: HttpRequest, page: Query[shapes.Page]) -> Rows:
    """The public tournaments, the newest first."""
    public = Tournament.objects.filter(is_public=True)
    return _part(request, page, public, lambda each: _tournament(request, each))


@api.get("/tournaments/{slug:slug}", response={200: shapes.Tournament, **BAD}, summary=_("A tournament"))
def tournament(request: HttpRequest, slug: str) -> Rows:
    """A tournament with its stages and its timetable."""
    public = published(slug)
    stages = [queries.stage_row(public, stage) for stage in public.tournament.stages.all()]
    return _tournament(request, public.tournament) | {"stages": stages, "timetable": queries.timetable(public)}


def _tournament(request: HttpRequest, shown: Tournament) -> Rows:
    own = {name: getattr(shown, name) for name in ("slug", "name", "venue", "timezone", "event", "version")}
    return own | {"page": site_of(request) + reverse("public:tournament", args=[shown.slug])}


@api.get("/tournaments/{slug:slug}/entries", response={200: shapes.EntryPage, **BAD}, summary=_("Its entries"))
def entries(request: HttpRequest, slug: str, page: Query[shapes.Page]) -> Rows:
    """Who takes part."""
    public = published(slug)
    return _part(request, page, queries.entries(public), lambda each: queries.entry_row(public, each))


# -- rounds --------------------------------------------------------------------------------------------------------


@api.get("/tournaments/{slug:slug}/rounds", response={200: shapes.RoundPage, **BAD}, summary=_("Its rounds"))
def rounds(request: HttpRequest, slug: str, page: Query[shapes.Page]) -> Rows:
    """The rounds of which the draw is public."""
    public = published(slug)
    planned = queries.planned_starts(public)
    return _part(
        request, page, queries.rounds(public), lambda each: queries.round_row(public, each, planned.get(each.number))
    )


@api.get(
    "/tournaments/{slug:slug}/rounds/{number}/tables",
    response={200: shapes.TablePage, **BAD},
    summary=_("The draw of a round with its results"),
)
def tables(request: HttpRequest, slug: str, number: Number, page: Query[shapes.Page]) -> Rows:
    """Who sits where, and the results that are confirmed and public (R11.2)."""
    public = published(slug)
    found = queries.lines(public, number)
    return {"round": number} | _part(request, page, found, lambda each: queries.table_row(public, each))


# -- stages --------------------------------------------------------------------------------------------------------


@api.get(
    "/tournaments/{slug:slug}/stages/{number}/standings",
    response={200: shapes.StandingPage, **BAD},
    summary=_("The standings of a stage after a round"),
)
def standings(request: HttpRequest, slug: str, number: Number, page: Query[shapes.After]) -> Rows:
    """The standings after any round, as far as they are public."""
    public = published(slug)
    table = queries.standings(public, number, page.after)
    about = {
        "stage": number,
        "after": table.after.number if table.after else 0,
        "criteria": table.rules.criteria,
        "missing": table.missing,
    }
    return about | _part(request, page, table.rows, lambda each: queries.standing_row(public, each))


@api.get(
    "/tournaments/{slug:slug}/stages/{number}/cross-table",
    response={200: shapes.CrossPage, **BAD},
    summary=_("Who met whom in a stage, with what result"),
)
def cross_table(request: HttpRequest, slug: str, number: Number, page: Query[shapes.After]) -> Rows:
    """The cross-table after any round, as far as the standings are public."""
    public = published(slug)
    after, lines = queries.crossed(public, number, page.after)
    about = {"stage": number, "after": after}
    return about | _part(request, page, lines, lambda each: queries.cross_row(public, each))


@api.get(
    "/tournaments/{slug:slug}/stages/{number}/bracket",
    response={200: shapes.Bracket, **BAD},
    summary=_("The bracket of a knockout"),
)
def bracket(request: HttpRequest, slug: str, number: Number) -> Rows:
    """The bracket, as far as its results are public."""
    public = published(slug)
    return queries.bracket(public, number)


# -- papers and corrections ----------------------------------------------------------------------------------------


@api.get(
    "/tournaments/{slug:slug}/documents",
    response={200: shapes.DocumentPage, **BAD},
    summary=_("Its sealed papers that are in force"),
)
def documents(request: HttpRequest, slug: str, page: Query[shapes.Page]) -> Rows:
    """The papers that are in force and public."""
    public = published(slug)
    site = site_of(request)

    def row(paper: Document) -> Rows:
        file, verify = (reverse(f"documents:{name}", args=[paper.code]) for name in ("download", "verify_code"))
        return queries.document_row(paper) | {"file": site + file, "verify": site + verify}

    return _part(request, page, queries.documents(public), row)


@api.get(
    "/tournaments/{slug:slug}/errata",
    response={200: shapes.ErratumPage, **BAD},
    summary=_("What was corrected after it had been confirmed"),
)
def errata(request: HttpRequest, slug: str, page: Query[shapes.Page]) -> Rows:
    """The corrections of public results, the latest first (R11.4)."""
    public = published(slug)
    return _part(request, page, queries.corrections(public), lambda each: queries.erratum_row(public, each))


# -- about the interface -------------------------------------------------------------------------------------------


def openapi(request: HttpRequest) -> HttpResponse:
    """The interface as other programs read it: OpenAPI 3.1."""
    return JsonResponse(documentation.schema(api, site_of(request)))


@require_safe
def documentation_(request: HttpRequest) -> HttpResponse:
    """The interface as people read it."""
    context = {"site": site_of(request), **documentation.page(api)}
    return render(request, "api/documentation.html", context)


def not_found(request: HttpRequest, rest: str = "") -> HttpResponse:
    """Where no address of the interface is."""
    said = gettext("There is nothing at this address. All addresses are listed at %(page)s.")
    return refusal(said % {"page": site_of(request) + reverse("api:documentation")}, 404)


# -- calendar and feed ---------------------------------------------------------------------------------------------


def calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """The rounds as a calendar that phones subscribe to."""
    public = published(slug)
    return HttpResponse(calendars.calendar(public, site_of(request)), content_type="text/calendar; charset=utf-8")


def feed(request: HttpRequest, slug: str) -> HttpResponse:
    """Results and errata as a web feed."""
    public = published(slug)
    return HttpResponse(feeds.feed(public, site_of(request)), content_type="application/atom+xml; charset=utf-8")

"""The table of rights and the loading of objects with rights."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from rules.permissions import add_perm
from rules.predicates import Predicate, predicate

from tournament.accounts.queries import FactorNeeded, lacks_factor
from tournament.models import AccessLink, Invitation, Partida, Round, Staff, Tournament, User
from tournament.phrases import Refused, sentence

from . import tokens
from .turns import turn

View = Callable[..., HttpResponse]

ORGANISER, CHIEF_REFEREE, SECRETARY, REFEREE = (
    Staff.Role.ORGANISER.value,
    Staff.Role.CHIEF_REFEREE.value,
    Staff.Role.SECRETARY.value,
    Staff.Role.REFEREE.value,
)

# Who may do what. A role that isn't named may not.
PERMISSIONS: dict[str, frozenset[str]] = {
    "desk.see": frozenset({ORGANISER, CHIEF_REFEREE, SECRETARY, REFEREE}),
    "planning.change": frozenset({ORGANISER}),
    "timetable.change": frozenset({ORGANISER, CHIEF_REFEREE}),
    "entries.change": frozenset({ORGANISER, SECRETARY}),
    "entries.withdraw": frozenset({ORGANISER, CHIEF_REFEREE, SECRETARY}),
    "entries.check_in": frozenset({ORGANISER, CHIEF_REFEREE, SECRETARY, REFEREE}),
    "entries.fees": frozenset({ORGANISER, SECRETARY}),
    "draw.change": frozenset({ORGANISER, CHIEF_REFEREE}),
    "protocols.write": frozenset({ORGANISER, CHIEF_REFEREE, SECRETARY, REFEREE}),
    "protocols.confirm": frozenset({ORGANISER, CHIEF_REFEREE, SECRETARY, REFEREE}),
    "protocols.take_back": frozenset({ORGANISER, CHIEF_REFEREE}),
    "protocols.correct": frozenset({CHIEF_REFEREE}),
    "protests.lodge": frozenset({ORGANISER, CHIEF_REFEREE, SECRETARY, REFEREE}),
    "protests.decide": frozenset({CHIEF_REFEREE}),
    "officials.stand": frozenset({REFEREE}),
    "officials.post": frozenset({ORGANISER, CHIEF_REFEREE}),
    "clock.see": frozenset({ORGANISER, CHIEF_REFEREE, SECRETARY, REFEREE}),
    "clock.run": frozenset({ORGANISER, CHIEF_REFEREE}),
    "clock.add": frozenset({ORGANISER, CHIEF_REFEREE, SECRETARY, REFEREE}),
    "rulings.make": frozenset({CHIEF_REFEREE, REFEREE}),
    "rulings.chief": frozenset({CHIEF_REFEREE}),
    "absence.declare": frozenset({ORGANISER, CHIEF_REFEREE, SECRETARY, REFEREE}),
    "standings.close": frozenset({ORGANISER, CHIEF_REFEREE}),
    "releases.change": frozenset({ORGANISER, CHIEF_REFEREE}),
    "documents.issue": frozenset({ORGANISER, CHIEF_REFEREE, SECRETARY}),
    "documents.approve": frozenset({CHIEF_REFEREE}),
    "rehearsals.run": frozenset({ORGANISER, CHIEF_REFEREE}),
    "access.change": frozenset({ORGANISER}),
    "access.links": frozenset({ORGANISER, CHIEF_REFEREE, SECRETARY}),
    "audit.see": frozenset({ORGANISER, CHIEF_REFEREE}),
    "safety.change": frozenset({ORGANISER}),
    "hall.speak": frozenset({ORGANISER, CHIEF_REFEREE, SECRETARY}),
}

# What a table link gives on the partida of its own table and round; nobody confirms by a link (R11.2).
BY_LINK = frozenset({"protocols.write", "rulings.make", "clock.see"})
# Where the session keeps the links that its browser has opened.
LINKS_HELD = "table_links"


def _holds_one_of(wanted: frozenset[str]) -> Predicate:
    @predicate  # type: ignore[untyped-decorator]  # rules has no types
    def holds(user: User, tournament: Tournament | None) -> bool:
        return tournament is not None and not wanted.isdisjoint(roles_of(user, tournament))

    return holds  # type: ignore[no-any-return]  # rules has no types


for _name, _roles in PERMISSIONS.items():
    add_perm(f"tournament.{_name}", _holds_one_of(_roles))  # type: ignore[no-untyped-call]  # as above


def roles_of(user: User, tournament: Tournament) -> frozenset[str]:
    """The roles of an account in a tournament; empty for a stranger. One query per account and tournament."""
    known: dict[int, frozenset[str]] = user.__dict__.setdefault("_roles_by_tournament", {})
    if tournament.pk not in known:
        posts = Staff.objects.filter(user=user, tournament=tournament)
        known[tournament.pk] = frozenset(posts.values_list("role", flat=True))
    return known[tournament.pk]


def may(user: User | AnonymousUser, permission: str, tournament: Tournament) -> bool:
    """Whether the account may do `permission` (a key of `PERMISSIONS`) in this tournament; who has none may nothing."""
    return user.is_authenticated and user.has_perm(f"tournament.{permission}", tournament)


def tournament_for(request: HttpRequest, slug: str, permission: str) -> Tournament:
    """The tournament, for someone who may do `permission` in it.

    Who has no role in it learns nothing of it: 404. Who has one, but not the right: 403. Who has to prove himself by a
    second factor and hasn't is led to it (`FactorNeeded`).
    """
    user = request.user
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None or not isinstance(user, User) or not may(user, "desk.see", tournament):
        raise Http404
    if lacks_factor(request, organiser=may(user, "access.change", tournament), administrator=user.is_superuser):
        raise FactorNeeded
    if not may(user, permission, tournament):
        raise PermissionDenied
    return tournament


def partida_for(
    request: HttpRequest, slug: str, number: int, table: int, permission: str, among: QuerySet[Partida] | None = None
) -> Partida:
    """The partida at a table of a round of this tournament, with the same rights as `tournament_for`.

    Who has no role in the tournament may hold a link to this very table: then it decides, and the request acts by it.
    among: partidas read with all that the caller needs of theirs.
    """
    if link := _link_held(request, slug, number, table):
        _require_by_link(link, permission)
        vars(request)["table_link"] = link
    else:
        tournament_for(request, slug, permission)
    partidas = _partidas() if among is None else among
    partida = partidas.filter(round__tournament__slug=slug, round__number=number, table=table).first()
    if partida is None:
        raise Http404
    return partida


def protocol_partida_for(request: HttpRequest, slug: str, number: int, table: int, permission: str) -> Partida:
    """The partida at a table, as `partida_for` gives it; 404 where there is no protocol to act on."""
    partida = partida_for(request, slug, number, table, permission)
    if not hasattr(partida, "protocol"):
        raise Http404
    return partida


def _partidas() -> QuerySet[Partida]:
    whole = "round__tournament", "round__stage", "round__regulations", "protocol"
    return Partida.objects.defer("round__draw").select_related(*whole)


def _link_held(request: HttpRequest, slug: str, number: int, table: int) -> AccessLink | None:
    """The newest link to this table that the browser has opened, for someone without a role in the tournament."""
    held = request.session.get(LINKS_HELD)
    if not held:
        return None
    here = {"round__tournament__slug": slug, "round__number": number, "table": table}
    link = _links().filter(pk__in=held, **here).last()
    return None if link is None or may(request.user, "desk.see", link.round.tournament) else link


def _require_by_link(link: AccessLink, permission: str) -> None:
    if refusal := ended(link):
        raise PermissionDenied(sentence(refusal))
    if permission not in BY_LINK:
        raise PermissionDenied(sentence(Refused("link.not_by_link", table=link.table)))


def ended(link: AccessLink) -> Refused | None:
    """Why a link opens nothing any more; None while it does."""
    return Refused(f"link.{link.ended}", round=link.round.number, table=link.table) if link.ended else None


def links_held(request: HttpRequest) -> list[AccessLink]:
    """The links in force that this browser has opened, by round and table."""
    held = request.session.get(LINKS_HELD, [])
    return [link for link in _links().filter(pk__in=held) if not link.ended]


@dataclass(frozen=True)
class LinkRow:
    """A table of a round with its newest link, if it ever had one."""

    table: int
    played: bool
    link: AccessLink | None

    @property
    def in_force(self) -> bool:
        return self.link is not None and not self.link.ended

    @property
    def is_missing(self) -> bool:
        """Whether it can get a link."""
        return self.played and not self.in_force


def link_rows(round_: Round) -> list[LinkRow]:
    """The tables of a round in order, with their links."""
    links = {link.table: link for link in round_.access_links.select_related("round")}
    tables = round_.partidas.filter(table__isnull=False).order_by("table").values_list("table", "kind")
    return [LinkRow(table or 0, kind == Partida.Kind.PLAYED.value, links.get(table or 0)) for table, kind in tables]


def links_in_force(round_: Round) -> list[AccessLink]:
    """The links of a round that open their tables, by table."""
    return [row.link for row in link_rows(round_) if row.link and row.in_force]


def link_by_token(token: str) -> AccessLink | None:
    """The link of an address, whether in force or not."""
    return _links().filter(token_sha256=tokens.token_fingerprint(token)).first()


def link_by_code(code: str) -> AccessLink | None:
    """The link with this short code, as `tokens.normalised` gives it."""
    return _links().filter(code_hmac=tokens.code_fingerprint(code)).first()


def _links() -> QuerySet[AccessLink]:
    # The record of the draw speaks of all tables of the round.
    return AccessLink.objects.defer("round__draw").select_related("round__tournament")


def may_here(request: HttpRequest, permission: str, tournament: Tournament) -> bool:
    """Whether the request may do `permission` with the partida that it has loaded: by account, or by its link."""
    by_link = getattr(request, "table_link", None) is not None and permission in BY_LINK
    return by_link or may(request.user, permission, tournament)


def official_required(view: View) -> View:
    """For views that load by `partida_for`: who has neither logged in nor opened a table link is asked to log in.

    They are the requests of all tables of a hall, and take turns.
    A page is sent to log in; a script that asks for data gets 401, for it would take the form to log in for an answer.
    What a page says with 403 and 404, it gets as data, too.
    """

    @wraps(view)
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        as_data = "application/json" in request.headers.get("Accept", "")
        if request.user.is_authenticated or request.session.get(LINKS_HELD):
            with turn():
                return _as_data(view, request, *args, **kwargs) if as_data else view(request, *args, **kwargs)
        if "HX-Request" in request.headers or as_data:
            return JsonResponse({"detail": _("Log in, or open your table link again.")}, status=401)
        return redirect_to_login(request.get_full_path())

    return checked


def _as_data(view: View, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
    try:
        return view(request, *args, **kwargs)
    except PermissionDenied as denied:
        detail = str(denied) or _("Your role doesn't allow this.")
        return JsonResponse({"detail": detail}, status=403)
    except Http404:
        detail = _("Who is logged in here has nothing to do with this table. Log in as its referee, or open its link.")
        return JsonResponse({"detail": detail}, status=404)


def tournaments_of(user: User | AnonymousUser) -> QuerySet[Tournament]:
    """The tournaments in which the account has a role, newest first; an administrator sees all."""
    if not isinstance(user, User):
        return Tournament.objects.none()
    if user.is_superuser:
        return Tournament.objects.all()
    return Tournament.objects.filter(pk__in=Staff.objects.filter(user=user).values("tournament"))


def administrator_required(view: View) -> View:
    """For pages of the whole installation: who isn't its administrator learns nothing of them."""

    @wraps(view)
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if not request.user.is_superuser:
            raise Http404
        if lacks_factor(request, administrator=True):
            raise FactorNeeded
        return view(request, *args, **kwargs)

    return checked


def invitation_by_token(token: str) -> Invitation | None:
    """The invitation of an address, whether in force or not."""
    wanted = Invitation.objects.select_related("tournament", "created_by")
    return wanted.filter(token_sha256=tokens.token_fingerprint(token)).first()


def invitations(tournament: Tournament) -> QuerySet[Invitation]:
    """The invitations of a tournament that can be accepted, the newest first."""
    mine = tournament.invitations.filter(accepted_at=None, revoked_at=None, expires_at__gt=timezone.now())
    return mine.prefetch_related("notices")

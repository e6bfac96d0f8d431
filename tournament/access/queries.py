"""The table of rights and the loading of objects with rights."""

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from rules.permissions import add_perm
from rules.predicates import Predicate, predicate

from tournament.models import Partida, Staff, Tournament, User

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
    "entries.change": frozenset({ORGANISER, SECRETARY}),
    "entries.withdraw": frozenset({ORGANISER, CHIEF_REFEREE, SECRETARY}),
    "draw.change": frozenset({ORGANISER, CHIEF_REFEREE}),
    "protocols.write": frozenset({ORGANISER, CHIEF_REFEREE, SECRETARY, REFEREE}),
    "protocols.confirm": frozenset({ORGANISER, CHIEF_REFEREE, SECRETARY, REFEREE}),
    "protocols.take_back": frozenset({ORGANISER, CHIEF_REFEREE}),
    "protocols.correct": frozenset({CHIEF_REFEREE}),
    "protests.lodge": frozenset({ORGANISER, CHIEF_REFEREE, SECRETARY, REFEREE}),
    "protests.decide": frozenset({CHIEF_REFEREE}),
    "clock.run": frozenset({ORGANISER, CHIEF_REFEREE}),
    "clock.add": frozenset({ORGANISER, CHIEF_REFEREE, SECRETARY, REFEREE}),
    "rulings.make": frozenset({CHIEF_REFEREE, REFEREE}),
    "rulings.chief": frozenset({CHIEF_REFEREE}),
    "absence.declare": frozenset({ORGANISER, CHIEF_REFEREE, SECRETARY, REFEREE}),
    "standings.close": frozenset({ORGANISER, CHIEF_REFEREE}),
    "documents.issue": frozenset({ORGANISER, CHIEF_REFEREE, SECRETARY}),
    "access.change": frozenset({ORGANISER}),
    "audit.see": frozenset({ORGANISER, CHIEF_REFEREE}),
}


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

    Who has no role in it learns nothing of it: 404. Who has one, but not the right: 403.
    """
    user = request.user
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None or not isinstance(user, User) or not may(user, "desk.see", tournament):
        raise Http404
    if not may(user, permission, tournament):
        raise PermissionDenied
    return tournament


def partida_for(request: HttpRequest, slug: str, number: int, table: int, permission: str) -> Partida:
    """The partida at a table of a round of this tournament, with the same rights as `tournament_for`."""
    tournament = tournament_for(request, slug, permission)
    partida = (
        Partida.objects.filter(round__tournament=tournament, round__number=number, table=table)
        .select_related("round__tournament", "round__stage", "round__regulations", "protocol")
        .first()
    )
    if partida is None:
        raise Http404
    return partida


def tournaments_of(user: User | AnonymousUser) -> QuerySet[Tournament]:
    """The tournaments in which the account has a role, newest first; an administrator sees all."""
    if not isinstance(user, User):
        return Tournament.objects.none()
    if user.is_superuser:
        return Tournament.objects.all()
    return Tournament.objects.filter(pk__in=Staff.objects.filter(user=user).values("tournament"))

"""Appointing the officials of a tournament, and giving out the links that open a table without an account."""

import secrets
from datetime import timedelta

from django.utils import timezone

from tournament.audit.services import Author, act
from tournament.models import AccessLink, Club, Partida, Round, Staff, Tournament, User, search_key
from tournament.phrases import Refused

from . import tokens

LIFE = timedelta(hours=24)
"""How long a table link opens its table at most; it ends with its round before."""


def appoint(*, tournament: Tournament, username: str, role: str, by: Author) -> Staff:
    """Give an existing account a role in a tournament."""
    with act(tournament, "staff.appointed", by) as doing:
        user = User.objects.filter(username=username).first()
        if user is None:
            raise Refused("access.unknown_user", field="username", username=username)
        return _appoint(doing.tournament, user, role, doing.data)


def appoint_new(*, tournament: Tournament, username: str, full_name: str, role: str, by: Author) -> tuple[Staff, str]:
    """Make an account for an official, with a first password to hand over, and give it a role."""
    with act(tournament, "staff.appointed", by) as doing:
        if User.objects.filter(username=username).exists():
            raise Refused("access.username_taken", field="username", username=username)
        first, _, last = full_name.strip().partition(" ")
        password = secrets.token_urlsafe(9)
        user = User.objects.create_user(username, password=password, first_name=first, last_name=last)
        return _appoint(doing.tournament, user, role, doing.data), password


def _appoint(tournament: Tournament, user: User, role: str, data: dict[str, object]) -> Staff:
    post, created = Staff.objects.get_or_create(tournament=tournament, user=user, role=role)
    if not created:
        raise Refused("access.already", field="username", user=str(user))
    data |= {"user": user.username, "role": role}
    return post


def dismiss(*, post: Staff, by: Author) -> None:
    """Take a role away; the last organiser stays."""
    with act(post.tournament, "staff.dismissed", by) as doing:
        organisers = Staff.objects.filter(tournament=doing.tournament, role=Staff.Role.ORGANISER.value)
        if not organisers.exclude(pk=post.pk).exists():
            raise Refused("access.last_organiser")
        doing.data = {"user": post.user.username, "role": post.role}
        post.delete()


def set_club(*, post: Staff, club: str, by: Author) -> None:
    """Note the club of an official: referees aren't sent to tables of their own (R13.5). Empty: he is of none."""
    with act(post.tournament, "staff.club_set", by) as doing:
        current = Staff.objects.select_related("user", "club").get(pk=post.pk)
        name = " ".join(club.split())
        before = current.club.name if current.club else ""
        if search_key(name) == search_key(before):
            doing.unchanged()
            return
        current.club = _club(name)
        current.save(update_fields=["club"])
        doing.data = {"user": current.user.username, "role": current.role, "before": before, "after": name}


def _club(name: str) -> Club | None:
    """The club of that name, however it is spelt; a new one if there is none yet."""
    if not name:
        return None
    return Club.objects.get_or_create(search_key=search_key(name), defaults={"name": name})[0]


# -- table links --------------------------------------------------------------------------------------------------


def make_links(*, round_: Round, by: Author) -> list[AccessLink]:
    """A link for each table of a published round that has none in force."""
    with act(round_.tournament, "links.made", by) as doing:
        current = Round.objects.get(pk=round_.pk)
        if current.state != Round.State.PUBLISHED.value:
            raise Refused("link.not_published", round=current.number, state=current.get_state_display())
        # Expired ones make room.
        current.access_links.filter(revoked_at=None, expires_at__lte=timezone.now()).update(revoked_at=timezone.now())
        linked = current.access_links.filter(revoked_at=None).values("table")
        played = current.partidas.filter(table__isnull=False, kind=Partida.Kind.PLAYED.value).exclude(table__in=linked)
        tables = played.order_by("table").values_list("table", flat=True)
        made = [_new_link(current, table, by) for table in tables if table is not None]
        if not made:
            doing.unchanged()
        doing.subject = f"round {current.number}"
        doing.data = {"tables": [link.table for link in made]}
    return made


def _new_link(round_: Round, table: int, by: Author) -> AccessLink:
    nonce = tokens.new_nonce()
    while AccessLink.objects.filter(code_hmac=tokens.code_fingerprint(tokens.code_of(nonce))).exists():
        nonce = tokens.new_nonce()
    return AccessLink.objects.create(
        round=round_,
        table=table,
        nonce=nonce,
        token_sha256=tokens.token_fingerprint(tokens.token_of(nonce)),
        code_hmac=tokens.code_fingerprint(tokens.code_of(nonce)),
        created_by=by.user,
        expires_at=timezone.now() + LIFE,
    )


def revoke_links(*, round_: Round, by: Author, table: int | None = None) -> None:
    """Withdraw the link of a table, or of all tables of the round."""
    with act(round_.tournament, "links.revoked", by) as doing:
        links = AccessLink.objects.filter(round=round_, revoked_at=None)
        links = links if table is None else links.filter(table=table)
        tables = sorted(links.values_list("table", flat=True))
        if not tables:
            raise Refused("link.none", round=round_.number)
        links.update(revoked_at=timezone.now())
        doing.subject = f"round {round_.number}" + ("" if table is None else f", table {table}")
        doing.data = {"tables": tables}


def end_links(round_: Round) -> None:
    """All links of a round end with it, for good; within the act of the caller."""
    round_.access_links.filter(revoked_at=None).update(revoked_at=timezone.now())


def note_opening(link: AccessLink) -> None:
    """When a link was used; no act on the tournament."""
    AccessLink.objects.filter(pk=link.pk).update(last_used_at=timezone.now())

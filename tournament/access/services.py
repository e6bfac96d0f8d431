"""Appointing the officials of a tournament, and giving out the links that open a table without an account."""

import secrets
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import get_language

from tournament.accounts import services as accounts
from tournament.audit.services import Author, act
from tournament.jobs.task import ask_on_commit
from tournament.models import AccessLink, Club, Invitation, Notice, Partida, Round, Staff, Tournament, User, search_key
from tournament.phrases import Refused

from . import tokens

DELIVER = "tournament.notices.tasks.deliver"
"""The job that sends what people are told; what it says is made far above."""
INVITED_FOR = timedelta(days=7)
"""How long an invitation can be accepted."""
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


# -- invitations ------------------------------------------------------------------------------------------------------


def invite(*, tournament: Tournament, role: str, by: Author, email: str = "", site: str = "") -> Invitation:
    """Invite one person to a role. With an e-mail address the invitation is sent there; its link can be shown anyway.

    site: the address the program was asked at, for the link where PUBLIC_URL isn't set.
    """
    with act(tournament, "staff.invited", by) as doing:
        if email and not settings.EMAIL_URL:
            raise Refused("notice.no_email", field="email")
        nonce = tokens.new_nonce()
        invitation = Invitation.objects.create(
            tournament=doing.tournament,
            role=role,
            email=email,
            nonce=nonce,
            token_sha256=tokens.token_fingerprint(tokens.invitation_of(nonce)),
            site=site,
            created_by=by.user,
            expires_at=timezone.now() + INVITED_FOR,
        )
        if email:
            notice = Notice.objects.create(
                tournament=doing.tournament,
                kind=Notice.Kind.INVITATION.value,
                channel=Notice.Channel.EMAIL.value,
                address=email,
                language=get_language() or settings.LANGUAGE_CODE,
                invitation=invitation,
                site=site,
                created_by=by.user,
            )
            ask_on_commit(DELIVER, notice.pk)
        doing.data = {"role": role, "email": email, "invitation": invitation.pk}
    return invitation


def revoke_invitation(*, invitation: Invitation, by: Author) -> None:
    """Withdraw an invitation that nobody has used yet."""
    with act(invitation.tournament, "staff.invitation_revoked", by) as doing:
        current = Invitation.objects.get(pk=invitation.pk)
        if current.ended:
            raise Refused("invitation.over")
        current.revoked_at = timezone.now()
        current.save(update_fields=["revoked_at"])
        doing.data = {"role": current.role, "email": current.email, "invitation": current.pk}


def accept(*, invitation: Invitation, user: User, by: Author) -> Staff:
    """An account takes the role that it is invited to; whoever has it already uses the invitation up all the same."""
    with act(invitation.tournament, "staff.joined", by) as doing:
        current = _open_invitation(invitation)
        post, _created = Staff.objects.get_or_create(tournament=doing.tournament, user=user, role=current.role)
        current.accepted_at, current.accepted_by = timezone.now(), user
        current.save(update_fields=["accepted_at", "accepted_by"])
        doing.data = {"user": user.username, "role": current.role, "invitation": current.pk}
        return post


def accept_as_new(*, invitation: Invitation, username: str, full_name: str, password: str, address: str = "") -> User:
    """Somebody makes an account for himself and takes the role that he is invited to; both or neither."""
    with transaction.atomic():
        # Under the lock, so that one invitation never makes two accounts.
        Tournament.objects.select_for_update().get(pk=invitation.tournament_id)
        current = _open_invitation(invitation)
        if User.objects.filter(username__iexact=username).exists():
            raise Refused("invitation.username_taken", field="username", username=username)
        first, _, last = full_name.strip().partition(" ")
        user = User.objects.create_user(
            username, email=current.email or None, password=password, first_name=first[:150], last_name=last[:150]
        )
        accept(invitation=current, user=user, by=Author(user=user, address=address))
    return user


def _open_invitation(invitation: Invitation) -> Invitation:
    current = Invitation.objects.select_related("tournament").get(pk=invitation.pk)
    if current.ended:
        raise Refused(f"invitation.{current.ended}")
    return current


def end_sessions(*, post: Staff, by: Author) -> None:
    """Log an official of the tournament out everywhere: a phone was lost, or left in the hall."""
    with act(post.tournament, "staff.sessions_ended", by) as doing:
        if post.user == by.user:
            raise Refused("access.own_sessions")
        accounts.end_sessions(user=post.user)
        doing.data = {"user": post.user.username}


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

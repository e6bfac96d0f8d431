"""Appointing the officials of a tournament."""

import secrets

from tournament.audit.services import Author, act
from tournament.models import Staff, Tournament, User
from tournament.phrases import Refused


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

"""Receiving a tournament that is played elsewhere, sending one that is played here, and taking one over."""

import hashlib
import json
import secrets
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from tournament.audit.services import Author, act
from tournament.exchange.checks import problems
from tournament.exchange.origin import UNCHANGED, Origin, origin_of, signed
from tournament.exchange.queries import dump
from tournament.exchange.services import LoadError, fill, load
from tournament.models import Mirror, ReceivingToken, Tournament, Upstream, User
from tournament.phrases import Refused

from .wire import Sent, post

MOST = 500
"""Letters of a problem that are kept."""


@dataclass(frozen=True)
class Received:
    """What came of a file: the tournament, and whether it was `created`, `updated`, or known `already`."""

    tournament: Tournament
    what: str


# -- the server ---------------------------------------------------------------------------------------------------


def give_token(*, name: str, by: User) -> tuple[ReceivingToken, str]:
    """A right to send one tournament here; the token itself is shown once and kept nowhere."""
    token = secrets.token_urlsafe(24)
    given = ReceivingToken.objects.create(
        name=name, token_sha256=_fingerprint(token), created_by=by, created_at=timezone.now()
    )
    return given, token


def revoke_token(*, given: ReceivingToken) -> None:
    """Nothing more comes in by it; what has come stays."""
    ReceivingToken.objects.filter(pk=given.pk, revoked_at=None).update(revoked_at=timezone.now())


def token_of(token: str) -> ReceivingToken | None:
    """The right that a token gives; None: none, or no longer."""
    return ReceivingToken.objects.filter(token_sha256=_fingerprint(token), revoked_at=None).first()


def _fingerprint(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def receive(*, document: Any, given: ReceivingToken, by: Author) -> Received:
    """A file from where a tournament is played: a new mirror, or a known one brought forward.

    The same file twice is once. Raises `LoadError` for a file that can't be loaded, Refused for one that isn't signed,
    is of another key or tournament, older than what is here, or of a tournament that is no mirror here (any more).
    """
    origin = origin_of(document)
    if origin.state != UNCHANGED:
        raise Refused("moving.unsigned", verdict=str(origin))
    if found := problems(document):
        raise LoadError(found)
    with transaction.atomic():
        given = ReceivingToken.objects.select_for_update().get(pk=given.pk)
        _bind(given, origin, document["slug"])
        known = Tournament.objects.filter(slug=document["slug"]).first()
        return _create(document, origin, given, by) if known is None else _bring_forward(known, document, origin, by)


@transaction.atomic
def receive_file(*, document: Any, by: Author) -> Received:
    """The same from a file that an administrator brings: the key that signed it has its right, or gets one by this."""
    origin = origin_of(document)
    slug = document.get("slug", "") if isinstance(document, dict) else ""
    given = ReceivingToken.objects.filter(key=origin.key, slug=slug).first() if origin.key else None
    if given is None:
        if origin.state != UNCHANGED or by.user is None:
            raise Refused("moving.unsigned", verdict=str(origin))
        # Nobody has its token: it stands for files alone.
        given, _token = give_token(name=origin.name, by=by.user)
    return receive(document=document, given=given, by=by)


def _bind(given: ReceivingToken, origin: Origin, slug: str) -> None:
    """The first file decides what the token is for."""
    if given.key and (given.key, given.slug) != (origin.key, slug):
        raise Refused("moving.other", slug=given.slug, name=given.name)
    given.key, given.slug, given.used_at = origin.key, slug, timezone.now()
    given.save(update_fields=["key", "slug", "used_at"])


def _create(document: Any, origin: Origin, given: ReceivingToken, by: Author) -> Received:
    # Whoever gave the token is its organiser here.
    tournament = load(document, Author(user=given.created_by, address=by.address))
    Tournament.objects.filter(pk=tournament.pk).update(mirror_of=origin.name)
    Mirror.objects.create(tournament=tournament, key=origin.key, version=origin.version, received_at=timezone.now())
    tournament.refresh_from_db()
    return Received(tournament, "created")


def _bring_forward(known: Tournament, document: Any, origin: Origin, by: Author) -> Received:
    with act(known, "mirror.received", by) as doing:
        mirror = Mirror.objects.filter(tournament=doing.tournament).first()
        if mirror is None or not doing.tournament.mirror_of:
            raise Refused("moving.not_a_mirror", slug=known.slug)
        if mirror.key != origin.key:
            raise Refused("moving.other", slug=known.slug, name=doing.tournament.mirror_of)
        if origin.version < mirror.version:
            raise Refused("moving.older", theirs=mirror.version, yours=origin.version)
        if origin.version == mirror.version:
            doing.unchanged()
            return Received(known, "already")
        doing.data = _replace(doing.tournament, document, by) | {"version": origin.version, "origin": origin.name}
        Tournament.objects.filter(pk=known.pk).update(mirror_of=origin.name)
        Mirror.objects.filter(pk=mirror.pk).update(version=origin.version, received_at=timezone.now())
    return Received(Tournament.objects.get(pk=known.pk), "updated")


def _replace(tournament: Tournament, document: Any, by: Author) -> dict[str, int]:
    """All that the file says in place of all that was here; who may read it here, and the journal, stay."""
    tournament.rounds.all().delete()
    tournament.stages.all().delete()
    tournament.entries.all().delete()
    tournament.regulations_versions.all().delete()
    tournament.releases.all().delete()
    default = Tournament._meta.get_field("timezone").default
    Tournament.objects.filter(pk=tournament.pk).update(
        name=document["name"],
        venue=document.get("venue", ""),
        timezone=document.get("timezone", default),
        is_public=document.get("public", False),
        event=document.get("event", Tournament.Event.PAIRS.value),
        names_shown=document.get("names_shown", Tournament.Names.FULL.value),
    )
    return fill(Tournament.objects.get(pk=tournament.pk), document, by)


def take_over(*, tournament: Tournament, by: Author) -> None:
    """From now on it is played here: it can be changed, and nothing more is received for it."""
    with act(tournament, "mirror.taken_over", by) as doing:
        if not doing.tournament.mirror_of:
            raise Refused("moving.not_a_mirror", slug=tournament.slug)
        doing.data = {"origin": doing.tournament.mirror_of}
        Mirror.objects.filter(tournament=tournament).delete()
        Tournament.objects.filter(pk=tournament.pk).update(mirror_of="")


# -- the hall -----------------------------------------------------------------------------------------------------


def name_upstream(*, tournament: Tournament, url: str, token: str, by: Author) -> Upstream:
    """Send this tournament's results there, again and again, from now on."""
    with act(tournament, "upstream.set", by) as doing:
        doing.data = {"url": url}
        Upstream.objects.filter(tournament=tournament).delete()
        return Upstream.objects.create(tournament=doing.tournament, url=url, token=token)


def remove_upstream(*, tournament: Tournament, by: Author) -> None:
    """Send nothing more there; what has arrived stays."""
    with act(tournament, "upstream.removed", by) as doing:
        upstream = Upstream.objects.filter(tournament=tournament).first()
        if upstream is None:
            doing.unchanged()
            return
        doing.data = {"url": upstream.url}
        upstream.delete()


def push(*, upstream: Upstream) -> Sent | None:
    """Send how the tournament stands now; None: nothing is new. What comes of it is kept with the address.

    One file, which arrives whole or not at all; it is sent again until an answer says that it is there.
    """
    with transaction.atomic():
        # Version and content of one moment: no act is written meanwhile.
        tournament = Tournament.objects.select_for_update().get(pk=upstream.tournament_id)
        if upstream.version == tournament.version:
            return None
        document = signed(dump(tournament), tournament.version)
    sent = post(upstream.url, json.dumps(document, ensure_ascii=False).encode(), upstream.token)
    told: dict[str, Any] = {"tried_at": timezone.now(), "problem": "" if sent.is_there else sent.words[:MOST]}
    if sent.is_there:
        told |= {"version": tournament.version, "arrived_at": timezone.now()}
    Upstream.objects.filter(pk=upstream.pk).update(**told)
    return sent

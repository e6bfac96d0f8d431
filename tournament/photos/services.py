"""Adding, replacing and removing the photo of a sheet. A file that no protocol shows any more is deleted."""

import logging
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import Error as DatabaseError
from django.db import transaction
from django.utils import timezone

from tournament.audit.services import Act, Author, act
from tournament.models import Partida, Protocol, ProtocolPhoto
from tournament.phrases import Refused

from . import queries
from .picture import Picture

logger = logging.getLogger(__name__)


@contextmanager
def _changing(partida: Partida, action: str, chief: bool, by: Author) -> Iterator[tuple[Act, Protocol]]:
    """An act on the photo of one protocol; the photo that a second official saw is the chief referee's to change."""
    with act(partida.round.tournament, action, by) as doing:
        protocol = Protocol.objects.select_related("photo").get(partida=partida)
        old = getattr(protocol, "photo", None)
        if old and protocol.counts and not chief:
            raise Refused("photo.counts")
        doing.subject = f"round {partida.round.number}, table {partida.table}"
        yield doing, protocol
        if old:
            doing.data["before"] = old.sha256
            transaction.on_commit(lambda: delete_unneeded(old.file))


def add(*, partida: Partida, picture: Picture, chief: bool, by: Author) -> None:
    """The photo of this sheet, in place of an earlier one.

    chief: whether the chief referee does it, who alone may replace the photo of a confirmed protocol.
    """
    file = queries.place(partida.round.tournament, picture.sha256)
    with _none_if_undone(file), _changing(partida, "photo.added", chief, by) as (doing, protocol):
        _write(file, picture.data)
        ProtocolPhoto.objects.update_or_create(
            protocol=protocol,
            defaults={
                "file": file,
                "sha256": picture.sha256,
                "width": picture.width,
                "height": picture.height,
                "added_by": by.user,
                "added_at": timezone.now(),
            },
        )
        doing.data = {"sha256": picture.sha256, "width": picture.width, "height": picture.height}


def remove(*, partida: Partida, chief: bool, by: Author) -> None:
    """Take the photo away; the journal keeps its fingerprint."""
    with _changing(partida, "photo.removed", chief, by) as (_doing, protocol):
        if not ProtocolPhoto.objects.filter(protocol=protocol).delete()[0]:
            raise Refused("photo.none")


@contextmanager
def _none_if_undone(file: str) -> Iterator[None]:
    """A photo whose act is undone leaves no file, unless another sheet shows the same one."""
    try:
        yield
    except Exception:
        try:
            delete_unneeded(file)
        except DatabaseError:
            # Whether it is needed can't be asked: what nobody names is removed later, by `sweeping.leftovers`.
            logger.warning("The file %s is left", file)
        raise


def _write(file: str, data: bytes) -> None:
    """The whole file or none of it, on the disk before the photo is on record."""
    place = queries.path(file)
    place.parent.mkdir(parents=True, exist_ok=True)
    beside = place.with_name(f".{place.name}.{secrets.token_hex(4)}")
    try:
        with beside.open("xb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        beside.replace(place)
    finally:
        beside.unlink(missing_ok=True)


def delete_unneeded(file: str) -> None:
    if not queries.is_needed(file):
        queries.path(file).unlink(missing_ok=True)

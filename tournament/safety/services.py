"""A tournament closed to writing, opened again, or deleted for good."""

from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from tournament.audit.services import Author, act
from tournament.backups.services import take
from tournament.models import AuditRecord, DeletedTournament, Document, Partida, ProtocolPhoto, Tournament
from tournament.phrases import Refused


def archive(*, tournament: Tournament, by: Author) -> None:
    """From now on it can only be read; its public pages stay as they are."""
    with act(tournament, "tournament.archived", by) as doing:
        if doing.tournament.archived_at:
            doing.unchanged()
            return
        Tournament.objects.filter(pk=tournament.pk).update(archived_at=timezone.now())


def reopen(*, tournament: Tournament, by: Author) -> None:
    """An archived tournament can be changed again."""
    with act(tournament, "tournament.reopened", by) as doing:
        if doing.tournament.archived_at is None:
            doing.unchanged()
            return
        doing.data = {"archived_at": doing.tournament.archived_at.isoformat(timespec="seconds")}
        Tournament.objects.filter(pk=tournament.pk).update(archived_at=None)


def delete(*, tournament: Tournament, typed: str, by: Author) -> DeletedTournament:
    """Delete a tournament with all that belongs to it, after a backup; players and clubs stay.

    typed: its name, which whoever deletes it had to write. What is left says that there was one, and where the backup
    is. Raises Refused: another name, or no backup could be made.
    """
    if _tidy(typed) != _tidy(tournament.name):
        raise Refused("safety.name_differs", field="typed", name=tournament.name)
    # What is in it is everything that was ever committed, so it has to be made before the transaction.
    backup = take(reason="deletion", about=tournament.name)
    with transaction.atomic():
        locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
        last = locked.journal.order_by("number").last()
        left = DeletedTournament.objects.create(
            slug=locked.slug,
            name=locked.name,
            deleted_at=timezone.now(),
            deleted_by=by.user,
            deleted_by_name=by.name,
            address=by.address,
            held=_held(locked),
            records=last.number if last else 0,
            journal_hash=last.hash if last else "",
            backup=backup.name,
        )
        files = _files(locked)
        # Rounds hold on to versions of the regulations, seats to entries: so these go first.
        locked.rounds.all().delete()
        locked.delete()
        transaction.on_commit(lambda: _remove(files))
    return left


def _tidy(text: str) -> str:
    return " ".join(text.split())


def _held(tournament: Tournament) -> dict[str, int]:
    return {
        "entries": tournament.entries.count(),
        "rounds": tournament.rounds.count(),
        "partidas": Partida.objects.filter(round__tournament=tournament).count(),
        "papers": tournament.documents.count(),
        "records": AuditRecord.objects.filter(tournament=tournament).count(),
    }


def _files(tournament: Tournament) -> list[str]:
    """The papers and photos of a tournament, below MEDIA_ROOT."""
    photos = ProtocolPhoto.objects.filter(protocol__partida__round__tournament=tournament)
    papers = tournament.documents.exclude(file="")
    return [*photos.values_list("file", flat=True), *papers.values_list("file", flat=True)]


def _remove(files: list[str]) -> None:
    """Those that nothing else needs: the same photo is kept once."""
    for file in files:
        if not ProtocolPhoto.objects.filter(file=file).exists() and not Document.objects.filter(file=file).exists():
            (Path(settings.MEDIA_ROOT) / file).unlink(missing_ok=True)

"""A person erased from all that is on record, with every result left as it was.

In place of his names stands one that says nothing ("N. N. 17"), wherever the text of a row holds them: the list of
fields is read from the tables themselves, so that a new one isn't forgotten. Drawn signatures, photos of his sheets and
the files of papers that name him go; the papers can be made again. Journals are chained over salted fingerprints, so
they hold: `audit/chain.py`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.db import models, transaction
from django_otp import devices_for_user

from tournament.accounts.services import end_sessions
from tournament.audit.chain import ERASURE, content_sha256, new_salt
from tournament.audit.services import Author, act
from tournament.backups.services import take
from tournament.models import (
    AuditRecord,
    Document,
    EntryRequest,
    Invitation,
    Partida,
    Player,
    ProtocolPhoto,
    ProtocolRevision,
    Seat,
    Signature,
    Tournament,
    User,
    search_key,
)
from tournament.phrases import Refused
from tournament.protocols.content import fingerprint
from tournament.protocols.queries import sheet

from .persons import ACCOUNT, PLAYER, Person, tournaments
from .redaction import Eraser, pattern_of

# Fields whose text is no text of people: fingerprints, addresses, secrets, places of files.
NEVER = frozenset(
    {"sha256", "content_sha256", "hash", "previous_hash", "salt", "slug", "token_sha256", "code_hmac", "nonce", "pin"}
    | {"key", "file", "password", "search_key", "timezone", "task", "arguments", "verify_url", "url", "site", "token"}
)
FILE_ERASED = "This file named somebody who was erased. Have it made again: it will say the same without him."


@dataclass
class Erasure:
    """What an erasure did: how many records, papers, signatures, photos and other texts; and what still may mean him.

    mentions: texts that hold the first of his names by itself, which may be another's: a person has to read them.
    """

    records: int = 0
    papers: int = 0
    signatures: int = 0
    photos: int = 0
    texts: int = 0
    mentions: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)


def erase(*, who: Person, typed: str, by: Author) -> Erasure:
    """Erase a person everywhere, after a backup; results, places and figures stay.

    typed: the name, which whoever does it had to write. Raises Refused: another name, erased already, one's own
    account, or no backup could be made. Backups from before still know him until they are removed by their age.
    """
    if search_key(typed) != search_key(who.name):
        raise Refused("safety.person_differs", field="typed", name=who.name)
    if who.is_erased:
        raise Refused("safety.erased_already", name=who.name)
    if who.kind == ACCOUNT and by.user is not None and by.user.pk == who.pk:
        raise Refused("safety.own_account")
    take(reason="erasure", about=who.erased)
    done, eraser = Erasure(), Eraser(who.names, who.erased)
    with transaction.atomic():
        touched = tournaments(who)
        sheets = _signed_sheets(who)
        _erase_row(who)
        where = touched if who.kind == PLAYER else None
        if who.kind == PLAYER:
            _erase_contacts(eraser, touched)
        _erase_texts(eraser, where, done)
        _erase_revisions_and_papers(eraser, where, done)
        if who.kind == PLAYER:
            _erase_hand(who, done)
            _sign_anew(sheets)
        for tournament in touched if who.kind == PLAYER else _all_touched(touched, eraser):
            _erase_from_journal(who, eraser, tournament, done, by)
        done.mentions = list(_mentions(who, where))
        transaction.on_commit(lambda: _remove(done.files))
    return done


def _erase_row(who: Person) -> None:
    if who.kind == PLAYER:
        key = search_key(who.erased)
        Player.objects.filter(pk=who.pk).update(name=who.erased, search_key=key, club=None)
        return
    user = User.objects.get(pk=who.pk)
    user.username, user.first_name, user.last_name, user.email = who.erased, "", "", ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.set_unusable_password()
    user.save()
    end_sessions(user=user)
    Invitation.objects.filter(accepted_by=user).update(email="")
    for device in devices_for_user(user, confirmed=None):
        device.delete()
    LogEntry.objects.filter(object_id=str(who.pk), content_type__model="user").update(object_repr=who.erased)
    for name in ("AccessAttempt", "AccessLog", "AccessFailureLog"):
        apps.get_model("axes", name)._default_manager.filter(username__in=who.names).delete()


def _erase_contacts(eraser: Eraser, where: Sequence[Tournament]) -> None:
    """How he could be reached, and what he wrote, when he asked for a place for himself or for his pair."""
    for request in EntryRequest.objects.filter(tournament__in=[each.pk for each in where]):
        if eraser.changes([*request.players, request.contact_name]):
            EntryRequest.objects.filter(pk=request.pk).update(email="", phone="", message="")


def rows_in(model: type[models.Model], where: Sequence[Tournament] | None) -> Iterable[models.Model]:
    """The rows of a table that belong to these tournaments; None: all rows.

    A player is looked for where he played alone, for elsewhere his name is somebody else's; an account has one name
    everywhere.
    """
    rows = model._default_manager.all()
    if where is None:
        return rows
    path = path_to_tournament(model)
    return rows.filter(**{f"{path}__in": [each.pk for each in where]}) if path else ()


@cache
def path_to_tournament(model: type[models.Model]) -> str:
    """By which foreign keys a row belongs to a tournament, the shortest way: `protocol__partida__round__tournament`."""
    ways: list[tuple[str, type[models.Model]]] = [("", model)]
    seen = {model}
    for way, here in ways:
        if here is Tournament:
            return way or "pk"
        for each in here._meta.concrete_fields:
            there = each.related_model
            if isinstance(there, type) and there not in seen and there not in (User, Player):
                seen.add(there)
                ways.append((f"{way}__{each.name}" if way else each.name, there))
    return ""


def _erase_texts(eraser: Eraser, where: Sequence[Tournament] | None, done: Erasure) -> None:
    """Every text and every plain data of every table, but journals, revisions and papers, which are more than that."""
    apart = (AuditRecord, ProtocolRevision, Document, User, Player)
    for model in apps.get_app_config("tournament").get_models():
        if model not in apart and not model._meta.proxy:
            for row in rows_in(model, where):
                changed = _changed(row, eraser)
                if changed:
                    model._default_manager.filter(pk=row.pk).update(**changed)
                    done.texts += 1


def _changed(row: models.Model, eraser: Eraser) -> dict[str, Any]:
    values = {each: getattr(row, each) for each in text_fields(type(row))}
    return {name: eraser.data(value) for name, value in values.items() if value and eraser.changes(value)}


def text_fields(model: type[models.Model]) -> Iterator[str]:
    """The fields of a table in which people are written about."""
    for each in model._meta.concrete_fields:
        holds_text = isinstance(each, models.CharField | models.TextField | models.JSONField)
        if holds_text and not each.choices and each.name not in NEVER:
            yield each.name


def _erase_revisions_and_papers(eraser: Eraser, where: Sequence[Tournament] | None, done: Erasure) -> None:
    for revision in rows_in(ProtocolRevision, where):
        changed = _changed(revision, eraser)
        if "content" in changed:
            changed["sha256"] = fingerprint(changed["content"])
        if changed:
            ProtocolRevision.objects.filter(pk=revision.pk).update(**changed)
            done.texts += 1
    for paper in rows_in(Document, where):
        assert isinstance(paper, Document)  # noqa: S101 - for mypy, which knows the table's rows as any table's
        if eraser.changes(paper.content):
            content = eraser.data(paper.content)
            failed = {"state": Document.State.FAILED.value, "error": FILE_ERASED} if paper.file else {}
            done.files += [paper.file] if paper.file else []
            Document.objects.filter(pk=paper.pk).update(
                content=content, content_sha256=fingerprint(content), file="", size=None, **failed
            )
            done.papers += 1


def _signed_sheets(who: Person) -> list[tuple[Partida, list[int]]]:
    """His partidas, with the signatures that hold for what stands on the sheet now."""
    if who.kind != PLAYER:
        return []
    found = []
    for partida in Partida.objects.filter(seats__player=who.pk, protocol__isnull=False).distinct():
        current = sheet(partida)
        holding = [
            each.pk for each in current.protocol.signatures.all() if each.content_sha256 == current.content_sha256
        ]
        found.append((partida, holding))
    return found


def _sign_anew(sheets: Sequence[tuple[Partida, list[int]]]) -> None:
    """The same signatures hold for the same sheets, on which a name is gone."""
    for partida, holding in sheets:
        now = sheet(Partida.objects.get(pk=partida.pk)).content_sha256
        Signature.objects.filter(pk__in=holding).update(content_sha256=now)


def _erase_hand(who: Person, done: Erasure) -> None:
    """What he drew with his own hand, and photos of sheets on which he wrote."""
    done.signatures = Signature.objects.filter(player=who.pk, strokes__isnull=False).update(strokes=[])
    partidas = Seat.objects.filter(player=who.pk).values("partida")
    photos = ProtocolPhoto.objects.filter(protocol__partida__in=partidas)
    done.files += list(photos.values_list("file", flat=True))
    done.photos = photos.count()
    photos.delete()


def _all_touched(known: Iterable[Tournament], eraser: Eraser) -> list[Tournament]:
    """Those that he took part in, and any other whose journal names him."""
    found = {tournament.pk: tournament for tournament in known}
    for record in AuditRecord.objects.exclude(tournament__in=found).select_related("tournament"):
        if eraser.names(record):
            found[record.tournament_id] = record.tournament
    return list(found.values())


def _erase_from_journal(who: Person, eraser: Eraser, tournament: Tournament, done: Erasure, by: Author) -> None:
    """The records that name him, written anew; the record of the erasure says by which fingerprints they are known."""
    with act(tournament, ERASURE, by) as doing:
        records = {}
        for record in tournament.journal.all():
            acted = who.kind == ACCOUNT and record.actor_id == who.pk
            if not acted and not eraser.names(record):
                continue
            record.actor_name = who.erased if acted else eraser.text(record.actor_name)
            record.subject, record.data = eraser.text(record.subject), eraser.data(record.data)
            record.address = "" if acted else record.address
            record.salt = new_salt()
            records[str(record.number)] = content_sha256(record)
            AuditRecord.objects.filter(pk=record.pk).update(
                actor_name=record.actor_name,
                subject=record.subject,
                data=record.data,
                address=record.address,
                salt=record.salt,
            )
        doing.data = {"who": who.erased, "records": records}
        done.records += len(records)


def _mentions(who: Person, where: Sequence[Tournament] | None) -> Iterator[str]:
    """Texts that hold the surname by itself: "Иванов опоздал" may mean him, or his namesake."""
    surname = who.name.split()[0] if who.name.split() else ""
    if len(surname) < 3:
        return
    alone = re.compile(rf"(?<!\w){pattern_of(surname)}", re.IGNORECASE)
    for model in apps.get_app_config("tournament").get_models():
        if model in (User, Player) or model._meta.proxy:
            continue
        for row in rows_in(model, where):
            for name in text_fields(model):
                if alone.search(_all_text(getattr(row, name))):
                    yield f"{model._meta.object_name} {row.pk}: {row}"[:200]
                    break


def _all_text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return " ".join(map(_all_text, value.values()))
    return " ".join(map(_all_text, value)) if isinstance(value, list) else ""


def _remove(files: Iterable[str]) -> None:
    for file in files:
        if not ProtocolPhoto.objects.filter(file=file).exists() and not Document.objects.filter(file=file).exists():
            (Path(settings.MEDIA_ROOT) / file).unlink(missing_ok=True)

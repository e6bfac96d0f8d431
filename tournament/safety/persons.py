"""What is on record about a person: found, and put together for him."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.http import Http404

from tournament.models import (
    AuditRecord,
    Document,
    Player,
    Protest,
    Ruling,
    Seat,
    Signature,
    Tournament,
    User,
    search_key,
)

from .redaction import Eraser

MOST_FOUND = 50
PLAYER, ACCOUNT = "player", "account"
ERASED = "N. N."
"""How a name begins that was erased, in whatever language: nomen nescio."""


@dataclass(frozen=True)
class Person:
    """A player or an account: its key, its name, and by which other names it is written down."""

    kind: str
    pk: int
    name: str
    others: tuple[str, ...] = ()
    club: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name, *self.others)

    @property
    def erased(self) -> str:
        """What stands in place of the name once the person is erased."""
        return f"{ERASED} {'' if self.kind == PLAYER else '@'}{self.pk}"

    @property
    def is_erased(self) -> bool:
        return self.name == self.erased


def person(kind: str, pk: int) -> Person:
    """Raises Http404 if there is nobody of that key."""
    if kind == PLAYER:
        player = Player.objects.select_related("club").filter(pk=pk).first()
        if player is not None:
            return _of_player(player)
    if kind == ACCOUNT:
        user = User.objects.filter(pk=pk).first()
        if user is not None:
            return _of_account(user)
    raise Http404


def _of_player(player: Player) -> Person:
    return Person(PLAYER, player.pk, player.name, club=str(player.club or ""))


def _of_account(user: User) -> Person:
    others = tuple(name for name in (user.username, user.email) if name and name != str(user))
    return Person(ACCOUNT, user.pk, str(user), others)


def found(wanted: str) -> list[Person]:
    """Players and accounts whose names hold all these words."""
    words = search_key(wanted).split()
    if not words:
        return []
    players = Player.objects.select_related("club").order_by("name", "pk")
    for word in words:
        players = players.filter(search_key__contains=word)
    accounts = (_of_account(user) for user in User.objects.order_by("last_name", "username"))
    fitting = [each for each in accounts if all(word in search_key(" ".join(each.names)) for word in words)]
    return [*map(_of_player, players[:MOST_FOUND]), *fitting[:MOST_FOUND]]


def tournaments(who: Person) -> list[Tournament]:
    """Those in which he played, officiated or acted."""
    if who.kind == PLAYER:
        there = Q(entries__members__player=who.pk)
    else:
        there = Q(staff__user=who.pk) | Q(journal__actor=who.pk)
    return list(Tournament.objects.filter(there).distinct().order_by("created_at", "pk"))


def namesakes(who: Person) -> list[Tournament]:
    """Those of his tournaments in which another player of the very same name played."""
    if who.kind != PLAYER:
        return []
    others = Player.objects.filter(search_key=search_key(who.name)).exclude(pk=who.pk)
    with_him = Tournament.objects.filter(pk__in=[each.pk for each in tournaments(who)])
    return list(with_him.filter(entries__members__player__in=others).distinct())


def data_of(who: Person) -> dict[str, Any]:
    """Everything on record that names him, as plain data: what he may ask for."""
    return {
        "format": "domino-person/1",
        "kind": who.kind,
        "name": who.name,
        "also_written": list(who.others),
        "club": who.club,
        "tournaments": [_in_tournament(who, tournament) for tournament in tournaments(who)],
    }


def _in_tournament(who: Person, tournament: Tournament) -> dict[str, Any]:
    said: dict[str, Any] = {"slug": tournament.slug, "name": tournament.name}
    if who.kind == PLAYER:
        said |= {
            "entries": list(_entries(who, tournament)),
            "partidas": list(_partidas(who, tournament)),
            "signatures": list(_signatures(who, tournament)),
            "rulings": list(_rulings(who, tournament)),
            "protests": list(_protests(who, tournament)),
        }
    else:
        said["roles"] = list(tournament.staff.filter(user=who.pk).values_list("role", flat=True))
    return said | {
        "papers": [paper.code for paper in papers_naming(who, tournament)],
        "journal": [_record(record) for record in records_naming(who, tournament)],
    }


def _entries(who: Person, tournament: Tournament) -> Iterator[dict[str, Any]]:
    for entry in tournament.entries.filter(members__player=who.pk).distinct():
        for member in entry.members.filter(player=who.pk):
            yield {
                "number": entry.number,
                "club": str(entry.club or ""),
                "country": entry.country,
                "from_round": member.from_round,
                "to_round": member.to_round,
            }


def _seats(who: Person, tournament: Tournament) -> Iterator[Seat]:
    mine = Seat.objects.filter(player=who.pk, round__tournament=tournament)
    yield from mine.select_related("partida__round").order_by("round__number")


def _partidas(who: Person, tournament: Tournament) -> Iterator[dict[str, Any]]:
    for seat in _seats(who, tournament):
        yield {"round": seat.partida.round.number, "table": seat.partida.table, "seat": seat.number}


def _signatures(who: Person, tournament: Tournament) -> Iterator[dict[str, Any]]:
    mine = Signature.objects.filter(player=who.pk, protocol__partida__round__tournament=tournament)
    for signature in mine.select_related("protocol__partida__round").order_by("signed_at"):
        yield {
            "round": signature.protocol.partida.round.number,
            "table": signature.protocol.partida.table,
            "at": signature.signed_at.isoformat(timespec="seconds"),
            "how": signature.how,
            "strokes": signature.strokes,
            "reason": signature.reason,
        }


def _rulings(who: Person, tournament: Tournament) -> Iterator[dict[str, Any]]:
    for seat in _seats(who, tournament):
        for ruling in Ruling.objects.filter(partida=seat.partida_id):
            if ruling.data.get("seat") == seat.number:
                yield {"round": seat.partida.round.number, "table": seat.partida.table, **ruling.data}


def _protests(who: Person, tournament: Tournament) -> Iterator[dict[str, Any]]:
    for seat in _seats(who, tournament):
        for protest in Protest.objects.filter(protocol__partida=seat.partida_id, side=seat.side):
            yield {"round": seat.partida.round.number, "table": seat.partida.table, "text": protest.text}


def _record(record: AuditRecord) -> dict[str, Any]:
    return {
        "number": record.number,
        "at": record.at.isoformat(timespec="seconds"),
        "by": record.actor_name,
        "action": record.action,
        "subject": record.subject,
        "data": record.data,
        "address": record.address,
    }


def records_naming(who: Person, tournament: Tournament) -> list[AuditRecord]:
    """The records of a journal that he acted in, or that name him."""
    eraser = Eraser(who.names, who.erased)
    mine = (record for record in tournament.journal.all() if _acted(who, record) or eraser.names(record))
    return list(mine)


def _acted(who: Person, record: AuditRecord) -> bool:
    return who.kind == ACCOUNT and record.actor_id == who.pk


def papers_naming(who: Person, tournament: Tournament) -> list[Document]:
    """The papers that name him."""
    eraser = Eraser(who.names, who.erased)
    return [paper for paper in tournament.documents.order_by("created_at", "pk") if eraser.changes(paper.content)]

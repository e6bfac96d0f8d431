"""A tournament as people leave it: every deal by the rules, signed, confirmed, in the journal, with its papers.

The draws, the publications, the closing of rounds are done by the services; what a hall does by the thousand is
written down in few queries, as the services would have written it.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from django.utils import timezone

import scoring
from tournament.audit.chain import seal
from tournament.audit.services import Author
from tournament.documents.queries import path as place_of
from tournament.draw import services as draw
from tournament.models import (
    AuditRecord,
    Club,
    Deal,
    Document,
    Entry,
    EntryMember,
    Job,
    Partida,
    Player,
    Protocol,
    Round,
    Signature,
    Staff,
    Stage,
    Tournament,
    User,
    Webhook,
    WebhookEvent,
    search_key,
)
from tournament.planning import services as planning
from tournament.protocols import queries as sheets
from tournament.protocols.revisions import keep_first_revisions
from tournament.standings.services import close_round

from .full_hall import RULES
from .program import BATCH

SIGNED = (1, 2, 3, 4)
CLUBS = 12
GIVEN = ("Иван", "Пётр", "Анна", "Хосе", "Мария", "Олег", "Нина", "Луис")
FAMILY = ("Иванов", "Петров", "Núñez", "Ким", "Королёв", "Алексеев", "Гарсия", "Орлов", "Соколов", "Диас", "Лебедев")
NAMES = len(GIVEN) * len(FAMILY)


class Officials:
    """Who runs a tournament: accounts with their roles."""

    def __init__(self, name: str) -> None:
        self.organiser, self.writer, self.checker = (
            User.objects.create_user(f"{name}-{role}") for role in ("organiser", "writer", "checker")
        )

    def appoint(self, cup: Tournament) -> None:
        """The organiser has his role since he made it."""
        roles = ((self.writer, Staff.Role.REFEREE), (self.checker, Staff.Role.CHIEF_REFEREE))
        Staff.objects.bulk_create(Staff(user=user, tournament=cup, role=role.value) for user, role in roles)


def play(name: str, pairs: int, rounds: int) -> tuple[Tournament, Officials]:
    """A public tournament with so many pairs in which so many rounds are played and closed."""
    officials = Officials(name)
    by = Author(user=officials.organiser)
    cup = planning.create_tournament(
        name=name,
        venue="Дом спорта",
        timezone="Europe/Moscow",
        regulations=RULES,
        stage_name="Swiss",
        system=Stage.System.SWISS.value,
        slug=name,
        by=by,
    )
    officials.appoint(cup)
    planning.change_tournament(
        tournament=cup, name=cup.name, venue=cup.venue, timezone=cup.timezone, is_public=True, by=by
    )
    # Switched off, so that nobody is really told anything.
    off = timezone.now()
    Webhook.objects.create(tournament=cup, url="https://example.org/told", nonce="n" * 32, switched_off_at=off)
    _enrol(cup, pairs)
    for _round in range(rounds):
        round_ = next_round(cup, officials)
        play_round(round_, officials)
        close_round(round_=round_, by=by)
    return cup, officials


def next_round(cup: Tournament, officials: Officials) -> Round:
    """The next round, drawn and published."""
    by = Author(user=officials.organiser)
    round_ = draw.propose_swiss(stage=cup.stages.get(), seed="growth", by=by)
    draw.publish(round_=round_, by=by)
    return Round.objects.select_related("tournament").get(pk=round_.pk)


def _enrol(cup: Tournament, pairs: int) -> None:
    for number in range(1, CLUBS + 1):
        Club.objects.get_or_create(search_key=f"клуб {number}", defaults={"name": f"Клуб {number}"})
    clubs = list(Club.objects.all())
    entries = Entry.objects.bulk_create(
        [Entry(tournament=cup, number=number, seed=number, club=clubs[number % len(clubs)]) for number in _up_to(pairs)]
    )
    people = [(entry, slot, name_of(2 * entry.number + slot)) for entry in entries for slot in (1, 2)]
    players = Player.objects.bulk_create(
        [Player(name=name, search_key=search_key(name), club=entry.club) for entry, _slot, name in people]
    )
    EntryMember.objects.bulk_create(
        EntryMember(tournament=cup, entry=entry, player=player, slot=slot)
        for (entry, slot, _name), player in zip(people, players, strict=True)
    )


def _up_to(count: int) -> range:
    return range(1, count + 1)


def name_of(number: int) -> str:
    """A name that nobody else of the tournament has."""
    again = number // NAMES
    family = FAMILY[number % len(FAMILY)]
    return f"{family} {GIVEN[number // len(FAMILY) % len(GIVEN)]}" + (f" {again + 1}-й" if again else "")


# -- a round --------------------------------------------------------------------------------------------------------


def play_round(round_: Round, officials: Officials) -> None:
    """Every table of a published round is played by chance, signed and confirmed, and has its paper."""
    tables = list(Partida.objects.filter(round=round_, protocol__isnull=False).select_related("protocol"))
    now = timezone.now()
    Round.objects.filter(pk=round_.pk).update(started_at=now)
    _write_deals(tables, officials, now)
    _sign(tables, officials, now)
    keep_first_revisions(tournament=round_.tournament, by=Author(user=officials.checker))
    _write_journal(round_, tables, officials, now)
    _issue(round_, tables, officials)
    _tell(round_, tables, now)


def _write_deals(tables: Sequence[Partida], officials: Officials, now: datetime) -> None:
    deals = []
    for partida in tables:
        sheet = partida.protocol
        played = scoring.playout_partida(RULES, sheet.pk)
        sheet.state, sheet.version = Protocol.State.CONFIRMED.value, len(played) + 6
        sheet.entered_by, sheet.confirmed_by = officials.writer, officials.checker
        sheet.started_at, sheet.entered_at = now, now + timedelta(minutes=30)
        sheet.accepted_at, sheet.confirmed_at = now + timedelta(minutes=32), now + timedelta(minutes=34)
        deals += [
            Deal(
                protocol=sheet,
                number=number,
                data=deal.to_dict(),
                key=f"{sheet.pk:08}-{number:04}-a-key-of-the-page",
                recorded_by=officials.writer,
                recorded_at=now + timedelta(minutes=2 * number),
            )
            for number, deal in enumerate(played, 1)
        ]
    changed = ["state", "version", "entered_by", "confirmed_by", "started_at", "entered_at", "accepted_at"]
    Protocol.objects.bulk_update([each.protocol for each in tables], [*changed, "confirmed_at"], batch_size=BATCH)
    Deal.objects.bulk_create(deals, batch_size=BATCH)


def _sign(tables: Sequence[Partida], officials: Officials, now: datetime) -> None:
    whole = sheets.whole_partidas(in_full=True).filter(pk__in=[each.pk for each in tables])
    Signature.objects.bulk_create(
        (
            Signature(
                protocol=partida.protocol,
                seat=seat.number,
                player_id=seat.player_id,
                content_sha256=signed,
                witnessed_by=officials.writer,
                signed_at=now + timedelta(minutes=31),
            )
            for partida in whole
            for signed in [sheets.sheet_of(partida).content_sha256]
            for seat in partida.seats.all()
        ),
        batch_size=BATCH,
    )


def _write_journal(round_: Round, tables: Sequence[Partida], officials: Officials, now: datetime) -> None:
    """The acts of the tables, chained as each act of the services is."""
    cup = round_.tournament
    last = AuditRecord.objects.filter(tournament=cup).order_by("-number").first()
    records = []
    for action, subject, data, user in _acts(round_, tables, officials):
        record = AuditRecord(
            tournament=cup, at=now, actor=user, actor_name=str(user), action=action, subject=subject, data=data
        )
        record.address = "192.168.1.7"
        seal(record, last)
        records.append(record)
        last = record
    AuditRecord.objects.bulk_create(records, batch_size=BATCH)
    Tournament.objects.filter(pk=cup.pk).update(version=cup.version + len(records))
    cup.version += len(records)


def _acts(
    round_: Round, tables: Sequence[Partida], officials: Officials
) -> Iterator[tuple[str, str, dict[str, Any], User]]:
    for partida in tables:
        subject = f"round {round_.number}, table {partida.table}"
        for deal in partida.protocol.deals.all():
            yield "deal.recorded", subject, {"number": deal.number, "deal": deal.data}, officials.writer
        yield "protocol.entered", subject, {"winner": "a"}, officials.writer
        yield "protocol.signed", subject, {"seats": list(SIGNED), "how": "paper"}, officials.writer
        yield "protocol.confirmed", subject, {"winner": "a"}, officials.checker


def _issue(round_: Round, tables: Sequence[Partida], officials: Officials) -> None:
    """The row of each paper, and of the job that made it. They all name one file."""
    revisions = dict(Protocol.objects.filter(partida__in=tables).values_list("pk", "revisions__content"))
    file = b"%PDF-1.7 the paper of every table\n"
    papers = Document.objects.bulk_create(
        (
            Document(
                tournament=round_.tournament,
                kind=Document.Kind.PROTOCOL.value,
                language="ru",
                protocol=partida.protocol,
                content=revisions[partida.protocol.pk],
                content_sha256=sha256(str(partida.pk).encode()).hexdigest(),
                verify_url="https://domino.example.org/verify/",
                state=Document.State.READY.value,
                file="one.pdf",
                sha256=sha256(f"file {partida.pk}".encode()).hexdigest(),
                size=len(file),
                created_by=officials.checker,
                sealed_at=timezone.now(),
            )
            for partida in tables
        ),
        batch_size=BATCH,
    )
    there = place_of(papers[0])
    there.parent.mkdir(parents=True, exist_ok=True)
    there.write_bytes(file)
    done = {"status": Job.Status.DONE.value, "progress": 100, "attempts": 1, "finished": timezone.now()}
    Job.objects.bulk_create(
        (Job(task="tournament.documents.tasks.render", arguments=[paper.pk], **done) for paper in papers),
        batch_size=BATCH,
    )


def _tell(round_: Round, tables: Sequence[Partida], now: datetime) -> None:
    told = {"state": WebhookEvent.State.DELIVERED.value, "attempts": 1, "status": 200, "tried_at": now}
    hook = Webhook.objects.get(tournament=round_.tournament)
    WebhookEvent.objects.bulk_create(
        (
            WebhookEvent(
                webhook=hook,
                kind=WebhookEvent.Kind.RESULT_CONFIRMED.value,
                round_number=round_.number,
                table=partida.table,
                happened_at=now,
                due=now,
                **told,
            )
            for partida in tables
        ),
        batch_size=BATCH,
    )

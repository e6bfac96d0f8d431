"""A tournament to look at: Russian pairs of several clubs, half of it played, protocols in every state."""

import secrets
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import transaction
from django.db.models import F
from django.utils import timezone

import scoring
from tournament.access import services as access
from tournament.access import tokens
from tournament.access.queries import links_in_force
from tournament.audit.services import Author
from tournament.clock import services as clock
from tournament.corrections import services as corrections
from tournament.corrections.queries import Correction
from tournament.documents import approval
from tournament.documents import services as documents
from tournament.draw import services as draw
from tournament.entries import services as entries
from tournament.entries.queries import Application
from tournament.models import AccessLink, Document, Partida, Round, Staff, Stage, Tournament, User
from tournament.phrases import Refused
from tournament.planning import services as planning
from tournament.protests import services as protests
from tournament.protocols import services as protocols
from tournament.protocols.queries import sheet
from tournament.releases import services as releases
from tournament.releases.queries import PROTOCOLS, PUBLIC
from tournament.releases.queries import RULINGS as RULINGS_OF_ALL
from tournament.rulings import services as rulings
from tournament.standings import services as standings

SLUG = "demo"
PLAYED_ROUNDS = 5

PAIRS = [
    ("Иванов Алексей", "Петров Сергей", "Шахматно-шашечный клуб «Сокол», Москва"),
    ("Ким Виктор", "Салахутдинов Ринат", "Домино-клуб «Ак Барс», Казань"),
    ("Королёв Пётр", "Щербаков Илья", "Шахматно-шашечный клуб «Сокол», Москва"),
    ("Кузнецова Анна", "Ерёмина Татьяна", "«Невский дубль», Санкт-Петербург"),
    ("Гарипов Марат", "Хабибуллин Тимур", "Домино-клуб «Ак Барс», Казань"),
    ("Фёдоров Николай", "Соловьёв Артём", "«Невский дубль», Санкт-Петербург"),
    ("Мельник Ольга", "Жукова Светлана", "«Рыба», Ростов-на-Дону"),
    ("Погосян Арам", "Саркисян Давид", "«Рыба», Ростов-на-Дону"),
    ("Васильев Юрий", "Воробьёв Константин", "Шахматно-шашечный клуб «Сокол», Москва"),
    ("Ахмедов Руслан", "Магомедов Шамиль", "«Рыба», Ростов-на-Дону"),
    ("Чернышёва Людмила", "Цветкова Ирина", "«Невский дубль», Санкт-Петербург"),
]

OFFICIALS = [
    ("organiser", "Мария", "Лебедева", Staff.Role.ORGANISER),
    ("chief", "Борис", "Громов", Staff.Role.CHIEF_REFEREE),
    ("secretary", "Елена", "Зайцева", Staff.Role.SECRETARY),
    ("referee", "Олег", "Тихонов", Staff.Role.REFEREE),
    ("referee2", "Нина", "Орлова", Staff.Role.REFEREE),
]

# The club of a referee: he isn't sent to its tables (R13.5).
CLUBS = {"referee": "Домино-клуб «Ак Барс», Казань"}

# Where the tables of the round that is being played have got to, one state each.
STATES = ["corrected", "confirmed", "accepted", "entered", "open"]

# What the referee ruled, by round and table: the infraction, the seat and the deal.
RULINGS: dict[tuple[int, int | None], list[tuple[str, int, int]]] = {
    (5, 1): [("pass_signal", 4, 6)],
    (6, 5): [("move_time", 2, 3), ("touched_unplayable", 3, 5), ("move_time", 2, 7)],
}
STRUCK_OUT = "touched_unplayable"
# The round, the table and the side that protests, and against what (R11.5).
PROTEST = (6, 2, "b", "Раздача 7: рыбу закрыл наш игрок, а записана чужой паре.")
# The round and the table to which side B didn't come.
WALKOVER = (2, 5)


class Command(BaseCommand):
    help = "Make the demo tournament, unless it is there, and say how to log in."

    def handle(self, *args: Any, **options: Any) -> None:
        password = _password(settings.DATA_DIR / "demo_password")
        if not Tournament.objects.filter(slug=SLUG).exists():
            self.stdout.write("Making the demo tournament: 11 pairs, half of it played…")
            with transaction.atomic():
                _Demo(password).make()
            for document in Document.objects.filter(tournament__slug=SLUG).select_related("tournament"):
                documents.make(document)
        self.stdout.write(f"Demo accounts (the password of all is {password}):")
        for username, first, last, role in OFFICIALS:
            self.stdout.write(f"  {username:<10} {first} {last}, {role.label}")
        if link := _open_table():
            code = tokens.grouped(tokens.code_of(link.nonce))
            self.stdout.write(
                f"Without an account: /table/, code {code}, opens table {link.table} of the round in play."
            )


def _open_table() -> AccessLink | None:
    """The link of the last table of the round that is being played; made anew where it has expired."""
    round_ = Round.objects.filter(tournament__slug=SLUG, state=Round.State.PUBLISHED.value).first()
    if round_ is None:
        return None
    access.make_links(round_=round_, by=Author())
    return next(reversed(links_in_force(round_)), None)


def _password(path: Path) -> str:
    """The demo accounts' password: made once for this installation, never the same on two machines."""
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(f"domino-{secrets.token_hex(3)}", encoding="ascii")
    return path.read_text(encoding="ascii")


def _official(username: str, first: str, last: str, password: str) -> User:
    user, _ = User.objects.get_or_create(username=username, defaults={"first_name": first, "last_name": last})
    user.set_password(password)
    user.save()
    return user


class _Demo:
    """Plays the demo tournament through the services that the pages use."""

    def __init__(self, password: str) -> None:
        self.random = Random(2026)  # noqa: S311 -- a demo repeats itself on purpose
        self.by = {
            username: Author(_official(username, first, last, password)) for username, first, last, _ in OFFICIALS
        }

    def make(self) -> None:
        tournament = planning.create_tournament(
            slug=SLUG,
            name="Кубок города по спортивному домино",
            venue="Дворец спорта, малый зал",
            timezone="Europe/Moscow",
            regulations=scoring.preset("fdr_deals"),
            stage_name="Основной этап",
            system=Stage.System.ROUND_ROBIN.value,
            by=self.by["organiser"],
        )
        Staff.objects.bulk_create(
            Staff(tournament=tournament, user=self.by[username].user, role=role.value)
            for username, _, _, role in OFFICIALS[1:]
        )
        for post in tournament.staff.filter(user__username__in=CLUBS).select_related("user"):
            access.set_club(post=post, club=CLUBS[post.user.username], by=self.by["organiser"])
        for first, second, club in PAIRS:
            pair = Application(players=(first, second), club=club)
            entries.add_entry(tournament=tournament, application=pair, by=self.by["secretary"])
        rounds = draw.propose_round_robin(stage=tournament.stages.get(), legs=1, seed="кубок", by=self.by["chief"])
        for round_ in rounds[:PLAYED_ROUNDS]:
            self._play_round(round_)
        self._play_half(rounds[PLAYED_ROUNDS])
        self._protest(tournament)
        self._show(tournament, rounds[PLAYED_ROUNDS - 1])

    def _play_round(self, round_: Round) -> None:
        self._begin(round_)
        for partida in self._tables(round_):
            if (round_.number, partida.table) == WALKOVER:
                self._walk_over(partida)
            else:
                self._bring_to(partida, "confirmed")
        standings.close_round(round_=round_, by=self.by["chief"])

    def _play_half(self, round_: Round) -> None:
        self._begin(round_)
        for partida, state in zip(self._tables(round_), STATES, strict=True):
            self._bring_to(partida, state)

    def _begin(self, round_: Round) -> None:
        draw.publish(round_=round_, by=self.by["chief"])
        clock.start(round_=round_, by=self.by["chief"])

    def _walk_over(self, partida: Partida) -> None:
        """Side B isn't there when the regulations' minutes have passed (R8.1)."""
        # Nobody waits for a demo: the clock of this round has run for that long already.
        minutes = partida.round.rules.no_show_minutes or 0
        Round.objects.filter(pk=partida.round.pk).update(started_at=F("started_at") - timedelta(minutes=minutes))
        rulings.declare_absent(partida=partida, winner="a", by=self.by["referee"])
        protocols.confirm(partida=partida, by=self.by["referee2"])

    def _tables(self, round_: Round) -> list[Partida]:
        return list(round_.partidas.filter(table__isnull=False).order_by("table"))

    def _bring_to(self, partida: Partida, state: str) -> None:
        """Play a partida out and take its protocol as far as `state`."""
        deals = scoring.playout_partida(partida.round.rules, self.random)
        writer, checker = self.by["referee"], self.by["referee2"]
        for version, deal in enumerate(deals[:7] if state == "open" else deals):
            protocols.record_deal(partida=partida, deal=deal, version=version, key=f"demo-{version}", by=writer)
        self._rule(partida)
        if state == "open":
            return
        protocols.enter(partida=partida, version=sheet(partida).protocol.version, by=writer)
        if state == "entered":
            return
        protocols.sign(partida=partida, seats=[1, 2, 3, 4], by=writer)
        if state == "accepted":
            return
        protocols.confirm(partida=partida, by=checker)
        if state == "corrected":
            self._correct(partida)

    def _rule(self, partida: Partida) -> None:
        """A warning, a fine for the same kind again, and a ruling that the chief referee has struck out (R10)."""
        for code, seat, deal in RULINGS.get((partida.round.number, partida.table), ()):
            player = partida.seats.get(number=seat).player_id
            offence = scoring.Offence(code=code, player=player, partida=partida.pk, seat=seat, deal=deal)
            ruling = rulings.rule(partida=partida, offence=offence, breaks_deal=False, by=self.by["referee"])
            if code == STRUCK_OUT:
                reason = "Кость подходила и была выставлена"
                rulings.strike_out(ruling=ruling, reason=reason, by=self.by["chief"])

    def _correct(self, partida: Partida) -> None:
        """Another deal in place of the first, one that leaves the partida over and decided."""
        first, *others = sheet(partida).deals
        while True:
            other = scoring.playout(self.random, lead=first.lead)
            try:
                corrections.correct(
                    partida=partida,
                    correction=Correction(deals=(other, *others)),
                    reason="Первая раздача записана с чужого стола",
                    by=self.by["chief"],
                )
            except (scoring.RuleViolation, Refused):
                continue
            return

    def _protest(self, tournament: Tournament) -> None:
        """A protest that waits for the chief referee."""
        number, table, side, text = PROTEST
        partida = Partida.objects.get(round__tournament=tournament, round__number=number, table=table)
        protests.lodge(partida=partida, side=side, text=text, by=self.by["referee"])

    def _show(self, tournament: Tournament, last: Round) -> None:
        """Public, with the first papers issued and released, and one that waits for the chief referee."""
        planning.change_tournament(
            tournament=tournament,
            name=tournament.name,
            venue=tournament.venue,
            timezone=tournament.timezone,
            is_public=True,
            by=self.by["organiser"],
        )
        # Everyone may read how the closed rounds were played, and what referees decided.
        for kind in (PROTOCOLS, RULINGS_OF_ALL):
            releases.release(tournament=tournament, kind=kind, level=PUBLIC, by=self.by["organiser"])
        protocol = self._tables(last)[0].protocol
        by = self.by["secretary"]
        after: dict[str, Any] = {"stage": last.stage, "after_round": last.number}
        documents.issue_protocol(protocol=protocol, language="ru", by=by)
        documents.issue_standings(**after, language="ru", by=by)
        # Their files are made by `handle`, once all of this is committed.
        approval.release(tournament=tournament, seen=timezone.now(), by=self.by["chief"], ask=lambda _document: None)
        documents.issue_standings(**after, language="en", by=by)

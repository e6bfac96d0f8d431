"""An event played through the program: every act by its service, every read by its query, on the real tables.

Nothing stays: it is rolled back when its rounds have been read.
"""

from dataclasses import dataclass

from django.db import transaction

from tournament.audit.services import Author
from tournament.draw import adjusting
from tournament.draw import services as draw
from tournament.draw.checks import Drawn, breaches
from tournament.draw.queries import by_table, drawn_rounds, history
from tournament.draw.systems import Pairing
from tournament.entries import services as entries
from tournament.entries.queries import Application, entry_for
from tournament.models import Partida, Protocol, Round, Seat, Stage
from tournament.planning import services as planning
from tournament.rulings import services as rulings

from .course import RULES, Course, Outcome, exchange, opponents

BY = Author()


def play(course: Course) -> list[Drawn]:
    """The rounds of an event as the checks see them, read back from the tables."""
    with transaction.atomic():
        stage = _registered(course)
        event = _Event(course, stage)
        for number in range(1, course.rounds + 1):
            event.round(number)
        rounds = drawn_rounds(stage)
        transaction.set_rollback(True)
    return rounds


def _registered(course: Course) -> Stage:
    """A tournament with its pairs and its policy."""
    cup = planning.create_tournament(
        name="Simulation",
        venue="",
        timezone="UTC",
        regulations=RULES,
        stage_name="Swiss",
        system=Stage.System.SWISS.value,
        by=BY,
    )
    entries.import_pairs(
        tournament=cup, applications={entry: _application(course, entry) for entry in course.entries}, by=BY
    )
    stage = cup.stages.get()
    draw.set_policy(stage=stage, policy=course.policy, by=BY)
    stage.refresh_from_db()
    return stage


def _application(course: Course, entry: int) -> Application:
    return Application(
        players=(f"{entry} A", f"{entry} B"),
        number=entry,
        club=course.belongs(entry, "club"),
        country=course.belongs(entry, "country"),
        seed=course.rank(entry),
    )


@dataclass
class _Event:
    course: Course
    stage: Stage

    def round(self, number: int) -> None:
        """Some come and go, a round is drawn, perhaps changed by hand, published and played."""
        self._come_and_go(number)
        round_ = draw.propose_swiss(stage=self.stage, seed=self.course.lots(number), by=BY)
        self._change_by_hand(round_)
        round_ = self.stage.rounds.get(number=number)
        draw.publish(round_=round_, by=BY)
        self._play(round_)

    def _come_and_go(self, number: int) -> None:
        cup = self.stage.tournament
        away = cup.entries.filter(withdrawn_from__isnull=False).values_list("number", flat=True)
        for entry in self.course.comes(number, away):
            entries.reinstate(entry=entry_for(cup, entry), reason="", by=BY)
        playing = cup.entries.filter(withdrawn_from__isnull=True).values_list("number", flat=True)
        for entry in self.course.goes(number, playing):
            entries.withdraw(entry=entry_for(cup, entry), from_round=number, reason="", by=BY)

    def _change_by_hand(self, round_: Round) -> None:
        """Opponents of two tables are exchanged, and the rest is drawn anew around them."""
        placed = by_table(round_)
        tables = [opponents(pairing.a, pairing.b) for _table, pairing in placed]
        chosen = self.course.exchanged(round_.number, tables)
        if chosen is None or not self._allowed(round_, kept := [Pairing(*pair) for pair in exchange(tables, *chosen)]):
            return
        others = [pairing for at, (_table, pairing) in enumerate(placed) if at not in chosen]
        # In front of the others, so that they get tables 1 and 2; who is free has table 0.
        adjusting.change_by_hand(round_=round_, pairings=[*kept, *others], reason="by hand", by=BY)
        seated = {frozenset(pairing.entries): table for table, pairing in by_table(round_)}
        keep = [seated[frozenset(pairing.entries)] for pairing in kept]
        adjusting.redraw(round_=round_, keep=keep, seed=self.course.lots(round_.number, "again"), by=BY)

    def _allowed(self, round_: Round, kept: list[Pairing]) -> bool:
        """Whether the tables that were changed by hand break no rule."""
        past = history(self.stage, round_.number)
        forbidden = {frozenset(pair) for pair in self.course.policy.forbidden_pairs}
        playing = {entry for pairing in kept for entry in pairing.entries}
        return not breaches(kept, playing, past.met, past.free, forbidden=forbidden)

    def _play(self, round_: Round) -> None:
        """Totals as chance has them, confirmed. Writing deals would cost hours and change nothing for the draw."""
        protocols = []
        for partida, a, b in _tables(round_):
            outcome = self.course.outcome(round_.number, a, b)
            if outcome.kind == Partida.Kind.PLAYED.value:
                protocols.append(_confirmed(partida, outcome, a))
            else:
                rulings.declare_absent(partida=partida, winner=_side(outcome, a), by=BY)
        Protocol.objects.bulk_update(protocols, ["parts", "state"])
        absent = Protocol.objects.filter(partida__round=round_, state=Protocol.State.ACCEPTED.value)
        absent.update(state=Protocol.State.CONFIRMED.value)


def _tables(round_: Round) -> list[tuple[Partida, int, int]]:
    """The tables of a round with the entries of their sides A and B."""
    seats = Seat.objects.filter(round=round_, number__in=(1, 2), partida__table__isnull=False)
    sides: dict[int, list[int]] = {}
    for pk, entry in seats.order_by("partida", "number").values_list("partida", "entry__number"):
        sides.setdefault(pk, []).append(entry)
    partidas = round_.partidas.filter(pk__in=sides).select_related("protocol", "round__tournament")
    return [(partida, sides[partida.pk][0], sides[partida.pk][1]) for partida in partidas]


def _side(outcome: Outcome, a: int) -> str:
    if outcome.winner is None:
        return ""
    return "a" if outcome.winner == a else "b"


def _confirmed(partida: Partida, outcome: Outcome, a: int) -> Protocol:
    protocol = partida.protocol
    protocol.parts = [list(outcome.points if outcome.winner == a else outcome.points[::-1])]
    protocol.state = Protocol.State.CONFIRMED.value
    return protocol

"""A tournament that takes any course: real acts by several people in any order, the wrong ones refused.

The same seed takes the same course. After each act everything that a tournament promises is looked at (`promises.py`).
"""

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

import scoring
from tests.factories import EntryFactory, StageFactory, TournamentFactory, official
from tournament.audit.services import Author
from tournament.corrections.queries import Correction
from tournament.corrections.services import correct
from tournament.draw import adjusting
from tournament.draw import services as draw
from tournament.entries import services as entries
from tournament.entries.queries import Application
from tournament.models import Entry, Partida, Protest, Protocol, Round, Ruling, Stage
from tournament.phrases import Refused
from tournament.protests import services as protests
from tournament.protocols import services as protocols
from tournament.protocols.queries import sheet
from tournament.releases import services as releases
from tournament.rulings import services as rulings
from tournament.safety import services as safety
from tournament.signing import services as signing
from tournament.standings import services as standings

from .promises import broken_promises, meets_again

RULES = scoring.Regulations.from_dict(
    {
        "preset": "fdr_deals",
        "deals": 4,
        "minutes": None,
        "no_show_minutes": None,
        "walkover": {
            "winner_points": 100,
            "winner_difference": 100,
            "loser_points": 0,
            "loser_difference": -100,
        },
        "bye": {"winner_points": 100, "winner_difference": 50, "loser_points": 0, "loser_difference": 0},
    }
)
PAIRS = 7
OVER = (scoring.RuleViolation, Refused)
"""How an act is refused; anything else that is raised is a fault."""


class Course:
    """A Swiss of seven pairs, so that one is free in each round, and its officials."""

    def __init__(self, seed: str) -> None:
        self.chance = Random(f"course/{seed}")
        cup = TournamentFactory(rules=RULES, is_public=True)
        for _pair in range(PAIRS):
            EntryFactory(tournament=cup)
        self.stage: Stage = StageFactory(tournament=cup, system="swiss")
        self.people = [Author(official(cup, role)) for role in ("organiser", "chief_referee", "secretary", "referee")]
        self.done: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        # A round is played on most of the time, so that the course gets somewhere.
        self.acts: list[tuple[Callable[[], object], int]] = [
            (self.write_a_deal, 16),
            (self.write_all, 8),
            (self.play_out, 14),
            (self.take_a_deal_back, 4),
            (self.enter, 14),
            (self.sign, 14),
            (self.refuse_to_sign, 3),
            (self.confirm, 14),
            (self.send_back, 4),
            (self.correct, 5),
            (self.rule, 3),
            (self.strike_out, 2),
            (self.restore, 1),
            (self.declare_absent, 3),
            (self.declare_void, 2),
            (self.play_after_all, 3),
            (self.protest, 3),
            (self.decide, 5),
            (self.propose, 8),
            (self.redraw, 2),
            (self.swap, 3),
            (self.publish, 8),
            (self.take_back_the_draw, 2),
            (self.close, 12),
            (self.withdraw, 2),
            (self.reinstate, 2),
            (self.substitute, 1),
            (self.enter_late, 1),
            (self.hold_back, 1),
            (self.release, 1),
            (self.archive_and_reopen, 1),
        ]

    def go(self, steps: int) -> list[str]:
        """So many acts; what they broke, each with the number and the name of the act."""
        found: list[str] = []
        for step in range(steps):
            name = self._something()
            broken = broken_promises(self.stage, thorough=step % 12 == 11 or step == steps - 1)
            found += [f"step {step}, {name}: {each}" for each in broken]
            if found:
                break
        return found

    def _something(self) -> str:
        """One act, done or refused; those for which there is nothing yet are passed over."""
        while True:
            [(act, _weight)] = self.chance.choices(self.acts, [weight for _act, weight in self.acts])
            try:
                act()
            except IndexError:
                continue
            except OVER as refusal:
                self.refused[f"{act.__name__}: {refusal.code}"] += 1
            else:
                self.done[act.__name__] += 1
            return act.__name__

    # -- who and what -----------------------------------------------------------------------------------------------

    @property
    def by(self) -> Author:
        return self.chance.choice(self.people)

    def a_round(self, *states: str) -> Round:
        return self.chance.choice(list(self.stage.rounds.filter(state__in=states or ("published",))))

    def a_table(self, *states: str) -> Partida:
        """A table whose sheet is in one of these states; of the newest round, mostly."""
        found = Partida.objects.filter(round__stage=self.stage, protocol__state__in=states)
        found = found.select_related("protocol", "round__tournament", "round__stage", "round__regulations")
        rows = list(found.order_by("round__number", "table"))
        return rows[-1] if self.chance.random() < 0.4 else self.chance.choice(rows)

    def version(self, partida: Partida) -> int:
        """What the page showed; seldom an earlier one."""
        shown = Protocol.objects.get(partida=partida).version
        return shown if self.chance.random() < 0.93 else max(0, shown - 1)

    # -- at the table -----------------------------------------------------------------------------------------------

    def write_a_deal(self) -> None:
        partida = self.a_table("open")
        deal = scoring.playout(self.chance, lead=sheet(partida).leader or 1)
        key = f"key-{self.chance.randrange(50)}"
        protocols.record_deal(partida=partida, deal=deal, version=self.version(partida), key=key, by=self.by)

    def write_all(self) -> None:
        partida = self.a_table("open")
        deals = scoring.playout_partida(partida.round.rules, self.chance)
        protocols.record_sheet(partida=partida, deals=deals, time=None, version=self.version(partida), by=self.by)

    def play_out(self) -> None:
        """A table goes its usual way to the end, from wherever it stands."""
        partida = self.a_table("open", "entered", "accepted")
        writer, second = self.chance.sample(self.people, 2)
        if partida.protocol.state == "open":
            deals = scoring.playout_partida(partida.round.rules, self.chance)
            version = partida.protocol.version
            protocols.record_sheet(partida=partida, deals=deals, time=None, version=version, by=writer)
            protocols.enter(partida=partida, version=version + 1, by=writer)
        if partida.protocol.state != "accepted":
            protocols.sign(partida=partida, seats=[1, 2, 3, 4], by=writer)
        protocols.confirm(partida=partida, by=second)

    def take_a_deal_back(self) -> None:
        partida = self.a_table("open", "entered")
        late = self.chance.random() < 0.5
        protocols.take_back_deal(
            partida=partida, version=self.version(partida), by=self.by, late=late, reason="Ошибка" if late else ""
        )

    def enter(self) -> None:
        partida = self.a_table("open")
        protocols.enter(partida=partida, version=self.version(partida), by=self.by)

    def sign(self) -> None:
        partida = self.a_table("entered", "accepted")
        seats = [1, 2, 3, 4] if self.chance.random() < 0.7 else [self.chance.randint(1, 4)]
        protocols.sign(partida=partida, seats=seats, by=self.by)

    def refuse_to_sign(self) -> None:
        partida = self.a_table("entered")
        shown = sheet(partida).content_sha256
        signing.refuse(partida=partida, seat=self.chance.randint(1, 4), reason="Не так", shown=shown, by=self.by)

    def confirm(self) -> None:
        protocols.confirm(partida=self.a_table("accepted", "entered"), by=self.by)

    def send_back(self) -> None:
        protocols.reopen(partida=self.a_table("accepted", "entered", "confirmed"), reason="Посмотрите", by=self.by)

    def correct(self) -> None:
        partida = self.a_table("confirmed", "corrected")
        deals = tuple(scoring.playout_partida(partida.round.rules, self.chance))
        correct(partida=partida, correction=Correction(deals=deals), reason="Чужой стол", departure="Так", by=self.by)

    # -- what referees decide ---------------------------------------------------------------------------------------

    def rule(self) -> None:
        """A warning; the same kind again would be fined (R10.3), which the slow reckoning doesn't know."""
        partida = self.a_table("open")
        seat = self.chance.randint(1, 4)
        player = partida.seats.get(number=seat).player_id
        if Ruling.objects.filter(partida__round__stage=self.stage).exists():
            raise IndexError
        offence = scoring.Offence(code="move_time", player=player, partida=partida.pk, seat=seat, deal=1)
        rulings.rule(partida=partida, offence=offence, breaks_deal=False, by=self.by)

    def _a_ruling(self) -> Ruling:
        return self.chance.choice(
            list(Ruling.objects.filter(partida__round__stage=self.stage).select_related("partida__round__tournament"))
        )

    def strike_out(self) -> None:
        rulings.strike_out(ruling=self._a_ruling(), reason="Ошибка", by=self.by, correction="Ошибка")

    def restore(self) -> None:
        rulings.restore(ruling=self._a_ruling(), by=self.by, correction="Всё же")

    def declare_absent(self) -> None:
        rulings.declare_absent(partida=self.a_table("open"), winner=self.chance.choice(["a", "b", ""]), by=self.by)

    def declare_void(self) -> None:
        rulings.declare_void(partida=self.a_table("open", "confirmed", "accepted"), reason="Сговор", by=self.by)

    def play_after_all(self) -> None:
        rulings.restore_play(partida=self.a_table("accepted", "confirmed", "entered"), reason="Нашлись", by=self.by)

    def protest(self) -> None:
        partida = self.a_table("entered", "accepted", "confirmed")
        protests.lodge(partida=partida, side=self.chance.choice(["a", "b"]), text="Не так", by=self.by)

    def decide(self) -> None:
        open_ = Protest.objects.filter(protocol__partida__round__stage=self.stage, decided_at=None)
        protest = self.chance.choice(list(open_))
        protests.decide(protest=protest, upheld=self.chance.random() < 0.5, reason="Так решено", by=self.by)

    # -- rounds -----------------------------------------------------------------------------------------------------

    def propose(self) -> None:
        drawn = draw.propose_swiss(stage=self.stage, seed=str(self.chance.random()), by=self.by)
        assert meets_again(drawn) == []

    def redraw(self) -> None:
        round_ = self.a_round("proposed", "published")
        adjusting.redraw(round_=round_, keep=[self.chance.randint(1, 3)], seed=str(self.chance.random()), by=self.by)

    def swap(self) -> None:
        numbers = self.chance.sample(list(self.stage.tournament.entries.values_list("number", flat=True)), 2)
        adjusting.swap(round_=self.a_round("proposed"), first=numbers[0], second=numbers[1], reason="Так", by=self.by)

    def publish(self) -> None:
        draw.publish(round_=self.a_round("proposed"), by=self.by, reason="Так надо")

    def take_back_the_draw(self) -> None:
        draw.take_back(round_=self.a_round("proposed", "published"), by=self.by)

    def close(self) -> None:
        despite = "Решим потом" if self.chance.random() < 0.3 else ""
        standings.close_round(round_=self.a_round(), by=self.by, despite_protests=despite)

    # -- who takes part ---------------------------------------------------------------------------------------------

    def _an_entry(self) -> Entry:
        return self.chance.choice(list(self.stage.tournament.entries.all()))

    def withdraw(self) -> None:
        if self.stage.tournament.entries.filter(withdrawn_from=None).count() < 5:
            raise IndexError
        number = self.stage.rounds.count() + self.chance.randint(0, 1)
        entries.withdraw(entry=self._an_entry(), from_round=max(1, number), reason="", by=self.by)

    def reinstate(self) -> None:
        entries.reinstate(entry=self._an_entry(), reason="", by=self.by)

    def substitute(self) -> None:
        name, number = f"Запасной {self.chance.randrange(9)}", self.stage.rounds.count() + 1
        slot = self.chance.randint(1, 2)
        entries.substitute(entry=self._an_entry(), slot=slot, name=name, from_round=number, reason="Болен", by=self.by)

    def enter_late(self) -> None:
        cup = self.stage.tournament
        if cup.entries.count() > PAIRS + 3:
            raise IndexError
        names = (f"Поздний {cup.entries.count()}", f"Позднее {cup.entries.count()}")
        entries.add_entry(tournament=cup, application=Application(players=names), by=self.by)

    # -- the public -------------------------------------------------------------------------------------------------

    def hold_back(self) -> None:
        releases.hold_back(tournament=self.stage.tournament, by=self.by)

    def release(self) -> None:
        releases.publish_all(tournament=self.stage.tournament, by=self.by)

    def archive_and_reopen(self) -> None:
        """While it is archived nothing is done (it is refused), and reopening gives everything back."""
        cup = self.stage.tournament
        safety.archive(tournament=cup, by=self.by)
        with pytest.raises(Refused, match=str(Refused("tournament.archived"))):
            self.propose()
        safety.reopen(tournament=cup, by=self.by)

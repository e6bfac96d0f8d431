"""The ledger of rulings and what each entry costs (R10).

Nothing of this is ever stored: :func:`escalate` reads the whole ledger and says what every entry comes to, so that
re-editing an entry cannot escalate twice and striking one out recomputes all that follow (R10.3, R10.4).

How entries add up is the table's (:class:`Sanctions`): FDR knows a warning and then a fine for the same kind again;
FEMUNDO also cards, in two accounts that don't mix. A card state is what the player holds: nothing, a yellow, a red;
two warnings are a yellow, a second yellow is a red, red and yellow are a black in whichever order (two red: ours).
What a referee chose himself (R10.7) is not escalated, but counts for what follows.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from scoring import checks
from scoring.errors import RuleViolation
from scoring.partida import Ruling
from scoring.presets import SANCTIONS
from scoring.presets.sanctions import Account, Card, DealEffect, Infraction, Penalty, Sanctions
from scoring.regulations import Regulations
from scoring.seats import SEATS, partner

Choice = Literal["deal_again", "play_on"]
Why = Literal["repeat", "two_warnings", "two_yellows", "red_and_yellow", "two_in_partida", "departure", "withdrawn"]

WHYS: Final[dict[Why, str]] = {
    "repeat": "The same kind again.",
    "two_warnings": "Two warnings make a yellow card.",
    "two_yellows": "Two yellow cards make a red one.",
    "red_and_yellow": "Red and yellow make a black card.",
    "two_in_partida": "Two infractions of one player in one partida lose it.",
    "departure": "The referee departed from the table.",
    "withdrawn": "The ruling is withdrawn.",
}
"""Why an entry comes to what it does, beyond the table (R10.3, R10.4, R10.7)."""


FILE_KEYS: Final = ("code", "seat", "deal", "choice", "departure", "reason")
"""What the tournament file writes of an offence."""


@dataclass(frozen=True, kw_only=True)
class Offence:
    """One entry of the ledger (R10.1): who did what, where; its place in the ledger is its time.

    ``player`` and ``partida`` are whatever identifies them to the caller. ``deal`` is the written deal, counted from
    1. ``choice`` is the opponents' where they have one (R9.2). ``departure`` is the penalty that the referee chose
    instead of the table's (R10.7); it and a withdrawal (R10.4) need a reason.
    """

    code: str
    player: Hashable
    partida: Hashable
    seat: int
    deal: int = 0
    choice: Choice | None = None
    departure: Penalty | None = None
    withdrawn: bool = False
    reason: str = ""

    def __post_init__(self) -> None:
        if self.seat not in SEATS:
            raise RuleViolation("ruling.seat_unknown", field="seat")
        if (self.departure is not None or self.withdrawn) and not self.reason.strip():
            raise RuleViolation("ruling.reason_missing", field="reason")

    @classmethod
    def from_dict(cls, data: object, *, player: Hashable, partida: Hashable) -> Offence:
        """An offence as the tournament file writes it; who and where is known from where it stands.

        Raises :class:`RuleViolation` for an unknown key or a value of the wrong kind.
        """
        given = dict(checks.mapping(data, None, FILE_KEYS))
        for key in ("code", "seat"):
            if key not in given:
                raise RuleViolation("value.missing", field=key, key=key)
        checks.text(given["code"], "code")
        checks.text(given.get("reason", ""), "reason")
        checks.whole(given.get("deal", 0), "deal", 0, 10_000)
        if given.get("choice") is not None:
            checks.choice(given["choice"], "choice", ("deal_again", "play_on"))
        if given.get("departure") is not None:
            given["departure"] = Penalty.from_dict(given["departure"])
        return cls(player=player, partida=partida, **given)  # type: ignore[arg-type]

    def to_dict(self) -> dict[str, object]:
        """What :meth:`from_dict` reads, without what is as it is by default.

        >>> Offence(code="noise", player="Kim", partida=1, seat=2, deal=3).to_dict()
        {'code': 'noise', 'seat': 2, 'deal': 3}
        """
        mine: dict[str, object] = {"code": self.code, "seat": self.seat, "deal": self.deal, "choice": self.choice}
        mine |= {"departure": self.departure.to_dict() if self.departure else None, "reason": self.reason}
        return {key: value for key, value in mine.items() if value not in (None, "", 0)}

    def struck(self, reason: str) -> Offence:
        """The same entry withdrawn: it stays in the ledger, struck out (R10.4)."""
        return replace(self, withdrawn=True, reason=reason)

    def restored(self) -> Offence:
        """The same entry in force again."""
        return replace(self, withdrawn=False, reason="" if self.departure is None else self.reason)


@dataclass(frozen=True)
class Decision:
    """What one entry of the ledger comes to.

    ``penalty`` is the cost with all escalation; ``why`` names what was added to the table's first offence. A card in
    ``penalty`` is the highest that the player holds by it.
    """

    offence: Offence
    infraction: Infraction | None
    penalty: Penalty
    why: tuple[Why, ...] = ()

    @property
    def deal(self) -> DealEffect:
        """What becomes of the deal by the table and the opponents' choice (R9.2, R10.1)."""
        effect: DealEffect = "continues" if self.infraction is None else self.infraction.deal
        if effect == "opponents_choose" and self.offence.choice is not None:
            return "broken" if self.offence.choice == "deal_again" else "continues"
        return effect

    def seats(self) -> tuple[int, ...]:
        """The seats that it is for: the offender, his pair, or the whole table."""
        whom = "player" if self.infraction is None else self.infraction.whom
        if whom == "table":
            return SEATS
        seat = self.offence.seat
        return (seat,) if whom == "player" else tuple(sorted((seat, partner(seat))))


def infraction(table: str, code: str) -> Infraction | None:
    """The line of a table of infractions; ``None`` where the regulations have no table.

    >>> infraction("fdr", "pass_with_tile").deal
    'broken'

    Raises :class:`RuleViolation` ``ruling.infraction_unknown`` for a code that the table doesn't have.
    """
    lines = SANCTIONS[table].infractions
    if code not in lines and table != "none":
        raise RuleViolation("ruling.infraction_unknown", field="code", code=code, table=table)
    return lines.get(code)


def escalate(table: str, ledger: Iterable[Offence]) -> tuple[Decision, ...]:
    """What every entry of the ledger comes to, in its order (R10.3).

    >>> slow = Offence(code="move_time", player="Kim", partida=1, seat=2)
    >>> [decision.penalty.fine for decision in escalate("fdr", [slow, slow])]
    [0, 'usual']
    """
    accounts = _Accounts(SANCTIONS[table])
    return tuple(accounts.decide(offence) for offence in ledger)


def propose(table: str, ledger: Sequence[Offence], offence: Offence) -> Decision:
    """What a new entry would come to after those of the ledger."""
    return escalate(table, [*ledger, offence])[-1]


def rulings_for(regulations: Regulations, decisions: Iterable[Decision], partida: Hashable) -> tuple[Ruling, ...]:
    """What the decisions do to one partida, for :func:`scoring.play` (R10.2, R10.5).

    Raises :class:`RuleViolation` ``ruling.fine_too_large`` for a departure above the regulations' bound.
    """
    return tuple(
        ruling
        for decision in decisions
        if decision.offence.partida == partida and not decision.offence.withdrawn
        for ruling in _effects(regulations, decision)
    )


def _effects(regulations: Regulations, decision: Decision) -> list[Ruling]:
    offence, penalty = decision.offence, decision.penalty
    points = fine_points(regulations, penalty)
    may_stand = decision.infraction is not None and decision.infraction.lead_may_stand
    return [
        Ruling(
            seat=seat,
            deal=offence.deal,
            points=points if seat == offence.seat else 0,
            loses=penalty.loses,
            lead_stands=may_stand and decision.deal == "continues",
            code=offence.code,
        )
        for seat in decision.seats()
    ]


def fine_points(regulations: Regulations, penalty: Penalty) -> int:
    """The points of a penalty's fine (R10.2).

    >>> from scoring import preset
    >>> fine_points(preset("fdr"), Penalty(fine="usual")), fine_points(preset("fdr"), Penalty(fine=40))
    (40, 80)
    """
    points = regulations.fine_points if penalty.fine == "usual" else regulations.percent(penalty.fine)
    most = regulations.percent(regulations.fine_limit_percent)
    if points > most:
        raise RuleViolation("ruling.fine_too_large", field="departure", points=points, most=most)
    return points


@dataclass
class _Holding:
    """What a player has in one account."""

    warnings: int = 0
    card: Card | None = None


@dataclass
class _Accounts:
    """The running accounts of all players while the ledger is read."""

    sanctions: Sanctions
    holdings: dict[tuple[Hashable, Account], _Holding] = field(default_factory=dict)
    done: list[Offence] = field(default_factory=list)

    def decide(self, offence: Offence) -> Decision:
        """One more entry."""
        line = infraction(self.sanctions.name, offence.code)
        if offence.withdrawn:
            return Decision(offence, line, Penalty(), ("withdrawn",))
        penalty, why = self._by_table(offence, line)
        if offence.choice == "play_on" and line is not None and line.deal == "opponents_choose":
            penalty = replace(penalty, fine=0)
        account: Account = "game" if line is None else line.account
        if self.sanctions.cards:
            penalty, why = self._cards(offence, account, penalty, why)
        if self._is_second_in_partida(offence) and offence.departure is None:
            penalty, why = replace(penalty, loses=True), (*why, "two_in_partida")
        if not penalty.is_none:
            self.done.append(offence)
        return Decision(offence, line, penalty, why)

    def _by_table(self, offence: Offence, line: Infraction | None) -> tuple[Penalty, tuple[Why, ...]]:
        """The cost of a first offence or of a repeated one, or what the referee chose."""
        if offence.departure is not None:
            return offence.departure, ("departure",)
        if line is None:
            return Penalty(), ()
        if line.repeat is not None and any(self._counts(earlier, offence) for earlier in self.done):
            return line.repeat, ("repeat",)
        return line.first, ()

    def _counts(self, earlier: Offence, offence: Offence) -> bool:
        """Whether an earlier entry makes this one a repetition."""
        same = (earlier.player, earlier.code) == (offence.player, offence.code)
        return same and (self.sanctions.scope == "tournament" or earlier.partida == offence.partida)

    def _is_second_in_partida(self, offence: Offence) -> bool:
        return self.sanctions.two_lose and any(
            (earlier.player, earlier.partida) == (offence.player, offence.partida) for earlier in self.done
        )

    def _cards(
        self, offence: Offence, account: Account, penalty: Penalty, why: tuple[Why, ...]
    ) -> tuple[Penalty, tuple[Why, ...]]:
        """The penalty with the cards that it makes together with those held."""
        holding = self.holdings.setdefault((offence.player, account), _Holding())
        if penalty.warning:
            holding.warnings += 1
            if holding.warnings % 2 == 0 and offence.departure is None and penalty.card is None:
                penalty, why = replace(penalty, card="yellow"), (*why, "two_warnings")
        if penalty.card is None:
            return penalty, why
        if offence.departure is not None:
            holding.card = penalty.card
            return penalty, why
        card, reason = _together(holding.card, penalty.card)
        holding.card = card
        penalty = replace(
            penalty,
            card=card,
            loses=penalty.loses or card != "yellow",
            expelled=penalty.expelled or card == "black",
        )
        return penalty, why if reason is None else (*why, reason)


def _together(held: Card | None, new: Card) -> tuple[Card, Why | None]:
    """What a card makes with the one that is held."""
    if held is None or new == "black":
        return new, None
    if held == new == "yellow":
        return "red", "two_yellows"
    return "black", "red_and_yellow"

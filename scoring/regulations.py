"""The value that fixes lengths, times, tariffs and the order of standings (R3–R8, R10, R12)."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

from scoring import checks
from scoring.errors import RuleViolation
from scoring.fields import CREDIT_KEYS, CRITERIA_CODES, FIELDS
from scoring.presets import PRESETS


@dataclass(frozen=True)
class Credit:
    """What a result without play is worth to the winner and to the loser (R8.2, R8.4).

    The points against are the loser's points for the winner, and for the loser his points less his
    difference; so a source that credits 200–0 but a difference of only 100 can be written down as it
    stands.
    """

    winner_points: int
    loser_points: int = 0
    winner_difference: int = 0
    loser_difference: int = 0

    def scaled(self, target: int, reference: int) -> Credit:
        """The same credit in an event to ``target`` points, where ``reference`` was its measure.

        >>> Credit(200, 0, 100, -200).scaled(100, 200)
        Credit(winner_points=100, loser_points=0, winner_difference=50, loser_difference=-100)
        """
        return Credit(*(_share(getattr(self, key), target, reference) for key in CREDIT_KEYS))


@dataclass(frozen=True, kw_only=True)
class Regulations:
    """The regulations of an event or a stage; :data:`FIELDS` says what each field means and may be.

    Raises :class:`RuleViolation` at ``regulations.<field>`` for a value that cannot be and for
    contradictions: no length at all (R3.3), deals that are no multiple of four (R3.1), an even ``best_of``
    (R3.6).

    >>> preset("fdr_deals").deals
    12
    """

    preset: str
    target: int | None
    deals: int | None
    minutes: int | None
    best_of: int
    detail: str
    counted: str
    fish: str
    control: str
    lead: str
    on_time: str
    tie: str
    no_show_minutes: int | None
    walkover: Credit
    bye: Credit
    fine: str
    fine_percent: int
    fine_limit_percent: int
    pays: str
    cap_points: bool
    cap_difference: bool
    criteria: tuple[str, ...]
    signers: str
    corrections_close: int | None
    protest_minutes: int | None
    sanctions: str

    def __post_init__(self) -> None:
        checks.choice(self.preset, "regulations.preset", PRESETS)
        for name, field in FIELDS.items():
            field.check(getattr(self, name), f"regulations.{name}")
        _check_length(self)
        _check_parts(self)
        _check_credit(self)
        _check_criteria(self.criteria)

    @property
    def most_points(self) -> int:
        """The most points of the event: the target, or what the regulations name for a walkover (R8.2)."""
        return self.target or self.walkover.winner_points

    @property
    def parts_to_win(self) -> int:
        """The parts that decide a meeting: two of the best of three (R3.6)."""
        return self.best_of // 2 + 1

    @property
    def fine_points(self) -> int:
        """The points of the usual fine (R10.2)."""
        return self.percent(self.fine_percent)

    def percent(self, percent: int) -> int:
        """So many per cent of the most points of the event, rounded down to whole points (R10.2).

        >>> preset("fdr").percent(40)
        80
        """
        return self.most_points * percent // 100

    @classmethod
    def from_dict(cls, data: object) -> Regulations:
        """Regulations from a preset's name and what differs from it, as the tournament file writes them.

        A target that differs takes the credits for walkover and bye along, unless they are given too.

        >>> Regulations.from_dict({"preset": "fdr", "target": 100}).walkover.winner_points
        100
        """
        given = checks.mapping(data, "regulations", ("preset", *FIELDS))
        if "preset" not in given:
            raise RuleViolation("value.missing", field="regulations.preset", key="preset")
        name = checks.choice(given["preset"], "regulations.preset", PRESETS)
        values = _base(name, given.get("target")) | dict(given)
        for key in ("walkover", "bye"):
            values[key] = _credit(values[key], _base(name, given.get("target"))[key], f"regulations.{key}")
        values["criteria"] = tuple(checks.items(values["criteria"], "regulations.criteria"))
        return cls(**values)

    def to_dict(self) -> dict[str, object]:
        """The preset's name and what differs from it: what :meth:`from_dict` reads.

        >>> preset("fdr").replace(minutes=30).to_dict()
        {'preset': 'fdr', 'minutes': 30}
        """
        return {"preset": self.preset} | {name: mine for name, (_, mine) in self.differences_from_preset().items()}

    def differences_from_preset(self) -> dict[str, tuple[object, object]]:
        """Field → (the preset's value, the value here), for each field that differs.

        The credits are compared with the preset's at this target.

        >>> preset("fdr").replace(target=300).differences_from_preset()
        {'target': (200, 300)}
        """
        base, mine = _base(self.preset, self.target), _plain(self)
        base["target"] = PRESETS[self.preset].values["target"]
        return {name: (base[name], mine[name]) for name in FIELDS if base[name] != mine[name]}

    def replace(self, **changes: object) -> Regulations:
        """These regulations with some fields changed, as a final may have them (R3.5)."""
        return Regulations.from_dict(self.to_dict() | {name: _as_data(value) for name, value in changes.items()})


def preset(name: str) -> Regulations:
    """The regulations of a preset, unchanged.

    >>> preset("fdr").target
    200

    Raises :class:`RuleViolation` ``value.choice`` for a name that isn't in :data:`PRESETS`.
    """
    return Regulations.from_dict({"preset": name})


def _base(name: str, target: object) -> dict[str, Any]:
    """A preset's values as data, its credits scaled to another target where one is given (R8.2)."""
    values = dict(PRESETS[name].values)
    if isinstance(target, bool) or not isinstance(target, int):
        return values
    reference = values["target"] or values["walkover"]["winner_points"]
    return values | {key: asdict(Credit(**values[key]).scaled(target, reference)) for key in ("walkover", "bye")}


def _share(figure: int, target: int, reference: int) -> int:
    """A figure in proportion, rounded towards zero."""
    size = abs(figure) * target // reference
    return size if figure >= 0 else -size


def _credit(value: object, base: dict[str, Any], place: str) -> Credit:
    """A credit from its data; what isn't given is the preset's."""
    given = checks.mapping(_as_data(value), place, CREDIT_KEYS)
    for key, figure in given.items():
        low = -10_000 if key.endswith("difference") else 0
        checks.whole(figure, f"{place}.{key}", low, 10_000)
    return Credit(**(base | dict(given)))


def _as_data(value: object) -> object:
    """A field's value as JSON would carry it."""
    if isinstance(value, Credit):
        return asdict(value)
    return list(value) if isinstance(value, tuple) else value


def _plain(regulations: Regulations) -> dict[str, object]:
    return {field.name: _as_data(getattr(regulations, field.name)) for field in fields(regulations)}


def _check_length(regulations: Regulations) -> None:
    """R3.1, R3.3, R12.2."""
    if regulations.deals is None and regulations.target is None:
        raise RuleViolation("regulations.no_length", field="regulations.deals")
    if regulations.deals is not None and regulations.deals % 4:
        raise RuleViolation("regulations.deals_multiple", field="regulations.deals", deals=regulations.deals)
    for name in ("cap_points", "cap_difference"):
        if getattr(regulations, name) and (regulations.target is None or regulations.best_of > 1):
            raise RuleViolation("regulations.cap_without_target", field=f"regulations.{name}")


def _check_parts(regulations: Regulations) -> None:
    """R3.6: an odd number of parts, each with a winner."""
    if regulations.best_of % 2 == 0:
        raise RuleViolation("regulations.best_of_even", field="regulations.best_of", best_of=regulations.best_of)
    if regulations.best_of > 1 and regulations.tie != "extra_deals":
        raise RuleViolation("regulations.best_of_tie", field="regulations.tie", best_of=regulations.best_of)


def _check_credit(regulations: Regulations) -> None:
    """R8.2: the winner gets at least the loser's points; without a target the credit must be named."""
    credit = regulations.walkover
    if credit.loser_points > credit.winner_points:
        raise RuleViolation(
            "regulations.walkover_order",
            field="regulations.walkover.loser_points",
            winner=credit.winner_points,
            loser=credit.loser_points,
        )
    if regulations.target is None and credit.winner_points == 0:
        raise RuleViolation("regulations.walkover_unnamed", field="regulations.walkover.winner_points")


def _check_criteria(criteria: tuple[str, ...]) -> None:
    """R12.1, R12.3: known criteria, each once."""
    if not criteria:
        raise RuleViolation("regulations.criteria_empty", field="regulations.criteria")
    for place, code in enumerate(criteria):
        field = f"regulations.criteria[{place}]"
        checks.choice(code, field, CRITERIA_CODES)
        if code in criteria[:place]:
            raise RuleViolation("regulations.criterion_twice", field=field, code=code)

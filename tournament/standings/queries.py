"""The standings of a stage, ready to be shown: the same rows for the desk, the public, files and papers."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain
from typing import Any, cast

import scoring
from tournament.models import LotsDrawn, Round, Stage, Tournament, search_key
from tournament.planning.queries import current_stage

from .results import Played, Ranked, Supposed, lots_of, played

__all__ = ["Lots", "Row", "Supposed", "Table", "current_table", "lots", "table"]


@dataclass(frozen=True)
class Row:
    """One row of the standings: an entry, its place and what the place rests on.

    group: the entry's group, from 1, in a stage that is played in groups; places are those in the group.
    """

    entry: int
    players: tuple[str, ...]
    club: str
    country: str
    withdrawn: bool
    standing: scoring.Standing
    group: int | None = None

    @property
    def place(self) -> int:
        return self.standing.place

    @property
    def name(self) -> str:
        return " / ".join(self.players)

    @property
    def key(self) -> str:
        """The name as it is sorted."""
        return search_key(self.name)

    def as_dict(self) -> dict[str, Any]:
        """The row as plain data: numbers whole, an average as text of a fraction's decimal value."""
        standing = self.standing
        return ({} if self.group is None else {"group": self.group}) | {
            "place": standing.place,
            "entry": self.entry,
            "players": list(self.players),
            "club": self.club,
            "country": self.country,
            "played": standing.played,
            "wins": standing.wins,
            "losses": standing.losses,
            "walkovers": standing.walkovers,
            "byes": standing.byes,
            "points_for": standing.points_for,
            "points_against": standing.points_against,
            "difference": standing.difference,
            "values": {code: _plain(value) for code, value in standing.values.items()},
            "decided_by": standing.decided_by,
        }


def _plain(value: Any) -> Any:
    """A value of a criterion as JSON: whole numbers as they are, fractions with two decimals as text."""
    return f"{float(value):.2f}" if isinstance(value, Fraction) and value.denominator != 1 else _whole(value)


def _whole(value: Any) -> Any:
    return int(value) if isinstance(value, Fraction) else value


@dataclass(frozen=True)
class Table:
    """The standings of a stage after one of its rounds. basis: what they were computed from."""

    tournament: Tournament
    stage: Stage
    after: Round | None
    rules: scoring.Regulations
    rows: tuple[Row, ...]
    missing: tuple[tuple[int, int], ...]
    basis: Played = field(repr=False, compare=False)

    def under(self, rules: scoring.Regulations) -> "Table":
        """The same results in another order of criteria, or with other caps (R12.2, R12.3). No query."""
        return replace(self, rules=rules, rows=tuple(_rows(self.stage, self.basis, rules, self.after)))

    def as_dict(self) -> dict[str, Any]:
        """The table as plain data, for papers, files and snapshots.

        `missing` has [round, table] of protocols that aren't confirmed yet.
        """
        return {
            "tournament": self.tournament.name,
            "slug": self.tournament.slug,
            **({"rehearsal": True} if self.tournament.is_rehearsal else {}),
            "venue": self.tournament.venue,
            "timezone": self.tournament.timezone,
            "stage": self.stage.name,
            "after_round": self.after.number if self.after else None,
            "criteria": list(self.rules.criteria),
            "regulations": self.rules.to_dict(),
            "rows": [row.as_dict() for row in self.rows],
            "missing": [list(place) for place in self.missing],
            # Said where it isn't the usual one, so that papers of pairs stay as they are.
            **({"event": self.tournament.event} if self.tournament.is_individual else {}),
        }


def table(stage: Stage, after: int | None = None, supposed: Supposed | None = None) -> Table:
    """The standings of a stage after round `after` (None: after its last published round). R12.

    supposed: scores in place of those that are written, for the standings as they would be (R11.4).
    Raises Round.DoesNotExist if the stage has no such round.
    """
    published = stage.rounds.exclude(state=Round.State.PROPOSED.value)
    rounds = list(published.select_related("regulations", "tournament"))
    last = _last(rounds, after)
    rules = last.rules if last else stage.regulations.value
    basis = played(stage, [round_ for round_ in rounds if last and round_.number <= last.number], supposed or {})
    rows = tuple(_rows(stage, basis, rules, last))
    return Table(stage.tournament, stage, last, rules, rows, tuple(basis.missing), basis)


def _last(rounds: list[Round], after: int | None) -> Round | None:
    if after is None:
        return rounds[-1] if rounds else None
    for round_ in rounds:
        if round_.number == after:
            return round_
    raise Round.DoesNotExist


def current_table(tournament: Tournament) -> Table | None:
    """The standings of the stage that is being played; None while nothing is planned."""
    stage = current_stage(tournament)
    return table(stage) if stage else None


def _rows(stage: Stage, basis: Played, rules: scoring.Regulations, after: Round | None) -> Iterable[Row]:
    """The rows of a stage, group by group if it has several; only those in its lineup, if it has one."""
    groups = stage.lineup or [list(basis.entries)]
    results: dict[int, list[scoring.Result]] = {number: [] for number in basis.entries}
    for result in basis.results:
        results[cast(int, result.entry)].append(result)
    for group, numbers in enumerate(groups, start=1):
        mine = [number for number in sorted(numbers) if number in results]
        theirs = chain.from_iterable(results[number] for number in mine)
        for standing in ranked(basis, mine, theirs, rules):
            entry = basis.entries[cast(int, standing.entry)]
            yield _row(entry, standing, after, group if len(groups) > 1 else None)


def ranked(
    basis: Played, entries: list[int], results: Iterable[scoring.Result], rules: scoring.Regulations
) -> tuple[scoring.Standing, ...]:
    """The engine's order of these entries by what counts so far."""
    return scoring.rank(
        entries,
        results,
        rules.criteria,
        regulations=rules,
        seeds={number: seed for number in entries if (seed := basis.entries[number].seed) is not None},
        lots={number: lot for number in entries if (lot := basis.lots.get(number)) is not None},
    )


def _row(entry: Ranked, standing: scoring.Standing, after: Round | None, group: int | None) -> Row:
    number = after.number if after else 1
    return Row(
        entry=entry.number,
        players=entry.players(number),
        club=entry.club,
        country=entry.country,
        withdrawn=entry.is_gone(number),
        standing=standing,
        group=group,
    )


# -- lots (R12.3) --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Lots:
    """The lots of a stage whose order asks for them. waiting: how many entries have none yet."""

    drawn: tuple[LotsDrawn, ...]
    waiting: int


def lots(stage: Stage) -> Lots | None:
    """The lots of a stage with their seeds; None where its order doesn't ask for them."""
    if not asks_for_lots(stage):
        return None
    return Lots(tuple(stage.lots.select_related("drawn_by")), len(without_lot(stage)))


def asks_for_lots(stage: Stage) -> bool:
    """Whether lots are a criterion of the stage: by its regulations in force, or by those of a round already played."""
    played_by = Round.objects.filter(stage=stage, regulations__isnull=False).select_related("regulations")
    versions = {round_.regulations_id: round_.regulations for round_ in played_by}
    in_force = stage.regulations
    return any("lots" in each.value.criteria for each in [in_force, *versions.values()] if each)


def without_lot(stage: Stage) -> list[int]:
    """The entries of a stage that have no lot yet."""
    everybody = set(stage.tournament.entries.values_list("number", flat=True))
    mine = everybody.intersection(chain.from_iterable(stage.lineup)) if stage.lineup else everybody
    return sorted(mine - lots_of(stage).keys())

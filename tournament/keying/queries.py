"""A sheet as it was typed from paper, cell by cell, and the tables of a round by how often theirs was typed."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import scoring
from tournament.models import Protocol, Round
from tournament.protocols.content import fingerprint
from tournament.protocols.queries import writers
from tournament.protocols.sheets import Sheet

# Where a table's sheet is on its way from paper: `open` isn't typed, `entered` has signatures missing, `waiting` waits
# for the second typing, `mine` too, but its reader wrote it, `done` counts.
OPEN, ENTERED, WAITING, MINE, DONE = "open", "entered", "waiting", "mine", "done"


@dataclass(frozen=True)
class Typed:
    """What stands on the paper: deals, or the totals of each part; when time ran out; the seats that have signed."""

    deals: tuple[scoring.Deal, ...] = ()
    parts: tuple[tuple[int, int], ...] = ()
    time: scoring.TimeCall | None = None
    signed: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Difference:
    """A cell in which two typings differ: its name in the form, what is written, what was typed now; None: empty."""

    cell: str
    first: str | None
    second: str | None


@dataclass(frozen=True)
class TableState:
    """A table of a round in the list at the side."""

    table: int
    state: str

    @property
    def is_finished(self) -> bool:
        """Whether nothing is left to type."""
        return self.state == DONE


def written(sheet: Sheet) -> Typed:
    """What the protocol says, in the shape of a typing."""
    parts = tuple((a, b) for a, b in sheet.protocol.parts or ())
    return Typed(sheet.deals, parts, sheet.protocol.time_call, frozenset(sheet.signed_seats))


def with_leads(sheet: Sheet, typed: Typed) -> Typed:
    """The typing with the leader of each deal, which the paper needn't say (R4.2); RuleViolation for what can't be."""
    score = scoring.play(sheet.rules, typed.deals, sheet.effects, typed.time)
    deals = (replace(deal, lead=line.lead) for deal, line in zip(typed.deals, score.lines, strict=True))
    return replace(typed, deals=tuple(deals))


def cells(rules: scoring.Regulations, typed: Typed) -> dict[str, str]:
    """The typing by the cells of its form; only those that the regulations ask for, so that both typings have them."""
    found = {
        f"part_{part}_{key}": str(points)
        for part, pair in enumerate(typed.parts, 1)
        for key, points in zip("ab", pair, strict=True)
    }
    for number, deal in enumerate(typed.deals, 1):
        found |= {f"deal_{number}-{name}": value for name, value in _deal_cells(rules, deal).items()}
    if typed.time:
        found |= {"time_after": str(typed.time.after_deals), "time_playing": "+" if typed.time.in_progress else "−"}
    return found | ({"signed": "".join(map(str, sorted(typed.signed)))} if typed.signed else {})


def _deal_cells(rules: scoring.Regulations, deal: scoring.Deal) -> dict[str, str]:
    values: dict[str, object] = {"ending": deal.ending.value, "lead": deal.lead, "closer": deal.closer}
    values |= {f"pips_{seat}": pips for seat, pips in enumerate(deal.pips or (), 1)}
    if rules.control != "none":
        values |= {f"end_{place}": end for place, end in enumerate(sorted(deal.ends or ()), 1)}
    if rules.control == "ends_and_count":
        values["laid"] = deal.laid
    values["void"] = "+" if deal.void else None
    return {name: str(value) for name, value in values.items() if value is not None}


def differences(sheet: Sheet, typed: Typed) -> list[Difference]:
    """Where a typing, its leads resolved, differs from what is written, in the order of the sheet."""
    first, second = cells(sheet.rules, written(sheet)), cells(sheet.rules, typed)
    names = [*second, *(name for name in first if name not in second)]
    return [_difference(name, first, second) for name in names if first.get(name) != second.get(name)]


def _difference(name: str, first: Mapping[str, str], second: Mapping[str, str]) -> Difference:
    return Difference(name, first.get(name), second.get(name))


def mark(sheet: Sheet, typed: Typed) -> str:
    """A fingerprint of a typing beside the protocol it was compared with: the same once more is a decision."""
    return fingerprint([sheet.protocol.version, cells(sheet.rules, typed)])


def table_states(round_: Round, reader: int | None) -> list[TableState]:
    """The tables of a round at which something is played, and how far each is typed, for this reader."""
    protocols = (
        Protocol.objects.filter(partida__round=round_, partida__kind="played", partida__table__isnull=False)
        .select_related("partida")
        .prefetch_related("deals")
        .order_by("partida__table")
    )
    return [TableState(protocol.partida.table or 0, _state(protocol, reader)) for protocol in protocols]


def _state(protocol: Protocol, reader: int | None) -> str:
    if protocol.state == Protocol.State.ACCEPTED.value:
        return MINE if reader in writers(protocol) else WAITING
    return DONE if protocol.counts else protocol.state


def next_table(states: list[TableState], wanted: str, after: int = 0) -> int | None:
    """The next table in this state after a number, from the start again if there is none; None: not one."""
    found = [line.table for line in states if line.state == wanted and line.table != after]
    return next((table for table in found if table > after), found[0] if found else None)

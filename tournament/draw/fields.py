"""What a draw starts from: who plays a stage, in which order, and the field of the next Swiss round (R13)."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from fractions import Fraction

from tournament.models import Entry, Round, Stage, search_key
from tournament.phrases import Refused
from tournament.standings.queries import Row, Table, table

from . import brackets, queries
from .checks import breaches
from .policy import StagePolicy
from .systems import Pairing, Undrawable
from .systems.field import Contender, Field, Policy
from .systems.groups import GroupPlace, seeds_apart, through
from .systems.lots import by_lots, lot
from .systems.swiss import Proposal, Watch, draw, unwatched

# -- who plays a stage ---------------------------------------------------------------------------------------


def order_of(stage: Stage, number: int) -> list[int]:
    """Who plays round `number`; in a first round those whom the policy lets in, in the order of seeds."""
    if not stage.rounds.exists():
        return lineup(stage, number)
    playing = list(queries.taking_part(stage, number).values_list("number", flat=True))
    return [entry for entry in stage.lineup[0] if entry in playing] if len(stage.lineup) == 1 else playing


def lineup(stage: Stage, number: int) -> list[int]:
    """Who plays a stage whose first round, `number`, is about to be drawn, in the order of seeds.

    By the policy: all entries by their rank at entry (those without one come last), or those who come through from
    the stage before, best first. The withdrawn are left out, and the next one moves up. Raises Refused where the
    stage before isn't finished or equals stand on both sides of the border.
    """
    policy = queries.policy_of(stage)
    entries = {entry.number: entry for entry in queries.taking_part(stage, number)}
    if policy.best is None:
        return sorted(entries, key=lambda entry: (_rank_at_entry(entries[entry]), entry))
    before = stage.tournament.stages.filter(number__lt=stage.number).last()
    if before is None:
        raise Refused("draw.no_stage_before", stage=stage.name)
    return _through(before, set(entries), policy)


def enough(entries: list[int], number: int) -> list[int]:
    """Those who play round `number`, refused if there is nobody to meet."""
    if len(entries) < 2:
        raise Refused("draw.too_few", count=len(entries), round=number)
    return entries


def _rank_at_entry(entry: Entry) -> int:
    return entry.seed if entry.seed is not None else 10**9


def _through(before: Stage, playing: set[int], policy: StagePolicy) -> list[int]:
    """Those who come through from a stage, best first; from groups in an order that keeps groups apart at first."""
    places = _places(before, playing, policy)
    found = through(places, policy.best or 0, policy.best_next)
    if found.undecided:
        raise Refused("draw.undecided", stage=before.name, entries=", ".join(map(str, found.undecided[0])))
    if len(found.entries) < 2:
        raise Refused("draw.too_few_through", stage=before.name, count=len(found.entries))
    group_of = {place.entry: place.group for place in places}
    return seeds_apart(found.entries, group_of) if len(before.lineup) > 1 else list(found.entries)


def _places(before: Stage, playing: set[int], policy: StagePolicy) -> list[GroupPlace]:
    """The final places of a stage among those who still play."""
    standings = finished(before)
    if before.system == Stage.System.KNOCKOUT.value:
        final = brackets.final_places(before)
        return _ranked_anew([GroupPlace(entry, 1, place, (-place,)) for place, entry in final if entry in playing])
    size = {row.group: 0 for row in standings.rows}
    for row in standings.rows:
        size[row.group] = max(size[row.group], _results(row))
    even = len(set(size.values())) == 1
    places = [
        GroupPlace(row.entry, row.group or 1, row.place, _key(row, even))
        for row in standings.rows
        if row.entry in playing
    ]
    places = _ranked_anew(places)
    return _parted_by_lots(places, before.tournament.slug) if policy.ties == "lots" else places


def _results(row: Row) -> int:
    return row.standing.played + row.standing.byes + row.standing.walkovers


def _key(row: Row, even: bool) -> tuple[float, ...]:
    """What compares entries of different groups: wins, difference, points; averages if groups differ in size."""
    standing = row.standing
    sums = (standing.wins, standing.difference, standing.points_for)
    return sums if even else tuple(float(Fraction(each, max(_results(row), 1))) for each in sums)


def _ranked_anew(places: Sequence[GroupPlace]) -> list[GroupPlace]:
    """Places counted among those who are left, equals still sharing theirs."""
    by_group: dict[int, list[int]] = {}
    for each in places:
        by_group.setdefault(each.group, []).append(each.place)
    return [
        GroupPlace(each.entry, each.group, 1 + sum(p < each.place for p in by_group[each.group]), each.key)
        for each in places
    ]


def _parted_by_lots(places: Sequence[GroupPlace], seed: str) -> list[GroupPlace]:
    """Nobody shares a place or a key with another any more: lots decide among equals, by the tournament's address."""
    chance = {each.entry: int.from_bytes(lot(each.entry, seed)[:6]) for each in places}
    parted = []
    for each in places:
        better = sum(
            other.group == each.group and (other.place, chance[other.entry]) < (each.place, chance[each.entry])
            for other in places
        )
        parted.append(GroupPlace(each.entry, each.group, better + 1, (*each.key, -chance[each.entry])))
    return parted


def finished(stage: Stage, override: str = "") -> Table:
    """The standings of a stage in which nothing waits: no round only proposed, no protocol unconfirmed (R11.2).

    override: the reason why the unconfirmed protocols aren't waited for; they don't count then.
    """
    if proposed := stage.rounds.filter(state=Round.State.PROPOSED.value).first():
        raise Refused("draw.exists", round=proposed.number)
    standings = table(stage)
    if standings.missing and not override.strip():
        first = standings.missing[0][0]
        tables = ", ".join(str(at) for round_, at in standings.missing if round_ == first)
        code = "draw.winners_needed" if stage.system == Stage.System.KNOCKOUT.value else "draw.unfinished"
        raise Refused(code, round=first, tables=tables, missing=standings.missing)
    return standings


def seeding(stage: Stage, order: Sequence[int], seed: str) -> list[int]:
    """The seeds of a knockout, the first one first; lots part those who have the same rank, or all (R13.3)."""
    policy = queries.policy_of(stage)
    if policy.first == "lots":
        return by_lots(order, seed)
    if policy.best is not None:
        return list(order)
    entries = {entry.number: entry for entry in stage.tournament.entries.filter(number__in=order)}
    return sorted(order, key=lambda number: (_rank_at_entry(entries[number]), lot(number, seed)))


# -- the next Swiss round ------------------------------------------------------------------------------------


def swiss(
    stage: Stage,
    number: int,
    *,
    order: Sequence[int],
    seed: str,
    locked: Sequence[Pairing],
    standings: Table,
    watch: Watch = unwatched,
) -> Proposal:
    """The best draw of round `number` of a Swiss stage (R13.1, R13.2), checked by code that knows nothing of it.

    order: who plays, in the order of seeds; only the first round looks at the order. locked: pairings that are
    settled already. standings: those after the round before. watch: told of `load`, the parts of the draw, `check`.
    """
    policy = queries.policy_of(stage)
    earlier = stage.rounds.filter(number__lt=number).count()
    past = queries.history(stage, number)
    contenders = _contenders(standings, past, _tags(stage, policy)) if earlier else _fresh(stage, order, policy)
    chosen = set(order)
    field = Field(
        contenders=[each for each in contenders if each.number in chosen],
        met=[(a, b) for _round, a, b in past.meetings],
        forbidden=policy.forbidden_pairs,
        locked=locked,
    )
    within = policy.within if earlier else {"seed": "fold", "lots": "adjacent"}[policy.first]
    how = Policy(within, policy.apart, earlier + 1, seed)  # type: ignore[arg-type] # a stage's policy is checked
    watch("load")
    try:
        proposal = draw(field, how, watch=watch)
    except Undrawable as undrawable:
        raise queries.refused(undrawable, number) from None
    _require_honest(proposal, field, past)
    watch("check")
    return proposal


def _require_honest(proposal: Proposal, field: Field, past: queries.History) -> None:
    """What the draw says that it breaks is what the checks find; anything else is an error of the program."""
    forbidden = {frozenset(pair) for pair in field.forbidden}
    playing = {each.number for each in field.contenders}
    found = breaches(proposal.pairings, playing, past.met, past.free, forbidden=forbidden)
    said = {(reason.code, reason.params["entry"], reason.params.get("other")) for reason in proposal.breaches}
    if said != {(breach.code, *breach.entries, None)[:3] for breach in found}:
        raise AssertionError(f"The draw says {proposal.breaches}, its check {found}.")


def _fresh(stage: Stage, order: Sequence[int], policy: StagePolicy) -> list[Contender]:
    """Before the first round: places by seed, those without one sharing the last place; or all equal, for lots."""
    apart = _tags(stage, policy)
    if policy.first == "lots":
        return [Contender(number, 1, apart=apart[number]) for number in order]
    if policy.best is not None:
        return [Contender(number, place, apart=apart[number]) for place, number in enumerate(order, start=1)]
    rank = {entry.number: _rank_at_entry(entry) for entry in stage.tournament.entries.filter(number__in=order)}
    ranks = sorted(rank.values())
    return [Contender(number, bisect_left(ranks, rank[number]) + 1, apart=apart[number]) for number in order]


def _contenders(standings: Table, past: queries.History, apart: Mapping[int, frozenset[str]]) -> list[Contender]:
    """Everybody as the standings have him."""
    dropped = _dropped(standings.rows, past)
    return [
        Contender(
            number=row.entry,
            place=row.place,
            wins=row.standing.wins,
            free=past.free[row.entry],
            apart=apart[row.entry],
            dropped=row.entry in dropped,
        )
        for row in standings.rows
    ]


def _tags(stage: Stage, policy: StagePolicy) -> dict[int, frozenset[str]]:
    """The club or country of each entry, as the policy keeps apart the one or the other."""
    entries = stage.tournament.entries.select_related("club")
    names = {
        entry.number: entry.country if policy.by == "country" else entry.club.name if entry.club else ""
        for entry in entries
    }
    return {number: frozenset({search_key(name)} if name.strip() else ()) for number, name in names.items()}


def _dropped(rows: Sequence[Row], past: queries.History) -> set[int]:
    """Who has met an entry that had fewer wins at that time."""
    won = {row.entry: [t.result.round for t in row.standing.explain("wins") if t.result] for row in rows}

    def wins(entry: int, before: int) -> int:
        return sum(round_ < before for round_ in won.get(entry, ()))

    found = set()
    for round_, a, b in past.meetings:
        difference = wins(a, round_) - wins(b, round_)
        if difference:
            found.add(a if difference > 0 else b)
    return found

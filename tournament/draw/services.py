"""The acts of a draw (R13.6): propose a round, change it by hand, publish it, take it back."""

from collections.abc import Sequence

from django.utils import timezone

from tournament.audit.services import Author, act
from tournament.models import Protocol, Round, Stage
from tournament.phrases import Refused, breach_sentence

from . import brackets, fields, publication, queries
from .checks import Breach, breaches
from .policy import StagePolicy
from .record import on_record, still_accepted
from .seating import open_protocols, seat, sides_by_lots
from .systems import Pairing, Undrawable
from .systems.groups import group_rounds, snake
from .systems.lots import by_lots, first_round
from .systems.swiss import Proposal

LINEUP_FIELDS = {"best", "best_next", "ties"}
BRACKET_FIELDS = {"first", "double", "third_place", "consolation"}
SWISS, KNOCKOUT = Stage.System.SWISS.value, Stage.System.KNOCKOUT.value


def set_policy(*, stage: Stage, policy: StagePolicy, by: Author) -> None:
    """Decide how a stage is drawn from now on; what a knockout rests on is settled once it has begun."""
    with act(stage.tournament, "draw.policy_set", by) as doing:
        current = doing.tournament.stages.get(pk=stage.pk)
        if policy.to_dict() == current.policy:
            doing.unchanged()
            return
        before = queries.policy_of(current)
        settled = LINEUP_FIELDS | (BRACKET_FIELDS if current.system == KNOCKOUT else set())
        if current.rounds.exists() and any(getattr(before, name) != getattr(policy, name) for name in settled):
            raise Refused("policy.running", stage=current.name)
        known = set(doing.tournament.entries.values_list("number", flat=True))
        for place, pair in enumerate(policy.forbidden):
            if unknown := sorted(set(pair.entries) - known):
                raise Refused("draw.unknown_entry", field=f"forbidden[{place}]", entry=unknown[0])
        doing.subject = f"stage:{current.number}"
        doing.data = {"before": current.policy, "after": policy.to_dict()}
        current.policy = policy.to_dict()
        current.save(update_fields=["policy"])


def propose_by_lots(*, stage: Stage, seed: str, by: Author) -> Round:
    """The first round of a stage by lots; the seed is recorded and gives the same draw again (R13.2, R13.8)."""
    with act(stage.tournament, "draw.proposed", by) as doing:
        current, number = doing.tournament.stages.get(pk=stage.pk), queries.next_number(doing.tournament)
        if current.rounds.exists():
            raise Refused("draw.not_first", round=number)
        entries = _enough(fields.lineup(current, number), number)
        _line_up(current, entries)
        doing.subject = f"round {number}"
        doing.data = {"method": "lots", "seed": seed}
        return _write_round(current, number, first_round(entries, seed), {"method": "lots", "seed": seed})


def propose_round_robin(*, stage: Stage, legs: int, seed: str | None, by: Author, groups: int = 1) -> list[Round]:
    """All rounds of a round robin by Berger tables, in one group or in several (R13.3).

    The places of the tables, and the snake that spreads the entries over the groups, follow the seeds or the lots.
    """
    with act(stage.tournament, "draw.proposed", by) as doing:
        current = doing.tournament.stages.get(pk=stage.pk)
        if current.rounds.exists():
            raise Refused("draw.stage_running", stage=current.name)
        first = queries.next_number(doing.tournament)
        entries = _enough(fields.lineup(current, first), first)
        order = by_lots(entries, seed) if seed else entries
        try:
            lineup = snake(order, groups)
        except Undrawable as undrawable:
            raise queries.refused(undrawable, first) from None
        _line_up(current, *lineup)
        draw: dict[str, object] = {"method": "berger", "legs": legs, "order": order}
        draw |= {"groups": lineup} if groups > 1 else {}
        draw |= {"seed": seed} if seed else {}
        doing.subject = f"stage {current.number}"
        doing.data = draw
        return [
            _write_round(current, number, pairings, draw)
            for number, pairings in enumerate(group_rounds(lineup, legs), start=first)
        ]


def propose_swiss(*, stage: Stage, seed: str, by: Author) -> Round:
    """The next round of a Swiss, the best there is, once all protocols of the round before are confirmed (R13.1)."""
    with act(stage.tournament, "draw.proposed", by) as doing:
        current = _of_system(doing.tournament.stages.get(pk=stage.pk), SWISS)
        standings = fields.finished(current)
        number = queries.next_number(doing.tournament)
        order = _enough(fields.order_of(current, number), number)
        if not current.rounds.exists():
            _line_up(current, order)
        doing.subject = f"round {number}"
        draw = fields.swiss(current, number, order=order, seed=seed, locked=(), standings=standings)
        return _write_swiss(current, number, draw, seed, doing.data)


def redraw(*, round_: Round, keep: Sequence[int], seed: str, by: Author, seen: str | None = None) -> None:
    """Draw a proposed Swiss round anew around the tables that are kept (R13.6).

    keep: their numbers; 0 is the free game. seen: the fingerprint of the pairings that the author saw.
    """
    with act(round_.tournament, "draw.redrawn", by) as doing:
        current = _proposed(round_, seen)
        stage = _of_system(current.stage, SWISS)
        number, past = current.number, current.draw
        order = _enough(fields.order_of(stage, number), number)
        locked = [pairing for table, pairing in queries.by_table(current) if table in keep]
        if len({*keep}) != len(locked):
            raise Refused("draw.no_such_table", round=number)
        doing.subject = f"round {number}"
        current.delete()
        draw = fields.swiss(stage, number, order=order, seed=seed, locked=locked, standings=fields.finished(stage))
        again = _write_swiss(stage, number, draw, seed, doing.data)
        if accepted := still_accepted(past.get("accepted", ()), locked):
            again.draw |= {"accepted": accepted, "reason": past["reason"]}
            again.save()


def propose_knockout(*, stage: Stage, seed: str, by: Author) -> Round:
    """The next round of a knockout: all meetings that are due by the results so far (R13.3)."""
    with act(stage.tournament, "draw.proposed", by) as doing:
        current = _of_system(doing.tournament.stages.get(pk=stage.pk), KNOCKOUT)
        fields.finished(current)
        number, first = queries.next_number(doing.tournament), not current.rounds.exists()
        if current.regulations.value.tie != "extra_deals":
            raise Refused("draw.knockout_tie")
        if first:
            order = _enough(fields.lineup(current, number), number)
            _line_up(current, fields.seeding(current, order, seed))
        its = brackets.progress(current)
        if its.torn:
            raise brackets.torn_refusal(its.torn[0])
        meetings = brackets.next_meetings(its, first=first)
        if not meetings:
            raise Refused("draw.bracket_over", stage=current.name)
        playing = set(queries.taking_part(current, number).values_list("number", flat=True))
        pairings = [kept for _key, a, b in meetings if (kept := publication.without(Pairing(a, b), playing))]
        doing.subject = f"round {number}"
        doing.data = {"method": "knockout", "seed": seed, "meetings": [list(meeting) for meeting in meetings]}
        return _write_round(current, number, sides_by_lots(pairings, seed), doing.data)


def propose_by_hand(*, stage: Stage, pairings: Sequence[Pairing], reason: str, by: Author) -> Round:
    """A round that the organiser seats himself, under the same checks as any draw (R13.6)."""
    with act(stage.tournament, "draw.proposed", by) as doing:
        current = doing.tournament.stages.get(pk=stage.pk)
        if current.system == KNOCKOUT:
            raise Refused("draw.bracket_fixed")
        number = queries.next_number(doing.tournament)
        entries = _enough(fields.order_of(current, number), number)
        if not current.rounds.exists():
            _line_up(current, entries)
        accepted = _check(current, number, pairings, reason)
        doing.subject = f"round {number}"
        doing.data = {"method": "hand", "accepted": accepted, "reason": reason}
        return _write_round(current, number, pairings, doing.data)


def change_by_hand(
    *, round_: Round, pairings: Sequence[Pairing], reason: str, by: Author, seen: str | None = None
) -> None:
    """Other pairings for a proposed round (R13.6); `seen`: the fingerprint of those that the author saw."""
    with act(round_.tournament, "draw.changed", by) as doing:
        current = _proposed(round_, seen)
        if "meetings" in current.draw:
            raise Refused("draw.bracket_fixed")
        accepted = _check(current.stage, current.number, pairings, reason)
        doing.subject = f"round {current.number}"
        doing.data = {
            "before": queries.pairings_of(current),
            "after": [[p.a, p.b] for p in pairings],
            "reason": reason,
        }
        current.draw |= {"changed": True, "accepted": accepted, "reason": reason}
        current.save()
        current.partidas.all().delete()
        seat(current, pairings)


def publish(*, round_: Round, by: Author, seen: str | None = None, reason: str = "") -> None:
    """Publish a proposed round, checked once more: its regulations are frozen and its protocols are open.

    reason: why it is published although it breaks a rule that another draw would keep (R13.6).
    """
    with act(round_.tournament, "draw.published", by) as doing:
        current = Round.objects.select_related("stage").get(pk=round_.pk)
        if current.state != Round.State.PROPOSED.value:
            raise Refused("draw.published", round=current.number)
        _require_seen(current, seen)
        accepted = publication.check(current, reason)
        current.draw |= accepted
        _free_opponents_of_withdrawn(current)
        current.state = Round.State.PUBLISHED.value
        current.regulations = current.stage.regulations
        current.published_at = timezone.now()
        current.save()
        open_protocols(current)
        doing.subject = f"round {current.number}"
        doing.data = {"pairings": queries.pairings_of(current), **accepted}


def take_back(*, round_: Round, by: Author) -> None:
    """Take a round back while it has no results (R13.6). Published: it is proposed again; proposed: it is gone."""
    with act(round_.tournament, "draw.taken_back", by) as doing:
        current = Round.objects.select_related("stage").get(pk=round_.pk)
        if not queries.can_go_back(current):
            raise Refused("draw.has_results", round=current.number)
        doing.subject = f"round {current.number}"
        doing.data = {"state": current.state, "pairings": queries.pairings_of(current)}
        if current.state == Round.State.PUBLISHED.value:
            Protocol.objects.filter(partida__round=current).delete()
            current.state = Round.State.PROPOSED.value
            current.regulations = current.published_at = None
            current.save()
        else:
            _delete_proposal(current)


def _delete_proposal(round_: Round) -> None:
    """A proposed round goes; with a round robin's go all its proposed rounds, for they are one draw."""
    later = round_.stage.rounds.filter(number__gt=round_.number)
    whole = round_.draw.get("method") == "berger"
    if blocking := later.exclude(state=Round.State.PROPOSED.value).first() or (None if whole else later.first()):
        raise Refused("draw.later_round", later=blocking.number)
    if whole:
        later.delete()
    round_.delete()
    if not round_.stage.rounds.exists():
        _line_up(round_.stage)


def _proposed(round_: Round, seen: str | None) -> Round:
    """The round afresh, refused unless it is still proposed and as its author saw it."""
    current = Round.objects.select_related("stage__tournament").get(pk=round_.pk)
    if current.state != Round.State.PROPOSED.value:
        raise Refused("draw.not_proposed", round=current.number, state=current.get_state_display())
    _require_seen(current, seen)
    return current


def _require_seen(round_: Round, seen: str | None) -> None:
    """The author saw what is there now; None: a program that has just read it."""
    if seen and seen != queries.fingerprint(round_):
        raise Refused("draw.changed_meanwhile", round=round_.number)


def _of_system(stage: Stage, system: str) -> Stage:
    if stage.system != system:
        raise Refused("draw.other_system", stage=stage.name, system=stage.get_system_display())
    return stage


def _line_up(stage: Stage, *groups: Sequence[int]) -> None:
    """Keep who plays a stage, unless that is simply everybody; without groups it is open again."""
    settled = len(groups) > 1 or stage.system == KNOCKOUT or queries.policy_of(stage).best is not None
    stage.lineup = [list(group) for group in groups] if settled else []
    stage.save(update_fields=["lineup"])


def _write_swiss(stage: Stage, number: int, proposal: Proposal, seed: str, record: dict[str, object]) -> Round:
    """Write a Swiss round; what the draw rests on goes into the round and the journal's record."""
    draw: dict[str, object] = {"method": "swiss", "seed": seed, "policy": stage.policy, **on_record(proposal)}
    record |= {key: value for key, value in draw.items() if key != "explanation"}
    return _write_round(stage, number, sides_by_lots(proposal.pairings, seed), draw)


def _enough(entries: list[int], number: int) -> list[int]:
    if len(entries) < 2:
        raise Refused("draw.too_few", count=len(entries), round=number)
    return entries


def _check(stage: Stage, number: int, pairings: Sequence[Pairing], reason: str) -> list[list[object]]:
    """Refuse pairings that break the rules; a breach that may be accepted passes with a reason (R13.6)."""
    found = _breaches(stage, number, pairings)
    barred = [breach for breach in found if not (breach.may_be_accepted and reason.strip())]
    if barred:
        raise Refused("draw.invalid", breaches=" ".join(breach_sentence(b.code, b.entries) for b in barred))
    return [[breach.code, *breach.entries] for breach in found]


def _breaches(stage: Stage, number: int, pairings: Sequence[Pairing]) -> list[Breach]:
    past = queries.history(stage, number)
    playing = set(queries.taking_part(stage, number).values_list("number", flat=True))
    forbidden = {frozenset(pair) for pair in queries.policy_of(stage).forbidden_pairs}
    # In a round robin each group of odd size has somebody free.
    free_allowed = max(len(stage.lineup), 1)
    return breaches(pairings, playing, past.met, past.free, forbidden=forbidden, free_allowed=free_allowed)


def _write_round(stage: Stage, number: int, pairings: Sequence[Pairing], draw: dict[str, object]) -> Round:
    round_ = Round.objects.create(tournament=stage.tournament, stage=stage, number=number, draw=draw)
    seat(round_, pairings)
    return round_


def _free_opponents_of_withdrawn(round_: Round) -> None:
    """Who would meet an entry that has withdrawn since the draw is free instead (R8.4, R8.5)."""
    playing = set(queries.taking_part(round_.stage, round_.number).values_list("number", flat=True))
    pairings = [Pairing(a, b) for a, b in queries.pairings_of(round_)]
    if all(entry in playing for p in pairings for entry in (p.a, p.b) if entry is not None):
        return
    round_.partidas.all().delete()
    seat(round_, [kept for pairing in pairings if (kept := publication.without(pairing, playing))])

"""The acts of a draw (R13.6): decide how a stage is drawn, propose a round, publish it, take it back."""

from collections.abc import Sequence

from django.utils import timezone

from tournament.access.services import end_links
from tournament.audit.services import Author, act
from tournament.models import Protocol, Round, Stage, WebhookEvent
from tournament.officials.services import divide
from tournament.phrases import Refused
from tournament.webhooks.services import tell, tell_taken_back

from . import brackets, fields, individual, publication, queries
from .adjusting import accepted_breaches
from .policy import StagePolicy
from .record import on_override
from .seating import open_protocols, seat, seat_players, sides_by_lots, write_round, write_swiss
from .systems import Pairing, Undrawable
from .systems.groups import group_rounds, snake
from .systems.lots import by_lots, first_round
from .systems.swiss import Watch, unwatched

LINEUP_FIELDS = {"best", "best_next", "ties"}
BRACKET_FIELDS = {"first", "double", "third_place", "consolation"}
SWISS, KNOCKOUT = Stage.System.SWISS.value, Stage.System.KNOCKOUT.value
INDIVIDUAL = Stage.System.INDIVIDUAL.value


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
        current = queries.require_pairs(doing.tournament.stages.get(pk=stage.pk))
        number = queries.next_number(doing.tournament)
        if current.rounds.exists():
            raise Refused("draw.not_first", round=number)
        entries = fields.enough(fields.lineup(current, number), number)
        _line_up(current, entries)
        doing.subject = f"round {number}"
        doing.data = {"method": "lots", "seed": seed}
        return write_round(current, number, first_round(entries, seed), {"method": "lots", "seed": seed})


def propose_round_robin(*, stage: Stage, legs: int, seed: str | None, by: Author, groups: int = 1) -> list[Round]:
    """All rounds of a round robin by Berger tables, in one group or in several (R13.3).

    The places of the tables, and the snake that spreads the entries over the groups, follow the seeds or the lots.
    """
    with act(stage.tournament, "draw.proposed", by) as doing:
        current = queries.require_pairs(doing.tournament.stages.get(pk=stage.pk))
        if current.rounds.exists():
            raise Refused("draw.stage_running", stage=current.name)
        first = queries.next_number(doing.tournament)
        entries = fields.enough(fields.lineup(current, first), first)
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
            write_round(current, number, pairings, draw)
            for number, pairings in enumerate(group_rounds(lineup, legs), start=first)
        ]


def propose_swiss(*, stage: Stage, seed: str, by: Author, override: str = "", watch: Watch = unwatched) -> Round:
    """The next round of a Swiss, the best there is, once all protocols before it are confirmed (R13.1).

    override: the reason why it doesn't wait for them. The unconfirmed don't count then (R11.2), which the draw says;
    who sits at their tables has met all the same. watch: told the name of each part of the work when it's done.
    """
    with act(stage.tournament, "draw.proposed", by) as doing:
        current = queries.of_system(doing.tournament.stages.get(pk=stage.pk), SWISS)
        standings = fields.finished(current, override)
        number = queries.next_number(doing.tournament)
        order = fields.enough(fields.order_of(current, number), number)
        if not current.rounds.exists():
            _line_up(current, order)
        draw = fields.swiss(current, number, order=order, seed=seed, locked=(), standings=standings, watch=watch)
        round_ = write_swiss(current, number, draw, seed)
        if standings.missing:
            round_.draw |= on_override(standings.missing, override)
            round_.save()
        doing.subject = f"round {number}"
        doing.data = {key: value for key, value in round_.draw.items() if key != "explanation"}
        return round_


def propose_knockout(*, stage: Stage, seed: str, by: Author) -> Round:
    """The next round of a knockout: all meetings that are due by the results so far (R13.3)."""
    with act(stage.tournament, "draw.proposed", by) as doing:
        current = queries.of_system(doing.tournament.stages.get(pk=stage.pk), KNOCKOUT)
        fields.finished(current)
        number, first = queries.next_number(doing.tournament), not current.rounds.exists()
        if current.regulations.value.tie != "extra_deals":
            raise Refused("draw.knockout_tie")
        if first:
            order = fields.enough(fields.lineup(current, number), number)
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
        return write_round(current, number, sides_by_lots(pairings, seed), doing.data)


def propose_individual(*, stage: Stage, seed: str, by: Author) -> Round:
    """The next round of an individual stage: partners and opponents by the standings, repeated least (R13.4)."""
    with act(stage.tournament, "draw.proposed", by) as doing:
        current = queries.of_system(doing.tournament.stages.get(pk=stage.pk), Stage.System.INDIVIDUAL)
        standings = fields.finished(current)
        number = queries.next_number(doing.tournament)
        players = individual.order(current, number, seed=seed, standings=standings)
        drawn = individual.draw(current, number, players, seed)
        if not current.rounds.exists():
            _line_up(current, players)
        record = individual.on_record(drawn, individual.company(current, number))
        draw: dict[str, object] = {"method": "individual", "seed": seed, "policy": current.policy, **record}
        doing.subject = f"round {number}"
        doing.data = {key: value for key, value in draw.items() if key != "explanation"}
        round_ = Round.objects.create(tournament=current.tournament, stage=current, number=number, draw=draw)
        seat_players(round_, individual.seats_by_lots(drawn.tables, seed), drawn.free)
        return round_


def propose_by_hand(*, stage: Stage, pairings: Sequence[Pairing], reason: str, by: Author) -> Round:
    """A round that the organiser seats himself, under the same checks as any draw (R13.6)."""
    with act(stage.tournament, "draw.proposed", by) as doing:
        current = queries.require_pairs(doing.tournament.stages.get(pk=stage.pk))
        if current.system == KNOCKOUT:
            raise Refused("draw.bracket_fixed")
        number = queries.next_number(doing.tournament)
        entries = fields.enough(fields.order_of(current, number), number)
        if not current.rounds.exists():
            _line_up(current, entries)
        accepted = accepted_breaches(current, number, pairings, reason)
        doing.subject = f"round {number}"
        doing.data = {"method": "hand", "accepted": accepted, "reason": reason}
        return write_round(current, number, pairings, doing.data)


def publish(*, round_: Round, by: Author, seen: str | None = None, reason: str = "") -> None:
    """Publish a proposed round, checked once more: its regulations are frozen and its protocols are open.

    reason: why it is published although it breaks a rule that another draw would keep (R13.6).
    """
    with act(round_.tournament, "draw.published", by) as doing:
        current = Round.objects.select_related("stage").get(pk=round_.pk)
        if current.state != Round.State.PROPOSED.value:
            raise Refused("draw.published", round=current.number)
        queries.require_seen(current, seen)
        accepted = publication.check(current, reason)
        current.draw |= accepted
        if not current.stage.is_individual:
            _free_opponents_of_withdrawn(current)
        current.state = Round.State.PUBLISHED.value
        current.regulations = current.stage.regulations
        current.published_at = timezone.now()
        current.save()
        open_protocols(current)
        doing.subject = f"round {current.number}"
        doing.data = {"pairings": queries.seating_of(current), **accepted, **divide(current).as_dict()}
        tell(tournament=doing.tournament, kind=WebhookEvent.Kind.DRAW_PUBLISHED.value, round_number=current.number)


def take_back(*, round_: Round, by: Author) -> None:
    """Take a round back while it has no results (R13.6). Published: it is proposed again; proposed: it is gone."""
    with act(round_.tournament, "draw.taken_back", by) as doing:
        current = Round.objects.select_related("stage").get(pk=round_.pk)
        if not queries.can_go_back(current):
            raise Refused("draw.has_results", round=current.number)
        doing.subject = f"round {current.number}"
        doing.data = {"state": current.state, "pairings": queries.seating_of(current)}
        if current.state == Round.State.PUBLISHED.value:
            Protocol.objects.filter(partida__round=current).delete()
            current.table_referees.all().delete()
            end_links(current)
            current.state = Round.State.PROPOSED.value
            current.regulations = current.published_at = None
            current.save()
            tell_taken_back(tournament=doing.tournament, round_number=current.number)
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


def _line_up(stage: Stage, *groups: Sequence[int]) -> None:
    """Keep who plays a stage, unless that is simply everybody; without groups it is open again."""
    settled = len(groups) > 1 or stage.system == KNOCKOUT or queries.policy_of(stage).best is not None
    stage.lineup = [list(group) for group in groups] if settled else []
    stage.save(update_fields=["lineup"])


def _free_opponents_of_withdrawn(round_: Round) -> None:
    """Who would meet an entry that has withdrawn since the draw is free instead (R8.4, R8.5)."""
    playing = set(queries.taking_part(round_.stage, round_.number).values_list("number", flat=True))
    pairings = [Pairing(a, b) for a, b in queries.pairings_of(round_)]
    if all(entry in playing for p in pairings for entry in (p.a, p.b) if entry is not None):
        return
    round_.partidas.all().delete()
    seat(round_, [kept for pairing in pairings if (kept := publication.without(pairing, playing))])

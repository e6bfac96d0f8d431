"""What the page of the draw says: a round as it is drawn, two that are about to change places, the ways to go on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from tournament.models import Round, Stage
from tournament.phrases import Refused, breach_sentence, sentence
from tournament.protocols.lists import tables

from . import fields, individual, publication, queries
from .adjusting import breaches_of_swap
from .bracket_page import entry_names
from .forms import LotsForm, OverrideForm, PublishForm, RoundRobinForm, SeedForm
from .words import accepted_breaches, drawn_before, drawn_tables, further_outlook, outlook, verdict

# Systems whose next round rests on the results of the one before.
DRAWN_FROM_RESULTS = (Stage.System.SWISS.value, Stage.System.KNOCKOUT.value, Stage.System.INDIVIDUAL.value)

# -- a drawn round -------------------------------------------------------------------------------------------


def drawn_round(round_: Round) -> dict[str, Any]:
    """What the page says of a drawn round."""
    drawn = drawn_tables(round_, tables(round_))
    said = verdict(round_.draw)
    return {
        "tables": drawn,
        "grouped": any(table.group for table in drawn),
        "verdict": said,
        "explained": said is not None or any(table.by_hand for table in drawn),
        "accepted": accepted_breaches(round_.draw),
        "drawn_before": drawn_before(round_.draw),
        "further": _further(round_),
        "can_go_back": queries.can_go_back(round_),
        "seen": queries.fingerprint(round_),
        "redraw_seed": round_.draw.get("seed", ""),
        **_publishing(round_),
    }


def _publishing(round_: Round) -> dict[str, Any]:
    """What has to be said before a proposed round is published."""
    if round_.state != Round.State.PROPOSED.value:
        return {}
    doubts = publication.doubts(round_)
    form = PublishForm(auto_id="publish_%s")
    form.fields["reason"].required = bool(doubts)
    return {"doubts": doubts, "publish_form": form}


def _further(round_: Round) -> str:
    """How many rounds are sure to follow this one of a Swiss, in words (R13.7)."""
    if round_.stage.system != Stage.System.SWISS.value:
        return ""
    past = queries.history(round_.stage, round_.number + 1)
    playing = list(queries.taking_part(round_.stage, round_.number + 1).values_list("number", flat=True))
    drawn = round_.stage.rounds.filter(number__lte=round_.number).count()
    return further_outlook(playing, past, drawn, queries.policy_of(round_.stage).rounds)


@dataclass(frozen=True)
class Swapping:
    """Who is marked to change places, with whom if that needs a reason, and what it would break; names by entry."""

    first: int
    second: int | None
    names: Mapping[int, str]
    breaches: tuple[str, ...]

    @property
    def first_name(self) -> str:
        return self.names[self.first]

    @property
    def second_name(self) -> str:
        return self.names[self.second] if self.second is not None else ""


def adjusting_round(round_: Round, drawn: Mapping[str, Any], asked: QueryDict) -> dict[str, Any]:
    """How a proposed round can be adjusted; the address may mark one or two entries and the tables that are kept."""
    fixed = "meetings" in round_.draw or round_.stage.is_individual
    if round_.state != Round.State.PROPOSED.value:
        return {}
    names = {side.entries[0]: f"{side.numbers} {side.name}" for table in drawn["tables"] for side in table.line.sides}
    return {
        "may_redraw": round_.draw.get("method") == "swiss",
        "may_swap": not fixed,
        "swapping": None if fixed else _swapping(round_, names, asked),
        "kept": {int(table) for table in asked.getlist("keep") if _is_number(table)},
    }


def _swapping(round_: Round, names: Mapping[int, str], asked: QueryDict) -> Swapping | None:
    first, second = (_entry(asked.get(key, ""), names) for key in ("swap", "with"))
    if first is None:
        return None
    if second is None or second == first:
        return Swapping(first, None, names, ())
    brought = breaches_of_swap(round_, first, second)
    return Swapping(first, second, names, tuple(breach_sentence(each.code, each.entries) for each in brought))


def _entry(asked: str, names: Mapping[int, str]) -> int | None:
    """The entry that the address names, if it is in the round."""
    return int(asked) if _is_number(asked) and int(asked) in names else None


def _is_number(text: str) -> bool:
    return text.isdecimal() and len(text) < 6


# -- the next round ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Hindrance:
    """Why a round can't be drawn yet, in words, and the tables, each a round and its number, that are waited for."""

    sentence: str = ""
    waiting: Sequence[tuple[int, int]] = ()

    def __bool__(self) -> bool:
        return bool(self.sentence)


def ways(stage: Stage, rounds: list[Round]) -> dict[str, Any]:
    """How the next round of a stage can be drawn, or what stands in the way."""
    number = queries.next_number(stage.tournament)
    fresh = not any(round_.stage_id == stage.pk for round_ in rounds)
    policy = queries.policy_of(stage)
    order, hindrance = _order(stage, number)
    return {
        "number": number,
        "fresh": fresh,
        "entries": len(order),
        "least": individual.LEAST if stage.is_individual else 2,
        "hindrance": hindrance,
        "may_override": bool(hindrance.waiting) and stage.system == Stage.System.SWISS.value and not fresh,
        "through": _names(stage, order) if fresh and policy.best and not hindrance else [],
        "meetings": len(order) - 1 + len(order) % 2,
        "outlook": outlook(len(order), policy.rounds) if fresh else "",
        "lots_form": LotsForm(auto_id="lots_%s"),
        "round_robin_form": RoundRobinForm(auto_id="round_robin_%s"),
        "seed_form": SeedForm(auto_id="seed_%s"),
        "override_form": OverrideForm(auto_id="override_%s"),
    }


def _order(stage: Stage, number: int) -> tuple[list[int], Hindrance]:
    """Who can play the next round, and why it can't be drawn yet."""
    try:
        if stage.system in DRAWN_FROM_RESULTS:
            fields.finished(stage)
        return fields.order_of(stage, number), Hindrance()
    except Refused as refusal:
        hindrance = Hindrance(sentence(refusal), refusal.params.get("missing", ()))
        return list(queries.taking_part(stage, number).values_list("number", flat=True)), hindrance


def _names(stage: Stage, order: list[int]) -> list[str]:
    names = entry_names(stage)
    return [names[number] for number in order]

"""What is looked at when a round is published: the draw as it stands now, against the whole history (R13.6).

Since it was drawn a result may have been corrected, a pair may have withdrawn or returned, two may have been
forbidden to meet. The checks know nothing of the systems, so they also catch a system that drew badly.
"""

from collections.abc import Collection
from dataclasses import replace

from tournament.models import Round
from tournament.phrases import Refused, breach_sentence

from . import brackets, individual, queries
from .checks import Breach, Drawn, Finding, findings
from .individual_checks import seating_breaches
from .systems import Pairing

WITH_A_REASON = ("rematch", "second_free", "forbidden", "two_free")
"""Breaches with which a round is published if its organiser says why; two are free where their opponents withdrew."""


def check(round_: Round, reason: str = "") -> dict[str, object]:
    """Refuse to publish a round that breaks a rule without need, unless its organiser gives a reason.

    Returns what the round's record has to say of it: the breaches that are accepted now, and why.
    """
    if round_.stage.is_individual:
        _check_players(round_)
        return {}
    if "meetings" in round_.draw:
        _check_bracket(round_)
    found = _findings(round_)
    _refuse_impossible([each.breach for each in found if each.breach.code not in WITH_A_REASON])
    doubtful = _unaccepted(round_, found)
    if not doubtful:
        return {}
    if not reason.strip():
        raise Refused("draw.avoidable", round=round_.number, breaches=" ".join(map(_sentence, doubtful)))
    before = round_.draw.get("reason", "")
    return {
        "accepted": [*round_.draw.get("accepted", ()), *([each.code, *each.entries] for each in doubtful)],
        "reason": " · ".join(dict.fromkeys(filter(None, (before, reason.strip())))),
    }


def doubts(round_: Round) -> list[str]:
    """What a proposed round would break without need, as sentences; empty: it can be published as it is."""
    if round_.stage.is_individual:
        return []
    return [_sentence(each) for each in _unaccepted(round_, _findings(round_))]


def without(pairing: Pairing, playing: Collection[int]) -> Pairing | None:
    """A pairing less those who don't play; None if nobody is left."""
    left = [entry for entry in pairing.entries if entry in playing]
    if len(left) == 2 or not left:
        return pairing if left else None
    return replace(pairing, a=left[0], b=None)


def _findings(round_: Round) -> list[Finding]:
    """What the checks find in a round, those who have withdrawn left out and their opponents free (R8.4, R8.5)."""
    stage = round_.stage
    playing = set(queries.taking_part(stage, round_.number).values_list("number", flat=True))
    placed = [(table, kept) for table, its in queries.by_table(round_) if (kept := without(its, playing))]
    pairings = [pairing for _table, pairing in placed]
    if _is_fixed(round_):
        # Who plays a round of a bracket or of a Berger table was settled before.
        playing = {entry for pairing in pairings for entry in pairing.entries}
    past = queries.history(stage, round_.number)
    found = findings(
        Drawn(
            round_.number,
            pairings,
            playing,
            tables=[table for table, its in placed if its.b is not None],
            locked=queries.locked_in(round_, pairings),
        ),
        past.met,
        past.free,
        forbidden={frozenset(pair) for pair in queries.policy_of(stage).forbidden_pairs},
        free_allowed=max(len(stage.lineup), 1),
    )
    return [each for each in found if each.breach.code not in _allowed(round_)]


def _is_fixed(round_: Round) -> bool:
    """Whether who meets whom follows from a plan made before the first round."""
    return "meetings" in round_.draw or round_.draw.get("method") == "berger"


def _allowed(round_: Round) -> tuple[str, ...]:
    """What is no breach by the round's plan: free games as they come, in a bracket or second leg also rematches."""
    if not _is_fixed(round_):
        return ()
    again = "meetings" in round_.draw or round_.draw.get("legs", 1) > 1
    return ("second_free", "two_free", *(["rematch"] if again else []))


def _unaccepted(round_: Round, found: Collection[Finding]) -> list[Breach]:
    """Breaches that nobody has accepted, if any could be avoided; in a plan all could, for only a hand changes it."""
    mine = [each for each in found if each.breach.code in WITH_A_REASON]
    if not any(each.avoidable for each in mine) and not _is_fixed(round_):
        return []
    accepted = {(code, frozenset(entries)) for code, *entries in round_.draw.get("accepted", ())}
    return [each.breach for each in mine if (each.breach.code, frozenset(each.breach.entries)) not in accepted]


def _check_bracket(round_: Round) -> None:
    """A round of a knockout plays what the results make due, and nobody else sits in it (R13.3)."""
    if torn := brackets.progress(round_.stage).torn:
        raise brackets.torn_refusal(torn[0])
    drawn = {frozenset(filter(None, pair)) for _key, *pair in round_.draw["meetings"]}
    if any(not any(set(pairing) - {None} <= its for its in drawn) for pairing in queries.pairings_of(round_)):
        raise Refused("draw.bracket_seats", round=round_.number)


def _check_players(round_: Round) -> None:
    """Everybody who plays by now sits once, or is free; four have to sit at each table (R13.4)."""
    playing = set(queries.taking_part(round_.stage, round_.number).values_list("number", flat=True))
    found = seating_breaches(replace(individual.drawn_round(round_), playing=playing))
    if found:
        raise Refused("draw.players_changed", breaches=" ".join(map(_sentence, found)))


def _refuse_impossible(broken: Collection[Breach]) -> None:
    late = [str(each.entries[0]) for each in broken if each.code == "unseated"]
    if late:
        raise Refused("draw.late", entries=", ".join(late))
    if broken:
        raise Refused("draw.invalid", breaches=" ".join(map(_sentence, broken)))


def _sentence(breach: Breach) -> str:
    return breach_sentence(breach.code, breach.entries)

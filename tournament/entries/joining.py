"""Coming late: which round an entry can begin with, and until when that is allowed.

The rule: it plays from the next round that isn't published yet; the rounds that it missed count nothing, and nobody
else's row changes (R12.5). The organiser may set the last round with which a late entry begins.
"""

from dataclasses import dataclass

from tournament.models import EntryTerms, Round, Stage, Tournament
from tournament.phrases import Refused

# Their rounds follow from who was in at the beginning: nobody is added to a bracket or to a table of Berger.
CLOSED_SYSTEMS = (Stage.System.ROUND_ROBIN.value, Stage.System.KNOCKOUT.value)


@dataclass(frozen=True)
class Joining:
    """What entering now means. first: the round it begins with; missed: how many are published already.

    proposed: a round that is drawn without it and has to be drawn anew if it is to play in it; stage: the name of one
    in which it can't play any more.
    """

    first: int
    missed: int
    proposed: int | None
    stage: str

    @property
    def is_late(self) -> bool:
        """Whether it makes any difference that it enters only now."""
        return bool(self.missed or self.proposed)


def joining(tournament: Tournament) -> Joining:
    """What entering now means."""
    rounds = list(tournament.rounds.select_related("stage"))
    published = [each for each in rounds if each.state != Round.State.PROPOSED.value]
    proposed = [each for each in rounds if each.state == Round.State.PROPOSED.value]
    newest = rounds[-1].stage if rounds else None
    return Joining(
        first=max((each.number for each in published), default=0) + 1,
        missed=len(published),
        proposed=proposed[0].number if proposed else None,
        stage=newest.name if newest and newest.system in CLOSED_SYSTEMS else "",
    )


def terms_of(tournament: Tournament) -> EntryTerms:
    """The terms of entry; those by default where nobody has set any: closed, without limits, free of charge."""
    found = EntryTerms.objects.filter(tournament=tournament).first()
    return found or EntryTerms(tournament=tournament)


def require_in_time(tournament: Tournament) -> None:
    """Refuses an entry after the last round with which one may begin."""
    last = terms_of(tournament).last_round
    if last is not None and (first := joining(tournament).first) > last:
        raise Refused("entries.too_late", first=first, last=last)

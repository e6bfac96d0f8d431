"""Who is in the hall: checked in one by one; who isn't there is left out of a round by an act of the desk."""

from collections.abc import Iterable

from django.utils import timezone

from tournament.audit.services import Author, act
from tournament.models import Entry, Round, SitOut, Tournament
from tournament.phrases import Refused

from .joining import joining
from .queries import entry_for


def check_in(*, entry: Entry, by: Author) -> None:
    """The entry is there. Whoever was left out of a round that isn't published plays it again."""
    with act(entry.tournament, "entry.checked_in", by) as doing:
        entry = entry_for(doing.tournament, entry.number)
        if entry.withdrawn_from is not None:
            raise Refused("entries.withdrawn", number=entry.number, round=entry.withdrawn_from)
        if entry.checked_in_at is not None:
            doing.unchanged()
            return
        doing.subject = f"entry:{entry.number}"
        entry.checked_in_at = timezone.now()
        entry.save(update_fields=["checked_in_at"])
        entry.sit_outs.filter(round_number__gte=joining(doing.tournament).first).delete()


def take_back_check_in(*, entry: Entry, by: Author) -> None:
    """It was a mistake: the entry isn't there."""
    with act(entry.tournament, "entry.not_checked_in", by) as doing:
        entry = entry_for(doing.tournament, entry.number)
        if entry.checked_in_at is None:
            doing.unchanged()
            return
        doing.subject = f"entry:{entry.number}"
        entry.checked_in_at = None
        entry.save(update_fields=["checked_in_at"])


def leave_out(*, tournament: Tournament, numbers: Iterable[int], round_number: int, by: Author) -> list[int]:
    """These entries aren't drawn for a round, since they aren't there; returns their numbers.

    Only for a round that isn't drawn: once it is, who is missing loses by walkover (R8.1). Refused if one of them has
    come meanwhile, for nobody is left out whom the list didn't name as missing.
    """
    with act(tournament, "entries.left_out", by) as doing:
        drawn = doing.tournament.rounds.filter(number=round_number).first()
        if drawn and drawn.state != Round.State.PROPOSED.value:
            raise Refused("entries.round_published", round=round_number)
        if drawn:
            raise Refused("entries.round_drawn", round=round_number)
        missing = list(doing.tournament.entries.filter(number__in=set(numbers), withdrawn_from=None))
        if not missing:
            raise Refused("entries.nobody_missing")
        if came := [entry.number for entry in missing if entry.checked_in_at is not None]:
            raise Refused("entries.came_meanwhile", numbers=", ".join(map(str, came)))
        for entry in missing:
            SitOut.objects.get_or_create(entry=entry, round_number=round_number)
        left = [entry.number for entry in missing]
        doing.subject = f"round {round_number}"
        doing.data = {"entries": left, "rule": "R8.1"}
        return left


def take_back_leave_out(*, tournament: Tournament, round_number: int, by: Author) -> None:
    """Everybody is drawn for the round again."""
    with act(tournament, "entries.let_in", by) as doing:
        left = SitOut.objects.filter(entry__tournament=doing.tournament, round_number=round_number)
        numbers = list(left.order_by("entry__number").values_list("entry__number", flat=True))
        if drawn := doing.tournament.rounds.filter(number=round_number).first():
            code = "entries.round_drawn" if drawn.state == Round.State.PROPOSED.value else "entries.round_published"
            raise Refused(code, round=round_number)
        if not numbers:
            doing.unchanged()
            return
        left.delete()
        doing.subject = f"round {round_number}"
        doing.data = {"entries": numbers}

"""Showing and holding back what a tournament publishes."""

from typing import Any

from tournament.audit.services import Act, Author, act
from tournament.models import Release, Tournament
from tournament.phrases import Refused
from tournament.webhooks.services import send_held

from .queries import OF_ROUNDS, OFFICIALS, PUBLIC, RESULTS, STANDINGS

# What is held back until the ceremony: nothing that these don't take with them says who won.
OUTCOME = (RESULTS, STANDINGS)


def release(*, tournament: Tournament, kind: str, level: str, by: Author, round_number: int | None = None) -> None:
    """Show a kind of page to a level of readers, for one round or, without one, wherever no round decides otherwise.

    Raises Refused for a round of what belongs to the tournament as a whole.
    """
    if round_number is not None and kind not in OF_ROUNDS:
        raise Refused("release.not_of_rounds", field="round_number", kind=Release.Kind(kind).label)
    with act(tournament, "release.changed", by) as doing:
        where: dict[str, Any] = {"tournament": doing.tournament, "kind": kind, "round_number": round_number}
        before = Release.objects.filter(**where).first()
        if before and before.level == level:
            doing.unchanged()
            return
        doing.subject = f"round:{round_number}" if round_number else ""
        doing.data = {"kind": kind, "before": before.level if before else "", "after": level}
        Release.objects.update_or_create(**where, defaults={"level": level})
        if level == PUBLIC:
            send_held(tournament=doing.tournament)


def hold_back(*, tournament: Tournament, by: Author) -> None:
    """Keep all results and standings for the officials, those of rounds to come, too."""
    with act(tournament, "results.held_back", by) as doing:
        _decide_all(doing, OFFICIALS)


def publish_all(*, tournament: Tournament, by: Author) -> None:
    """Show all results and standings to everyone, whatever was held back."""
    with act(tournament, "results.published", by) as doing:
        _decide_all(doing, PUBLIC)
        send_held(tournament=doing.tournament)


def _decide_all(doing: Act, level: str) -> None:
    """One level for the outcome of all rounds; what was decided for single ones is kept in the journal only."""
    outcome = doing.tournament.releases.filter(kind__in=OUTCOME)
    before = sorted(outcome.values_list("kind", "round_number", "level"), key=str)
    if before == sorted(((kind, None, level) for kind in OUTCOME), key=str):
        doing.unchanged()
        return
    doing.data = {"before": [list(each) for each in before], "after": level}
    outcome.delete()
    Release.objects.bulk_create(Release(tournament=doing.tournament, kind=kind, level=level) for kind in OUTCOME)


def show_names(*, tournament: Tournament, names_shown: str, by: Author) -> None:
    """Let the public read names in full or as initials (`Tournament.Names`)."""
    with act(tournament, "names.shown", by) as doing:
        if doing.tournament.names_shown == names_shown:
            doing.unchanged()
            return
        doing.data = {"before": doing.tournament.names_shown, "after": names_shown}
        Tournament.objects.filter(pk=doing.tournament.pk).update(names_shown=names_shown)

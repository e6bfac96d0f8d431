"""What an organiser has decided about the pages of the only tournament."""

from tournament.models import Release, Tournament


def decide(kind: str, level: str, round_number: int | None = None) -> None:
    """Show a kind of page to this level of readers."""
    cup = Tournament.objects.get()
    Release.objects.update_or_create(tournament=cup, kind=kind, round_number=round_number, defaults={"level": level})


def initials() -> None:
    """The public reads initials in place of names."""
    Tournament.objects.update(names_shown="initials")

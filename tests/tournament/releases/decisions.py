"""What was decided about the pages of a tournament, as it stands in the database."""

from tournament.models import Tournament


def decided(cup: Tournament) -> list[tuple[str, int | None, str]]:
    """What stands in the database: kind, round, level."""
    return list(cup.releases.order_by("kind", "round_number").values_list("kind", "round_number", "level"))

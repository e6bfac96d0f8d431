"""How far the pages of a tournament are shown, for each kind of page and each round."""

from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

from .planning import Tournament


class Release(models.Model):
    """What an organiser decided about a kind of page. Where there is no row, `releases.queries.DEFAULTS` holds.

    A row without a round is for the whole tournament; one with a round goes before it. The round is kept by its
    number, so that it can be held back before it is drawn, and stays so when it is drawn anew.
    """

    class Kind(models.TextChoices):
        ENTRIES = "entries", pgettext_lazy("release", "Entries")
        DRAW = "draw", pgettext_lazy("release", "Draw")
        RESULTS = "results", pgettext_lazy("release", "Results")
        STANDINGS = "standings", pgettext_lazy("release", "Standings")
        PROTOCOLS = "protocols", pgettext_lazy("release", "Protocols")
        RULINGS = "rulings", pgettext_lazy("release", "Rulings")
        DOCUMENTS = "documents", pgettext_lazy("release", "Documents")

    class Level(models.TextChoices):
        HIDDEN = "hidden", pgettext_lazy("release", "hidden")
        OFFICIALS = "officials", pgettext_lazy("release", "officials")
        PUBLIC = "public", pgettext_lazy("release", "everyone")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="releases")
    round_number = models.PositiveSmallIntegerField(null=True)
    kind = models.CharField(max_length=20, choices=Kind.choices)
    level = models.CharField(max_length=10, choices=Level.choices)

    class Meta:
        ordering = ["round_number", "kind"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "kind"], condition=Q(round_number__isnull=True), name="release_of_all_once"
            ),
            models.UniqueConstraint(
                fields=["tournament", "round_number", "kind"],
                condition=Q(round_number__isnull=False),
                name="release_of_a_round_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.round_number or ''}: {self.level}"

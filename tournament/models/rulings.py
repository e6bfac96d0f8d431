"""What a referee decided (R10). Struck-out rulings stay, with the reason (R10.4)."""

from django.conf import settings
from django.db import models

import scoring

from .seating import Partida


class Ruling(models.Model):
    """A ruling on a player of one partida and what follows from it."""

    partida = models.ForeignKey(Partida, models.CASCADE, related_name="rulings")
    number = models.PositiveSmallIntegerField()
    # The ruling in the shape of the tournament file: code, seat, deal, fine, loses, note.
    data = models.JSONField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    made_at = models.DateTimeField()
    withdrawn_reason = models.TextField(blank=True)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["partida", "number"], name="ruling_number_once")]

    def __str__(self) -> str:
        return f"{self.partida} {self.data['code']}"

    @property
    def value(self) -> scoring.Ruling:
        """The ruling as the engine understands it."""
        return scoring.Ruling.from_dict(self.data)

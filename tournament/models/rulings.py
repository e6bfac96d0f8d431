"""What a referee decided (R10). Struck-out rulings stay, with the reason (R10.4)."""

from django.conf import settings
from django.db import models

from .seating import Partida


class Ruling(models.Model):
    """A ruling on a player of one partida. What follows from it is computed from the whole ledger (R10.3)."""

    partida = models.ForeignKey(Partida, models.CASCADE, related_name="rulings")
    number = models.PositiveSmallIntegerField()
    # In the shape of the tournament file (`scoring.Offence`): code, seat, deal, choice, departure, reason.
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

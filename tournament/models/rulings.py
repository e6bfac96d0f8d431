"""What a referee decided (R10). Struck-out rulings stay, with the reason (R10.4)."""

from django.conf import settings
from django.db import models

from .officials import AccessLink
from .seating import Partida


class Ruling(models.Model):
    """A ruling on a player of one partida. What follows from it is computed from the whole ledger (R10.3)."""

    partida = models.ForeignKey(Partida, models.CASCADE, related_name="rulings", db_index=False)
    number = models.PositiveSmallIntegerField()
    # In the shape of the tournament file (`scoring.Offence`): code, seat, deal, choice, departure, reason.
    data = models.JSONField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    # The table link by which it was written, where that was done without an account.
    made_link = models.ForeignKey(AccessLink, models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField()
    withdrawn_reason = models.TextField(blank=True)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["partida", "number"], name="ruling_number_once")]

    def __str__(self) -> str:
        return f"{self.partida} {self.data['code']}"

    @property
    def referee(self) -> str:
        """Who made it, by name; empty where that isn't known."""
        return str(self.made_link or self.made_by or "")

"""Standings as they were when a round was closed; the live ones are always computed."""

from django.db import models

from .planning import Round


class StandingSnapshot(models.Model):
    """The rows as they stood, kept when a round closes, so that a later correction can be seen beside them."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="snapshots")
    number = models.PositiveSmallIntegerField()
    rows = models.JSONField()
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="snapshot_once")]

    def __str__(self) -> str:
        return f"{self.round} #{self.number}"

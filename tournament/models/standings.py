"""Standings as they were when a round was closed, and the lots of a stage; live standings are always computed."""

from django.conf import settings
from django.db import models

import scoring

from .planning import Round, Stage


class StandingSnapshot(models.Model):
    """The rows as they stood, kept when a round closes, so that a later correction can be seen beside them."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="snapshots", db_index=False)
    number = models.PositiveSmallIntegerField()
    rows = models.JSONField()
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="snapshot_once")]

    def __str__(self) -> str:
        return f"{self.round} #{self.number}"


class LotsDrawn(models.Model):
    """Lots of a stage as they came out (R12.3). Never changed: who comes later gets lots of a further drawing."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="lots")
    number = models.PositiveSmallIntegerField()
    seed = models.CharField(max_length=60)
    # The numbers of the entries in the order of their lots, the best first.
    entries = models.JSONField()
    # Who drew them and when; unknown where they came with an older version of the program or a tournament file.
    drawn_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    drawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["stage", "number"], name="lots_number_once")]

    def __str__(self) -> str:
        return f"{self.stage} #{self.number}"

    @property
    def follows_from_seed(self) -> bool:
        """Whether anyone gets this order again by the SHA-256 of "seed:number"; older versions drew otherwise."""
        return bool(scoring.draw_lots(self.entries, self.seed) == self.entries)

"""The round's clock (R6): when it was stopped for the whole hall, and what was given back to a table."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .planning import Round
from .seating import Partida


class Pause(models.Model):
    """The clock of a whole round stands still from one moment to another; open while it does."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="pauses", db_index=False)
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    reason = models.CharField(_("reason"), max_length=200)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["began_at"]
        indexes = [models.Index(fields=["round", "began_at"], name="pause_of_round")]
        constraints = [
            models.UniqueConstraint(fields=["round"], condition=Q(ended_at__isnull=True), name="one_open_pause"),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True) | Q(ended_at__gte=models.F("began_at")), name="pause_goes_forward"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round}: {self.reason}"


class AddedTime(models.Model):
    """Time given back to one table, with the reason that is printed (R6.1)."""

    partida = models.ForeignKey(Partida, models.CASCADE, related_name="added_times", db_index=False)
    seconds = models.PositiveSmallIntegerField()
    reason = models.CharField(_("reason"), max_length=200)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["made_at", "pk"]
        indexes = [models.Index(fields=["partida", "made_at", "id"], name="added_time_of_table")]
        constraints = [models.CheckConstraint(condition=Q(seconds__gt=0), name="added_time_is_some")]

    def __str__(self) -> str:
        return f"{self.partida}: +{self.seconds} s"

"""What the desk says to the hall on its screen."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .planning import Tournament


class HallMessage(models.Model):
    """A message on the hall's screen, from when it was put up to when it was taken down; one at a time."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="hall_messages")
    text = models.CharField(_("message"), max_length=200)
    put_up_at = models.DateTimeField()
    put_up_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    taken_down_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["put_up_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament"], condition=Q(taken_down_at__isnull=True), name="one_hall_message"
            ),
        ]

    def __str__(self) -> str:
        return self.text

"""Protests against protocols (R11.5): what a pair contests, and what the chief referee decided."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

from .protocols import Protocol


class Protest(models.Model):
    """A pair's protest against the protocol of its partida. It is never taken off, only decided."""

    class State(models.TextChoices):
        OPEN = "open", pgettext_lazy("protest", "open")
        UPHELD = "upheld", pgettext_lazy("protest", "upheld")
        REJECTED = "rejected", pgettext_lazy("protest", "rejected")

    protocol = models.ForeignKey(Protocol, models.CASCADE, related_name="protests")
    number = models.PositiveSmallIntegerField()
    # The side that protests: `a` sits on seats 1 and 3, `b` on 2 and 4 (R1.2).
    side = models.CharField(max_length=1)
    # The seat of the player who refused to sign, where that is how the protest came about (R11.3).
    refused_seat = models.PositiveSmallIntegerField(null=True)
    text = models.TextField()
    # No account: it came in a tournament file.
    lodged_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    lodged_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN.value)
    # Why it was decided so; it is printed.
    reason = models.TextField(blank=True)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    decided_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["protocol", "number"], name="protest_number_once"),
            models.UniqueConstraint(
                fields=["protocol", "side"], condition=Q(state="open"), name="open_protest_of_a_side_once"
            ),
            models.CheckConstraint(condition=Q(side__in=["a", "b"]), name="protest_has_a_side"),
            models.CheckConstraint(
                condition=Q(state="open", decided_at__isnull=True) | (~Q(state="open") & Q(decided_at__isnull=False)),
                name="protest_is_decided_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.protocol.partida} {self.side}: {self.state}"

    @property
    def is_open(self) -> bool:
        """Whether it waits for the chief referee: the result is under protest until then."""
        return self.state == self.State.OPEN.value

"""What the program sends to people: by e-mail, or to a chat."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import pgettext_lazy

from .accounts import Invitation
from .planning import Tournament


class Notice(models.Model):
    """One message to one address. What it says is made when it is sent, so that it never says what isn't released."""

    class Channel(models.TextChoices):
        EMAIL = "email", pgettext_lazy("channel", "e-mail")
        TELEGRAM = "telegram", pgettext_lazy("channel", "Telegram")

    class Kind(models.TextChoices):
        DRAW = "draw", pgettext_lazy("notice", "draw")
        INVITATION = "invitation", pgettext_lazy("notice", "invitation")

    class State(models.TextChoices):
        WAITING = "waiting", pgettext_lazy("notice", "to be sent")
        SENT = "sent", pgettext_lazy("notice", "sent")
        DROPPED = "dropped", pgettext_lazy("notice", "not sent: it isn't public any more")
        GIVEN_UP = "given_up", pgettext_lazy("notice", "given up")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    channel = models.CharField(max_length=10, choices=Channel.choices)
    address = models.CharField(max_length=254)
    language = models.CharField(max_length=5)
    # Of a draw: a number, not a row, for a round that was taken back has none any more.
    round_number = models.PositiveSmallIntegerField(null=True)
    invitation = models.ForeignKey(Invitation, models.CASCADE, null=True, related_name="notices")
    # The address at which the program was asked, for links where PUBLIC_URL isn't set.
    site = models.CharField(max_length=270, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING.value)
    attempts = models.PositiveSmallIntegerField(default=0)
    # Not to be sent before; while it is being sent, when whoever does that is taken for dead.
    due = models.DateTimeField(default=timezone.now)
    fault = models.CharField(max_length=200, blank=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    sent_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="draw", round_number__isnull=False, invitation__isnull=True)
                | Q(kind="invitation", round_number__isnull=True, invitation__isnull=False),
                name="notice_is_about_something",
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} → {self.address}: {self.state}"

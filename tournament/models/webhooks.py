"""Addresses of other programs that are told what happens, and what each was told."""

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import pgettext_lazy

from .planning import Tournament


class Webhook(models.Model):
    """An address that is told of a tournament's events.

    Its secret isn't kept: it follows from `nonce` and the secret of the installation (webhooks/signature.py).
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=500)
    nonce = models.CharField(max_length=32)
    # The address at which the program was asked, for the links in messages where PUBLIC_URL isn't set.
    site = models.CharField(max_length=270, blank=True)
    switched_off_at = models.DateTimeField(null=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["tournament", "url"], name="webhook_address_once")]

    def __str__(self) -> str:
        return self.url

    @property
    def is_on(self) -> bool:
        """Whether it is told anything."""
        return self.switched_off_at is None


class WebhookEvent(models.Model):
    """Something that an address is to be told, written in the transaction in which it happened.

    What the message says is read when it is sent, so that nobody is told more than the public may read by then.
    """

    class Kind(models.TextChoices):
        DRAW_PUBLISHED = "draw.published", pgettext_lazy("event of a webhook", "draw published")
        DRAW_TAKEN_BACK = "draw.taken_back", pgettext_lazy("event of a webhook", "draw taken back")
        RESULT_CONFIRMED = "result.confirmed", pgettext_lazy("event of a webhook", "result confirmed")
        RESULT_CORRECTED = "result.corrected", pgettext_lazy("event of a webhook", "result corrected")
        ROUND_CLOSED = "round.closed", pgettext_lazy("event of a webhook", "round closed")
        TEST = "test", pgettext_lazy("event of a webhook", "test")

    class State(models.TextChoices):
        WAITING = "waiting", pgettext_lazy("message of a webhook", "to be sent")
        HELD = "held", pgettext_lazy("message of a webhook", "held back: it isn't public yet")
        DELIVERED = "delivered", pgettext_lazy("message of a webhook", "delivered")
        GIVEN_UP = "given_up", pgettext_lazy("message of a webhook", "given up")

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="events", db_index=False)
    # The receiver tells by it whether it has had this message before.
    key = models.UUIDField(default=uuid.uuid4, unique=True)
    kind = models.CharField(max_length=20, choices=Kind.choices)
    # Numbers, not rows: a round that was taken back has none any more.
    round_number = models.PositiveSmallIntegerField(null=True)
    table = models.PositiveSmallIntegerField(null=True)
    happened_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING.value)
    # Not to be sent before; while it is being sent, when whoever does that is taken for dead.
    due = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    # What came of the last attempt: the status of the answer, None where none came; its beginning, or the fault.
    status = models.PositiveSmallIntegerField(null=True)
    answer = models.CharField(max_length=200, blank=True)
    tried_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["webhook", "state", "due"], name="webhook_event_due")]

    def __str__(self) -> str:
        return f"{self.kind} {self.round_number or ''}/{self.table or ''}: {self.state}"

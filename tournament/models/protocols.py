"""The official sheet of one partida (R11): its deals, signatures and revisions."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

import scoring

from .people import Player
from .seating import Partida


class Protocol(models.Model):
    """The sheet and where it is in its life (R11.2). Its score is never stored: `scoring.play` tells it."""

    class State(models.TextChoices):
        OPEN = "open", pgettext_lazy("protocol", "open")
        ENTERED = "entered", pgettext_lazy("protocol", "entered")
        ACCEPTED = "accepted", pgettext_lazy("protocol", "accepted")
        CONFIRMED = "confirmed", pgettext_lazy("protocol", "confirmed")
        CORRECTED = "corrected", pgettext_lazy("protocol", "corrected")

    # The states in which a protocol counts in standings and draws (R11.2).
    COUNTED = (State.CONFIRMED.value, State.CORRECTED.value)

    partida = models.OneToOneField(Partida, models.CASCADE, related_name="protocol")
    state = models.CharField(max_length=20, choices=State.choices, default=State.OPEN.value)
    # Grows with every change: a second device that saves over an older version is told (DESIGN).
    version = models.PositiveIntegerField(default=0)
    # Final totals by part, [[a, b], …], where the regulations ask for no deals (`detail: totals`).
    parts = models.JSONField(null=True)
    # When time ran out: after how many written deals, and whether a deal was being played (R6.2).
    time_after_deals = models.PositiveSmallIntegerField(null=True)
    time_in_progress = models.BooleanField(null=True)
    entered_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    confirmed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    started_at = models.DateTimeField(null=True)
    entered_at = models.DateTimeField(null=True)
    accepted_at = models.DateTimeField(null=True)
    confirmed_at = models.DateTimeField(null=True)
    # Why the sheet was sent back to the table, and by whom, until it is entered again (R11.2).
    sent_back_reason = models.TextField(blank=True)
    sent_back_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=~Q(confirmed_by=models.F("entered_by")), name="confirmed_by_a_second_official"
            ),
            models.CheckConstraint(
                condition=Q(time_after_deals__isnull=True, time_in_progress__isnull=True)
                | Q(time_after_deals__isnull=False, time_in_progress__isnull=False),
                name="time_call_is_whole",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.partida} {self.state}"

    @property
    def counts(self) -> bool:
        """Whether it counts in standings and draws."""
        return self.state in self.COUNTED

    @property
    def time_call(self) -> scoring.TimeCall | None:
        """When time ran out, as the engine takes it; None while it hasn't."""
        if self.time_after_deals is None or self.time_in_progress is None:
            return None
        return scoring.TimeCall(after_deals=self.time_after_deals, in_progress=self.time_in_progress)


class Deal(models.Model):
    """One deal as it was written down (R5). What it is worth is computed."""

    protocol = models.ForeignKey(Protocol, models.CASCADE, related_name="deals")
    number = models.PositiveSmallIntegerField()
    # The deal in the shape of the tournament file: lead, ending, closer, pips or tiles, ends, laid, void.
    data = models.JSONField()
    # Made by the page when the referee submits: a repeat of the request is answered as the first was.
    key = models.CharField(max_length=64, null=True)
    recorded_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    recorded_at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["protocol", "number"], name="deal_number_once"),
            models.UniqueConstraint(fields=["protocol", "key"], name="deal_key_once"),
        ]

    def __str__(self) -> str:
        return f"{self.protocol.partida} #{self.number}"

    @property
    def value(self) -> scoring.Deal:
        """The deal as the engine understands it."""
        return scoring.Deal.from_dict(self.data)


class Signature(models.Model):
    """A player's consent to what stood on the sheet (R11.3)."""

    protocol = models.ForeignKey(Protocol, models.CASCADE, related_name="signatures")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    # SHA-256 of the canonical content that was shown when it was signed.
    content_sha256 = models.CharField(max_length=64)
    witnessed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    signed_at = models.DateTimeField()

    class Meta:
        ordering = ["seat"]
        constraints = [models.UniqueConstraint(fields=["protocol", "seat"], name="signature_once")]

    def __str__(self) -> str:
        return f"{self.seat}: {self.player}"


class ProtocolRevision(models.Model):
    """A confirmed sheet as it stood, kept when it is confirmed and at each correction (R11.2, R11.4)."""

    protocol = models.ForeignKey(Protocol, models.CASCADE, related_name="revisions")
    number = models.PositiveSmallIntegerField()
    content = models.JSONField()
    sha256 = models.CharField(max_length=64)
    reason = models.TextField(blank=True)
    # Why it was made although the time for corrections was over (R10.7); it is printed.
    departure = models.TextField(blank=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["protocol", "number"], name="protocol_revision_once")]

    def __str__(self) -> str:
        return f"{self.protocol.partida} r{self.number}"

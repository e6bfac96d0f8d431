"""The official sheet of one partida (R11): its deals, signatures and revisions."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

import scoring

from .officials import AccessLink
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
    # The table link by which it was entered, where that was done without an account.
    entered_link = models.ForeignKey(AccessLink, models.SET_NULL, null=True, related_name="+")
    confirmed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    started_at = models.DateTimeField(null=True)
    entered_at = models.DateTimeField(null=True)
    accepted_at = models.DateTimeField(null=True)
    confirmed_at = models.DateTimeField(null=True)
    # Why the sheet was sent back to the table, and by whom, until it is entered again (R11.2).
    sent_back_reason = models.TextField(blank=True)
    sent_back_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    # After too many wrong PINs nobody signs by PIN at this table until then.
    pin_locked_until = models.DateTimeField(null=True)

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
    def writer(self) -> str:
        """Who entered it, by name; empty while nobody has."""
        return str(self.entered_link or self.entered_by or "")

    @property
    def counts(self) -> bool:
        """Whether it counts in standings and draws."""
        return self.state in self.COUNTED

    @property
    def under_protest(self) -> bool:
        """Whether a pair contests it and the chief referee hasn't decided yet (R11.5)."""
        return any(protest.is_open for protest in self.protests.all())

    @property
    def time_call(self) -> scoring.TimeCall | None:
        """When time ran out, as the engine takes it; None while it hasn't."""
        if self.time_after_deals is None or self.time_in_progress is None:
            return None
        return scoring.TimeCall(after_deals=self.time_after_deals, in_progress=self.time_in_progress)


class Deal(models.Model):
    """One deal as it was written down (R5). What it is worth is computed."""

    protocol = models.ForeignKey(Protocol, models.CASCADE, related_name="deals", db_index=False)
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
    """A player's answer to what stood on the sheet (R11.3): his consent, or that he refused it and why."""

    class How(models.TextChoices):
        DRAWN = "drawn", pgettext_lazy("signature", "drawn")
        PIN = "pin", pgettext_lazy("signature", "by PIN")
        PAPER = "paper", pgettext_lazy("signature", "on paper")
        REFUSED = "refused", pgettext_lazy("signature", "refused")

    protocol = models.ForeignKey(Protocol, models.CASCADE, related_name="signatures", db_index=False)
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    # SHA-256 of the canonical content that was shown when it was signed.
    content_sha256 = models.CharField(max_length=64)
    how = models.CharField(max_length=10, choices=How.choices, default=How.PAPER.value)
    # What a finger drew: strokes of points [x, y, milliseconds], see `signing/ink.py`.
    strokes = models.JSONField(null=True)
    # Why he refused.
    reason = models.TextField(blank=True)
    witnessed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    signed_at = models.DateTimeField()

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(fields=["protocol", "seat"], name="signature_once"),
            models.CheckConstraint(
                condition=Q(how="drawn", strokes__isnull=False) | (~Q(how="drawn") & Q(strokes__isnull=True)),
                name="drawn_signature_has_strokes",
            ),
            models.CheckConstraint(
                condition=(Q(how="refused") & ~Q(reason="")) | (~Q(how="refused") & Q(reason="")),
                name="refusal_has_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat}: {self.player}"


class ProtocolPhoto(models.Model):
    """A photo of the sheet that was written by hand at the table: one a protocol, for its officials' eyes."""

    protocol = models.OneToOneField(Protocol, models.CASCADE, related_name="photo")
    # Below MEDIA_ROOT; named by the SHA-256 of what it holds.
    file = models.CharField(max_length=200)
    sha256 = models.CharField(max_length=64)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    added_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    added_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.protocol.partida} {self.sha256[:8]}"


class ProtocolRevision(models.Model):
    """A confirmed sheet as it stood, kept when it is confirmed and at each correction (R11.2, R11.4)."""

    protocol = models.ForeignKey(Protocol, models.CASCADE, related_name="revisions", db_index=False)
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

"""How one gets into a tournament: the terms of entry, requests by the public, attendance, fees."""

from django.conf import settings
from django.core.validators import MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from .entries import Entry
from .planning import Tournament


class EntryTerms(models.Model):
    """Whether the public may ask for a place, until when, how many there are, and what a place costs."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="entry_terms")
    is_open = models.BooleanField(default=False)
    deadline = models.DateTimeField(null=True, blank=True)
    capacity = models.PositiveSmallIntegerField(null=True, blank=True)
    # How long an offered place is kept for whom it was offered to; none: until the organiser decides.
    offer_hours = models.PositiveSmallIntegerField(null=True, blank=True)
    # The last round with which a late entry may begin; none: as long as rounds are drawn.
    last_round = models.PositiveSmallIntegerField(null=True, blank=True)
    fee = models.DecimalField(max_digits=10, decimal_places=2, default=0)
    currency = models.CharField(max_length=8, default="₽")
    note = models.TextField(max_length=2_000, blank=True)

    class Meta:
        verbose_name_plural = "entry terms"

    def __str__(self) -> str:
        return f"{self.tournament}"


class EntryRequest(models.Model):
    """A place asked for on the public page. How its sender can be reached is for organisers' eyes only."""

    class State(models.TextChoices):
        NEW = "new", pgettext_lazy("request", "waits for the organiser")
        LISTED = "listed", pgettext_lazy("request", "on the waiting list")
        OFFERED = "offered", pgettext_lazy("request", "a place is offered")
        ACCEPTED = "accepted", pgettext_lazy("request", "accepted")
        DECLINED = "declined", pgettext_lazy("request", "declined")
        WITHDRAWN = "withdrawn", pgettext_lazy("request", "withdrawn")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entry_requests")
    number = models.PositiveIntegerField()
    players = models.JSONField(default=list)
    club = models.CharField(max_length=200, blank=True)
    country = models.CharField(max_length=60, blank=True)
    contact_name = models.CharField(max_length=200)
    email = models.EmailField(blank=True)
    phone = models.CharField(max_length=40, blank=True)
    message = models.TextField(max_length=1_000, blank=True)
    language = models.CharField(max_length=10)
    consented_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.NEW.value)
    # Why it was declined, for the sender to read.
    reason = models.CharField(max_length=500, blank=True)
    # The state of which its sender was told last by e-mail.
    told = models.CharField(max_length=10, blank=True, editable=False)
    entry = models.OneToOneField(Entry, models.SET_NULL, null=True, related_name="request")
    # The form that it was sent with: sent twice, it is one request.
    key = models.CharField(max_length=64, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    # Until when an offered place is kept; after that it is passed on.
    offered_until = models.DateTimeField(null=True)
    # Since when it stands on the waiting list, which is its order.
    listed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entry_request_number_once"),
            models.UniqueConstraint(fields=["tournament", "key"], name="entry_request_key_once"),
        ]

    def __str__(self) -> str:
        return " / ".join(self.players)


class SitOut(models.Model):
    """A round that an entry isn't drawn for, since it wasn't there: an act of the desk, never a matter of course."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="sit_outs")
    round_number = models.PositiveSmallIntegerField(validators=[MinValueValidator(1)])

    class Meta:
        ordering = ["round_number"]
        constraints = [models.UniqueConstraint(fields=["entry", "round_number"], name="sit_out_once")]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.round_number}"


class Payment(models.Model):
    """A fee that was taken, with the number of its receipt. A mistake is struck out, never removed."""

    class Way(models.TextChoices):
        CASH = "cash", pgettext_lazy("payment", "cash")
        CARD = "card", pgettext_lazy("payment", "card")
        TRANSFER = "transfer", pgettext_lazy("payment", "transfer")
        OTHER = "other", pgettext_lazy("payment", "in another way")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="payments")
    entry = models.ForeignKey(Entry, models.RESTRICT, related_name="payments")
    number = models.PositiveIntegerField()
    amount = models.DecimalField(_("amount"), max_digits=10, decimal_places=2)
    currency = models.CharField(max_length=8)
    way = models.CharField(max_length=10, choices=Way.choices)
    payer = models.CharField(max_length=200, blank=True)
    taken_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    taken_by_name = models.CharField(max_length=200)
    at = models.DateTimeField()
    void_reason = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="receipt_number_once")]

    def __str__(self) -> str:
        return f"{self.number}: {self.amount} {self.currency}"

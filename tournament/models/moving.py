"""A tournament that is played on one installation and shown on another."""

from django.conf import settings
from django.db import models

from .planning import Tournament


class ReceivingToken(models.Model):
    """The right of another installation to send one tournament here: its first file says which, and by which key."""

    # Whom it was given to.
    name = models.CharField(max_length=200)
    token_sha256 = models.CharField(max_length=64, unique=True)
    # The tournament's address and the sender's public key, once it was used.
    slug = models.CharField(max_length=60, blank=True)
    key = models.CharField(max_length=100, blank=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)
    used_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return self.name


class Mirror(models.Model):
    """What is known of a tournament that is played elsewhere: whose it is, and how far it has come here."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="mirror")
    key = models.CharField(max_length=100)
    # The tournament's version there.
    version = models.PositiveBigIntegerField()
    received_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.tournament} {self.version}"


class Upstream(models.Model):
    """The server that a tournament's results are sent to while it is played here."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="upstream")
    url = models.CharField(max_length=500)
    # Given out by that server; whoever has it can send there, so no page shows it again.
    token = models.CharField(max_length=100)
    # The version that has arrived, and when; None: none yet.
    version = models.PositiveBigIntegerField(null=True)
    arrived_at = models.DateTimeField(null=True)
    # Why the last attempt came to nothing, in the words of the server or of the network; empty: it didn't.
    problem = models.CharField(max_length=500, blank=True)
    tried_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.url

"""Who did what, when and from where: append-only, each record holding the hash of the one before."""

from django.conf import settings
from django.db import models

from .planning import Tournament


class AuditRecord(models.Model):
    """One act. Written by `audit.services.act` in the transaction of the act itself, never changed."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="journal", db_index=False)
    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    # The name at the time, so that the journal reads the same after a rename.
    actor_name = models.CharField(max_length=200)
    action = models.CharField(max_length=60)
    subject = models.CharField(max_length=120, blank=True)
    data = models.JSONField(default=dict)
    address = models.CharField(max_length=45, blank=True)
    # The salted fingerprint of what may name people, and the hash over it and all else: `audit/chain.py`.
    salt = models.CharField(max_length=32, blank=True)
    content_sha256 = models.CharField(max_length=64, blank=True)
    previous_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="audit_number_once")]

    def __str__(self) -> str:
        return f"{self.number} {self.action}"

    def save(self, *args: object, **kwargs: object) -> None:
        if self.pk is not None:
            raise TypeError("A record of the journal is never changed.")
        super().save(*args, **kwargs)  # type: ignore[arg-type,unused-ignore,unreachable]

    def delete(self, *args: object, **kwargs: object) -> tuple[int, dict[str, int]]:
        raise TypeError("A record of the journal is never deleted.")


class DeletedTournament(models.Model):
    """What is left of a tournament that was deleted: that there was one, who deleted it, and where its backup lies."""

    slug = models.CharField(max_length=60)
    name = models.CharField(max_length=200)
    deleted_at = models.DateTimeField()
    deleted_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    deleted_by_name = models.CharField(max_length=200)
    address = models.CharField(max_length=45, blank=True)
    # How much there was: entries, rounds, partidas, papers.
    held = models.JSONField(default=dict)
    # How long its journal was, and the hash of its last record: the journal in the backup is known by them.
    records = models.PositiveIntegerField()
    journal_hash = models.CharField(max_length=64, blank=True)
    backup = models.CharField(max_length=200)

    class Meta:
        ordering = ["-deleted_at", "-pk"]

    def __str__(self) -> str:
        return self.name

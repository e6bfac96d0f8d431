"""Which referee stands at which table of a round (R13.5), and the links by which he gets into its protocol."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .people import Staff
from .planning import Round


class TableReferee(models.Model):
    """The referee of one table in one round; a referee may have several tables, a table at most one referee."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="table_referees")
    table = models.PositiveSmallIntegerField()
    staff = models.ForeignKey(Staff, models.CASCADE, related_name="tables")
    # Why he stands there although somebody of his own club plays; empty where no other choice was made by hand.
    reason = models.CharField(_("reason"), max_length=200, blank=True)

    class Meta:
        ordering = ["round__number", "table"]
        constraints = [models.UniqueConstraint(fields=["round", "table"], name="referee_once_a_table")]

    def __str__(self) -> str:
        return f"{self.round.number}/{self.table}: {self.staff.user}"


class AccessLink(models.Model):
    """A way into the protocol of one table in one round for its referee, without an account.

    Neither the token of its address nor its short code is kept: both follow from `nonce` and the secret of the
    installation (access/tokens.py), and what comes in is compared with the fingerprints here.
    """

    class Kind(models.TextChoices):
        TABLE = "table", _("table")

    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.TABLE.value)
    round = models.ForeignKey(Round, models.CASCADE, related_name="access_links")
    table = models.PositiveSmallIntegerField()
    nonce = models.CharField(max_length=32, unique=True)
    token_sha256 = models.CharField(max_length=64, unique=True)
    # Keyed with the secret of the installation: the code is too short for a bare fingerprint.
    code_hmac = models.CharField(max_length=64, unique=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)
    # When it was opened, or something was done by it, for the last time.
    last_used_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["round__number", "table", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "table"], condition=Q(revoked_at__isnull=True), name="one_link_a_table"
            )
        ]

    def __str__(self) -> str:
        """As the journal names it, in one language for all; `phrases.author_words` puts it into the reader's."""
        return f"table link, round {self.round.number}, table {self.table}"

    @property
    def ended(self) -> str:
        """Why it opens nothing any more: `closed`, `taken_back`, `revoked` or `expired`; empty while it does."""
        if self.round.state != Round.State.PUBLISHED.value:
            return "closed" if self.round.state == Round.State.CLOSED.value else "taken_back"
        if self.revoked_at:
            return "revoked"
        return "expired" if self.expires_at <= timezone.now() else ""

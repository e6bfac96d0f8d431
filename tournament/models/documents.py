"""Papers that were issued: what each says, its file, its fingerprint and what replaced it."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from .planning import Round, Tournament
from .protocols import Protocol

# Letters and digits that can't be taken for one another when read from paper.
CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"


def new_code() -> str:
    """A code to verify a paper by, 50 bits: `7KQM-2XRA-9D`."""
    letters = "".join(secrets.choice(CODE_ALPHABET) for _ in range(10))
    return f"{letters[:4]}-{letters[4:8]}-{letters[8:]}"


class Batch(models.Model):
    """An order for the papers of all confirmed protocols of a round, one for each round, kind, language and size.

    Which papers belong to it and how far they are is read from the papers: `documents.batches`.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="batches")
    round = models.ForeignKey(Round, models.CASCADE, related_name="batches")
    # One of Document.Kind.
    kind = models.CharField(max_length=20)
    language = models.CharField(max_length=5)
    sheet = models.CharField(max_length=10, default="a4")
    # The address at which the program was asked, for the QR codes where PUBLIC_URL isn't set.
    site = models.CharField(max_length=270, blank=True)
    # The last order: by whom, and when.
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()
    # When the last of its papers was put in the queue; None while that is under way.
    prepared_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-round__number", "language", "sheet"]
        constraints = [models.UniqueConstraint(fields=["round", "kind", "language", "sheet"], name="batch_once")]

    def __str__(self) -> str:
        return f"{self.kind}, {self.round}, {self.language}"


class Document(models.Model):
    """One issued paper. Once it is released it is never changed: a new one replaces it."""

    class Kind(models.TextChoices):
        PROTOCOL = "protocol", pgettext_lazy("document", "Protocol")
        STANDINGS = "standings", pgettext_lazy("document", "Standings")
        DRAW = "draw", pgettext_lazy("document", "Draw")
        CROSS_TABLE = "cross_table", pgettext_lazy("document", "Cross-table")
        BRACKET = "bracket", pgettext_lazy("document", "Bracket")
        RULINGS = "rulings", pgettext_lazy("document", "Rulings")
        REPORT = "report", pgettext_lazy("document", "Final report")
        DIPLOMAS = "diplomas", pgettext_lazy("document", "Diplomas")

    class State(models.TextChoices):
        WAITING = "waiting", pgettext_lazy("document", "waits for the chief referee")
        QUEUED = "queued", pgettext_lazy("document", "in the making")
        READY = "ready", pgettext_lazy("document", "ready")
        FAILED = "failed", pgettext_lazy("document", "failed")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="documents")
    kind = models.CharField(max_length=20, choices=Kind.choices)
    code = models.CharField(max_length=12, unique=True, default=new_code)
    language = models.CharField(max_length=5)
    # The size of its sheets: `a4` or `letter`.
    sheet = models.CharField(max_length=10, default="a4")
    protocol = models.ForeignKey(Protocol, models.CASCADE, null=True, related_name="documents")
    # The draw of this round; standings, cross-table, bracket or rulings after it. None: a protocol, or of the whole.
    round = models.ForeignKey(Round, models.CASCADE, null=True, related_name="documents")
    revision = models.PositiveSmallIntegerField(default=1)
    # What the paper says, fixed when it was asked for; the file is made from it and from nothing else.
    content = models.JSONField()
    content_sha256 = models.CharField(max_length=64)
    # Where its QR leads, such as https://domino.example.org/verify/7KQM-2XRA-9D.
    verify_url = models.CharField(max_length=300)
    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED.value)
    error = models.TextField(blank=True)
    file = models.CharField(max_length=200, blank=True)
    sha256 = models.CharField(_("SHA-256"), max_length=64, blank=True)
    size = models.PositiveIntegerField(null=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    # The chief referee who let it be sealed, and when; None where that isn't needed: `documents.approval`.
    approved_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    approved_at = models.DateTimeField(null=True)
    sealed_at = models.DateTimeField(null=True)
    replaced_by = models.ForeignKey("self", models.SET_NULL, null=True, related_name="replaces")

    class Meta:
        ordering = ["-created_at", "-pk"]
        indexes = [
            models.Index(fields=["sha256"], name="document_of_file"),
            # Few are, of all that there ever were.
            models.Index(fields=["id"], condition=Q(state="queued"), name="document_queued"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.code}"

    @property
    def of_round(self) -> int | None:
        """The number of the round that it is about, or after which it says how things stand; None: of the whole."""
        round_ = self.protocol.partida.round if self.protocol else self.round
        return round_.number if round_ else None

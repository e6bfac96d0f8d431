"""What is to be played: the tournament, its regulations, stages and rounds."""

from functools import cached_property
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

import scoring


class Tournament(models.Model):
    """An event (R1.1)."""

    class Event(models.TextChoices):
        """What is ranked: fixed pairs, or players whose partners are drawn anew each round (R1.3)."""

        PAIRS = "pairs", pgettext_lazy("event", "pairs")
        INDIVIDUAL = "individual", pgettext_lazy("event", "individual")

    class Names(models.TextChoices):
        """How much of a player's name the public reads."""

        FULL = "full", pgettext_lazy("names", "in full")
        INITIALS = "initials", pgettext_lazy("names", "as initials")

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=200)
    venue = models.CharField(_("venue"), max_length=200, blank=True)
    timezone = models.CharField(_("time zone of the hall"), max_length=50, default="Europe/Moscow")
    event = models.CharField(_("event"), max_length=20, choices=Event.choices, default=Event.PAIRS.value)
    is_public = models.BooleanField(_("public"), default=False)
    # The Telegram chat to which draws are announced: a number or an @name; empty: none.
    telegram_chat = models.CharField(max_length=64, blank=True)
    names_shown = models.CharField(max_length=10, choices=Names.choices, default=Names.FULL.value)
    # Decided when it is made, and for good: what was tried out never becomes a result.
    is_rehearsal = models.BooleanField(_("rehearsal"), default=False, editable=False)
    # Grows with every recorded act: the ETag of all pages about this tournament.
    version = models.PositiveBigIntegerField(default=0, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    # Since when nothing of it may be changed any more; None: it may.
    archived_at = models.DateTimeField(null=True, blank=True, editable=False)
    # The installation that it is played on, whose results it shows; empty: it is played on this one.
    mirror_of = models.CharField(max_length=200, blank=True, editable=False)

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(is_rehearsal=False) | Q(is_public=False), name="rehearsal_is_never_public"
            )
        ]
        # The list that everybody comes by, the newest first.
        indexes = [models.Index(fields=["-created_at", "-id"], condition=Q(is_public=True), name="tournament_public")]

    def __str__(self) -> str:
        return self.name

    @property
    def zone(self) -> ZoneInfo:
        """The hall's time zone, in which all times of this tournament are shown."""
        return ZoneInfo(self.timezone)

    @property
    def is_individual(self) -> bool:
        """Whether players are ranked, each by himself (R1.3)."""
        return self.event == self.Event.INDIVIDUAL.value

    @property
    def entry_size(self) -> int:
        """How many players make up an entry: two of a pair, one in an individual event (R1.3)."""
        return 1 if self.is_individual else 2

    @property
    def regulations(self) -> "Regulations":
        """The newest version of the regulations; a published round keeps the one it was published with."""
        return self.regulations_versions.filter(stage__isnull=True).latest("number")


class Regulations(models.Model):
    """One version of the regulations: a `scoring.Regulations` as JSON. Never changed, only followed.

    A tournament has a row of versions, and so has each stage that is played by other rules (R3.5). A stage's version
    without data says that from then on it is played as the tournament again.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="regulations_versions")
    stage = models.ForeignKey("Stage", models.CASCADE, null=True, related_name="regulations_versions")
    number = models.PositiveSmallIntegerField()
    data = models.JSONField()
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"], condition=Q(stage__isnull=True), name="regulations_version_once"
            ),
            models.UniqueConstraint(
                fields=["stage", "number"], condition=Q(stage__isnull=False), name="stage_regulations_version_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.stage or self.tournament} v{self.number}"

    @cached_property
    def value(self) -> scoring.Regulations:
        """The rules themselves, as the engine understands them."""
        return scoring.Regulations.from_dict(self.data)


class Stage(models.Model):
    """Consecutive rounds with one table of standings (R1.1)."""

    class System(models.TextChoices):
        SWISS = "swiss", _("Swiss")
        ROUND_ROBIN = "round_robin", _("round robin")
        KNOCKOUT = "knockout", _("knockout")
        INDIVIDUAL = "individual", pgettext_lazy("system", "individual")
        FREE = "free", pgettext_lazy("system", "free: partidas are seated by hand")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="stages", db_index=False)
    number = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=100)
    system = models.CharField(_("system"), max_length=20, choices=System.choices)
    # How its rounds are drawn, in the shape of draw/policy.py; what is as by default is left out.
    policy = models.JSONField(default=dict, blank=True)
    # Who plays it, by entry number: one list for each group, in the order of seeds. Empty: all entries (R13.3).
    lineup = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="stage_number_once")]

    def __str__(self) -> str:
        return self.name

    @property
    def is_individual(self) -> bool:
        """Whether partners are drawn too, so that four entries sit at a table (R13.4)."""
        return self.system == self.System.INDIVIDUAL.value

    @property
    def own_regulations(self) -> Regulations | None:
        """The newest version of its own regulations; None: it is played as the tournament (R3.5)."""
        newest = list(self.regulations_versions.all())[-1:]
        return newest[0] if newest and newest[0].data else None

    @property
    def regulations(self) -> Regulations:
        """What its rounds are published with from now on: its own regulations, else the tournament's."""
        return self.own_regulations or self.tournament.regulations


class Round(models.Model):
    """Partidas played at the same time (R1.1). Numbered through the whole tournament, not by stage."""

    class State(models.TextChoices):
        PROPOSED = "proposed", pgettext_lazy("round", "proposed")
        PUBLISHED = "published", pgettext_lazy("round", "published")
        CLOSED = "closed", pgettext_lazy("round", "closed")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rounds", db_index=False)
    stage = models.ForeignKey(Stage, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=20, choices=State.choices, default=State.PROPOSED.value)
    # Frozen at publication (DESIGN): later changes of the regulations don't touch what is being played.
    regulations = models.ForeignKey(Regulations, models.PROTECT, null=True, related_name="rounds")
    # How the draw came about, for the printed draw and for repeating it: {"method": "lots", "seed": "…"}.
    draw = models.JSONField(default=dict)
    published_at = models.DateTimeField(null=True)
    # When the chief referee started the clock, for all tables at once (R6.1).
    started_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="round_number_once")]

    def __str__(self) -> str:
        return _("Round %(number)s") % {"number": self.number}

    @property
    def rules(self) -> scoring.Regulations:
        """The regulations this round is played by: its own once it is published, else the stage's."""
        return (self.regulations or self.stage.regulations).value

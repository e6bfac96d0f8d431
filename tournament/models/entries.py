"""What is ranked: entries and the players who make them up (R1.3)."""

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .people import Club, Player
from .planning import Tournament


class Entry(models.Model):
    """A fixed pair, an individual or a team. An entry is ranked; who plays together is a pair (R1.3)."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries", db_index=False)
    number = models.PositiveIntegerField(_("number"), validators=[MinValueValidator(1)])
    club = models.ForeignKey(Club, models.PROTECT, null=True, blank=True, related_name="entries")
    country = models.CharField(_("country"), max_length=60, blank=True)
    seed = models.PositiveIntegerField(_("seed"), null=True, blank=True)
    # The table at which it always sits, for those who can't change places (R13.5).
    fixed_table = models.PositiveSmallIntegerField(_("fixed table"), null=True, blank=True)
    # The first round that it doesn't play; what it played before stays (R8.5).
    withdrawn_from = models.PositiveSmallIntegerField(_("withdrawn from round"), null=True, blank=True)
    # When it was seen in the hall; none: not yet.
    checked_in_at = models.DateTimeField(null=True, blank=True, editable=False)
    # The hash of the PIN by which it can sign; empty: it has none. And how many wrong ones were tried in a row.
    pin = models.CharField(max_length=128, blank=True, editable=False)
    wrong_pins = models.PositiveSmallIntegerField(default=0, editable=False)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="entry_number_once")]

    def __str__(self) -> str:
        return " / ".join(member.player.name for member in self.members.all() if member.to_round is None)


class EntryMember(models.Model):
    """A player in an entry, from one round to another: a substitute takes over the slot of the one who leaves."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="+")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="members", db_index=False)
    player = models.ForeignKey(Player, models.PROTECT, related_name="memberships")
    slot = models.PositiveSmallIntegerField()
    from_round = models.PositiveSmallIntegerField(default=1)
    to_round = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["slot", "from_round"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "slot", "from_round"], name="member_slot_once"),
            models.UniqueConstraint(
                fields=["tournament", "player"], condition=Q(to_round__isnull=True), name="player_in_one_entry"
            ),
        ]

    def __str__(self) -> str:
        return self.player.name

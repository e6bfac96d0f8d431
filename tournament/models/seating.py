"""Who sits where: partidas and their four seats (R1.2)."""

from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

from .entries import Entry
from .people import Player
from .planning import Round


class Partida(models.Model):
    """One contest of two sides at a table. Side A sits on 1 and 3, side B on 2 and 4."""

    class Kind(models.TextChoices):
        PLAYED = "played", pgettext_lazy("partida", "played")
        WALKOVER = "walkover", pgettext_lazy("partida", "walkover")
        BYE = "bye", pgettext_lazy("partida", "bye")
        BOTH_ABSENT = "both_absent", pgettext_lazy("partida", "both absent")
        VOID = "void", pgettext_lazy("partida", "void")

    round = models.ForeignKey(Round, models.CASCADE, related_name="partidas", db_index=False)
    # A bye has no table.
    table = models.PositiveSmallIntegerField(null=True)
    kind = models.CharField(max_length=20, choices=Kind.choices, default=Kind.PLAYED.value)
    # The side that is present at a walkover; otherwise the protocol tells.
    winner = models.CharField(max_length=1, blank=True)

    class Meta:
        ordering = ["round__number", "table", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["round", "table"], name="table_once_a_round"),
            models.CheckConstraint(
                condition=Q(kind="walkover", winner__in=["a", "b"]) | (~Q(kind="walkover") & Q(winner="")),
                name="walkover_has_a_winner",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round.number}/{self.table or '—'}"


class Seat(models.Model):
    """Place 1–4 of a partida: who sits there and for which entry. Results are per seat (R8.6)."""

    partida = models.ForeignKey(Partida, models.CASCADE, related_name="seats", db_index=False)
    # The partida's round once more, so that the database itself keeps a player to one seat a round.
    round = models.ForeignKey(Round, models.CASCADE, related_name="+", db_index=False)
    number = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="seats")
    slot = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="seats")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["partida", "number"], name="seat_once"),
            models.UniqueConstraint(fields=["round", "player"], name="player_once_a_round"),
            models.UniqueConstraint(fields=["round", "entry", "slot"], name="entry_once_a_round"),
            models.CheckConstraint(condition=Q(number__gte=1, number__lte=4), name="seat_1_to_4"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.player}"

    @property
    def side(self) -> str:
        """`a` for seats 1 and 3, `b` for 2 and 4 (R1.2)."""
        return "a" if self.number % 2 else "b"

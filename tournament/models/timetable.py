"""When what is to be played: the timetable that was planned, beside which the rounds say when they really began."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .planning import Tournament

MOST_MINUTES = 24 * 60


class TimetableLine(models.Model):
    """One line of the timetable: a round by its number, or anything else by its title: registration, dinner, the end.

    A round has no row of its own before it is drawn, so the line names its number. A line of a round may have a title,
    too: "final".
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="timetable")
    # When it is planned to begin, and how long it is planned to take, changing places included.
    starts_at = models.DateTimeField()
    minutes = models.PositiveSmallIntegerField(null=True)
    round_number = models.PositiveSmallIntegerField(null=True)
    title = models.CharField(_("title"), max_length=100, blank=True)

    class Meta:
        ordering = ["starts_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "round_number"],
                condition=Q(round_number__isnull=False),
                name="round_planned_once",
            ),
            models.CheckConstraint(
                condition=Q(round_number__isnull=False) | ~Q(title=""), name="timetable_line_says_something"
            ),
        ]

    def __str__(self) -> str:
        if self.round_number is None:
            return self.title
        named = _("Round %(number)s") % {"number": self.round_number}
        return f"{named}, {self.title}" if self.title else named

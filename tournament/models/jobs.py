"""Work to be done after the answer has gone out: one row a job, and the row is the truth.

Whatever carries the word that a job waits (a thread, Redis) may be lost; the row is not.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Job(models.Model):
    """One call of a task, from being asked for to its end.

    `task` is the dotted name of a function marked with `tournament.jobs.job`, `arguments` its arguments as
    a JSON list. Times are UTC. A running job belongs to its worker until `lease_until`; after that its worker
    is taken for dead and the job may be queued again.
    """

    class Status(models.TextChoices):
        """Where a job stands; only a queued one may be taken, and only by one worker."""

        QUEUED = "queued", _("queued")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    task = models.CharField(_("task"), max_length=200)
    arguments = models.JSONField(_("arguments"), default=list)
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.QUEUED.value)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    progress = models.PositiveSmallIntegerField(_("progress, in percent"), default=0)
    error = models.TextField(_("error"), blank=True, default="")
    created = models.DateTimeField(_("asked for"), auto_now_add=True)
    # The id of the request that asked for it, for the log. The version before this one writes rows without it.
    request = models.CharField(_("asked for by request"), max_length=64, blank=True, default="", db_default="")
    # Not to be begun before; None: as soon as somebody has time.
    due = models.DateTimeField(_("not before"), null=True, blank=True)
    started = models.DateTimeField(_("started"), null=True, blank=True)
    lease_until = models.DateTimeField(_("held until"), null=True, blank=True)
    finished = models.DateTimeField(_("finished"), null=True, blank=True)

    class Meta:
        verbose_name = _("job")
        verbose_name_plural = _("jobs")
        ordering = ("pk",)
        indexes = (models.Index(fields=("status", "id"), name="job_status"),)
        constraints = (
            models.CheckConstraint(
                condition=models.Q(status__in=["queued", "running", "done", "failed"]),
                name="job_status_known",
            ),
            models.CheckConstraint(condition=models.Q(progress__lte=100), name="job_progress_percent"),
            models.CheckConstraint(
                condition=~models.Q(status="running") | models.Q(lease_until__isnull=False),
                name="job_running_is_leased",
            ),
        )

    def __str__(self) -> str:
        return f"{self.task} {self.arguments}: {self.status}"

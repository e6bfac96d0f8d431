"""A tournament planned after an earlier one: its regulations, stages and timetable; officials and entries if wished."""

from datetime import UTC, date, datetime, timedelta

from django.db import transaction

from tournament.access.services import appoint, set_club
from tournament.audit.services import Author
from tournament.draw.policy import StagePolicy
from tournament.entries.queries import application_of, entries_of
from tournament.entries.services import import_pairs
from tournament.models import Staff, Stage, TimetableLine, Tournament
from tournament.planning.services import Description, PlannedStage, create_planned
from tournament.planning.timetable import Planned


def copy(
    *,
    source: Tournament,
    name: str,
    by: Author,
    first_day: date | None = None,
    with_officials: bool = False,
    with_entries: bool = False,
    is_rehearsal: bool = False,
) -> Tournament:
    """A new tournament as this one was planned, all of it or nothing; whoever makes it becomes its organiser.

    first_day: of the timetable, which moves by whole days of the hall; None: the copy has none. Nothing that was
    drawn, played or decided goes along, nor who sees which pages; the copy isn't public.
    """
    description = Description(
        name=name,
        venue=source.venue,
        timezone=source.timezone,
        event=source.event,
        is_rehearsal=is_rehearsal,
        names_shown=source.names_shown,
    )
    with transaction.atomic():
        made = create_planned(
            description=description,
            regulations=source.regulations.value,
            stages=[_stage(stage, with_entries=with_entries) for stage in source.stages.all()],
            timetable=moved(source, first_day) if first_day else [],
            by=by,
            copy_of=source.slug,
        )
        if with_officials:
            _take_officials(source, made, by)
        entries = list(entries_of(source)) if with_entries else []
        if entries:
            applications = {entry.number: application_of(entry) for entry in entries}
            import_pairs(tournament=made, applications=applications, by=by)
    return made


def _stage(stage: Stage, *, with_entries: bool) -> PlannedStage:
    """How a stage is drawn and played; which pairs must not meet is known only where they are the same (R13.1)."""
    policy = StagePolicy.from_dict(stage.policy).to_dict()
    if not with_entries:
        policy.pop("forbidden", None)
    own = stage.own_regulations
    return PlannedStage(stage.name, stage.system, policy, own.value if own else None)


def moved(source: Tournament, first_day: date) -> list[Planned]:
    """The timetable of a tournament as if it had begun on this day of the hall; its times of day stay."""
    lines = list(source.timetable.all())
    if not lines:
        return []
    days = first_day - _local(source, lines[0]).date()
    return [Planned(_on(source, line, days), line.minutes, line.round_number, line.title) for line in lines]


def _on(source: Tournament, line: TimetableLine, days: timedelta) -> datetime:
    """The same time of day, so many days later; by the clock of the hall, whether it is summer or winter time then."""
    there = _local(source, line).replace(tzinfo=None) + days
    return there.replace(tzinfo=source.zone).astimezone(UTC)


def _local(source: Tournament, line: TimetableLine) -> datetime:
    return line.starts_at.astimezone(source.zone)


def _take_officials(source: Tournament, made: Tournament, by: Author) -> None:
    """The officials with their roles and clubs; the one who makes the copy has his role already."""
    mine = (by.user.pk if by.user else None, Staff.Role.ORGANISER.value)
    for post in source.staff.select_related("user", "club").order_by("pk"):
        if (post.user_id, post.role) != mine:
            appoint(tournament=made, username=post.user.username, role=post.role, by=by)
        if post.club:
            copied = made.staff.get(user=post.user, role=post.role)
            set_club(post=copied, club=post.club.name, by=by)

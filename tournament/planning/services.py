"""Planning a tournament: create it, change its regulations, add stages, show it to the public."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.text import slugify

import scoring
from tournament.audit.services import Author, act
from tournament.models import Regulations, Staff, Stage, Tournament
from tournament.phrases import Refused
from tournament.webhooks.services import send_held

from .scheduling import as_data, write_lines
from .timetable import Planned

# Cyrillic in an address is legal but unreadable when copied; the usual Latin spelling of Russian names is used.
_CYRILLIC = "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"
_SPELLED = "a b v g d e e zh z i y k l m n o p r s t u f kh ts ch sh shch _ y _ e yu ya".split()  # noqa: SIM905 -- read beside the line above
LATIN = dict(zip(_CYRILLIC, _SPELLED, strict=True))
# What a stage can be in each kind of event; the first is what a stage becomes when the kind changes.
SYSTEMS_OF = {
    Tournament.Event.PAIRS.value: (
        Stage.System.SWISS.value,
        Stage.System.ROUND_ROBIN.value,
        Stage.System.KNOCKOUT.value,
        Stage.System.FREE.value,
    ),
    Tournament.Event.INDIVIDUAL.value: (Stage.System.INDIVIDUAL.value,),
}
# Who bears a fine in each kind of event (R10.5).
PAYS_IN = {Tournament.Event.PAIRS.value: "pair", Tournament.Event.INDIVIDUAL.value: "offender"}
# Pages of the desk that stand where a tournament's address would.
DESK_PAGES = ("new", "load")


def slug_of(name: str) -> str:
    """An address made from a name.

    >>> slug_of("Кубок Москвы — 2026")
    'kubok-moskvy-2026'
    """
    latin = "".join(LATIN.get(letter, letter) for letter in name.casefold()).replace("_", "")
    return slugify(latin)[:50] or "tournament"


def free_slug(name: str) -> str:
    """An address made from a name that no tournament has yet, and no page of the desk."""
    base = slug_of(name)
    taken = {*Tournament.objects.filter(slug__startswith=base).values_list("slug", flat=True), *DESK_PAGES}
    candidates = (f"{base}-{number}" if number > 1 else base for number in range(1, len(taken) + 2))
    return next(slug for slug in candidates if slug not in taken)


@dataclass(frozen=True)
class Description:
    """What a new tournament is called and where it is; who is ranked; whether it is only a rehearsal."""

    name: str
    venue: str
    timezone: str
    event: str = Tournament.Event.PAIRS.value
    slug: str = ""
    is_rehearsal: bool = False
    names_shown: str = Tournament.Names.FULL.value


@dataclass(frozen=True)
class PlannedStage:
    """A stage of a new tournament. policy: how it is drawn; regulations: its own, None: the tournament's (R3.5)."""

    name: str
    system: str
    policy: Mapping[str, Any] = field(default_factory=dict)
    regulations: scoring.Regulations | None = None


def create_tournament(
    *,
    name: str,
    venue: str,
    timezone: str,
    regulations: scoring.Regulations,
    stage_name: str,
    system: str,
    by: Author,
    slug: str = "",
    event: str = Tournament.Event.PAIRS.value,
    is_rehearsal: bool = False,
) -> Tournament:
    """A new tournament with its regulations and first stage; whoever makes it becomes its organiser."""
    description = Description(name, venue, timezone, event, slug, is_rehearsal)
    stages = [PlannedStage(stage_name, system)]
    return create_planned(description=description, regulations=regulations, stages=stages, timetable=(), by=by)


def create_planned(
    *,
    description: Description,
    regulations: scoring.Regulations,
    stages: Sequence[PlannedStage],
    timetable: Sequence[Planned],
    by: Author,
    copy_of: str = "",
) -> Tournament:
    """A new tournament with regulations, stages and timetable, in one act; whoever makes it becomes its organiser.

    copy_of: the address of the tournament that it is planned after, for the journal.
    """
    if not description.name.strip():
        raise Refused("planning.empty_name", field="name")
    for stage in stages:
        _require_fitting(description.event, stage.system)
    with transaction.atomic():
        tournament = _new_row(description)
        with act(tournament, "tournament.created", by) as doing:
            doing.data = _creation(description, regulations, stages, timetable, copy_of)
            Regulations.objects.create(tournament=tournament, number=1, data=regulations.to_dict(), created_by=by.user)
            for number, stage in enumerate(stages, 1):
                _write_stage(tournament, number, stage, by)
            write_lines(tournament, timetable)
            if by.user:
                Staff.objects.create(user=by.user, tournament=tournament, role=Staff.Role.ORGANISER.value)
    return tournament


def _new_row(description: Description) -> Tournament:
    slug = description.slug or free_slug(description.name)
    try:
        with transaction.atomic():
            return Tournament.objects.create(**vars(description) | {"slug": slug})
    except IntegrityError:
        raise Refused("planning.slug_taken", field="slug", slug=slug) from None


def _creation(
    description: Description,
    regulations: scoring.Regulations,
    stages: Sequence[PlannedStage],
    timetable: Sequence[Planned],
    copy_of: str,
) -> dict[str, Any]:
    """What the journal says of a creation; what is as usual is left out."""
    said: dict[str, Any] = {
        "name": description.name,
        "event": description.event,
        "regulations": regulations.to_dict(),
        "system": stages[0].system,
    }
    further = {"stages": [stage.name for stage in stages]} if len(stages) > 1 else {}
    planned = {"timetable": [as_data(line) for line in timetable]} if timetable else {}
    rehearsal = {"rehearsal": True} if description.is_rehearsal else {}
    return said | further | planned | rehearsal | ({"copy_of": copy_of} if copy_of else {})


def _write_stage(tournament: Tournament, number: int, planned: PlannedStage, by: Author) -> None:
    stage = Stage.objects.create(
        tournament=tournament, number=number, name=planned.name, system=planned.system, policy=dict(planned.policy)
    )
    if planned.regulations:
        own = planned.regulations.to_dict()
        Regulations.objects.create(tournament=tournament, stage=stage, number=1, data=own, created_by=by.user)


def _require_fitting(event: str, system: str) -> None:
    """Partners are drawn anew in an individual event, and in no other (R1.3, R13.4)."""
    if system not in SYSTEMS_OF[event]:
        code = "planning.pairs_only" if event == Tournament.Event.INDIVIDUAL.value else "planning.individual_only"
        raise Refused(code, field="system", system=Stage.System(system).label)


def change_event(*, tournament: Tournament, event: str, by: Author) -> None:
    """Hold the tournament for pairs or for players, each by himself, as long as nobody is registered (R1.3).

    Its stages get the usual system of such an event, its regulations the one who bears a fine (R10.5).
    """
    with act(tournament, "tournament.event_changed", by) as doing:
        current = doing.tournament
        if current.event == event:
            doing.unchanged()
            return
        if count := current.entries.count():
            raise Refused("planning.event_has_entries", count=count)
        doing.data = {"before": current.event, "after": event}
        Tournament.objects.filter(pk=current.pk).update(event=event)
        current.stages.update(system=SYSTEMS_OF[event][0], policy={})
        for stage in (None, *current.stages.all()):
            _follow_event(current, stage, event, by)


def _follow_event(tournament: Tournament, stage: Stage | None, event: str, by: Author) -> None:
    """A version of the regulations by which the right one bears a fine; a stage without any follows by itself."""
    latest = stage.own_regulations if stage else tournament.regulations
    if latest is None or latest.value.pays == PAYS_IN[event]:
        return
    Regulations.objects.create(
        tournament=tournament,
        stage=stage,
        number=latest.number + 1,
        data=latest.value.replace(pays=PAYS_IN[event]).to_dict(),
        created_by=by.user,
    )


def change_tournament(
    *, tournament: Tournament, name: str, venue: str, timezone: str, is_public: bool, by: Author
) -> None:
    """Change what a tournament is called, where it is and whether the public sees it."""
    values: dict[str, Any] = {"name": name, "venue": venue, "timezone": timezone, "is_public": is_public}
    with act(tournament, "tournament.changed", by) as doing:
        before = {key: getattr(doing.tournament, key) for key in values}
        if before == values:
            doing.unchanged()
            return
        if is_public and doing.tournament.is_rehearsal:
            raise Refused("planning.rehearsal_public", field="is_public")
        doing.data = {"before": before, "after": values}
        Tournament.objects.filter(pk=tournament.pk).update(**values)
        if is_public:
            send_held(tournament=doing.tournament)


def change_regulations(*, tournament: Tournament, regulations: scoring.Regulations, by: Author) -> None:
    """Put a new version of the regulations in force for rounds not yet published; published ones keep theirs."""
    with act(tournament, "regulations.changed", by) as doing:
        latest = doing.tournament.regulations
        if latest.value == regulations:
            doing.unchanged()
            return
        doing.subject = f"regulations:{latest.number + 1}"
        doing.data = {"before": latest.data, "after": regulations.to_dict()}
        Regulations.objects.create(
            tournament=tournament, number=latest.number + 1, data=regulations.to_dict(), created_by=by.user
        )


def change_stage_regulations(*, stage: Stage, regulations: scoring.Regulations | None, by: Author) -> None:
    """Give a stage regulations of its own, or with None those of the tournament again (R3.5).

    They hold for rounds not yet published; published ones keep theirs.
    """
    with act(stage.tournament, "stage.regulations_changed", by) as doing:
        current = doing.tournament.stages.get(pk=stage.pk)
        before = current.own_regulations
        if regulations == (before.value if before else None):
            doing.unchanged()
            return
        newest = current.regulations_versions.last()
        after = regulations.to_dict() if regulations else {}
        doing.subject = f"stage:{current.number}"
        doing.data = {"before": before.data if before else {}, "after": after}
        Regulations.objects.create(
            tournament=doing.tournament,
            stage=current,
            number=newest.number + 1 if newest else 1,
            data=after,
            created_by=by.user,
        )


def add_stage(*, tournament: Tournament, name: str, system: str, by: Author) -> Stage:
    """A further stage after the existing ones; its table of standings begins anew (R1.1)."""
    with act(tournament, "stage.added", by) as doing:
        _require_fitting(doing.tournament.event, system)
        number = doing.tournament.stages.count() + 1
        stage = Stage.objects.create(tournament=tournament, number=number, name=name, system=system)
        doing.subject = f"stage:{number}"
        doing.data = {"name": name, "system": system}
    return stage


def remove_stage(*, stage: Stage, by: Author) -> None:
    """Take the last stage off the plan again, while it has no rounds."""
    with act(stage.tournament, "stage.removed", by) as doing:
        current = doing.tournament.stages.get(pk=stage.pk)
        if current.rounds.exists():
            raise Refused("planning.stage_has_rounds", stage=current.name)
        if current.number == 1 or current != doing.tournament.stages.last():
            raise Refused("planning.stage_not_last", stage=current.name)
        doing.subject = f"stage:{current.number}"
        doing.data = {"name": current.name, "system": current.system}
        current.delete()

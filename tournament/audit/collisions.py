"""Two people on one screen: an act that would overwrite what its author hasn't seen is refused, in words.

Every form carries the version of the tournament that its page showed (`templatetags/forms.py`). The journal knows what
was done since; this table says which of these acts an act would undo without knowing. Whatever has a version of its
own is compared more closely there: sheets, draws, posts of referees, papers that wait. What isn't named here either
adds without taking away, or is refused by the state of what it is about; tests/tournament/access/test_collisions.py
walks all forms of the desk and says for each which of these it is.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tournament.models import AuditRecord, Tournament

DRAWS = frozenset(
    {
        "draw.proposed",
        "draw.changed",
        "draw.swapped",
        "draw.redrawn",
        "draw.published",
        "draw.taken_back",
    }
)
STAGES = frozenset({"stage.added", "stage.removed", "tournament.event_changed"})
ENTRY = frozenset({"entry.changed", "entry.substituted", "entry.withdrawn", "entry.reinstated"})
OUTCOME = frozenset({"release.changed", "results.held_back", "results.published"})
CLOCK = frozenset({"clock.started", "clock.start_taken_back", "clock.paused", "clock.resumed"})
RULED = frozenset({"ruling.made", "ruling.struck_out", "ruling.restored", "protocol.corrected"})
WITHOUT_PLAY = frozenset({"absence.declared", "absence.taken_back", "partida.voided", "protocol.confirmed"})
SHEET = frozenset({"deal.recorded", "totals.recorded", "sheet.recorded", "sheet.typed", "protocol.entered"})

OVERWRITES: Mapping[str, frozenset[str]] = {
    "tournament.changed": frozenset({"tournament.changed"}),
    "tournament.event_changed": STAGES | {"regulations.changed", "stage.regulations_changed", "draw.policy_set"},
    "regulations.changed": frozenset({"regulations.changed", "tournament.event_changed"}),
    "stage.added": STAGES,
    "stage.removed": STAGES | {"stage.regulations_changed", "draw.policy_set"},
    "stage.regulations_changed": STAGES | {"stage.regulations_changed"},
    "draw.policy_set": STAGES | {"draw.policy_set"},
    "draw.proposed": DRAWS | STAGES | {"draw.policy_set"},
    "draw.taken_back": DRAWS,
    "entry.changed": ENTRY,
    "entry.removed": ENTRY,
    "entry.withdrawn": ENTRY,
    "entry.substituted": ENTRY,
    "entry.reinstated": ENTRY,
    "pins.given": frozenset({"pins.given", "pins.taken"}),
    "pins.taken": frozenset({"pins.given", "pins.taken"}),
    "release.changed": OUTCOME,
    "results.held_back": OUTCOME,
    "results.published": OUTCOME,
    "names.shown": frozenset({"names.shown"}),
    "referees.posted": frozenset({"referees.posted", "referees.changed"}),
    "clock.start_taken_back": CLOCK,
    "clock.paused": CLOCK,
    "clock.resumed": CLOCK,
    "clock.time_added": frozenset({"clock.time_added"}),
    "ruling.struck_out": RULED,
    "ruling.restored": RULED,
    "absence.declared": WITHOUT_PLAY,
    "absence.taken_back": WITHOUT_PLAY,
    "partida.voided": WITHOUT_PLAY | SHEET | RULED,
    "lots.drawn": frozenset({"lots.drawn"}),
    "photo.added": frozenset({"photo.added", "photo.removed"}),
    "photo.removed": frozenset({"photo.added", "photo.removed"}),
    "staff.club_set": frozenset({"staff.club_set", "staff.dismissed"}),
    "links.revoked": frozenset({"links.made", "links.revoked"}),
    "hall.put_up": frozenset({"hall.put_up", "hall.taken_down"}),
    "hall.taken_down": frozenset({"hall.put_up", "hall.taken_down"}),
    "notices.announced": frozenset({"notices.announced"}),
    "notices.chat_set": frozenset({"notices.chat_set"}),
    "upstream.removed": frozenset({"upstream.set", "upstream.removed"}),
    "upstream.set": frozenset({"upstream.set", "upstream.removed"}),
    "webhook.switched_off": frozenset({"webhook.switched_on", "webhook.switched_off"}),
    "webhook.switched_on": frozenset({"webhook.switched_on", "webhook.switched_off"}),
}
"""An act, and the acts that it would undo unseen, where they are about the same thing."""

OF_ALL = frozenset({"stage.added", "draw.proposed"})
"""Acts whose subject is new: what they go on from is the whole plan."""
GONE = frozenset({"stage.removed", "entry.removed", "draw.taken_back", "staff.dismissed"})
"""Acts after which there is nothing at an address any more."""

APART = ("user", "role", "kind", "url", "ruling")
"""What tells things apart of which a subject says nothing: two acts that name others here don't meet."""


@dataclass
class AsOf:
    """How the tournament stood when the page was shown from which somebody acts; None: no page was.

    Each act of the same request makes it newer: he knows what he did himself.
    """

    version: int | None = None


@dataclass(frozen=True)
class Doing:
    """What is being done, as far as it can meet something else."""

    tournament: Tournament
    action: str
    subject: str
    data: Mapping[str, Any]


class Overtaken(Exception):
    """Somebody else has changed the same thing since the page was shown. Nothing is done.

    tournament, records: of what, and the acts that came between, the latest first.
    """

    def __init__(self, tournament: Tournament, records: list[AuditRecord]) -> None:
        super().__init__(", ".join(map(str, records)))
        self.tournament = tournament
        self.records = records


def require_unseen_nothing(doing: Doing, as_of: AsOf | None, last: AuditRecord | None) -> None:
    """Raise `Overtaken` if the act would undo something that its author hasn't seen; under the tournament's lock."""
    wanted = OVERWRITES.get(doing.action)
    if wanted is None or as_of is None or last is None:
        return
    if met := [record for record in _since(doing.tournament, as_of, last, wanted) if _meets(doing, record)]:
        raise Overtaken(doing.tournament, met)


def removed_since(tournament: Tournament, as_of: AsOf) -> list[AuditRecord]:
    """The acts since a page was shown by which something may have gone that it showed, the latest first."""
    last = AuditRecord.objects.filter(tournament=tournament).order_by("-number").first()
    return list(_since(tournament, as_of, last, GONE)) if last else []


def _since(tournament: Tournament, as_of: AsOf, last: AuditRecord, actions: Iterable[str]) -> Iterable[AuditRecord]:
    # Each act makes the version grow by one, so that many acts came since.
    unseen = tournament.version - as_of.version if as_of.version is not None else 0
    if unseen <= 0:
        return ()
    wanted = AuditRecord.objects.filter(tournament=tournament, action__in=actions, number__gt=last.number - unseen)
    return wanted.select_related("tournament").order_by("-number")


def _meets(doing: Doing, record: AuditRecord) -> bool:
    if doing.action in OF_ALL:
        return True
    return _same_subject(doing.subject, record.subject) and not _apart(doing.data, record.data)


def _same_subject(one: str, other: str) -> bool:
    """Whether two acts may be about one thing: one of them names none, or both the same, or a part of it."""
    mine, theirs = _parts(one), _parts(other)
    return all(mine[kind] == theirs[kind] for kind in mine.keys() & theirs.keys())


def _parts(subject: str) -> dict[str, str]:
    """What a subject names, by kind: "round 3, table 5", "entry:12". Versions of regulations follow each other."""
    words = (part.replace(":", " ").split() for part in subject.split(", "))
    named = {pair[0]: pair[1] for pair in words if len(pair) == 2}
    return {kind: number for kind, number in named.items() if kind != "regulations"}


def _apart(mine: Mapping[str, Any], theirs: Mapping[str, Any]) -> bool:
    return any(key in mine and key in theirs and mine[key] != theirs[key] for key in APART)


def own(records: Iterable[AuditRecord], user: object) -> bool:
    """Whether one person did all of it himself, in another window."""
    return all(record.actor == user for record in records)

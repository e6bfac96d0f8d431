"""What calls for a hand, one line each with the act that settles it, the most urgent first.

What keeps others waiting comes first: a protest and a table whose time is over hold up the round, a pair that doesn't
come lets another one sit, a sheet that nobody confirms holds up the standings.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum
from typing import Any

from django.db.models import Count, Max, Min
from django.http import HttpRequest
from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.access.queries import may
from tournament.documents.approval import waiting
from tournament.draw.brackets import Torn, progress, torn_refusal
from tournament.models import Document, Notice, Protocol, Stage, Tournament, WebhookEvent
from tournament.phrases import Refused, sentence
from tournament.protocols.lists import TableLine

from .queries import Contested, Now


class Urgency(IntEnum):
    """In which order calls are listed."""

    PROTEST = 1
    OVER_TIME = 2
    NO_SHOW = 3
    TO_CONFIRM = 4
    SENT_BACK = 5
    TO_SIGN = 6
    TORN = 7
    PAPER_FAILED = 8
    TO_RELEASE = 9
    NOT_TOLD = 10
    NOT_SENT = 11
    NOT_BEGUN = 12
    PLAYING = 13
    PAPER_IN_THE_MAKING = 14


@dataclass(frozen=True)
class Call:
    """One line: where, who, why, since when, and the act.

    sides: by `a` and `b`; marks: what is said of it, each with the kind of badge; text: in somebody's own words.
    """

    urgency: Urgency
    where: str
    act: str
    address: str
    since: datetime | None = None
    sides: list[tuple[str, str]] = field(default_factory=list)
    score: tuple[int, int] | None = None
    marks: list[tuple[str, str]] = field(default_factory=list)
    text: str = ""
    table: int = 0


def calls(request: HttpRequest, tournament: Tournament, now: Now | None, contested: list[Contested]) -> list[Call]:
    """All that calls for this reader's hand."""
    found = [
        *_protests(request, tournament, contested),
        *(_tables(tournament, now) if now else ()),
        *_torn(tournament),
        *_papers(request, tournament),
        *_not_told(request, tournament),
        *_not_sent(request, tournament),
    ]
    return sorted(found, key=lambda call: (call.urgency, call.table))


def _protests(request: HttpRequest, tournament: Tournament, contested: list[Contested]) -> Iterator[Call]:
    """R11.5: the chief referee decides."""
    decides = may(request.user, "protests.decide", tournament)
    for protest in contested:
        place = [tournament.slug, protest.round, protest.table]
        yield Call(
            urgency=Urgency.PROTEST,
            where=_("Round %(round)d, table %(table)d") % {"round": protest.round, "table": protest.table or 0},
            act=_("Decide the protest") if decides else _("Look at the protocol"),
            address=reverse("protests:decide", args=[*place, protest.number])
            if decides
            else reverse("protocols:entry", args=place),
            since=protest.since,
            sides=[(protest.side, protest.who.name)],
            marks=[("stop", _("protest"))],
            text=Truncator(protest.text).words(30),
            table=protest.table or 0,
        )


# -- tables -----------------------------------------------------------------------------------------------------------


def _tables(tournament: Tournament, now: Now) -> Iterator[Call]:
    sent_back = dict(
        Protocol.objects.filter(partida__round=now.round, state=Protocol.State.OPEN.value)
        .exclude(sent_back_reason="")
        .values_list("partida", "sent_back_reason")
    )
    absent_after = now.round.rules.no_show_minutes
    gone = now.clock.elapsed().total_seconds() / 60  # minutes
    for line in now.waiting:
        absent = absent_after is not None and now.clock.started_at is not None and gone >= absent_after
        urgency, act = _table_urgency(line, now, was_sent_back=line.partida in sent_back, absent=absent)
        anchor = "#absence" if urgency is Urgency.NO_SHOW else ""
        yield Call(
            urgency=urgency,
            where=_("Table %(table)d") % {"table": line.table or 0},
            act=act,
            address=reverse("protocols:entry", args=[tournament.slug, line.round, line.table]) + anchor,
            since=line.since,
            sides=[(key, side.name) for key, side in (("a", line.a), ("b", line.b)) if side],
            score=line.score,
            marks=_table_marks(line, urgency, absent_after),
            text=sent_back.get(line.partida, ""),
            table=line.table or 0,
        )


def _table_urgency(line: TableLine, now: Now, *, was_sent_back: bool, absent: bool) -> tuple[Urgency, str]:
    """Why a table calls, and what is to be done there; absent: a pair that isn't there now has lost (R8.1)."""
    if line.state == Protocol.State.ACCEPTED.value:
        return Urgency.TO_CONFIRM, _("Check and confirm")
    if line.state == Protocol.State.ENTERED.value:
        return Urgency.TO_SIGN, _("Have it signed")
    if line.partida in now.late:
        return Urgency.OVER_TIME, _("Finish the partida")
    if was_sent_back:
        return Urgency.SENT_BACK, _("Put it right")
    begun = bool(line.deals or line.score)
    if not begun and absent:
        return Urgency.NO_SHOW, _("Has a pair not come?")
    if not begun and now.clock.started_at:
        return Urgency.NOT_BEGUN, _("Write deals")
    return Urgency.PLAYING, _("Write deals")


def _table_marks(line: TableLine, urgency: Urgency, absent_after: int | None) -> list[tuple[str, str]]:
    """What is said of a table, in badges."""
    if urgency is Urgency.TO_CONFIRM:
        without_play = [("warn", line.kind_words)] if line.kind != "played" else []
        return [*without_play, ("accepted", _("waits for confirmation"))]
    if urgency is Urgency.TO_SIGN:
        return [("entered", _("waits for signatures"))]
    if urgency is Urgency.NO_SHOW:
        said = ngettext(
            "nothing written, and %(minutes)d minute is over (R8.1)",
            "nothing written, and %(minutes)d minutes are over (R8.1)",
            absent_after or 0,
        )
        return [("warn", said % {"minutes": absent_after or 0})]
    first = {
        Urgency.OVER_TIME: [("stop", _("time is over"))],
        Urgency.SENT_BACK: [("warn", _("sent back"))],
    }
    return [*first.get(urgency, []), ("open", _written(line))]


def _written(line: TableLine) -> str:
    if line.deals:
        return ngettext("%(deals)d deal written", "%(deals)d deals written", line.deals) % {"deals": line.deals}
    return _("totals written") if line.score else _("nothing written yet")


# -- what isn't at a table --------------------------------------------------------------------------------------------


def _torn(tournament: Tournament) -> Iterator[Call]:
    """Brackets in which a corrected result has changed who should have met (R13.3)."""
    stages = tournament.stages.filter(system=Stage.System.KNOCKOUT.value, rounds__isnull=False).distinct()
    for stage in stages:
        for torn in _torn_meetings(stage)[:1]:
            yield Call(
                urgency=Urgency.TORN,
                where=str(stage),
                act=_("Look at the bracket"),
                address=reverse("draw:bracket", args=[tournament.slug, stage.number]),
                marks=[("stop", _("bracket torn by a correction"))],
                text=sentence(torn_refusal(torn)),
            )


def _torn_meetings(stage: Stage) -> Sequence[Torn]:
    """The torn meetings of a bracket; none where nothing is a bracket yet, which the page of the draw explains."""
    try:
        return progress(stage).torn
    except Refused:
        return ()


def _papers(request: HttpRequest, tournament: Tournament) -> Iterator[Call]:
    """Papers that failed, that wait for this reader to release them, and those that are being made."""
    address = reverse("documents:list", args=[tournament.slug])
    states = (Document.State.FAILED.value, Document.State.QUEUED.value)
    unfinished = tournament.documents.filter(state__in=states, replaced_by=None).order_by()
    counted = {row["state"]: row for row in unfinished.values("state").annotate(n=Count("pk"), at=Min("created_at"))}
    if (failed := counted.get(Document.State.FAILED.value)) and may(request.user, "documents.issue", tournament):
        said = ngettext("%(number)d paper could not be made", "%(number)d papers could not be made", failed["n"])
        yield _of_papers(Urgency.PAPER_FAILED, "stop", said, failed, _("Try it once more"), address)
    if making := counted.get(Document.State.QUEUED.value):
        said = ngettext("%(number)d paper in the making", "%(number)d papers in the making", making["n"])
        yield _of_papers(Urgency.PAPER_IN_THE_MAKING, "open", said, making, _("Show the papers"), address)
    if may(request.user, "documents.approve", tournament):
        to_release = waiting(tournament).order_by().aggregate(n=Count("pk"), at=Min("created_at"))
        if to_release["n"]:
            said = ngettext(
                "%(number)d paper waits for you to release it",
                "%(number)d papers wait for you to release them",
                to_release["n"],
            )
            release = reverse("documents:approval", args=[tournament.slug])
            yield _of_papers(Urgency.TO_RELEASE, "accepted", said, to_release, _("Look at them"), release)


def _of_papers(urgency: Urgency, mark: str, said: str, row: Mapping[str, Any], act: str, address: str) -> Call:
    return Call(urgency, _("Papers"), act, address, since=row["at"], marks=[(mark, said % {"number": row["n"]})])


def _not_told(request: HttpRequest, tournament: Tournament) -> Iterator[Call]:
    """Other programs that could not be told, for who may do something about it."""
    if not may(request.user, "planning.change", tournament):
        return
    given_up = WebhookEvent.objects.filter(
        webhook__tournament=tournament, webhook__switched_off_at=None, state=WebhookEvent.State.GIVEN_UP.value
    ).aggregate(n=Count("pk"), at=Min("happened_at"))
    if given_up["n"]:
        said = ngettext(
            "%(number)d message to another program given up",
            "%(number)d messages to other programs given up",
            given_up["n"],
        )
        address = reverse("webhooks:list", args=[tournament.slug])
        marks = [("warn", said % {"number": given_up["n"]})]
        yield Call(Urgency.NOT_TOLD, _("Other programs"), _("Look at them"), address, since=given_up["at"], marks=marks)


def _not_sent(request: HttpRequest, tournament: Tournament) -> Iterator[Call]:
    """Announcements of the newest draw that reached nobody."""
    if not may(request.user, "draw.change", tournament):
        return
    last = tournament.notices.filter(kind=Notice.Kind.DRAW.value).aggregate(last=Max("round_number"))["last"]
    given_up = tournament.notices.filter(round_number=last, state=Notice.State.GIVEN_UP.value)
    lost = given_up.aggregate(n=Count("pk"), at=Min("created_at"))
    if last is not None and lost["n"]:
        said = ngettext(
            "%(number)d announcement could not be sent", "%(number)d announcements could not be sent", lost["n"]
        )
        yield Call(
            Urgency.NOT_SENT,
            _("Round %(round)d") % {"round": last},
            _("Look at them"),
            reverse("notices:announce", args=[tournament.slug, last]),
            since=lost["at"],
            marks=[("warn", said % {"number": lost["n"]})],
        )

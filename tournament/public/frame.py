"""What all public pages of a tournament have in common: who reads, what he may see, and where he can go."""

from dataclasses import dataclass
from functools import cached_property

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from tournament.access.queries import may
from tournament.entries.registration import closed_because
from tournament.models import Round, Stage, Tournament
from tournament.planning.timetable import Line, coming, last_begun, lines_of
from tournament.releases.queries import DOCUMENTS, DRAW, ENTRIES, RESULTS, RULINGS, STANDINGS, Seen, seen


@dataclass(frozen=True)
class Frame:
    """A tournament as one reader sees it. rounds: the published ones whose draw he sees, in order."""

    tournament: Tournament
    seen: Seen
    rounds: tuple[Round, ...]

    @property
    def now(self) -> Round | None:
        """The round that is on: the first that isn't closed, else the last; None before the first."""
        on = [round_ for round_ in self.rounds if round_.state == Round.State.PUBLISHED.value]
        return next(iter(on or self.rounds[::-1]), None)

    @property
    def next(self) -> Round | None:
        """The round that is drawn already and follows the one that is on."""
        now = self.now
        return next((each for each in self.rounds if now and each.number > now.number), None)

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """The stages of these rounds, in order."""
        return tuple({round_.stage_id: round_.stage for round_ in self.rounds}.values())

    def round(self, number: int) -> Round:
        """The round with this number; 404 if it isn't published or its draw isn't released."""
        for round_ in self.rounds:
            if round_.number == number:
                return round_
        raise Http404

    @cached_property
    def timetable(self) -> list[Line]:
        """What is planned when, and when the rounds that he sees began."""
        return lines_of(self.tournament, self.rounds)

    @property
    def coming(self) -> list[Line]:
        """What is planned next, up to the next round."""
        return coming(self.timetable, last_begun(self.rounds))

    @property
    def newest_standings(self) -> Round | None:
        """The last round after which he sees standings."""
        return next((each for each in self.rounds[::-1] if self.seen.may(STANDINGS, each.number)), None)

    def last_results(self, stage: Stage) -> Round | None:
        """The last round of a stage up to which he sees all results."""
        mine = [each for each in self.rounds if each.stage_id == stage.pk]
        return next((each for each in mine[::-1] if self.seen.up_to(RESULTS, each.number)), None)

    @property
    def brackets(self) -> list[Stage]:
        """The knockouts of which he sees results."""
        return [each for each in self.stages if _is_knockout(each) and each.lineup and self.last_results(each)]

    @property
    def crossed(self) -> list[Stage]:
        """The stages in which meetings say more than a bracket does and of which he sees standings."""
        return [each for each in self.stages if not _is_knockout(each) and self.seen.last_standings(each)]

    @property
    def has_results(self) -> bool:
        """Whether he sees any results."""
        return bool(self.seen.rounds(RESULTS))

    @property
    def has_rulings(self) -> bool:
        """Whether he sees rulings of any round."""
        return bool(self.seen.rounds(RULINGS))

    @property
    def has_papers(self) -> bool:
        """Whether he may have papers at all."""
        return bool(self.seen.rounds(DOCUMENTS)) and not self.seen.names_are_hidden

    @property
    def may_see_entries(self) -> bool:
        """Whether he sees who takes part."""
        return self.seen.may(ENTRIES)

    @property
    def has_more(self) -> bool:
        """Whether there is any of the pages that are asked for less often."""
        return bool(self.has_results or self.has_rulings or self.has_papers or self.brackets or self.crossed)

    @property
    def takes_requests(self) -> bool:
        """Whether the public may ask for a place now."""
        terms = getattr(self.tournament, "entry_terms", None)
        return terms is not None and closed_because(terms) is None

    # The pages that are asked for less often.
    more = ("bracket", "cross_table", "documents", "rulings", "errata")

    def require(self, kind: str, number: int | None = None) -> None:
        """What isn't released to the reader is as if it weren't there: 404."""
        if not self.seen.may(kind, number):
            raise Http404

    def held_back(self, kind: str, number: int | None = None) -> bool:
        """Whether he sees something, as an official, that the public doesn't see."""
        return self.seen.may(kind, number) and not self.seen.public.may(kind, number)


def _is_knockout(stage: Stage) -> bool:
    return stage.system == Stage.System.KNOCKOUT.value


def frame_for(request: HttpRequest, slug: str) -> Frame:
    """A tournament, if it is public or the reader is one of its officials; else it is as if it weren't there: 404."""
    tournament = get_object_or_404(Tournament.objects.select_related("entry_terms"), slug=slug)
    frame = frame_of(request, tournament)
    if not frame.seen.shown:
        raise Http404
    return frame


def frame_of(request: HttpRequest, tournament: Tournament) -> Frame:
    """A tournament that is loaded already, even if the reader sees nothing of it: `seen.shown` says so."""
    reader = seen(tournament, official=may(request.user, "desk.see", tournament))
    published = tournament.rounds.exclude(state=Round.State.PROPOSED.value)
    rounds = [
        each for each in published.select_related("stage", "regulations").defer("draw") if reader.may(DRAW, each.number)
    ]
    for round_ in rounds:
        round_.tournament = round_.stage.tournament = tournament
    return Frame(tournament, reader, tuple(rounds))

"""What is shown to whom, as the table of the desk."""

from collections.abc import Iterator
from dataclasses import dataclass

from tournament.models import Release, Tournament

from .queries import ENTRIES, NEEDS, OF_ROUNDS, OFFICIALS, PUBLIC, RESULTS, STANDINGS, Seen, seen

COLUMNS = (ENTRIES, *OF_ROUNDS)


@dataclass(frozen=True)
class Cell:
    """A kind of page of a round. `to`: what the press asks for; `waits_for`: what else has to be public first, if any.

    inherited: nothing was decided for the round itself.
    """

    kind: str
    label: str
    level: str
    inherited: bool
    waits_for: str

    @property
    def words(self) -> str:
        return str(Release.Level(self.level).label)

    @property
    def is_public(self) -> bool:
        return self.level == PUBLIC

    @property
    def other(self) -> str:
        """The level to which one press changes it."""
        return OFFICIALS if self.is_public else PUBLIC


@dataclass(frozen=True)
class Row:
    """A round with its kinds; number 0: whatever no round decides. None in `cells`: that kind isn't of rounds."""

    number: int
    state: str
    cells: tuple[Cell | None, ...]


def heads() -> list[str]:
    """The heads of the columns."""
    return [str(Release.Kind(kind).label) for kind in COLUMNS]


def rows(tournament: Tournament) -> list[Row]:
    """All rounds first, then each that is drawn or of which something was decided."""
    public = seen(tournament, official=False)
    states = {round_.number: str(round_.get_state_display()) for round_ in tournament.rounds.defer("draw")}
    numbers = sorted({*states, *(number for _kind, number in public.levels if number)})
    whole = Row(0, "", tuple(_cell(public, kind, 0) for kind in COLUMNS))
    return [whole, *(Row(number, states.get(number, ""), tuple(_cells(public, number))) for number in numbers)]


def _cells(public: Seen, number: int) -> Iterator[Cell | None]:
    for kind in COLUMNS:
        yield _cell(public, kind, number) if kind in OF_ROUNDS else None


def _cell(public: Seen, kind: str, number: int) -> Cell:
    level = public.level(kind, number)
    waits = number in public.stages and public.shown and level == PUBLIC and not public.may(kind, number)
    needed = RESULTS if kind == STANDINGS else NEEDS.get(kind, "")
    return Cell(
        kind=kind,
        label=str(Release.Kind(kind).label),
        level=level,
        inherited=bool(number) and (kind, number) not in public.levels,
        waits_for=str(Release.Kind(needed).label) if waits and needed else "",
    )

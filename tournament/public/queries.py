"""Reads of the public pages: what there is, as far as it is released, with names as the public reads them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from tournament.corrections.queries import Erratum, errata
from tournament.documents.queries import documents
from tournament.entries.queries import current_members, entries_of
from tournament.models import Document, Entry, Protocol, Round, Stage, Tournament, search_key
from tournament.protocols.lists import TableLine, tables
from tournament.releases.queries import RESULTS, RULINGS, Seen
from tournament.rulings.queries import Line, lines
from tournament.standings.queries import Row, Table, table

SEARCH_LENGTH = 100


@dataclass(frozen=True)
class Progress:
    """How many tables of a round have a result that counts, of all that play."""

    done: int
    tables: int


def progress(round_: Round) -> Progress:
    """How far a round has come."""
    states = list(Protocol.objects.filter(partida__round=round_).values_list("state", flat=True))
    return Progress(done=sum(state in Protocol.COUNTED for state in states), tables=len(states))


def standings(seen: Seen, stage: Stage, after: int) -> Table:
    """The standings of a stage after a round of which the reader sees them."""
    found = table(stage, after=after)
    return replace(found, rows=tuple(_named(row, seen) for row in found.rows))


def _named(row: Row, seen: Seen) -> Row:
    return replace(row, players=tuple(map(seen.name, row.players)))


def tables_of(seen: Seen, round_: Round) -> list[TableLine]:
    """The tables of a round; without what came of them where its results are held back."""
    found = [line.named(seen.name) for line in tables(round_)]
    return found if seen.may(RESULTS, round_.number) else [line.without_result() for line in found]


def names_in_bracket(seen: Seen, tournament: Tournament) -> dict[int, str]:
    """The entries by number, as `5 · Иванов / Петров`."""
    return {entry.number: f"{entry.number} · {entry_name(seen, entry)}" for entry in entries_of(tournament)}


def entry_name(seen: Seen, entry: Entry) -> str:
    """Those who make up an entry now."""
    return " / ".join(seen.name(member.player.name) for member in current_members(entry))


def released_errata(seen: Seen, tournament: Tournament) -> list[Erratum]:
    """The corrections of results that the reader sees, the latest first (R11.4)."""
    return [
        replace(
            erratum,
            sides={key: side.named(seen.name) for key, side in erratum.sides.items()},
            reason=seen.words(erratum.reason),
            departure=seen.words(erratum.departure),
        )
        for erratum in errata(tournament)
        if seen.may(RESULTS, erratum.round)
    ]


def released_places(seen: Seen, places: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Of rounds and tables those whose results the reader sees."""
    return [place for place in places if seen.may(RESULTS, place[0])]


def released_rulings(seen: Seen, tournament: Tournament) -> list[Line]:
    """The rulings of the rounds of which the reader sees them, the newest round first."""
    found = [replace(line, player=seen.name(line.player)) for line in lines(tournament)]
    return [line for line in reversed(found) if seen.may(RULINGS, line.round)]


def released_papers(seen: Seen, tournament: Tournament) -> list[Document]:
    """The newest revision of each paper that the reader may have, the newest first."""
    ready = documents(tournament).filter(state=Document.State.READY.value, replaced_by=None).defer("content")
    return [document for document in ready if seen.may_paper(document.kind, document.of_round)]


@dataclass(frozen=True)
class Search:
    """What a reader looks for in a list: part of a name or a club, or a number; a club; a country."""

    text: str = ""
    club: str = ""
    country: str = ""

    @classmethod
    def of(cls, asked: Mapping[str, str]) -> "Search":
        """What the address asks for; whatever is too long for a name is cut."""
        return cls(*(asked.get(key, "")[:SEARCH_LENGTH].strip() for key in ("q", "club", "country")))

    def __bool__(self) -> bool:
        return bool(self.text or self.club or self.country)

    def fits(self, number: int, name: str, club: str, country: str) -> bool:
        """Whether an entry is one of those looked for. Names are compared as they are shown, never as they are hidden.

        >>> Search("иванов").fits(3, "Иванов П. / Ёлкин А.", "", ""), Search("елкин").fits(3, "Ёлкин А.", "", "")
        (True, True)
        """
        key = search_key(self.text)
        found = not key or key == str(number) or key in search_key(name) or key in search_key(club)
        return found and self.club in ("", club) and self.country in ("", country)

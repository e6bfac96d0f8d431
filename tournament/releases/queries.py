"""What a reader may see of a tournament: one answer for pages, data, feeds and papers."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.db.models import CharField, IntegerField, Value

from tournament.models import Document, Release, Round, Stage, Tournament

ENTRIES, DRAW, RESULTS, STANDINGS, PROTOCOLS, RULINGS, DOCUMENTS = (kind.value for kind in Release.Kind)
HIDDEN, OFFICIALS, PUBLIC = (level.value for level in Release.Level)

# How far each kind is shown where nobody has decided anything.
DEFAULTS: Mapping[str, str] = {
    ENTRIES: PUBLIC,
    DRAW: PUBLIC,
    RESULTS: PUBLIC,
    STANDINGS: PUBLIC,
    PROTOCOLS: OFFICIALS,
    RULINGS: OFFICIALS,
    DOCUMENTS: PUBLIC,
}
# The kinds that are decided for each round; the others only for the whole tournament.
OF_ROUNDS = (DRAW, RESULTS, STANDINGS, PROTOCOLS, RULINGS, DOCUMENTS)
# What can't be shown without giving away something else of the same round.
NEEDS: Mapping[str, str] = {RESULTS: DRAW, PROTOCOLS: RESULTS, RULINGS: RESULTS}
# What a paper gives away of its round; those of all rounds up to theirs stand beside.
SAYS: Mapping[str, str] = {
    Document.Kind.PROTOCOL.value: PROTOCOLS,
    Document.Kind.STANDINGS.value: STANDINGS,
    Document.Kind.CROSS_TABLE.value: STANDINGS,
    Document.Kind.DRAW.value: DRAW,
}
SAYS_UP_TO: Mapping[str, str] = {Document.Kind.BRACKET.value: RESULTS, Document.Kind.RULINGS.value: RULINGS}
# What a paper of the whole tournament gives away of all its rounds.
SAYS_OF_ALL: Mapping[str, tuple[str, ...]] = {
    Document.Kind.REPORT.value: (DOCUMENTS, STANDINGS, RULINGS),
    Document.Kind.DIPLOMAS.value: (DOCUMENTS, STANDINGS),
}


@dataclass(frozen=True)
class Seen:
    """What one reader sees of a tournament.

    official: whether he is one of its officials, who see the level `officials`, too, and names in full.
    is_public: whether the tournament is; else nobody but its officials sees anything.
    initials: whether the public reads players' initials in place of their names.
    levels: what was decided, by kind and round number; 0 stands for the whole tournament.
    stages: the published rounds, each with its stage, by their numbers.
    """

    official: bool
    is_public: bool
    initials: bool
    levels: Mapping[tuple[str, int], str]
    stages: Mapping[int, int]

    def may(self, kind: str, round_number: int | None = None) -> bool:
        """Whether he sees a kind of page: of a published round, or what belongs to the tournament as a whole.

        Results need the draw; protocols and rulings need the results of their round, standings those of all rounds
        up to theirs, since each of them gives the other away.
        """
        if round_number is None:
            return self._allows(self.level(kind))
        if round_number not in self.stages or not self._allows(self.level(kind, round_number)):
            return False
        if kind == STANDINGS:
            return self.up_to(RESULTS, round_number)
        return kind not in NEEDS or self.may(NEEDS[kind], round_number)

    def up_to(self, kind: str, round_number: int) -> bool:
        """Whether he sees it of each published round up to this one, which is published, too."""
        numbers = [number for number in self.stages if number <= round_number]
        return round_number in self.stages and all(self.may(kind, number) for number in numbers)

    def rounds(self, kind: str) -> frozenset[int]:
        """The published rounds of which he sees it."""
        return frozenset(number for number in self.stages if self.may(kind, number))

    def may_paper(self, kind: str, round_number: int | None) -> bool:
        """Whether he may have a paper of this `Document.Kind`: what it says is released, and so are papers.

        round_number: None for a paper of the whole tournament. Papers have names in full, so where the public reads
        initials they are for officials only.
        """
        if self.names_are_hidden:
            return False
        if round_number is None:
            return bool(self.stages) and all(self.up_to(said, max(self.stages)) for said in SAYS_OF_ALL[kind])
        if not self.may(DOCUMENTS, round_number):
            return False
        return self.up_to(SAYS_UP_TO[kind], round_number) if kind in SAYS_UP_TO else self.may(SAYS[kind], round_number)

    def last_standings(self, stage: Stage) -> int | None:
        """The newest round of a stage after which he sees its standings; None before there is one."""
        mine = (number for number in self.rounds(STANDINGS) if self.stages[number] == stage.number)
        return max(mine, default=None)

    def level(self, kind: str, round_number: int | None = None) -> str:
        """How far a kind is shown: what was decided for the round, else for the tournament, else by default."""
        of_all = self.levels.get((kind, 0), DEFAULTS[kind])
        return self.levels.get((kind, round_number), of_all) if round_number else of_all

    @property
    def names_are_hidden(self) -> bool:
        """Whether he reads initials in place of names."""
        return self.initials and not self.official

    def name(self, name: str) -> str:
        """A player's name as he may read it: each name on a public page, in a feed or in data comes from here."""
        return initials(name) if self.names_are_hidden else name

    def words(self, text: str) -> str:
        """What an official wrote in his own words, such as a reason; it may name people."""
        return "" if self.names_are_hidden else text

    @property
    def public(self) -> "Seen":
        """What everyone sees."""
        return replace(self, official=False)

    @property
    def shown(self) -> bool:
        """Whether he sees anything at all."""
        return self.official or self.is_public

    def _allows(self, level: str) -> bool:
        return self.shown and (level == PUBLIC or (level == OFFICIALS and self.official))


def seen(tournament: Tournament, *, official: bool) -> Seen:
    """What the public sees of a tournament, or one of its officials. One query."""
    no_kind, no_stage = Value("", CharField()), Value(0, IntegerField())
    decided = tournament.releases.order_by().values_list("round_number", "kind", "level", no_stage)
    published = tournament.rounds.exclude(state=Round.State.PROPOSED.value).order_by()
    rounds = published.values_list("number", no_kind, no_kind, "stage__number")
    levels: dict[tuple[str, int], str] = {}
    stages: dict[int, int] = {}
    for number, kind, level, stage in decided.union(rounds, all=True):
        if kind:
            levels[kind, number or 0] = level
        else:
            stages[number] = stage
    return Seen(
        official=official,
        is_public=tournament.is_public,
        initials=tournament.names_shown == Tournament.Names.INITIALS.value,
        levels=levels,
        stages=dict(sorted(stages.items())),
    )


def initials(name: str) -> str:
    """What is left of a name that the public isn't to read.

    >>> initials("Салтыков-Щедрин Михаил")
    'С. М.'
    >>> initials("de la Cruz, José")
    'D. L. C. J.'
    """
    letters = (next((letter for letter in part if letter.isalpha()), "") for part in name.split())
    return " ".join(f"{letter.upper()}." for letter in letters if letter)

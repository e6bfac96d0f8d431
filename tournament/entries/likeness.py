"""Names that may mean one person or one club: letters of the other alphabet, swapped order, initials, small slips."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from django.db.models import Q
from rapidfuzz import process
from rapidfuzz.distance import OSA

from tournament.models import Club, Player, Tournament, search_key

# Latin letters that look like Cyrillic ones as capitals, by which names are mixed up on a keyboard left switched.
LOOKALIKES = str.maketrans("abcehkmoptxy", "авсенкмортху")
# A slip is looked for in long words only: «Ким» and «Кин» are two surnames.
SLIP_FROM, TWO_SLIPS_FROM = 5, 9
# A word that carries a name, unlike an initial.
WHOLE = 3
# Of names with more words only the same ones are alike: all ways of fitting them would be too many to try.
MOST_WORDS = 6


@lru_cache(50_000)
def words(name: str) -> tuple[str, ...]:
    """The words of a name in alphabetical order, as they are compared.

    >>> words("Петр Иванoв")  # with a Latin o
    ('иванов', 'петр')
    """
    key = search_key(name)
    mixed = re.search("[а-яё]", key) is not None
    # Numbers joined by a hyphen are one word: «Игрок 1-2» isn't «Игрок 2-1».
    found = re.findall(r"\d+(?:-\d+)+|[^\W_]+", key)
    return tuple(sorted(word.translate(LOOKALIKES) if mixed and _may_be_cyrillic(word) else word for word in found))


def _may_be_cyrillic(word: str) -> bool:
    """Whether every letter of it is one of the alphabet, or looks like one."""
    return re.fullmatch("[а-яё0-9]*", word.translate(LOOKALIKES)) is not None


def slips(word: str) -> int:
    """So many letters of a word may be wrong, missing, added, or changed with their neighbour."""
    if any(letter.isdigit() for letter in word) or len(word) < SLIP_FROM:
        return 0
    return 2 if len(word) >= TWO_SLIPS_FROM else 1


def are_alike(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two names, as `words`, may mean the same: each word of the shorter one has its own in the longer.

    The order doesn't matter; an initial stands for a word that begins with it; a single word may have slips, but isn't
    taken for a longer name.

    >>> are_alike(words("Иванов И. П."), words("Пётр Иванов"))
    True
    >>> are_alike(words("Иванов И."), words("Иванов П."))
    False
    """
    shorter, longer = sorted((tuple(one), tuple(other)), key=len)
    if not shorter or (len(shorter) == 1) != (len(longer) == 1):
        return False
    if len(longer) > MOST_WORDS:
        return shorter == longer
    return _fit(shorter, longer, by_name=False)


def _fit(words_left: Sequence[str], places: Sequence[str], *, by_name: bool) -> bool:
    """Whether each word finds a place of its own; by_name: whether a whole word has found one, not initials alone."""
    if not words_left:
        return by_name
    word, *rest = words_left
    return any(
        _fit(rest, [*places[:at], *places[at + 1 :]], by_name=by_name or min(len(word), len(place)) >= WHOLE)
        for at, place in enumerate(places)
        if _is_same(word, place) or _is_initial(word, place)
    )


def _is_same(word: str, other: str) -> bool:
    return OSA.distance(word, other) <= min(slips(word), slips(other))


def _is_initial(word: str, other: str) -> bool:
    short, long = sorted((word, other), key=len)
    return len(short) == 1 and long.startswith(short)


@dataclass(frozen=True)
class Known:
    """A name that is known: of a player with his club, or of a club; key: None where it stands only in the list."""

    key: int | None
    name: str
    club: str = ""

    def __str__(self) -> str:
        return f"{self.name} ({self.club})" if self.club else self.name


@dataclass
class Directory:
    """Known names, to be asked which are like another one."""

    _names: list[tuple[Known, tuple[str, ...]]] = field(default_factory=list)
    # Where in the list names with a word stand.
    _by_word: dict[str, list[int]] = field(default_factory=dict)

    @classmethod
    def of_players(cls, tournament: Tournament) -> "Directory":
        """The players of this tournament, of those that show names to the public, and of none. One query."""
        seen = Q(memberships__tournament=tournament) | Q(memberships__isnull=True)
        public = Q(
            memberships__tournament__is_public=True, memberships__tournament__names_shown=Tournament.Names.FULL.value
        )
        rows = Player.objects.filter(seen | public).distinct().values_list("pk", "name", "club__name")
        return cls.of(Known(key, name, club or "") for key, name, club in rows)

    @classmethod
    def of_clubs(cls) -> "Directory":
        """All clubs."""
        return cls.of(Known(key, name) for key, name in Club.objects.values_list("pk", "name"))

    @classmethod
    def of(cls, names: Iterable[Known]) -> "Directory":
        directory = cls()
        for each in names:
            directory.add(each)
        return directory

    def add(self, known: Known) -> None:
        """One more name."""
        own = words(known.name)
        for word in set(own):
            self._by_word.setdefault(word, []).append(len(self._names))
        self._names.append((known, own))

    def alike(self, name: str) -> list[Known]:
        """The known names that may mean the same as this one, itself included."""
        wanted = words(name)
        near = {word: set(self._near(word)) for word in wanted}
        every = set().union(*near.values())
        places = {at for word in wanted if len(word) >= WHOLE for each in near[word] for at in self._by_word[each]}
        found = {self._names[at][0] for at in places if self._fits(wanted, every, self._names[at][1])}
        return sorted(found, key=lambda known: (known.name, known.club, known.key or 0))

    def _fits(self, wanted: Sequence[str], near: set[str], own: Sequence[str]) -> bool:
        """Whether the names are alike; first names are shared by so many that words are counted before."""
        begin, initials = {word[0] for word in wanted}, {word for word in wanted if len(word) == 1}
        fitting = sum(word in near or word[0] in initials or (len(word) == 1 and word in begin) for word in own)
        return fitting >= min(len(own), len(wanted)) and are_alike(wanted, own)

    def _near(self, word: str) -> Iterable[str]:
        if not (limit := slips(word)):
            return (word,) if word in self._by_word else ()
        return [
            near
            for near, *_ in process.extract(
                word, self._by_word.keys(), scorer=OSA.distance, score_cutoff=limit, limit=None
            )
        ]

"""The systems of drawing, pure: entries in, pairings out, no database."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Pairing:
    """Two entries, by number, that meet; `b` None: entry `a` is free this round (a bye, R8.4)."""

    a: int
    b: int | None = None

    @property
    def entries(self) -> tuple[int, ...]:
        """The one or two entries of the pairing."""
        return (self.a,) if self.b is None else (self.a, self.b)


@dataclass(frozen=True)
class Reason:
    """One reason behind a pairing or a draw: a code for the phrases, and what fills the phrase."""

    code: str
    params: Mapping[str, int | str] = field(default_factory=dict)


class Undrawable(ValueError):
    """What was asked for can't be drawn at all, whatever is given up. `code` and `params` are for the phrases."""

    def __init__(self, code: str, **params: int | str) -> None:
        super().__init__(code, params)
        self.code, self.params = code, params

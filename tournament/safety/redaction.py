"""A name taken out of texts and plain data."""

import re
from collections.abc import Sequence
from typing import Any

from tournament.models import AuditRecord


class Eraser:
    """Puts another name in place of a person's, in texts and in plain data."""

    def __init__(self, names: Sequence[str], erased: str) -> None:
        self.erased = erased
        # As it is written down, whatever the case, with ё or е, and however it is spaced.
        patterns = "|".join(sorted(map(pattern_of, names), key=len, reverse=True))
        self._names = re.compile(rf"(?<!\w)(?:{patterns})(?!\w)", re.IGNORECASE)

    def text(self, text: str) -> str:
        return self._names.sub(lambda _found: self.erased, text)

    def data(self, data: Any) -> Any:
        """The same data without him; keys are codes and stay."""
        if isinstance(data, str):
            return self.text(data)
        if isinstance(data, list):
            return [self.data(each) for each in data]
        if isinstance(data, dict):
            said = {key: self.data(value) for key, value in data.items()}
            if said.get("player") == self.erased:
                # What he drew to sign with.
                said.pop("strokes", None)
            return said
        return data

    def changes(self, data: Any) -> bool:
        """Whether data name him."""
        return bool(self.data(data) != data)

    def names(self, record: AuditRecord) -> bool:
        """Whether a record of a journal names him."""
        return self.changes([record.actor_name, record.subject, record.data])


def pattern_of(name: str) -> str:
    """A regular expression for a name, with ё or е and however it is spaced."""
    words = (re.sub("[её]", "[её]", re.escape(word)) for word in name.lower().split())
    return r"\s+".join(words)

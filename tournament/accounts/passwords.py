"""What a password must not be, besides what Django refuses."""

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import ngettext


class VariedValidator:
    """Refuses what is long by repetition alone, such as ten blanks or 1212121212."""

    def __init__(self, least: int = 4) -> None:
        self.least = least

    def validate(self, password: str, user: Any = None) -> None:
        """Raises ValidationError where a password has fewer different characters, blanks around it not counted."""
        if len(set(password.strip())) < self.least:
            raise ValidationError(self._said(), code="password_not_varied", params={"count": self.least})

    def get_help_text(self) -> str:
        """What is asked for, as a sentence."""
        return ngettext(
            "Your password must have at least %(count)d different character.",
            "Your password must have at least %(count)d different characters.",
            self.least,
        ) % {"count": self.least}

    def _said(self) -> str:
        return ngettext(
            "This password repeats itself: at least %(count)d different character is needed.",
            "This password repeats itself: at least %(count)d different characters are needed.",
            self.least,
        )

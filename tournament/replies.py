"""What a view answers when an act was refused: the block ends, the reader is told why, the view goes on behind it."""

from collections.abc import Callable
from types import TracebackType

from django import forms
from django.contrib import messages
from django.http import HttpRequest

from tournament.phrases import Refused, sentence


def refusal_said(request: HttpRequest) -> "_Telling":
    """Within the block a refusal is told on the next page that the reader sees."""
    return _Telling(lambda refusal: messages.error(request, sentence(refusal)))


def refusal_in(form: forms.BaseForm) -> "_Telling":
    """Within the block a refusal is told in the form: at its field, or above it where it has no such field."""
    return _Telling(
        lambda refusal: form.add_error(refusal.field if refusal.field in form.fields else None, sentence(refusal))
    )


class _Telling:
    """Holds back a refusal, which is told, and nothing else."""

    def __init__(self, tell: Callable[[Refused], None]) -> None:
        self._tell = tell

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> bool:
        if not isinstance(error, Refused):
            return False
        self._tell(error)
        return True

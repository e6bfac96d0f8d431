"""What a view answers when an act was refused: the block ends, the reader is told why, the view goes on behind it."""

from types import TracebackType

from django import forms
from django.contrib import messages
from django.http import HttpRequest

from tournament.phrases import Refused, sentence


class _Telling:
    """Within the block a refusal is told, and nothing else is held back."""

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if not isinstance(error, Refused):
            return False
        self.tell(error)
        return True

    def tell(self, refusal: Refused) -> None:
        raise NotImplementedError


class refusal_said(_Telling):  # noqa: N801 - read as a word, like `transaction.atomic`
    """On the next page that the reader sees."""

    def __init__(self, request: HttpRequest) -> None:
        self._request = request

    def tell(self, refusal: Refused) -> None:
        messages.error(self._request, sentence(refusal))


class refusal_in(_Telling):  # noqa: N801 - as above
    """In the form: at its field, or above it where it has no such field."""

    def __init__(self, form: forms.BaseForm) -> None:
        self._form = form

    def tell(self, refusal: Refused) -> None:
        field = refusal.field if refusal.field in self._form.fields else None
        self._form.add_error(field, sentence(refusal))

"""The upload of a tournament file."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from .shape import LARGEST_FILE, Unreadable, read


class LoadForm(forms.Form):
    """A tournament file, and under which address it should be loaded."""

    file = forms.FileField(label=_("Tournament file"), help_text=_("JSON, as it was downloaded here."))
    slug = forms.SlugField(
        label=_("Address"),
        max_length=60,
        required=False,
        help_text=_("Empty: the one in the file. Another one loads the tournament a second time."),
    )

    although_changed = forms.BooleanField(
        label=_("Load it even if it was changed after it was signed"),
        required=False,
        help_text=_("Each file says which installation wrote it. One changed by hand no longer fits its signature."),
    )

    def clean(self) -> dict[str, Any]:
        """Adds `document`: what the file holds."""
        cleaned = super().clean() or {}
        if "file" in cleaned:
            try:
                # One byte more than is allowed: it tells a file that is too large.
                cleaned["document"] = read(cleaned["file"].read(LARGEST_FILE + 1))
            except Unreadable as error:
                self.add_error("file", error.problem.sentence)
        return cleaned

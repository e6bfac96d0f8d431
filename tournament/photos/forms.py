"""A photo as it is uploaded."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournament.phrases import Refused, sentence

from . import picture


class PhotoForm(forms.Form):
    """One photo; the file becomes the picture that is kept."""

    photo = forms.FileField(
        error_messages={
            "required": _("Choose a photo first, or take one."),
            "invalid": _("Choose a photo first, or take one."),
            "empty": _("The file is empty."),
        },
    )

    def clean_photo(self) -> picture.Picture:
        """The picture; what is none is said in words."""
        file = self.cleaned_data["photo"]
        try:
            return picture.read(file.file, file.size)
        except Refused as refusal:
            raise ValidationError(sentence(refusal), code="refused") from None

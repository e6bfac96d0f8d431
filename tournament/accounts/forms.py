"""What an official types about himself."""

from typing import Any

from django import forms
from django.contrib.auth import password_validation
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy as _

from tournament.models import User


class CodeForm(forms.Form):
    """A code of the authenticator, or a recovery code, with gaps or without."""

    code = forms.CharField(
        label=_("Code"),
        max_length=20,
        help_text=_("Six digits from the authenticator, or a recovery code."),
        widget=forms.TextInput({"inputmode": "text", "autocomplete": "one-time-code", "spellcheck": "false"}),
    )

    def clean_code(self) -> str:
        return "".join(self.cleaned_data["code"].split()).lower()


class SessionForm(forms.Form):
    """Which session ends."""

    key = forms.CharField(max_length=40)


class ContactForm(forms.ModelForm):  # type: ignore[type-arg]
    """How an account is called, and where it can be written to."""

    class Meta:
        model = User
        fields = ["first_name", "last_name", "email"]


class LoginForm(AuthenticationForm):
    """Django's own, which names the longest account there can be to the browser only."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        longest = User._meta.get_field("username").max_length
        self.fields["username"].validators.append(MaxLengthValidator(longest))


class NewAccountForm(forms.Form):
    """Somebody makes an account for himself, with an invitation in his hand."""

    username = forms.CharField(
        label=_("Account"),
        max_length=150,
        validators=[UnicodeUsernameValidator()],
        widget=forms.TextInput({"autocomplete": "username", "autocapitalize": "none"}),
    )
    full_name = forms.CharField(label=_("Your name"), max_length=200, widget=forms.TextInput({"autocomplete": "name"}))
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        help_text=_("At least ten characters, four of them different, and none that many others use."),
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
    )

    def clean(self) -> dict[str, Any]:
        """A password that is too like the name or too common is refused at its field."""
        data = super().clean() or {}
        if "password" in data:
            first, _gap, last = data.get("full_name", "").partition(" ")
            someone = User(username=data.get("username", ""), first_name=first, last_name=last)
            try:
                password_validation.validate_password(data["password"], someone)
            except forms.ValidationError as wrong:
                self.add_error("password", wrong)
        return data

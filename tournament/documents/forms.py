"""What is asked before a paper is issued or checked."""

from typing import Any

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from tournament.models import Document, Protocol, Round, Tournament

from . import batches, queries
from .papers.sheet import SHEETS

MAX_FILE = 20 * 1024 * 1024  # bytes; our own papers have less than one megabyte


class ProtocolChoice(forms.ModelChoiceField):  # type: ignore[type-arg]  # Django has no parameter at run time
    """A protocol, called by its round and table."""

    def label_from_instance(self, obj: Protocol) -> str:
        return _("Round %(round)d, table %(table)s") % {
            "round": obj.partida.round.number,
            "table": obj.partida.table or "—",
        }


class RoundChoice(forms.ModelChoiceField):  # type: ignore[type-arg]  # Django has no parameter at run time
    """A round, called by its number and stage."""

    def label_from_instance(self, obj: Round) -> str:
        return _("After round %(round)d, %(stage)s") % {"round": obj.number, "stage": obj.stage.name}


class IssueForm(forms.Form):
    """The language of a paper."""

    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)


class IssueProtocolForm(IssueForm):
    """Which protocol is to be printed."""

    protocol = ProtocolChoice(Protocol.objects.none(), label=_("Protocol"), empty_label=None)
    field_order = ["protocol", "language"]

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["protocol"]
        assert isinstance(field, ProtocolChoice)  # noqa: S101 -- for the type checker
        field.queryset = queries.confirmed_protocols(tournament)


class IssueStandingsForm(IssueForm):
    """After which round the standings are to be printed."""

    round = RoundChoice(Round.objects.none(), label=_("Standings"), empty_label=None)
    field_order = ["round", "language"]

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["round"]
        assert isinstance(field, RoundChoice)  # noqa: S101 -- for the type checker
        field.queryset = queries.published_rounds(tournament)


class RoundOfProtocolsChoice(forms.ModelChoiceField):  # type: ignore[type-arg]  # Django has no parameter at run time
    """A round, whose protocols are meant."""

    def label_from_instance(self, obj: Round) -> str:
        return _("All of round %(round)d, %(stage)s") % {"round": obj.number, "stage": obj.stage.name}


class IssueRoundForm(IssueForm):
    """The round of which all protocols are to be printed."""

    round = RoundOfProtocolsChoice(Round.objects.none(), label=_("Protocols of a round"), empty_label=None)
    field_order = ["round", "language"]

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["round"]
        assert isinstance(field, RoundOfProtocolsChoice)  # noqa: S101 -- for the type checker
        field.queryset = batches.rounds_to_issue(tournament)


class IssueOfRoundForm(IssueForm):
    """Of which round, of what kind and on what size of paper; pages send it with one button."""

    KINDS = (Document.Kind.DRAW, Document.Kind.CROSS_TABLE, Document.Kind.BRACKET)

    round = RoundChoice(Round.objects.none(), label=_("Round"), empty_label=None)
    kind = forms.ChoiceField(label=_("Paper"), choices=[(kind.value, kind.label) for kind in KINDS])
    sheet = forms.ChoiceField(label=_("Paper size"), choices=SHEETS)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["round"]
        assert isinstance(field, RoundChoice)  # noqa: S101 -- for the type checker
        field.queryset = queries.published_rounds(tournament)


class ReleaseForm(forms.Form):
    """Which of the papers that wait are released, all unless one is named, and up to when they had been seen."""

    seen = forms.DateTimeField()
    code = forms.CharField(max_length=12, required=False)


class BlankForm(forms.Form):
    """On what size of paper blank sheets are printed, A4 unless it is said, and from which table on."""

    sheet = forms.ChoiceField(label=_("Paper size"), choices=SHEETS, required=False)
    first = forms.IntegerField(label=_("From table"), min_value=1, max_value=9999, required=False)


class CodeForm(forms.Form):
    """The code that is printed on a paper; cleaned to the way it is printed."""

    code = forms.CharField(
        label=_("Code"),
        max_length=40,
        help_text=_("Ten letters and digits under the QR code, such as 7KQM-2XRA-9D. Case and dashes don't matter."),
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )

    def clean_code(self) -> str:
        code = queries.normalised(self.cleaned_data["code"])
        if code is None:
            raise forms.ValidationError(
                _("A code has ten letters and digits, such as 7KQM-2XRA-9D; 0, 1, I, L and O never occur in it.")
            )
        return code


class FileForm(forms.Form):
    """A PDF file that someone holds."""

    file = forms.FileField(
        label=_("PDF file"),
        help_text=_("It is only compared, not kept."),
        widget=forms.ClearableFileInput({"accept": "application/pdf,.pdf"}),
    )

    def clean_file(self) -> "UploadedFile[bytes]":
        file: UploadedFile[bytes] = self.cleaned_data["file"]
        if file.size is None or file.size > MAX_FILE:
            raise forms.ValidationError(_("The file has more than 20 MB: none of our papers is that large."))
        return file


def first_error(form: forms.Form) -> str:
    """What is wrong with a form that a page sends with one button, and so can't show it again."""
    return next(f"{form[name].label}: {errors[0]}" for name, errors in form.errors.items())

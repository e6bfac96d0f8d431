"""What is asked before a paper is issued or checked."""

from typing import Any

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.db.models import QuerySet
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
    """The language of a paper, and its size: A4 unless it is said."""

    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    sheet = forms.ChoiceField(label=_("Paper size"), choices=SHEETS, required=False)

    def clean_sheet(self) -> str:
        return self.cleaned_data["sheet"] or "a4"


class IssueProtocolForm(IssueForm):
    """Which protocol is to be printed."""

    protocol = ProtocolChoice(Protocol.objects.none(), label=_("Protocol"), empty_label=None)
    field_order = ["protocol", "language", "sheet"]

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer(self, "protocol", queries.confirmed_protocols(tournament))


class IssueStandingsForm(IssueForm):
    """After which round the standings are to be printed."""

    round = RoundChoice(Round.objects.none(), label=_("Standings"), empty_label=None)
    field_order = ["round", "language", "sheet"]

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer(self, "round", queries.published_rounds(tournament))


class RoundOfProtocolsChoice(forms.ModelChoiceField):  # type: ignore[type-arg]  # Django has no parameter at run time
    """A round, whose protocols are meant."""

    def label_from_instance(self, obj: Round) -> str:
        return _("All of round %(round)d, %(stage)s") % {"round": obj.number, "stage": obj.stage.name}


class IssueRoundForm(IssueForm):
    """The round of which all protocols are to be printed."""

    round = RoundOfProtocolsChoice(Round.objects.none(), label=_("Protocols of a round"), empty_label=None)
    field_order = ["round", "language", "sheet"]

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer(self, "round", batches.rounds_to_issue(tournament))


class IssueOfRoundForm(IssueForm):
    """Of which round and of what kind; pages on which it is seen send it with one button."""

    KINDS = (Document.Kind.DRAW, Document.Kind.CROSS_TABLE, Document.Kind.BRACKET, Document.Kind.RULINGS)

    kind = forms.ChoiceField(label=_("Paper"), choices=[(kind.value, kind.label) for kind in KINDS])
    round = RoundChoice(Round.objects.none(), label=_("Round"), empty_label=None)
    field_order = ["kind", "round", "language", "sheet"]

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer(self, "round", queries.published_rounds(tournament))


class IssueDiplomasForm(IssueForm):
    """For which places there are diplomas, and for whom."""

    MOST = 100
    EACH = (("entry", _("one for a pair")), ("player", _("one for each player")))

    first = forms.IntegerField(label=_("From place"), min_value=1, max_value=9999, initial=1)
    last = forms.IntegerField(label=_("To place"), min_value=1, max_value=9999, initial=3)
    each = forms.ChoiceField(label=_("How many"), choices=EACH)
    field_order = ["first", "last", "each", "language", "sheet"]

    def clean(self) -> None:
        first, last = self.cleaned_data.get("first"), self.cleaned_data.get("last")
        if first is None or last is None:
            return
        if last < first:
            self.add_error("last", _("It comes before the first place."))
        elif last - first >= self.MOST:
            self.add_error("last", _("At most %(most)d places at once.") % {"most": self.MOST})


def _offer(form: forms.Form, name: str, rows: QuerySet[Any]) -> None:
    """Let one of these rows be chosen in a field."""
    field = form.fields[name]
    assert isinstance(field, forms.ModelChoiceField)  # noqa: S101 -- for the type checker
    field.queryset = rows


class ReleaseForm(forms.Form):
    """Which of the papers that wait are released, all unless one is named, and up to when they had been seen."""

    seen = forms.DateTimeField()
    code = forms.CharField(max_length=12, required=False)


class StreamedForm(forms.Form):
    """On what size of paper something is printed that isn't kept, A4 unless it is said, and from which number on."""

    sheet = forms.ChoiceField(label=_("Paper size"), choices=SHEETS, required=False)
    first = forms.IntegerField(label=_("From number"), min_value=1, max_value=9999, required=False)

    def clean_sheet(self) -> str:
        return self.cleaned_data["sheet"] or "a4"

    def clean_first(self) -> int:
        return self.cleaned_data["first"] or 1


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

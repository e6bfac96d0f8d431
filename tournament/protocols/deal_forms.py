"""A deal as a referee writes it (R5): finished, or still being written. Its last step is a value of the engine."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any, Self

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

import scoring
from tournament.phrases import question_sentence

from .fields import BOARD, ENDINGS, WAYS, AnswersField, Left, TilesField, end_choice, figure, seat_choice
from .forms import RuleForm, seat_label
from .sheets import Sheet

TILES = tuple(f"tiles_{seat}" for seat in scoring.SEATS)
# The engine's words for what can't be, and the form's fields.
FIELD_OF = {"ends": "end_1", "pips": "pips_1", "tiles": "tiles_1"} | {
    f"{way}.{seat}": f"{way}_{seat}" for way in ("pips", "tiles") for seat in scoring.SEATS
}


@dataclass(frozen=True)
class Asked:
    """A question about the deal in the form, at the field that it is about."""

    key: str
    sentence: str
    rule: str
    field: str
    answered: bool


class DealForm(RuleForm):
    """One deal (R5): how it ended, who closed it, what is left in each hand, the control figures.

    What is left is written as pips or as tiles (`way`); `sure` has the keys of the questions that are answered.
    """

    ending = forms.ChoiceField(label=_("How it ended"), choices=ENDINGS, widget=forms.RadioSelect)
    lead = seat_choice(_("Who led"))
    closer = seat_choice(_("Who laid the last tile"))
    way = forms.ChoiceField(choices=WAYS, required=False, widget=forms.RadioSelect)
    pips_1 = figure("1")
    pips_2 = figure("2")
    pips_3 = figure("3")
    pips_4 = figure("4")
    tiles_1 = TilesField()
    tiles_2 = TilesField()
    tiles_3 = TilesField()
    tiles_4 = TilesField()
    end_1 = end_choice(_("One open end"))
    end_2 = end_choice(_("Other open end"))
    laid = figure(_("Tiles on the table"), 2)
    void = forms.BooleanField(label=_("Won, but the points are void (R5.5)"), required=False)
    sure = AnswersField()
    version = forms.IntegerField(widget=forms.HiddenInput)
    key = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)

    def __init__(self, *args: Any, sheet: Sheet, number: int, may_lead: Collection[int] = (), **kwargs: Any) -> None:
        """number: of the deal among all written lines; may_lead: the seats to choose from, if several.

        A page that knows the leader sends him along hidden: a repeated request says what the first said.
        """
        super().__init__(*args, **kwargs)
        self.place = f"deals[{number - 1}]."
        self.questions: list[Asked] = []
        labels = [(line.seat, seat_label(line)) for line in sheet.seats]
        for name in ("closer", "lead"):
            field = self.fields[name]
            assert isinstance(field, forms.TypedChoiceField)  # noqa: S101 -- for the type checker
            field.choices = labels
        self.fields["lead"].widget.choices = [label for label in labels if label[0] in may_lead]
        for line in sheet.seats:
            self.fields[f"pips_{line.seat}"].label = seat_label(line)

    @classmethod
    def of(cls, sheet: Sheet, data: Any = None) -> Self:
        """The form of the next deal on a sheet."""
        may_lead = (sheet.leader,) if sheet.leader else sheet.score.next.may_lead
        initial = {"ending": scoring.Ending.DOMINO.value, "way": "pips"}
        return cls(data, sheet=sheet, number=len(sheet.deals) + 1, may_lead=may_lead, initial=initial)

    board = BOARD

    def field_of(self, name: str) -> str:
        """Ends and a hand stand in fields of their own."""
        return FIELD_OF.get(name, name)

    def hands(self) -> list[tuple[int, forms.BoundField, forms.BoundField]]:
        """Seat, field of its pips and field of its tiles, for the template."""
        return [(seat, self[f"pips_{seat}"], self[f"tiles_{seat}"]) for seat in scoring.SEATS]

    @property
    def has_details(self) -> bool:
        """Whether something is written or wrong in what the page otherwise keeps folded."""
        return any(self[name].errors or self[name].value() not in (None, "", False) for name in ("laid", "void"))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors:
            try:
                cleaned["deal"] = self._deal(cleaned)
            except scoring.RuleViolation as violation:
                self.refuse(violation)
        if deal := cleaned.get("deal"):
            self.ask(deal)
        return cleaned

    def ask(self, deal: scoring.Deal) -> None:
        """What looks like a slip is asked at its field; an answer holds for these figures only (R5.4a)."""
        for question in scoring.questions(deal):
            # Of both hands of a side it is asked at the first, in whichever way they are written.
            name = self.field_of("tiles" if question.field == "pips" and deal.tiles else question.field)
            sentence, answered = question_sentence(question), question.key in self.cleaned_data["sure"]
            self.questions.append(Asked(question.key, sentence, question.rule, name, answered))
            if not answered:
                self.unanswered(self.questions[-1])

    def unanswered(self, asked: Asked) -> None:
        """Nothing is written before the referee has said that it is right."""
        self.add_error(asked.field, ValidationError(asked.sentence, code=asked.rule))

    def lacks(self, name: str, sentence: Any, code: str = "missing") -> None:
        """Something is still to be written."""
        self.add_error(name, ValidationError(sentence, code=code))

    def _deal(self, cleaned: dict[str, Any]) -> scoring.Deal | None:
        """The deal that the fields describe; a field that is missing is named."""
        ending, lead, closer = scoring.Ending(cleaned["ending"]), cleaned["lead"], cleaned["closer"]
        if lead is None:
            self.lacks("lead", _("Say who led this deal."), "R4.1")
        if ending is scoring.Ending.BROKEN:
            return scoring.Deal(lead=lead, ending=ending)
        if closer is None:
            self.lacks("closer", _("Say who laid the last tile."))
        ends = self._ends(cleaned, ending)
        left = self.left(cleaned, out=closer if ending is scoring.Ending.DOMINO else None)
        return self.whole(ending=ending, lead=lead, closer=closer, ends=ends, left=left)

    def whole(self, *, left: Left, **entries: Any) -> scoring.Deal | None:
        """The deal, if nothing is missing."""
        if self.errors:
            return None
        figures = {name: self.cleaned_data[name] for name in ("laid", "void")}
        deal = scoring.Deal(**entries, **figures | {left.way: left.hands})
        if deal.tiles is None or deal.laid is not None:
            return deal
        # By tiles the number laid is counted.
        return replace(deal, laid=len(scoring.TILES) - sum(map(len, deal.tiles)))

    def left(self, cleaned: dict[str, Any], out: int | None) -> Left:
        """What is left, in the way that is chosen; where none is, tiles count if there are any."""
        tiles = tuple(cleaned[name] for name in TILES)
        if cleaned["way"] == "tiles" or (not cleaned["way"] and any(tiles)):
            return Left("tiles", tiles)
        return Left("pips", self._pips(cleaned, out))

    def _pips(self, cleaned: dict[str, Any], out: int | None) -> tuple[int | None, ...]:
        """The four hands; that of the seat that went out may be left empty."""
        hands = {seat: cleaned[f"pips_{seat}"] for seat in scoring.SEATS}
        if out is not None and hands[out] is None:
            hands[out] = 0
        for seat, pips in hands.items():
            if pips is None:
                self.lacks(f"pips_{seat}", _("How many pips are left with seat %(seat)d?") % {"seat": seat})
        return tuple(hands.values())

    def _ends(self, cleaned: dict[str, Any], ending: scoring.Ending) -> tuple[int, int] | None:
        """The open ends; in a fish one figure is enough, for both ends show it (R5.2)."""
        first, second = cleaned["end_1"], cleaned["end_2"]
        if ending is scoring.Ending.FISH:
            first, second = (second if first is None else first), (first if second is None else second)
        if first is None and second is None:
            return None
        if first is None or second is None:
            missing = "end_1" if first is None else "end_2"
            self.lacks(missing, _("The layout has two open ends: choose both."))
            return None
        return first, second


class TrialForm(DealForm):
    """A deal that is still being written: what is missing isn't wrong yet, only what can't come right any more is.

    `missing` names the fields that are still to be filled in; `sums` are the pips of each hand as far as known.
    """

    # Without these the points are known all the same.
    NOT_COUNTED = frozenset({"lead", "end_1", "end_2", "laid"})
    # More tiles may follow and mend the chain, as long as the referee hasn't turned to the open ends.
    UNFINISHED = frozenset({"deal.chain_odd", "deal.chain_apart", "deal.fish_nothing_out", "deal.laid_range"})

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.control = kwargs["sheet"].rules.control
        self.missing: list[str] = []
        self.sums: tuple[int | None, ...] = ()

    def unanswered(self, asked: Asked) -> None:
        """While the deal is being written a question is only shown."""

    def lacks(self, name: str, sentence: Any, code: str = "missing") -> None:
        self.missing.append(name)

    def whole(self, *, left: Left, **entries: Any) -> scoring.Deal | None:
        """The deal as far as it can be judged; None while hands or their closer are unknown."""
        ending, closer, ends = (entries[name] for name in ("ending", "closer", "ends"))
        scoring.check_so_far(ending, closer, left.read, ends)
        self.sums = left.sums
        self._note_missing(left, out=closer if ending is scoring.Ending.DOMINO else None, ends=ends)
        if self.missing and not set(self.missing) <= self.NOT_COUNTED:
            return None
        try:
            return super().whole(left=left, **entries)
        except scoring.RuleViolation as violation:
            if left.way == "pips" or ends or violation.code not in self.UNFINISHED:
                raise
            return super().whole(left=Left("pips", left.sums), **entries)

    def _note_missing(self, left: Left, out: int | None, ends: tuple[int, int] | None) -> None:
        """Hands without anything, and the control figures that the regulations ask for (R5.4a)."""
        holders = [seat for seat in scoring.SEATS if seat != out]
        empty = [f"{left.way}_{seat}" for seat in holders if left.hands[seat - 1] in (None, ())]
        asked = {"end_1": ends is None and self.control != "none"}
        asked["laid"] = self.control == "ends_and_count" and left.way == "pips" and self.cleaned_data["laid"] is None
        wanted = empty + [name for name, lacking in asked.items() if lacking]
        self.missing += [name for name in wanted if name not in self.missing]

    def missing_words(self) -> str:
        """What is still to be written, in the order of the page."""
        hands = [name[-1] for name in self.missing if name.startswith(("pips_", "tiles_"))]
        words = {
            _("who led"): "lead" in self.missing,
            _("who laid the last tile"): "closer" in self.missing,
            _("what is left with seats %(seats)s") % {"seats": ", ".join(hands)}: bool(hands),
            _("the open ends"): not {"end_1", "end_2"}.isdisjoint(self.missing),
            _("how many tiles are laid"): "laid" in self.missing,
        }
        return ", ".join(str(what) for what, lacking in words.items() if lacking)

    def side_sums(self) -> dict[str, str]:
        """The pips that each side has left as far as known; empty before anything is written."""
        if not any(self.sums):
            return {}
        hands = zip(scoring.SEATS, self.sums, strict=True)
        known = [(scoring.side_of(seat), held) for seat, held in hands if held is not None]
        return {side: str(sum(held for its, held in known if its == side)) for side in scoring.SIDES}


class DropForm(forms.Form):
    """A deal that waited on a phone and isn't to be written: its key, and what it said."""

    key = forms.CharField(max_length=64)

    def said(self) -> dict[str, str]:
        """The fields of the deal as they were filled in, each cut to a length that any deal keeps to.

        Without NUL, which PostgreSQL doesn't keep.
        """
        names = [name for name in DealForm.base_fields if name not in ("version", "key", "sure")]
        return {name: self.data[name].replace("\0", "")[:40] for name in names if self.data.get(name)}

"""What papers say, read once as plain data: those of a round, and those of the whole tournament.

Names, figures and codes; words only where a place or a correction is called in the language of its paper.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils import translation

from tournament.models import Document, Round, Tournament
from tournament.phrases import Refused

from . import heading
from .bracket import bracket
from .cross_table import cross_table
from .diplomas import diplomas
from .draw import draw
from .finished import require_finished
from .heading import Content
from .report import report
from .rulings import rulings

Kind = Document.Kind

OF_ROUND: Mapping[str, Callable[[Round], Content]] = {
    Kind.DRAW.value: draw,
    Kind.CROSS_TABLE.value: cross_table,
    Kind.BRACKET.value: bracket,
    Kind.RULINGS.value: rulings,
}
OF_TOURNAMENT: Mapping[str, Callable[..., Content]] = {
    Kind.REPORT.value: report,
    Kind.DIPLOMAS.value: diplomas,
}
# What is asked of a kind beside language and size; it stands in what the paper says.
ASKED = {Kind.DIPLOMAS.value: ("first", "last", "each")}


def content_of_round(kind: str, round_: Round, language: str) -> Content:
    """What a paper of this kind says of a published round.

    Raises Refused where there is nothing to say: the round isn't published, partners change, it is no knockout.
    """
    if round_.state == Round.State.PROPOSED.value:
        raise Refused("document.not_published", number=round_.number)
    with translation.override(language):
        return heading.of_round(round_) | OF_ROUND[kind](round_)


def content_of_tournament(kind: str, tournament: Tournament, language: str, **asked: Any) -> Content:
    """What a paper of this kind says of a tournament that is over; asked: which diplomas are wanted.

    Raises Refused while something of it is still to be done.
    """
    require_finished(tournament)
    with translation.override(language):
        return heading.of_tournament(tournament) | OF_TOURNAMENT[kind](tournament, **asked)


def subject_round(kind: str, round_: Round) -> dict[str, Any]:
    """What tells the papers that replace one another: a bracket is of its stage, whatever round it was issued after."""
    return {"round__stage": round_.stage} if kind == Kind.BRACKET.value else {"round": round_}

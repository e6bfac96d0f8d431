"""What the paper of a bracket says: the whole of it as it stands (R13.3)."""

from dataclasses import asdict
from typing import Any

from tournament.draw.bracket_page import bracket_page, entry_names
from tournament.draw.brackets import progress
from tournament.models import Round, Stage
from tournament.phrases import Refused

from .heading import Content


def bracket(round_: Round) -> Content:
    """The whole bracket as it stands now; its places are called in the language that is active."""
    stage = round_.stage
    if stage.system != Stage.System.KNOCKOUT.value or not stage.lineup:
        raise Refused("document.no_bracket", stage=stage.name)
    page = bracket_page(progress(stage), entry_names(stage))
    return {
        "sections": [
            {"title": title, "rounds": [_of_round(each) for each in rounds]} for title, rounds in page.sections
        ],
        "places": [list(place) for place in page.places],
        "torn": list(page.torn),
    }


def _of_round(bracket_round: Any) -> Content:
    return {"title": bracket_round.title, "meetings": list(map(_of_meeting, bracket_round.meetings))}


def _of_meeting(meeting: Any) -> Content:
    kept = ("number", "round", "table", "note")
    said = asdict(meeting)
    return {key: said[key] for key in kept} | {"sides": list(said["sides"])}

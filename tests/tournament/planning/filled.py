"""The form of the regulations as a browser would send it."""

from typing import Any

import scoring
from tournament.planning.forms.regulations import RegulationsForm


def filled(rules: scoring.Regulations, **typed: Any) -> dict[str, Any]:
    """The form as the page shows these regulations, with what is typed otherwise; an unticked box isn't sent."""
    form = RegulationsForm(rules=rules)
    shown = {field.html_name: field.value() for field in form}
    sent = {name: value for name, value in shown.items() if value is not None and value is not False}
    return {name: "on" if value is True else str(value) for name, value in sent.items()} | typed

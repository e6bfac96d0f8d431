"""A tournament of two pairs whose one table is opened by a link; for the program that is walked through."""

from pathlib import Path

import scoring
from tournament.access import services as access
from tournament.access import tokens
from tournament.audit.services import Author
from tournament.draw import services as draw
from tournament.entries import services as entries
from tournament.entries.queries import Application
from tournament.models import Stage
from tournament.planning import services as planning

SLUG = "links"
PAIRS = [("Ёлкин Пётр", "Щукин Юрий"), ("Цой Фёдор", "Чащин Хасан")]


def make(file: str) -> None:
    """Draw and publish its round, make the link, and write its token and its code into a file."""
    by = Author()
    tournament = planning.create_tournament(
        slug=SLUG,
        name="Кубок ссылок",
        venue="",
        timezone="Europe/Moscow",
        regulations=scoring.preset("fdr_deals"),
        stage_name="Этап",
        system=Stage.System.SWISS.value,
        by=by,
    )
    for pair in PAIRS:
        entries.add_entry(tournament=tournament, application=Application(players=pair, club=""), by=by)
    round_ = draw.propose_by_lots(stage=tournament.stages.get(), seed="1", by=by)
    draw.publish(round_=round_, by=by)
    (link,) = access.make_links(round_=round_, by=by)
    Path(file).write_text(f"{tokens.token_of(link.nonce)} {tokens.code_of(link.nonce)}", encoding="ascii")

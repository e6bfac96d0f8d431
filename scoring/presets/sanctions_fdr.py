"""The infractions of the Russian Domino Federation's rules of sports domino.

The rules have no table of their own: the lines follow their text. Sizes of fines are left to the event.
Where the text forbids something without a penalty, a warning and then the usual fine are ours.
"""

from __future__ import annotations

from typing import Final

from scoring.presets.sanctions import USUAL_FINE, WARNING, Infraction, Penalty, Sanctions, by_code

SANCTIONS: Final = Sanctions(
    name="fdr",
    title="Russian Domino Federation",
    scope="partida",  # ours: FDR doesn't say how long a warning lasts
    infractions=by_code(
        Infraction(
            "move_time",
            "Over the time for a move: 5 s with one possible move, 20 s with a choice, 60 s when a fish can be closed",
            WARNING,  # FDR: a verbal warning by the referee
            USUAL_FINE,  # FDR: a fine on the pair
            article="R6.4",
        ),
        Infraction(
            "smoke_drink_eat",
            "Smoking, drinking or eating during the partida",
            WARNING,  # ours
            USUAL_FINE,  # ours
            article="R9.4",
        ),
        Infraction(
            "foreign_objects",
            "Anything on the table besides the tiles, the protocol and a pen",
            WARNING,  # ours
            USUAL_FINE,  # ours
            article="R9.4",
        ),
        Infraction(
            "noise",
            "Talking during the deal",
            WARNING,  # ours
            USUAL_FINE,  # ours
            article="R9.4",
        ),
        Infraction(
            "signs",
            "A movement that can be read as a sign to the partner",
            USUAL_FINE,  # FDR: a penalty whose size the event sets
            article="R9.4",
        ),
        Infraction(
            "moves_tiles_on_rack",
            "Moving tiles that stand on the rack",
            WARNING,  # ours
            USUAL_FINE,  # ours
            article="R9.4",
        ),
        Infraction(
            "touched_unplayable",
            "A touched tile does not fit",
            USUAL_FINE,  # FDR: a fine on the pair
            article="R9.1",
            note="A touched tile that fits must be played.",
        ),
        Infraction(
            "wrong_lead",
            "A player without the lead puts a tile",
            USUAL_FINE,  # FDR: a fine on the pair if the deal begins again
            article="R9.2",
            deal="opponents_choose",
            lead_may_stand=True,
            note="Played on, the tile lies at his right and is played at the first chance.",
        ),
        Infraction(
            "out_of_turn",
            "A player plays out of turn",
            USUAL_FINE,  # FDR: as with a wrong lead
            article="R9.2",
            deal="opponents_choose",
            note="Played on, the result stands.",
        ),
        Infraction(
            "pass_signal",
            "A pass is shown otherwise than by saying the word",
            WARNING,  # ours
            USUAL_FINE,  # ours
            article="R9.3",
        ),
        Infraction(
            "pass_with_tile",
            "A pass with a playable tile, whenever found",
            USUAL_FINE,  # FDR: a fine on the pair
            article="R9.3",
            deal="broken",  # FDR: the referee ends the deal
        ),
        Infraction(
            "no_show_5min",
            "One or both players of a pair are absent 5 minutes after the start",
            Penalty(),  # FDR: the opponents win by walkover with the most points of the event
            article="R8.1",
            deal="not_played",
            whom="pair",
        ),
    ),
)

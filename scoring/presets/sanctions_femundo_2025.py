"""The 49 infractions of the FEMUNDO competition regulations of 2025, with their articles.

Every line has its source in ``article``; the class (game or disciplinary) is that of the regulations' own
list. EN and ES in a note are the two language versions where they differ.
"""

from __future__ import annotations

from typing import Final

from scoring.presets.sanctions import (
    BLACK,
    FINE_20,
    FINE_40_YELLOW,
    LOST,
    LOST_EXPELLED,
    RED,
    SUSPENDED,
    WARNING,
    YELLOW,
    YELLOW_LOST,
    Infraction,
    Sanctions,
    by_code,
)

SANCTIONS: Final = Sanctions(
    name="femundo_2025",
    title="FEMUNDO 2025",
    scope="tournament",
    cards=True,
    two_lose=True,
    infractions=by_code(
        Infraction(
            "late_2min",
            "Not seated 2:00 after the round starts",
            YELLOW_LOST,
            article="7",
            deal="not_played",
            note="EN text: at 2:01; PDF lists the card under game faults, web summary under disciplinary; "
            "offender loses 0-200; those present are credited 100-0.",
        ),
        Infraction(
            "shuffle_order", "Wrong person shuffles / reshuffles / does not take last", WARNING, FINE_20, article="8"
        ),
        Infraction(
            "rearrange_tiles",
            "Tiles rearranged on the rack, or set in more than two trips",
            WARNING,
            FINE_20,
            article="9",
        ),
        Infraction(
            "lift_or_place_manner",
            "Lifts tiles before allowed (only leader and next player may), lays tile hard/soft or irregularly",
            WARNING,
            FINE_20,
            article="10",
        ),
        Infraction(
            "time_5_20_60",
            "Exceeds 5 s (single move or pass) / 20 s (choice) / 60 s (block or forced block)",
            WARNING,
            FINE_20,
            article="11",
        ),
        Infraction(
            "block_tile_not_used",
            "Thought over 20 s holding the blocking tile and then played another one",
            FINE_20,
            article="11",
            note="Tile played becomes exposed; ES: must then use the blocking tile; EN: must play that tile "
            "but need not block.",
        ),
        Infraction(
            "time_wasting",
            "Deliberate slow play (referee judgement)",
            LOST,
            article="11",
            note="EN: a black card is possible.",
        ),
        Infraction(
            "wrong_lead",
            "Wrong player leads",
            FINE_20,
            article="12",
            lead_may_stand=True,
            note="Continues; deal valid once another player has used a turn; if nobody followed, tile becomes "
            "exposed; next lead: player to the right of the wrong leader.",
        ),
        Infraction(
            "out_of_turn",
            "Plays before his turn",
            FINE_20,
            article="13",
            note="Exposed tile; not an offence when only one player can move.",
        ),
        Infraction(
            "mismatch_chivo",
            "Tile put on an end it does not match",
            FINE_40_YELLOW,
            article="14, 5",
            deal="referee",
            note="Broken and lead repeated if it caused 4 or more plays and the culprit is known; otherwise "
            "continues; exposed: the tile and the following ones; owner may fix it before anyone uses a "
            "turn (warning only).",
        ),
        Infraction("mismatch_intentional", "Deliberate mismatch", BLACK, article="14"),
        Infraction(
            "pass_gesture", "Knocks or gestures instead of saying the word for pass", WARNING, FINE_20, article="15"
        ),
        Infraction(
            "pass_with_tile",
            "Passes while holding a playable tile",
            FINE_40_YELLOW,
            article="16, 5",
            deal="referee",
            note="Broken and lead repeated if it caused exposed tiles; otherwise continues; claimable any "
            "time in that deal, also at its end.",
        ),
        Infraction("pass_with_tile_intentional", "Deliberate pass with a playable tile", BLACK, article="16"),
        Infraction(
            "tile_identified",
            "Dropped tile identified on both halves",
            WARNING,
            FINE_20,
            article="17",
            note="Exposed; must be played at first chance; a win or block with it counts but scores nothing; "
            "several exposed tiles are played in the order identified; referee stays.",
        ),
        Infraction(
            "cause_drop",
            "Makes an opponent drop or reveal a tile",
            FINE_20,
            article="17",
            note="Tile goes back to rack.",
        ),
        Infraction("false_identification", "Falsely names a dropped tile of an opponent", FINE_20, article="17"),
        Infraction("peek_floor_tile", "Looks for a tile that fell on the floor (not the owner)", FINE_20, article="17"),
        Infraction(
            "touched_unplayable", "Touches/selects a tile that does not fit", FINE_20, article="18", note="Exposed."
        ),
        Infraction(
            "ask_lead_or_score",
            "Asks who leads or what the score is after taking tiles",
            WARNING,
            FINE_20,
            article="19",
        ),
        Infraction(
            "layout_destroyed",
            "Layout broken before the deal is written down and cannot be rebuilt",
            FINE_20,
            article="20",
        ),
        Infraction("more_than_7", "Takes and lifts more than seven tiles", FINE_20, article="6", deal="reshuffled"),
        Infraction(
            "false_block_call",
            "Announces a block that is not one",
            FINE_20,
            article="6, 5",
            deal="referee",
            note="Broken and lead repeated if all turned their tiles; otherwise continues; if only the caller "
            "turned tiles they become exposed.",
        ),
        Infraction(
            "block_tiles_joined",
            "Tiles of the pair joined, or layout broken, before a block is counted",
            FINE_20,
            article="6",
        ),
        Infraction(
            "sheet_wrong",
            "Wrong seats or wrong scores on the sheet, found after it reached the desk or after time",
            LOST,
            article="21",
            whom="table",
            note="If found in time and the sheet is still at the table it is simply corrected, no extra time; "
            "all four lose 0-200.",
        ),
        Infraction(
            "smoke_eat_drink",
            "Smokes, eats or drinks in the playing area",
            WARNING,
            FINE_40_YELLOW,
            article="22",
            account="disciplinary",
            note="Section D lists it as a direct yellow.",
        ),
        Infraction(
            "phone",
            "Uses a mobile phone",
            WARNING,
            FINE_20,
            article="23",
            account="disciplinary",
            note="EN: emergency call allowed, time noted on the sheet and given back.",
        ),
        Infraction(
            "signals_presumed",
            "Posture or movement that reasonably suggests illegal signals",
            BLACK,
            article="24",
            whom="pair",
        ),
        Infraction(
            "gesture_comment",
            "Gesture, comment, shouting, argument about a play",
            FINE_40_YELLOW,
            SUSPENDED,
            article="24",
            account="disciplinary",
            note="Continues (suspension on repeat); player, in some cases the pair.",
        ),
        Infraction("talk_in_hand", "Talks during the deal", WARNING, FINE_20, article="25", account="disciplinary"),
        Infraction(
            "leaves_table",
            "Leaves in anger or during a dispute",
            RED,
            article="26",
            account="disciplinary",
            note="Loses 0-200; ES: others keep 200 to the points allowed so far; EN: 200-0.",
        ),
        Infraction(
            "collusion",
            "Agreement against the rules before the partida",
            LOST,
            LOST_EXPELLED,
            article="28",
            note="Further sanction up to expulsion; all involved lose 0-200.",
        ),
        Infraction(
            "two_infractions_one_match",
            "Two infractions by one player in one partida",
            LOST,
            article="28",
            note="Loses 0-200; the other three are credited 200-0.",
        ),
        Infraction(
            "complain_no_referee",
            "Complains to opponents without a referee",
            WARNING,
            article="29C",
            account="disciplinary",
        ),
        Infraction(
            "complain_angrily",
            "Complains angrily and ignores the order to stop",
            YELLOW,
            article="29D",
            account="disciplinary",
        ),
        Infraction(
            "lie_to_referee", "Lies to a referee resolving a conflict", YELLOW, article="29D", account="disciplinary"
        ),
        Infraction(
            "stays_in_area",
            "Stays in the competition area without permission",
            YELLOW,
            article="29D",
            account="disciplinary",
        ),
        Infraction(
            "alcohol_drugs", "Under the influence of alcohol or drugs", RED, article="29E", account="disciplinary"
        ),
        Infraction(
            "no_id_uniform",
            "No badge or uniform without written permission",
            RED,
            article="29E, 4",
            account="disciplinary",
        ),
        Infraction(
            "stands_up_claim",
            "Gets up from the chair while claiming to a referee",
            RED,
            article="29E",
            account="disciplinary",
        ),
        Infraction(
            "causes_abandon",
            "Causes another player to abandon / a dispute that delays the partida",
            RED,
            article="29E",
            account="disciplinary",
        ),
        Infraction("weapons", "Carries firearms in the area", RED, article="29E", account="disciplinary"),
        Infraction(
            "verbal_assault", "Verbal aggression against another player", RED, article="29E", account="disciplinary"
        ),
        Infraction(
            "unsporting_tiles",
            "Marks or hides tiles, malicious shuffle, looks at opponents tiles, alters the sheet",
            BLACK,
            article="29F",
            account="disciplinary",
        ),
        Infraction("physical_assault", "Physical aggression", BLACK, article="29F", account="disciplinary"),
        Infraction("betting", "Bets during or around the competition", BLACK, article="29F", account="disciplinary"),
        Infraction("disobeys_referee", "Disobeys warnings or sanctions", BLACK, article="29F", account="disciplinary"),
        Infraction(
            "promotes_withdrawal",
            "Promotes the withdrawal of a player, club or delegation",
            BLACK,
            article="29F",
            account="disciplinary",
        ),
        Infraction(
            "illogical_play", "Illogical play harming own pair, proven by the move-sequence sheet", BLACK, article="29F"
        ),
    ),
)

"""The engine's sentences as messages to translate: word for word those of `scoring`, by code.

A test compares them with `scoring.REFUSALS` and `scoring.REASONS`, so that none is missing or differs.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

REFUSED_BY_RULE: Mapping[str, Any] = {
    "tile.unknown": _("“{value}” is not a tile: write two halves from 0 to 6, for example 6-4."),
    "regulations.deals_multiple": _(
        "{deals} deals cannot be played: the number of deals is a multiple of four, so that each player "
        "leads equally often."
    ),
    "regulations.no_length": _("A partida needs a length: set the number of deals, the target, or both."),
    "regulations.best_of_even": _("The best of {best_of} parts has no sure winner: set an odd number."),
    "regulations.best_of_tie": _(
        "In the best of {best_of} parts each part needs a winner: a level part is decided by extra deals."
    ),
    "partida.totals_not_allowed": _("The regulations ask for every deal: totals alone cannot be entered."),
    "partida.part_after_end": _("Part {part} cannot be entered: the meeting was over after part {ended}."),
    "partida.part_both_at_target": _("Part {part} stands {a}–{b}: only one side can reach the target of {target}."),
    "partida.part_level": _("Part {part} stands level at {a}–{b}: a part has a winner."),
    "partida.part_short": _("Part {part} stands {a}–{b}: nobody has reached the target of {target}."),
    "partida.part_too_many": _(
        "Part {part} stands {a}–{b}: the last deal cannot bring more than {most} points, so a part to "
        "{target} ends at {highest} at most."
    ),
    "deal.lead_missing": _("Deal {deal} must name the seat that led: the rules allow more than one."),
    "partida.wrong_lead": _("Seat {lead} is written as leading deal {deal}, but the lead belongs to seat {rightful}."),
    "partida.closer_leads": _("Deal {deal} must name the seat that closed the fish: that player leads the next deal."),
    "deal.closer_missing": _("A deal won by domino must name the seat that went out."),
    "deal.hands_missing": _("Write what was left in the four hands: the pips or the tiles."),
    "deal.fish_ends": _("In a fish both open ends show the same number, but {first} and {second} are written."),
    "deal.closer_holds": _("Seat {seat} went out, so nothing is left there, but {pips} pips are written."),
    "deal.pips_too_many": _("Seat {seat} cannot hold {pips} pips: {most} is the most possible."),
    "deal.pips_too_few": _("Seat {seat} cannot hold {pips} pips: {least} is the least possible."),
    "deal.pips_together_many": _("Seats {seats} cannot hold {pips} pips together: {most} is the most possible."),
    "deal.pips_together_few": _("Seats {seats} cannot hold {pips} pips together: {least} is the least possible."),
    "deal.parity_even": _("{pips} pips are left, but with the open ends {first} and {second} it is an even number."),
    "deal.parity_odd": _("{pips} pips are left, but with the open ends {first} and {second} it is an odd number."),
    "deal.fish_parity": _("{pips} pips are left, but in a fish the pips left are always even."),
    "deal.pips_differ": _("Seat {seat}: the tiles have {counted} pips, but {pips} are written."),
    "deal.tile_twice": _("Tile {tile} is written twice."),
    "deal.hand_too_large": _("Seat {seat} holds {count} tiles: a hand has seven at most."),
    "deal.hand_empty": _("Seat {seat} has no tile left: only the one who went out by domino has none."),
    "deal.closer_holds_tiles": _("Seat {seat} went out, but {count} tiles are written there."),
    "deal.chain_odd": _(
        "The tiles on the table cannot form one chain: the numbers {numbers} stand an odd number of "
        "times, and only two different open ends may. A tile left is missing, wrong or one too many."
    ),
    "deal.chain_apart": _(
        "The tiles on the table cannot form one chain: they fall apart. A tile left is missing, wrong or one too many."
    ),
    "deal.fish_not_out": _(
        "In a fish on {number} all seven tiles with {number} lie on the table, but seat {seat} holds {tile}."
    ),
    "deal.fish_nothing_out": _("This is no fish: every number is still in somebody’s hand."),
    "deal.broken_has_nothing": _("A broken deal has no closer, no hands and no open ends: it is played again."),
    "deal.ends_missing": _("Write the two open ends: the regulations ask for them."),
    "deal.laid_missing": _("Write how many tiles lie on the table: the regulations ask for it."),
    "deal.laid_differs": _("{laid} tiles are said to lie on the table, but the hands leave {counted}."),
    "deal.laid_range": _("{laid} tiles cannot lie on the table: this ending has between {least} and {most}."),
    "deal.ends_differ": _(
        "By the tiles left the open ends are {first} and {second}, but {written_first} and "
        "{written_second} are written."
    ),
    "deal.ends_closed": _(
        "By the tiles left both open ends show one number, but {written_first} and {written_second} are written."
    ),
    "deal.ends_absent": _("Number {number} does not lie on the table, so it cannot be an open end."),
    "partida.time_impossible": _("Time cannot run out after {after} deals: {written} are written."),
    "partida.deal_after_end": _("Deal {deal} cannot be written: the partida was over after deal {ended}."),
    "result.not_over": _("The partida is not over yet: {next_deal} is the next deal."),
    "result.winner_missing": _("A walkover must name the side that wins."),
    "result.partida_missing": _("A played partida needs its deals or totals."),
    "regulations.walkover_unnamed": _("Without a target the regulations must name the points of a walkover."),
    "regulations.walkover_order": _(
        "The loser of a walkover ({loser}) cannot get more points than the winner ({winner})."
    ),
    "ruling.deal_unknown": _("There is no deal {deal} to rule on: {written} are written."),
    "ruling.infraction_unknown": _("“{code}” is no infraction of the table “{table}”."),
    "ruling.seat_unknown": _("A ruling names the player at fault: seat 1, 2, 3 or 4."),
    "ruling.fine_too_large": _("A fine of {points} points is above the regulations’ bound of {most}."),
    "ruling.reason_missing": _("Departing from the regulations needs a reason."),
    "regulations.cap_without_target": _(
        "Points can be capped at the target only where a partida has a target and a single part."
    ),
    "regulations.criteria_empty": _("Name at least one criterion of the order."),
    "regulations.criterion_twice": _("The criterion “{code}” stands in the list twice."),
    "standings.criterion_unknown": _("“{code}” is no criterion: the criteria are {known}."),
    "standings.entry_unknown": _("Entry {entry} has a result but is not among the entries."),
    "standings.entry_twice": _("Entry {entry} is listed twice."),
    "value.unknown_key": _("“{key}” is not known here. Known are: {known}."),
    "value.missing": _("“{key}” is missing."),
    "value.object": _("An object with named values is expected here."),
    "value.text": _("A text is expected here."),
    "value.list": _("A list is expected here."),
    "value.list_of": _("A list of exactly {count} values is expected here, not {got}."),
    "value.whole": _("A whole number is expected here, not “{value}”."),
    "value.range": _("{value} is not possible here: from {low} to {high}."),
    "value.flag": _("True or false is expected here, not “{value}”."),
    "value.choice": _("“{value}” is not possible here. Possible are: {known}."),
}

# What comes next in a partida, and why (`scoring.Next.reason`).
NEXT: Mapping[str, Any] = {
    "deal.first": _("The first deal: the players turn a tile each, the most pips lead."),
    "deal.next": _("The next deal."),
    "deal.repeated": _("The broken deal is played again with the same lead."),
    "deal.next_part": _("The first deal of the next part."),
    "over.parts": _("The meeting is over: one side has won the parts that it needs."),
    "last_deal.number": _("The last deal by number."),
    "over.deals": _("The partida is over: all deals are played."),
    "over.target": _("The partida is over: the target is reached."),
    "deal.time_one_more": _("Time is up: this deal and one more."),
    "last_deal.time_running": _("Time is up: the running deal is finished and is the last."),
    "last_deal.time_one_more": _("Time is up: one more deal is played."),
    "over.time": _("The partida is over: time is up."),
    "extra_deal.level": _("Level: an extra deal decides."),
    "over.extra": _("The partida is over: the extra deal has decided."),
    "over.null": _("The partida is over: level, and the result is null."),
    "over.draw": _("The partida is over: a draw."),
    "over.ruling": _("The partida is over by a referee's ruling."),
}

# What is asked before a deal that looks like a slip is written (`scoring.questions`).
QUESTIONS: Mapping[str, Any] = {
    "deal.fish_close": _("The sides differ by {difference} pips only. Is every tile counted in its own hand?"),
    "deal.fish_likely": _(
        "Both ends show {number}, and all seven tiles with {number} are laid. Was it a domino and no fish?"
    ),
    "deal.only_blank": _("Seat {seat} has 0 pips but did not go out. Is the double blank the only tile there?"),
    "deal.hand_heavy": _("Seat {seat} has {pips} pips, seldom so many. Are they counted right?"),
}

# Why a ruling comes to what it does (`scoring.Decision.why`).
WHYS: Mapping[str, Any] = {
    "repeat": _("The same kind again."),
    "two_warnings": _("Two warnings make a yellow card."),
    "two_yellows": _("Two yellow cards make a red one."),
    "red_and_yellow": _("Red and yellow make a black card."),
    "two_in_partida": _("Two infractions of one player in one partida lose it."),
    "departure": _("The referee departed from the table."),
    "withdrawn": _("The ruling is withdrawn."),
}

# The infractions of all tables, by their title in the engine.
INFRACTIONS: Mapping[str, Any] = {
    "Over the time for a move: 5 s with one possible move, 20 s with a choice, 60 s when a fish can be closed": _(
        "Over the time for a move: 5 s with one possible move, 20 s with a choice, 60 s when a fish can be closed"
    ),
    "Smoking, drinking or eating during the partida": _("Smoking, drinking or eating during the partida"),
    "Anything on the table besides the tiles, the protocol and a pen": _(
        "Anything on the table besides the tiles, the protocol and a pen"
    ),
    "Talking during the deal": _("Talking during the deal"),
    "A movement that can be read as a sign to the partner": _("A movement that can be read as a sign to the partner"),
    "Moving tiles that stand on the rack": _("Moving tiles that stand on the rack"),
    "A touched tile does not fit": _("A touched tile does not fit"),
    "A player without the lead puts a tile": _("A player without the lead puts a tile"),
    "A player plays out of turn": _("A player plays out of turn"),
    "A pass is shown otherwise than by saying the word": _("A pass is shown otherwise than by saying the word"),
    "A pass with a playable tile, whenever found": _("A pass with a playable tile, whenever found"),
    "One or both players of a pair are absent 5 minutes after the start": _(
        "One or both players of a pair are absent 5 minutes after the start"
    ),
    "Not seated 2:00 after the round starts": _("Not seated 2:00 after the round starts"),
    "Wrong person shuffles / reshuffles / does not take last": _(
        "Wrong person shuffles / reshuffles / does not take last"
    ),
    "Tiles rearranged on the rack, or set in more than two trips": _(
        "Tiles rearranged on the rack, or set in more than two trips"
    ),
    "Lifts tiles before allowed (only leader and next player may), lays tile hard/soft or irregularly": _(
        "Lifts tiles before allowed (only leader and next player may), lays tile hard/soft or irregularly"
    ),
    "Exceeds 5 s (single move or pass) / 20 s (choice) / 60 s (block or forced block)": _(
        "Exceeds 5 s (single move or pass) / 20 s (choice) / 60 s (block or forced block)"
    ),
    "Thought over 20 s holding the blocking tile and then played another one": _(
        "Thought over 20 s holding the blocking tile and then played another one"
    ),
    "Deliberate slow play (referee judgement)": _("Deliberate slow play (referee judgement)"),
    "Wrong player leads": _("Wrong player leads"),
    "Plays before his turn": _("Plays before his turn"),
    "Tile put on an end it does not match": _("Tile put on an end it does not match"),
    "Deliberate mismatch": _("Deliberate mismatch"),
    "Knocks or gestures instead of saying the word for pass": _(
        "Knocks or gestures instead of saying the word for pass"
    ),
    "Passes while holding a playable tile": _("Passes while holding a playable tile"),
    "Deliberate pass with a playable tile": _("Deliberate pass with a playable tile"),
    "Dropped tile identified on both halves": _("Dropped tile identified on both halves"),
    "Makes an opponent drop or reveal a tile": _("Makes an opponent drop or reveal a tile"),
    "Falsely names a dropped tile of an opponent": _("Falsely names a dropped tile of an opponent"),
    "Looks for a tile that fell on the floor (not the owner)": _(
        "Looks for a tile that fell on the floor (not the owner)"
    ),
    "Touches/selects a tile that does not fit": _("Touches/selects a tile that does not fit"),
    "Asks who leads or what the score is after taking tiles": _(
        "Asks who leads or what the score is after taking tiles"
    ),
    "Layout broken before the deal is written down and cannot be rebuilt": _(
        "Layout broken before the deal is written down and cannot be rebuilt"
    ),
    "Takes and lifts more than seven tiles": _("Takes and lifts more than seven tiles"),
    "Announces a block that is not one": _("Announces a block that is not one"),
    "Tiles of the pair joined, or layout broken, before a block is counted": _(
        "Tiles of the pair joined, or layout broken, before a block is counted"
    ),
    "Wrong seats or wrong scores on the sheet, found after it reached the desk or after time": _(
        "Wrong seats or wrong scores on the sheet, found after it reached the desk or after time"
    ),
    "Smokes, eats or drinks in the playing area": _("Smokes, eats or drinks in the playing area"),
    "Uses a mobile phone": _("Uses a mobile phone"),
    "Posture or movement that reasonably suggests illegal signals": _(
        "Posture or movement that reasonably suggests illegal signals"
    ),
    "Gesture, comment, shouting, argument about a play": _("Gesture, comment, shouting, argument about a play"),
    "Talks during the deal": _("Talks during the deal"),
    "Leaves in anger or during a dispute": _("Leaves in anger or during a dispute"),
    "Agreement against the rules before the partida": _("Agreement against the rules before the partida"),
    "Two infractions by one player in one partida": _("Two infractions by one player in one partida"),
    "Complains to opponents without a referee": _("Complains to opponents without a referee"),
    "Complains angrily and ignores the order to stop": _("Complains angrily and ignores the order to stop"),
    "Lies to a referee resolving a conflict": _("Lies to a referee resolving a conflict"),
    "Stays in the competition area without permission": _("Stays in the competition area without permission"),
    "Under the influence of alcohol or drugs": _("Under the influence of alcohol or drugs"),
    "No badge or uniform without written permission": _("No badge or uniform without written permission"),
    "Gets up from the chair while claiming to a referee": _("Gets up from the chair while claiming to a referee"),
    "Causes another player to abandon / a dispute that delays the partida": _(
        "Causes another player to abandon / a dispute that delays the partida"
    ),
    "Carries firearms in the area": _("Carries firearms in the area"),
    "Verbal aggression against another player": _("Verbal aggression against another player"),
    "Marks or hides tiles, malicious shuffle, looks at opponents tiles, alters the sheet": _(
        "Marks or hides tiles, malicious shuffle, looks at opponents tiles, alters the sheet"
    ),
    "Physical aggression": _("Physical aggression"),
    "Bets during or around the competition": _("Bets during or around the competition"),
    "Disobeys warnings or sanctions": _("Disobeys warnings or sanctions"),
    "Promotes the withdrawal of a player, club or delegation": _(
        "Promotes the withdrawal of a player, club or delegation"
    ),
    "Illogical play harming own pair, proven by the move-sequence sheet": _(
        "Illogical play harming own pair, proven by the move-sequence sheet"
    ),
}

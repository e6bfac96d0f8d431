"""What the engine refuses: one table of codes, rules and sentences, and the error that carries them.

The sentences are English templates; a translator replaces them by code. Parameters are numbers, tiles
("6-4") and names of keys, never words of a language, so that a sentence can be translated whole.
"""

from __future__ import annotations

from typing import Final

REFUSALS_BY_RULE: Final[dict[str, dict[str, str]]] = {
    "R2.1": {
        "tile.unknown": "“{value}” is not a tile: write two halves from 0 to 6, for example 6-4.",
    },
    "R3.1": {
        "regulations.deals_multiple": "{deals} deals cannot be played: the number of deals is a multiple "
        "of four, "
        "so that each player leads equally often.",
    },
    "R3.3": {
        "regulations.no_length": "A partida needs a length: set the number of deals, the target, or both.",
    },
    "R3.6": {
        "regulations.best_of_even": "The best of {best_of} parts has no sure winner: set an odd number.",
        "regulations.best_of_tie": "In the best of {best_of} parts each part needs a winner: "
        "a level part is decided by extra deals.",
        "partida.totals_not_allowed": "The regulations ask for every deal: totals alone cannot be entered.",
        "partida.part_after_end": "Part {part} cannot be entered: the meeting was over after part {ended}.",
        "partida.part_both_at_target": "Part {part} stands {a}–{b}: only one side can reach the target of {target}.",
        "partida.part_level": "Part {part} stands level at {a}–{b}: a part has a winner.",
        "partida.part_short": "Part {part} stands {a}–{b}: nobody has reached the target of {target}.",
        "partida.part_too_many": "Part {part} stands {a}–{b}: the last deal cannot bring more than {most} "
        "points, "
        "so a part to {target} ends at {highest} at most.",
    },
    "R4.1": {
        "deal.lead_missing": "Deal {deal} must name the seat that led: the rules allow more than one.",
    },
    "R4.2": {
        "partida.wrong_lead": "Seat {lead} is written as leading deal {deal}, but the lead belongs to seat {rightful}.",
        "partida.closer_leads": "Deal {deal} must name the seat that closed the fish: that player leads the next deal.",
    },
    "R5.1": {
        "deal.closer_missing": "A deal won by domino must name the seat that went out.",
        "deal.hands_missing": "Write what was left in the four hands: the pips or the tiles.",
    },
    "R5.2": {
        "deal.fish_ends": "In a fish both open ends show the same number, but {first} and {second} are written.",
    },
    "R5.4": {
        "deal.closer_holds": "Seat {seat} went out, so nothing is left there, but {pips} pips are written.",
        "deal.pips_too_many": "Seat {seat} cannot hold {pips} pips: {most} is the most possible.",
        "deal.pips_too_few": "Seat {seat} cannot hold {pips} pips: {least} is the least possible.",
        "deal.pips_together_many": "Seats {seats} cannot hold {pips} pips together: {most} is the most possible.",
        "deal.pips_together_few": "Seats {seats} cannot hold {pips} pips together: {least} is the least possible.",
        "deal.parity_even": "{pips} pips are left, but with the open ends {first} and {second} it is an even number.",
        "deal.parity_odd": "{pips} pips are left, but with the open ends {first} and {second} it is an odd number.",
        "deal.fish_parity": "{pips} pips are left, but in a fish the pips left are always even.",
        "deal.pips_differ": "Seat {seat}: the tiles have {counted} pips, but {pips} are written.",
        "deal.tile_twice": "Tile {tile} is written twice.",
        "deal.hand_too_large": "Seat {seat} holds {count} tiles: a hand has seven at most.",
        "deal.hand_empty": "Seat {seat} has no tile left: only the one who went out by domino has none.",
        "deal.closer_holds_tiles": "Seat {seat} went out, but {count} tiles are written there.",
        "deal.chain_odd": "The tiles on the table cannot form one chain: the numbers {numbers} stand an "
        "odd number "
        "of times, and only two different open ends may. A tile left is missing, wrong or one too many.",
        "deal.chain_apart": "The tiles on the table cannot form one chain: they fall apart. "
        "A tile left is missing, wrong or one too many.",
        "deal.fish_not_out": "In a fish on {number} all seven tiles with {number} lie on the table, "
        "but seat {seat} holds {tile}.",
        "deal.fish_nothing_out": "This is no fish: every number is still in somebody’s hand.",
        "deal.broken_has_nothing": "A broken deal has no closer, no hands and no open ends: it is played again.",
    },
    "R5.4a": {
        "deal.ends_missing": "Write the two open ends: the regulations ask for them.",
        "deal.laid_missing": "Write how many tiles lie on the table: the regulations ask for it.",
        "deal.laid_differs": "{laid} tiles are said to lie on the table, but the hands leave {counted}.",
        "deal.laid_range": "{laid} tiles cannot lie on the table: this ending has between {least} and {most}.",
        "deal.ends_differ": "By the tiles left the open ends are {first} and {second}, "
        "but {written_first} and {written_second} are written.",
        "deal.ends_closed": "By the tiles left both open ends show one number, "
        "but {written_first} and {written_second} are written.",
        "deal.ends_absent": "Number {number} does not lie on the table, so it cannot be an open end.",
    },
    "R6.2": {
        "partida.time_impossible": "Time cannot run out after {after} deals: {written} are written.",
    },
    "R7.1": {
        "partida.deal_after_end": "Deal {deal} cannot be written: the partida was over after deal {ended}.",
        "result.not_over": "The partida is not over yet: {next_deal} is the next deal.",
    },
    "R8.1": {
        "result.winner_missing": "A walkover must name the side that wins.",
        "result.partida_missing": "A played partida needs its deals or totals.",
    },
    "R8.2": {
        "regulations.walkover_unnamed": "Without a target the regulations must name the points of a walkover.",
        "regulations.walkover_order": "The loser of a walkover ({loser}) cannot get more points than the "
        "winner ({winner}).",
    },
    "R10.1": {
        "ruling.deal_unknown": "There is no deal {deal} to rule on: {written} are written.",
        "ruling.infraction_unknown": "“{code}” is no infraction of the table “{table}”.",
        "ruling.seat_unknown": "A ruling names the player at fault: seat 1, 2, 3 or 4.",
    },
    "R10.2": {
        "ruling.fine_too_large": "A fine of {points} points is above the regulations’ bound of {most}.",
    },
    "R10.7": {
        "ruling.reason_missing": "Departing from the regulations needs a reason.",
    },
    "R12.2": {
        "regulations.cap_without_target": "Points can be capped at the target only where a partida has a "
        "target "
        "and a single part.",
    },
    "R12.3": {
        "regulations.criteria_empty": "Name at least one criterion of the order.",
        "regulations.criterion_twice": "The criterion “{code}” stands in the list twice.",
        "standings.criterion_unknown": "“{code}” is no criterion: the criteria are {known}.",
    },
    "R12.5": {
        "standings.entry_unknown": "Entry {entry} has a result but is not among the entries.",
        "standings.entry_twice": "Entry {entry} is listed twice.",
    },
    # Not a rule of play: the shape of what comes in from a file or a form.
    "shape": {
        "value.unknown_key": "“{key}” is not known here. Known are: {known}.",
        "value.missing": "“{key}” is missing.",
        "value.object": "An object with named values is expected here.",
        "value.text": "A text is expected here.",
        "value.list": "A list is expected here.",
        "value.list_of": "A list of exactly {count} values is expected here, not {got}.",
        "value.whole": "A whole number is expected here, not “{value}”.",
        "value.range": "{value} is not possible here: from {low} to {high}.",
        "value.flag": "True or false is expected here, not “{value}”.",
        "value.choice": "“{value}” is not possible here. Possible are: {known}.",
    },
}
"""Rule number → refusal code → English sentence with named places for the parameters."""

REFUSALS: Final[dict[str, str]] = {
    code: text for sentences in REFUSALS_BY_RULE.values() for code, text in sentences.items()
}
"""Refusal code → English sentence, the form in which translators want it."""

RULE_OF: Final[dict[str, str]] = {code: rule for rule, sentences in REFUSALS_BY_RULE.items() for code in sentences}
"""Refusal code → number of the rule that is broken (``shape`` for malformed input)."""


class RuleViolation(ValueError):
    """Something that the rules make impossible, with its code, rule, parameters and place.

    ``field`` names the entry that cannot be, in the path form of the tournament file: ``pips.3`` is seat 3's
    pips, ``deals[6].lead`` the lead of the seventh deal, ``regulations.deals`` a field of the regulations.

    >>> error = RuleViolation("deal.closer_holds", field="pips.2", seat=2, pips=5)
    >>> str(error)
    'Seat 2 went out, so nothing is left there, but 5 pips are written.'
    >>> error.rule, error.field
    ('R5.4', 'pips.2')
    """

    def __init__(self, code: str, /, *, field: str | None = None, **params: object) -> None:
        super().__init__(REFUSALS[code].format(**params))
        self.code = code
        self.rule = RULE_OF[code]
        self.field = field
        self.params = params

    def within(self, place: str) -> RuleViolation:
        """The same refusal seen from outside: ``place`` is put in front of its field.

        >>> RuleViolation("deal.ends_missing", field="ends").within("deals[6]").field
        'deals[6].ends'
        """
        field = place if self.field is None else f"{place}.{self.field}"
        return RuleViolation(self.code, field=field, **self.params)

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuilt, (self.code, self.field, self.params)


def _rebuilt(code: str, field: str | None, params: dict[str, object]) -> RuleViolation:
    return RuleViolation(code, field=field, **params)

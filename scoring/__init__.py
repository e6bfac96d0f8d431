"""The rules of sports domino as a pure library: a deal, a partida, a ruling, a place, and what each is worth.

Values are immutable; what the rules make impossible raises :class:`RuleViolation` with its code, rule and place.
Nothing here knows a database, a clock on the wall or a language.

==========  =============================================  ==================================================
rule        what it says                                   where
==========  =============================================  ==================================================
R1          seats, sides, order of play                    ``side_of``, ``next_seat``, ``partner``
R2          28 tiles                                       ``TILES``, ``tile``
R3          length of a partida, parts of a meeting        ``Regulations``, ``play``, ``play_totals``
R4          who leads                                      ``Next.may_lead``, ``draw_lead``
R5.1–R5.7   what a deal is worth                           ``Deal.points``
R5.4        what cannot have happened                      ``Deal`` (refuses it)
R5.4a       control figures, questions                     ``Deal.check_control``, ``questions``
R6          when time runs out                             ``TimeCall``, ``play``, ``MOVE_SECONDS``
R7          level scores                                   ``play``
R8          absence, byes, odd results                     ``seat_results``
R9          play                                           ``Offence``, ``propose`` (R9.1–R9.4)
R10         rulings, fines, cards                          ``escalate``, ``rulings_for``, ``Ruling``
R11         the protocol: its figures, who signs it        ``Line``, ``Partida``, ``missing_signatures``
R12         standings                                      ``rank``, ``CRITERIA``
R13         draws                                          not here, but for ``has_met``
R14         other domino games                             not here
==========  =============================================  ==================================================

Modules, each importing only those before it: errors, checks and seats, layout, consistency, presets and fields,
regulations, deal, partida and questions, lead, clock and signing, fold and totals, rulings, results and playout,
criteria, standings.
"""

from scoring.clock import MOVE_SECONDS, TimeCall
from scoring.criteria import CRITERIA, Criterion, Term
from scoring.deal import Deal, DealPoints, Ending, Hands, check_so_far
from scoring.errors import REFUSALS, RULE_OF, RuleViolation
from scoring.fields import CRITERIA_CODES, FIELDS, Field
from scoring.fold import play
from scoring.layout import TILES, Tile, tile, tile_text
from scoring.partida import REASONS, RULE_OF_REASON, Line, Next, Outcome, Partida, Ruling
from scoring.playout import Played, draw_lead, play_out, playout, playout_partida
from scoring.presets import PRESETS, SANCTIONS, Preset
from scoring.presets.sanctions import DEAL_EFFECTS, Infraction, Penalty, Sanctions
from scoring.questions import QUESTIONS, RULE_OF_QUESTION, Question, questions
from scoring.regulations import Credit, Regulations, preset
from scoring.results import RESULT_KINDS, Result, SeatResult, has_met, seat_results
from scoring.rulings import WHYS, Decision, Offence, escalate, fine_points, infraction, propose, rulings_for
from scoring.seats import SEATS, SEATS_OF, SIDES, Score, Side, next_seat, other_side, partner, side_of
from scoring.signing import missing_signatures
from scoring.standings import SHARED, Standing, draw_lots, rank
from scoring.totals import play_totals

__all__ = [
    "CRITERIA",
    "CRITERIA_CODES",
    "DEAL_EFFECTS",
    "FIELDS",
    "MOVE_SECONDS",
    "PRESETS",
    "QUESTIONS",
    "REASONS",
    "REFUSALS",
    "RESULT_KINDS",
    "RULE_OF",
    "RULE_OF_QUESTION",
    "RULE_OF_REASON",
    "SANCTIONS",
    "SEATS",
    "SEATS_OF",
    "SHARED",
    "SIDES",
    "TILES",
    "WHYS",
    "Credit",
    "Criterion",
    "Deal",
    "DealPoints",
    "Decision",
    "Ending",
    "Field",
    "Hands",
    "Infraction",
    "Line",
    "Next",
    "Offence",
    "Outcome",
    "Partida",
    "Penalty",
    "Played",
    "Preset",
    "Question",
    "Regulations",
    "Result",
    "RuleViolation",
    "Ruling",
    "Sanctions",
    "Score",
    "SeatResult",
    "Side",
    "Standing",
    "Term",
    "Tile",
    "TimeCall",
    "check_so_far",
    "draw_lead",
    "draw_lots",
    "escalate",
    "fine_points",
    "has_met",
    "infraction",
    "missing_signatures",
    "next_seat",
    "other_side",
    "partner",
    "play",
    "play_out",
    "play_totals",
    "playout",
    "playout_partida",
    "preset",
    "propose",
    "questions",
    "rank",
    "rulings_for",
    "seat_results",
    "side_of",
    "tile",
    "tile_text",
]

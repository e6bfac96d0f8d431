"""Plans, draws and rounds: what is refused there, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

DRAWS: Mapping[str, Any] = {
    "hall.empty": _("There is nothing to put up: write what the hall is to read."),
    "hall.too_long": _(
        "A message for the hall has at most %(most)d letters, yours has %(length)d: nobody reads more at ten metres."
    ),
    "hall.nothing_up": _("No message is up: there is nothing to take down."),
    "draw.too_few": _("A draw needs at least two entries; %(count)d can play in round %(round)d."),
    "draw.exists": _("Round %(round)d is already drawn. Take it back first if it should be drawn again."),
    "draw.stage_running": _("Stage «%(stage)s» already has rounds; a round robin is drawn as a whole, before them."),
    "draw.published": _("Round %(round)d is already published."),
    "draw.has_results": _("Round %(round)d already has results, so it can't be taken back (R13.6)."),
    "draw.later_round": _("Round %(later)d is drawn after it: take that one back first."),
    "draw.unfinished": _("Round %(round)d isn't finished: tables %(tables)s are not confirmed yet."),
    "draw.winners_needed": _(
        "Round %(round)d isn't finished: tables %(tables)s are not confirmed yet. A knockout goes on only when its "
        "winners are known, whatever the reason to hurry."
    ),
    "draw.not_first": _("Lots decide the first round only; round %(round)d needs the standings."),
    "draw.invalid": _("This draw breaks the rules: %(breaches)s"),
    "draw.reason_needed": _("Nothing is changed yet: this needs a reason (R13.6). %(breaches)s"),
    "draw.swap_itself": _("Pair %(entry)d can't change places with itself. Choose two different pairs."),
    "draw.not_in_round": _("Pair %(entry)d isn't in round %(round)d. Reload the page and choose again."),
    "draw.not_proposed": _("Only a proposed round can be changed by hand; round %(round)d is %(state)s."),
    "draw.unknown_entry": _("Entry %(entry)s doesn't play in this tournament."),
    "clock.started": _("The clock of round %(round)d is already running."),
    "clock.not_started": _("The clock of round %(round)d hasn't been started yet."),
    "clock.not_published": _("Round %(round)d is %(state)s: only the clock of a published round can be changed."),
    "clock.in_use": _("Something is already written in round %(round)d, so its start can't be taken back any more."),
    "clock.paused": _("The clock of round %(round)d already stands still."),
    "clock.not_paused": _("The clock of round %(round)d is running."),
    "clock.reason": _("Give the reason: it is printed in the protocols (R6.1)."),
    "clock.too_much": _("From 1 to %(most)d minutes can be given back at once; for more, stop the clock of the hall."),
    "clock.table_over": _("The sheet of table %(table)d is already finished: time can't be added any more."),
    "draw.changed_meanwhile": _(
        "Round %(round)d was drawn otherwise on another device meanwhile. Look at it as it is now, then try again."
    ),
    "draw.other_system": _("Stage «%(stage)s» is drawn in another way: %(system)s."),
    "draw.avoidable": _(
        "Round %(round)d as it stands breaks what another draw would keep. %(breaches)s "
        "Draw it anew, or publish it with a reason (R13.6)."
    ),
    "draw.bracket_seats": _(
        "In round %(round)d sit others than its bracket has. Take the round back and draw it again."
    ),
    "draw.late": _("Not seated and not free either: pairs %(entries)s. Take the round back and draw it again."),
    "draw.too_few_players": _("Four have to sit at a table; %(count)d can play in round %(round)d."),
    "draw.individual_only": _(
        "In «%(stage)s» partners are drawn too, so nobody is seated by hand or by lots alone. Take the round back and "
        "draw it with another seed."
    ),
    "draw.players_changed": _(
        "The players have changed since the draw: %(breaches)s Take the round back and draw it again."
    ),
    "draw.no_such_table": _("Not all of these tables are in round %(round)d. Reload the page and choose again."),
    "draw.entry_twice": _("Entry %(entry)d can't be drawn twice in round %(round)d."),
    "draw.lock_unknown": _("Pair %(entry)d doesn't play round %(round)d, so its table can't be kept."),
    "draw.lock_itself": _("Pair %(entry)d can't meet itself."),
    "draw.lock_twice": _("Pair %(entry)d sits at two of the tables that are to be kept."),
    "draw.lock_free": _("Pair %(entry)d can't stay free: %(count)d pairs play round %(round)d, so nobody is."),
    "draw.too_large": _(
        "%(count)d pairs with a rule that has to be broken are too many to prove the best draw. "
        "Seat round %(round)d by hand."
    ),
    "draw.group_size": _("%(count)d pairs don't make %(groups)d groups: each needs at least two."),
    "draw.no_stage_before": _("Stage «%(stage)s» is the first, so nobody can come through from a stage before."),
    "draw.undecided": _(
        "Who comes through from «%(stage)s» isn't decided: entries %(entries)s are level at the border. Let them play "
        "it out, add a criterion to the regulations, or let lots decide in the way of drawing."
    ),
    "draw.too_few_through": _("Only %(count)d come through from «%(stage)s»; a draw needs at least two."),
    "draw.bracket_running": _("Stage «%(stage)s» isn't played out yet, so nobody comes through from it."),
    "draw.bracket_over": _("Stage «%(stage)s» is played out: no meeting of its bracket is left."),
    "draw.bracket_fixed": _(
        "In a knockout the bracket says who meets. Take its first round back to change who stands where."
    ),
    "draw.bracket_torn": _(
        "Round %(round)d was drawn with %(drawn)s, but by the results as they are now %(due)s should meet. "
        "Take that round back, or have the partida annulled if it has begun; nothing is changed by itself."
    ),
    "draw.knockout_tie": _(
        "By these regulations a partida may end level. In a knockout somebody has to go on: choose extra deals "
        "until it is decided (R7.1)."
    ),
    "round.protests": _(
        "Protests are open in round %(round)d, at tables %(tables)s: decide them first, or say why the round is closed "
        "all the same (R11.5)."
    ),
    "lots.not_asked": _(
        "The order of «%(stage)s» doesn't ask for lots. Put the criterion into its regulations first (R12.3)."
    ),
    "lots.drawn_already": _(
        "Everybody in «%(stage)s» has a lot already. Lots are drawn once: the order that came out stays (R12.3)."
    ),
    "round.not_published": _("Round %(round)d is %(state)s: only a published round can be closed."),
    "timetable.changed_meanwhile": _(
        "The timetable was changed by somebody else meanwhile. Look at what is planned now, and change it there."
    ),
    "timetable.round_twice": _("Round %(round)d is planned already. Change its line instead."),
    "timetable.year": _("Choose a day between the years %(first)d and %(last)d."),
    "timetable.says_nothing": _("Say which round it is, or what else is planned."),
    "timetable.order": _("Round %(round)d would begin before round %(before)d, or with it. Rounds follow one another."),
    "timetable.too_long": _("A timetable has at most %(limit)d lines. Strike off what isn't needed."),
    "timetable.move": _("Say by how many minutes: from 1 to %(limit)d, with a minus to begin earlier."),
    "rehearsal.real": _("«%(name)s» is no rehearsal: nothing is invented in it, and it isn't thrown away here."),
    "rehearsal.has_draws": _("A round is drawn already, so nobody can be invented any more. Take it back first."),
    "rehearsal.how_many": _("Say how many to invent: from 1 to %(most)d."),
    "rehearsal.no_round": _("No round is published that is still played. Draw one and publish it first."),
    "rehearsal.nothing_left": _("At every table of round %(round)d somebody has begun to write: finish them by hand."),
    "rehearsal.other_name": _("Type the name of the rehearsal as it is written here: %(name)s."),
    "planning.rehearsal_public": _(
        "A rehearsal is never public. Copy it as a real tournament, and make that one public."
    ),
    "planning.slug_taken": _("The address «%(slug)s» is already taken by another tournament."),
    "planning.empty_name": _("A tournament needs a name."),
    "planning.pairs_only": _(
        "A stage «%(system)s» is for pairs. In an individual event partners and opponents are drawn anew each round."
    ),
    "planning.individual_only": _(
        "A stage «%(system)s» is for individual events. In an event for pairs the partners stay together."
    ),
    "planning.event_has_entries": _(
        "Entries are registered already (%(count)d), so the kind of event stays. Remove them first, or create "
        "another tournament."
    ),
    "planning.stage_has_rounds": _("Stage «%(stage)s» has rounds, so it can't be removed. Take its rounds back first."),
    "planning.stage_not_last": _(
        "Stage «%(stage)s» stays: a tournament has a first stage, and only the last of several can be removed."
    ),
}

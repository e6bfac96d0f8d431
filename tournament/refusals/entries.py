"""Who takes part: what is refused there, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

ENTRIES: Mapping[str, Any] = {
    "absence.played": _("Something is already written at table %(table)d: whoever played was there."),
    "absence.before_start": _("The clock of round %(round)d hasn't been started, so nobody is late yet."),
    "absence.too_early": _("A walkover is possible from %(minutes)d minutes after the start on (R8.1)."),
    "absence.nothing": _("There is nothing to take back: %(kind)s."),
    "entries.spreadsheet": _(
        "This workbook can't be read. In the spreadsheet choose «Save as», then «Excel (.xlsx)» or «CSV», and send "
        "that file."
    ),
    "entries.damaged_workbook": _(
        "This workbook is damaged or locked by a password. Open it in the spreadsheet, save it as a new file without a "
        "password, and send that one."
    ),
    "entries.too_large_unpacked": _("This workbook is too large. Copy the list alone into a new one and send that."),
    "entries.empty_workbook": _("There is nothing in this workbook. Is it the right file?"),
    "entries.one_sheet": _("The workbook has several sheets; only «%(sheet)s» is read."),
    "entries.formula": _(
        "«%(formula)s» is a formula without a value. Put the name or the number itself in its place, or open the file "
        "in the spreadsheet, save it and send it again."
    ),
    "entries.above_headings": _("What stands above the headings is passed over: %(lines)s."),
    "entries.sums": _("Lines of sums are passed over: %(lines)s."),
    "entries.headings_again": _("The headings are repeated and passed over: %(lines)s."),
    "entries.two_clubs": _("These lines name two clubs, of which the first counts: %(lines)s."),
    "entries.joined": _("Each pair stands on two lines with one number: they are read as %(count)d pairs."),
    "entries.binary": _("This is no text. Save the list as CSV and send that file."),
    "entries.undecodable": _("The letters in this file can't be read. Save it as «CSV UTF-8» and send it again."),
    "entries.too_large": _(
        "The file has %(size)d bytes; up to %(limit)d are read. Does it hold only the list of pairs?"
    ),
    "entries.no_rows": _("There is no pair in this list. Write one pair a line: both players, club, country, seed."),
    "entries.too_many_rows": _("The list has %(count)d lines; up to %(limit)d are read at once."),
    "entries.empty_rows": _("Empty lines are passed over: %(lines)s."),
    "entries.unread_columns": _("These columns are not read, their headings aren't known: %(headings)s."),
    "entries.no_headings": _("There is no line of headings, so the columns are taken as: %(order)s."),
    "entries.line": _("Line %(line)d: %(problem)s Nothing was written."),
    "entries.no_player": _("No player is named. A pair needs two (R1.3)."),
    "entries.one_player": _("Only %(name)s is named. A pair needs two players (R1.3)."),
    "entries.many_players": _("%(count)d players are named, a pair has two (R1.3): %(pair)s."),
    "entries.not_alone": _(
        "%(count)d players are named, but in an individual event everybody enters alone (R1.3): %(pair)s."
    ),
    "entries.nobody": _("No player is named."),
    "entries.no_players": _("There is no player in this list. Write one player a line: name, club, country, seed."),
    "entries.same_player": _(
        "%(name)s is named twice in this pair. If these are two people, add the patronymic to tell them apart."
    ),
    "entries.pair_known": _("The pair %(pair)s is registered already: %(place)s."),
    "entries.player_taken": _(
        "%(name)s already plays: %(place)s. If this is another person of the same name, tell them apart: "
        "give the club of each, or add the patronymic."
    ),
    "entries.namesake": _(
        "%(name)s has the same name as a player of another club (%(place)s) and is taken for another person."
    ),
    "entries.number_taken": _("Number %(number)d is taken: %(place)s. Give another one, or none for the next free."),
    "entries.table_taken": _("Table %(table)d is kept for another one already: %(place)s."),
    "entries.no_figure": _("«%(value)s» is no whole number from 1 to %(limit)d. Correct it or leave it empty."),
    "entries.too_long": _("«%(start)s…» has %(length)d letters; at most %(limit)d can be kept."),
    "entries.seated_player": _(
        "%(name)s has already been seated, so nobody else can take his place under his protocols. "
        "Only the spelling of his name can be corrected."
    ),
    "entries.seated": _(
        "Entry %(number)d is seated in round %(round)d and can't be removed. Withdraw it: what it played stays (R8.5)."
    ),
    "entries.withdrawn": _("Entry %(number)d has already withdrawn from round %(round)d."),
    "entries.played": _(
        "Something is already written of entry %(number)d in round %(round)d. "
        "It can withdraw from round %(next)d on (R8.5)."
    ),
    "entries.expelled": _("%(name)s is expelled from round %(round)d on and plays no more in this tournament (R8.5)."),
    "entries.not_yet_in": _("%(name)s himself plays from round %(round)d on only. Name that round or a later one."),
    "entries.same_substitute": _("%(name)s already plays in this place."),
    "entries.round_begun": _(
        "Something is already written in round %(round)d, in which %(name)s sits. "
        "The substitute can play from round %(next)d on."
    ),
    "entries.pins_given": _("Every pair has its PIN already. To print a list, give all of them new ones."),
    "entries.changed_meanwhile": _(
        "Somebody has corrected this entry meanwhile: it is %(pair)s now. Open its page again and look at what "
        "stands there."
    ),
    "entries.too_late": _(
        "An entry would begin with round %(first)d, and the terms of entry let nobody begin after round %(last)d. "
        "The organiser can change the terms."
    ),
    "entries.paid": _("Entry %(number)d has receipts, so it stays on the list. Let it withdraw instead."),
    "entries.round_published": _(
        "Round %(round)d is published: who is missing at his table loses it by walkover (R8.1). Note the absence there."
    ),
    "entries.round_drawn": _(
        "Round %(round)d is drawn already, only not published. Take it back first, then draw it without those who are "
        "missing."
    ),
    "entries.nobody_missing": _("Nobody of these is missing, so nobody is left out."),
    "entries.came_meanwhile": _("Somebody has come meanwhile: No. %(numbers)s. Look at the list again."),
    "registration.closed": _("Registration isn't open. Ask the organiser."),
    "registration.over": _("Registration is over. Ask the organiser whether a late entry is possible."),
    "registration.terms_changed": _(
        "Somebody has changed the tournament meanwhile. Look at the terms as they are now and save yours again."
    ),
    "registration.asked_already": _(
        "%(pair)s: a request is here already and waits for its answer. Whoever sent it has the link to it."
    ),
    "registration.full": _(
        "All places are taken. Put request %(number)d on the waiting list, or raise the number of places in the terms."
    ),
    "registration.decided": _("Request %(number)d has been decided meanwhile: it is %(state)s."),
    "registration.seated": _("The draw is made already. Tell the organiser's desk that you withdraw."),
    "registration.paid": _("A fee has been taken. Tell the organiser's desk that you withdraw."),
    "registration.busy": _(
        "Very many requests have come from here within ten minutes. What you typed is still here: send it again a "
        "little later."
    ),
    "registration.stale": _(
        "This form was open for very long, or was sent by a program. What you typed is still here: look through it and "
        "send it again."
    ),
    "registration.trap": _("A field that nobody sees was filled in. Leave it empty and send the form again."),
    "merge.same": _("These are one already."),
    "merge.both_play": _(
        "%(one)s and %(other)s are both entered in “%(tournament)s”, so they are two persons and can't become one."
    ),
    "merge.foreign": _(
        "This would change entries of a tournament in which you register nobody. Ask somebody who is an organiser or "
        "secretary of both."
    ),
    "entries.similar": _(
        "%(name)s is much like %(known)s, who is known already. If it is the same person, write the name the same way."
    ),
    "entries.similar_club": _(
        "The club %(name)s is much like %(known)s, which is known already. If it is the same, write it the same way."
    ),
    "fees.taken_meanwhile": _(
        "A receipt for entry %(number)d was made meanwhile. Look at what is paid now, and take only what is still due."
    ),
    "fees.struck_out": _("Receipt %(number)d is struck out already."),
    "entries.not_withdrawn": _("Entry %(number)d hasn't withdrawn, so it can't return."),
}

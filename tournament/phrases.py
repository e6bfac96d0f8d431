"""Every refusal in the reader's language: the engine's codes and the program's own."""

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

import scoring

from .rule_phrases import NEXT, QUESTIONS, REFUSED_BY_RULE


class Refused(Exception):
    """Something that can't be done now, expected and explained: `code` is a key of `REFUSALS`.

    `field` names the form field that it belongs to, if there is one.
    """

    def __init__(self, code: str, *, field: str | None = None, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.field = field
        self.params = params

    def __str__(self) -> str:
        return str(REFUSALS[self.code]) % self.params


# Who acts by a table link, as `AccessLink` names it in journal, sheets and papers.
BY_LINK = re.compile(r"table link, round (\d+), table (\d+)")


def author_words(name: str) -> str:
    """Who did something, for the reader: a name as it is, a table link in words."""
    by_link = BY_LINK.fullmatch(name)
    if by_link is None:
        return name
    return str(_("table link, round %(round)s, table %(table)s")) % {"round": by_link[1], "table": by_link[2]}


# What the program refuses beside the rules of the game.
REFUSALS: Mapping[str, Any] = {
    "tournament.archived": _(
        "This tournament is archived: it can be read and nothing more. An organiser can open it again under “Safety”."
    ),
    "tournament.mirror": _(
        "This tournament is played elsewhere (%(origin)s); here are its results as they were sent, and nothing is "
        "changed here. Change it there, or have an organiser take it over under “Safety”."
    ),
    "file.changed": _(
        "The file was changed after “%(name)s” (key %(key)s) had signed it. Get it anew from there; or, if you changed "
        "it yourself or trust who did, load it although it was changed."
    ),
    "moving.unsigned": _("Only a signed file is received, unchanged since: %(verdict)s"),
    "moving.other": _(
        "This is for the tournament «%(slug)s» of %(name)s alone, as its key says. Ask the administrator for another "
        "token."
    ),
    "moving.older": _(
        "What is here is newer (version %(theirs)d) than what was sent (version %(yours)d). Two machines seem to send "
        "the same tournament: let only the one send on which it is played."
    ),
    "moving.not_a_mirror": _(
        "The tournament «%(slug)s» is played on this server: it was made here or taken over. Nothing is received for "
        "it."
    ),
    "safety.name_differs": _(
        "What you wrote isn't the name of the tournament. Nothing is deleted. Write it as it is: %(name)s."
    ),
    "safety.person_differs": _(
        "What you wrote isn't the person's name. Nobody is erased. Write it as it is: %(name)s."
    ),
    "safety.erased_already": _("This person is erased already: %(name)s."),
    "safety.own_account": _("This is your own account. Have another administrator erase it."),
    "backup.failed": _(
        "No backup could be made or opened: %(reason)s. Look at the free space of the disk and at who may write there; "
        "manage.py doctor does that too."
    ),
    "backup.no_program": _(
        "%(program)s isn't installed on this machine. Install PostgreSQL's programs: apt-get install postgresql-client."
    ),
    "backup.damaged": _("The backup is damaged: %(file)s (%(reason)s). Take another one."),
    "backup.unknown": _("There is no backup «%(name)s» in %(folder)s. manage.py backup --list names them."),
    "backup.folder_taken": _(
        "The folder %(folder)s is there already, and nothing is ever written over. Name a new one."
    ),
    "backup.needs_postgresql": _(
        "This backup is of a PostgreSQL database. Set DATABASE_URL to the server on which it is to be opened."
    ),
    "hall.empty": _("There is nothing to put up: write what the hall is to read."),
    "hall.too_long": _(
        "A message for the hall has at most %(most)d letters, yours has %(length)d: nobody reads more at ten metres."
    ),
    "hall.nothing_up": _("No message is up: there is nothing to take down."),
    "protocol.changed": _(
        "This protocol was changed on another device meanwhile (version %(theirs)d, yours is %(yours)d). "
        "Look at what is written now and enter yours again if it is still missing."
    ),
    "protocol.key_reused": _(
        "This deal was already written with other figures. Reload the page to see what is written down."
    ),
    "protocol.written_already": _("This deal is written already, as deal %(number)d: nothing is dropped."),
    "protocol.not_open": _("The protocol is already %(state)s: deals can't be added or taken back any more."),
    "protocol.not_finished": _("The partida isn't over yet. %(next)s"),
    "protocol.not_entered": _("Only an entered protocol can be signed; this one is %(state)s."),
    "protocol.not_accepted": _("Only a signed protocol can be confirmed; this one is %(state)s."),
    "protocol.not_confirmed": _("Only a confirmed protocol can be corrected; this one is %(state)s."),
    "protocol.second_official": _(
        "You wrote this protocol yourself. Another official has to check and confirm it (R11.2)."
    ),
    "protocol.nothing_to_undo": _("Nothing is written yet, so there is nothing to take back."),
    "protocol.sent_back": _(
        "The players have signed this sheet: it is opened again only with a reason, which the referee at the table "
        "reads (R11.2)."
    ),
    "protocol.undo_over": _(
        "The last deal was written more than %(minutes)d minutes ago. Call the chief referee or an organiser: they can "
        "still take it back, with a reason."
    ),
    "protocol.undo_reason": _(
        "The last deal was written more than %(minutes)d minutes ago. Give the reason for taking it back: it stays in "
        "the journal."
    ),
    "protocol.totals_only": _("This tournament's protocols carry totals only, no deals."),
    "protocol.deals_only": _("This tournament's protocols are written deal by deal, not as totals."),
    "protocol.not_played": _("Nothing is played at this table: %(kind)s."),
    "protocol.round_not_published": _("Round %(number)d isn't published yet, so nothing can be written down."),
    "protocol.time_already": _("That time is over is already noted in this protocol."),
    "protocol.time_question": _(
        "Time has run out. Say first what was going on at that moment: it decides how many deals follow (R6.2)."
    ),
    "protocol.time_used": _("A deal was already written after time had run out: take that deal back first."),
    "protocol.not_reopenable": _("Only a sheet that is being signed can be opened again; this one is %(state)s."),
    "protocol.shown_earlier": _(
        "The sheet was changed meanwhile, so this answer to the earlier one isn't kept. Read it as it is now and "
        "answer again."
    ),
    "protocol.signed_earlier": _(
        "The sheet was changed after it was signed. Open it again, and let the players sign it as it is now (R11.2)."
    ),
    "protocol.answered": _("%(player)s has already answered; to change that, the sheet is opened again."),
    "protocol.not_asked": _("%(player)s needn't sign: the regulations don't ask for it, or his partner has (R11.3)."),
    "signing.unreadable": _("This signature can't be read. Clear it and sign again, by PIN or on paper."),
    "signing.too_much": _("This is too much for a signature: at most %(strokes)d strokes. Clear it and sign again."),
    "signing.too_little": _("A dot or a dash is no signature. Sign with your name or your initials."),
    "signing.reason": _("Say why: it stands on the protocol."),
    "signing.no_pin": _(
        "Pair %(number)d has no PIN. Sign with a finger or on paper; the organiser gives PINs on the page of the entry."
    ),
    "signing.pin_wrong": _("This isn't the PIN of pair %(number)d. Tries left: %(left)d."),
    "signing.pin_locked": _(
        "After %(tries)d wrong PINs nobody signs by PIN at this table until %(until)s. Sign with a finger or on paper."
    ),
    "photo.too_large": _("The photo has %(size)d MB; up to %(limit)d MB are taken. Make it smaller and send it again."),
    "photo.too_many_pixels": _(
        "The photo has more than %(limit)d million pixels, which is too many. Make it smaller and send it again."
    ),
    "photo.no_photo": _("This is no photo that can be read. Send a JPEG, PNG or WebP."),
    "photo.damaged": _("This photo is damaged or was sent in part only. Send it again, or take another one."),
    "photo.counts": _("The protocol is confirmed: its photo can be replaced or removed by the chief referee only."),
    "photo.none": _("There is no photo with this protocol any more."),
    "protocol.no_time": _("The regulations set no time for a partida, so it can't run out."),
    "keying.different_now": _(
        "You typed this sheet already, with other figures. Another official types it the second time; if it is yours "
        "that is wrong, open the protocol and send it back (R11.2)."
    ),
    "correction.reason": _("A correction needs a reason (R11.4)."),
    "correction.nothing": _("Nothing differs from what is written. Change what is wrong, then look again."),
    "correction.closed": _(
        "The results of round %(round)d could be corrected until %(until)s, %(minutes)d minutes after its last table "
        "(R11.4). To do it all the same, say why: it is printed (R10.7)."
    ),
    "protest.nothing": _("Nothing is written at table %(table)d yet, so there is nothing to protest against."),
    "protest.round_closed": _("Round %(round)d is closed: a protest was possible until then (R11.5)."),
    "protest.late": _(
        "A protest was possible until %(until)s, %(minutes)d minutes after the end of the partida (R11.5)."
    ),
    "protest.already": _("A protest of this pair is open already; the chief referee decides it first."),
    "protest.text": _("Write down what the pair protests against."),
    "protest.seat": _("Seat %(seat)d isn't one of the pair that protests."),
    "protest.decided": _("This protest is decided already: %(state)s."),
    "protest.reason": _("Give the reason for the decision: it is printed (R11.5)."),
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
    "ruling.before_start": _("Round %(round)d hasn't started yet, so nobody can have broken a rule in it."),
    "ruling.reopen_first": _("The sheet is %(state)s: open it again first, the players have to sign the ruling too."),
    "ruling.after_confirmation": _(
        "The protocol is confirmed. A ruling now is a correction by the chief referee and needs its reason (R11.4)."
    ),
    "ruling.leaves_unfinished": _(
        "Without this ruling the partida isn't over: restore the ruling or annul the partida."
    ),
    "ruling.ends_another": _(
        "With this, later rulings would weigh otherwise, and the partida of round %(round)d, table %(table)d would "
        "have ended before its last deal. Move its ruling to its last deal first."
    ),
    "ruling.reason": _("Give the reason: it stays in the ledger (R10.4)."),
    "ruling.struck_out": _("This ruling is already struck out."),
    "ruling.in_force": _("This ruling is in force."),
    "ruling.lead_needed": _("Say who should have led the first deal: it is played again with that lead (R5.6)."),
    "absence.played": _("Something is already written at table %(table)d: whoever played was there."),
    "absence.before_start": _("The clock of round %(round)d hasn't been started, so nobody is late yet."),
    "absence.too_early": _("A walkover is possible from %(minutes)d minutes after the start on (R8.1)."),
    "absence.nothing": _("There is nothing to take back: %(kind)s."),
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
    "policy.choice": _("«%(value)s» isn't one of: %(known)s."),
    "policy.number": _("%(value)s isn't a whole number from %(least)d to %(most)d."),
    "policy.unknown": _("«%(key)s» isn't known in the way of drawing."),
    "policy.pair": _("A pair that must not meet is named by two entry numbers."),
    "policy.pair_itself": _("Pair %(entry)d can't meet itself anyway. Name two different pairs."),
    "policy.pair_twice": _("Pairs %(first)d and %(second)d are already kept from meeting."),
    "policy.pair_reason": _("Say why pairs %(first)d and %(second)d must not meet."),
    "policy.best_first": _("Say first how many of each group come through; then how many of the next ones."),
    "policy.double_alone": _("Double elimination has neither a partida for third place nor a consolation."),
    "policy.running": _(
        "Stage «%(stage)s» has begun: who plays it and how its bracket stands can't be changed any more. "
        "Take its rounds back first."
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
    "file.lot_twice": _("Entry %(entry)d has two lots in this stage; the first in %(first)s."),
    "round.not_published": _("Round %(round)d is %(state)s: only a published round can be closed."),
    "file.no_moment": _("There is no such time: %(value)s. Write it as 2026-12-05T10:00+03:00."),
    "timetable.changed_meanwhile": _(
        "The timetable was changed by somebody else meanwhile. Look at what is planned now, and change it there."
    ),
    "timetable.round_twice": _("Round %(round)d is planned already. Change its line instead."),
    "timetable.says_nothing": _("Say which round it is, or what else is planned."),
    "timetable.order": _("Round %(round)d would begin before round %(before)d, or with it. Rounds follow one another."),
    "timetable.too_long": _("A timetable has at most %(limit)d lines. Strike off what isn't needed."),
    "timetable.move": _("Say by how many minutes: from 1 to %(limit)d, with a minus to begin earlier."),
    "webhook.rehearsal": _("A rehearsal tells nobody anything: name the address in the real tournament."),
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
    "release.not_of_rounds": _(
        "«%(kind)s» is decided for the whole tournament, not for one round. Leave the round empty."
    ),
    "access.unknown_user": _("There is no account «%(username)s»."),
    "access.last_organiser": _("A tournament needs an organiser: appoint another one first."),
    "access.already": _("%(user)s already has this role."),
    "access.username_taken": _(
        "There is already an account «%(username)s». Add it without a name to give it this role."
    ),
    "access.own_sessions": _("Your own sessions are on the page of your account."),
    "factor.wrong": _("This code isn't right, or was used already. Take the one that the authenticator shows now."),
    "factor.locked": _("Too many wrong codes: the next one is taken in %(seconds)d seconds."),
    "factor.there": _("Your account has its second factor already. Switch it off to set up another."),
    "factor.not_begun": _("Begin with the secret: the code comes from an authenticator that knows it."),
    "session.ended": _("This session has ended already."),
    "invitation.unknown": _("This address invites nobody. Ask the organiser for the right one."),
    "invitation.accepted": _("This invitation was used already: each holds for one person, once."),
    "invitation.revoked": _("This invitation was withdrawn. Ask the organiser for a new one."),
    "invitation.expired": _("This invitation has expired. Ask the organiser for a new one."),
    "invitation.username_taken": _(
        "There is already an account «%(username)s». If it is yours, log in first; if not, choose another name."
    ),
    "invitation.over": _("This invitation is over already, so there is nothing to withdraw."),
    "notice.not_released": _("The draw of round %(round)d isn't public: publish it first, then announce it."),
    "notice.nobody": _("There is nobody to write to: no official has an e-mail address."),
    "notice.no_email": _("This installation sends no e-mail: its administrator sets EMAIL_URL."),
    "notice.no_telegram": _("Telegram isn't set up: the administrator gives the bot's token, an organiser the chat."),
    "link.no_confirmation": _(
        "Nobody confirms by a table link: an official with an account checks the sheet and confirms it (R11.2)."
    ),
    "link.not_published": _("Round %(round)d is %(state)s: only the tables of a published round get links."),
    "link.none": _("No table link of round %(round)d is in force, so there is nothing to withdraw."),
    "link.unknown": _(
        "This code opens nothing. Look at it once more: it never has 0, 1, I, L or O in it. A code of an earlier round "
        "doesn't work any more; the desk has the new ones."
    ),
    "link.form": _("A code has eight letters and digits, such as 7KQM-2XRA; never 0, 1, I, L or O."),
    "link.throttled": _(
        "Too many wrong codes were typed. Wait ten minutes, or scan the picture with the camera: that always works."
    ),
    "link.closed": _("Round %(round)d is closed, so its table links open nothing any more."),
    "link.taken_back": _("Round %(round)d was taken back, so its table links open nothing any more."),
    "link.revoked": _("This table link was withdrawn. The desk has a new one for table %(table)d."),
    "link.expired": _("This table link has expired. The desk has a new one for table %(table)d."),
    "link.not_by_link": _("A table link opens the protocol of table %(table)d, but not this act: ask the desk."),
    "officials.none": _("This tournament has no referees yet. The organiser appoints them on the page «Staff»."),
    "officials.round": _("Round %(round)d is %(state)s: only the tables of a published round have referees."),
    "officials.begun": _("Play has begun in round %(round)d: its referees can still be changed table by table."),
    "officials.changed": _(
        "The referees of round %(round)d were changed on another device meanwhile. Look at them as they are now."
    ),
    "officials.unknown": _("Table %(table)d isn't in round %(round)d, or its referee isn't one of this tournament."),
    "officials.own_club": _(
        "%(referee)s is of the club %(club)s, which plays at this table. Choose another referee, or give the reason "
        "(R13.5)."
    ),
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
    "file.encoding": _("The file isn't UTF-8 text, so it is no tournament file."),
    "file.empty": _("The file is empty."),
    "file.too_large": _("The file has %(size)d bytes; up to %(limit)d are read."),
    "file.cut": _("The file ends in the middle, at line %(line)d, column %(column)d: a part of it is missing."),
    "file.not_json": _("This can't be read as JSON: line %(line)d, column %(column)d."),
    "file.too_deep": _("This is nested too deeply for a tournament file."),
    "file.no_number": _("%(value)s is no number that can be kept."),
    "file.twice": _("The key «%(key)s» stands twice in one object."),
    "file.letters": _("This text has a character that can't be kept (U+0000 or half of a pair)."),
    "file.unknown_key": _("The key «%(key)s» isn't known here. Known are: %(known)s."),
    "file.missing_key": _("The key «%(key)s» is missing."),
    "file.wrong_type": _("%(value)s stands here where %(expected)s is needed."),
    "file.not_one_of": _("%(value)s isn't one of: %(known)s."),
    "file.too_small": _("%(value)s is too small: at least %(limit)s."),
    "file.too_big": _("%(value)s is too big: at most %(limit)s."),
    "file.long_text": _("This text has %(length)d letters; at most %(limit)d can be kept."),
    "file.too_few": _("There are %(count)d here; at least %(limit)d are needed."),
    "file.too_many": _("There are %(count)d here; at most %(limit)d can stand."),
    "file.pattern": _("%(value)s hasn't the form that is needed here: %(form)s."),
    "file.timezone": _("«%(value)s» is no known time zone. Write it like «Europe/Moscow»."),
    "file.slug_taken": _("The address «%(slug)s» is already taken by another tournament. Load it under another one."),
    "file.slug_reserved": _("The address «%(slug)s» belongs to a page of the program. Load it under another one."),
    "file.release_twice": _("Who sees «%(kind)s» is decided twice for the same rounds."),
    "file.number_twice": _("Entry number %(number)d is given twice; first in %(first)s."),
    "file.same_player": _("%(name)s stands twice in this entry."),
    "file.player_twice": _("%(name)s already plays in entry %(entry)d. A player is in one entry only."),
    "file.substitute_order": _(
        "A substitute from round %(round)d stands after the one who plays from round %(before)d: the rounds of a "
        "place have to grow."
    ),
    "file.round_order": _(
        "Round %(number)d comes after round %(before)d: numbers have to grow through the whole file."
    ),
    "file.no_such_entry": _("There is no entry %(entry)d in this file."),
    "file.lineup_twice": _("Entry %(entry)d stands twice in this lineup; first in %(first)s."),
    "file.not_in_lineup": _("Entry %(entry)d isn't in the lineup of this stage."),
    "file.fixed_table_twice": _("Table %(table)d is kept for two entries; first for that in %(first)s."),
    "file.itself": _("Entry %(entry)d can't sit on both sides."),
    "file.seated_twice": _("Entry %(entry)d is already seated in this round, in %(first)s."),
    "file.table_twice": _("Table %(table)d is already taken in this round, by %(first)s."),
    "file.no_opponent": _("Side «b» is missing. Only a bye has no opponent."),
    "file.bye_opponent": _("A bye has neither an opponent nor a table nor a result: «%(key)s» can't stand here."),
    "file.seats_of_pairs": _("«seats» is for individual events. In an event for pairs the sides are «a» and «b»."),
    "file.sides_of_players": _(
        "In an individual event «seats» has the entries on seats 1 to 4, and no sides are said."
    ),
    "file.no_table": _("The table is missing. Only a bye has none."),
    "file.no_winner": _('A walkover needs the side that was present: «winner» is "a" or "b" (R8.1).'),
    "file.needless_winner": _("Only a walkover names its winner; otherwise the result tells it."),
    "file.one_result": _("A result stands once: «%(first)s» and «%(second)s» can't stand together."),
    "file.deals_only": _('The regulations ask for deals, so totals alone can\'t stand here ("detail": "deals").'),
    "file.totals_only": _('The regulations ask for totals, so deals can\'t stand here ("detail": "totals").'),
    "file.points_or_parts": _('With "best_of": %(best_of)d the result is written as «%(wanted)s».'),
    "file.unfinished": _("The partida isn't over, so its state can't be «%(state)s»: only «open»."),
    "file.proposed_result": _("The round is only proposed, so nothing can have been played in it."),
    "file.time_without_limit": _(
        "The regulations set no time for a partida, so none can have run out or been added (R3.4)."
    ),
    "api.no_tournament": _("There is no public tournament at this address."),
    "api.no_stage": _("This tournament has no stage %(number)d."),
    "api.no_entries": _("The entries of this tournament aren't public."),
    "api.no_round": _("Round %(number)d isn't public."),
    "api.no_standings": _("These standings of stage %(number)d aren't public."),
    "api.no_bracket": _("Stage %(number)d has no bracket, or no results of it are public."),
    "webhook.known": _("This address is on the list already. If it is switched off, switch it on again."),
    "webhook.too_many": _("%(limit)d addresses are told of events already. Switch one off that nobody needs any more."),
    "webhook.off": _("This address is switched off, so nothing is sent to it. Switch it on first."),
    "document.not_confirmed": _(
        "A paper is issued of a confirmed protocol only; this one is %(state)s. Have it confirmed first (R11.2)."
    ),
    "document.no_round": _("Round %(number)d isn't published in this stage, so there are no standings after it."),
    "document.no_rows": _("There are no entries yet, so there are no standings to print."),
    "document.not_published": _("Round %(number)d isn't published, so there is nothing of it to print yet."),
    "document.no_cross_table": _(
        "Partners change from round to round in %(stage)s, so nobody meets as a pair: there is no cross-table to print."
    ),
    "document.no_bracket": _("%(stage)s is no knockout with a bracket, so there is none to print."),
    "document.no_tables": _("Nobody plays at a table in round %(number)d, so there is no sheet to print."),
    "document.not_failed": _("This paper is %(state)s; only one that failed can be made again."),
    "document.no_libraries": _(
        "The libraries that make PDF files are missing on the server: install libpango-1.0-0 and "
        "libpangoft2-1.0-0 (Debian's names), then try again."
    ),
    "document.not_filed": _("The file could not be written on the server: %(reason)s. Mend that, then try again."),
    "document.failed": _("The paper could not be made; the server's log says why. Try again."),
    "approval.not_chief": _(
        "Papers are released by the chief referee alone: %(names)s. Ask for it; until then they wait in the list."
    ),
    "approval.nobody": _(
        "Papers are released by the chief referee alone, and this tournament has none yet. Have the organiser appoint "
        "one under “Staff”."
    ),
    "approval.none": _(
        "None of the papers that this page has shown waits any more: they were released, or say something else by now. "
        "Look at the list again."
    ),
    "finished.no_rounds": _("No round was played yet. Draw one, publish it, and confirm and close what is played."),
    "finished.proposed": _("Rounds that are only proposed: %(rounds)s. Publish and play them, or take them back."),
    "finished.unconfirmed": _(
        "Protocols that aren't confirmed yet (round/table): %(places)s. A second official confirms them."
    ),
    "finished.running": _(
        "Rounds that aren't closed yet: %(rounds)s. The chief referee or the organiser closes them on the first page "
        "of the desk."
    ),
    "finished.protests": _(
        "Protests that aren't decided yet (round/table): %(places)s. The chief referee decides them."
    ),
    "diplomas.nobody": _("Nobody holds a place from %(first)d to %(last)d. Choose other places."),
    "tags.nobody": _("There is nobody from that number on. Choose a smaller one, or register entries first."),
    "batch.nothing": _(
        "Round %(number)d has no confirmed protocol yet, so there is nothing to issue. Have its protocols confirmed "
        "first (R11.2)."
    ),
    "batch.empty": _("No paper of this round is ready yet, so there is nothing to download."),
    "batch.damaged": _(
        "The file of paper %(paper)s (table %(table)s) is missing on the server or isn't the one that was sealed. "
        "Restore it from a backup; nothing was downloaded."
    ),
    "batch.none_failed": _("No paper of this round has failed, so there is nothing to try again."),
    "seal.no_file": _("The file to seal with isn't there or can't be read: %(setting)s names %(file)s."),
    "seal.password": _("The certificate %(file)s can't be opened: SEAL_PASSWORD is wrong, or it isn't a PKCS#12 file."),
    "seal.no_key": _("%(file)s holds no private key with its certificate. Export both into one PKCS#12 file."),
    "seal.no_authority": _(
        "%(file)s doesn't hold the certificate of the authority that issued it. Export it with its chain, or name "
        "the authority's PEM file in SEAL_TRUSTED."
    ),
    "seal.two": _(
        "SEAL_PKCS12 is set, and SEAL_KEY or SEAL_CERTIFICATE as well: keep one way, and take out the other."
    ),
    "seal.half": _("SEAL_KEY names the private key and SEAL_CERTIFICATE its certificate: set both, or neither."),
    "seal.pem_key": _(
        "The private key %(file)s can't be opened: SEAL_PASSWORD is wrong or missing, or it isn't a PEM file."
    ),
    "seal.pem_certificate": _(
        "%(file)s holds no certificate that can be read: SEAL_CERTIFICATE names a PEM file, the certificate first, "
        "then its chain."
    ),
    "seal.mismatch": _("The private key %(key)s doesn't belong to the certificate %(certificate)s: name its own."),
    "seal.expired": _(
        "The certificate to seal with expired on %(date)s. Renew it, name the new one in the settings and start the "
        "program again."
    ),
    "seal.not_yet": _("The certificate to seal with isn't valid before %(date)s. Is the server's clock right?"),
    "seal.stamp_address": _("SEAL_TIMESTAMP_URL has to begin with http:// or https://, and is %(url)s."),
    "seal.stamp_unreachable": _(
        "The time stamp authority %(url)s can't be reached, so the paper isn't sealed yet; nothing of it is lost. Try "
        "again once the network is back, or take SEAL_TIMESTAMP_URL out of the settings to seal without a stamp."
    ),
    "seal.stamp_refused": _(
        "The time stamp authority %(url)s gave no stamp (%(reason)s), so the paper isn't sealed yet. Ask those who run "
        "it, or take SEAL_TIMESTAMP_URL out of the settings, then try again."
    ),
}


def sentence(error: scoring.RuleViolation | Refused) -> str:
    """The refusal as a sentence in the reader's language."""
    if isinstance(error, Refused):
        return str(error)
    return str(REFUSED_BY_RULE[error.code]).format(**error.params)


def problem(error: scoring.RuleViolation | Refused) -> tuple[str | None, str, str]:
    """Field (or None), sentence and rule (or "") of a refusal: what a form shows."""
    rule = error.rule if isinstance(error, scoring.RuleViolation) and error.rule.startswith("R") else ""
    return error.field, sentence(error), rule


def question_sentence(question: scoring.Question) -> str:
    """What is asked about a deal, in the reader's language."""
    return str(QUESTIONS[question.code]).format(**question.params)


def next_step(coming: scoring.Next) -> str:
    """What comes next in a partida, in words."""
    return str(NEXT[coming.reason])


# What is wrong with a draw (draw/checks.py).
BREACHES: Mapping[str, Any] = {
    "itself": _("Pair %(first)s can't meet itself."),
    "twice": _("Pair %(first)s sits at two tables."),
    "unknown": _("Pair %(first)s doesn't play this round."),
    "unseated": _("Pair %(first)s has no table and isn't free either."),
    "two_free": _("More than one pair is free: %(all)s."),
    "rematch": _("Pairs %(first)s and %(second)s have already met; give a reason if they must meet again (R13.1)."),
    "forbidden": _("Pairs %(first)s and %(second)s must not meet; give a reason if they have to (R13.1)."),
    "second_free": _("Pair %(first)s was already free once; give a reason if it must be free again (R8.4)."),
    "table_twice": _("One table is given twice, to %(all)s."),
    "player_twice": _("Player %(first)s sits at two tables."),
    "player_unknown": _("Player %(first)s doesn't play this round."),
    "player_unseated": _("Player %(first)s has no table and isn't free either."),
    "not_four": _("Four have to sit at a table; here are %(all)s."),
    "free_many": _("A whole table is free: %(all)s."),
    "free_unfair": _("Player %(first)s is free, though another one was free less often."),
    "partners_again": _("Players %(first)s and %(second)s are partners again."),
    "opponents_again": _("Players %(first)s and %(second)s are opponents again."),
}


def breach_sentence(code: str, entries: tuple[int, ...]) -> str:
    """A breach of a draw as a sentence."""
    named = {"first": entries[0], "second": entries[-1], "all": ", ".join(map(str, entries))}
    return str(BREACHES[code]) % named


# What groups are called, a letter each.
GROUPS = pgettext_lazy("names of groups, one letter each", "ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def group_letter(group: int) -> str:
    """What a group is called: A, B, … and numbers once the letters are used up."""
    letters = str(GROUPS)
    return letters[group - 1] if group <= len(letters) else str(group)


def place_label(place: int, group: int | None) -> str:
    """A place, with its group where there are several: `3`, `B1`."""
    return str(place) if group is None else f"{group_letter(group)}{place}"

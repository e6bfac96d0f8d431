"""What a table plays and writes: what is refused there, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

PROTOCOLS: Mapping[str, Any] = {
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
}

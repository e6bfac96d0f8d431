"""Officials, their ways in, and programs that ask: what is refused there, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

PEOPLE: Mapping[str, Any] = {
    "webhook.rehearsal": _("A rehearsal tells nobody anything: name the address in the real tournament."),
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
    "api.no_tournament": _("There is no public tournament at this address."),
    "api.no_stage": _("This tournament has no stage %(number)d."),
    "api.no_entries": _("The entries of this tournament aren't public."),
    "api.no_round": _("Round %(number)d isn't public."),
    "api.no_standings": _("These standings of stage %(number)d aren't public."),
    "api.no_bracket": _("Stage %(number)d has no bracket, or no results of it are public."),
    "webhook.known": _("This address is on the list already. If it is switched off, switch it on again."),
    "webhook.too_many": _("%(limit)d addresses are told of events already. Switch one off that nobody needs any more."),
    "webhook.off": _("This address is switched off, so nothing is sent to it. Switch it on first."),
}

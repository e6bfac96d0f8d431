"""The tournament and the installation as a whole: what is refused there, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

INSTALLATION: Mapping[str, Any] = {
    "tournament.archived": _(
        "This tournament is archived: it can be read and nothing more. An organiser can open it again under “Safety”."
    ),
    "tournament.mirror": _(
        "This tournament is played elsewhere (%(origin)s); here are its results as they were sent, and nothing is "
        "changed here. Change it there, or have an organiser take it over under “Safety”."
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
    "notice.not_released": _("The draw of round %(round)d isn't public: publish it first, then announce it."),
    "notice.nobody": _("There is nobody to write to: no official has an e-mail address."),
    "notice.no_email": _("This installation sends no e-mail: its administrator sets EMAIL_URL."),
    "notice.no_telegram": _("Telegram isn't set up: the administrator gives the bot's token, an organiser the chat."),
}

"""Files that are read: what is refused there, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

FILES: Mapping[str, Any] = {
    "file.changed": _(
        "The file was changed after “%(name)s” (key %(key)s) had signed it. Get it anew from there; or, if you changed "
        "it yourself or trust who did, load it although it was changed."
    ),
    "file.lot_twice": _("Entry %(entry)d has two lots in this stage; the first in %(first)s."),
    "file.no_moment": _("There is no such time: %(value)s. Write it as 2026-12-05T10:00+03:00."),
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
}

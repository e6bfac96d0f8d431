"""Who may do what: one source for the page, for the data, and for the test that tries each route with each role.

`access.queries.PERMISSIONS` says which roles have a right, `ROUTES` which right each address of the desk asks for, and
`WORDS` what the right is. tests/tournament/access/test_rights.py asks every address as every role and compares.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.access.queries import BY_LINK, CHIEF_REFEREE, ORGANISER, PERMISSIONS, REFEREE, SECRETARY
from tournament.models import Staff

ROLES = (ORGANISER, CHIEF_REFEREE, SECRETARY, REFEREE)

# Route, method, and the right that it asks for.
ROUTES = """
desk:now                    GET  desk.see
desk:journal                GET  audit.see
desk:table                  GET  audit.see
desk:rights                 GET  desk.see
desk:rights_data            GET  desk.see
planning:settings           GET  planning.change
planning:settings           POST planning.change
planning:change_event       POST planning.change
planning:regulations        GET  planning.change
planning:regulations        POST planning.change
planning:add_stage          GET  planning.change
planning:add_stage          POST planning.change
planning:stage_regulations  GET  planning.change
planning:stage_regulations  POST planning.change
planning:follow_tournament  POST planning.change
planning:remove_stage       POST planning.change
planning:timetable          GET  desk.see
planning:timetable          POST timetable.change
planning:timetable_line     GET  timetable.change
planning:timetable_line     POST timetable.change
planning:plan_rounds        POST timetable.change
planning:move_rest          POST timetable.change
planning:remove_line        POST timetable.change
copies:new                  GET  planning.change
copies:new                  POST planning.change
rehearsals:overview         GET  desk.see
rehearsals:invent           POST rehearsals.run
rehearsals:play             POST rehearsals.run
rehearsals:throw_away       POST planning.change
safety:tournament           GET  safety.change
safety:archive              POST safety.change
safety:reopen               POST safety.change
safety:delete               POST safety.change
moving:upstream             GET  safety.change
moving:upstream             POST safety.change
moving:send                 POST safety.change
moving:stop                 POST safety.change
moving:take_over            POST safety.change
releases:overview           GET  releases.change
releases:change             POST releases.change
releases:hold_back          POST releases.change
releases:publish_all        POST releases.change
releases:names              POST releases.change
exchange:file               GET  desk.see
exchange:download           GET  desk.see
entries:list                GET  desk.see
entries:export              GET  desk.see
entries:import_pairs        GET  entries.change
entries:import_pairs        POST entries.change
entries:add                 GET  entries.change
entries:add                 POST entries.change
entries:edit                GET  entries.withdraw
entries:edit                POST entries.change
entries:pin                 POST entries.change
entries:pins                GET  entries.change
entries:pins                POST entries.change
entries:remove              GET  entries.change
entries:remove              POST entries.change
entries:withdraw            GET  entries.withdraw
entries:withdraw            POST entries.withdraw
entries:substitute          GET  entries.withdraw
entries:substitute          POST entries.withdraw
entries:reinstate           POST entries.withdraw
entries:terms               GET  entries.change
entries:terms               POST entries.change
entries:requests            GET  entries.change
entries:decide              POST entries.change
entries:check_in            GET  entries.check_in
entries:arrive              POST entries.check_in
entries:not_here            POST entries.check_in
entries:leave_out           POST entries.withdraw
entries:let_in              POST entries.withdraw
entries:fees                GET  entries.fees
entries:pay                 GET  entries.fees
entries:pay                 POST entries.fees
entries:strike_receipt      POST entries.fees
entries:namesakes           GET  entries.change
entries:merge_players       GET  entries.change
entries:merge_players       POST entries.change
entries:merge_clubs         GET  entries.change
entries:merge_clubs         POST entries.change
draw:overview               GET  desk.see
draw:lots                   POST draw.change
draw:round_robin            POST draw.change
draw:swiss                  POST draw.change
draw:knockout               POST draw.change
draw:individual             POST draw.change
draw:policy                 GET  draw.change
draw:policy                 POST draw.change
draw:bracket                GET  desk.see
draw:redraw                 POST draw.change
draw:swap                   POST draw.change
draw:by_hand                GET  draw.change
draw:by_hand                POST draw.change
draw:change                 GET  draw.change
draw:change                 POST draw.change
draw:publish                POST draw.change
draw:take_back              POST draw.change
protocols:list              GET  desk.see
protocols:entry             GET  protocols.write
protocols:entry             POST protocols.write
protocols:preview           POST protocols.write
protocols:drop              POST protocols.write
protocols:take_over         POST protocols.write
protocols:take_back         POST protocols.write
protocols:time              POST protocols.write
protocols:take_back_time    POST protocols.write
protocols:finish            POST protocols.write
protocols:sign              POST protocols.write
protocols:reopen            POST protocols.write
protocols:confirm           POST protocols.confirm
checking:queue              GET  protocols.confirm
checking:confirm            POST protocols.confirm
checking:send_back          POST protocols.write
keying:overview             GET  protocols.write
keying:paper                GET  protocols.write
keying:paper                POST protocols.write
corrections:correct         GET  protocols.correct
corrections:correct         POST protocols.correct
corrections:revision        GET  desk.see
protests:new                GET  protests.lodge
protests:new                POST protests.lodge
protests:decide             GET  protests.decide
protests:decide             POST protests.decide
signing:players             GET  protocols.write
signing:draw                POST protocols.write
signing:pin                 POST protocols.write
signing:refuse              POST protocols.write
photos:show                 GET  protocols.write
photos:add                  POST protocols.write
photos:remove               POST protocols.write
officials:overview          GET  desk.see
officials:divide            POST officials.post
officials:change            POST officials.post
officials:mine              GET  desk.see
clock:state                 GET  clock.see
clock:start                 POST clock.run
clock:take_back_start       POST clock.run
clock:pause                 POST clock.run
clock:resume                POST clock.run
clock:add_time              POST clock.add
rulings:ledger              GET  desk.see
exports:file                GET  desk.see
rulings:new                 GET  rulings.make
rulings:new                 POST rulings.make
rulings:strike              POST rulings.chief
rulings:restore             POST rulings.chief
rulings:absent              POST absence.declare
rulings:void                POST rulings.chief
rulings:play_after_all      POST rulings.chief
standings:table             GET  desk.see
standings:cross_table       GET  desk.see
standings:order             GET  desk.see
standings:why               GET  desk.see
standings:lots              POST draw.change
standings:close             POST standings.close
documents:list              GET  desk.see
documents:issue_protocol    POST documents.issue
documents:issue_standings   POST documents.issue
documents:issue_of_round    POST documents.issue
documents:approval          GET  desk.see
documents:release           POST documents.approve
documents:issue_report      POST documents.issue
documents:issue_diplomas    POST documents.issue
documents:tags              GET  desk.see
documents:receipt           GET  entries.fees
documents:blanks            GET  access.links
documents:retry             POST documents.issue
documents:issue_round       POST documents.issue
documents:batch             GET  desk.see
documents:retry_batch       POST documents.issue
documents:batch_file        GET  desk.see
hall:message                GET  hall.speak
hall:message                POST hall.speak
hall:take_down              POST hall.speak
hall:cards                  GET  hall.speak
documents:print_copy        GET  desk.see
webhooks:list               GET  planning.change
webhooks:list               POST planning.change
webhooks:switch_off         POST planning.change
webhooks:switch_on          POST planning.change
webhooks:send_test          POST planning.change
notices:announce            GET  draw.change
notices:announce            POST draw.change
notices:chat                POST planning.change
access:staff                GET  desk.see
access:staff                POST access.change
access:dismiss              POST access.change
access:club                 POST access.change
access:end_sessions         POST access.change
access:invite               POST access.change
access:revoke_invitation    POST access.change
access:links                GET  access.links
access:make_links           POST access.links
access:revoke_links         POST access.links
access:print_links          GET  access.links
"""

WORDS = {
    "desk.see": _("See the desk: entries, draws, protocols, standings, rulings, documents, staff"),
    "planning.change": _("Plan: settings, regulations, stages, addresses of other programs"),
    "timetable.change": _("Change the timetable"),
    "entries.change": _("Register, correct and remove entries, give PINs"),
    "entries.withdraw": _("Withdraw entries and let them return, substitute players (R8.5)"),
    "entries.check_in": _("Check pairs in"),
    "entries.fees": _("Take fees and write receipts"),
    "draw.change": _("Draw rounds, change them by hand, publish them and take them back (R13.6)"),
    "protocols.write": _("Write deals, times and signatures of a protocol (R11.2)"),
    "protocols.confirm": _("Confirm a protocol that another has entered, or send it back (R11.2)"),
    "protocols.take_back": _("Take back what is written on any protocol"),
    "protocols.correct": _("Correct a confirmed protocol (R11.4)"),
    "protests.lodge": _("Write a pair's protest down (R11.5)"),
    "protests.decide": _("Decide protests (R11.5)"),
    "officials.stand": _("Be sent to tables as their referee (R13.5)"),
    "officials.post": _("Send referees to tables (R13.5)"),
    "clock.see": _("See the clock"),
    "clock.run": _("Start and stop the clock of the hall (R6.1)"),
    "clock.add": _("Give time back to a table (R6.1)"),
    "rulings.make": _("Write rulings down (R10.1)"),
    "rulings.chief": _("Strike rulings out, depart from the table of infractions, annul partidas (R10.4, R10.7, R8.6)"),
    "absence.declare": _("Note that a pair didn't come (R8.1)"),
    "standings.close": _("Close rounds, draw lots"),
    "releases.change": _("Publish and hold back results, draws, protocols and papers"),
    "documents.issue": _("Order papers"),
    "documents.approve": _("Release papers that say results"),
    "rehearsals.run": _("Fill a rehearsal with pairs and play it by chance"),
    "access.change": _("Appoint and dismiss officials, invite them, end their sessions"),
    "access.links": _("Give out and withdraw the links of tables"),
    "audit.see": _("Read the journal"),
    "safety.change": _("Archive, reopen and delete the tournament"),
    "hall.speak": _("Put messages up in the hall"),
}


@dataclass(frozen=True)
class Right:
    """A right in words, the roles that have it, and whether a table link gives it on its own table."""

    permission: str
    words: str
    roles: frozenset[str]
    by_link: bool

    @property
    def marks(self) -> list[bool]:
        """Whether each of `ROLES`, and a table link, has it."""
        return [*(role in self.roles for role in ROLES), self.by_link]


def rights() -> list[Right]:
    """The whole table, in the order in which a tournament needs it."""
    return [Right(name, str(WORDS[name]), roles, name in BY_LINK) for name, roles in PERMISSIONS.items()]


def heads() -> list[str]:
    """What the columns of the table are called."""
    return [*(str(Staff.Role(role).label) for role in ROLES), str(_("Table link"))]


def routes() -> list[tuple[str, str, str]]:
    """Every address of the desk: route, method, right."""
    return [(route, method, right) for route, method, right in map(str.split, ROUTES.strip().splitlines())]


def as_data() -> dict[str, Any]:
    """The table for other programs."""
    asked: dict[str, list[dict[str, str]]] = {}
    for route, method, permission in routes():
        asked.setdefault(permission, []).append({"route": route, "method": method})
    return {
        "roles": list(ROLES),
        "rights": [_row(right, asked.get(right.permission, ())) for right in rights()],
    }


def _row(right: Right, asked: Iterable[dict[str, str]]) -> dict[str, Any]:
    return {
        "permission": right.permission,
        "words": right.words,
        "roles": [role for role in ROLES if role in right.roles],
        "by_table_link": right.by_link,
        "routes": list(asked),
    }

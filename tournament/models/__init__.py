"""All tables of the program, one package: they form one cluster of foreign keys.

The order of the files is that of DESIGN's data: people, planning, timetable, accounts, officials, entries,
registration, seating, clock, protocols, protests, rulings, standings, documents, releases, jobs, notices, webhooks,
audit. Nothing derived is stored but snapshots, documents and the journal.

A foreign key with which an index of several columns begins has none of its own (`db_index=False`): it would be written
with each row and never be asked. What needs an index shows in tests/tournament/management/test_hottest.py.
"""

from .accounts import Invitation, RecoveryCode, RecoveryCodes, SignIn, recovery_fingerprint
from .audit import AuditRecord, DeletedTournament
from .clock import AddedTime, Pause
from .documents import Batch, Document
from .entries import Entry, EntryMember
from .hall import HallMessage
from .jobs import Job
from .moving import Mirror, ReceivingToken, Upstream
from .notices import Notice
from .officials import AccessLink, TableReferee
from .people import Club, Player, Staff, User, search_key
from .planning import Regulations, Round, Stage, Tournament
from .protests import Protest
from .protocols import Deal, Protocol, ProtocolPhoto, ProtocolRevision, Signature
from .registration import EntryRequest, EntryTerms, Payment, SitOut
from .releases import Release
from .rulings import Ruling
from .seating import Partida, Seat
from .standings import LotsDrawn, StandingSnapshot
from .timetable import TimetableLine
from .webhooks import Webhook, WebhookEvent

__all__ = [
    "AccessLink",
    "AddedTime",
    "AuditRecord",
    "Batch",
    "Club",
    "Deal",
    "DeletedTournament",
    "Document",
    "Entry",
    "EntryMember",
    "EntryRequest",
    "EntryTerms",
    "HallMessage",
    "Invitation",
    "Job",
    "LotsDrawn",
    "Mirror",
    "Notice",
    "Partida",
    "Pause",
    "Payment",
    "Player",
    "Protest",
    "Protocol",
    "ProtocolPhoto",
    "ProtocolRevision",
    "ReceivingToken",
    "RecoveryCode",
    "RecoveryCodes",
    "Regulations",
    "Release",
    "Round",
    "Ruling",
    "Seat",
    "SignIn",
    "Signature",
    "SitOut",
    "Staff",
    "Stage",
    "StandingSnapshot",
    "TableReferee",
    "TimetableLine",
    "Tournament",
    "Upstream",
    "User",
    "Webhook",
    "WebhookEvent",
    "recovery_fingerprint",
    "search_key",
]

"""A person erased: nothing names him any more, every figure is as it was, and the journals hold."""

import json
from datetime import timedelta
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings as django_settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from django_otp.plugins.otp_totp.models import TOTPDevice

from tests.factories import EntryFactory, EntryRequestFactory, TournamentFactory, UserFactory, official
from tests.tournament.documents.conftest import Cup, make_cup
from tournament.audit.chain import ERASURE, verify
from tournament.audit.services import Author, act
from tournament.backups import store
from tournament.documents import services as documents
from tournament.models import (
    AuditRecord,
    Document,
    EntryRequest,
    Invitation,
    Player,
    Protest,
    Protocol,
    ProtocolPhoto,
    ProtocolRevision,
    Signature,
    SignIn,
    Tournament,
)
from tournament.photos.picture import Picture
from tournament.photos.services import add as add_photo
from tournament.phrases import Refused
from tournament.protocols.content import fingerprint
from tournament.protocols.queries import sheet
from tournament.protocols.revisions import keep_first_revisions
from tournament.safety import erasing, persons
from tournament.safety.erasing import path_to_tournament, text_fields
from tournament.standings.queries import table

pytestmark = pytest.mark.django_db(transaction=True)
BY = Author()


@pytest.fixture
def cup() -> Cup:
    """A confirmed sheet with a revision, drawn signatures, a photo, a protest, a paper, a journal that names him."""
    cup = make_cup()
    partida = cup.protocol.partida
    keep_first_revisions(tournament=cup.tournament, by=BY)
    add_photo(partida=partida, picture=Picture(b"jpeg", "0" * 64, 1, 1), chief=True, by=BY)
    current = sheet(partida).content_sha256
    for seat in partida.seats.select_related("player"):
        Signature.objects.create(
            protocol=cup.protocol,
            seat=seat.number,
            player=seat.player,
            content_sha256=current,
            how="drawn",
            strokes=[[[1, 2, 3]]],
            signed_at=cup.round.published_at,
        )
    Protest.objects.create(
        protocol=cup.protocol, number=1, side="a", text=f"{name_of(cup)} не так", lodged_at=cup.round.published_at
    )
    with act(cup.tournament, "entry.added", Author(cup.organiser, "10.0.0.7")) as doing:
        doing.subject, doing.data = "entry:1", {"players": [name_of(cup).upper(), "Другой"]}
    cup.made()
    return cup


def player_of(cup: Cup) -> Player:
    return cup.protocol.partida.seats.get(number=1).player


def name_of(cup: Cup) -> str:
    return player_of(cup).name


def erased(cup: Cup) -> erasing.Erasure:
    return erasing.erase(who=persons.person("player", player_of(cup).pk), typed=name_of(cup), by=BY)


def everything() -> str:
    """All that all tables hold, as one text."""
    rows = (
        [str(getattr(row, each.attname)) for each in model._meta.concrete_fields]
        for model in apps.get_app_config("tournament").get_models()
        for row in model._default_manager.all()
    )
    return json.dumps(list(rows), ensure_ascii=False).casefold()


def test_nothing_names_him_any_more(cup: Cup) -> None:
    name = name_of(cup).casefold()
    before = name in everything()
    erased(cup)

    assert (before, name in everything()) == (True, False)


def test_every_result_and_place_is_as_it_was(cup: Cup) -> None:
    stage = cup.round.stage

    def figures() -> list[object]:
        return [(row.entry, row.place, dict(row.standing.values)) for row in table(stage).rows]

    before = figures()
    erased(cup)
    assert figures() == before


def test_what_he_is_called_now(cup: Cup) -> None:
    pk = player_of(cup).pk
    erased(cup)

    assert Player.objects.get(pk=pk).name == f"N. N. {pk}"
    assert persons.person("player", pk).is_erased


def test_the_journal_holds_and_says_where_he_was_erased(cup: Cup) -> None:
    naming = [
        record.number for record in persons.records_naming(persons.person("player", player_of(cup).pk), cup.tournament)
    ]
    erased(cup)

    verdict = verify(cup.tournament.journal.all())
    last = cup.tournament.journal.order_by("number").last()
    assert (verdict.faults, verdict.erased) == ([], naming)
    assert naming
    assert (last.action, sorted(map(int, last.data["records"]))) == (ERASURE, naming)


def test_what_was_left_of_a_record_is_guarded(cup: Cup) -> None:
    erased(cup)
    number = verify(cup.tournament.journal.all()).erased[0]
    AuditRecord.objects.filter(tournament=cup.tournament, number=number).update(data={"players": ["Кто-то"]})

    assert [(fault.number, fault.kind) for fault in verify(cup.tournament.journal.all()).faults] == [
        (number, "changed")
    ]


def test_his_drawn_signature_and_the_photo_go_the_other_signatures_hold(cup: Cup) -> None:
    photo = Path(django_settings.MEDIA_ROOT) / ProtocolPhoto.objects.get().file
    done = erased(cup)

    drawn = dict(Signature.objects.order_by("seat").values_list("seat", "strokes"))
    current = sheet(cup.protocol.partida)
    assert drawn == {1: [], 2: [[[1, 2, 3]]], 3: [[[1, 2, 3]]], 4: [[[1, 2, 3]]]}
    assert current.signed_seats == {1, 2, 3, 4}
    assert (done.signatures, done.photos, photo.exists(), ProtocolPhoto.objects.count()) == (1, 1, False, 0)


def test_revisions_still_match_their_fingerprints(cup: Cup) -> None:
    erased(cup)

    for revision in ProtocolRevision.objects.all():
        assert revision.sha256 == fingerprint(revision.content)


def test_the_file_of_a_paper_that_named_him_goes_and_can_be_made_again(cup: Cup) -> None:
    paper = Document.objects.get()
    file = Path(django_settings.MEDIA_ROOT) / paper.file
    there = file.exists()
    erased(cup)
    paper.refresh_from_db()
    gone, state = not file.exists(), paper.state
    again = documents.retry(document=paper, by=Author(cup.organiser))
    documents.make(again)
    again.refresh_from_db()

    assert (there, gone, state, again.state) == (True, True, "failed", "ready")
    assert again.content_sha256 == fingerprint(sheet(cup.protocol.partida).as_dict())


def test_a_backup_is_made_before(cup: Cup) -> None:
    pk = player_of(cup).pk
    erased(cup)

    (backup,) = store.stored()
    assert (backup.reason, backup.about) == ("erasure", f"N. N. {pk}")


def test_a_name_that_holds_his_is_another(cup: Cup) -> None:
    longer = f"{name_of(cup)}ский"
    Player.objects.create(name=longer)
    erased(cup)

    assert Player.objects.filter(name=longer).exists()


def test_texts_with_the_surname_alone_are_named_for_a_person_to_read(cup: Cup) -> None:
    surname = name_of(cup).split()[0]
    Protocol.objects.filter(pk=cup.protocol.pk).update(sent_back_reason=f"{surname} ушёл")

    assert [each for each in erased(cup).mentions if each.startswith("Protocol ")] == [
        f"Protocol {cup.protocol.pk}: 1/1 confirmed"
    ]


@pytest.mark.parametrize("typed", ["", "Кто-то"])
def test_another_name_erases_nobody(cup: Cup, typed: str) -> None:
    with pytest.raises(Refused) as refused:
        erasing.erase(who=persons.person("player", player_of(cup).pk), typed=typed, by=BY)

    assert (refused.value.code, store.stored()) == ("safety.person_differs", [])


def test_nobody_is_erased_twice(cup: Cup) -> None:
    pk = player_of(cup).pk
    erased(cup)

    with pytest.raises(Refused) as refused:
        erasing.erase(who=persons.person("player", pk), typed=f"N. N. {pk}", by=BY)
    assert refused.value.code == "safety.erased_already"


# -- accounts -----------------------------------------------------------------------------------------------------


def test_an_account_is_erased_with_its_addresses_and_keeps_its_part() -> None:
    cup = TournamentFactory(slug="cup")
    secretary = official(cup, "secretary")
    secretary.first_name, secretary.last_name, secretary.email = "Анна", "Ким", "kim@example.org"
    secretary.save()
    with act(cup, "staff.appointed", Author(secretary, "10.0.0.7")) as doing:
        doing.data = {"user": secretary.username, "role": "referee"}

    erasing.erase(who=persons.person("account", secretary.pk), typed="анна ким", by=BY)

    secretary.refresh_from_db()
    record = cup.journal.get(number=1)
    assert (secretary.username, str(secretary), secretary.email, secretary.is_active) == (
        f"N. N. @{secretary.pk}",
        f"N. N. @{secretary.pk}",
        "",
        False,
    )
    assert not secretary.has_usable_password()
    assert (record.actor_name, record.address, record.data["user"]) == (str(secretary), "", str(secretary))
    assert (verify(cup.journal.all()).faults, cup.staff.get(user=secretary).role) == ([], "secretary")


def test_what_opens_an_account_goes_with_it(client: Client) -> None:
    """Sessions on its devices, the second factor, the address to which its invitation was sent."""
    cup = TournamentFactory(slug="cup")
    secretary = official(cup, "secretary")
    client.force_login(secretary)
    SignIn.objects.create(session_id=client.session.session_key, user=secretary)
    TOTPDevice.objects.create(user=secretary, name="телефон")
    expires = timezone.now() + timedelta(days=7)
    invitation = Invitation.objects.create(
        tournament=cup, role="secretary", email="kim@example.org", expires_at=expires, accepted_by=secretary
    )

    erasing.erase(who=persons.person("account", secretary.pk), typed=str(secretary), by=BY)

    invitation.refresh_from_db()
    left = (Session.objects.count(), SignIn.objects.count(), TOTPDevice.objects.count(), invitation.email)
    assert left == (0, 0, 0, "")


def test_how_he_could_be_reached_goes_and_that_of_others_stays(cup: Cup) -> None:
    EntryRequestFactory(tournament=cup.tournament, number=1, players=[name_of(cup), "Ли Л."], email="he@example.org")
    EntryRequestFactory(tournament=cup.tournament, number=2, players=["Цой Ц."], email="other@example.org")

    erased(cup)

    assert list(EntryRequest.objects.order_by("number").values_list("email", flat=True)) == ["", "other@example.org"]


def test_nobody_erases_himself() -> None:
    own = UserFactory(is_superuser=True)

    with pytest.raises(Refused) as refused:
        erasing.erase(who=persons.person("account", own.pk), typed=str(own), by=Author(own))
    assert refused.value.code == "safety.own_account"


# -- what is on record --------------------------------------------------------------------------------------------


def test_what_he_may_ask_for(cup: Cup) -> None:
    player = player_of(cup)
    data = persons.data_of(persons.person("player", player.pk))
    (there,) = data["tournaments"]

    assert (data["format"], data["name"], there["slug"]) == ("domino-person/1", player.name, cup.tournament.slug)
    assert there["partidas"] == [{"round": 1, "table": 1, "seat": 1}]
    assert [each["how"] for each in there["signatures"]] == ["drawn"]
    assert [each["text"] for each in there["protests"]] == [f"{player.name} не так"]
    assert there["papers"] == [Document.objects.get().code]
    assert "entry.added" in [each["action"] for each in there["journal"]]


def test_the_texts_of_every_table_are_looked_through() -> None:
    looked = {
        f"{model._meta.object_name}.{name}"
        for model in apps.get_app_config("tournament").get_models()
        for name in text_fields(model)
    }

    assert {
        "AuditRecord.data",
        "Deal.data",
        "Protest.text",
        "Protocol.sent_back_reason",
        "Round.draw",
        "Signature.reason",
        "StandingSnapshot.rows",
        "TableReferee.reason",
    } <= looked
    assert "Signature.content_sha256" not in looked


def test_a_tournament_that_does_not_know_him_is_left_alone(cup: Cup) -> None:
    other: Tournament = TournamentFactory(slug="other")
    erased(cup)
    other.refresh_from_db()

    assert (other.version, other.journal.count()) == (0, 0)


def test_a_namesake_elsewhere_keeps_his_name(cup: Cup) -> None:
    name = name_of(cup)
    other: Tournament = TournamentFactory(slug="other")
    EntryFactory(tournament=other, players=(name, "Другой"))
    with act(other, "entry.added", BY) as doing:
        doing.data = {"players": [name]}
    erased(cup)

    assert other.journal.get().data == {"players": [name]}
    assert Player.objects.filter(name=name).count() == 1


def test_a_namesake_in_the_same_tournament_is_warned_of(cup: Cup) -> None:
    who = persons.person("player", player_of(cup).pk)
    before = persons.namesakes(who)
    EntryFactory(tournament=cup.tournament, players=(who.name, "Другой"))

    assert (before, persons.namesakes(who)) == ([], [cup.tournament])


def test_every_table_with_texts_knows_its_tournament() -> None:
    """Else a player would be forgotten there: only these know none, and none of them writes about players."""
    lost = {
        model._meta.object_name
        for model in apps.get_app_config("tournament").get_models()
        if list(text_fields(model)) and not path_to_tournament(model)
    }

    # Of RecoveryCodes the only text is “recovery”; they go with whatever logs an erased account in.
    known = {"Club", "DeletedTournament", "Job", "Player", "ReceivingToken", "RecoveryCodes", "SignIn", "User"}
    assert lost == known

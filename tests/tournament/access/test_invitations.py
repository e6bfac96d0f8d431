"""Officials by invitation: a link for one person, once, for some days; officials who are logged out by the desk."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import PASSWORD, TournamentFactory, UserFactory, official
from tests.pages import browser_of, errors_of, messages_of
from tournament.access import services, tokens
from tournament.audit.services import Author
from tournament.models import Invitation, Job, Staff, Tournament, User
from tournament.phrases import Refused

ACCOUNT = {"username": "petrov", "full_name": "Пётр Петров", "password": "a quiet domino table"}


@pytest.fixture
def cup(db: None) -> Tournament:
    return TournamentFactory()


@pytest.fixture
def invitation(cup: Tournament) -> Invitation:
    return services.invite(tournament=cup, role="referee", by=Author())


def way_in(invitation: Invitation) -> str:
    return reverse("access:accept", args=[tokens.invitation_of(invitation.nonce)])


def invite(cup: Tournament, **typed: str) -> Any:
    return browser_of(cup).post(reverse("access:invite", args=[cup.slug]), {"role": "secretary", **typed})


def roles(cup: Tournament) -> list[tuple[str, str]]:
    return [(post.user.username, post.role) for post in cup.staff.filter(role="referee")]


# -- inviting ---------------------------------------------------------------------------------------------------------


def test_the_organiser_gets_a_link_to_hand_over(cup: Tournament) -> None:
    invite(cup)

    page = browser_of(cup).get(reverse("access:staff", args=[cup.slug]))
    (line,) = page.context["invitations"]
    assert line.address == "http://testserver" + way_in(cup.invitations.get())
    assert (cup.journal.get().action, cup.invitations.get().role) == ("staff.invited", "secretary")


def test_others_see_no_link(cup: Tournament, invitation: Invitation) -> None:
    page = browser_of(cup, "referee").get(reverse("access:staff", args=[cup.slug]))

    assert way_in(invitation) not in page.content.decode()


def test_an_invitation_goes_out_by_e_mail_where_there_is_any(cup: Tournament, settings: Any) -> None:
    assert errors_of_invite(invite(cup, email="p@example.org")) == {
        "email": ["This installation sends no e-mail: its administrator sets EMAIL_URL."]
    }
    settings.EMAIL_URL = "smtp://localhost"

    invite(cup, email="p@example.org")

    notice = cup.notices.get()
    assert (notice.address, notice.invitation, notice.state) == ("p@example.org", cup.invitations.get(), "waiting")
    assert [job.task for job in Job.objects.all()] == ["tournament.notices.tasks.deliver"]


def errors_of_invite(page: Any) -> dict[str, list[str]]:
    return {field: list(errors) for field, errors in page.context["invite_form"].errors.items()}


@pytest.mark.parametrize(("typed", "field"), [({"role": "king"}, "role"), ({"email": "p@"}, "email")])
def test_what_was_typed_wrong_is_said(cup: Tournament, typed: dict[str, str], field: str) -> None:
    page = invite(cup, **typed)

    assert (page.status_code, list(errors_of_invite(page)), cup.invitations.count()) == (422, [field], 0)


def test_it_is_withdrawn_once(cup: Tournament, invitation: Invitation) -> None:
    address = reverse("access:revoke_invitation", args=[cup.slug, invitation.pk])
    organiser = browser_of(cup)

    said = [messages_of(organiser.post(address, follow=True)) for _ in range(2)]

    assert said == [
        ["The invitation is withdrawn."],
        ["This invitation is over already, so there is nothing to withdraw."],
    ]
    assert Client().get(way_in(invitation)).status_code == 410


def test_an_organiser_of_another_tournament_withdraws_nothing(cup: Tournament, invitation: Invitation) -> None:
    other = TournamentFactory()

    answer = browser_of(other).post(reverse("access:revoke_invitation", args=[other.slug, invitation.pk]))

    assert answer.status_code == 404


# -- accepting --------------------------------------------------------------------------------------------------------


def test_who_has_no_account_makes_one_and_is_logged_in(cup: Tournament, invitation: Invitation) -> None:
    browser = Client()

    answer = browser.post(way_in(invitation), ACCOUNT)

    assert answer["Location"] == reverse("desk:now", args=[cup.slug])
    assert (str(get_user(browser)), roles(cup)) == ("Пётр Петров", [("petrov", "referee")])
    assert [record.action for record in cup.journal.all()] == ["staff.invited", "staff.joined"]


def test_who_is_logged_in_takes_the_role_with_his_account(cup: Tournament, invitation: Invitation) -> None:
    browser = browser_of(cup, None)

    browser.post(way_in(invitation))

    assert roles(cup) == [(get_user(browser).get_username(), "referee")]


def test_opening_it_takes_nothing(cup: Tournament, invitation: Invitation) -> None:
    assert browser_of(cup, None).get(way_in(invitation)).status_code == 200
    assert roles(cup) == []


def test_it_holds_for_one_person_once(cup: Tournament, invitation: Invitation) -> None:
    Client().post(way_in(invitation), ACCOUNT)

    second = Client().post(way_in(invitation), ACCOUNT | {"username": "sidorov"})

    assert (second.status_code, second.context["refusal"]) == (
        410,
        "This invitation was used already: each holds for one person, once.",
    )
    assert User.objects.filter(username="sidorov").exists() is False


def test_it_holds_for_seven_days(cup: Tournament, invitation: Invitation) -> None:
    Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))

    answer = Client().post(way_in(invitation), ACCOUNT)

    assert (answer.status_code, roles(cup), User.objects.count()) == (410, [], 0)


def test_the_service_refuses_what_is_over(cup: Tournament, invitation: Invitation) -> None:
    services.accept(invitation=invitation, user=UserFactory(), by=Author())

    with pytest.raises(Refused) as refused:
        services.accept(invitation=invitation, user=UserFactory(), by=Author())

    assert (refused.value.code, cup.staff.count()) == ("invitation.accepted", 1)


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"username": "known"}, "username"),
        ({"username": "KNOWN"}, "username"),
        ({"username": "a b"}, "username"),
        ({"full_name": ""}, "full_name"),
        ({"password": "short"}, "password"),
        ({"password": "petrov2026"}, "password"),
    ],
)
def test_an_account_that_cant_be_made_is_no_account(
    cup: Tournament, invitation: Invitation, typed: dict[str, str], field: str
) -> None:
    UserFactory(username="known")

    page = Client().post(way_in(invitation), ACCOUNT | typed)

    assert (page.status_code, list(errors_of(page))) == (422, [field])
    assert (roles(cup), User.objects.count(), Invitation.objects.get().ended) == ([], 1, "")


@pytest.mark.parametrize("token", ["nothing", "x" * 300, "\u0430"])
def test_an_address_that_invites_nobody(db: None, token: str) -> None:
    assert Client().get(reverse("access:accept", args=[token])).status_code == 404


def test_a_table_links_token_is_no_invitations(invitation: Invitation) -> None:
    assert tokens.invitation_of(invitation.nonce) != tokens.token_of(invitation.nonce)


# -- logging officials out --------------------------------------------------------------------------------------------


def logged_in(user: User) -> Client:
    browser = Client()
    browser.post(reverse("login"), {"username": user.username, "password": PASSWORD})
    return browser


def test_an_official_is_logged_out_everywhere(cup: Tournament) -> None:
    referee = official(cup, "referee")
    post, phone = Staff.objects.get(user=referee), logged_in(referee)
    address = reverse("access:end_sessions", args=[cup.slug, post.pk])

    page = browser_of(cup).post(address, follow=True)

    assert messages_of(page) == [f"{referee} is logged out everywhere."]
    assert get_user(phone).is_authenticated is False
    assert cup.journal.get().data == {"user": referee.username}


def test_the_desk_sees_where_officials_are_logged_in_and_who_is_online(cup: Tournament) -> None:
    referee = official(cup, "referee")
    logged_in(referee).get(reverse("desk:now", args=[cup.slug]))
    official(cup, "secretary")

    lines = browser_of(cup).get(reverse("access:staff", args=[cup.slug])).context["lines"]

    assert [(line.post.role, line.online, len(line.sessions)) for line in lines if line.post.role != "organiser"] == [
        ("referee", True, 1),
        ("secretary", False, 0),
    ]


def test_ones_own_sessions_are_ended_elsewhere(cup: Tournament) -> None:
    organiser = browser_of(cup)
    post = cup.staff.get()

    page = organiser.post(reverse("access:end_sessions", args=[cup.slug, post.pk]), follow=True)

    assert messages_of(page) == ["Your own sessions are on the page of your account."]

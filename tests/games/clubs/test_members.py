"""Join and leave a club, and decide who belongs to it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services import blocks, sanctions
from games.clubs.models import Club, Membership
from games.clubs.services import founding, members
from games.events.services import planning
from games.events.services.planning import EventFacts
from games.leagues.services import seasons
from games.leagues.services.seasons import LeagueFacts
from games.matches.refusals import BadClub, NotAllowed, SignInFirst, TooMany
from games.notifications.models import Notification
from tests.games.clubs.conftest import at, club_of, news
from tests.helpers.matches import committed, people, person
from tests.helpers.moderation import moderator, sanctioned

pytestmark = pytest.mark.django_db
Role = Membership.Role


def roles(club: Club) -> dict[str, str]:
    return {one.user.username: one.role for one in members.members_of(club)}


def test_joining_again_changes_nothing(club: Club, carla: User) -> None:
    assert members.join(at(club, carla))
    assert members.join(at(club, carla))
    assert list(roles(club)) == ["Anna", "Berta", "Carla"]


def test_organisers_decide_on_requests(anna: User, berta: User, carla: User) -> None:
    club = club_of(anna, joining=Club.Joining.REQUEST)
    for user in (berta, berta, carla):
        assert not members.join(at(club, user))
    assert len(news(anna)) == 2
    assert "Berta asks to join your club Thursday." in news(anna)
    with pytest.raises(NotAllowed):
        members.accept(at(club, berta), "Carla")
    members.accept(at(club, anna), "Berta")
    members.accept(at(club, anna), "Berta")
    members.decline(at(club, anna), "Carla")
    assert list(roles(club)) == ["Anna", "Berta"]
    assert news(berta) == ["You are a member of the club Thursday now."]
    assert news(carla) == []
    assert not club.requests.exists()


@pytest.mark.parametrize("public", [True, False])
def test_former_member_keeps_only_notifications_that_lead_somewhere(
    anna: User, berta: User, carla: User, public: bool
) -> None:
    club = club_of(anna, berta, carla, public=public)
    members.set_role(at(club, anna), "Berta", "organiser")
    start = timezone.now() + timedelta(days=2)
    planning.plan(anna, EventFacts("Thursday", start, "UTC", games=("babel",)), club.slug)
    facts = LeagueFacts("Spring", "babel", (start + timedelta(days=2)).date())
    seasons.found(anna, facts, club.slug)
    assert (len(news(berta)), len(news(carla))) == (3, 2)
    members.leave(at(club, berta))
    assert (len(news(berta)), len(news(carla))) == ((3 if public else 0), 2)


def test_request_is_taken_back(anna: User, berta: User) -> None:
    club = club_of(anna, joining=Club.Joining.REQUEST)
    members.join(at(club, berta))
    members.withdraw(at(club, berta))
    members.accept(at(club, anna), "Berta")
    assert list(roles(club)) == ["Anna"]


@pytest.mark.parametrize("joining", [Club.Joining.OPEN, Club.Joining.REQUEST])
def test_joining_a_club_over_and_over_is_limited(anna: User, berta: User, joining: str) -> None:
    """Each time, the organisers or the webhook of the club get news of it."""
    club, other = club_of(anna, joining=joining), club_of(anna, name="Friday", joining=joining)
    for _time in range(members.JOINED_A_DAY):
        members.join(at(club, berta))
        members.join(at(club, berta))
        members.leave(at(club, berta))
    with pytest.raises(TooMany):
        members.join(at(club, berta))
    members.join(at(other, berta))


def test_withdrawing_an_accepted_request_keeps_membership(anna: User, berta: User) -> None:
    club = club_of(anna, joining=Club.Joining.REQUEST)
    members.join(at(club, berta))
    seen = at(club, berta)
    members.accept(at(club, anna), "Berta")
    with pytest.raises(BadClub, match="already accepted"):
        members.withdraw(seen)
    assert list(roles(club)) == ["Anna", "Berta"]


@pytest.mark.parametrize("joining", Club.Joining.values)
def test_link_lets_join_without_asking(anna: User, berta: User, carla: User, joining: str) -> None:
    club = club_of(anna, joining=joining)
    assert members.join(at(club, berta, [club.key]))
    if joining == Club.Joining.LINK:
        with pytest.raises(NotAllowed, match="invitation link"):
            members.join(at(club, carla))


def test_visitor_without_account_is_asked_to_sign_in(club: Club) -> None:
    from django.contrib.auth.models import AnonymousUser

    with pytest.raises(SignInFirst):
        members.join(founding.open_club(AnonymousUser(), club.slug))


def test_blocked_and_surplus_users_get_one_answer(
    anna: User, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So the answer does not reveal a block."""
    blocked, late = people("Dora", "Fritz")
    blocks.block(anna, blocked)
    with pytest.raises(BadClub) as refused:
        members.join(at(club, blocked, [club.key]))
    answer = str(refused.value)
    monkeypatch.setattr(members, "MEMBERS", 2)
    with pytest.raises(BadClub) as refused:
        members.join(at(club, late))
    assert answer == str(refused.value)


def test_expelled_user_reads_so_and_joins_only_once_readmitted(anna: User, club: Club) -> None:
    expelled = person("Emil")
    members.join(at(club, expelled))
    members.expel(at(club, anna), "Emil")
    assert news(expelled) == ["You were expelled from the club Thursday."]
    assert Notification.objects.get(user=expelled).url == "/clubs/"
    with pytest.raises(NotAllowed, match="You were expelled"):
        members.join(at(club, expelled, [club.key]))
    for _press in range(2):
        members.readmit(at(club, anna), "Emil")
    assert news(expelled) == [
        "You can join the club Thursday again.",
        "You were expelled from the club Thursday.",
    ]
    assert members.join(at(club, expelled))


@pytest.mark.parametrize(
    ("module", "limit"),
    [(members, "CLUBS_EACH"), (members, "REQUESTS_EACH")],
    ids=["memberships", "requests"],
)
def test_clubs_and_requests_of_user_are_limited(
    anna: User, carla: User, monkeypatch: pytest.MonkeyPatch, module: object, limit: str
) -> None:
    monkeypatch.setattr(module, limit, 1)
    asked = limit == "REQUESTS_EACH"
    joining = Club.Joining.REQUEST if asked else Club.Joining.OPEN
    first, second = (club_of(anna, name=name, joining=joining) for name in ("First", "Second"))
    members.join(at(first, carla))
    with pytest.raises(BadClub):
        members.join(at(second, carla))


def test_suspended_user_does_not_join(club: Club, carla: User) -> None:
    with pytest.raises(NotAllowed):
        members.join(at(club, sanctioned(carla, "suspension")))


def test_roles_and_who_gives_them(anna: User, berta: User, carla: User, club: Club) -> None:
    members.join(at(club, carla))
    with pytest.raises(NotAllowed):
        members.set_role(at(club, berta), "Carla", Role.ORGANISER)
    members.set_role(at(club, anna), "Berta", Role.ORGANISER)
    assert news(berta) == ["Anna made you an organiser of the club Thursday."]
    for name, role in (("Anna", Role.MEMBER), ("Carla", Role.FOUNDER), ("Nobody", Role.MEMBER)):
        with pytest.raises(BadClub):
            members.set_role(at(club, anna), name, role)
    members.set_role(at(club, anna), "Carla", Role.ORGANISER)
    for name in ("Anna", "Carla"):
        with pytest.raises(NotAllowed, match="Only the founder"):
            members.expel(at(club, berta), name)
    members.set_role(at(club, anna), "Carla", Role.MEMBER)
    members.expel(at(club, berta), "Carla")
    assert roles(club) == {"Anna": "founder", "Berta": "organiser"}


def test_founder_hands_over_before_leaving(anna: User, berta: User, club: Club) -> None:
    with pytest.raises(BadClub, match="Hand the club over"):
        members.leave(at(club, anna))
    with pytest.raises(NotAllowed):
        members.hand_over(at(club, berta), "Berta")
    members.hand_over(at(club, anna), "Anna")
    members.hand_over(at(club, anna), "Berta")
    assert roles(club) == {"Berta": "founder", "Anna": "organiser"}
    assert news(berta) == ["You lead the club Thursday now."]
    members.leave(at(club, anna))
    members.leave(at(club, anna))
    assert roles(club) == {"Berta": "founder"}


def test_banned_member_cannot_lead(anna: User, berta: User, club: Club) -> None:
    sanctioned(berta, "ban")
    with pytest.raises(BadClub):
        members.hand_over(at(club, anna), "Berta")


def test_club_of_deleted_founder_goes_to_next_member(anna: User, berta: User, club: Club) -> None:
    """To an organiser before an older member; a club without members is dissolved."""
    carla = person("Carla")
    members.join(at(club, carla))
    members.set_role(at(club, anna), "Carla", Role.ORGANISER)
    alone = club_of(anna, name="Alone")
    members.leave_all(anna)
    assert roles(club) == {"Carla": "founder", "Berta": "member"}
    assert not Club.objects.filter(pk=alone.pk).exists()


def test_club_of_banned_founder_goes_to_next_member(anna: User, berta: User, club: Club) -> None:
    """The founder stays a member, for the case that the ban is lifted."""
    alone = club_of(anna, name="Alone")
    by = moderator(role="senior moderator")
    with committed():
        sanctions.give(by, anna, "mute", "Insults.")
    assert roles(club) == {"Anna": "founder", "Berta": "member"}
    with committed():
        sanctions.give(by, anna, "ban", "Insults.")
    assert roles(club) == {"Anna": "member", "Berta": "founder"}
    assert roles(alone) == {"Anna": "founder"}
    assert news(berta) == ["You lead the club Thursday now."]

"""Found, find, change and dissolve clubs."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from accounts.models import AuditEntry, Report, User
from accounts.permissions import may_moderate
from accounts.refusals import NoReason
from games.clubs.models import ABOUT_LENGTH, Club, Membership
from games.clubs.services import founding, members
from games.clubs.services.founding import ClubFacts, open_club, public_clubs
from games.matches.refusals import BadClub, NoSuchClub, NotAllowed, TooMany
from games.notifications.models import Notification
from tests.games.clubs.conftest import at, club_of, news
from tests.helpers.matches import person
from tests.helpers.moderation import moderator, sanctioned

pytestmark = pytest.mark.django_db
FACTS = ClubFacts("Thursday")


def test_founder_is_first_member(anna: User) -> None:
    club = founding.found(anna, replace(FACTS, about="We meet\n at eight.", language="de"))
    assert (club.name, club.about, club.language) == ("Thursday", "We meet\nat eight.", "de")
    assert at(club, anna).founded
    assert club.slug.startswith("thursday-")


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        (replace(FACTS, name=" "), "name"),
        (replace(FACTS, name="x" * 31), "at most 30"),
        (replace(FACTS, name="Administrator"), "reserved"),
        (replace(FACTS, name="a\u202eb"), "invisible"),
        (replace(FACTS, about="x" * (ABOUT_LENGTH + 1)), "at most 1000"),
        (replace(FACTS, joining="never"), "how players join"),
        (replace(FACTS, language="xx"), "languages"),
        (replace(FACTS, shield="plain-dragon-red"), "shields"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_invalid_fact_is_refused(anna: User, facts: ClubFacts, words: str) -> None:
    with pytest.raises(BadClub, match=words):
        founding.found(anna, facts)
    assert not Club.objects.exists()


def test_public_names_do_not_look_alike(anna: User, berta: User, club: Club) -> None:
    with pytest.raises(BadClub, match="too much like"):
        founding.found(berta, replace(FACTS, name="THURSDAY"))


def test_name_of_private_club_is_not_revealed(anna: User, berta: User) -> None:
    """Its name can be used again, and its address does not contain it."""
    private = club_of(anna, public=False)
    assert "thursday" not in private.slug
    assert club_of(berta).name == private.name
    with pytest.raises(BadClub, match="too much like"):
        founding.change(at(private, anna), FACTS)


def test_private_club_is_seen_by_members_and_with_link(
    anna: User, berta: User, carla: User
) -> None:
    club = club_of(anna, berta, public=False)
    assert at(club, berta).membership is not None
    assert at(club, carla, [club.key]).has_link
    for stranger in (carla, AnonymousUser()):
        with pytest.raises(NoSuchClub):
            open_club(stranger, club.slug)
    assert public_clubs() == []
    assert public_clubs("Thursday") == []
    assert may_moderate(moderator())
    assert at(club, moderator("Mia")).membership is None


def test_clubs_are_found_by_part_of_name(anna: User, berta: User, club: Club) -> None:
    other = club_of(anna, name="Café des échecs")
    assert [(row.club, row.members) for row in public_clubs()] == [(club, 2), (other, 1)]
    assert [row.club for row in public_clubs("cafe")] == [other]
    assert public_clubs("!!!") == []


@pytest.mark.parametrize("limit", ["FOUNDED_EACH", "CLUBS_EACH"])
def test_number_of_clubs_is_limited(
    anna: User, limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(founding, limit, 1)
    club_of(anna)
    with pytest.raises(BadClub, match="1 clubs"):
        club_of(anna, name="Friday")


def test_founding_is_limited_by_day(anna: User) -> None:
    for number in range(founding.FOUNDED_A_DAY):
        founding.dissolve(at(club_of(anna, name=f"Club {number}"), anna))
    with pytest.raises(TooMany):
        club_of(anna)


def test_guests_bots_and_muted_users_found_no_club(anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(guest_until=timezone.now() + timedelta(days=1))
    bot = User.objects.create_user("deep", bot_since=timezone.now(), run_by=person("Dora"))
    for user in (User.objects.get(pk=anna.pk), bot, sanctioned(person("Emil"), "mute")):
        with pytest.raises(NotAllowed):
            club_of(user)


def test_confirmed_address_is_needed_where_mail_is_sent(anna: User, settings: object) -> None:
    settings.MAIL_IS_SET_UP = True  # type: ignore[attr-defined]  # not in stubs
    with pytest.raises(NotAllowed, match="Confirm your email"):
        club_of(anna)


def test_organisers_change_club_and_members_do_not(anna: User, berta: User, club: Club) -> None:
    with pytest.raises(NotAllowed):
        founding.change(at(club, berta), replace(FACTS, name="Friday"))
    changed = founding.change(at(club, anna), replace(FACTS, name="Friday", shield=""))
    assert (changed.name, changed.slug) == ("Friday", club.slug)


def test_new_link_replaces_old_one(anna: User, berta: User, club: Club) -> None:
    founding.renew_link(at(club, anna))
    with pytest.raises(NoSuchClub):
        founding.club_with_key(club.key)
    with pytest.raises(NotAllowed):
        founding.renew_link(at(club, berta))


def test_founder_or_moderator_dissolves_club(anna: User, berta: User, club: Club) -> None:
    with pytest.raises(NotAllowed):
        founding.dissolve(at(club, berta))
    other = club_of(anna, name="Friday")
    founding.dissolve(at(club, anna))
    mod = moderator()
    with pytest.raises(NoReason):
        founding.dissolve(at(other, mod))
    founding.dissolve(at(other, mod), "Spam.")
    assert not Club.objects.exists()
    (entry,) = AuditEntry.objects.all()
    assert (entry.act, entry.about, entry.why) == ("club-dissolve", "Anna", "Friday\nSpam.")


def test_members_are_notified_when_their_club_is_dissolved(
    anna: User, berta: User, carla: User, club: Club
) -> None:
    founding.dissolve(at(club, anna))
    (notified,) = Notification.objects.filter(user=berta)
    assert news(berta)[0].startswith("The club Thursday was dissolved")
    assert notified.url == "/clubs/"
    assert news(anna) == []
    founding.dissolve(at(club_of(anna), moderator()), "Spam.")
    assert len(news(anna)) == 1


def test_dissolved_club_takes_notifications_that_lead_to_it_along(anna: User, berta: User) -> None:
    club = club_of(anna, joining=Club.Joining.REQUEST)
    other = club_of(anna, name="Friday", joining=Club.Joining.REQUEST)
    for one in (club, other):
        members.join(at(one, berta))
    founding.dissolve(at(club, anna))
    assert news(anna) == ["Berta asks to join your club Friday."]


def test_moderator_removes_name_and_text(anna: User, berta: User) -> None:
    club = club_of(anna, about="Rude words", joining=Club.Joining.REQUEST)
    members.join(at(club, berta))
    with pytest.raises(NotAllowed):
        founding.clear_texts(at(club, berta), "Rude.")
    founding.clear_texts(at(club, moderator()), "Rude.")
    club.refresh_from_db()
    assert (club.name, club.about) == (f"Club {club.slug}", "")
    assert "thursday" not in club.slug
    assert AuditEntry.objects.get().act == "club-clear"
    (notified,) = Notification.objects.filter(user=anna)
    assert news(anna) == ["A moderator removed the name and text of your club. Choose a new name."]
    assert notified.url == club.get_absolute_url()


def test_removed_name_is_refused_to_the_club_and_its_founder(
    anna: User, berta: User, club: Club
) -> None:
    members.join(at(club, berta))
    founding.clear_texts(at(club, moderator()), "Rude.")
    club.refresh_from_db()
    members.hand_over(at(club, anna), "Berta")
    again = ClubFacts("THURSDAY")
    with pytest.raises(BadClub, match="A moderator removed this name"):
        founding.change(at(club, berta), again)
    with pytest.raises(BadClub, match="A moderator removed this name"):
        founding.found(anna, again)
    assert founding.found(person("Stranger"), again).name == "THURSDAY"


def test_club_is_reported_as_its_founder(anna: User, berta: User, club: Club) -> None:
    founding.report_club(at(club, berta), Report.Reason.NAME, "Rude")
    report = Report.objects.get()
    assert (report.case.about, report.subject, report.subject_id) == (anna, "club", club.slug)
    assert report.evidence["club"] == f"Thursday ({club.slug})"


def test_club_is_reported_as_the_user_who_wrote_its_texts(
    anna: User, berta: User, carla: User, club: Club
) -> None:
    """A founder who was given the club, or an organiser, does not answer for others' words."""
    members.join(at(club, carla))
    members.set_role(at(club, anna), "Carla", "organiser")
    founding.change(at(club, carla), ClubFacts("Thursday", "Rude"))
    members.hand_over(at(club, anna), "Berta")
    founding.change(at(club, berta), ClubFacts("Thursday", "Rude", joining=Club.Joining.LINK))
    founding.report_club(at(club, anna), Report.Reason.NAME, "")
    assert Report.objects.get().case.about == carla
    founding.clear_texts(at(club, moderator()), "Rude.")
    club.refresh_from_db()
    founding.report_club(at(club, anna), Report.Reason.OTHER, "")
    assert Report.objects.latest("pk").case.about == berta


def test_every_club_has_one_founder(club: Club, berta: User) -> None:
    assert club.memberships.get(role=Membership.Role.FOUNDER).user != berta

"""Plan, change and cancel events: who may, within which limits, and who learns of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from pytest_django import Settings

from accounts.models import AuditEntry, Report, User
from accounts.refusals import NoReason
from accounts.services import deletion, sanctions
from games.clubs.models import Club
from games.clubs.services import founding, members
from games.clubs.services.founding import open_club
from games.events.models import Event
from games.events.services import finding, planning
from games.matches.refusals import (
    BadEvent,
    NoSuchClub,
    NoSuchEvent,
    NotAllowed,
    NotOpen,
    SignInFirst,
    TooMany,
)
from games.notifications.models import Notification
from games.notifications.words import sentence_of
from tests.games.events.conftest import (
    FACTS,
    START,
    at,
    club_of,
    organise,
    planned,
    queue_of,
    register,
)
from tests.helpers.matches import committed, person
from tests.helpers.moderation import moderator, sanctioned
from tests.helpers.notices import news_of

pytestmark = pytest.mark.django_db


def test_title_is_moderated_like_names_of_clubs(anna: User) -> None:
    for title in ("", "  ", "x" * 61, "a\u202eb", "Moderator"):
        with pytest.raises(BadEvent):
            planned(anna, title=title)
    assert planned(anna, title="  Two   words ").title == "Two words"


def test_removed_title_is_refused_to_the_planner_and_in_edits(anna: User, berta: User) -> None:
    club = club_of(anna, berta)
    organise(club, berta)
    event = planned(anna, club.slug, title="Rude words")
    planning.clear_texts(at(event, moderator()), "Rude.")
    again = replace(FACTS, title="RUDE words")
    for by in (anna, berta):
        with pytest.raises(BadEvent, match="A moderator removed this name"):
            planning.change(at(event, by), again)
    with pytest.raises(BadEvent, match="A moderator removed this name"):
        planning.plan(anna, again)
    assert planning.plan(person("Stranger"), again).title == "RUDE words"


def test_event_is_reported_as_the_user_who_wrote_its_texts(
    anna: User, berta: User, carla: User
) -> None:
    """A planner does not answer for what another organiser of the club wrote."""
    club = club_of(anna, berta, carla)
    for one in (berta, carla):
        organise(club, one)
    event = planned(anna, club.slug, repeats="weekly")
    words = replace(FACTS, text="Rude", repeats="weekly")
    planning.change(at(event, carla), words)
    planning.change(at(event, berta), replace(words, places=20))
    planning.cancel(at(event, anna))
    event.refresh_from_db()
    for date in (event, event.following):
        planning.report_event(at(date, berta), "name", "")
        assert Report.objects.latest("pk").case.about == carla
    planning.clear_texts(at(event, moderator()), "Rude.")
    assert AuditEntry.objects.get(act="event-clear").about == "Carla"
    with pytest.raises(BadEvent, match="A moderator removed this name"):
        planning.change(at(event.following, anna), words)
    event.refresh_from_db()
    planning.report_event(at(event, berta), "other", "")
    assert Report.objects.latest("pk").case.about == anna


def test_removed_title_is_gone_from_other_dates_and_news(anna: User, berta: User) -> None:
    club = club_of(anna, berta)
    first, other = (planned(anna, club.slug, title=title) for title in ("Rude words", "Friday"))
    planning.change(at(first, anna), replace(FACTS, title="Rude words", repeats="weekly"))
    register(first, berta)
    planning.cancel(at(first, anna))
    planning.clear_texts(at(first, moderator()), "Rude.")
    first.refresh_from_db()
    assert {one.title[:6] for one in (first, first.following)} == {"Event "}
    shown = [sentence_of(one) for one in Notification.objects.filter(user=berta)]
    assert not any("Rude words" in sentence for sentence in shown)
    assert sum(first.title in sentence for sentence in shown) == 2
    other.refresh_from_db()
    assert other.title == "Friday"


def test_news_of_cleared_club_show_its_new_name(anna: User, berta: User) -> None:
    club = club_of(anna, berta, name="Rude words")
    planned(anna, club.slug)
    with committed():
        founding.clear_texts(founding.open_club(moderator(), club.slug), "Rude.")
    club.refresh_from_db()
    (notice,) = Notification.objects.filter(user=berta)
    assert notice.facts["club"] == club.name
    assert "Rude words" not in sentence_of(notice)


@pytest.mark.parametrize(
    "facts",
    [
        {"games": ()},
        {"games": ("chess",)},
        {"sizes": ()},
        {"sizes": (1,)},
        {"sizes": (99,)},
        {"games": ("babel",), "sizes": (5,)},
        {"clock": "never"},
        {"rated": True, "bots": True},
        {"rated": True, "clock": "free"},
        {"places": 1},
        {"places": 257},
        {"minutes": 5},
        {"zone": "Mars/Olympus"},
        {"repeats": "daily"},
        {"start": START + timedelta(days=400)},
        {"start": START - timedelta(days=11)},
    ],
    ids=str,
)
def test_invalid_facts_are_refused(anna: User, facts: dict[str, Any]) -> None:
    with pytest.raises(BadEvent):
        planned(anna, **facts)
    assert not Event.objects.exists()


def test_events_ahead_and_a_day_are_limited(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "PLANNED_EACH", 1)
    planned(anna)
    with pytest.raises(BadEvent, match="enough events"):
        planned(anna)
    club = club_of(anna)
    planned(anna, club.slug)
    monkeypatch.setattr(planning, "PLANNED_BY_CLUB", 1)
    with pytest.raises(BadEvent, match="this club"):
        planned(anna, club.slug)
    monkeypatch.setattr(planning, "PLANNED_EACH", 9)
    monkeypatch.setattr(planning, "PLANNED_A_DAY", 2)
    with pytest.raises(TooMany):
        planned(anna)


def test_only_confirmed_people_plan_and_only_with_role_if_wanted(
    anna: User, settings: Settings
) -> None:
    with pytest.raises(SignInFirst):
        planning.plan(AnonymousUser(), FACTS)
    settings.MAIL_IS_SET_UP = True
    with pytest.raises(NotAllowed):
        planned(anna)
    settings.MAIL_IS_SET_UP, settings.HOSTS_NEED_ROLE = False, True
    with pytest.raises(NotAllowed, match="Only hosts"):
        planned(anna)
    settings.HOSTS_NEED_ROLE = False
    with pytest.raises(NotAllowed):
        planned(sanctioned(anna, "mute"))


def test_organisers_plan_for_club_and_members_learn_of_it(
    anna: User, berta: User, carla: User
) -> None:
    club = club_of(anna, berta)
    with pytest.raises(NotAllowed):
        planned(berta, club.slug)
    organise(club, berta)
    event = planned(berta, club.slug)
    told = Notification.objects.get(user=anna, kind=Notification.Kind.CLUB)
    assert "Berta plans an event of your club The club: Thursday at eight" in sentence_of(told)
    assert not Notification.objects.filter(user=carla).exists()
    planning.change(at(event, anna), replace(FACTS, text="Bring friends."))
    with pytest.raises(NotAllowed):
        planning.cancel(at(event, carla))


def test_private_club_event_leaves_no_trace(anna: User, berta: User, carla: User) -> None:
    club = club_of(anna, berta, public=False)
    with pytest.raises(NoSuchClub):
        planned(carla, club.slug)
    event = planned(anna, club.slug)
    for stranger in (carla, AnonymousUser()):
        with pytest.raises(NoSuchEvent):
            finding.open_event(stranger, event.pk)
        assert list(finding.upcoming(stranger)) == []
    assert list(finding.upcoming(berta)) == [event]
    assert at(event, moderator()).event == event


def test_event_of_club_dissolved_in_the_meantime_is_refused(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = club_of(anna)

    def dissolved(user: User, slug: str) -> Club:
        founding.dissolve(open_club(user, slug))
        return club

    monkeypatch.setattr(planning, "organised_club", dissolved)
    with pytest.raises(NoSuchClub, match="no longer exists"):
        planned(anna, club.slug)


def test_lists_begin_with_next_event(anna: User, berta: User) -> None:
    late, soon = (planned(anna, start=START - timedelta(days=days)) for days in (1, 2))
    register(late, berta)
    assert list(finding.upcoming(berta)) == finding.own(anna) == [soon, late]


def test_changes_are_told_only_if_they_matter(anna: User, berta: User, event: Event) -> None:
    register(event, berta)
    planning.change(at(event, anna), replace(FACTS, text="Bring friends."))
    assert news_of(berta) == []
    later = START + timedelta(days=1)
    planning.change(at(event, anna), replace(FACTS, start=later))
    (notice,) = news_of(berta)
    assert notice.startswith("Thursday at eight was changed. It begins March 13, 2037")
    assert Event.objects.get().version == 2


def test_more_places_move_waiting_players_up(anna: User, berta: User, carla: User) -> None:
    event = planned(anna, places=2)
    register(event, anna, berta, carla)
    assert queue_of(event) == (["Anna", "Berta"], ["Carla"])
    planning.change(at(event, anna), replace(FACTS, places=9))
    assert queue_of(event) == (["Anna", "Berta", "Carla"], [])
    assert news_of(carla)[0].startswith("You have a place now: Thursday at eight")


def test_places_that_are_taken_stay(anna: User, berta: User, carla: User, event: Event) -> None:
    register(event, anna, berta, carla)
    with pytest.raises(BadEvent, match="3 players have a place already"):
        planning.change(at(event, anna), replace(FACTS, places=2))
    Event.objects.update(places=2)
    planning.change(at(event, anna), replace(FACTS, places=2, title="Friday"))
    assert Event.objects.get().title == "Friday"


def test_cancelled_event_is_told_and_stays_so(anna: User, berta: User, event: Event) -> None:
    register(event, anna, berta)
    planning.cancel(at(event, anna))
    assert len(news_of(berta)) == 1
    assert news_of(anna) == [], "she did it herself"
    with pytest.raises(NotOpen):
        planning.cancel(at(event, anna))
    with pytest.raises(NotOpen):
        planning.change(at(event, anna), FACTS)


def test_cancelled_date_of_series_has_next_one_unless_all_are(anna: User) -> None:
    event = planned(anna, repeats="weekly")
    planning.cancel(at(event, anna))
    following = event.following
    assert following.starts_at == START + timedelta(days=7)
    planning.cancel(at(following, anna), series=True)
    assert Event.objects.filter(status=Event.Status.PLANNED).count() == 0


def test_moderator_removes_texts_and_cancels(anna: User, berta: User, event: Event) -> None:
    mod = moderator()
    for user, refused in ((berta, NotAllowed), (mod, NoReason)):
        with pytest.raises(refused):
            planning.clear_texts(at(event, user), "")
        with pytest.raises(refused):
            planning.cancel(at(event, user))
    planning.report_event(at(event, berta), "name", "Rude.")
    assert Report.objects.get().evidence["event"].startswith("Thursday at eight")
    planning.clear_texts(at(event, mod), "Rude.")
    planning.cancel(at(event, mod), why="Rude.")
    event.refresh_from_db()
    assert (event.title[:6], event.status) == ("Event ", "cancelled")
    acts = AuditEntry.objects.order_by("pk").values_list("act", "about")
    assert list(acts)[-2:] == [("event-clear", "Anna"), ("event-cancel", "Anna")]


def test_deleted_account_cancels_own_events_and_frees_places(
    anna: User, berta: User, carla: User
) -> None:
    club = club_of(berta, anna)
    organise(club, anna)
    own, other, of_club = planned(anna), planned(berta, places=2), planned(anna, club.slug)
    register(own, berta)
    register(other, anna, berta, carla)
    with committed():
        deletion.erase_elsewhere(anna, "Gone player")
        anna.delete()
    for event in (own, other, of_club):
        event.refresh_from_db()
    assert (own.status, other.status, of_club.status) == ("cancelled", "planned", "planned")
    assert of_club.organiser is None
    assert queue_of(other) == (["Berta", "Carla"], [])
    assert news_of(berta)[0].startswith("Thursday at eight was cancelled.")


def test_ban_cancels_own_events(anna: User, berta: User) -> None:
    own, of_club = planned(anna, repeats="weekly"), planned(anna, club_of(anna, berta).slug)
    register(own, berta)
    by = moderator(role="senior moderator")
    with committed():
        sanctions.give(by, anna, "suspension", "Insults.")
    assert not Event.objects.filter(status="cancelled").exists()
    with committed():
        sanctions.give(by, anna, "ban", "Insults.")
    statuses = dict(Event.objects.values_list("pk", "status"))
    assert statuses == {own.pk: "cancelled", of_club.pk: "planned"}
    assert news_of(berta)[0].startswith("Thursday at eight was cancelled.")


def test_former_member_loses_place_at_closed_events(anna: User, berta: User) -> None:
    club = club_of(anna, berta)
    closed, free = planned(anna, club.slug, members_only=True), planned(anna, club.slug)
    register(closed, berta)
    register(free, berta)
    members.expel(open_club(anna, club.slug), "Berta")
    assert [queue_of(one)[0] for one in (closed, free)] == [[], ["Berta"]]

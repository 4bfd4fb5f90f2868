"""Registration: places, the waiting list, and who may come."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from accounts.models import User
from accounts.services import blocks, guests
from games.events.models import Event
from games.events.services import finding, planning, registering
from games.matches.refusals import BadEvent, NotAllowed, NotOpen, SignInFirst
from tests.games.events.conftest import at, club_of, planned, queue_of, register
from tests.helpers.matches import people, person
from tests.helpers.moderation import sanctioned
from tests.helpers.notices import news_of

pytestmark = pytest.mark.django_db


def test_waiting_list_moves_up_in_order(anna: User, event: Event) -> None:
    crowd = people("Berta", "Carla", "Dora", "Emil", "Fritz")
    register(event, *crowd)
    register(event, crowd[0])
    assert queue_of(event) == (["Berta", "Carla", "Dora"], ["Emil", "Fritz"])
    registering.leave(at(event, crowd[1]))
    registering.leave(at(event, crowd[1]))
    assert queue_of(event) == (["Berta", "Dora", "Emil"], ["Fritz"])
    assert [len(news_of(user)) for user in crowd] == [0, 0, 0, 1, 0]
    register(event, crowd[1])
    assert queue_of(event)[1] == ["Fritz", "Carla"]


def test_guests_bots_and_banned_users_do_not_register(anna: User, event: Event) -> None:
    bot = User.objects.create_user("deep", bot_since=timezone.now(), run_by=anna)
    for user in (guests.new_guest(), bot, sanctioned(person("Rude"), "suspension")):
        with pytest.raises(NotAllowed):
            register(event, user)
    with pytest.raises(SignInFirst):
        registering.register(finding.open_event(AnonymousUser(), event.pk))


def test_blocked_and_surplus_users_get_one_answer(
    anna: User, berta: User, carla: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = planned(anna, places=2)
    blocks.block(anna, berta)
    with pytest.raises(BadEvent) as blocked:
        register(event, berta)
    monkeypatch.setattr(registering, "WAITING", 0)
    register(event, anna, carla)
    with pytest.raises(BadEvent) as late:
        register(event, person("Dora"))
    assert str(blocked.value) == str(late.value)


def test_only_members_register_for_closed_events(anna: User, berta: User, carla: User) -> None:
    club = club_of(anna, berta)
    event = planned(anna, club.slug, members_only=True)
    register(event, berta)
    with pytest.raises(NotAllowed, match="Join the club"):
        register(event, carla)


def test_rated_event_needs_right_to_rated_play(anna: User, berta: User) -> None:
    event = planned(anna, rated=True)
    with pytest.raises(NotAllowed):
        register(event, sanctioned(berta, "unrated"))


def test_registrations_of_user_are_limited(
    anna: User, berta: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registering, "REGISTERED_EACH", 1)
    first, second = planned(anna), planned(anna)
    register(first, berta)
    with pytest.raises(BadEvent, match="enough events"):
        register(second, berta)


def test_cancelled_event_takes_no_players(anna: User, berta: User, event: Event) -> None:
    planning.cancel(at(event, anna))
    for act in (registering.register, registering.leave):
        with pytest.raises(NotOpen):
            act(at(event, berta))

"""Challenges: sent, accepted, declined, countered, filled with bots, and expired."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from accounts.services import follows
from accounts.services.blocks import block
from core.refusals import Refusal
from games.engine.referee import Requested, judge
from games.lobby.models import Callers, Challenge, Decline
from games.lobby.presenters.lobby import lobby_for, waiting_room
from games.lobby.services import admission, callers, challenges, dealing, lobby
from games.lobby.services.challenges import Terms
from games.lobby.services.lobby import TableRequest
from games.matches.access import open_match
from games.matches.models import Match
from games.matches.refusals import (
    BadTable,
    CannotInvite,
    NoSuchMatch,
    NotAllowed,
    NotOpen,
    PrivateTable,
    SeatedElsewhere,
)
from games.matches.services import arrivals, time_source
from games.matches.services.event_store import record_of
from games.notifications.models import Notification
from games.titles.registry import ALL_RULES
from tests.helpers.matches import committed, fresh, play_on, started
from tests.helpers.moderation import sanctioned

pytestmark = pytest.mark.django_db
GAME = "condottiere"


def sent(host: User, *names: str, terms: Terms | None = None, **more: Any) -> Match:
    """Send a challenge by this host to these users."""
    request = TableRequest(GAME, more.pop("seats", len(names) + 1), invited=names, **more)
    with committed():
        return challenges.challenge(host, request, terms or Terms(), sure=True)


def notified(user: User) -> list[str]:
    """Return the events of challenges in a user's notifications, newest first."""
    rows = Notification.objects.filter(user=user, kind=Notification.Kind.CHALLENGE)
    return [row.facts["event"] for row in rows]


def unread(user: User) -> int:
    return Notification.objects.filter(user=user, read_at=None).count()


def late(match: Match) -> None:
    """Let the time of a challenge run out."""
    past = time_source.now() - timedelta(seconds=1)
    Challenge.objects.filter(match=match).update(expires_at=past)


def test_challenge_notifies_and_starts_when_accepted(users: list[User]) -> None:
    anna, berta, carla = users
    match = sent(anna, "Berta")
    assert notified(berta) == ["challenged"]
    assert not match.public, "hidden from others before it starts"
    with pytest.raises(PrivateTable):
        open_match(carla, match.id)
    assert lobby_for(carla).open == []
    with committed():
        lobby.join(berta, match.id)
    begun = fresh(match)
    assert (begun.status, begun.public) == (Match.Status.RUNNING, True)
    assert notified(anna) == ["accepted"]
    assert unread(berta) == 0, "an answered challenge is read"
    assert Challenge.objects.get().expires_at is None


def test_challenge_match_does_not_count_as_arrival_for_others(users: list[User]) -> None:
    match = sent(users[0], "Berta", clock="live-10")
    with committed():
        lobby.join(users[1], match.id)
    assert not arrivals.was_for_anybody(fresh(match))
    assert arrivals.was_for_anybody(started(users[0], users[2], clock="live-10"))


def test_challenge_without_spectators_is_private(users: list[User]) -> None:
    match = sent(users[0], "Berta", terms=Terms(watched=False))
    with committed():
        lobby.join(users[1], match.id)
    assert not fresh(match).public


def test_unchallenged_player_cannot_join(users: list[User]) -> None:
    anna, _berta, carla = users
    match = sent(anna, "Berta")
    with pytest.raises(NotAllowed, match="players who were challenged"):
        lobby.join(carla, match.id, sure=True)


@pytest.mark.parametrize("reason", ["", "faster"])
def test_challenge_is_declined_with_reason(users: list[User], reason: str) -> None:
    anna, berta, _carla = users
    match = sent(anna, "Berta")
    with committed():
        admission.decline(berta, match.id, reason)
        admission.decline(berta, match.id, "later")
    assert fresh(match).status == Match.Status.CLOSED, "one refusal closes a table of two"
    assert notified(anna) == ["declined"], "only the first decline notifies"
    assert Notification.objects.get(user=anna).facts["reason"] == reason
    assert unread(berta) == 0


def test_decline_reason_must_be_from_list(users: list[User]) -> None:
    match = sent(users[0], "Berta")
    with pytest.raises(BadTable, match="from the list"):
        admission.decline(users[1], match.id, "<b>")


def test_counter_challenge_replaces_first_one(users: list[User]) -> None:
    anna, berta, _carla = users
    first = sent(anna, "Berta", clock="live-20")
    again = sent(berta, "Anna", clock="live-5", terms=Terms(instead_of=first.id))
    assert fresh(first).status == Match.Status.CLOSED
    assert notified(anna) == ["countered"], "only the counter-challenge notifies"
    assert Challenge.objects.get(match=again).instead_of_id == first.id
    assert first.invitations.get().reason == Decline.COUNTER
    with committed():
        lobby.join(anna, again.id)
    assert fresh(again).status == Match.Status.RUNNING


def test_only_invited_player_may_counter_waiting_challenge(users: list[User]) -> None:
    anna, berta, carla = users
    match = sent(anna, "Berta")
    request = TableRequest(GAME, 2, invited=("Anna",))
    with pytest.raises(NoSuchMatch):
        challenges.challenge(carla, request, Terms(instead_of=match.id), sure=True)
    late(match)
    with pytest.raises(NotOpen):
        challenges.challenge(berta, request, Terms(instead_of=match.id), sure=True)


def test_refused_counter_challenge_keeps_first_one(users: list[User]) -> None:
    anna, berta, _carla = users
    match = sent(anna, "Berta")
    request = TableRequest(GAME, 2, invited=("Nobody",))
    with pytest.raises(CannotInvite):
        challenges.challenge(berta, request, Terms(instead_of=match.id), sure=True)
    assert fresh(match).status == Match.Status.OPEN
    assert match.invitations.get().declined_at is None


def test_bots_replace_players_who_decline(
    users: list[User],
) -> None:
    anna, berta, carla = users
    match = sent(anna, "Berta", "Carla", seats=4, terms=Terms(fill="easy"))
    with committed():
        admission.decline(berta, match.id)
    assert fresh(match).status == Match.Status.OPEN, "Carla may still accept"
    with committed():
        lobby.join(carla, match.id)
    assert fresh(match).status == Match.Status.RUNNING
    assert sorted(match.players.values_list("bot", flat=True)) == ["", "", "easy", "easy"]


def test_challenge_without_other_people_is_closed(users: list[User]) -> None:
    anna, berta, carla = users
    match = sent(anna, "Berta", "Carla", terms=Terms(fill="easy"))
    for user in (berta, carla):
        with committed():
            admission.decline(user, match.id)
    assert fresh(match).status == Match.Status.CLOSED
    assert notified(anna)[0] in ("too-few", "declined")
    assert "too-few" in notified(anna)


def test_challenge_with_too_few_players_closes_and_notifies(users: list[User]) -> None:
    anna, berta, carla = users
    match = sent(anna, "Berta", "Carla")
    with committed():
        lobby.join(berta, match.id)
        admission.decline(carla, match.id)
    closed = fresh(match)
    assert (closed.status, closed.closed) == (Match.Status.CLOSED, Match.Closed.TOO_FEW)
    assert notified(berta)[0] == "too-few"
    assert "too-few" in notified(anna)


def test_challenge_begins_when_enough_players_accepted(users: list[User]) -> None:
    anna, berta, carla = users
    match = sent(anna, "Berta", "Carla", seats=2)
    with committed():
        lobby.join(berta, match.id)
    with pytest.raises(NotOpen, match="without you"):
        lobby.join(carla, match.id)
    assert unread(carla) == 0, "nothing is unread"


def test_expired_challenge_cannot_be_accepted(users: list[User]) -> None:
    anna, berta, _carla = users
    match = sent(anna, "Berta")
    assert challenges.expire_all_due() == 0
    late(match)
    with pytest.raises(NotOpen, match="is over"):
        lobby.join(berta, match.id)
    with committed():
        assert challenges.expire_all_due() == 1
        assert challenges.expire_all_due() == 0
    closed = fresh(match)
    assert (closed.status, closed.closed) == (Match.Status.CLOSED, Match.Closed.EXPIRED)
    assert notified(anna) == ["expired"]
    assert unread(berta) == 0
    assert challenges.next_due() is None


def test_expired_challenge_starts_with_bots_if_player_accepted(users: list[User]) -> None:
    anna, berta, _carla = users
    match = sent(anna, "Berta", "Carla", terms=Terms(fill="normal"))
    with committed():
        lobby.join(berta, match.id)
    assert challenges.next_due() == Challenge.objects.get(match=match).expires_at
    late(match)
    with committed():
        assert challenges.expire_all_due() == 1
    assert fresh(match).status == Match.Status.RUNNING
    assert match.players.exclude(bot="").count() == 1


def test_live_challenge_expires_sooner_than_turn_based_one(users: list[User]) -> None:
    for clock, least in (("live-5", timedelta(minutes=14)), ("turns-24", timedelta(days=2))):
        match = sent(users[0], "Berta", clock=clock)
        until = Challenge.objects.get(match=match).expires_at
        assert until is not None
        assert least < until - time_source.now() < least + timedelta(days=1, minutes=1)


def test_challenge_does_not_expire_while_nonces_are_revealed(users: list[User]) -> None:
    anna, berta, _carla = users
    match = sent(anna, "Berta")
    with committed():
        lobby.join(berta, match.id, nonce_hash="ab" * 32)
    assert fresh(match).reveal_by is not None
    late(match)
    assert challenges.next_due() is None
    assert not challenges.expire(match.id)
    with committed():
        dealing.close_open(fresh(match))
    assert Challenge.objects.get().expires_at is None


def test_withdrawn_challenge_is_no_longer_shown_in_bell(users: list[User]) -> None:
    anna, berta, _carla = users
    match = sent(anna, "Berta")
    with committed():
        lobby.take_down(anna, match.id)
    assert unread(berta) == 0
    with pytest.raises(NotOpen):
        lobby.join(berta, match.id)


# --- What is refused


@pytest.mark.parametrize(
    ("names", "more", "terms", "words"),
    [
        ((), {"seats": 2}, Terms(), "at least one player"),
        ((" ", "@"), {"seats": 2}, Terms(), "at least one player"),
        (("Berta",), {"seats": 3}, Terms(), "at least 2 players"),
        (("Berta", "berta", "@BERTA"), {"seats": 3}, Terms(), "at least 2 players"),
        (("Berta",), {"seats": 3}, Terms(fill="genius"), "no such bot"),
        (("Berta",), {"rated": True, "clock": "live-5"}, Terms(fill="easy"), "rated tables"),
        (("Berta",), {"rated": True, "clock": "live-5"}, Terms(order="first"), "at random"),
        (("Berta",), {"rated": True}, Terms(), "needs a clock"),
        (("Berta",), {"clock": "sundial"}, Terms(), "no such clock"),
        (("Berta",), {}, Terms(order="diagonal"), "who sits where"),
        (("Nobody",), {}, Terms(), "can’t be invited"),
        (("Anna",), {}, Terms(), "That’s you"),
    ],
)
def test_invalid_challenge_is_refused_and_opens_no_table(
    users: list[User], names: tuple[str, ...], more: dict[str, Any], terms: Terms, words: str
) -> None:
    with pytest.raises(Refusal) as refused:
        sent(users[0], *names, terms=terms, **more)
    assert words in refused.value.reason
    assert not Match.objects.exists()


def test_second_seat_by_challenge_needs_confirmation(users: list[User]) -> None:
    started(users[0], users[2])
    with pytest.raises(SeatedElsewhere):
        challenges.challenge(users[0], TableRequest(GAME, 2, invited=("Berta",)), Terms())


def test_challenges_respect_caller_setting(users: list[User]) -> None:
    anna, berta, _carla = users
    assert callers.callers_of(berta) == Callers.EVERYBODY
    callers.choose_callers(berta, "nobody")
    with pytest.raises(CannotInvite, match="doesn’t accept challenges"):
        sent(anna, "Berta")
    with pytest.raises(BadTable):
        callers.choose_callers(berta, "dragons")
    callers.choose_callers(berta, "all")
    assert sent(anna, "Berta")


def test_banned_user_is_not_challenged_and_no_table_opens(users: list[User]) -> None:
    sanctioned(users[1], "ban")
    with pytest.raises(CannotInvite):
        sent(users[0], "Berta")
    assert not Match.objects.exists()


def test_only_followed_users_may_challenge(users: list[User]) -> None:
    anna, berta, carla = users
    callers.choose_callers(berta, "followed")
    with pytest.raises(CannotInvite, match="by players they follow"):
        sent(anna, "Berta")
    follows.follow(berta, anna)
    assert sent(anna, "Berta")
    follows.follow(carla, berta)
    with pytest.raises(CannotInvite, match="by players they follow"):
        sent(carla, "Berta")


def test_block_does_not_show_in_challenge_refusal(users: list[User]) -> None:
    anna, berta, _carla = users
    callers.choose_callers(berta, "followed")
    follows.follow(berta, anna)
    block(berta, anna)
    assert sent(anna, "Berta"), "as before the block"
    assert notified(berta) == []


def test_challenge_by_blocked_user_is_silently_hidden(
    users: list[User],
) -> None:
    anna, berta, _carla = users
    block(berta, anna)
    match = sent(anna, "Berta")
    assert notified(berta) == []
    assert lobby_for(berta).invited == []
    room = waiting_room(open_match(anna, match.id))
    assert [one.user for one in room.invitations] == [berta]
    block(anna, berta)
    with pytest.raises(CannotInvite, match="blocked"):
        sent(anna, "Berta")


# --- Who sits where


@pytest.mark.parametrize(("order", "seats"), [("first", [0, 1, 2]), ("last", [2, 0, 1])])
def test_agreed_seats_are_kept_and_recorded(
    users: list[User], order: str, seats: list[int]
) -> None:
    match = sent(users[0], "Berta", "Carla", terms=Terms(order=order))
    with committed():
        for user in users[1:]:
            lobby.join(user, match.id, sure=True)
    assert list(match.players.order_by("joined").values_list("seat", flat=True)) == seats
    with committed():
        play_on(fresh(match))
    record = record_of(fresh(match))
    answer = judge(json.dumps(record), ALL_RULES, Requested(verify=True))
    assert answer["ok"], answer["error"]
    assert "seats agreed by the players, not drawn" in answer["verified"]


def test_transcript_of_drawn_seats_mentions_no_agreement(users: list[User]) -> None:
    match = sent(users[0], "Berta")
    with committed():
        lobby.join(users[1], match.id)
        play_on(fresh(match))
    assert json.loads(fresh(match).transcript)["seated"] is None

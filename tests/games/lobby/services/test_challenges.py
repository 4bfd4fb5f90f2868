"""Challenges: sent, taken up, declined, answered by another one, filled with bots, over."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from accounts.services import follows
from accounts.services.blocks import block
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
from refusals import Refusal
from tests.helpers.matches import committed, fresh, people, play_on, started

pytestmark = pytest.mark.django_db
GAME = "condottiere"


@pytest.fixture
def users(db: None) -> list[User]:
    return people("Anna", "Berta", "Carla")


def sent(host: User, *names: str, terms: Terms | None = None, **more: Any) -> Match:
    """A challenge by this host to these people."""
    request = TableRequest(GAME, more.pop("seats", len(names) + 1), invited=names, **more)
    with committed():
        return challenges.challenge(host, request, terms or Terms(), sure=True)


def notified(user: User) -> list[str]:
    """The events of the challenges that somebody's bell has told of, the newest first."""
    rows = Notification.objects.filter(user=user, kind=Notification.Kind.CHALLENGE)
    return [row.facts["event"] for row in rows]


def unread(user: User) -> int:
    return Notification.objects.filter(user=user, read_at=None).count()


def late(match: Match) -> None:
    """The time of a challenge is up."""
    past = time_source.now() - timedelta(seconds=1)
    Challenge.objects.filter(match=match).update(expires_at=past)


def test_a_challenge_rings_and_begins_when_it_is_taken_up(users: list[User]) -> None:
    anna, berta, carla = users
    match = sent(anna, "Berta")
    assert notified(berta) == ["challenged"]
    assert not match.public, "nobody else sees it before it begins"
    with pytest.raises(PrivateTable):
        open_match(carla, match.id)
    assert lobby_for(carla).open == []
    with committed():
        lobby.join(berta, match.id)
    begun = fresh(match)
    assert (begun.status, begun.public) == (Match.Status.RUNNING, True)
    assert notified(anna) == ["accepted"]
    assert unread(berta) == 0, "what was answered waits no more"
    assert Challenge.objects.get().expires_at is None


def test_nobody_else_is_searched_for_where_one_was_challenged(users: list[User]) -> None:
    match = sent(users[0], "Berta", clock="live-10")
    with committed():
        lobby.join(users[1], match.id)
    assert not arrivals.was_for_anybody(fresh(match))
    assert arrivals.was_for_anybody(started(users[0], users[2], clock="live-10"))


def test_nobody_else_may_watch_where_that_was_agreed(users: list[User]) -> None:
    match = sent(users[0], "Berta", terms=Terms(watched=False))
    with committed():
        lobby.join(users[1], match.id)
    assert not fresh(match).public


def test_nobody_sits_down_who_was_not_challenged(users: list[User]) -> None:
    anna, _berta, carla = users
    match = sent(anna, "Berta")
    with pytest.raises(NotAllowed, match="those who were challenged"):
        lobby.join(carla, match.id, sure=True)


@pytest.mark.parametrize("reason", ["", "faster"])
def test_who_declines_may_say_why(users: list[User], reason: str) -> None:
    anna, berta, _carla = users
    match = sent(anna, "Berta")
    with committed():
        admission.decline(berta, match.id, reason)
        admission.decline(berta, match.id, "later")
    assert fresh(match).status == Match.Status.CLOSED, "two seats, one refusal: it is over"
    assert notified(anna) == ["declined"], "once, with the first reason"
    assert Notification.objects.get(user=anna).facts["reason"] == reason
    assert unread(berta) == 0


def test_a_reason_is_one_of_the_list(users: list[User]) -> None:
    match = sent(users[0], "Berta")
    with pytest.raises(BadTable, match="from the list"):
        admission.decline(users[1], match.id, "<b>")


def test_another_challenge_takes_the_place_of_one(users: list[User]) -> None:
    anna, berta, _carla = users
    first = sent(anna, "Berta", clock="live-20")
    again = sent(berta, "Anna", clock="live-5", terms=Terms(instead_of=first.id))
    assert fresh(first).status == Match.Status.CLOSED
    assert notified(anna) == ["countered"], "it rings for the new one, not for the refusal too"
    assert Challenge.objects.get(match=again).instead_of_id == first.id
    assert first.invitations.get().reason == Decline.COUNTER
    with committed():
        lobby.join(anna, again.id)
    assert fresh(again).status == Match.Status.RUNNING


def test_a_challenge_to_others_cannot_be_answered_by_another(users: list[User]) -> None:
    anna, berta, carla = users
    match = sent(anna, "Berta")
    request = TableRequest(GAME, 2, invited=("Anna",))
    with pytest.raises(NoSuchMatch):
        challenges.challenge(carla, request, Terms(instead_of=match.id), sure=True)
    late(match)
    with pytest.raises(NotOpen):
        challenges.challenge(berta, request, Terms(instead_of=match.id), sure=True)


def test_a_refused_proposal_leaves_the_first_challenge_as_it_is(users: list[User]) -> None:
    anna, berta, _carla = users
    match = sent(anna, "Berta")
    request = TableRequest(GAME, 2, invited=("Nobody",))
    with pytest.raises(CannotInvite):
        challenges.challenge(berta, request, Terms(instead_of=match.id), sure=True)
    assert fresh(match).status == Match.Status.OPEN
    assert match.invitations.get().declined_at is None


def test_several_are_challenged_and_bots_take_the_chairs_of_those_who_decline(
    users: list[User],
) -> None:
    anna, berta, carla = users
    match = sent(anna, "Berta", "Carla", seats=4, terms=Terms(fill="easy"))
    with committed():
        admission.decline(berta, match.id)
    assert fresh(match).status == Match.Status.OPEN, "Carla may still come"
    with committed():
        lobby.join(carla, match.id)
    assert fresh(match).status == Match.Status.RUNNING
    assert sorted(match.players.values_list("bot", flat=True)) == ["", "", "easy", "easy"]


def test_nobody_plays_alone_with_bots(users: list[User]) -> None:
    anna, berta, carla = users
    match = sent(anna, "Berta", "Carla", terms=Terms(fill="easy"))
    for user in (berta, carla):
        with committed():
            admission.decline(user, match.id)
    assert fresh(match).status == Match.Status.CLOSED
    assert notified(anna)[0] in ("too-few", "declined")
    assert "too-few" in notified(anna)


def test_too_few_without_bots_end_it_at_once_and_those_there_hear_it(users: list[User]) -> None:
    anna, berta, carla = users
    match = sent(anna, "Berta", "Carla")
    with committed():
        lobby.join(berta, match.id)
        admission.decline(carla, match.id)
    assert fresh(match).status == Match.Status.CLOSED
    assert notified(berta)[0] == "too-few"
    assert "too-few" in notified(anna)


def test_it_begins_when_enough_have_come_and_the_others_are_late(users: list[User]) -> None:
    anna, berta, carla = users
    match = sent(anna, "Berta", "Carla", seats=2)
    with committed():
        lobby.join(berta, match.id)
    with pytest.raises(NotOpen, match="without you"):
        lobby.join(carla, match.id)
    assert unread(carla) == 0, "the bell is silent again"


def test_after_its_time_it_cannot_be_taken_up(users: list[User]) -> None:
    anna, berta, _carla = users
    match = sent(anna, "Berta")
    assert challenges.expire_all_due() == 0
    late(match)
    with pytest.raises(NotOpen, match="is over"):
        lobby.join(berta, match.id)
    with committed():
        assert challenges.expire_all_due() == 1
        assert challenges.expire_all_due() == 0
    assert fresh(match).status == Match.Status.CLOSED
    assert notified(anna) == ["expired"]
    assert unread(berta) == 0
    assert challenges.next_due() is None


def test_at_its_end_it_begins_with_bots_if_anybody_has_come(users: list[User]) -> None:
    anna, berta, _carla = users
    match = sent(anna, "Berta", "Carla", terms=Terms(fill="normal"))
    with committed():
        lobby.join(berta, match.id)
    due = challenges.next_due()
    assert due is not None
    late(match)
    with committed():
        assert challenges.expire_all_due() == 1
    assert fresh(match).status == Match.Status.RUNNING
    assert match.players.exclude(bot="").count() == 1


def test_a_live_one_waits_a_quarter_of_an_hour_and_others_some_days(users: list[User]) -> None:
    for clock, least in (("live-5", timedelta(minutes=14)), ("turns-24", timedelta(days=2))):
        match = sent(users[0], "Berta", clock=clock)
        until = Challenge.objects.get(match=match).expires_at
        assert until is not None
        assert least < until - time_source.now() < least + timedelta(days=1, minutes=1)


def test_while_nonces_are_revealed_its_time_does_not_count(users: list[User]) -> None:
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


def test_taking_it_back_silences_the_bell(users: list[User]) -> None:
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
        ((), {"seats": 2}, Terms(), "Name somebody"),
        ((" ", "@"), {"seats": 2}, Terms(), "Name somebody"),
        (("Berta",), {"seats": 3}, Terms(), "at least 2 people"),
        (("Berta", "berta", "@BERTA"), {"seats": 3}, Terms(), "at least 2 people"),
        (("Berta",), {"seats": 3}, Terms(fill="genius"), "no such bot"),
        (("Berta",), {"rated": True, "clock": "live-5"}, Terms(fill="easy"), "rated tables"),
        (("Berta",), {"rated": True, "clock": "live-5"}, Terms(order="first"), "by lot"),
        (("Berta",), {"rated": True}, Terms(), "needs a clock"),
        (("Berta",), {"clock": "sundial"}, Terms(), "no such clock"),
        (("Berta",), {}, Terms(order="diagonal"), "who sits where"),
        (("Nobody",), {}, Terms(), "cannot be invited"),
        (("Anna",), {}, Terms(), "sit here already"),
    ],
)
def test_what_cannot_be_is_refused_and_leaves_no_table(
    users: list[User], names: tuple[str, ...], more: dict[str, Any], terms: Terms, words: str
) -> None:
    with pytest.raises(Refusal) as refused:
        sent(users[0], *names, terms=terms, **more)
    assert words in refused.value.reason
    assert not Match.objects.exists()


def test_a_second_table_is_asked_about(users: list[User]) -> None:
    started(users[0], users[2])
    with pytest.raises(SeatedElsewhere):
        challenges.challenge(users[0], TableRequest(GAME, 2, invited=("Berta",)), Terms())


def test_whom_somebody_lets_challenge_them(users: list[User]) -> None:
    anna, berta, _carla = users
    assert callers.callers_of(berta) == Callers.EVERYBODY
    callers.choose_callers(berta, "nobody")
    with pytest.raises(CannotInvite, match="takes no challenges"):
        sent(anna, "Berta")
    with pytest.raises(BadTable):
        callers.choose_callers(berta, "dragons")
    callers.choose_callers(berta, "all")
    assert sent(anna, "Berta")


def test_only_whom_somebody_follows_may_challenge_them(users: list[User]) -> None:
    anna, berta, carla = users
    callers.choose_callers(berta, "followed")
    with pytest.raises(CannotInvite, match="only by people they follow"):
        sent(anna, "Berta")
    follows.follow(berta, anna)
    assert sent(anna, "Berta")
    follows.follow(carla, berta)
    with pytest.raises(CannotInvite, match="only by people they follow"):
        sent(carla, "Berta")


def test_a_block_does_not_show_in_who_may_challenge(users: list[User]) -> None:
    anna, berta, _carla = users
    callers.choose_callers(berta, "followed")
    follows.follow(berta, anna)
    block(berta, anna)
    assert sent(anna, "Berta"), "as before the block"
    assert notified(berta) == []


def test_whoever_blocked_the_challenger_hears_nothing_and_nothing_shows_it(
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
def test_seats_that_were_agreed_are_not_drawn_and_the_record_says_so(
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
    assert record["fairness"]["agreed"] is True
    answer = judge(json.dumps(record), ALL_RULES, Requested(verify=True))
    assert answer["ok"], answer["error"]
    assert "agreed seats" in answer["verified"]


def test_by_lot_the_record_says_nothing_of_an_agreement(users: list[User]) -> None:
    match = sent(users[0], "Berta")
    with committed():
        lobby.join(users[1], match.id)
        play_on(fresh(match))
    assert "agreed" not in record_of(fresh(match))["fairness"]

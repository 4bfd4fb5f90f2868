"""Races between answers to a challenge: one answer counts, and none is half done."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest

from accounts.models import User
from games.lobby.models import Challenge
from games.lobby.services import admission, challenges, limits, lobby
from games.lobby.services.challenges import Terms
from games.lobby.services.lobby import TableRequest
from games.matches.models import Match
from games.matches.services import time_source
from games.notifications.models import Notification
from tests.games.matches.test_races import at_once
from tests.helpers.matches import fresh, opened

pytestmark = [pytest.mark.on_postgresql, pytest.mark.django_db(transaction=True)]


def sent(host: User, *names: str, terms: Terms | None = None) -> Match:
    request = TableRequest("condottiere", len(names) + 1, invited=names)
    return challenges.challenge(host, request, terms or Terms(), sure=True)


def outcome(match: Match) -> tuple[str, int]:
    return fresh(match).status, match.players.count()


def test_simultaneous_accepts_seat_player_once(users: list[User]) -> None:
    anna, berta, _carla = users
    match = sent(anna, "Berta")
    results = at_once([lambda: lobby.join(berta, match.id, sure=True).id] * 6)
    assert f"done {match.id}" in results
    assert set(results) <= {f"done {match.id}", "not-open"}
    assert outcome(match) == (Match.Status.RUNNING, 2)
    notices = Notification.objects.filter(user=anna, facts__event="accepted")
    assert notices.count() == 1


def test_simultaneous_accept_and_withdrawal_leave_one_outcome(users: list[User]) -> None:
    anna, berta, _carla = users

    def accept(match: Match) -> str:
        return lobby.join(berta, match.id, sure=True).id

    def take_back(match: Match) -> str:
        return lobby.take_down(anna, match.id).id

    for _round in range(4):
        match = sent(anna, "Berta")
        accepted, taken_back = at_once([partial(accept, match), partial(take_back, match)])
        if accepted == f"done {match.id}":
            assert taken_back == "not-open"
            assert outcome(match) == (Match.Status.RUNNING, 2)
        else:
            assert (accepted, taken_back) == ("not-open", f"done {match.id}")
            assert outcome(match) == (Match.Status.CLOSED, 1)


def test_simultaneous_accept_and_decline_leave_one_outcome(users: list[User]) -> None:
    anna, berta, _carla = users
    match = sent(anna, "Berta")
    at_once(
        [
            lambda: lobby.join(berta, match.id, sure=True).id,
            lambda: admission.decline(berta, match.id).id,
        ]
    )
    assert outcome(match) in ((Match.Status.RUNNING, 2), (Match.Status.CLOSED, 1))


def test_simultaneous_last_answers_start_match(users: list[User]) -> None:
    anna, berta, carla = users
    match = sent(anna, "Berta", "Carla", terms=Terms(fill="easy"))
    at_once(
        [
            lambda: lobby.join(berta, match.id, sure=True).id,
            lambda: admission.decline(carla, match.id).id,
        ]
    )
    assert outcome(match) == (Match.Status.RUNNING, 3)


def test_simultaneous_late_accept_and_expiry_close_challenge(users: list[User]) -> None:
    anna, berta, _carla = users
    match = sent(anna, "Berta")
    past = time_source.now() - timedelta(seconds=1)
    Challenge.objects.update(expires_at=past)
    results = at_once(
        [lambda: lobby.join(berta, match.id, sure=True).id, *[challenges.expire_all_due] * 4]
    )
    assert results[0] == "not-open"
    assert sum(int(one.removeprefix("done ")) for one in results[1:]) <= 1
    challenges.expire_all_due()
    assert outcome(match) == (Match.Status.CLOSED, 1)
    assert Notification.objects.filter(user=anna, facts__event="expired").count() == 1


def test_simultaneous_invitations_keep_limit_of_host(users: list[User]) -> None:
    anna, berta, _carla = users
    for _ in range(limits.UNANSWERED_BY_ONE - 1):
        match = opened(anna)
        invite(anna, match)
        lobby.take_down(anna, match.id)
    matches = [opened(anna) for _ in range(3)]
    results = at_once([partial(invite, anna, match) for match in matches])
    assert sorted(results) == ["cannot-invite", "cannot-invite", "done Berta"]
    assert berta.invitations.count() == limits.UNANSWERED_BY_ONE


def invite(host: User, match: Match) -> str:
    return admission.invite_to(host, match.id, "Berta").user.username

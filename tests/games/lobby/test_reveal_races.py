"""Races at the end of the wait for nonces: the deal or the call-off, never both."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest

from accounts.models import User
from games.lobby.services import dealing, lobby
from games.matches.models import Match
from games.matches.services import leaving, time_source
from tests.games.matches.test_races import at_once
from tests.helpers.matches import fresh, seats_in
from tests.helpers.nonces import full_table, nonce_of, reveal

pytestmark = [pytest.mark.on_postgresql, pytest.mark.django_db(transaction=True)]


def overdue(anna: User, berta: User) -> Match:
    """Return a full table whose wait for Berta's nonce has just ended."""
    match = reveal(full_table(anna, berta, clock="live-10"), anna)
    past = time_source.now() - timedelta(milliseconds=1)
    Match.objects.filter(pk=match.pk).update(reveal_by=past)
    return match


def reveals(user: User, match: Match) -> str:
    return dealing.reveal(user, match.id, nonce_of(user)).match.status


def test_simultaneous_last_nonce_and_expiry_leave_one_outcome(pair: list[User]) -> None:
    anna, berta = pair
    for _round in range(4):
        match = overdue(anna, berta)
        before = len(leaving.called_off_by(berta))
        revealed = at_once([partial(reveals, berta, match), *[dealing.expire_all_due] * 3])[0]
        dealing.expire_all_due()
        match, counted = fresh(match), len(leaving.called_off_by(berta)) - before
        if revealed == "done running":
            assert (match.status, counted) == (Match.Status.RUNNING, 0)
            assert seats_in(match) == [0, 1]
        else:
            assert (revealed, match.status, counted) == ("not-open", Match.Status.CLOSED, 1)
        assert leaving.called_off_by(anna) == []


def test_simultaneous_last_nonces_deal_once(pair: list[User]) -> None:
    match = full_table(*pair, clock="live-10")
    results = at_once([partial(reveals, user, match) for user in pair * 3])
    assert set(results) <= {"done open", "done running"}
    assert fresh(match).status == Match.Status.RUNNING
    assert seats_in(match) == [0, 1]


def test_simultaneous_last_nonce_and_leaving_leave_one_outcome(pair: list[User]) -> None:
    anna, berta = pair
    match = reveal(full_table(anna, berta, clock="live-10"), anna)
    revealed, left = at_once(
        [partial(reveals, berta, match), lambda: lobby.leave(anna, match.id).status]
    )
    if left == "not-open":
        assert revealed == "done running"
        assert fresh(match).status == Match.Status.RUNNING
        assert leaving.called_off_by(anna) == []
    else:
        assert (revealed, left) == ("not-open", "done closed")
        assert fresh(match).status == Match.Status.CLOSED
        assert len(leaving.called_off_by(anna)) == 1

"""Absent players who come in the last moment, on servers that have the match in memory."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.matches.models import Match
from games.matches.refusals import NoAbsentPlayer
from games.matches.services import arrivals, leaving
from tests.games.matches.test_races import at_once
from tests.helpers.clocks import Wall
from tests.helpers.matches import (
    CHOOSE,
    act,
    fresh,
    mover,
    nothing_written,
    seat_of,
    signed_in,
    started,
    user_at,
)

pytestmark = [pytest.mark.on_postgresql, pytest.mark.django_db(transaction=True)]


def comes(user: User, match: Match) -> None:
    assert signed_in(user).get(f"/matches/{match.id}/").status_code == 200


def test_arrived_player_is_present_for_server_that_has_match_in_memory(
    pair: list[User], wall: Wall
) -> None:
    """The match may be in memory since a time before the arrival."""
    anna, berta = pair
    match = started(*pair, clock="live-10")
    comes(anna, match)
    wall.wait(arrivals.COME_WITHIN.total_seconds() - 1)
    comes(berta, match)
    wall.wait(arrivals.COME_WITHIN.total_seconds())
    with nothing_written(match), pytest.raises(NoAbsentPlayer):
        leaving.call_off_absent(anna, match.id)
    assert leaving.called_off_by(berta) == []


def test_simultaneous_arrival_and_call_off_leave_one_outcome(pair: list[User], wall: Wall) -> None:
    anna, berta = pair
    match = started(*pair, clock="live-10")
    comes(anna, match)
    wall.wait(arrivals.COME_WITHIN.total_seconds() + 1)
    results = at_once(
        [
            lambda: comes(berta, match),
            *[lambda: leaving.call_off_absent(anna, match.id).match.status] * 3,
        ]
    )
    called_off = results.count("done aborted")
    assert set(results[1:]) <= {"done aborted", "no-absent-player", "over"}
    assert called_off <= 1
    assert fresh(match).status == (Match.Status.ABORTED if called_off else Match.Status.RUNNING)
    assert len(leaving.called_off_by(berta)) == called_off


def test_simultaneous_first_move_and_call_off_leave_one_outcome(
    pair: list[User], wall: Wall
) -> None:
    """A move is an arrival too."""
    match = started(*pair, clock="live-10")
    late = user_at(match, mover(match))
    other = next(user for user in pair if user != late)
    comes(other, match)
    wall.wait(arrivals.COME_WITHIN.total_seconds() + 1)
    moved, called_off = at_once(
        [
            lambda: act(match, seat_of(match, late), CHOOSE),
            lambda: leaving.call_off_absent(other, match.id).match.status,
        ]
    )
    if called_off == "done aborted":
        assert moved == "over"
        assert fresh(match).status == Match.Status.ABORTED
    else:
        assert (moved, called_off) == ("done 1", "no-absent-player")
        assert fresh(match).status == Match.Status.RUNNING

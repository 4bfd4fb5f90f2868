"""Races in the last moment of a clock: each ends with exactly one event."""

from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from games.matches.models import Match
from games.matches.services import commands, leaving, timeouts
from games.matches.services.clocks import GRACE
from games.matches.services.vacations import announce_vacation, days_left
from tests.games.matches.test_races import as_stored, at_once, submissions
from tests.helpers.clocks import running
from tests.helpers.matches import (
    act,
    events,
    fresh,
    mover,
    people,
    places_in,
    position_of,
    started,
    user_at,
)

pytestmark = [pytest.mark.on_postgresql, pytest.mark.django_db(transaction=True)]
DECLINE = {"type": "decline"}


def at_the_last_moment(*names: str, seconds: float = 0) -> Match:
    """Everybody has moved; so much is left to the seat that is asked, the grace included."""
    match = started(*people(*names), clock="turns-24")
    for _ in names:
        act(match, mover(match), DECLINE)
    out = timezone.now() - GRACE + timedelta(seconds=seconds)
    match.players.filter(deadline__isnull=False).update(deadline=out)
    return match


def kinds(match: Match) -> list[str]:
    return [kind for _, kind, _, _ in events(match)]


def test_many_workers_expire_clock_once() -> None:
    match = at_the_last_moment("Anna", "Berta")
    results = at_once([timeouts.expire_all_due] * 8)
    assert results.count("done 1") == 1
    assert kinds(match).count("timeout") == 1
    assert fresh(match).status == Match.Status.FINISHED
    assert places_in(match) == [1, 2]


@pytest.mark.parametrize("number", range(5))
def test_move_and_timeout_race_leaves_one_outcome(number: int) -> None:
    """Whichever is first holds: a move that counts, or a lost match, never both or neither."""
    match = at_the_last_moment("Anna", "Berta", seconds=0.1)
    seat, before = mover(match), len(events(match))
    choose = position_of(match).moves(seat)[0].dump()
    moves = submissions(match, seat, [choose] * 6)
    # Round after round: the moment passes while they run.
    results = at_once([*moves, *[lambda: _watch(1.0)] * 4])
    moved = sum(result.startswith("done") for result in results[:6])
    assert moved == 1 or set(results[:6]) <= {"time-is-up", "over", "stale"}
    if moved:
        assert kinds(match)[before] == "move"
    else:
        assert kinds(match)[before:] == ["timeout"]
    match = fresh(match)
    assert (match.status == Match.Status.FINISHED) == ("timeout" in kinds(match))
    assert [n for n, *_ in events(match)] == list(range(1, match.last_number + 1))
    assert position_of(match).dump() == as_stored(match)
    assert len(running(match)) == (match.status == Match.Status.RUNNING)


def _watch(seconds: float) -> int:
    until, ended = timezone.now() + timedelta(seconds=seconds), 0
    while timezone.now() < until:
        ended += timeouts.expire_all_due()
    return ended


def test_resigning_and_running_out_of_time() -> None:
    match = at_the_last_moment("Anna", "Berta", "Carla")
    user = user_at(match, mover(match))
    acts = [lambda: commands.resign(user, match.id)] * 4 + [timeouts.expire_all_due] * 4
    at_once(acts)
    assert [kind for kind in kinds(match) if kind != "move"] in (["resign"], ["timeout"])
    assert match.players.filter(left_at__isnull=False).count() == 1


def test_call_off_and_first_move_race_leaves_one_event() -> None:
    match = started(*people("Anna", "Berta"))
    act(match, mover(match), DECLINE)
    seat = mover(match)
    other = user_at(match, 1 - seat)
    results = at_once(
        [*submissions(match, seat, [DECLINE] * 3), *[lambda: leaving.abort(other, match.id)] * 3]
    )
    assert sum(result.startswith("done") for result in results) == 1
    assert kinds(match)[1:] in (["move"], ["abort"])


def test_simultaneous_requests_start_one_vacation() -> None:
    anna, berta = people("Anna", "Berta")
    matches = [started(anna, berta, clock="turns-24", seed=n) for n in range(3)]
    today = timezone.now().date()
    vacations = [lambda: announce_vacation(anna, today, today).pk] * 4
    ends = [partial(commands.resign, berta, match.id) for match in matches]
    results = at_once([*vacations, *ends])
    assert sum(result.startswith("done") for result in results[:4]) == 1
    assert results[:4].count("no-vacation") == 3
    assert days_left(anna, today.year) == 20
    for match in matches:
        assert sorted(kinds(match)) in (["away", "resign"], ["resign"])

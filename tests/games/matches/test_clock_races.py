"""Races in the last moment of a clock: each ends with exactly one event."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import partial
from itertools import takewhile
from threading import Barrier, Event, get_ident, local

import pytest
from django.utils import timezone

from games.matches.models import Match
from games.matches.services import (
    commands,
    execute,
    group_commit,
    leaving,
    time_source,
    timeouts,
)
from games.matches.services.append import Change
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
PATIENCE = 60
"""Seconds after which a command is not judged any more."""


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


@pytest.mark.parametrize("first", ["move", "timeout"])
def test_move_and_timeout_judged_together_leave_one_outcome(
    first: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is right about the state that it read; the one that is written first holds."""
    match = at_the_last_moment("Anna", "Berta", seconds=60)
    seat, before = mover(match), len(events(match))
    choose = position_of(match).moves(seat)[0].dump()
    (move,) = submissions(match, seat, [choose])
    acts: dict[str, Callable[[], object]] = {
        "move": move,
        "timeout": partial(_expire_a_minute_later, monkeypatch),
    }
    in_order = dict(sorted(acts.items(), key=lambda act: act[0] != first))
    results = _judged_together(monkeypatch, in_order)
    assert kinds(match)[before:] == [first]
    if first == "move":
        assert results == [f"done {before + 1}", "done 0"]
    else:
        assert results == ["done 1", "over"]
    match = fresh(match)
    assert (match.status == Match.Status.FINISHED) == (first == "timeout")
    assert match.last_number == before + 1
    assert position_of(match).dump() == as_stored(match)
    assert len(running(match)) == (match.status == Match.Status.RUNNING)


def _judged_together(
    monkeypatch: pytest.MonkeyPatch, acts: Mapping[str, Callable[[], object]]
) -> list[str]:
    """Let all commands be judged on the same state, then written in this order."""
    everyone, me, append = Barrier(len(acts)), local(), group_commit.append_single
    written = {name: Event() for name in acts}

    def in_order(change: Change) -> bool:
        if me.judges_first:
            me.judges_first = False
            everyone.wait(PATIENCE)
            for earlier in takewhile(lambda name: name != me.name, acts):
                assert written[earlier].wait(PATIENCE)
        appended = append(change)
        written[me.name].set()
        return appended

    def begin(name: str) -> object:
        me.name, me.judges_first = name, True
        return acts[name]()

    monkeypatch.setattr(execute, "append_single", in_order)
    return at_once([partial(begin, name) for name in acts])


def _expire_a_minute_later(monkeypatch: pytest.MonkeyPatch) -> int:
    """Expire what is due in a minute and a second, while others act now."""
    here, now = get_ident(), time_source.now
    later = timedelta(seconds=61)
    monkeypatch.setattr(time_source, "now", lambda: now() + later * (get_ident() == here))
    return timeouts.expire_all_due()


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

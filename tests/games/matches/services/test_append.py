"""`append` is the only way to write an event: numbered, stored with its match, then cached."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.matches.access import lock_match, match_cache, open_match, players_of
from games.matches.models import Event, Match
from games.matches.presenters.rendering import serialize, state_of, table_html
from games.matches.services import commands, leaving, vacations
from games.matches.services.append import Change, append, next_event
from games.matches.services.event_store import match_state, state_cache
from games.matches.viewing import Access
from tests.helpers.matches import (
    act,
    committed,
    events,
    fresh,
    legal,
    move_on,
    mover,
    nothing_written,
    people,
    play_on,
    position_of,
    started,
    turn_token,
    user_at,
)
from tests.helpers.prepared import prepared
from tests.helpers.values import not_none

pytestmark = pytest.mark.django_db
UNDONE = {
    "turn": 0,
    "hands": [["mede", "persian", "persian"], ["hittite", "hittite"]],
    "sites": {"mede": {"tribes": [["persian", "persian"], []], "temples": [[], []]}},
}
Act = Callable[[Match], Access]


@pytest.fixture
def match() -> Match:
    return started(*people("Anna", "Berta", "Carla"))


def locked(match: Match) -> Access:
    found = lock_match(match.id)
    return Access(found, players_of(found), None, None)


def pass_away(match: Match) -> Access:
    """Append an event that only increments the number, and return the match."""
    access = locked(match)
    event = next_event(access.match, Event.Kind.SHOW, 0, {"cards": [], "to": []})
    append([Change(access, event, match_state(access.match).after_event(event))])
    return access


def published(match: Match, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Collect the numbers that are published to followers of a match."""
    numbers: list[int] = []
    send = "games.matches.publish._send"
    monkeypatch.setattr(send, lambda message, *groups: numbers.append(message.get("number")))
    return numbers


# --- The event, the row of the match, and what is kept: all or nothing.


def test_event_gets_next_number_and_match_stores_it(match: Match) -> None:
    act(match, mover(match), {"type": "decline"})
    with committed():
        after = pass_away(match)
    assert [number for number, *_ in events(match)] == [1, 2]
    assert fresh(match).last_number == after.match.last_number == 2
    assert (
        fresh(match).last_public_event_at
        == after.match.last_public_event_at
        == match.events.get(number=1).at
    )


def test_change_is_cached_and_published_after_commit(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = published(match, monkeypatch)
    with committed(), transaction.atomic():
        pass_away(match)
        assert (state_cache.get(match.id) or (0,))[0] == 0
        assert numbers == []
    known, table = state_cache.get(match.id), match_cache.get(match.id)
    assert known is not None
    assert table is not None
    assert (known[0], table[0], numbers) == (1, 1, [1])


def test_rolled_back_change_leaves_nothing(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = published(match, monkeypatch)
    with nothing_written(match), committed(), transaction.atomic():
        pass_away(match)
        transaction.set_rollback(True)
    for stock in (state_cache, match_cache):
        assert (stock.get(match.id) or (0,))[0] == 0
    assert numbers == []


def test_second_event_with_same_number_is_refused(match: Match) -> None:
    access = locked(match)
    first, second = (
        next_event(access.match, Event.Kind.SHOW, 0, {"cards": [], "to": []}) for _ in range(2)
    )
    before = match_state(access.match)
    append([Change(access, first, before.after_event(first))])
    with pytest.raises(RuntimeError, match="does not follow"):
        append([Change(access, second, before.after_event(second))])
    stale = locked(match)
    stale.match.last_number = 0
    with pytest.raises(IntegrityError), transaction.atomic():
        append([Change(stale, second, before.after_event(second))])
    assert len(events(match)) == 1


def test_state_must_follow_event(match: Match) -> None:
    access = locked(match)
    event = next_event(access.match, Event.Kind.SHOW, 0, {"cards": [], "to": []})
    with nothing_written(match), pytest.raises(RuntimeError, match="does not follow"):
        append([Change(access, event, match_state(access.match))])


def test_only_append_writes_events() -> None:
    """Outside tests and migrations, one module makes rows of events.

    `games.events` has events that are dates.
    """
    written = [
        path.name
        for path in Path("games").rglob("*.py")
        if not {"migrations", "events"} & set(path.parts)
        for sign in ("= Event(", "return Event(", "Event.objects.create", "Event.objects.bulk_")
        if sign in path.read_text(encoding="utf-8")
    ]
    assert written == ["append.py"]


# --- The answer to the acting user is drawn from the stored state.


def move(match: Match) -> Access:
    user, question = user_at(match, mover(match)), turn_token(match, mover(match))
    return commands.submit_move(user, match.id, legal(match, mover(match))[0], question)


def take_back(match: Match) -> Access:
    return commands.take_back(user_at(match, 0), match.id, turn_token(match, 0))


def show(match: Match) -> Access:
    card = position_of(match).view(0)["hands"][0][0]
    return commands.show_cards(user_at(match, 0), match.id, [card], [1])


def resign(match: Match) -> Access:
    return commands.resign(user_at(match, 0), match.id)


def abort(match: Match) -> Access:
    return leaving.abort(user_at(match, 0), match.id)


def before_the_last_move() -> tuple[Match, Act]:
    """Return a match that its next move ends, and that move."""
    probe = play_on(started(*people("Anna", "Berta"), game="babel", seed=3))
    moves = list(probe.events.filter(kind=Event.Kind.MOVE).order_by("number"))
    again = started(*people("Carla", "Dora"), game="babel", seed=3)
    for event in moves[:-1]:
        act(again, not_none(event.seat), event.data)
    seat, data = not_none(moves[-1].seat), moves[-1].data
    return again, lambda match: commands.submit_move(
        user_at(match, seat), match.id, data, turn_token(match, seat)
    )


def undoable() -> Match:
    match = prepared("babel", UNDONE, *people("Anna", "Berta"))
    act(match, 0, {"type": "travel", "tribe": "mede"})
    return match


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("does", [move, show, resign, abort], ids=lambda does: does.__name__)
@pytest.mark.parametrize("clock", ["free", "live-10"])
def test_cached_match_after_change_equals_stored_match(does: Act, seats: int, clock: str) -> None:
    same_as_read(does, started(*people("Anna", "Berta", "Carla")[:seats], clock=clock))


def test_cached_match_after_undo_equals_stored_match() -> None:
    same_as_read(take_back, undoable())


def test_cached_match_after_last_move_equals_stored_match() -> None:
    match, last = before_the_last_move()
    after = same_as_read(last, match)
    assert after.match.status == Match.Status.FINISHED


def same_as_read(does: Act, match: Match) -> Access:
    with committed():
        after = does(match)
    at = timezone.now()
    drawn = serialize(state_of(after, at)), table_html(after)
    for stock in (state_cache, match_cache):
        stock.clear()
    read = open_match(after.user, match.id)
    assert read.seat == after.seat
    assert drawn == (serialize(state_of(read, at)), table_html(read))
    return after


def test_vacation_event_updates_cached_match() -> None:
    match = started(*people("Anna", "Berta"), clock="turns-24")
    move_on(match)
    today = timezone.now().date()
    with committed():
        vacations.announce_vacation(user_at(match, 0), today, today + timedelta(days=2))
    known = match_cache.get(match.id)
    assert known is not None
    assert known[0] == fresh(match).last_number == 2

"""The gallery for developers: prepared positions drawn as tables, without being stored."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from games.engine.contract import Position
from games.engine.history import Step
from games.engine.record import Record
from games.matches.models import Event, Match, Player
from games.matches.presenters.table import Table, table_of
from games.matches.services import time_source
from games.matches.services.event_store import MatchState, digest_of, follow, initial_state
from games.matches.viewing import Access
from games.titles.positions import PreparedPosition, prepared_positions
from games.titles.registry import titles

NAMES = ("Giovanna", "Bartholomew", "Ada", "Maximilian", "Li", "Konstantin")
"""Short names and long ones: both must fit."""
BOT = 1
"""The seat of a bot, whose sign must fit next to a long name."""
BANK, LEFT = timedelta(minutes=10), timedelta(minutes=7, seconds=42)


def exhibits() -> list[tuple[str, list[PreparedPosition]]]:
    """Return the prepared positions of every game, by its name."""
    return [(title.game.name, prepared_positions(title.slug)) for title in titles()]


def access_to(prepared: PreparedPosition, seat: int | None) -> tuple[Access, Table]:
    """Return an unsaved match at the position as the player at `seat` sees it; None for the public.

    Its match has no other pages, so the table links to none.
    """
    record, state = prepared.record, state_of(prepared.record)
    match = _match(prepared, state)
    players = [_player(match, state.position, number) for number in range(record.seats)]
    own = None if seat is None else players[seat]
    if seat != BOT:
        players[BOT].bot = "normal"
    access = Access(match, players, own, None)
    return access, table_of(access, state, time_source.now())


def state_of(record: Record) -> MatchState:
    """Return the state of a match with the start and the moves of a record."""
    state = initial_state(
        record.rules, record.seats, dict(record.options), record.seed.hex(), record.position
    )
    for number, move in enumerate(record.moves, start=1):
        data = {name: value for name, value in move.items() if name != "seat"}
        state = follow(state, Step(number, Event.Kind.MOVE, move["seat"], data))
    return state


def _match(prepared: PreparedPosition, state: MatchState) -> Match:
    outcome = state.position.outcome()
    return Match(
        # An id by position, so that no cached part of another position is shown.
        id=digest_of(state)[:10],
        key="",
        game=prepared.slug,
        rules=prepared.record.rules.game.rules,
        seats=prepared.record.seats,
        options=dict(prepared.record.options),
        status=Match.Status.RUNNING if outcome is None else Match.Status.FINISHED,
        started_at=timezone.now(),
        last_number=state.number,
        outcome=None if outcome is None else dict(outcome.dump()),
        pace=Match.Pace.LIVE,
        bank=BANK.seconds,
        increment=15,
    )


def _player(match: Match, position: Position, seat: int) -> Player:
    """Return a player for this seat, whose clock runs on their turn."""
    now, outcome = time_source.now(), position.outcome()
    asked = seat in position.to_move()
    return Player(
        match=match,
        name=NAMES[seat % len(NAMES)],
        joined=seat,
        seat=seat,
        asked_at=match.last_number if asked else None,
        asked_since=now if asked else None,
        came_at=now,
        time_left=LEFT // timedelta(milliseconds=1),
        deadline=now + LEFT if asked else None,
        place=None if outcome is None else outcome.places[seat],
        score=None if outcome is None else outcome.scores[seat],
    )

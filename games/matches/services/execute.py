"""The only way in which a running match changes.

Every input is a command: a player's move from a socket, a form or a program, a bot's move, an undo,
a resignation, a clock that ran out, a moderator's decision. `execute` reads the match, asks the
command what it changes, and appends that if the match is still at the number it was read at. Where
the match has moved on, it reads and judges again, the last time with the row of the match locked.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from django.db import connection, transaction

from games.engine.refusals import Refusal
from games.matches import announce
from games.matches.access import Access, access_to_change, lock_match, match_cache, read_match
from games.matches.announce import Outbox
from games.matches.models import Event
from games.matches.services.append import Change
from games.matches.services.event_store import MatchState, match_state, state_cache
from games.matches.services.group_commit import append_alone, group_commit
from games.matches.threads import in_thread
from watch.context import count_move, moved

if TYPE_CHECKING:
    from accounts.http import Visitor

_deciding: dict[str, asyncio.Future[None]] = {}
"""The matches for which a command is being judged or committed, on this event loop."""
_by_store: set[asyncio.Task[tuple[Executed, Outbox]]] = set()
"""Commands on their way through the store: a task without a reference may be dropped."""


class Table:
    """A match at one number, as a command may change it.

    Attributes:
        access: Copies of the rows of the match and its players, with the visitor's own player.
    """

    def __init__(self, access: Access, state: MatchState | None = None) -> None:
        self.access = access
        self._state = state

    @property
    def state(self) -> MatchState:
        """The state of a started match; NotInstalled."""
        if self._state is None:
            self._state = match_state(self.access.match)
        return self._state


@dataclass(frozen=True)
class Command(ABC):
    """What a player, a bot, a clock or a moderator wants to do to a match."""

    match_id: str
    needs_store: ClassVar[bool] = False
    """Whether it must not be judged in memory, since rows were changed that no event tells of."""

    @property
    def visitor(self) -> Visitor | None:
        """Return the user whose command this is; None for the site itself."""
        return None

    @abstractmethod
    def judge(self, table: Table) -> Change | None:
        """Return what the command changes, without a write.

        It sets the new values on the rows of the table, which are its own.

        Returns:
            None where there is nothing to change any more.

        Raises:
            Refusal: The command may not be carried out.
        """


class Executed(NamedTuple):
    """The match after a command, and the event it wrote; None where nothing has changed."""

    access: Access
    event: Event | None


def execute(command: Command) -> Executed:
    """Carry out a command from a thread, inside of a transaction or not.

    Raises:
        Refusal: What the command raises on the newest match, or NoSuchMatch.
    """
    change = None if connection.in_atomic_block else judge_in_memory(command)
    if change is not None and (append_alone if change.ends else group_commit.append)(change):
        return _counted(Executed(change.access, change.event))
    return _execute_by_store(command)


async def aexecute(command: Command) -> Executed:
    """Carry out a command as `execute` does, from a task of an event loop.

    It goes on to the end if the task is cancelled.
    """
    played = await aexecute_in_memory(command)
    if played is not None:
        return played
    async with _one_at_a_time(command.match_id):
        task = asyncio.ensure_future(in_thread(_collected, command))
        _by_store.add(task)
        task.add_done_callback(_deliver)
        executed, _outbox = await asyncio.shield(task)
    return executed


async def aexecute_in_memory(command: Command) -> Executed | None:
    """Carry out a command on the match that this process has in memory.

    Returns:
        None, and nothing is written, where memory does not decide: the match is not there, refuses
        the command, may be behind the store, or ends with it.
    """
    visitor = command.visitor
    if visitor is not None and visitor.is_authenticated and visitor.sanctioned:
        return None  # The store knows what they may do.
    async with _one_at_a_time(command.match_id):
        change = judge_in_memory(command)
        if change is None or change.ends or not await group_commit.aappend(change):
            return None
    if change.event.kind == Event.Kind.MOVE:
        count_move(change.access.match.game, command.match_id, change.event.number)
    return Executed(change.access, change.event)


def judge_in_memory(command: Command) -> Change | None:
    """Return what a command changes at the match in memory; None where memory does not decide."""
    if command.needs_store:
        return None
    cached, state = match_cache.get(command.match_id), state_cache.get(command.match_id)
    if cached is None or state is None or cached[0] != state[0]:
        return None
    match, players = cached[1]
    try:
        return command.judge(Table(access_to_change(match, players, command.visitor), state[1]))
    except Refusal:
        return None  # Memory may be behind: only the store refuses.


def _execute_by_store(command: Command) -> Executed:
    """Carry out a command on what the store has.

    Where the match moves on in the meantime, its row is locked for the next attempt: a moderator, a
    clock or a player who resigns comes through however quickly others move.
    """
    executed = _execute_once(command)
    if executed is None:
        with transaction.atomic():
            lock_match(command.match_id)
            executed = _execute_once(command)
    assert executed is not None, "a match that is locked does not move on"
    return _counted(executed)


def _execute_once(command: Command) -> Executed | None:
    """Read, judge and append once; return None, and nothing is written, where that was too late."""
    match, players = read_match(command.match_id)
    table = Table(access_to_change(match, players, command.visitor))
    change = command.judge(table)
    if change is None:
        return Executed(table.access, None)
    return Executed(change.access, change.event) if append_alone(change) else None


def _counted(executed: Executed) -> Executed:
    """Count a move, once the transaction that the caller may be in is committed."""
    match, event = executed.access.match, executed.event
    if event is not None and event.kind == Event.Kind.MOVE:
        moved(match.game, match.id, event.number)
    return executed


def _collected(command: Command) -> tuple[Executed, Outbox]:
    with announce.collected() as outbox:
        return _execute_by_store(command), outbox


def _deliver(task: asyncio.Task[tuple[Executed, Outbox]]) -> None:
    _by_store.discard(task)
    if not task.cancelled() and task.exception() is None:
        announce.deliver_soon(task.result()[1])


@asynccontextmanager
async def _one_at_a_time(match_id: str) -> AsyncIterator[None]:
    """Judge the commands for one match one after the other: each on what the last one left."""
    while (busy := _deciding.get(match_id)) is not None:
        await asyncio.shield(busy)
    mine = _deciding[match_id] = asyncio.get_running_loop().create_future()
    try:
        yield
    finally:
        del _deciding[match_id]
        mine.set_result(None)

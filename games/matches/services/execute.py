"""`execute`, the only way in which a running match changes.

Every input is a command: a player's move from a socket, a form or a program, a bot's move, an undo,
a resignation, a clock that ran out, a moderator's decision. `execute` reads the match, lets the
command judge what it changes, and appends the change if the match is still at the number that was
read. Otherwise it reads and judges again, the last time with the row of the match locked.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from django.db import connection, transaction

from core.monitoring.context import count_move, moved
from games.engine.refusals import Refusal
from games.matches import publish
from games.matches.access import access_to_change, lock_match, match_cache, read_match
from games.matches.models import Event
from games.matches.publish import Outbox
from games.matches.services.append import Change
from games.matches.services.event_store import MatchState, match_state, state_cache
from games.matches.services.group_commit import append_single, group_commit
from games.matches.threads import in_thread
from games.matches.viewing import Access

if TYPE_CHECKING:
    from accounts.http import Visitor

_deciding: dict[str, asyncio.Future[None]] = {}
"""The matches for which a command is being judged or committed, on this event loop."""
_by_store: set[asyncio.Task[tuple[Executed, Outbox]]] = set()
"""Running tasks of commands: the event loop may drop a task that has no reference."""


class Table:
    """A match at one event's number, for a command to judge and change.

    Attributes:
        access: Copies of the rows of the match and its players, with the visitor's own player.
    """

    def __init__(self, access: Access, state: MatchState | None = None) -> None:
        self.access = access
        self._state = state

    @property
    def state(self) -> MatchState:
        """The state of a started match; raises NotInstalled."""
        if self._state is None:
            self._state = match_state(self.access.match)
        return self._state


@dataclass(frozen=True)
class Command(ABC):
    """An action of a player, a bot, a clock or a moderator on a match."""

    match_id: str
    needs_store: ClassVar[bool] = False
    """Whether it must be judged on the store, because rows changed without an event."""

    @property
    def visitor(self) -> Visitor | None:
        """The user whose command this is; None for the site itself."""
        return None

    @abstractmethod
    def judge(self, table: Table) -> Change | None:
        """Judge the command, without writing anything.

        It sets the new values on the rows of the table, which are copies.

        Returns:
            The change; None if there is nothing left to change.

        Raises:
            Refusal: The command may not be carried out.
        """


class Executed(NamedTuple):
    """The match after a command, and the event it wrote; None if nothing changed."""

    access: Access
    event: Event | None


def execute(command: Command) -> Executed:
    """Carry out a command from a thread, inside or outside a transaction.

    Raises:
        Refusal: The command is refused on the newest state of the match.
        NoSuchMatch: There is no such match.
    """
    change = None if connection.in_atomic_block else judge_in_memory(command)
    if change is not None and append_single(change):
        return _counted(change)
    return _execute_by_store(command)


async def aexecute(command: Command) -> Executed:
    """Carry out a command like `execute`, from a task of an event loop.

    If the task is cancelled while the command waits for the group commit, it is not carried out; by
    the store it is finished.
    """
    async with _one_at_a_time(command.match_id):
        in_memory = await _execute_in_memory(command)
        if in_memory is not None:
            return in_memory
        task = asyncio.ensure_future(in_thread(_collected, command))
        _by_store.add(task)
        task.add_done_callback(_deliver)
        executed, _outbox = await asyncio.shield(task)
    return executed


async def _execute_in_memory(command: Command) -> Executed | None:
    """Carry out a command on the match that this process has in memory.

    Returns:
        None, with nothing written, if memory cannot decide: the match is not in memory or behind
        the store, the command is refused, or the match ends with it.
    """
    visitor = command.visitor
    if visitor is not None and visitor.is_authenticated and (visitor.sanctioned or visitor.is_bot):
        return None  # The sanctions of the user, or of a bot's owner, must be read from the store.
    change = judge_in_memory(command)
    if change is None or change.ends or not await group_commit.append(change):
        return None
    if change.event.kind == Event.Kind.MOVE:
        match, number = change.access.match, change.event.number
        count_move(match.game, match.id, number, public=change.is_public)
    return Executed(change.access, change.event)


def judge_in_memory(command: Command) -> Change | None:
    """Return the change of a command on the match in memory; None if memory cannot decide."""
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
    """Carry out a command on the match in the store.

    If another event comes first, the row of the match is locked for the next attempt, so that a
    moderator, a clock or a resignation succeeds however quickly others move.
    """
    executed = _execute_once(command)
    if executed is None:
        with transaction.atomic():
            lock_match(command.match_id)
            executed = _execute_once(command)
    assert executed is not None, "a locked match cannot change in between"
    return executed


def _execute_once(command: Command) -> Executed | None:
    """Read, judge and append once; return None, with nothing written, if that was too late."""
    match, players = read_match(command.match_id)
    table = Table(access_to_change(match, players, command.visitor))
    change = command.judge(table)
    if change is None:
        return Executed(table.access, None)
    return _counted(change) if append_single(change) else None


def _counted(change: Change) -> Executed:
    """Return a change that was appended; count a move once any transaction is committed."""
    match, event = change.access.match, change.event
    if event.kind == Event.Kind.MOVE:
        moved(match.game, match.id, event.number, public=change.is_public)
    return Executed(change.access, event)


def _collected(command: Command) -> tuple[Executed, Outbox]:
    with publish.collected() as outbox:
        return _execute_by_store(command), outbox


def _deliver(task: asyncio.Task[tuple[Executed, Outbox]]) -> None:
    _by_store.discard(task)
    if not task.cancelled() and task.exception() is None:
        publish.deliver_soon(task.result()[1])


@asynccontextmanager
async def _one_at_a_time(match_id: str) -> AsyncIterator[None]:
    """Judge the commands of one match one after another, each on the result of the previous one."""
    while (busy := _deciding.get(match_id)) is not None:
        await asyncio.shield(busy)
    mine = _deciding[match_id] = asyncio.get_running_loop().create_future()
    try:
        yield
    finally:
        del _deciding[match_id]
        mine.set_result(None)

"""Moves judged on the match as this process has it in memory.

A running match, its players and its state are cached as of a number. A move is judged on copies of
them, without a query, and appended with the number it was judged on
(`group_commit`): where the match has moved on meanwhile, nothing is written. Whatever memory alone
does not decide is left to the store: a match that is not cached, a move that is refused (memory may
be behind), one that ends the match, and one that came too late.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from django.core.exceptions import SynchronousOnlyOperation
from django.db import connection

from fastpath.statements import copy_row
from games.engine.contract import Json
from games.engine.refusals import Refusal
from games.matches import announce
from games.matches.access import Access, match_cache
from games.matches.announce import Outbox, deliver
from games.matches.models import Match
from games.matches.services import arrivals, play
from games.matches.services.event_store import state_cache
from games.matches.services.group_commit import group_commit
from games.matches.services.store import Change
from games.matches.threads import in_thread
from watch.context import count_move

if TYPE_CHECKING:
    from accounts.http import Visitor
    from accounts.models import User

_deciding: dict[str, asyncio.Future[None]] = {}
"""The matches of which a move is judged or committed just now."""


def submit_move(user: Visitor, match_id: str, data: Json, asked: Any) -> Access:
    """As `play.submit_move`, for a thread."""
    # Whoever is in a transaction would wait for another connection's, and hold it up.
    change = None if connection.in_atomic_block else judge(user, match_id, data, asked)
    if change is not None and group_commit.append(change):
        return _played(change)
    return play.submit_move(user, match_id, data, asked)


async def amove_in_memory(user: Visitor, match_id: str, data: Json, asked: Any) -> Access | None:
    """The match after a move that memory alone decides; None, and nothing is written, else."""
    async with _one_at_a_time(match_id):
        change = judge(user, match_id, data, asked)
        if change is not None and await group_commit.aappend(change):
            return _played(change)
    return None


async def asubmit_move(user: Visitor, match_id: str, data: Json, asked: Any) -> Access:
    """The same for an event loop, where a move that is sent again is not refused.

    Whoever lost the answer to a move with the connection sends it again: it is played once.
    """
    played = await amove_in_memory(user, match_id, data, asked)
    if played is not None:
        return played
    async with _one_at_a_time(match_id):
        submit = partial(_submit_again, user, match_id, data, asked)
        access, outbox = await in_thread(submit)
    await deliver(outbox)
    return access


def _played(change: Change) -> Access:
    match = change.access.match
    count_move(match.game, match.id, change.event.number)
    return change.access


def judge(user: Visitor, match_id: str, data: Json, asked: Any) -> Change | None:
    """What a move brings about at the match in memory; None where memory does not decide."""
    table, cached = match_cache.get(match_id), state_cache.get(match_id)
    if table is None or cached is None or table[0] != cached[0] or not user.is_authenticated:
        return None
    match, players = table[1]
    access = _copy(match, players, user)
    player = access.player
    if player is None or arrivals.is_awaited(access):
        return None
    try:
        play.require_move(user, access, player, asked)
        change = play.decide(access, player, cached[1], data)
    except (Refusal, SynchronousOnlyOperation):
        # The store is asked; about a person under a sanction, too.
        return None
    return None if change.after.position.outcome() is not None else change


def _copy(match: Match, players: list[Any], user: User) -> Access:
    match = copy_row(match)
    players = [copy_row(player) for player in players]
    for player in players:
        player.match = match
    own = (player for player in players if player.user_id == user.pk)
    return Access(match, players, next(own, None), user)


def _submit_again(user: Visitor, match_id: str, data: Json, asked: Any) -> tuple[Access, Outbox]:
    with announce.collected() as outbox:
        return play.submit_move(user, match_id, data, asked, again=True), outbox


@asynccontextmanager
async def _one_at_a_time(match_id: str) -> AsyncIterator[None]:
    """Of one match one move after the other: each is judged on what the last one left."""
    while (busy := _deciding.get(match_id)) is not None:
        await asyncio.shield(busy)
    mine = _deciding[match_id] = asyncio.get_running_loop().create_future()
    try:
        yield
    finally:
        del _deciding[match_id]
        mine.set_result(None)

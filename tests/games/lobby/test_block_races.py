"""Blocks in the moment in which a seat is taken: the two are not seated together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from unittest.mock import patch

import pytest
from django.db import connections

from accounts.models import Block, User
from accounts.services import blocks, follows
from games.lobby.services import admission, challenges, lobby, quick, rematch
from games.lobby.services.challenges import Terms
from games.lobby.services.lobby import TableRequest
from games.matches.models import Match, Player
from games.matches.refusals import NotOpen
from tests.games.matches.test_races import at_once
from tests.helpers.matches import change_rows, opened, started
from tests.helpers.nonces import hash_of
from tests.helpers.seeking import SLOW

pytestmark = [pytest.mark.on_postgresql, pytest.mark.django_db(transaction=True)]
STANDS_STILL = 1.0
"""Seconds that the taking of a seat stands still; a block that waits for it takes longer."""


@contextmanager
def blocked_while(name: str, owner: User, other: User, *, first: bool) -> Iterator[None]:
    """Let `owner` block `other` just before or after this function is called, in a thread."""
    real: Callable[..., object] = getattr(admission, name)
    threads: list[Thread] = []

    def block() -> None:
        try:
            blocks.block(owner, other)
        finally:
            connections.close_all()

    def begin() -> None:
        if not threads:
            threads.append(Thread(target=block))
            threads[0].start()
            threads[0].join(STANDS_STILL)

    def stands_still(*args: object, **more: object) -> object:
        if first:
            begin()
        result = real(*args, **more)
        begin()
        return result

    where = quick if name == "allowed_now" else admission
    with patch.object(where, name, stands_still):
        yield
    (thread,) = threads
    thread.join()
    assert Block.objects.filter(owner=owner, other=other).exists()


def share_a_table(one: User, other: User) -> bool:
    """Return whether both have a seat at a table that waits or runs."""
    alive = Player.objects.filter(match__status__in=(Match.Status.OPEN, Match.Status.RUNNING))
    return alive.filter(user=one, match__in=alive.filter(user=other).values("match")).exists()


def join_table(anna: User, berta: User) -> Callable[[], object]:
    match = opened(anna, seats=3)
    return lambda: lobby.join(berta, match.id, nonce_hash=hash_of(berta))


def accept_challenge(anna: User, berta: User) -> Callable[[], object]:
    wish = TableRequest("condottiere", 3, invited=("Berta", "Carla"))
    match = challenges.challenge(anna, wish, Terms(), sure=True)
    return lambda: lobby.join(berta, match.id, nonce_hash=hash_of(berta))


def join_rematch(anna: User, berta: User) -> Callable[[], object]:
    former = started(anna, berta, User.objects.get(username="Carla"))
    change_rows(former, status=Match.Status.FINISHED)
    rematch.offer(anna, former.id)
    return lambda: rematch.offer(berta, former.id)


@pytest.mark.parametrize("first", [True, False], ids=["before the check", "after the check"])
@pytest.mark.parametrize("owner", [0, 1], ids=["by the host", "by the guest"])
@pytest.mark.parametrize("way", [join_table, accept_challenge, join_rematch])
def test_block_while_seat_is_taken_leaves_no_shared_table(
    users: list[User],
    way: Callable[[User, User], Callable[[], object]],
    owner: int,
    first: bool,
) -> None:
    anna, berta, _carla = users
    take_seat = way(anna, berta)
    pair = (anna, berta) if owner == 0 else (berta, anna)
    # A refusal is that of a late player.
    with blocked_while("require_still_allowed", *pair, first=first), suppress(NotOpen):
        take_seat()
    assert not share_a_table(anna, berta)


def test_block_while_pool_is_paired_seats_no_pair(users: list[User]) -> None:
    anna, berta, _carla = users
    quick.seek(anna, SLOW)
    with blocked_while("allowed_now", anna, berta, first=True):
        quick.seek(berta, SLOW)
    # On SQLite the block has waited for the match, which goes on as after any later block.
    block_at = Block.objects.get().at
    started_at = [match.started_at for match in Match.objects.all()]
    assert all(at is not None and at < block_at for at in started_at)


def test_simultaneous_blocks_of_each_other_are_both_stored(users: list[User]) -> None:
    anna, berta, _carla = users
    match = opened(anna, seats=3)
    lobby.join(berta, match.id)
    results = at_once([lambda: blocks.block(anna, berta), lambda: blocks.block(berta, anna)] * 3)
    assert results == ["done None"] * 6
    assert Block.objects.count() == 2
    assert not share_a_table(anna, berta)


def test_simultaneous_follow_and_block_notify_no_blocking_user(users: list[User]) -> None:
    """Whichever comes first, the follow is not shown to the user who blocks."""
    anna, berta, _carla = users
    at_once([lambda: follows.follow(berta, anna), lambda: blocks.block(anna, berta)])
    assert not follows.followers_of(anna).exists()
    assert follows.followed_by(berta) == [anna], "the blocked user sees no difference"

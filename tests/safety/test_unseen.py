"""An act that a viewer may not know of changes no byte of any answer to them, in any game.

For each viewer who cannot know of an act, every address gives the same answer whether it happened,
or another secret act instead. test_unseen_frames.py tests sockets.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from games.titles.registry import all_games
from tests.helpers.clocks import Wall
from tests.helpers.matches import signed_in, user_at
from tests.safety.asking import client_of
from tests.safety.secrets import body_of
from tests.safety.two_worlds import (
    ALL_VIEWERS,
    APART,
    CANNOT_TELL,
    CHANGING,
    addresses,
    all_answers,
    answer_of,
    differing,
    do,
    laid,
    taken_back,
    time_stands_still,
)
from tests.safety.unseen import Unseen, unseen_in
from tests.safety.world import World, made_for_a_while

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def found() -> dict[str, list[Unseen]]:
    """Find the unseen acts of each game, only when a test needs them."""
    return {game.slug: list(unseen_in(game.slug).values()) for game in all_games()}


@pytest.fixture(scope="module")
def wall() -> Iterator[Wall]:
    with time_stands_still() as wall:
        yield wall


@pytest.fixture(scope="module")
def world(wall: Wall, django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """Make the world of the other tests, with a stopped clock."""
    with django_db_blocker.unblock(), made_for_a_while() as world:
        yield world


@pytest.fixture(scope="module")
def clients(world: World) -> dict[str, Client]:
    return {role: client_of(world, role) for role in ALL_VIEWERS}


def test_every_kind_of_unseen_act_is_found(found: dict[str, list[Unseen]]) -> None:
    """Otherwise the tests below would test nothing: some game has each kind of unseen act."""
    kinds = {one.kind for of_game in found.values() for one in of_game}
    assert any(kind.endswith("unseen") for kind in kinds)
    assert "shown cards" in kinds
    assert any(" or " in kind for kind in kinds)
    assert len([game for game, of_game in found.items() if of_game]) >= 2
    assert len(addresses(CANNOT_TELL)) > 30
    assert not {name for name in CHANGING if "match" in name}


def test_whole_streams_are_compared(world: World, clients: dict[str, Client]) -> None:
    """The comparison includes all messages of a stream, not only the first."""
    with taken_back():
        streams = [
            body_of(clients["player"].get(path)).splitlines()
            for path in (
                f"/api/v1/stream/matches/{world.finished.id}/?from=0&line=0",
                "/api/v1/stream/me/",
            )
        ]
    kinds = [{json.loads(line)["type"] for line in lines} for lines in streams]
    assert kinds == [{"event", "state", "chat"}, {"now"}]


@pytest.mark.long
def test_answers_do_not_depend_on_unseen_acts(
    found: dict[str, list[Unseen]], world: World, clients: dict[str, Client], wall: Wall
) -> None:
    """All games share one test, because most addresses are not about a game."""
    unseen = [one for of_game in found.values() for one in of_game]
    with taken_back():
        done = laid(world, wall, unseen)
        began = wall.now

        def world_in_which(act: str) -> Any:
            wall.now = began
            for one, match in done:
                do(one, match, getattr(one, act))
                wall.wait(APART)
            knows = [
                answer_of(signed_in(user_at(match, one.seat)).get(f"/api/v1/matches/{match.id}/"))
                for one, match in done
            ]
            return knows, all_answers(world, clients, done)

        with taken_back():
            knew, before = world_in_which("instead")
        with taken_back():
            knows, after = world_in_which("move")
    for one, was, now in zip(unseen, knew, knows, strict=True):
        assert was != now, f"nothing happened: {one.kind}"
    different = differing(before, after)
    assert not different, "\n".join(f"{where}: {what}" for where, what in different.items())

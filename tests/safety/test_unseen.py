"""What somebody may not know changes no byte of anything they can get, in any game.

All addresses of the site: for everybody who cannot know of it each answer is the same, whether it
happened or not, or whichever of two secret things happened. The sockets: test_unseen_frames.py.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.test import Client, override_settings

from games.titles.registry import all_games
from tests.helpers.clocks import Wall
from tests.helpers.matches import signed_in, user_at
from tests.safety.asking import client_of
from tests.safety.secrets import body_of
from tests.safety.told import (
    ALL_VIEWERS,
    APART,
    CANNOT_TELL,
    CHANGING,
    addresses,
    answer_of,
    differing,
    do,
    laid,
    taken_back,
    time_stands_still,
    told,
)
from tests.safety.unseen import unseen_in
from tests.safety.world import World, made

pytestmark = pytest.mark.django_db
FOUND = {game.slug: unseen_in(game.slug) for game in all_games()}
GAMES = [game for game, found in FOUND.items() if found]


@pytest.fixture(scope="module")
def wall() -> Iterator[Wall]:
    with time_stands_still() as wall:
        yield wall


@pytest.fixture(scope="module")
def world(wall: Wall, django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """As that of the other tests, in a time that stands still."""
    with (
        override_settings(WRITES_A_MINUTE=10**6),
        django_db_blocker.unblock(),
        transaction.atomic(),
    ):
        yield made()
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def clients(world: World) -> dict[str, Client]:
    return {role: client_of(world, role) for role in ALL_VIEWERS}


def test_there_is_something_to_look_for() -> None:
    """Or the tests below would pass for want of it: some game knows each way to act unseen."""
    kinds = {one.kind for found in FOUND.values() for one in found.values()}
    assert any(kind.endswith("unseen") for kind in kinds)
    assert "shown cards" in kinds
    assert any(" or " in kind for kind in kinds)
    assert len(GAMES) >= 2
    assert len(list(addresses(CANNOT_TELL))) > 30
    assert not {name for name in CHANGING if "match" in name}


def test_streams_are_looked_at_as_all_answers_are(world: World, clients: dict[str, Client]) -> None:
    """With all that they tell, and not only their beginning."""
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


@pytest.mark.parametrize("game", GAMES)
def test_no_answer_depends_on_what_its_reader_cannot_know(
    game: str, world: World, clients: dict[str, Client], wall: Wall
) -> None:
    with taken_back():
        done = laid(world, wall, list(FOUND[game].values()))
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
            return knows, told(world, clients, done)

        with taken_back():
            knew, before = world_in_which("instead")
        with taken_back():
            knows, after = world_in_which("move")
    for one, was, now in zip(FOUND[game].values(), knew, knows, strict=True):
        assert was != now, f"nothing happened: {one.kind}"
    different = differing(before, after)
    assert not different, "\n".join(f"{where}: {what}" for where, what in different.items())

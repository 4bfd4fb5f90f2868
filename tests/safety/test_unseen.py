"""What somebody may not know changes no byte of anything they can get, in any game.

All addresses of the site: for everybody who cannot know of it each answer is the same, whether it
happened or not, or whichever of two secret things happened. The sockets: test_unseen_frames.py.
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
    """What happens unseen in each game: looked for when it is to be tested, and not before."""
    return {game.slug: list(unseen_in(game.slug).values()) for game in all_games()}


@pytest.fixture(scope="module")
def wall() -> Iterator[Wall]:
    with time_stands_still() as wall:
        yield wall


@pytest.fixture(scope="module")
def world(wall: Wall, django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """As that of the other tests, in a time that stands still."""
    with django_db_blocker.unblock(), made_for_a_while() as world:
        yield world


@pytest.fixture(scope="module")
def clients(world: World) -> dict[str, Client]:
    return {role: client_of(world, role) for role in ALL_VIEWERS}


def test_there_is_something_to_look_for(found: dict[str, list[Unseen]]) -> None:
    """Or the tests below would pass for want of it: some game knows each way to act unseen."""
    kinds = {one.kind for of_game in found.values() for one in of_game}
    assert any(kind.endswith("unseen") for kind in kinds)
    assert "shown cards" in kinds
    assert any(" or " in kind for kind in kinds)
    assert len([game for game, of_game in found.items() if of_game]) >= 2
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


@pytest.mark.long
def test_no_answer_depends_on_what_its_reader_cannot_know(
    found: dict[str, list[Unseen]], world: World, clients: dict[str, Client], wall: Wall
) -> None:
    """All games at once: most addresses are about none of them, and are asked but once."""
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

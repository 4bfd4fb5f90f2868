"""An unseen act sends no frame to a viewer who cannot know of it, over any socket."""

from __future__ import annotations

import pytest
from pytest_django import Settings

from core.server.public_pages import PUBLIC_SOCKETS
from games.matches.models import Player
from games.titles.registry import all_games
from tests.helpers.matches import signed_in
from tests.helpers.sockets import Screen, all_quiet, aside, close_connections
from tests.safety.test_sockets import ROUTES, ROWS
from tests.safety.two_worlds import DOES, VIEWERS, do, laid, time_stands_still
from tests.safety.unseen import unseen_in
from tests.safety.world import ROLES, World, made

ALL_MATCHES = "/ws/api/v1/stream/matches/"


@pytest.mark.django_db(transaction=True)
async def test_unseen_act_sends_no_frame(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    """Not even an unchanged frame may come: its time would reveal the act."""
    settings.SOCKETS_A_PERSON = 100  # Each viewer opens every socket of every match.
    monkeypatch.setattr("games.lobby.consumers.PULSE", 10**6)  # Searches are rendered regularly.
    # A quiet stream regularly sends a message to every reader.
    for source in ("stream", "all_matches"):
        monkeypatch.setattr(f"games.matches.streams.{source}.ALIVE_EVERY", 10**6)
    unseen = [
        one for game in all_games() for one in unseen_in(game.slug).values() if one.instead is None
    ]
    assert unseen
    with time_stands_still() as wall:
        world = await aside(made)
        done = await aside(lambda: laid(world, wall, unseen))
        matches = [match.id for _, match in done]
        deaf = [one for role in VIEWERS for one in await screens_of(world, role, matches)]
        own = await screens_of(world, DOES, matches)
        # An embedded match shows the acting user only what the public sees.
        knowing = [one for one in own if not one.path.startswith(PUBLIC_SOCKETS)]
        deaf += [one for one in own if one not in knowing]
        for screen in (*deaf, *knowing):
            assert screen.path == ALL_MATCHES or await screen.opens(), screen.path
            await screen.say("ping")
            assert await screen.eventually("pong")
        for one, match in done:
            await aside(do, one, match, one.move)
        heard = [screen for screen in knowing if "/matches/" in screen.path]
        assert len(heard) == 3 * len(done), "each match has a page, a program and a stream"
        for screen in heard:
            assert await screen.opens(), f"{screen.path}: nothing happened"
        assert await all_quiet(*deaf), [s.path for s in deaf if not await s.silent()]
        for screen in (*deaf, *knowing):
            await screen.disconnect()
    await close_connections()


async def screens_of(world: World, role: str, matches: list[str]) -> list[Screen]:
    """Return all sockets of these matches that are open to the role, by test_sockets.py."""
    client = await aside(lambda: signed_in(world.people[role]))
    plays = await aside(Player.objects.filter(user=world.people[role]).exists)
    paths = []
    for name, route in ROUTES.items():
        if ROWS[name][ROLES.index(role)] == "open":
            known = [{"match_id": match} for match in matches] if route.wants else [{}]
            paths += [route.address(**{**world.names, **one}) for one in known]
    # A player's stream of all matches begins with a frame for each, at its own time.
    paths = [path for path in dict.fromkeys(paths) if not (plays and path == ALL_MATCHES)]
    screens = [Screen(path, client) for path in paths]
    for screen in screens:
        assert await screen.connect(), screen.path
    return screens

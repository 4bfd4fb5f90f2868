"""What somebody may not know sends them nothing, over any socket, in any game."""

from __future__ import annotations

import pytest

from games.titles.registry import all_games
from server.public_pages import PUBLIC_SOCKETS
from tests.helpers.matches import signed_in
from tests.helpers.sockets import Screen, all_quiet, aside, close_connections
from tests.safety.test_sockets import ROUTES, ROWS
from tests.safety.two_worlds import DOES, VIEWERS, do, laid, time_stands_still
from tests.safety.unseen import unseen_in
from tests.safety.world import ROLES, World, made


@pytest.mark.django_db(transaction=True)
async def test_no_frame_is_sent_for_what_its_reader_cannot_know(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not even one that is as the last: when it came would tell."""
    monkeypatch.setattr("games.lobby.consumers.PULSE", 10**6)  # Searches are drawn by the clock.
    # A stream that was quiet for so long says that it is alive, to every reader.
    monkeypatch.setattr("games.matches.streams.stream.ALIVE_EVERY", 10**6)
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
        # A frame of another site shows whoever did it no more than everybody.
        knowing = [one for one in own if not one.path.startswith(PUBLIC_SOCKETS)]
        deaf += [one for one in own if one not in knowing]
        for screen in (*deaf, *knowing):
            assert await screen.opens(), screen.path
            await screen.say("ping")
            assert await screen.eventually("pong")
        for one, match in done:
            await aside(do, one, match, one.move)
        heard = [screen for screen in knowing if "/matches/" in screen.path]
        assert len(heard) == 3 * len(done), "of each match its page, its program and its stream"
        for screen in heard:
            assert await screen.opens(), f"{screen.path}: nothing happened"
        assert await all_quiet(*deaf), [s.path for s in deaf if not await s.silent()]
        for screen in (*deaf, *knowing):
            await screen.disconnect()
    await close_connections()


async def screens_of(world: World, role: str, matches: list[str]) -> list[Screen]:
    """All sockets that test_sockets.py says are open to somebody, of each of these matches."""
    client = await aside(lambda: signed_in(world.people[role]))
    paths = []
    for name, route in ROUTES.items():
        if ROWS[name][ROLES.index(role)] == "open":
            known = [{"match_id": match} for match in matches] if route.wants else [{}]
            paths += [route.address(**{**world.names, **one}) for one in known]
    screens = [Screen(path, client) for path in dict.fromkeys(paths)]
    for screen in screens:
        assert await screen.connect(), screen.path
    return screens

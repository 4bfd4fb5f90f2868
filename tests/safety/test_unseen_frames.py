"""An unseen act changes no frame to a viewer who cannot know of it, over any socket."""

from __future__ import annotations

import re
from asyncio import gather
from dataclasses import dataclass, field
from itertools import chain
from time import monotonic

import pytest
from django.contrib.auth.models import AnonymousUser
from pytest_django import Settings

from core.server.public_pages import PUBLIC_SOCKETS
from games.matches.access import open_match
from games.matches.models import Match, Player
from games.matches.presenters.events import last_number_for
from games.titles.registry import all_games
from tests.helpers.matches import signed_in
from tests.helpers.sockets import PATIENCE, Screen, all_quiet, aside, close_connections
from tests.safety.test_sockets import ROUTES, ROWS
from tests.safety.two_worlds import (
    CANNOT_TELL,
    DOES,
    VIEWERS,
    Done,
    do,
    is_about_match,
    laid,
    time_stands_still,
)
from tests.safety.unseen import unseen_in
from tests.safety.world import ROLES, World, made

ALL_MATCHES = "/ws/api/v1/stream/matches/"
WATCHING = (CANNOT_TELL, "anonymous", "admin")
NOT_COMPARED = re.compile(
    r'<a id="bell".*?</a><span id="reveals"[^>]*></span>'
    r'|"turn_token":"\w+"|name="turn_token" value="\w+"',
    re.DOTALL,
)
"""The bell, which counts all matches of a player, and the signed number of a player's question."""


@pytest.mark.django_db(transaction=True)
async def test_unseen_act_sends_no_frame(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    """Not even an unchanged frame may come: its time would reveal the act."""
    monkeypatch.setattr("games.lobby.consumers.PULSE", 10**6)  # Searches are rendered regularly.
    _allow_many_quiet_sockets(monkeypatch, settings)
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
        await _hear_first_frames([*deaf, *knowing])
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


@pytest.mark.django_db(transaction=True)
async def test_frames_do_not_depend_on_unseen_choices(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    """Pages that are open during an act are updated in the same way, whichever move it was."""
    _allow_many_quiet_sockets(monkeypatch, settings)
    choices = [one for game in all_games() for one in unseen_in(game.slug).values() if one.instead]
    assert choices
    with time_stands_still() as wall:
        world = await aside(made)
        began = wall.now
        worlds: list[list[Page]] = []
        for act in ("move", "instead"):
            wall.now = began
            done = await aside(laid, world, wall, choices)
            pages = [page for role in WATCHING for page in await _pages_of(world, role, done)]
            shown = [await aside(_public_number, match) for _, match in done]
            for one, match in done:
                await aside(do, one, match, getattr(one, act))
            moved = [await aside(_public_number, match) for _, match in done]
            worlds.append(pages)
        updated = {number for number, new in enumerate(moved) if new != shown[number]}
        assert updated, "no page would be updated"
        patience = monotonic() + PATIENCE
        while (different := await _different(*worlds, updated=updated)) and monotonic() < patience:
            pass
        assert not different
        for page in chain(*worlds):
            await page.screen.disconnect()
    await close_connections()


@dataclass
class Page:
    """A socket of a match, and the frames that came after the page had been opened."""

    where: tuple[str, int, str]
    """The role, the number of the match, and the path without the match's id."""
    match: str
    screen: Screen
    frames: list[str] = field(default_factory=list)

    async def listen(self) -> None:
        """Take all frames until it is quiet."""
        while not await self.screen.silent():
            frame = NOT_COMPARED.sub("", await self.screen.frame()).replace(self.match, "").strip()
            self.frames += [frame] if frame else []


async def _pages_of(world: World, role: str, done: list[Done]) -> list[Page]:
    """Open all sockets of these matches that are open to the role, and take their first frames."""
    found = []
    for number, (_, match) in enumerate(done):
        for screen in await screens_of(world, role, [match.id], of_match=True):
            page = Page((role, number, screen.path.replace(match.id, "")), match.id, screen)
            found.append(page)
    await _hear_first_frames([page.screen for page in found])
    return found


async def _hear_first_frames(screens: list[Screen]) -> None:
    for screen in screens:
        assert screen.path == ALL_MATCHES or await screen.opens(), screen.path
        await screen.say("ping")
        assert await screen.eventually("pong")


def _public_number(match: Match) -> int:
    return last_number_for(open_match(AnonymousUser(), match.id))


async def _different(
    one: list[Page], other: list[Page], *, updated: set[int]
) -> list[tuple[tuple[str, int, str], list[str], list[str]]]:
    """Return the pages that differ between two worlds, or were not updated as they must be."""
    await gather(*(page.listen() for page in (*one, *other)))
    return [
        (page.where, page.frames, same.frames)
        for page, same in zip(one, other, strict=True)
        if (page.where, page.frames) != (same.where, same.frames)
        or (page.where[1] in updated) != bool(page.frames)
    ]


def _allow_many_quiet_sockets(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    """Let each viewer open every socket of every match, and streams send only news."""
    settings.SOCKETS_A_PERSON = 200
    for source in ("stream", "all_matches"):
        monkeypatch.setattr(f"games.matches.streams.{source}.ALIVE_EVERY", 10**6)


async def screens_of(
    world: World, role: str, matches: list[str], *, of_match: bool = False
) -> list[Screen]:
    """Return the sockets that are open to the role, by test_sockets.py: all, or only of matches."""
    client = await aside(lambda: signed_in(world.people[role]))
    plays = await aside(Player.objects.filter(user=world.people[role]).exists)
    paths = []
    for name, route in ROUTES.items():
        if of_match and not is_about_match(route):
            continue
        if ROWS[name][ROLES.index(role)] == "open":
            known = [{"match_id": match} for match in matches] if route.wants else [{}]
            paths += [route.address(**{**world.names, **one}) for one in known]
    # A player's stream of all matches begins with a frame for each, at its own time.
    paths = [path for path in dict.fromkeys(paths) if not (plays and path == ALL_MATCHES)]
    screens = [Screen(path, client) for path in paths]
    for screen in screens:
        assert await screen.connect(), screen.path
    return screens

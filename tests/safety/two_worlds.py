"""Two worlds that differ only in one unseen act, and the answers of both.

The acts come from `tests/safety/unseen.py`. Both worlds are read at the same time of a stopped
clock, so that any difference between answers reveals the act.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, tzinfo
from io import BytesIO
from itertools import cycle
from typing import Any, NamedTuple, cast
from unittest.mock import patch
from zipfile import ZipFile

import pytest
from django.contrib.humanize.templatetags import humanize
from django.db import transaction
from django.template import defaultfilters
from django.test import Client

from accounts.services import blocks
from games.matches.cache import clear_all
from games.matches.models import Match
from games.matches.services import commands
from games.matches.services.clocks import CLOCKS
from games.notifications.services import stream_log
from tests.helpers.caches import clear_caches
from tests.helpers.clocks import Wall
from tests.helpers.effort import EFFORT
from tests.helpers.endpoints import HTMX, without_tokens
from tests.helpers.matches import act, committed, person, user_at
from tests.helpers.prepared import prepared
from tests.helpers.responses import Response
from tests.safety.asking import ask
from tests.safety.routes import Route, pages
from tests.safety.secrets import body_of
from tests.safety.test_access import ROWS
from tests.safety.unseen import SEED, Unseen
from tests.safety.world import ROLES, World

APART = 5.0
"""Seconds between two events; less than any clock has."""
PACES = ("live-20", "turns-24")
"""The clocks of the matches, in turn."""
DOES, CANNOT_TELL = "opponent", "player"
OTHERS = ("guest", "senior", "host", "sixth")
"""The players: the one who acts, the first who cannot know, and the others in order."""
VIEWERS = (CANNOT_TELL, "anonymous", "stranger", "moderator", "admin")
ALL_VIEWERS = (*VIEWERS, "banned")
"""The stranger is blocked by the one who acts. Moderator and administrator may look into a match
after giving a reason, which they have not done."""
CHANGING = {
    "mfa_activate_totp": "draws a new secret each time",
    "account_confirm_email": "signs a new link each time",
    "usersessions_list": "is about the very session that asks, and when it was seen last",
}
"""Pages that differ at every request; none is about matches."""
ACCOUNTS = ("account_", "mfa_", "admin")
OFTEN = ("account_login", "admin:index", "admin:matches_")
"""Pages of these that are always read; the others only with EFFORT=thorough."""
OF_NO_MATCH = (
    *("site_", "credits", "stored", "manifest", "worker", "offline", "learn", "lesson", "card"),
    *("api_docs", "api_schema", "api_lesson", "api_course", "api_storm", "api_puzzle"),
    *("puzzle", "storm"),
)
"""Beginnings of the names of pages about the site, and games as such."""
ALIKE = (
    *("newest_picture", "newest_drawing", "board_drawing"),
    *("step_picture", "step_drawing", "embed"),
    *("fairness", "api_fairness", "api_chat"),
    *("report_whom", "report_line", "report_player"),
    *("options", "plan"),
)
"""Pages of a match that show no position, or the same as others of their line.

The player requests each about a third of the matches, and those of a line together about all.
"""
PASSING = {"X-Request-ID", "Expires"}
"""Headers with an id or the time of the answer."""
Done = tuple[Unseen, Match]


class Where(NamedTuple):
    """The role and address of a request."""

    role: str
    name: str
    kind: str = ""


@contextmanager
def time_stands_still() -> Iterator[Wall]:
    """Stop the clock everywhere, and fix what other processes change: disk space and backups."""
    with pytest.MonkeyPatch.context() as patching:
        wall = Wall(patching)

        class Now(datetime):
            @classmethod
            def now(cls, tz: tzinfo | None = None) -> Now:
                return cast(Now, wall.now.astimezone(tz))

        patching.setattr(humanize, "datetime", Now)
        patching.setattr("games.administration.checks.disk_space", lambda: (10**9, 10**10))
        patching.setattr("games.administration.checks.last_backup", lambda: None)
        for name in ("timesince", "timeuntil"):
            words = getattr(defaultfilters, name)
            patching.setattr(
                defaultfilters,
                name,
                lambda when, now=None, words=words, **more: words(when, now or wall.now, **more),
            )
        yield wall


def laid(world: World, wall: Wall, found: Sequence[Unseen]) -> list[Done]:
    """Start a match for each act, and one more of the same users that stays unchanged."""
    if "sixth" not in world.people:
        world.people["sixth"] = person("sixth")
        blocks.block(world.person(DOES), world.person("stranger"))
    done = []
    for one, clock in zip(found, cycle(PACES)):
        done.append((one, _match(world, one, clock)))
        wall.wait(APART)
    for one in found[:1]:
        _match(world, one, PACES[0])
        wall.wait(APART)
    for role in ALL_VIEWERS:
        # From now on their streams number their messages.
        if (viewer := world.people[role]) is not None:
            stream_log.catch_up(viewer.pk)
    return done


def _match(world: World, one: Unseen, clock: str) -> Match:
    seats = range(one.table.seats)
    first = min(seat for seat in one.unaware if seat is not None)
    others = iter(OTHERS)
    roles = [
        DOES if seat == one.seat else CANNOT_TELL if seat == first else next(others)
        for seat in seats
    ]
    seated = [world.people[role] for role in roles]
    assert all(seated)
    with committed(), patch("tests.helpers.prepared.secrets.token_hex", lambda _: SEED.hex()):
        return prepared(
            one.table.rules.game.slug,
            dict(one.position),
            *(user for user in seated if user is not None),
            options=dict(one.table.options),
            clock=CLOCKS[clock],
        )


def do(one: Unseen, match: Match, move: Any) -> None:
    """Make the move of an act, or show cards, or do nothing."""
    if move is None:
        return
    if "show" in move:
        with committed():
            commands.show_cards(user_at(match, one.seat), match.id, move["show"], move["to"])
    else:
        act(match, one.seat, move)


@contextmanager
def taken_back() -> Iterator[None]:
    """Undo everything that happens in this block, in the store and in caches."""
    clear_all()
    clear_caches()
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    clear_all()
    clear_caches()


def all_answers(
    world: World, clients: dict[str, Client], done: list[Done], roles: Sequence[str] = ()
) -> dict[Where, str]:
    """Return the answers to all GET requests, by role and address.

    Args:
        world: The users and objects.
        clients: By role.
        done: The acts, and their matches.
        roles: The roles that ask about all matches; by default the viewers, who share them.
    """
    answers: dict[Where, str] = {}
    known = dict(world.names)
    for role in roles or (ALL_VIEWERS if EFFORT == "thorough" else VIEWERS):
        client = clients[role]
        for route in addresses(role):
            if is_about_match(route):
                for one, match in done if roles else asked_about(role, done, route):
                    world.names |= {"match_id": match.id, "object_id": match.pk}
                    world.names |= {"key": match.key, "seat": one.seat}
                    answers[Where(role, route.name, f"{match.game}: {one.kind}")] = answer_of(
                        ask(world, client, route, "GET")
                    )
                world.names = {**known}
            else:
                answers[Where(role, route.name)] = answer_of(ask(world, client, route, "GET"))
        about = done if roles else done[share_of(role)]
        for path in asked_besides([match for _, match in about]):
            with transaction.atomic():
                response = client.get(path, headers=HTMX if "step=" in path else {})
                transaction.set_rollback(True)
            answers[Where(role, path)] = answer_of(response)
    return answers


def asked_about(role: str, done: list[Done], route: Route) -> list[Done]:
    """Return the matches about which a role requests an address.

    The player requests all, except of pages that are alike; the other roles each every third, so
    that together they request all. With EFFORT=thorough every role requests all.
    """
    if EFFORT != "thorough" and role == CANNOT_TELL and route.name in ALIKE:
        return done[ALIKE.index(route.name) % 3 :: 3]
    return done[share_of(role)]


def share_of(role: str) -> slice:
    """Return which matches, and which of the pages that others see too, a role requests."""
    if EFFORT == "thorough" or role == CANNOT_TELL:
        return slice(None)
    return slice(VIEWERS.index(role) % 3, None, 3)


def addresses(role: str) -> list[Route]:
    """Return the routes that show a page to this role, or all with EFFORT=thorough.

    Of the pages that have nothing to do with matches, the player requests every third: they show
    the same header. Of the pages that the player also sees, and that are not about a match, the
    other roles each request a third.
    """
    shown = list(_shown_to(role))
    also_seen = {*_shown_to(CANNOT_TELL)}
    shared = [route for route in shown if route in also_seen and not is_about_match(route)]
    left_out = {*shared} - {*shared[share_of(role)]}
    if EFFORT != "thorough":
        of_none = [route for route in shared if route.name.startswith(OF_NO_MATCH)]
        left_out |= {*of_none} - ({*of_none[::3]} if role == CANNOT_TELL else set())
    return [route for route in shown if route not in left_out]


def is_about_match(route: Route) -> bool:
    return "match_id" in route.wants or route.name == "invitation"


def _shown_to(role: str) -> Iterator[Route]:
    for name, route in pages().items():
        if name in CHANGING:
            continue
        cells = dict(zip(ROLES, ROWS.get((name, "GET"), ["404"] * len(ROLES)), strict=True))
        often = not name.startswith(ACCOUNTS) or name.startswith(OFTEN)
        if EFFORT == "thorough" or (cells[role] == "200" and often):
            yield route


def asked_besides(matches: list[Match]) -> list[str]:
    """Return further addresses, with queries."""
    steps = [f"/matches/{match.id}/replay/?step={step}" for match in matches for step in (0, 1)]
    return [*steps, "/matches/?whose=all", "/api/v1/stream/me/?from=0"]


def answer_of(response: Response) -> str:
    """Return an answer as text, without the parts that always differ."""
    headers = {name: value for name, value in response.headers.items() if name not in PASSING}
    body = body_of(response)
    if body[:2] == b"PK":
        # An archive contains its time.
        with ZipFile(BytesIO(body)) as packed:
            body = b"".join(name.encode() + packed.read(name) for name in packed.namelist())
    text = without_tokens(body.decode("utf-8", "replace"))
    return f"{response.status_code}\n{sorted(headers.items())}\n{text}"


def differing(one: dict[Where, str], other: dict[Where, str]) -> dict[Where, str]:
    """Return the differences between the answers of two worlds."""
    assert one.keys() == other.keys()
    return {
        where: "\n".join(
            difflib.unified_diff(one[where].splitlines(), other[where].splitlines(), n=0)
        )[:2000]
        for where in one
        if one[where] != other[where]
    }

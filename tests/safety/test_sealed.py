"""A table that is ahead of others with the same cards changes no byte of any answer to others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, cast

import pytest
from django.test import Client

from accounts.services import follows
from games.achievements.services import assessments
from games.chat import services as chat
from games.duplicates.models import DuplicateDeal
from games.duplicates.services import end_all_due
from games.lobby.services.lobby import TableRequest
from games.matches.access import open_match
from games.matches.models import Match
from games.matches.services import commands, leaving
from games.notifications.services import stream_log
from tests.helpers.clocks import Wall
from tests.helpers.deals import open_group
from tests.helpers.effort import EFFORT
from tests.helpers.matches import committed, fresh, person, play_on, under_way, user_at
from tests.safety.asking import client_of
from tests.safety.two_worlds import (
    Done,
    Where,
    all_answers,
    answer_of,
    differing,
    taken_back,
    time_stands_still,
)
from tests.safety.world import World, made_for_a_while

pytestmark = pytest.mark.django_db
OTHERS = ("player", "anonymous", "stranger")
"""The player sits at another table, the stranger follows the players ahead, and has their link."""
LATER = 900.0


class Ahead(NamedTuple):
    """The table that is ahead, as `all_answers` asks about it."""

    kind: str
    seat: int


@pytest.fixture(scope="module")
def wall() -> Iterator[Wall]:
    with time_stands_still() as wall:
        yield wall


@pytest.fixture(scope="module")
def world(wall: Wall, django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    with django_db_blocker.unblock(), made_for_a_while() as world:
        yield world


@pytest.fixture(scope="module")
def clients(world: World) -> dict[str, Client]:
    return {role: client_of(world, role) for role in (*OTHERS, "opponent")}


@pytest.fixture(scope="module")
def deal(world: World, django_db_blocker: Any) -> DuplicateDeal:
    """Four rated tables: the opponent's, which gets ahead, the player's, and two of others."""
    with django_db_blocker.unblock(), committed():
        ahead = (world.person("opponent"), person("ahead"))
        rest = [(world.person("player"), person("beside"))]
        rest += [(person("third"), person("fourth")), (person("fifth"), person("eighth"))]
        for one in ahead:
            follows.follow(world.person("stranger"), one)
        deal = open_group(TableRequest("kabale", 2, clock="live-20", rated=True), [ahead, *rest])
        world.names["deal_id"] = deal.pk
        for role in ("player", "stranger"):
            # From now on their streams number their messages.
            stream_log.catch_up(world.person(role).pk)
        return deal


def get_ahead(deal: DuplicateDeal) -> None:
    """Let one table play to its end and talk, a player resign, and another call off a match."""
    tables = [table.match for table in deal.tables.select_related("match")]
    ahead, _behind, left, called_off = tables
    under_way(ahead)
    with committed():
        chat.post_line(open_match(user_at(ahead, 0), ahead.id), "What a hand")
    play_on(ahead)
    under_way(left)
    with committed():
        commands.resign(user_at(left, 0), left.id)
        leaving.abort(user_at(called_off, 1), called_off.id)


@pytest.mark.long
def test_others_see_no_byte_of_tables_that_are_ahead(
    world: World, clients: dict[str, Client], deal: DuplicateDeal, wall: Wall
) -> None:
    """All pages are read about one of the tables, those of a match and its players about all."""
    tables = [deal.tables.select_related("match")[at].match for at in (0, 2, 3)]
    done = [cast("Done", (Ahead("ahead", 0), tables[0]))]
    began = wall.now

    def world_in_which(act: Callable[[DuplicateDeal], None] | None) -> Any:
        wall.now = began
        if act is not None:
            act(deal)
        with committed():
            end_all_due()
            assessments.assess_waiting()
        wall.now = began
        wall.wait(LATER)
        own = answer_of(clients["opponent"].get(f"/api/v1/matches/{tables[0].id}/"))
        answers = all_answers(world, clients, done, ("player", "anonymous"))
        for role in OTHERS:
            # The player asks about all tables; the others about the one that played to its end.
            of_all = role == "player" or EFFORT == "thorough"
            for path in _more_addresses(deal, tables if of_all else tables[:1]):
                answers[Where(role, path)] = answer_of(clients[role].get(path))
        return own, answers

    with taken_back():
        knew, before = world_in_which(None)
    with taken_back():
        knows, after = world_in_which(get_ahead)
    wall.now = began
    assert knew != knows, "nothing happened"
    different = differing(before, after)
    assert not different, "\n".join(f"{where}: {what}" for where, what in different.items())


def _more_addresses(deal: DuplicateDeal, matches: list[Match]) -> list[str]:
    """Return what a user asks who has the links of all tables, and knows their players."""
    paths = [f"/deals/{deal.pk}/", f"/api/v1/deals/{deal.pk}/"]
    for match in matches:
        for part in ("", "replay/", "fairness/", "record.json", "chat/", "review/", "embed/"):
            paths.append(f"/matches/{match.id}/{part}")
        for part in ("", "events/", "record/", "fairness/", "chat/", "review/"):
            paths.append(f"/api/v1/matches/{match.id}/{part}")
        paths += [f"/embed/matches/{match.id}/?step=1", f"/embed/matches/{match.id}/now.svg"]
        paths.append(f"/api/v1/stream/matches/{match.id}/?from=0")
        for player in match.players.select_related("user"):
            assert player.user is not None
            name = player.user.username
            paths += [f"/players/{name}/", f"/matches/?player={name}", f"/api/v1/players/{name}/"]
    return paths


def test_everything_is_open_once_all_tables_are_over(
    clients: dict[str, Client], deal: DuplicateDeal
) -> None:
    with taken_back():
        for table in deal.tables.select_related("match"):
            play_on(table.match)
        first = fresh(deal.tables.all()[0].match)
        page = clients["anonymous"].get(f"/matches/{first.id}/record.json")
        assert page.status_code == 200
        assert first.players.exclude(rating_entries=None).count() == 2
        assert b"deal-table" in clients["anonymous"].get(f"/deals/{deal.pk}/").content

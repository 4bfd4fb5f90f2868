"""Deals for tests: three tables of two, and both sides of one deal."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.duplicates.models import DuplicateDeal
from games.lobby.services import challenges, lobby
from games.lobby.services.challenges import Terms
from games.lobby.services.lobby import TableRequest
from games.matches.models import Match
from tests.helpers.deals import Seated, open_group
from tests.helpers.matches import committed, fresh, people

NAMES = ("Anna", "Berta", "Carla", "Dora", "Emil", "Fritz")


def group_of(
    *tables: tuple[Seated, ...], game: str = "kabale", public: bool = True, **wish: object
) -> DuplicateDeal:
    """Open tables with the same cards."""
    request = TableRequest(game, len(tables[0]), clock="live-10", **wish)  # type: ignore[arg-type]  # wishes of any kind
    with committed():
        return open_group(request, tables, public=public)


def matches_of(deal: DuplicateDeal) -> list[Match]:
    """Return the matches of a deal by table, as they are now."""
    return [fresh(table.match) for table in deal.tables.select_related("match")]


def both_sides(host: User, other: User, game: str = "kabale", *, watched: bool = True) -> Match:
    """Start the first match of both sides."""
    request = TableRequest(game, 2, clock="live-10", invited=(other.username,))
    with committed():
        terms = Terms(both_sides=True, watched=watched)
        match = challenges.challenge(host, request, terms, sure=True)
        lobby.join(other, match.id, sure=True)
    return fresh(match)


@pytest.fixture
def users(db: None) -> list[User]:
    return people(*NAMES)


@pytest.fixture
def deal(users: list[User]) -> DuplicateDeal:
    """Three public tables with the same cards."""
    anna, berta, carla, dora, emil, fritz = users
    return group_of((anna, berta), (carla, dora), (emil, fritz))

"""A past for two people of a site."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from accounts.models import User


def past(*people: User) -> None:
    """Some rated matches of two games, at two tables and at one of three."""
    from tests.helpers.ratings import finished

    for game, places in (
        ("condottiere", [1, 2]),
        ("condottiere", [2, 1]),
        ("condottiere", [1, 2]),
        ("babel", [1, 2]),
    ):
        finished(people, places, game=game)
    finished([*people, "easy"], [2, 3, 1], rated=False)

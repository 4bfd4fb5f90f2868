"""Finished matches of two users."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from accounts.models import User


def past(*people: User) -> None:
    """Write some rated matches of two games, and one match of three players."""
    from tests.helpers.ratings import finished

    for game, places in (
        ("condottiere", [1, 2]),
        ("condottiere", [2, 1]),
        ("condottiere", [1, 2]),
        ("babel", [1, 2]),
    ):
        finished(people, places, game=game)
    finished([*people, "easy"], [2, 3, 1], rated=False)

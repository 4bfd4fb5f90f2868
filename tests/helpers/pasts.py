"""A past for two people of a running house: python -m tests.helpers.pasts ANNA BERTA."""

from __future__ import annotations

import sys

import django


def play(one: str, other: str) -> None:
    """Some rated matches of two games, at two tables and at one of three."""
    from accounts.models import User
    from tests.helpers.ratings import finished

    people = [User.objects.get(username=name) for name in (one, other)]
    for game, places in (
        ("condottiere", [1, 2]),
        ("condottiere", [2, 1]),
        ("condottiere", [1, 2]),
        ("babel", [1, 2]),
    ):
        finished(people, places, game=game)
    finished([*people, "easy"], [2, 3, 1], rated=False)


if __name__ == "__main__":
    django.setup()
    play(*sys.argv[1:])

"""Finished reviews of matches, stored as if a worker had judged them."""

from __future__ import annotations

from accounts.models import User
from games.matches.models import Match
from games.reviews.models import Review
from games.reviews.services import Look
from tests.helpers.matches import seat_of


def reviewed(match: Match, user: User, cost: float, given: float) -> None:
    """Store a review in which one decision of the user and one of the other cost something."""
    seat = seat_of(match, user)
    looks: list[Look] = [
        {"event": 1, "seat": 0, "chances": [0.5, 0.5], "error": 0.05},
        costly(2, seat, cost, seat),
        costly(3, 1 - seat, given, seat),
        {"event": 4, "seat": seat, "compared": True},
    ]
    Review.objects.create(match=match, status=Review.Status.DONE, total=4, looks=looks)


def costly(event: int, by: int, cost: float, seat: int) -> Look:
    """Return the look at a decision that cost its player something, in a match of two."""
    change = -cost if by == seat else cost
    given = [change if one == seat else -change for one in (0, 1)]
    look: Look = {"event": event, "seat": by, "compared": True, "cost": cost, "given": given}
    return look | {"better": {}, "chosen": {}}

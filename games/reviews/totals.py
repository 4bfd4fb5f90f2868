"""What reviews say of a user's matches together: mistakes, their cost, and the rest, by game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from accounts.models import User
from games.boards.words import signed
from games.engine.contract import Game, Outcome
from games.engine.judge import shares_of
from games.matches.models import Player
from games.reviews.models import Review
from games.reviews.services import Look, is_person
from games.titles.registry import game_of

LATEST = 100
"""The totals are of the user's latest reviewed matches, at most this many."""
SHOWN = 20
"""The matches that are listed."""
UNKNOWN = "–"
"""Stands for a number that no review tells."""


@dataclass(frozen=True)
class Part:
    """How a seat's share of the victory came from its start to its result, from 0 to 1.

    `rest` is what no mistake explains: luck, and decisions that weren't compared or not surely
    mistakes.
    """

    start: float
    own: float | None
    """What the seat's own costly decisions changed; None if none was compared."""
    others: float | None
    """What those of the others gave it; None if none was compared."""
    result: float

    @property
    def rest(self) -> float:
        return self.result - self.start - (self.own or 0) - (self.others or 0)


@dataclass(frozen=True)
class Reviewed:
    """A reviewed match of the user; costs in points of 100."""

    match_id: str
    game: Game
    ended_at: datetime
    compared: int
    mistakes: int
    cost: int
    rest: int | None
    """None if the review does not tell."""
    place: int | None


@dataclass
class Totals:
    """The sums of one game, in points of 100 a match."""

    game: Game
    matches: list[Reviewed] = field(default_factory=list)

    @property
    def compared(self) -> int:
        return sum(one.compared for one in self.matches)

    @property
    def mistakes(self) -> int:
        return sum(one.mistakes for one in self.matches)

    @property
    def cost(self) -> int:
        return round(sum(one.cost for one in self.matches) / len(self.matches))

    @property
    def rest(self) -> str:
        """The mean of luck and the rest with its sign; a dash if no review tells."""
        known = [one.rest for one in self.matches if one.rest is not None]
        return signed(round(sum(known) / len(known))) if known else UNKNOWN


def part_of(looks: Sequence[Look], outcome: Outcome, seat: int) -> Part | None:
    """Return how a seat's result came about; None for a review that does not tell."""
    weighed = [look["chances"] for look in looks if "chances" in look]
    costly = [look for look in looks if "better" in look]
    if not weighed or not all("given" in look for look in costly):
        return None
    compared = {look["seat"] for look in looks if "compared" in look}
    own = sum(look["given"][seat] for look in costly if look["seat"] == seat)
    others = sum(look["given"][seat] for look in costly if look["seat"] != seat)
    return Part(
        weighed[0][seat],
        own if seat in compared else None,
        others if compared - {seat} else None,
        shares_of(outcome)[seat],
    )


def totals_of(user: User) -> tuple[list[Totals], list[Reviewed]]:
    """Return a user's totals by game, the most matches first, and the latest reviewed matches."""
    seats = Player.objects.filter(user=user, match__review__status=Review.Status.DONE)
    seats = seats.select_related("match__review").order_by("-ended_at")
    found = [_reviewed(player) for player in seats[:LATEST] if is_person(player)]
    by_game: dict[str, list[Reviewed]] = defaultdict(list)
    for one in found:
        by_game[one.game.slug].append(one)
    totals = [Totals(matches[0].game, matches) for matches in by_game.values()]
    return sorted(totals, key=lambda one: -len(one.matches)), found[:SHOWN]


def _reviewed(player: Player) -> Reviewed:
    match = player.match
    assert player.seat is not None
    assert player.ended_at is not None
    assert match.outcome is not None
    looks: list[Look] = match.review.looks
    own = [look for look in looks if look["seat"] == player.seat]
    costly = [look for look in own if "better" in look]
    part = part_of(looks, Outcome(**match.outcome), player.seat)
    return Reviewed(
        match.id,
        game_of(match.game),
        player.ended_at,
        sum("compared" in look for look in own),
        len(costly),
        round(100 * sum(look["cost"] for look in costly)),
        None if part is None else round(100 * part.rest),
        player.place,
    )

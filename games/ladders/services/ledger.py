"""The rating ledger: its ladders and lines, and the tallies that are counted from them.

The end of a match and a rebuild of all ratings use the same functions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from games.ladders.anchors import start_of
from games.ladders.models import Ladder, Rating, RatingEntry, SeasonRating
from games.rating import START, Form, rated, size_of

Identity = tuple[str, int | str]
"""The owner of a rating: ("user", id), ("bot", level), or (DELETED, player id)."""
DELETED = "deleted"
"""The kind of a player whose account was deleted."""


class Seated(NamedTuple):
    """The fields of a player that the ledger uses, by the names of the model."""

    id: int
    user_id: int | None
    bot: str
    left_at: int | None
    place: int
    program: bool = False
    is_newcomer: bool = False

    @property
    def identity(self) -> Identity:
        """The owner of the rating; for a bot that plays on for a user who left, that user."""
        if self.user_id is not None:
            return ("user", self.user_id)
        return ("bot", self.bot) if self.is_level else (DELETED, self.id)

    @property
    def is_level(self) -> bool:
        """Whether a bot of the site plays here, and not for a user who left."""
        return bool(self.bot) and self.left_at is None

    @property
    def is_bot(self) -> bool:
        """Whether a program plays here: the site's bot, or one with an account."""
        return self.program or self.is_level


class Line(NamedTuple):
    """A line as the ledger should have it; the fields are named as those of the model."""

    match_id: str
    player_id: int
    place: int
    before: int
    after: int
    k: int
    number: int
    opponents: list[dict[str, int]]
    at: datetime
    from_newcomers: int = 0


def ladder_key(game: str, seats: int, players: Sequence[Seated]) -> tuple[str, str, bool] | None:
    """Return the ladder of a rated match, or None if it does not count.

    It does not count if people play with bots, or a level of bots has two seats. Accounts of bots
    are in the ladder of bots.
    """
    bots = [player for player in players if player.is_bot]
    levels = [player.bot for player in bots if not player.program]
    if bots and (len(bots) < len(players) or len(set(levels)) < len(levels)):
        return None
    return game, size_of(seats), bool(bots)


def lock_ladder(game: str, size: str, bots: bool) -> Ladder:
    """Return the ladder, its row locked till the end of the transaction; created if missing.

    A match that ends is locked before its ladder; code that holds a ladder never locks a match.
    """
    locked = Ladder.objects.select_for_update()
    ladder = locked.filter(game=game, size=size, bots=bots).first()
    if ladder is None:
        Ladder.objects.get_or_create(game=game, size=size, bots=bots)
        ladder = locked.get(game=game, size=size, bots=bots)
    return ladder


def identity_fields(identity: Identity) -> dict[str, int | str | None]:
    """Return the fields of a rating that store its owner."""
    kind, who = identity
    if kind == "user":
        return {"user_id": who}
    return {"user_id": None, "bot": who if kind == "bot" else ""}


def start_for(game: str, size: str, identity: Identity) -> int:
    """Return the starting rating: measured for a level of bots, else 1500."""
    kind, who = identity
    return start_of(game, size, str(who)) if kind == "bot" else START


def starts_in(ladder: Ladder | None) -> dict[int, int]:
    """Return the starting ratings of levels of bots in a ladder, by rating id.

    They come from the oldest line of each: a later measurement does not move an existing rating.
    """
    found: dict[int, int] = {}
    if ladder is None or not ladder.bots:
        return found
    levels = RatingEntry.objects.filter(rating__ladder=ladder, reverses=None).exclude(
        rating__bot=""
    )
    for rating, before in levels.order_by("id").values_list("rating_id", "before").iterator():
        found.setdefault(rating, before)
    return found


def lines_of(
    match_id: str, at: datetime, players: Sequence[Seated], forms: Sequence[Form]
) -> list[Line]:
    """Return the lines of a match, seat by seat."""
    forms = [
        replace(form, newcomer=player.is_newcomer)
        for player, form in zip(players, forms, strict=True)
    ]
    changes = rated(forms, [player.place for player in players])
    at_table = [
        {"player": player.id, "before": form.rating, "place": player.place}
        | ({"newcomer": True} if form.newcomer else {})
        for player, form in zip(players, forms, strict=True)
    ]
    return [
        Line(
            match_id,
            player.id,
            player.place,
            change.before,
            change.after,
            change.k,
            form.matches + 1,
            [other for other in at_table if other["player"] != player.id],
            at,
            change.from_newcomers,
        )
        for player, form, change in zip(players, forms, changes, strict=True)
    ]


def add_lines(lines: Iterable[tuple[int, Line]], note: str = "") -> None:
    """Write lines, each with the id of its rating."""
    RatingEntry.objects.bulk_create(
        [RatingEntry(rating_id=rating, note=note, **line._asdict()) for rating, line in lines],
        batch_size=500,
    )


@dataclass
class Count:
    """The counted fields of a tally; lines are added in the order of the matches."""

    value: int = START
    matches: int = 0
    wins: int = 0
    career: int = 0
    from_newcomers: int = 0
    change: int = 0
    at: datetime | None = None

    def add(self, line: Line) -> None:
        self.value = line.after
        self.matches += 1
        self.wins += line.place == 1
        self.career = line.number
        self.from_newcomers += line.from_newcomers
        self.change = line.after - line.before
        self.at = line.at

    @classmethod
    def of(cls, tally: Rating | SeasonRating) -> Count:
        return cls(**{name: getattr(tally, name) for name in COUNTED})

    def write_to(self, tally: Rating | SeasonRating) -> None:
        for name in COUNTED:
            setattr(tally, name, getattr(self, name))


COUNTED = tuple(Count.__dataclass_fields__)

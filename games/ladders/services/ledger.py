"""The rating ledger: who a player is in it, what a match writes, and what is counted up from it.

The end of a match and a rebuild of everything go through the same functions here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from games.ladders.models import Ladder, Rating, RatingEntry, SeasonRating
from games.rating import START, Form, Season, rated, size_of

Identity = tuple[str, int | str]
"""Who a rating is for: ("user", id), ("bot", level), or (GONE, player id)."""
GONE = "gone"


class Seated(NamedTuple):
    """What the ledger asks of a player; the fields are named as those of the model."""

    id: int
    user_id: int | None
    bot: str
    left_at: int | None
    place: int

    @property
    def identity(self) -> Identity:
        """A person, a level of bots, or somebody who closed their account since.

        A bot that finishes a seat for a leaver is nobody: the person is rated.
        """
        if self.user_id is not None:
            return ("user", self.user_id)
        return ("bot", self.bot) if self.is_bot else (GONE, self.id)

    @property
    def is_bot(self) -> bool:
        return bool(self.bot) and self.left_at is None


class Line(NamedTuple):
    """A line of the ledger as it ought to stand; the fields are named as those of the model."""

    match_id: str
    player_id: int
    place: int
    before: int
    after: int
    k: int
    number: int
    opponents: list[dict[str, int]]
    at: datetime

    @property
    def fact(self) -> Fact:
        """What is counted of it."""
        return Fact(self.place, self.before, self.after, self.number, self.at)


class Fact(NamedTuple):
    """What is counted of a line; the fields are named as those of the model."""

    place: int
    before: int
    after: int
    number: int
    at: datetime


FIELDS = Line._fields


def ladder_key(game: str, seats: int, players: Sequence[Seated]) -> tuple[str, str, bool] | None:
    """The ladder of a rated match; None where it counts for nobody.

    That is where people sit with bots, or one level of bots sits twice: nobody's own result.
    """
    bots = [player.bot for player in players if player.is_bot]
    if bots and (len(bots) < len(players) or len(set(bots)) < len(bots)):
        return None
    return game, size_of(seats), bool(bots)


def lock_ladder(game: str, size: str, bots: bool) -> Ladder:
    """The ladder, its row locked till the end of the transaction; made where there is none.

    A match that ends holds its own row already; nobody who holds a ladder locks a match.
    """
    locked = Ladder.objects.select_for_update()
    ladder = locked.filter(game=game, size=size, bots=bots).first()
    if ladder is None:
        Ladder.objects.get_or_create(game=game, size=size, bots=bots)
        ladder = locked.get(game=game, size=size, bots=bots)
    return ladder


def named(identity: Identity) -> dict[str, Any]:
    """The fields of a rating that say who it is for."""
    kind, who = identity
    return (
        {"user_id": who}
        if kind == "user"
        else {"user_id": None, "bot": who if kind == "bot" else ""}
    )


def lines_of(
    match_id: str, at: datetime, players: Sequence[Seated], forms: Sequence[Form]
) -> list[Line]:
    """What a match writes, seat by seat."""
    changes = rated(forms, [player.place for player in players])
    at_table = [
        {"player": player.id, "before": form.rating, "place": player.place}
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
        )
        for player, form, change in zip(players, forms, changes, strict=True)
    ]


def add_lines(lines: Iterable[tuple[int, Line]], note: str = "") -> None:
    """Write lines, each with the id of its rating."""
    RatingEntry.objects.bulk_create(
        [RatingEntry(rating_id=whose, note=note, **line._asdict()) for whose, line in lines],
        batch_size=500,
    )


@dataclass
class Count:
    """What a tally holds, counted line by line in the order of the matches."""

    value: int = START
    matches: int = 0
    wins: int = 0
    career: int = 0
    change: int = 0
    at: datetime | None = None

    def add(self, fact: Fact) -> None:
        self.value = fact.after
        self.matches += 1
        self.wins += fact.place == 1
        self.career = fact.number
        self.change = fact.after - fact.before
        self.at = fact.at

    @classmethod
    def of(cls, tally: Rating | SeasonRating) -> Count:
        return cls(**{name: getattr(tally, name) for name in cls.__dataclass_fields__})

    def write_to(self, tally: Any) -> None:
        for name in COUNTED:
            setattr(tally, name, getattr(self, name))


COUNTED = tuple(Count.__dataclass_fields__)


@dataclass
class Career:
    """All that is counted of one rating: altogether, and season by season."""

    whole: Count = field(default_factory=Count)
    seasons: dict[str, Count] = field(default_factory=dict)

    def add(self, fact: Fact) -> None:
        self.whole.add(fact)
        self.seasons.setdefault(str(Season.of(fact.at)), Count()).add(fact)

"""A user's finished matches in one game: places, numbers of players, habits."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from games.achievements.services.career import Group
from games.engine.contract import Game
from games.ladders.presenters.charts import Share, shares_of
from games.ladders.presenters.listing import SIZE_NAMES
from games.profiles.presenters.habits import HabitRow
from games.rating import size_of


@dataclass
class TableSize:
    """Matches with this number of players; `won` includes the `shared` first places."""

    seats: int
    matches: int = 0
    won: int = 0
    shared: int = 0

    def add(self, group: Group) -> None:
        self.matches += group.count
        self.won += group.count if group.place == 1 else 0
        self.shared += group.count if group.shared else 0

    @property
    def rate(self) -> int:
        return round(100 * self.won / self.matches)


@dataclass
class GameHistory:
    """A user's finished matches in one game.

    `places`: for each size class of tables, how often each place was reached.
    """

    game: Game
    places: dict[str, Counter[int]] = field(default_factory=dict)
    by_seats: dict[int, TableSize] = field(default_factory=dict)
    habits: list[HabitRow] = field(default_factory=list)

    def add(self, group: Group) -> None:
        places = self.places.setdefault(size_of(group.seats), Counter())
        places[group.place] += group.count
        self.by_seats.setdefault(group.seats, TableSize(group.seats)).add(group)

    @property
    def matches(self) -> int:
        return sum(counts.total() for counts in self.places.values())

    @property
    def won(self) -> int:
        return sum(counts[1] for counts in self.places.values())

    @property
    def rate(self) -> int:
        return round(100 * self.won / self.matches)

    @property
    def sizes(self) -> list[tuple[str, list[Share]]]:
        """The name of each size class, and its places as parts of a bar."""
        sizes = [size for size in SIZE_NAMES if size in self.places]
        return [(str(SIZE_NAMES[size]), shares_of(self.places[size])) for size in sizes]

    @property
    def tables(self) -> list[TableSize]:
        """The results by number of players, if there are several or a shared first place."""
        tables = [self.by_seats[seats] for seats in sorted(self.by_seats)]
        return tables if len(tables) > 1 or any(table.shared for table in tables) else []

    @property
    def shared(self) -> int:
        return sum(table.shared for table in self.by_seats.values())

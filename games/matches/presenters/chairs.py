"""The chairs at a table: the players of a match, as everybody sees them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from accounts.models.user import handle_beside
from games.boards.panels import emblem_of, letter_of
from games.matches.models import Player
from games.matches.presenters.clocks import ClockFace
from games.titles.registry import character_words

Viewer = int | None
"""The seat of whoever looks at a match; None for the public."""


@dataclass(frozen=True)
class Chair:
    """A player as everybody sees him at the table.

    Two chairs that differ only in their clock are equal, so that a rendered chair can be reused
    while its clock runs; templates that render the clock take it as a separate argument.
    """

    seat: int
    name: str
    username: str
    bot: str
    left: bool
    you: bool
    place: int | None
    score: int | None
    rating: tuple[int, int] | None = None
    """Before and after, once a rated match is over."""
    came_with: int | None = None
    """Of a rated match that goes on, or is replayed: the rating the player came with."""
    left_by: str = ""
    character: str = ""
    """Of a bot, where it was not left to chance."""
    game: str = ""
    clock: ClockFace | None = field(default=None, compare=False)

    def __hash__(self) -> int:
        """Cheaper than all fields: a table asks for it dozens of times."""
        return hash((self.seat, self.name, self.you))

    @property
    def handle(self) -> str:
        """Whose name it is, where it is not their username."""
        return handle_beside(self.name, self.username)

    @property
    def character_words(self) -> str:
        """The character in a word."""
        return str(character_words(self.game, self.character).name)

    @property
    def emblem(self) -> str:
        return emblem_of(self.seat)

    @property
    def letter(self) -> str:
        return letter_of(self.seat)


def chairs_of(
    players: Sequence[Player],
    you: Viewer,
    clock: Callable[[Player], ClockFace | None] = lambda player: None,
) -> list[Chair]:
    """The players of a started match by seat."""
    by_seat = sorted(players, key=lambda player: player.seat or 0)
    return [_chair(player, you, clock(player)) for player in by_seat]


def _chair(player: Player, you: Viewer, clock: ClockFace | None) -> Chair:
    assert player.seat is not None
    user = player.user
    return Chair(
        seat=player.seat,
        name=player.name,
        username=user.username if user is not None else "",
        bot=player.bot,
        left=player.left_at is not None,
        you=player.seat == you,
        place=player.place,
        score=player.score,
        left_by=player.left_by,
        character=player.named_character,
        game=player.match.game,
        clock=clock,
    )

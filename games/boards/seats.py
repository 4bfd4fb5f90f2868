"""Seats as tables show them: their emblems, and the players who sit there."""

from __future__ import annotations

from dataclasses import dataclass, field

from accounts.models.user import handle_if_other
from accounts.shields import Shield
from games.boards.clock_face import ClockFace

SEAT_EMBLEMS = ("sun", "wave", "leaf", "mushroom", "star", "diamond")
Viewer = int | None
"""The seat of the player who looks at a match; None for the public."""


def emblem_of(seat: int) -> str:
    """Return the emblem of a seat; the seventh seat has that of the first, with the same colour."""
    return SEAT_EMBLEMS[seat % len(SEAT_EMBLEMS)]


def letter_of(seat: int) -> str:
    return chr(ord("A") + seat)


@dataclass(frozen=True)
class TablePlayer:
    """A player at a table, as every viewer sees them.

    Two players who differ only in their clock are equal, so that a rendered player can be reused
    while its clock runs; templates that render the clock take it as a separate argument.

    Attributes:
        bot: The level of a bot; empty for a person.
        rating: Before and after, once a rated match is over.
        came_with: The rating with which the player came to a rated match.
        left_by: The kind of event by which the player left.
        character: What a bot with a chosen character is called, in a word.
        shield: The player's shield; None at prepared tables.
        card: The address of a bot's card, which describes how it plays; empty for a person.
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
    came_with: int | None = None
    left_by: str = ""
    character: str = ""
    shield: Shield | None = None
    card: str = ""
    clock: ClockFace | None = field(default=None, compare=False)

    def __hash__(self) -> int:
        """Cheaper than all fields: a table asks for it dozens of times."""
        return hash((self.seat, self.name, self.you))

    @property
    def handle(self) -> str:
        """The username, where it is not the name."""
        return handle_if_other(self.name, self.username)

    @property
    def emblem(self) -> str:
        return emblem_of(self.seat)

    @property
    def letter(self) -> str:
        return letter_of(self.seat)

"""What the board of a game may read of a table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.functional import cached_property

from games.boards.seats import TablePlayer, Viewer
from games.engine.contract import Effect, Json, Move, View
from games.engine.history import Step, undone_numbers

LOG_STEPS = 40
"""The number of steps that a table looks back on, in its log and on its board."""


@dataclass(kw_only=True)
class TableView(ABC):
    """A match for one viewer, now or at an earlier step.

    Attributes:
        seat: The seat whose view it is; None for the public.
        players: The players by seat.
        moves: The legal moves of the viewer; empty while the viewer is not asked.
        turn_token: The token of the question that the viewer is asked.
        steps: The steps of the match that the viewer may know of.
        live: Whether it shows the newest step.
        until: When the viewer's question times out, if it does.
        showable: The cards the viewer may show to players of their choice.
        suggests: Whether the board may suggest a move: colour its button, choose it beforehand, or
            name its result with the question. The table of a puzzle must not.
    """

    seat: Viewer
    view: View
    players: list[TablePlayer]
    moves: list[Move]
    turn_token: str | None
    steps: Sequence[Step]
    live: bool = True
    until: datetime | None = None
    showable: tuple[str, ...] = ()
    suggests: bool = True

    @property
    @abstractmethod
    def board(self) -> Any:
        """What the game's template shows, as its `Board` builds it from this view."""

    @property
    @abstractmethod
    def options(self) -> Mapping[str, Any]:
        """The options of the match, by name."""

    @property
    @abstractmethod
    def outcome(self) -> Json | None:
        """The outcome of a finished match, as in its record."""

    @property
    def over(self) -> bool:
        """Whether the match is over, and this is its end."""
        return self.live and self.outcome is not None

    @property
    def ended(self) -> bool:
        """Whether this is how the match was at its end, in a replay too."""
        return self.over

    @property
    def result(self) -> str:
        """Who won and how, in one sentence; empty while it goes on."""
        return ""

    @property
    def at_table(self) -> bool:
        """Whether it stands on the page of the match, not in the replay."""
        return self.live

    @property
    def seated(self) -> bool:
        """Whether the viewer plays here, and the play goes on."""
        return self.seat is not None and self.live and not self.over

    @property
    def near(self) -> int:
        """The seat on the lower side: the viewer's own, also where all hands are open."""
        if self.seat is not None:
            return self.seat
        return next((player.seat for player in self.players if player.you), 0)

    @property
    def may_act(self) -> bool:
        return bool(self.moves) and self.live

    @property
    def replay_url(self) -> str:
        """Where its steps can be looked at, each at an address of its own; empty without one."""
        return ""

    @property
    def has_replay(self) -> bool:
        return False

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(player.name for player in self.players)

    @property
    def placed(self) -> list[TablePlayer]:
        """The players from the first to the last place."""
        return sorted(self.players, key=lambda player: (player.place or 0, player.seat))

    def player(self, seat: int) -> TablePlayer:
        return self.players[seat]

    @cached_property
    def fresh(self) -> list[Effect]:
        """Return what this viewer knows of the newest step."""
        return [one for step in self.steps[-1:] for one in step.effects if one.known_to(self.seat)]

    @property
    def recent(self) -> Iterator[Effect]:
        """What this viewer knows of the last steps that were not undone, the newest first."""
        for step in reversed(self.steps[-LOG_STEPS:]):
            if step.number not in self.undone:
                yield from (one for one in reversed(step.effects) if one.known_to(self.seat))

    @cached_property
    def undone(self) -> set[int]:
        """Return the numbers of the last steps that were undone."""
        return undone_numbers(self.steps[-LOG_STEPS:])

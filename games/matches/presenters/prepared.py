"""Tables without a stored match: a prepared position for one user, as in a lesson or a puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils import timezone
from django.utils.safestring import SafeString

from games.boards.seats import TablePlayer
from games.matches.models import Match
from games.matches.presenters.rendered_log import render_lines
from games.matches.presenters.table import Table
from games.matches.services.event_store import MatchState
from games.titles.registry import bot_names, title_of


@dataclass
class PreparedTable(Table):
    """A table of a prepared position: without links to a replay, and never over."""

    @property
    def over(self) -> bool:
        return False

    @property
    def has_replay(self) -> bool:
        return False

    @property
    def replay_url(self) -> str:
        return ""

    @property
    def offers_undo(self) -> bool:
        """False: each move is answered immediately."""
        return False

    @property
    def since(self) -> int | None:
        """None: no step can be missed here, so none is offered to be shown again."""
        return None

    @property
    def log(self) -> SafeString:
        return render_lines([replace(line, link="") for line in self.lines])


def prepared_match(game: str, rules: int, state: MatchState) -> Match:
    """Return a match for a prepared table; it is never stored."""
    options = dict(state.position.options)
    return Match(
        game=game,
        rules=rules,
        seats=state.position.seats,
        options=options,
        status=Match.Status.RUNNING,
        started_at=timezone.now(),
        last_number=state.number,
    )


def players_around(
    game: str, seats: int, seat: int, visitor: str, others: Sequence[str] = ()
) -> list[TablePlayer]:
    """Return the players of a prepared table, by seat.

    Args:
        game: The slug of the game.
        seats: The number of seats.
        seat: The visitor's seat.
        visitor: The visitor's name.
        others: Names for the next seats clockwise; the remaining seats get names of bots.
    """
    names = [*others, *(name for name in _names(game) if name not in others)]
    clockwise = [visitor, *names[: seats - 1]]
    by_seat = {(seat + turn) % seats: name for turn, name in enumerate(clockwise)}
    return [
        TablePlayer(
            seat=number,
            name=by_seat[number],
            username="",
            bot="",
            left=False,
            you=number == seat,
            place=None,
            score=None,
        )
        for number in range(seats)
    ]


def _names(game: str) -> tuple[str, ...]:
    """Return names for the other players of this game, enough for every table."""
    return (*title_of(game).bot_names, *bot_names(), *"ABCDEFGH")

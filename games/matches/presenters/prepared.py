"""Tables that are no match: a position set up for somebody alone, as in a lesson or a puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils import timezone
from django.utils.safestring import SafeString

from games.matches.models import Match
from games.matches.presenters.chairs import Chair
from games.matches.presenters.drawn_log import draw_lines
from games.matches.presenters.table import Table
from games.matches.services.event_store import MatchState
from games.titles.registry import bot_names, title_of


@dataclass
class PreparedTable(Table):
    """It has no address, so that its log leads nowhere, and it does not end as a match does."""

    @property
    def over(self) -> bool:
        return False

    @property
    def has_replay(self) -> bool:
        return False

    @property
    def offers_undo(self) -> bool:
        """One move is asked for at a time, and answered at once."""
        return False

    @property
    def since(self) -> int | None:
        """Nothing is missed here, so that nothing is offered to be seen again."""
        return None

    @property
    def log(self) -> SafeString:
        return draw_lines([replace(line, link="") for line in self.lines])


def prepared_match(game: str, rules: int, state: MatchState) -> Match:
    """What stands in for the match at such a table; it is never stored."""
    options: dict[str, Any] = dict(state.position.options)
    return Match(
        game=game,
        rules=rules,
        seats=state.position.seats,
        options=options,
        status=Match.Status.RUNNING,
        started_at=timezone.now(),
        last_number=state.number,
    )


def chairs_around(
    game: str, seats: int, seat: int, visitor: str, others: Sequence[str] = ()
) -> list[Chair]:
    """Whoever sits there with the visitor: `others`, clockwise, and then bots by their names."""
    names = [*others, *(name for name in _names(game) if name not in others)]
    clockwise = [visitor, *names[: seats - 1]]
    by_seat = {(seat + turn) % seats: name for turn, name in enumerate(clockwise)}
    return [
        Chair(
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
    """What others at a table of this game may be called; enough of them for every table."""
    return (*title_of(game).bot_names, *bot_names(), *"ABCDEFGH")

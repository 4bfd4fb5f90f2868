"""A search for opponents as the one who searches sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.engine.chance import commitment
from games.engine.contract import Game
from games.lobby.models import Ticket
from games.lobby.services.tickets import CLOCKS_TO_SEEK, choices_of, others_waiting, widening_of
from games.matches.models import Match
from games.matches.presenters.clocks import clock_words
from games.matches.services import time_source
from games.titles.registry import game_of

# The drawing of the window: its half width, and how many rating points that stands for.
HALF, POINTS = 300, 750


@dataclass(frozen=True)
class Search:
    """A ticket that waits, or led to a match."""

    ticket: Ticket
    waited: int
    window: int | None
    wider: int | None
    widens_in: int | None
    others: int

    @property
    def match(self) -> Match | None:
        return self.ticket.match

    @property
    def games(self) -> list[Game]:
        return [game_of(slug) for slug in self.ticket.games]

    @property
    def words(self) -> str:
        return wish_words(self.ticket.games, self.ticket.seats, self.clock_name, self.rated)

    @property
    def clock_name(self) -> str:
        return self.ticket.pool.clock

    @property
    def rated(self) -> bool:
        return self.ticket.pool.rated

    @property
    def rating(self) -> int | None:
        """My rating, if it is the same for every table I would sit down at."""
        ratings = set(self.ticket.ratings.values())
        return next(iter(ratings)) if len(ratings) == 1 else None

    @property
    def lowest(self) -> int | None:
        return self._end(-1)

    @property
    def highest(self) -> int | None:
        return self._end(1)

    @property
    def band(self) -> tuple[int, int]:
        """The window in the drawing: where it begins, and how wide it is."""
        half = HALF if self.window is None else min(HALF, self.window * HALF // POINTS)
        return HALF - half, 2 * half

    @property
    def clock(self) -> str:
        """How long it has been, as the page counts on."""
        return f"{self.waited // 60}:{self.waited % 60:02}"

    @property
    def commitment(self) -> str:
        """The fingerprint of the secret that shuffles if this ticket waits longest."""
        return commitment(bytes.fromhex(self.ticket.secret))

    def state(self) -> dict[str, Any]:
        """The same as JSON."""
        ticket = self.ticket
        return {
            "id": ticket.id,
            "games": ticket.games,
            "seats": ticket.seats,
            "clock": self.clock_name,
            "rated": self.rated,
            "ratings": [
                {"game": game, "seats": seats, "rating": rating}
                for (game, seats), rating in choices_of(ticket).items()
            ],
            "waited": self.waited,
            "window": self.window,
            "commitment": self.commitment,
            "match": ticket.match_id,
        }

    def _end(self, side: int) -> int | None:
        if self.rating is None or self.window is None:
            return None
        return max(0, self.rating + side * self.window)


def search_of(ticket: Ticket) -> Search:
    """A ticket as it stands now."""
    waited = (time_source.now() - ticket.filed_at).total_seconds()
    widening = widening_of(ticket)
    window = widening.window(waited)
    in_time = widening.every - waited % widening.every
    wider = None if window is None else widening.window(waited + in_time)
    widens_in = None if window is None else max(1, round(in_time))
    others = others_waiting(ticket.user)
    return Search(ticket, max(0, int(waited)), window, wider, widens_in, others)


def wish_words(games: Sequence[str], seats: Sequence[int], clock: str, rated: bool) -> str:
    """What somebody looks for, in one line."""
    agreed = CLOCKS_TO_SEEK[clock]
    names = _either([game_of(slug).name for slug in games])
    people = _("{seats} players").format(seats=_either([str(n) for n in seats]))
    time = clock_words(agreed.bank, agreed.increment, agreed.cap)
    kind = _("rated") if rated else _("unrated")
    return "\u00a0· ".join([names, people, time, kind])


def last_words(last: Any) -> str:
    """What was looked for last, as a session keeps it; empty where that is unknown."""
    try:
        return wish_words(last["games"], last["seats"], last["clock"], last["rated"])
    except (KeyError, TypeError, ValueError, AttributeError):
        return ""


def _either(words: Sequence[str]) -> str:
    """“a, b or c”."""
    if len(words) < 2:
        return "".join(words)
    return pgettext("a choice: all but the last, the last", "{first} or {last}").format(
        first=", ".join(words[:-1]), last=words[-1]
    )

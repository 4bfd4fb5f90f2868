"""A search for opponents as the person who searches sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.engine.contract import Game
from games.engine.fairness import hash_of
from games.lobby.models import Ticket
from games.lobby.services import tickets
from games.lobby.services.tickets import CLOCKS_TO_SEEK, TicketRequest
from games.matches.presenters.clocks import clock_words
from games.matches.services import time_source
from games.matches.services.clocks import Clock
from games.titles.registry import game_of, slugs

USUAL_SEARCH = "live-10"
"""The clock of a search unless another one is chosen."""

# The drawing of the window: its half width, and how many rating points that stands for.
HALF, POINTS = 300, 750


@dataclass(frozen=True)
class Search:
    """A ticket that waits, or led to a match.

    `waited`: in seconds; `window`: how far off the rating of an opponent may be, None for any
    distance; `wider`: the window after the next step; `others`: how many others search now.
    """

    ticket: Ticket
    waited: int
    window: int | None
    wider: int | None
    others: int

    @property
    def games(self) -> list[Game]:
        return [game_of(slug) for slug in self.ticket.games]

    @property
    def words(self) -> str:
        ticket, pool = self.ticket, self.ticket.pool
        return describe_search(TicketRequest(ticket.games, ticket.seats, pool.clock, pool.rated))

    @property
    def ratings(self) -> list[dict[str, str | int]]:
        """The rating that counts at each table that would do."""
        choices = tickets.choices_of(self.ticket).items()
        return [{"game": game, "seats": n, "rating": rating} for (game, n), rating in choices]

    @property
    def rating(self) -> int | None:
        """The rating, if it is the same for every table that would do."""
        ratings = set(self.ticket.ratings.values())
        return next(iter(ratings)) if len(ratings) == 1 else None

    @property
    def bounds(self) -> tuple[int, int] | None:
        """The ratings of possible opponents; None without limit, or if they vary by table."""
        if self.rating is None or self.window is None:
            return None
        return max(0, self.rating - self.window), self.rating + self.window

    @property
    def band(self) -> tuple[int, int]:
        """The window in the drawing: its start and its width."""
        half = HALF if self.window is None else min(HALF, self.window * HALF // POINTS)
        return HALF - half, 2 * half

    @property
    def clock(self) -> str:
        """The time waited, as the page counts on."""
        return f"{self.waited // 60}:{self.waited % 60:02}"

    @property
    def commitment(self) -> str:
        """The commitment to the site's secret that this ticket brings to its table."""
        return hash_of(bytes.fromhex(self.ticket.secret))


def search_of(ticket: Ticket) -> Search:
    """The present state of a ticket."""
    waited = (time_source.now() - ticket.filed_at).total_seconds()
    widening = tickets.widening_of(ticket)
    window = widening.window(waited)
    next_step = waited + widening.every - waited % widening.every
    wider = None if window is None else widening.window(next_step)
    return Search(ticket, max(0, int(waited)), window, wider, tickets.others_waiting(ticket.user))


def describe_clock(clock: Clock) -> str:
    """A clock in words: “10 min + 15 s”."""
    return clock_words(clock.bank, clock.increment, clock.cap)


def describe_search(request: TicketRequest) -> str:
    """A search in one line: games, numbers of players, clock, rated or not."""
    names = _either([game_of(slug).name for slug in request.games])
    people = _("{seats} players").format(seats=_either([str(n) for n in request.seats]))
    kind = _("rated") if request.rated else _("unrated")
    return "\u00a0· ".join([names, people, describe_clock(CLOCKS_TO_SEEK[request.clock]), kind])


def describe_usual_search() -> str:
    """What the form of a search holds before anything was looked for."""
    return describe_search(TicketRequest(tuple(slugs()), (2,), USUAL_SEARCH, False))


def describe_last_search(last: Any) -> str:
    """The last search, as a session stores it; empty if there is none, or it is not valid."""
    try:
        return describe_search(TicketRequest(**last))
    except (KeyError, TypeError, ValueError, AttributeError):
        return ""


def _either(words: Sequence[str]) -> str:
    """“a, b or c”."""
    if len(words) < 2:
        return "".join(words)
    return pgettext("a choice: all but the last, the last", "{first} or {last}").format(
        first=", ".join(words[:-1]), last=words[-1]
    )

"""A search for opponents as the person who searches sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.engine.contract import Game
from games.engine.fairness import hash_of
from games.lobby.models import Ticket
from games.lobby.presenters.opponents import OpponentGroup, opponent_groups
from games.lobby.services import meanwhile, quick, tickets, waiting_time
from games.lobby.services.tickets import CLOCKS_TO_SEEK, TicketRequest
from games.lobby.services.waiting_time import Estimate
from games.matches.presenters.clocks import clock_words, length_words
from games.matches.services import time_source
from games.matches.services.clocks import Clock
from games.titles.registry import game_of, slugs

USUAL_SEARCH = "live-10"
"""The clock of a search unless another one is chosen."""

MINUTE, HOUR = 60, 3600

# The drawing of the window: its half width, and how many rating points that stands for.
HALF, POINTS = 300, 750


@dataclass(frozen=True)
class Search:
    """A ticket that waits, or led to a match.

    `waited`: in seconds; `window`: how far off the rating of an opponent may be, None for any
    distance; `wider`: the window after the next step; `others`: how many others search now;
    `patience`: the seconds for which it waits for a larger table that others look for; `estimate`:
    how long such searches take; `offers_bots`: whether bots may be played while it goes on;
    `calls`: whether somebody who plays bots is called to it.
    """

    ticket: Ticket
    waited: int
    window: int | None
    wider: int | None
    others: int
    patience: int
    estimate: Estimate
    offers_bots: bool
    calls: bool

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
    def called(self) -> bool:
        """Whether opponents are there, and the owner is asked to leave the bots for them."""
        return self.ticket.called_at is not None

    @property
    def answer_within(self) -> int:
        """How many seconds are left to come."""
        if self.ticket.called_at is None:
            return 0
        left = self.ticket.called_at + tickets.CALLED_FOR - time_source.now()
        return max(0, round(left.total_seconds()))

    @property
    def usual_wait(self) -> str:
        """How long such searches take, in a sentence."""
        if self.others and not self.estimate.searches:
            return _("How long it takes cannot be said yet.")
        return describe_estimate(self.estimate)

    @property
    def larger_words(self) -> str:
        """That a larger table is waited for, and how long; empty where it is not."""
        if not self.patience:
            return ""
        if self.patience < MINUTE:
            words = ngettext(
                "Others want a larger table too. For {n} second more you wait for it; then a "
                "smaller one will do.",
                "Others want a larger table too. For {n} seconds more you wait for it; then a "
                "smaller one will do.",
                self.patience,
            )
            return words.format(n=self.patience)
        minutes = -(-self.patience // MINUTE)
        words = ngettext(
            "Others want a larger table too. For {n} minute more you wait for it; then a smaller "
            "one will do.",
            "Others want a larger table too. For {n} minutes more you wait for it; then a smaller "
            "one will do.",
            minutes,
        )
        return words.format(n=minutes)

    @property
    def bots(self) -> list[OpponentGroup]:
        """The bots that may be played meanwhile, in the games that are searched for."""
        return [one for one in opponent_groups() if one.game.slug in self.ticket.games]

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
    return Search(
        ticket=ticket,
        waited=max(0, int(waited)),
        window=window,
        wider=wider,
        others=tickets.others_waiting(ticket.user),
        patience=ceil(quick.patience_left(ticket)) if ticket.match_id is None else 0,
        estimate=waiting_time.estimate_for(ticket),
        offers_bots=meanwhile.is_offered(ticket),
        calls=ticket.match_id is None and quick.is_somebody_called(ticket),
    )


def describe_estimate(estimate: Estimate) -> str:
    """How long a search takes, as far as anything is known of it."""
    if not estimate.searches:
        return _("Nobody has looked for this lately.")
    if not estimate.says_enough:
        return _("Hardly anybody has looked for this lately.")
    if estimate.seconds is None:
        return _("Most who looked for this lately found nobody.")
    if estimate.seconds < MINUTE:
        return _("Usually it takes less than a minute.")
    return _("Usually it takes about {time}.").format(time=length_words(_rounded(estimate.seconds)))


def _rounded(seconds: float) -> int:
    """To whole minutes, from two hours on to hours, from two days on to days."""
    unit = MINUTE if seconds < 2 * HOUR else HOUR if seconds < 48 * HOUR else 24 * HOUR
    return round(seconds / unit) * unit


def describe_clock(clock: Clock) -> str:
    """A clock in words: “10 min + 15 s”."""
    return clock_words(clock.bank, clock.increment, clock.cap)


def describe_search(request: TicketRequest) -> str:
    """A search in one line: games, numbers of players, clock, rated or not."""
    names = _either([game_of(slug).name for slug in request.games])
    people = _("{seats} players").format(seats=_either([str(n) for n in request.seats]))
    kind = _("rated") if request.rated else _("unrated")
    return "\u00a0· ".join([names, people, describe_clock(CLOCKS_TO_SEEK[request.clock]), kind])


@dataclass(frozen=True)
class Wish:
    """What the form of a search would look for; `usual_wait`: how long that takes, if known."""

    words: str
    usual_wait: str = ""


def wish_before(last: Any) -> Wish:
    """What the form holds: the last search, as a session stores it, or what is usual."""
    usual = TicketRequest(tuple(slugs()), (2,), USUAL_SEARCH, False)
    try:
        return _wish(TicketRequest(**last))
    except (KeyError, TypeError, ValueError, AttributeError):
        # There is none, or one that is not valid here any more.
        return _wish(usual)


def _wish(request: TicketRequest) -> Wish:
    estimate = waiting_time.estimate_before(request)
    known = "" if estimate.seconds is None else describe_estimate(estimate)
    return Wish(describe_search(request), known)


def _either(words: Sequence[str]) -> str:
    """“a, b or c”."""
    if len(words) < 2:
        return "".join(words)
    return pgettext("a choice: all but the last, the last", "{first} or {last}").format(
        first=", ".join(words[:-1]), last=words[-1]
    )

"""A search for opponents as its owner sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from accounts.services.guests import name_in_words
from games.boards.words import list_words
from games.engine.contract import Game
from games.engine.fairness import hash_of
from games.lobby.models import Ticket
from games.lobby.presenters.opponents import OpponentGroup, opponent_groups
from games.lobby.services import bots_while_waiting, quick, tickets, waiting_time
from games.lobby.services.pairing import TicketRequest
from games.lobby.services.tickets import CLOCKS_TO_SEEK
from games.lobby.services.waiting_time import Estimate
from games.matches.presenters.clocks import clock_words, length_words
from games.matches.services import time_source
from games.matches.services.clocks import Clock
from games.titles.registry import game_of, slugs

USUAL_SEARCH = "live-10"
"""The preselected clock of a search."""

MINUTE, HOUR = 60, 3600
SAY_AFTER = bots_while_waiting.OFFERED_AFTER.total_seconds()
"""Seconds after which a search says who is there and why they are no opponents."""

# The drawing of the window: its half width, and how many rating points that stands for.
HALF, POINTS = 300, 750


@dataclass(frozen=True)
class Search:
    """A ticket that waits, or led to a match.

    `waited`: in seconds; `window`: the largest difference to an opponent's rating, None for any;
    `wider`: the window after the next step; `others`: the number of other users who search now, and
    `same`: of those among them who look for the same;
    `met_often`: the names of those who look for the same, but met the owner too often today;
    `unrated`: the number of those who look for the same unrated, while the owner's match is rated;
    `patience`: the seconds for which it waits for a larger table that others look for; `estimate`:
    the duration of such searches; `offers_bots`: whether the owner may play bots while it goes on;
    `calls`: whether a player who plays bots is called to it.
    """

    ticket: Ticket
    waited: int
    window: int | None
    wider: int | None
    others: int
    same: int
    met_often: list[str]
    unrated: int
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
        """The rating that counts at each acceptable table."""
        choices = tickets.choices_of(self.ticket).items()
        return [{"game": game, "seats": n, "rating": rating} for (game, n), rating in choices]

    @property
    def rating(self) -> int | None:
        """The rating, if it is the same for every acceptable table."""
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
        """The time waited, from which the page counts on."""
        return f"{self.waited // 60}:{self.waited % 60:02}"

    @property
    def called(self) -> bool:
        """Whether opponents are there, and the owner is asked to leave the bots for them."""
        return self.ticket.called_at is not None

    @property
    def answer_within(self) -> int:
        """The seconds left to come."""
        if self.ticket.called_at is None:
            return 0
        left = self.ticket.called_at + tickets.CALLED_FOR - time_source.now()
        return max(0, round(left.total_seconds()))

    @property
    def usual_wait(self) -> str:
        """The usual duration of such searches, as a sentence."""
        if self.others and not self.estimate.searches:
            return _("We can’t estimate the wait yet.")
        return describe_estimate(self.estimate)

    @property
    def others_words(self) -> str:
        """A sentence on why the others are not opponents, once the owner has waited a little."""
        if not self.others or self.waited < SAY_AFTER:
            return ""
        if not self.same and self.unrated:
            words = ngettext(
                "{n} is looking for the same, but unrated.",
                "{n} are looking for the same, but unrated.",
                self.unrated,
            )
            return words.format(n=self.unrated)
        if not self.same:
            return _(
                "They want something else: another game, clock, number of players or kind of match."
            )
        words = ngettext(
            "{n} is looking for the same: we’ll match you as soon as your ratings suit and the "
            "table is full.",
            "{n} are looking for the same: we’ll match you as soon as your ratings suit and the "
            "table is full.",
            self.same,
        )
        return words.format(n=self.same)

    @property
    def offers_unrated(self) -> bool:
        """Whether the page offers the same match unrated, since others can be met only there."""
        return bool(self.met_often_words or (self.unrated and self.others_words and not self.same))

    @property
    def met_often_words(self) -> str:
        """A sentence on those who look for the same in vain, once the owner has waited a little."""
        if not self.met_often or self.waited < SAY_AFTER:
            return ""
        words = ngettext(
            "{names} is looking for the same, but you’ve had two rated matches with each other "
            "today. A third wouldn’t count.",
            "{names} are looking for the same, but you’ve had two rated matches with each of them "
            "today. A third wouldn’t count.",
            len(self.met_often),
        )
        return words.format(names=list_words(self.met_often))

    @property
    def larger_words(self) -> str:
        """A sentence on the wait for a larger table, or "" without one."""
        if not self.patience:
            return ""
        if self.patience < MINUTE:
            words = ngettext(
                "Others want a larger table too. We’ll wait {n} more second for it; then a "
                "smaller one will do.",
                "Others want a larger table too. We’ll wait {n} more seconds for it; then a "
                "smaller one will do.",
                self.patience,
            )
            return words.format(n=self.patience)
        minutes = -(-self.patience // MINUTE)
        words = ngettext(
            "Others want a larger table too. We’ll wait {n} more minute for it; then a "
            "smaller one will do.",
            "Others want a larger table too. We’ll wait {n} more minutes for it; then a "
            "smaller one will do.",
            minutes,
        )
        return words.format(n=minutes)

    @property
    def bots(self) -> tuple[OpponentGroup, ...]:
        """The bots to play while waiting, in the games that are searched for."""
        return tuple(one for one in opponent_groups() if one.game.slug in self.ticket.games)

    @property
    def commitment(self) -> str:
        """The commitment to the site's secret that this ticket brings to its table."""
        return hash_of(bytes.fromhex(self.ticket.secret))


def search_of(ticket: Ticket) -> Search:
    """Return the present state of a ticket."""
    waited = (time_source.now() - ticket.filed_at).total_seconds()
    widening = tickets.widening_of(ticket)
    window = widening.window(waited)
    next_step = (widening.steps(waited) + 1) * widening.every
    wider = None if window is None else widening.window(next_step)
    others = quick.others_of(ticket)
    return Search(
        ticket=ticket,
        waited=max(0, int(waited)),
        window=window,
        wider=wider,
        others=others.count,
        same=others.same,
        met_often=[name_in_words(user.name) for user in others.met_often],
        unrated=others.unrated,
        patience=ceil(quick.patience_left(ticket)) if ticket.match_id is None else 0,
        estimate=waiting_time.estimate_for(ticket),
        offers_bots=bots_while_waiting.is_offered(ticket),
        calls=ticket.match_id is None and quick.is_opponent_called(ticket),
    )


def describe_estimate(estimate: Estimate) -> str:
    """Return the usual duration of a search in words, as far as it is known."""
    if not estimate.searches:
        return _("No one has looked for this lately.")
    if not estimate.says_enough:
        return _("Hardly anyone has looked for this lately.")
    if estimate.seconds is None:
        return _("Most players who looked for this lately found no opponents.")
    if estimate.seconds < MINUTE:
        return _("Usually takes less than a minute.")
    return _("Usually takes about {time}.").format(time=length_words(_rounded(estimate.seconds)))


def _rounded(seconds: float) -> int:
    """Round to whole minutes, from two hours on to hours, from two days on to days."""
    unit = MINUTE if seconds < 2 * HOUR else HOUR if seconds < 48 * HOUR else 24 * HOUR
    return round(seconds / unit) * unit


def describe_clock(clock: Clock) -> str:
    """Return a clock in words: “10 min + 15 s”."""
    return clock_words(clock.bank, clock.increment, clock.cap)


def describe_search(request: TicketRequest) -> str:
    """Return a search in one line: games, numbers of players, clock, rated or not."""
    names = _either([game_of(slug).name for slug in request.games])
    people = _("{seats} players").format(seats=_either([str(n) for n in request.seats]))
    kind = _("rated") if request.rated else _("unrated")
    return "\u00a0· ".join([names, people, describe_clock(CLOCKS_TO_SEEK[request.clock]), kind])


@dataclass(frozen=True)
class Wish:
    """The search that the form holds; `usual_wait`: how long it takes, if known."""

    words: str
    usual_wait: str = ""


def wish_before(last: Any) -> Wish:
    """Return the search that the form holds: the last one from the session, or the usual one."""
    usual = TicketRequest(tuple(slugs()), (2,), USUAL_SEARCH, False)
    try:
        return _wish(TicketRequest(**last))
    except (KeyError, TypeError, ValueError, AttributeError):
        # There is none, or it is no longer valid here.
        return _wish(usual)


def _wish(request: TicketRequest) -> Wish:
    estimate = waiting_time.estimate_before(request)
    known = "" if estimate.seconds is None else describe_estimate(estimate)
    return Wish(describe_search(request), known)


def _either(words: Sequence[str]) -> str:
    """Return “a, b or c”."""
    if len(words) < 2:
        return "".join(words)
    return pgettext("a choice: all but the last, the last", "{first} or {last}").format(
        first=", ".join(words[:-1]), last=words[-1]
    )

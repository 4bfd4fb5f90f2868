"""The page of waiting tables and news, with the answers that the user can give."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.ladders.services.ratings import ShownRating, shown_ratings
from games.lobby.models import Challenge, Invitation
from games.lobby.presenters.lobby import decline_reasons
from games.matches.models import Match, Player
from games.matches.presenters.clocks import clock_of
from games.matches.presenters.options import option_words
from games.matches.services import time_source
from games.notifications.models import Notification
from games.notifications.presenters import YourTurn, your_turn
from games.notifications.services import inbox
from games.notifications.words import sentence_of

SHOWN = 50
JUST_READ = timedelta(seconds=30)
"""How long a notification that was read by being shown stays highlighted on that page."""
Kind = Notification.Kind
EMBLEMS = {
    Kind.INVITATION: "people",
    Kind.CHALLENGE: "against",
    Kind.REMATCH: "again",
    Kind.FOUND: "people",
    Kind.BEGUN: "people",
    Kind.MENTION: "chat",
    Kind.MESSAGE: "chat",
    Kind.FOLLOWER: "person",
    Kind.REPORT: "shield",
    Kind.GAME_NIGHT: "tavola",
    Kind.CLUB: "club",
    Kind.EVENT: "calendar",
    Kind.DEAL: "cards",
    Kind.MISSED: "wait",
    Kind.DEADLINE: "clock",
    Kind.ACHIEVED: "medal",
    Kind.CLOSING: "sign-out",
    Kind.SANCTION: "lock",
    Kind.STAFF: "shield",
    Kind.STOPPED: "warning",
}


@dataclass(frozen=True)
class NewsLine:
    """One notification as the page shows it.

    `new`: whether it is unread, or was a moment ago; `terms`: those of its table; `reasons`: the
    reasons to decline; `answerable`: whether its table still waits for this user's answer; `until`:
    the last time for it, if there is one; `challenge`: whether another challenge can be the answer.
    """

    notification: Notification
    sentence: str
    emblem: str
    new: bool
    terms: tuple[str, ...] = ()
    reasons: tuple[tuple[str, str], ...] = ()
    answerable: bool = False
    until: datetime | None = None
    challenge: bool = False

    @property
    def url(self) -> str:
        return reverse("notice", args=[self.notification.pk])


class News(YourTurn):
    rows: list[Notification]
    news: list[NewsLine]
    unread: bool


def what_waits(user: User) -> News:
    """Return the context of the page; `rows` has the notifications themselves."""
    rows = inbox.latest(user, SHOWN)
    return {
        **your_turn(user),
        "rows": rows,
        "news": _lines(user, rows),
        "unread": any(row.read_at is None and row.waits for row in rows),
    }


def _lines(user: User, rows: Iterable[Notification]) -> list[NewsLine]:
    rows = list(rows)
    matches = {row.match_id for row in rows if row.waits and row.match_id is not None}
    asked = Invitation.objects.filter(user=user.pk, match__in=matches, declined_at=None)
    asked = asked.filter(match__status=Match.Status.OPEN, match__reveal_by=None)
    seated = Player.objects.filter(user=user.pk, match__in=matches)
    unanswered = set(asked.values_list("match_id", flat=True)) - set(
        seated.values_list("match_id", flat=True)
    )
    challenges = Challenge.objects.in_bulk(unanswered)
    ratings = _ratings_of_actors(user, [row for row in rows if row.match_id in unanswered])
    now = time_source.now()
    lines = []
    for row in rows:
        challenge = challenges.get(row.match_id or "")
        until = None if challenge is None else challenge.expires_at
        match = row.match if row.match_id in unanswered else None
        in_time = challenge is None or (until is not None and until > now)
        lines.append(
            NewsLine(
                notification=row,
                sentence=sentence_of(row),
                emblem=EMBLEMS[Kind(row.kind)],
                new=row.read_at is None or (not row.waits and row.read_at > now - JUST_READ),
                terms=() if match is None else _terms(match, ratings.get(row.pk)),
                reasons=() if match is None else tuple(decline_reasons(match)),
                answerable=row.waits and row.match_id in unanswered and in_time,
                until=until,
                challenge=challenge is not None,
            )
        )
    return lines


def _ratings_of_actors(user: User, rows: Collection[Notification]) -> dict[int, ShownRating]:
    """Return the ratings of those who ask, in the games they ask for, by notification."""
    places = {
        row.pk: (row.actor_id, row.match.game, row.match.seats)
        for row in rows
        if row.match is not None and row.actor_id is not None
    }
    shown = shown_ratings(user, set(places.values()))
    return {row: shown[place] for row, place in places.items() if place in shown}


def _terms(match: Match, rating: ShownRating | None) -> tuple[str, ...]:
    """Return the terms of a table, in a few words each.

    These are the rating of the player who asks, the seats, the clock, rated or not, and options.
    """
    asks = ""
    if rating is not None:
        asks = _("their rating: {rating}").format(
            rating=f"{rating.value}{'?' if rating.provisional else ''}"
        )
    seats = ngettext("{n} player", "{n} players", match.seats).format(n=match.seats)
    rated = _("rated") if match.rated else _("unrated")
    sides = _("both sides: the same cards twice") if match.sealed else ""
    options = option_words(match)
    return tuple(one for one in (asks, seats, clock_of(match), rated, sides, *options) if one)

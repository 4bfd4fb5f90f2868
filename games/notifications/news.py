"""The page of all that waits: tables, news with what can be answered, as one person sees it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse

from games.lobby.models import Challenge, Decline, Invitation
from games.matches.models import Match, Player
from games.matches.services import time_source
from games.notifications.models import Notification
from games.notifications.presenters import your_turn
from games.notifications.services import inbox
from games.notifications.words import sentence_of

SHOWN = 50
Kind = Notification.Kind
EMBLEMS = {
    Kind.INVITATION: "people",
    Kind.CHALLENGE: "against",
    Kind.REMATCH: "again",
    Kind.FOLLOWER: "person",
    Kind.REPORT: "shield",
    Kind.EVENING: "tavola",
}


@dataclass(frozen=True)
class NewsLine:
    """One notification as the page shows it.

    `answerable`: whether its table still waits for this person's answer; `until`: the last moment
    for it, if there is one; `challenge`: whether it can also be answered by another challenge.
    """

    notification: Notification
    sentence: str
    emblem: str
    unread: bool
    answerable: bool = False
    until: datetime | None = None
    challenge: bool = False

    @property
    def url(self) -> str:
        return reverse("notice", args=[self.notification.pk])


def what_waits(user: Any) -> dict[str, Any]:
    """The context of the page; the notifications themselves stand in `rows`."""
    rows = inbox.latest(user, SHOWN)
    return {
        **your_turn(user),
        "rows": rows,
        "news": _lines(user, rows),
        "reasons": [(one.value, one.label) for one in Decline if one != Decline.COUNTER],
    }


def _lines(user: Any, rows: Iterable[Notification]) -> list[NewsLine]:
    rows = list(rows)
    matches = {row.match_id for row in rows if row.waits and row.match_id is not None}
    asked = Invitation.objects.filter(user=user.pk, match__in=matches, declined_at=None)
    asked = asked.filter(match__status=Match.Status.OPEN, match__reveal_by=None)
    seated = Player.objects.filter(user=user.pk, match__in=matches)
    unanswered = set(asked.values_list("match_id", flat=True)) - set(
        seated.values_list("match_id", flat=True)
    )
    challenges = Challenge.objects.in_bulk(unanswered)
    now = time_source.now()
    lines = []
    for row in rows:
        challenge = challenges.get(row.match_id or "")
        until = None if challenge is None else challenge.expires_at
        in_time = challenge is None or (until is not None and until > now)
        lines.append(
            NewsLine(
                notification=row,
                sentence=sentence_of(row),
                emblem=EMBLEMS[Kind(row.kind)],
                unread=row.read_at is None,
                answerable=row.waits and row.match_id in unanswered and in_time,
                until=until,
                challenge=challenge is not None,
            )
        )
    return lines

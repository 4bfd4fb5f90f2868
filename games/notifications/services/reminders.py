"""Reminders of turn-by-turn matches in which a player's time runs out soon."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_noop as _

from accounts.models import User
from games.matches.models import Match, Player
from games.matches.refusals import BadHours
from games.matches.services import time_source
from games.matches.services.turns import waiting_players
from games.notifications.models import REMIND_HOURS, Notification, NotificationChoice
from games.notifications.services import inbox

HOURS = (0, 1, 3, 6, 12, 24)
"""How long before the end a user can be reminded; 0 for never."""
BATCH = 100
Kind = Notification.Kind


def choose_hours(user: User, hours: str) -> None:
    """Store how many hours before the end of their time a user is reminded; raise BadHours."""
    if hours not in map(str, HOURS):
        raise BadHours(_("There is no such choice."))
    chosen = {"remind_hours": int(hours)}
    NotificationChoice.objects.update_or_create(user=user, defaults=chosen)


def remind_hours_of(user: User) -> int:
    """Return how many hours before the end of their time a user is reminded; 0 for never."""
    chosen = NotificationChoice.objects.filter(user=user).first()
    return REMIND_HOURS if chosen is None else chosen.remind_hours


def work(now: datetime | None = None) -> int:
    """Remind players whose time runs out soon, and settle reminders of answered questions."""
    return remind_due(now) + settle_answered()


def remind_due(now: datetime | None = None) -> int:
    """Remind a batch of players, each once a question, and return their number.

    A player is not reminded in the first half of their time: a reminder would come with the
    question.
    """
    now = now or time_source.now()
    reminded = Notification.objects.filter(
        user=OuterRef("user"),
        match=OuterRef("match"),
        kind=Kind.DEADLINE,
        made_at__gte=OuterRef("asked_since"),
    )
    soon = Q()
    for hours in HOURS[1:]:
        soon |= Q(hours=hours, deadline__lte=now + timedelta(hours=hours))
    players = (
        waiting_players()
        .filter(
            user__isnull=False,
            deadline__gt=now,
            deadline__lte=now + timedelta(hours=HOURS[-1]),
            match__pace=Match.Pace.TURNS,
        )
        .annotate(hours=Coalesce(F("user__notification_choice__remind_hours"), REMIND_HOURS))
        .filter(soon, ~Exists(reminded))
        .select_related("match")
        .order_by("deadline")
    )
    due = [player for player in players[:BATCH] if _is_past_half(player, now)]
    for player in due:
        assert player.user_id is not None
        inbox.notify(
            [player.user_id],
            Kind.DEADLINE,
            player.match_id,
            match=player.match,
        )
    return len(due)


def settle_answered() -> int:
    """Mark as read what its player no longer needs, and return how many these were."""
    needed = Exists(_asked(OuterRef("user"), OuterRef("match"), OuterRef("made_at")))
    unaware = Exists(_unaware(OuterRef("user"), OuterRef("match")))
    over = Q(~needed, kind=Kind.DEADLINE) | Q(~unaware, kind=Kind.BEGUN)
    ids = list(Notification.objects.filter(over, read_at=None).values_list("pk", flat=True)[:BATCH])
    if ids:
        inbox.mark_read(Notification.objects.filter(pk__in=ids))
    return len(ids)


def is_answered(notification: Notification) -> bool:
    """Return whether the player has answered what they are reminded of, or came to the match."""
    user, match = notification.user_id, notification.match_id
    if notification.kind == Kind.DEADLINE:
        return not _asked(user, match, notification.made_at).exists()
    return notification.kind == Kind.BEGUN and not _unaware(user, match).exists()


def _asked(
    user: int | OuterRef, match: str | OuterRef | None, made_at: datetime | OuterRef
) -> QuerySet[Player]:
    """Select the player who still has the question of a reminder."""
    return waiting_players().filter(user=user, match=match, asked_since__lte=made_at)


def _unaware(user: int | OuterRef, match: str | OuterRef | None) -> QuerySet[Player]:
    """Select the player of a running match who has not come to it, and was not asked."""
    running = Player.objects.filter(match__status=Match.Status.RUNNING, left_at=None)
    return running.filter(user=user, match=match, asked_at=None, came_at=None)


def _is_past_half(player: Player, now: datetime) -> bool:
    since, end = player.asked_since, player.deadline
    return since is None or end is None or now - since >= end - now

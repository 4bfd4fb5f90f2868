"""What is kept only for a while, dropped when that is over: here what hangs on tables."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from accounts.services import retention as people
from accounts.services.retention import Counts, drop, swept
from games.chat.models import ChatLine
from games.lobby.models import Invitation
from games.matches.models import Match
from games.notifications.services import dispatch

OVER = (Match.Status.FINISHED, Match.Status.ABORTED, Match.Status.CLOSED)


def sweep() -> Counts:
    """One round over everything; how much of each kind went."""
    past = timezone.now() - timedelta(days=settings.CHAT_DAYS)
    at_tables = swept(
        {
            "talk": lambda: drop(_talk(past)),
            "invitations": lambda: drop(_invitations(past)),
            "tables taken down": lambda: drop(_never_played(past)),
            "deliveries": dispatch.delete_old,
        }
    )
    return at_tables | people.sweep()


def _talk(past: datetime) -> QuerySet[ChatLine]:
    """Lines said at tables that ended long ago, or after that, but as long ago."""
    lines = ChatLine.objects.filter(at__lt=past)
    return lines.filter(match__status__in=OVER, match__ended_at__lt=past)


def _invitations(past: datetime) -> QuerySet[Invitation]:
    return Invitation.objects.filter(at__lt=past).exclude(match__status=Match.Status.OPEN)


def _never_played(past: datetime) -> QuerySet[Match]:
    """Tables that were taken down before anybody played there."""
    return Match.objects.filter(status=Match.Status.CLOSED, ended_at__lt=past, rematches=None)

"""Deletion of what is stored for a time only: chat, invitations, tables, and accounts' data."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from accounts.services import retention as accounts_retention
from accounts.services.retention import Counts, delete_rows, run_each
from games.chat.models import ChatLine
from games.lobby.models import Invitation
from games.lobby.services import waiting_time
from games.matches.models import Event, Match
from games.notifications.services import dispatch, inbox, stream_log

OVER = (Match.Status.FINISHED, Match.Status.ABORTED, Match.Status.CLOSED)


def sweep() -> Counts:
    """One round over everything; how much of each kind was deleted."""
    past = timezone.now() - timedelta(days=settings.CHAT_DAYS)
    at_tables = run_each(
        {
            "talk": lambda: delete_rows(_chat(past)),
            "invitations": lambda: delete_rows(_invitations(past)),
            "past searches": waiting_time.delete_old,
            "tables taken down": lambda: delete_rows(_never_played(past)),
            "deliveries": dispatch.delete_old,
            "notices": inbox.delete_old,
            "messages of streams": stream_log.delete_old,
        }
    )
    return at_tables | accounts_retention.sweep()


def _chat(past: datetime) -> QuerySet[ChatLine]:
    """Old lines of chat at tables that ended as long ago."""
    lines = ChatLine.objects.filter(at__lt=past)
    return lines.filter(match__status__in=OVER, match__ended_at__lt=past)


def _invitations(past: datetime) -> QuerySet[Invitation]:
    return Invitation.objects.filter(at__lt=past).exclude(match__status=Match.Status.OPEN)


def _never_played(past: datetime) -> QuerySet[Match]:
    """Tables closed before anybody played there, unless that is counted against somebody."""
    closed = Match.objects.filter(status=Match.Status.CLOSED, ended_at__lt=past, rematches=None)
    return closed.exclude(players__left_by=Event.Kind.ABORT, players__user__isnull=False)

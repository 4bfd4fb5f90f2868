"""What the chat stores about a user."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.personal_data import DAY, PersonalData, Section, describe_duration
from games.chat.models import ChatLine, Muted
from games.matches.models import Match

OVER = (Match.Status.FINISHED, Match.Status.ABORTED, Match.Status.CLOSED)


def old_lines() -> QuerySet[ChatLine]:
    """Return old lines at tables that ended before the same time."""
    past = timezone.now() - timedelta(days=settings.CHAT_DAYS)
    lines = ChatLine.objects.filter(at__lt=past)
    return lines.filter(match__status__in=OVER, match__ended_at__lt=past)


PersonalData(
    exported=(
        Section("said", ChatLine, "author", "match=match_id room text phrase at"),
        Section("muted", Muted, "reader", "username=author__username"),
    ),
    withheld={"chat.muted.author": "Nothing shows who has muted you."},
    expired={"chat": old_lines},
    shown=lambda: {
        "tables": [
            (
                _("Chat at the table."),
                _(
                    "{days} after the match ends; without your name once your account is deleted."
                ).format(days=describe_duration(settings.CHAT_DAYS * DAY)),
            )
        ]
    },
).register()

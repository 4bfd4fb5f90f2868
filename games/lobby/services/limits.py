"""Limits on opening tables, taking them down, and inviting users by name.

The counts come from the database, so that all processes count together and a restart forgets none.
"""

from __future__ import annotations

from datetime import timedelta

from django.db.models import Count, Q
from django.utils.translation import gettext_noop as _

from accounts.models import User
from games.lobby.models import Invitation
from games.matches.models import Match
from games.matches.refusals import CannotInvite, TooMany
from games.matches.services import time_source

WINDOW = timedelta(minutes=10)
OPENED_WITHIN = 30
CLOSED_WITHIN = 6
"""The most tables a user may open, and take down again, within the window."""
INVITED_WITHIN = timedelta(days=1)
UNANSWERED_BY_ONE = 5
UNANSWERED = 30
"""The most invitations without a seat that a user may get within that time: by one host, and by all
hosts."""


def require_may_open(user: User) -> None:
    """Require that the user has opened and taken down few tables lately; raise TooMany.

    The user's row stays locked, so that simultaneous requests count each other.
    """
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    since = time_source.now() - WINDOW
    closed = Q(status=Match.Status.CLOSED, ended_at__gt=since)
    tables = Match.objects.filter(Q(opened_at__gt=since) | closed, host=user)
    tables = tables.exclude(terms__for_guests=True)
    counts = tables.aggregate(
        opened=Count("pk", filter=Q(opened_at__gt=since)), closed=Count("pk", filter=closed)
    )
    if counts["closed"] >= CLOSED_WITHIN:
        raise TooMany(_("You have closed many tables lately. Open the next one in ten minutes."))
    if counts["opened"] >= OPENED_WITHIN:
        raise TooMany(_("You have opened many tables lately. Open the next one in ten minutes."))


def require_may_invite(host: User, guest: User) -> None:
    """Require that neither this host nor all hosts together pester a guest; raise CannotInvite."""
    lately = Invitation.objects.filter(user=guest, at__gt=time_source.now() - INVITED_WITHIN)
    unanswered = lately.filter(match__former=None).exclude(match__players__user=guest)
    if unanswered.filter(match__host=host).count() >= UNANSWERED_BY_ONE:
        words = _("You have invited {name} often enough for today.")
        raise CannotInvite(words, name=guest.name)
    if unanswered.count() >= UNANSWERED:
        words = _("{name} has been invited often enough for today. Send them the link instead.")
        raise CannotInvite(words, name=guest.name)

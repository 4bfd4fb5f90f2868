"""How often somebody may open tables, take them down, and invite somebody by name.

What is counted stands in the database, so all processes count together and none forgets.
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
"""So many tables somebody may open, and take down again, within the window."""
INVITED_WITHIN = timedelta(days=1)
UNANSWERED_BY_ONE = 5
UNANSWERED = 30
"""So many invitations that led to no seat somebody may have within that time: by the same host, and
by all of them."""


def require_may_open(user: User) -> None:
    """Require that somebody has opened, and taken down, few tables lately; TooMany.

    Their row stays locked, so that of many requests at once each counts those before it.
    """
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    since = time_source.now() - WINDOW
    closed = Q(status=Match.Status.CLOSED, ended_at__gt=since)
    tables = Match.objects.filter(Q(opened_at__gt=since) | closed, host=user, evening=None)
    counts = tables.aggregate(
        opened=Count("pk", filter=Q(opened_at__gt=since)), closed=Count("pk", filter=closed)
    )
    if counts["closed"] >= CLOSED_WITHIN:
        raise TooMany(_("You have taken down many tables just now. Open the next in ten minutes."))
    if counts["opened"] >= OPENED_WITHIN:
        raise TooMany(_("You have opened many tables just now. Open the next in ten minutes."))


def require_may_invite(host: User, guest: User) -> None:
    """Require that a guest is not pestered: not by this host, nor by everybody; CannotInvite."""
    lately = Invitation.objects.filter(user=guest, at__gt=time_source.now() - INVITED_WITHIN)
    unanswered = lately.filter(match__former=None).exclude(match__players__user=guest)
    if unanswered.filter(match__host=host).count() >= UNANSWERED_BY_ONE:
        words = _("You have invited {name} often enough for today.")
        raise CannotInvite(words, name=guest.name)
    if unanswered.count() >= UNANSWERED:
        words = _("{name} has been invited often enough for today. Send them the link instead.")
        raise CannotInvite(words, name=guest.name)

"""Access to a match as the public may see it, for everything that other sites show."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext_noop as _

from games.matches.access import open_match
from games.matches.models import Match
from games.matches.refusals import NotRunning
from games.matches.viewing import Access

ANONYMOUS = AnonymousUser()


def public_access(match_id: str) -> Access:
    """Return an anonymous visitor's access to a match that has begun.

    Raises:
        NoSuchMatch: There is no such match.
        PrivateTable: The public may not see it.
        NotRunning: It has not begun.
    """
    access = open_match(ANONYMOUS, match_id)
    if access.match.status in (Match.Status.OPEN, Match.Status.CLOSED):
        raise NotRunning(_("The match hasn’t started yet."))
    return access

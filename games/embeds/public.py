"""A match as a stranger may look at it: the way in for all that other sites show."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext_noop as _

from games.matches.access import Access, open_match
from games.matches.models import Match
from games.matches.refusals import NotRunning

NOBODY = AnonymousUser()


def public_access(match_id: str) -> Access:
    """A match that has begun, for nobody in particular; NoSuchMatch, PrivateTable, NotRunning."""
    access = open_match(NOBODY, match_id)
    if access.match.status in (Match.Status.OPEN, Match.Status.CLOSED):
        raise NotRunning(_("The match has not begun."))
    return access

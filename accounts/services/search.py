"""Search for users by the beginning of a name, in any letters that look alike."""

from __future__ import annotations

from contextlib import suppress

from django.core.cache import cache
from django.db.models import Q
from django.utils.translation import gettext_noop as _

from accounts.models import NameClaim, User
from accounts.models.names import OLDER
from accounts.refusals import NameTooShort, TooManySearches
from accounts.services.blocks import ids_blocked_by
from accounts.services.lookalikes import PAIRS, skeleton_of

SHORTEST = 2
LONGEST = 60
FOUND = 30
"""The most users shown; a longer beginning finds others."""
SEARCHES = 30
WITHIN = 60
"""At most `SEARCHES` in `WITHIN` seconds, so that no user can list all names letter by letter."""
READ = 200
"""The most names read: they begin alike, and some of them differ after that."""


def people_called(viewer: User, typed: str) -> list[User]:
    """Return the open, permanent accounts whose name begins so, whole names first.

    Users that the viewer has blocked are left out. Only names are searched.

    Raises:
        NameTooShort: fewer than `SHORTEST` letters count.
        TooManySearches: the viewer has searched too often in the last minute.
    """
    wanted = skeleton_of(typed[:LONGEST])
    if len(wanted) < SHORTEST:
        raise NameTooShort(_("Type at least two letters of the name."))
    _require_few(viewer)
    begins = Q()
    for beginning in _beginnings(wanted):
        begins |= Q(skeleton__startswith=beginning)
    claims = NameClaim.objects.filter(begins, user__is_active=True, user__guest_until=None)
    claims = claims.exclude(user__in=ids_blocked_by(viewer.pk)).select_related("user")
    found: dict[int, tuple[bool, User]] = {}
    for claim in claims.order_by("skeleton")[:READ]:
        user = claim.user
        if any(_begins_with(name, wanted) for name in (user.username, user.display_name)):
            whole = claim.skeleton.partition(OLDER)[0] == wanted
            known = found.get(user.pk)
            found[user.pk] = (whole or (known is not None and known[0]), user)
    ordered = sorted(found.values(), key=lambda one: (not one[0], one[1].name.casefold()))
    return [user for _whole, user in ordered[:FOUND]]


def _require_few(viewer: User) -> None:
    """Count a search; raise TooManySearches."""
    counted = f"searches:{viewer.pk}"
    if cache.add(counted, 1, WITHIN):
        return
    # If the key expires between the two lines, this counts as a first search.
    with suppress(ValueError):
        if cache.incr(counted) > SEARCHES:
            words = _("You have searched for many names. Wait a minute, then try again.")
            raise TooManySearches(words)


def _beginnings(skeleton: str) -> list[str]:
    """Return the beginnings of the skeletons of all names that begin with this one.

    Its last letter may be the first half of a pair that looks like one letter, as r of rn.
    """
    halves = [one for pair, one in PAIRS if skeleton.endswith(pair[0])]
    return [skeleton, *(skeleton[:-1] + letter for letter in halves)]


def _begins_with(name: str, skeleton: str) -> bool:
    """Return whether some beginning of a name has this skeleton."""
    ends = range(1, len(name) + 1)
    return any(skeleton_of(name[:end]) == skeleton for end in ends)

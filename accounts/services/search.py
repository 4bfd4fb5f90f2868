"""People found by how their name begins, whatever letters that look alike it is typed with."""

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
"""So many people are shown; whoever looks for another types more of the name."""
SEARCHES = 30
WITHIN = 60
"""So many searches within so many seconds: nobody reads all names, letter by letter."""
READ = 200
"""So many names are read: those that begin alike, of which some look alike only so far."""


def people_called(viewer: User, typed: str) -> list[User]:
    """The open, lasting accounts with a name that begins so, whole names first.

    Whom the viewer has blocked is not among them. Nothing but names is looked at. NameTooShort,
    TooManySearches.
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
    """Count a search; TooManySearches."""
    counted = f"searches:{viewer.pk}"
    if cache.add(counted, 1, WITHIN):
        return
    # Where the time is over between two lines, it is the first search anew.
    with suppress(ValueError):
        if cache.incr(counted) > SEARCHES:
            words = _("You have searched for many names just now. Go on in a minute.")
            raise TooManySearches(words)


def _beginnings(skeleton: str) -> list[str]:
    """How the skeletons begin of all names that begin with this one.

    Its last letter may be the first half of a pair that looks like one letter, as r of rn.
    """
    halves = [one for pair, one in PAIRS if skeleton.endswith(pair[0])]
    return [skeleton, *(skeleton[:-1] + letter for letter in halves)]


def _begins_with(name: str, skeleton: str) -> bool:
    """Whether some beginning of a name has this skeleton."""
    ends = range(1, len(name) + 1)
    return any(skeleton_of(name[:end]) == skeleton for end in ends)

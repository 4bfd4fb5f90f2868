"""The users who may challenge a user, or invite them by name, by that user's choice."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext_noop as _

from accounts.models import Follow, User
from games.lobby.models import Callers, InvitationPolicy
from games.matches.refusals import BadTable, CannotInvite


def callers_of(user: User) -> Callers:
    """Return which users may challenge and invite this user."""
    policy = InvitationPolicy.objects.filter(user=user.pk).first()
    return Callers.EVERYBODY if policy is None else Callers(policy.callers)


def choose_callers(user: User, callers: str) -> None:
    """Store a choice; raise BadTable for an unknown one."""
    if callers not in Callers.values:
        raise BadTable(_("There is no such choice."))
    InvitationPolicy.objects.update_or_create(user=user, defaults={"callers": callers})


def require_may_call(host: User, guest: User) -> None:
    """Require that the guest's choice lets this host invite them; raise CannotInvite.

    A block makes no difference here, since the host would notice it: a host that the guest follows
    and has blocked may invite, and the guest does not see it.
    """
    allowed = callers_of(guest)
    if allowed == Callers.FOLLOWED and not _follows(guest, host):
        words = _("{name} can only be challenged and invited by players they follow.")
        raise CannotInvite(words, name=guest.name)
    if allowed == Callers.NOBODY:
        words = _("{name} doesn’t accept challenges or invitations. Join them at an open table.")
        raise CannotInvite(words, name=guest.name)


def who_may_be_called(host: User, guests: Collection[User]) -> set[int]:
    """Return the ids of those guests whose choice lets this host call them."""
    ids = {guest.pk for guest in guests}
    policies = dict(InvitationPolicy.objects.filter(user__in=ids).values_list("user", "callers"))
    following = Follow.objects.filter(owner__in=ids, other=host)
    follow = set(following.values_list("owner", flat=True))
    return {
        one
        for one in ids
        if policies.get(one, Callers.EVERYBODY) == Callers.EVERYBODY
        or (policies[one] == Callers.FOLLOWED and one in follow)
    }


def _follows(owner: User, other: User) -> bool:
    return Follow.objects.filter(owner=owner, other=other).exists()

"""Who may challenge somebody, or invite them by name, as they have chosen."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext_noop as _

from accounts.models import Follow, User
from games.lobby.models import Callers, InvitationPolicy
from games.matches.refusals import BadTable, CannotInvite


def callers_of(user: User) -> Callers:
    """Whom somebody lets challenge and invite them."""
    policy = InvitationPolicy.objects.filter(user=user.pk).first()
    return Callers.EVERYBODY if policy is None else Callers(policy.callers)


def choose_callers(user: User, callers: str) -> None:
    """Store a choice; BadTable for one that there is not."""
    if callers not in Callers.values:
        raise BadTable(_("There is no such choice."))
    InvitationPolicy.objects.update_or_create(user=user, defaults={"callers": callers})


def require_may_call(host: User, guest: User) -> None:
    """Require that the guest lets this host invite them; CannotInvite.

    A block makes no difference here, since it would be seen: whom somebody followed and then
    blocked may call, and is not heard.
    """
    allowed = callers_of(guest)
    if allowed == Callers.FOLLOWED and not _follows(guest, host):
        words = _("{name} is challenged and invited only by people they follow.")
        raise CannotInvite(words, name=guest.name)
    if allowed == Callers.NOBODY:
        words = _("{name} takes no challenges and invitations. Meet them at an open table.")
        raise CannotInvite(words, name=guest.name)


def who_may_be_called(host: User, guests: Collection[User]) -> set[int]:
    """Those of these people, by their ids, whom somebody may call by their choice."""
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

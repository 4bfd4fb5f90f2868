"""Who may sit down at an open table, and why somebody may not."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_noop as _

from accounts.models import User as Account
from accounts.permissions import may_play_rated, may_sit_down
from accounts.refusals import forbidden, require
from accounts.services.blocks import apart_from
from games.ladders.services import ratings
from games.lobby.models import Invitation
from games.lobby.services import tickets
from games.matches.models import Match, Player
from games.matches.refusals import NotAllowed, OutOfRange
from refusals import Refusal

if TYPE_CHECKING:
    from accounts.models import User


def require_admission(user: User, match: Match) -> None:
    """Raise why somebody may not sit down at an open table; NotAllowed, OutOfRange."""
    refusal = why_not(user, match)
    if refusal is not None:
        raise refusal


def require_still(user: User, match: Match) -> None:
    """That somebody may take a chair in this very moment; NotAllowed.

    Their row stays locked till the chair is theirs: a ban is given before it, and forbids it, or
    after it, and finds it.
    """
    seated = match.players.exclude(user=None).values_list("user_id", flat=True)
    tickets.hold([user.pk, *seated])
    if not allowed_now([user.pk], rated=match.rated):
        fresh = Account.objects.get(pk=user.pk)
        require(may_play_rated(fresh) if match.rated else may_sit_down(fresh))


def allowed_now(users: Iterable[int], *, rated: bool) -> bool:
    """Whether all of these may take chairs; their rows locked, in an order all keep to."""
    people = Account.objects.select_for_update(no_key=True).filter(pk__in=list(users))
    may = may_play_rated if rated else may_sit_down
    return all(may(person) for person in people.order_by("pk"))


def why_not(user: Any, match: Match) -> Refusal | None:
    """Why somebody signed in may not sit down at an open table; None when they may."""
    if match.former_id is not None and former_seat(user, match) is None:
        return NotAllowed(_("This is a rematch: its chairs are kept for those who played before."))
    seated = match.players.exclude(user=None).values_list("user_id", flat=True)
    if apart_from(user.pk, list(seated)):
        return NotAllowed(_("You cannot sit down at this table."))
    refusal = beyond_terms(
        user, match, lambda match: ratings.rating_of(user, match.game, match.seats)
    )
    if isinstance(refusal, OutOfRange) and (match.former_id or is_invited(user, match)):
        return None
    return refusal


def beyond_terms(user: Any, match: Match, rating_for: Callable[[Match], int]) -> Refusal | None:
    """Why the terms of a table, rated or a range of ratings, leave somebody out; or None."""
    if match.rated:
        allowed = may_play_rated(user)
        if not allowed:
            return forbidden(allowed)
    if match.least is None and match.most is None:
        return None
    rating = rating_for(match)
    if (match.least or 0) <= rating and (match.most is None or rating <= match.most):
        return None
    facts = {"least": match.least, "most": match.most, "rating": rating}
    if match.most is None:
        return OutOfRange(_("This table is for ratings from {least}; yours is {rating}."), **facts)
    if match.least is None:
        return OutOfRange(_("This table is for ratings up to {most}; yours is {rating}."), **facts)
    words = _("This table is for ratings from {least} to {most}; yours is {rating}.")
    return OutOfRange(words, **facts)


def former_seat(user: Any, match: Match) -> int | None:
    """The chair that a rematch keeps for somebody: their seat in the former match."""
    if match.former_id is None:
        return None
    former = Player.objects.filter(match=match.former_id, user=user)
    return former.values_list("seat", flat=True).first()


def is_invited(user: Any, match: Match) -> bool:
    """Whether somebody was asked to this table by name."""
    return Invitation.objects.filter(match=match, user=user).exists()

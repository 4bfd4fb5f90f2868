"""Who may see what of somebody: they and moderators all, others what the person has chosen."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.http import Visitor
from accounts.models import Privacy, User
from accounts.models.user import Audience

MODERATE = "accounts.moderate"


@dataclass(frozen=True)
class Shown:
    """What of somebody a visitor may see."""

    ratings: bool = True
    matches: bool = True
    reliability: bool = True


def choice_of(user: User) -> Privacy:
    """What somebody has chosen; where there is no row, an unsaved one that hides nothing."""
    return Privacy.objects.filter(user=user.pk).first() or Privacy(user=user)


def choose(choice: Privacy) -> None:
    """Store what somebody has chosen; a form has validated it."""
    choice.save()


def shown_to(viewer: Visitor, person: User) -> Shown:
    """What of a person this visitor may see."""
    choice = Privacy.objects.filter(user=person.pk).first()
    if choice is None or viewer.pk == person.pk:
        return Shown()
    allowed = {Audience.EVERYBODY}
    if viewer.is_authenticated:
        allowed.add(Audience.MEMBERS)
    shown = Shown(
        choice.ratings in allowed, choice.matches in allowed, choice.reliability in allowed
    )
    return shown if shown == Shown() or not viewer.has_perm(MODERATE) else Shown()


def hidden_from(viewer: Visitor) -> list[str]:
    """The audiences this visitor is not part of."""
    if not viewer.is_authenticated:
        return [Audience.MEMBERS, Audience.NOBODY]
    return [] if viewer.has_perm(MODERATE) else [Audience.NOBODY]

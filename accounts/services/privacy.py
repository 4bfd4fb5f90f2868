"""Visibility of a user's play and presence; the user and moderators see all of the play."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from accounts.http import Visitor
from accounts.models import Privacy, User
from accounts.models.user import Audience, Circle
from accounts.services.blocks import apart_from
from accounts.services.follows import friends_among

MODERATE = "accounts.moderate"


@dataclass(frozen=True)
class Shown:
    """The parts of a user's play that a visitor may see."""

    ratings: bool = True
    matches: bool = True
    reliability: bool = True


def choice_of(user: User) -> Privacy:
    """Return the user's choice, or an unsaved one with the defaults."""
    return Privacy.objects.filter(user=user.pk).first() or Privacy(user=user)


def choose(choice: Privacy) -> None:
    """Store a user's choice, which a form has validated."""
    choice.save()


def shown_to(viewer: Visitor, person: User) -> Shown:
    """Return the parts of a user's play that this visitor may see."""
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
    """Return the audiences that this visitor is not part of."""
    if not viewer.is_authenticated:
        return [Audience.MEMBERS, Audience.NOBODY]
    return [] if viewer.has_perm(MODERATE) else [Audience.NOBODY]


@dataclass(frozen=True)
class PresenceShown:
    """The parts of a user's presence that a visitor may see; without `online` none of them."""

    online: bool = False
    playing: bool = False
    watching: bool = False


ALL_SHOWN = PresenceShown(online=True, playing=True, watching=True)


def presence_shown(viewer: Visitor, people: Collection[int]) -> dict[int, PresenceShown]:
    """Return the parts of each user's presence that this visitor may see, by user id.

    If either has blocked the other, the visitor sees nothing, as if the user were away.
    """
    if not viewer.is_authenticated:
        return dict.fromkeys(people, PresenceShown())
    apart = apart_from(viewer.pk, people)
    if viewer.has_perm(MODERATE):
        return {pk: PresenceShown() if pk in apart else ALL_SHOWN for pk in people}
    friends = friends_among(viewer.pk, people)
    choices = Privacy.objects.in_bulk(list(people))
    shown = {}
    for pk in people:
        circles = {Circle.MEMBERS} | ({Circle.FRIENDS} if pk in friends else set())
        choice = choices.get(pk) or Privacy(user_id=pk)
        online = pk not in apart and choice.online in circles
        shown[pk] = PresenceShown(
            online, online and choice.playing in circles, online and choice.watching in circles
        )
        if pk == viewer.pk:
            shown[pk] = ALL_SHOWN
    return shown

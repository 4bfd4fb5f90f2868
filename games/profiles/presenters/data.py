"""Users as data, as one viewer may see them."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_noop as _

from accounts.http import Visitor
from accounts.models import User
from accounts.services.follows import relations
from accounts.services.people import active_user_named
from accounts.services.privacy import shown_to
from games.engine.contract import Json
from games.ladders.models import Rating
from games.ladders.services.ratings import ratings_of
from games.matches.refusals import HiddenRatings, NoSuchPlayer
from games.profiles.presenters.activity import AWAY, activities


def person_named(username: str) -> User:
    """Return an open account by its username; raise NoSuchPlayer."""
    person = active_user_named(username)
    if person is None:
        raise NoSuchPlayer(_("No player has this name."))
    return person


def describe_people(viewer: Visitor, people: Sequence[User]) -> list[Json]:
    """Return several users as data, in a fixed number of queries."""
    ids = [person.pk for person in people]
    where = activities(viewer, ids) if viewer.is_authenticated else {}
    known = relations(viewer, ids)
    return [
        {
            "username": person.username,
            "name": person.name,
            "guest": person.is_guest,
            "bot": person.is_bot,
            "here": where.get(person.pk, AWAY).here,
            "match": None if (match := where.get(person.pk, AWAY).match) is None else match.id,
            "follows": known[person.pk].follows,
            "followed": known[person.pk].followed,
        }
        for person in people
    ]


def describe_person(viewer: Visitor, person: User) -> Json:
    """Return a user with the contents of their page as data."""
    (row,) = describe_people(viewer, [person])
    owner = None if person.run_by is None else person.run_by.username
    own = {"about": person.about, "joined": person.date_joined.date(), "run_by": owner}
    return {**row, **own}


def ratings_for(viewer: Visitor, person: User) -> list[Rating]:
    """Return a user's ratings; raise HiddenRatings."""
    if not shown_to(viewer, person).ratings:
        raise HiddenRatings(_("{name} keeps their ratings private."), name=person.name)
    return ratings_of(person)

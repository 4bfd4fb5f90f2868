"""What TV adds to the front page: a live match, great moments, and friends who play."""

from __future__ import annotations

from django.http import HttpRequest

from accounts.services.follows import followed_by
from games.lobby.front_page import Part, Place
from games.matches.services import spectators
from games.profiles.presenters.activity import activities
from games.tv.moments import moments
from games.tv.presenters import live_now

FRIENDS = 6
"""The most users whose matches are listed."""


def live_part(request: HttpRequest) -> Part:
    return Part(Place.NOW, "tv/_front.html", {"live": live_now()}, order=0)


def moments_part(request: HttpRequest) -> Part | None:
    found = moments()
    return Part(Place.PAST, "tv/_moments.html", {"moments": found}) if found else None


def friends_part(request: HttpRequest) -> Part | None:
    """Return the running matches of followed users, as far as they let the visitor see them."""
    user = request.user
    if not user.is_authenticated:
        return None
    people = {person.pk: person for person in followed_by(user)}
    if not people:
        return None
    found = {
        pk: one
        for pk, one in activities(user, people.keys()).items()
        if one.playing is not None and not one.mine
    }
    if not found:
        return None
    counts = spectators.watching(one.playing.id for one in found.values() if one.playing)
    rows = [
        (people[pk], one, counts[one.playing.id])
        for pk, one in list(found.items())[:FRIENDS]
        if one.playing
    ]
    return Part(Place.MINE, "tv/_friends.html", {"friends": rows})

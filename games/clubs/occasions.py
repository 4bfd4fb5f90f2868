"""Clubs as a filter of finished matches: those between members, which count on the ladder."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from accounts.http import Visitor
from accounts.models import User
from games.archive.hooks import MOST, Kind, Occasion
from games.clubs.models import Club, ClubMatch
from games.clubs.services.founding import open_club
from games.matches.refusals import NoSuchClub


def _occasion(club: Club) -> Occasion:
    matches = ClubMatch.objects.filter(club=club).values("match")
    return Occasion(club.slug, club.name, matches)


def _played(user: User) -> list[Occasion]:
    clubs = Club.objects.filter(memberships__user=user).order_by("name", "pk")
    return [_occasion(club) for club in clubs[:MOST]]


def _find(visitor: Visitor, slug: str) -> Occasion | None:
    try:
        return _occasion(open_club(visitor, slug).club)
    except NoSuchClub:
        return None


CLUBS = Kind("club", gettext_lazy("Clubs"), _played, _find)

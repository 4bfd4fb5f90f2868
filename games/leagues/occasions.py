"""Leagues as a filter of finished matches."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from accounts.http import Visitor
from accounts.models import User
from games.archive.hooks import MOST, Kind, Occasion
from games.leagues.models import Fixture, League
from games.leagues.services.access import open_league
from games.matches.refusals import NoSuchLeague


def _occasion(league: League) -> Occasion:
    fixtures = Fixture.objects.filter(season__league=league, match__isnull=False)
    return Occasion(league.pk, league.title, fixtures.values("match"))


def _played(user: User) -> list[Occasion]:
    seasons = Fixture.objects.filter(match__players__user=user).values("season")
    leagues = League.objects.filter(seasons__in=seasons).distinct().order_by("title", "pk")
    return [_occasion(league) for league in leagues[:MOST]]


def _find(visitor: Visitor, id: str) -> Occasion | None:
    try:
        return _occasion(open_league(visitor, id).league)
    except NoSuchLeague:
        return None


LEAGUES = Kind("league", gettext_lazy("Leagues"), _played, _find)

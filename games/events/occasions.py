"""Events as a filter of finished matches: those at the tables of their game nights."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from accounts.http import Visitor
from accounts.models import User
from games.archive.hooks import MOST, Kind, Occasion
from games.events.models import Event
from games.events.services.finding import open_event, visible_to
from games.game_nights.models import GameNightTable
from games.matches.refusals import NoSuchEvent


def _occasion(event: Event) -> Occasion:
    tables = GameNightTable.objects.filter(game_night__event=event)
    return Occasion(event.pk, event.title, tables.values("match"))


def _played(user: User) -> list[Occasion]:
    nights = GameNightTable.objects.filter(match__players__user=user).values("game_night")
    events = visible_to(user).filter(game_night__in=nights).order_by("-starts_at", "pk")
    return [_occasion(event) for event in events[:MOST]]


def _find(visitor: Visitor, id: str) -> Occasion | None:
    try:
        return _occasion(open_event(visitor, id).event)
    except NoSuchEvent:
        return None


EVENTS = Kind("event", gettext_lazy("Events"), _played, _find)

"""Events as a filter of finished matches: those at the tables of their game nights."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy

from accounts.http import Visitor
from accounts.models import User
from games.archive.hooks import MOST, Kind, Occasion
from games.events.models import Event
from games.events.services.finding import open_event, visible_to
from games.game_nights.models import GameNightTable
from games.matches.refusals import NoSuchEvent

if TYPE_CHECKING:
    from django.utils.functional import Promise


def kind_of_events(
    slug: str,
    name: Promise,
    matches_of: Callable[[Event], QuerySet[Any]],
    played_by: Callable[[User], QuerySet[Any]],
) -> Kind:
    """Return a kind of events as a filter.

    Args:
        slug: How filters write it.
        name: Its name in the plural.
        matches_of: Returns the ids of an event's matches.
        played_by: Returns the ids of the events in which a user has played.
    """

    def occasion(event: Event) -> Occasion:
        return Occasion(event.pk, event.title, matches_of(event))

    def played(user: User) -> list[Occasion]:
        events = visible_to(user).filter(pk__in=played_by(user)).order_by("-starts_at", "pk")
        return [occasion(event) for event in events[:MOST]]

    def find(visitor: Visitor, id: str) -> Occasion | None:
        try:
            return occasion(open_event(visitor, id).event)
        except NoSuchEvent:
            return None

    return Kind(slug, name, played, find)


def _matches_of(event: Event) -> QuerySet[Any]:
    return GameNightTable.objects.filter(game_night__event=event).values("match")


def _played_by(user: User) -> QuerySet[Any]:
    nights = GameNightTable.objects.filter(match__players__user=user).values("game_night")
    return Event.objects.filter(game_night__in=nights).values("pk")


EVENTS = kind_of_events("event", gettext_lazy("Events"), _matches_of, _played_by)

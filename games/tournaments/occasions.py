"""Tournaments as a filter of finished matches."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from accounts.http import Visitor
from accounts.models import User
from games.archive.hooks import MOST, Kind, Occasion
from games.events.models import Event
from games.events.services.finding import open_event, visible_to
from games.matches.refusals import NoSuchEvent
from games.tournaments.models import TournamentTable


def _occasion(event: Event) -> Occasion:
    tables = TournamentTable.objects.filter(tournament=event.pk, match__isnull=False)
    return Occasion(event.pk, event.title, tables.values("match"))


def _played(user: User) -> list[Occasion]:
    tables = TournamentTable.objects.filter(match__players__user=user).values("tournament")
    events = visible_to(user).filter(pk__in=tables).order_by("-starts_at", "pk")
    return [_occasion(event) for event in events[:MOST]]


def _find(visitor: Visitor, id: str) -> Occasion | None:
    try:
        return _occasion(open_event(visitor, id).event)
    except NoSuchEvent:
        return None


TOURNAMENTS = Kind("tournament", gettext_lazy("Tournaments"), _played, _find)

"""Tournaments as a filter of finished matches."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.events.models import Event
from games.events.occasions import kind_of_events
from games.tournaments.models import TournamentTable


def _matches_of(event: Event) -> QuerySet[Any]:
    tables = TournamentTable.objects.filter(tournament=event.pk, match__isnull=False)
    return tables.values("match")


def _played_by(user: User) -> QuerySet[Any]:
    return TournamentTable.objects.filter(match__players__user=user).values("tournament")


TOURNAMENTS = kind_of_events("tournament", gettext_lazy("Tournaments"), _matches_of, _played_by)

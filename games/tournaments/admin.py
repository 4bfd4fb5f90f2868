"""Tournaments in the administration, read-only."""

from django.contrib import admin

from accounts.admin import ReadOnly
from games.tournaments.models import Ruling, Tournament


@admin.register(Tournament)
class TournamentAdmin(ReadOnly):
    """Tournaments with their formats."""

    list_display = ("event", "format", "size", "round", "rounds", "ended_at")
    list_filter = ("format",)
    search_fields = ("event__pk", "event__title")
    list_select_related = ("event",)
    fields = (
        *("event", "format", "size", "rounds", "break_seconds", "arena_minutes", "round"),
        *("next_at", "paused_at", "began_at", "pairs_until", "ended_at"),
    )


@admin.register(Ruling)
class RulingAdmin(ReadOnly):
    """What organisers decided about results and players."""

    list_display = ("tournament", "by", "at", "reason")
    search_fields = ("tournament__event__title", "by__username", "reason")
    list_select_related = ("tournament__event", "by")
    fields = ("tournament", "by", "at", "reason", "before", "after")

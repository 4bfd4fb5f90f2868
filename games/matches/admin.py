"""Matches in the admin: read-only, without any secret of a running match."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.admin import NoChanges, ReadOnly
from games.matches.models import Event, Match, Player


class PlayerInline(NoChanges, admin.TabularInline):  # type: ignore[type-arg]  # generic in stubs only
    model = Player
    fields = ("seat", "name", "user", "bot", "left_by", "place", "score")
    ordering = ("seat",)


class EventInline(NoChanges, admin.TabularInline):  # type: ignore[type-arg]  # generic in stubs only
    """The events of a finished match: those of a running one contain secrets."""

    model = Event
    fields = ("number", "kind", "seat", "data", "at")
    ordering = ("number",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        return super().get_queryset(request).filter(match__status=Match.Status.FINISHED)


@admin.register(Match)
class MatchAdmin(ReadOnly):
    list_display = ("id", "game", "status", "seats", "public", "rated", "host", "opened_at")
    list_filter = ("game", "status", "rated", "public")
    search_fields = ("id", "players__user__username")
    list_select_related = ("host",)
    inlines = (PlayerInline, EventInline)
    fields = (
        *("id", "game", "rules", "seats", "options", "public", "rated", "pace", "host", "status"),
        *(
            "fairness",
            "commitment",
            "commitments",
            "opened_at",
            "started_at",
            "ended_at",
            "outcome",
        ),
    )

"""Matches in the administration, to look at. No secret of a running match stands here."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.admin import ReadOnly
from games.models import ChatLine, Event, Match, Player


class PlayerInline(admin.TabularInline):
    model = Player
    fields = ("seat", "name", "user", "bot", "left_at", "place", "score")
    ordering = ("seat",)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class EventInline(PlayerInline):
    """What was done: of a finished match only, since events hold what seats keep secret."""

    model = Event
    fields = ("number", "kind", "seat", "data", "at")
    ordering = ("number",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
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
        *("commitment", "opened_at", "started_at", "moved_at", "ended_at", "outcome"),
    )


@admin.register(ChatLine)
class ChatLineAdmin(ReadOnly):
    list_display = ("id", "match", "room", "author", "text", "hidden", "at")
    list_filter = ("room", "hidden")
    search_fields = ("text", "author__username", "match__id")
    list_select_related = ("author", "match")

"""Matches in the administration, to look at. No secret of a running match stands here."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.admin import ReadOnly
from games.models import Annulment, ChatLine, Evening, Event, Match, Player, Rating, RatingEntry


class PlayerInline(admin.TabularInline):
    model = Player
    fields = ("seat", "name", "user", "bot", "left_by", "place", "score")
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
        *("commitment", "opened_at", "started_at", "ended_at", "outcome"),
    )
    # When it last moved is not told: some moves are made in secret.


@admin.register(ChatLine)
class ChatLineAdmin(ReadOnly):
    list_display = ("id", "match", "room", "author", "text", "hidden", "at")
    list_filter = ("room", "hidden")
    search_fields = ("text", "author__username", "match__id")
    list_select_related = ("author", "match")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """The talk of a running match is its table's: moderators look into it by a logged step."""
        return super().get_queryset(request).exclude(match__status=Match.Status.RUNNING)


@admin.register(Evening)
class EveningAdmin(ReadOnly):
    """Without its link: who has that sees its tables."""

    list_display = ("name", "host", "opened_at", "closed_at")
    list_filter = ("opened_at",)
    search_fields = ("name", "host__username")
    list_select_related = ("host",)
    fields = ("name", "host", "opened_at", "closed_at")


@admin.register(Rating)
class RatingAdmin(ReadOnly):
    list_display = ("user", "bot", "ladder", "value", "career", "matches", "at")
    list_filter = ("ladder__game", "ladder__size", "ladder__bots")
    search_fields = ("user__username",)
    list_select_related = ("user", "ladder")


@admin.register(RatingEntry)
class RatingEntryAdmin(ReadOnly):
    list_display = ("match", "rating", "place", "before", "after", "at", "reverses", "note")
    list_filter = ("rating__ladder__game", "at")
    search_fields = ("match__id", "rating__user__username", "note")
    list_select_related = ("match", "rating__user", "reverses")
    fields = (
        *("rating", "match", "place", "before", "after", "k", "number", "opponents"),
        *("at", "reverses", "note", "written_at"),
    )


@admin.register(Annulment)
class AnnulmentAdmin(ReadOnly):
    list_display = ("match", "by", "reason", "at")
    search_fields = ("match__id", "reason", "by__username")
    list_select_related = ("match", "by")

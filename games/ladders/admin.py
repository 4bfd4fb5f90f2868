"""Ratings in the administration, read-only."""

from django.contrib import admin

from accounts.admin import ReadOnly
from games.ladders.models import Annulment, Rating, RatingEntry


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
        *("from_newcomers", "at", "reverses", "note", "written_at"),
    )


@admin.register(Annulment)
class AnnulmentAdmin(ReadOnly):
    list_display = ("match", "by", "reason", "at")
    search_fields = ("match__id", "reason", "by__username")
    list_select_related = ("match", "by")

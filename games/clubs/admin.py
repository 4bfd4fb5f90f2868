"""Clubs, their messages and results of real tables in the administration, read-only."""

from django.contrib import admin

from accounts.admin import ReadOnly
from games.clubs.models import Club, ClubLine, TableResult


@admin.register(Club)
class ClubAdmin(ReadOnly):
    """Clubs without their key, since every visitor with the link may join."""

    list_display = ("name", "slug", "public", "joining", "founded_at")
    list_filter = ("public", "joining")
    search_fields = ("name", "slug")
    fields = ("name", "slug", "about", "language", "public", "joining", "founded_at")


@admin.register(ClubLine)
class ClubLineAdmin(ReadOnly):
    list_display = ("id", "club", "author", "text", "hidden", "at")
    list_filter = ("hidden",)
    search_fields = ("text", "author__username", "club__slug")
    list_select_related = ("author", "club")


@admin.register(TableResult)
class TableResultAdmin(ReadOnly):
    list_display = ("id", "club", "game", "played_on", "entered_by", "entered_at")
    list_filter = ("game",)
    search_fields = ("club__slug", "entered_by__username")
    list_select_related = ("club", "entered_by")

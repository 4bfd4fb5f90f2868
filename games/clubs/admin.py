"""Clubs and their messages in the administration, read-only."""

from django.contrib import admin

from accounts.admin import ReadOnly
from games.clubs.models import Club, ClubLine


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

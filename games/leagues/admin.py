"""Leagues in the administration, read-only."""

from django.contrib import admin

from accounts.admin import ReadOnly
from games.leagues.models import League


@admin.register(League)
class LeagueAdmin(ReadOnly):
    list_display = ("title", "club", "game", "organiser", "founded_at", "closed_at")
    list_filter = ("game",)
    search_fields = ("title", "organiser__username", "club__slug")
    list_select_related = ("club", "organiser")

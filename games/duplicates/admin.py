"""Duplicate deals in the administration, read-only."""

from django.contrib import admin

from accounts.admin import ReadOnly
from games.duplicates.models import DuplicateDeal


@admin.register(DuplicateDeal)
class DuplicateDealAdmin(ReadOnly):
    list_display = ("id", "game", "seats", "both_sides", "public", "opened_at", "ended_at")
    list_filter = ("game", "both_sides", "public")
    search_fields = ("id", "tables__match__id")

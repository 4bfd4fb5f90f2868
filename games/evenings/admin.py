"""Evenings in the administration, read-only."""

from django.contrib import admin

from accounts.admin import ReadOnly
from games.evenings.models import Evening


@admin.register(Evening)
class EveningAdmin(ReadOnly):
    """Without the key: whoever has the link may see the tables."""

    list_display = ("name", "host", "opened_at", "closed_at")
    list_filter = ("opened_at",)
    search_fields = ("name", "host__username")
    list_select_related = ("host",)
    fields = ("name", "host", "opened_at", "closed_at")

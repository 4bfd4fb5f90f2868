"""Game nights in the administration, read-only."""

from django.contrib import admin

from accounts.admin import ReadOnly
from games.game_nights.models import GameNight


@admin.register(GameNight)
class GameNightAdmin(ReadOnly):
    """Game nights without their key, since every visitor with the link may see the tables."""

    list_display = ("name", "host", "opened_at", "closed_at")
    list_filter = ("opened_at",)
    search_fields = ("name", "host__username")
    list_select_related = ("host",)
    fields = ("name", "host", "opened_at", "closed_at")

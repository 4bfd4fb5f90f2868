"""Events in the administration, read-only."""

from django.contrib import admin

from accounts.admin import ReadOnly
from games.events.models import Event


@admin.register(Event)
class EventAdmin(ReadOnly):
    """Events with what their pages say."""

    list_display = ("title", "starts_at", "organiser", "club", "status")
    list_filter = ("status", "repeats")
    search_fields = ("id", "title", "organiser__username", "club__slug")
    list_select_related = ("organiser", "club")
    fields = (
        *("title", "text", "organiser", "club", "members_only", "starts_at", "zone", "minutes"),
        *("games", "sizes", "clock", "rated", "bots", "places", "repeats", "status"),
    )

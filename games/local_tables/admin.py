"""Local tables in the administration, read-only."""

from django.contrib import admin

from accounts.admin import ReadOnly
from games.local_tables.models import LocalTable


@admin.register(LocalTable)
class LocalTableAdmin(ReadOnly):
    """Local tables with their hosts; the names of the people are not shown."""

    list_display = ("match", "host", "opened_at")
    search_fields = ("match__id", "host__username")
    list_select_related = ("match", "host")
    fields = ("match", "host", "opened_at")

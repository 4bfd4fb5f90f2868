"""Chat lines in the administration, read only."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.admin import ReadOnly
from games.chat.models import ChatLine
from games.matches.models import Match


@admin.register(ChatLine)
class ChatLineAdmin(ReadOnly):
    list_display = ("id", "match", "room", "author", "text", "phrase", "hidden", "at")
    list_filter = ("room", "hidden")
    search_fields = ("text", "author__username", "match__id")
    list_select_related = ("author", "match")

    def get_queryset(self, request: HttpRequest) -> QuerySet[ChatLine]:
        """Leave out running matches: moderators read their chat by a logged step."""
        return super().get_queryset(request).exclude(match__status=Match.Status.RUNNING)

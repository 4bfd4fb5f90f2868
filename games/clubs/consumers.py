"""The socket of a club's page, which follows the chat."""

from __future__ import annotations

from games.chat.consumers import LastingChatConsumer
from games.clubs.presenters import chat_form_html, chat_html
from games.clubs.services.chat import chat_group
from games.clubs.services.founding import open_club


class ClubConsumer(LastingChatConsumer):
    """One connection of a member; the page of a visitor who is no member has none."""

    @property
    def _slug(self) -> str:
        return str(self.scope["url_route"]["kwargs"]["club_slug"])

    def chat_group(self) -> str:
        return chat_group(open_club(self.visitor.user, self._slug).club.pk)

    def render_lines(self) -> str:
        return chat_html(self.visitor, self._slug)

    def render_form(self) -> str:
        return chat_form_html(self.visitor, self._slug)

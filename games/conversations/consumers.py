"""The socket of a conversation's page."""

from __future__ import annotations

from time import monotonic

from games.chat.consumers import LastingChatConsumer
from games.conversations.presenters import chat_form_html, chat_html
from games.conversations.services.opening import open_conversation
from games.conversations.services.writing import chat_group


class ConversationConsumer(LastingChatConsumer):
    """One connection of a participant; messages that arrive in view count as seen."""

    @property
    def _key(self) -> str:
        return str(self.scope["url_route"]["kwargs"]["conversation_key"])

    def chat_group(self) -> str:
        return chat_group(open_conversation(self.visitor.user, self._key).conversation.pk)

    def render_lines(self) -> str:
        return chat_html(self.visitor, self._key, seen=self.in_view_until > monotonic())

    def render_form(self) -> str:
        return chat_form_html(self.visitor, self._key)

"""A conversation as one participant sees it, and its lists."""

from __future__ import annotations

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext

from accounts.models import User
from accounts.services.guests import name_in_words
from accounts.services.readers import written_for
from games.boards.words import list_words
from games.chat.presenters import lasting_lines
from games.conversations.models import Conversation
from games.conversations.services import writing
from games.conversations.services.opening import (
    ConversationAccess,
    open_conversation,
)
from games.matches.viewing import Visitor


def title_of(conversation: Conversation, others: list[User]) -> str:
    """Return the names of the other participants as the title of a conversation.

    Without others it says why: a conversation of two is only left with the account.
    """
    if others:
        return list_words([name_in_words(other.name) for other in others])
    return gettext("Everyone else has left") if conversation.group else gettext("Deleted account")


def chat_context(access: ConversationAccess) -> dict[str, object]:
    """Return the context of a conversation for a participant."""
    shown = writing.lines(access)
    return {
        "conversation": access.conversation,
        "others": access.others,
        "title": title_of(access.conversation, access.others),
        "reader": access.user,
        "chat_barred": writing.may_write(access).reason,
        "chat_lines": lasting_lines(shown, access.user),
        "chat_hides": not shown and access.conversation.messages.exists(),
    }


def chat_form_html(visitor: Visitor, key: str) -> str:
    """Render the form below the messages, or why the participant may not write.

    Raises:
        NoSuchConversation: The visitor does not take part (any more).
    """
    access = open_conversation(visitor.user, key)
    with written_for(visitor.user, visitor.language):
        return render_to_string("conversations/_say.html", {**chat_context(access), "oob": True})


def chat_html(visitor: Visitor, key: str, *, seen: bool) -> str:
    """Render the newest messages for a participant's socket.

    Args:
        visitor: The participant.
        key: The key of the conversation.
        seen: Whether the participant sees them now.

    Raises:
        NoSuchConversation: The visitor does not take part (any more).
    """
    access = open_conversation(visitor.user, key)
    if seen:
        writing.mark_seen(access)
    with translation.override(visitor.language):
        context = {**chat_context(access), "oob": True}
        return render_to_string("conversations/_lines.html", context)

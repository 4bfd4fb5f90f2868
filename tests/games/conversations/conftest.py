"""Friends, and their conversation."""

from __future__ import annotations

import pytest

from accounts.models import User
from accounts.services import follows
from games.conversations.models import Conversation
from games.conversations.services import opening, writing
from games.conversations.services.opening import ConversationAccess


def befriend(*users: User) -> None:
    """Let all of these users follow each other."""
    for one in users:
        for other in users:
            if one != other:
                follows.follow(one, other)


def at(conversation: Conversation, user: User) -> ConversationAccess:
    """Return the conversation as a participant has it now."""
    return opening.open_conversation(user, conversation.key)


def texts(conversation: Conversation, user: User) -> list[str]:
    """Return the messages that a participant reads."""
    return [line.text for line in writing.lines(at(conversation, user))]


@pytest.fixture
def talk(anna: User, berta: User) -> Conversation:
    """Return the conversation of Anna and Berta, which Anna has begun."""
    befriend(anna, berta)
    return writing.write_to(anna, "Berta", "Hello").conversation
